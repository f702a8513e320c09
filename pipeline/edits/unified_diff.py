"""The way from one text to another."""

from __future__ import annotations

import difflib

from .record_file import lines_of


def difference(old: str, new: str, path: str) -> str:
    """Return what leads from one text to the other as a unified diff that ``git apply`` takes; empty where nothing does."""
    compared = difflib.unified_diff(lines_of(old), lines_of(new), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in compared)
