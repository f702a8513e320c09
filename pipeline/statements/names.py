"""How claims and scenarios may be named."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..fields import Fields

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""Names stand in addresses."""


def named_well(below: Fields, name: str, reserved: Collection[str] = ()) -> bool:
    """Say whether a key of ``below`` can be a name; report where it cannot."""
    if _NAME.fullmatch(name) and name not in reserved:
        return True
    fault = "is the name of a scenario that every survey has" if name in reserved else "may hold small letters, digits and hyphens only"
    below.problem(below.mapping.keys[name], "bad-name", f"the name {fault}", name)
    return False
