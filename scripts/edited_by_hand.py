"""Say which generated files a pull request edits by hand, and which entries to edit instead: edited_by_hand.py BASE

Run in the repository's folder after ``masrl build``: what was committed is compared with what the build made. Prints one
annotation for each such file, says the same in the run's summary (GITHUB_STEP_SUMMARY), and exits with 1 where there is one.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import github

MANIFEST = Path("figures/manifest.txt")
PAGES = Path("site/papers")
"""Where the page of an entry stands, under the entry's key."""
_MOST = 5
"""Entries that are named for one file."""


def main(arguments: list[str]) -> int:
    """Do so, and return the exit code."""
    return github.ended(lambda: _look(*github.given(arguments, "BASE")))


def _look(base: str) -> int:
    edited = _edited(github.checked(base, r"(?!-)[\w^~/.-]+", "revision"))
    told = {path: _told(path, base) for path in edited}
    for path, text in told.items():
        sys.stdout.write(f"::error file={_escaped(path, ':,')}::{_escaped(text)}\n")
    if told and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write("\n## What was edited by hand\n\n" + "".join(f"    {' '.join(text.split())}\n" for text in told.values()))
    return 1 if told else 0


def _edited(base: str) -> list[str]:
    """Return the generated files that the pull request changes to something that the build does not make."""
    made = set(MANIFEST.read_text(encoding="utf-8").splitlines())
    changed = set(github.ran("git", "diff", "--name-only", "-z", base, "HEAD").split("\0")) & made
    rebuilt = set(github.ran("git", "diff", "--name-only", "-z", "HEAD").split("\0"))
    return sorted(changed & rebuilt)


def _told(path: str, base: str) -> str:
    meant = _meant(path, base)
    where = " and ".join(f"corpus/{key}.yaml" for key in meant) or "corpus/, exclusions/ or survey/"
    back = f"Please take the change back ({_undoing(path, base)}, then commit) and edit {where} instead."
    return f"{path} is made from the data, and the next build would undo this. {back}"


def _undoing(path: str, base: str) -> str:
    """Return the command that takes a committed edit back on the machine of whoever made it, where no merge commit is."""
    known = github.ran("git", "ls-tree", "--name-only", base, "--", path).strip()
    return f"git checkout {'main' if '^' in base else base} -- {path}" if known else f"git rm {path}"


def _meant(path: str, base: str) -> list[str]:
    """Return the keys of the entries that the edited lines of a generated file are about; the page of an entry is about that one alone."""
    keys = sorted(file.stem for file in Path("corpus").glob("*.yaml"))
    page = Path(path)
    if page.parent == PAGES and page.suffix == ".html" and page.stem in keys:
        return [page.stem]
    lines = [line[1:] for line in github.ran("git", "diff", "-U0", base, "HEAD", "--", path).splitlines() if line[:1] in "+-"]
    return [key for key in keys if any(_names(line, key) for line in lines)][:_MOST]


def _names(line: str, key: str) -> bool:
    """Say whether a line of a generated file is about an entry: it holds the entry's title or an address of it."""
    text = Path(f"corpus/{key}.yaml").read_text(encoding="utf-8")
    found = re.findall(r"^(?:title: *\"?(.+?)\"?|  - (https://\S+)|arxiv_id: *(\S+))$", text, re.MULTILINE)
    return any(part and part in line for parts in found for part in parts)


def _escaped(text: str, more: str = "") -> str:
    """Return a text for an annotation. Escapes: https://docs.github.com/actions/reference/workflow-commands-for-github-actions"""
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + more else c for c in text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
