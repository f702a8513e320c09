"""A person who fills in a draft: the commented lines of the required tags, and what else is asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping


def filled(draft: str, values: Mapping[str, str]) -> str:
    """Return a draft in which these commented lines have a value: nothing but their ``#`` is taken away."""
    for name, value in values.items():
        draft, count = re.subn(rf"^( *)#({name}:).*$", lambda match: f"{match[1]}{match[2]} {value}", draft, count=1, flags=re.MULTILINE)  # noqa: B023
        assert count == 1, name
    return draft


def finished(draft: str, values: Mapping[str, str]) -> str:
    """Return the same without the lines that are left over."""
    return "".join(line for line in filled(draft, values).splitlines(keepends=True) if not line.lstrip().startswith("#"))


REQUIRED = {"approach": "sensor", "placement": "row", "powered": "no"}
"""The tags that every entry of the example survey carries."""
