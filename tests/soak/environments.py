"""Fresh environments of this Python with packages of one's choice."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from outcome import ROOT


class Unmet(Exception):  # noqa: N818 -- the registry or the bounds are at fault
    """Packages that could not be installed together; its text is what pip says."""


def fresh(folder: Path, packages: Sequence[str]) -> Path:
    """Return the Python of a new environment with packages, or what a file of requirements lists. Raises Unmet."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
    python = folder / "bin" / "python"
    if packages:
        install(python, *packages)
    return python


def install(python: Path, *arguments: str) -> None:
    """Install packages into an environment. Raises Unmet."""
    call = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary", *arguments]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unmet(" ".join(line for line in done.stderr.splitlines() if line.startswith("ERROR"))[:800])


def masrl(python: Path) -> tuple[str, ...]:
    """Return how the command line is called with a Python that the project is not installed in."""
    return (str(python), "-P", "-c", "from pipeline.cli import main; main()")


def declared() -> Iterator[str]:
    """Yield what the project asks for, with its extras, as pyproject.toml has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    yield from project["dependencies"]
    for extra in project["optional-dependencies"].values():
        yield from extra


def lowest() -> tuple[list[str], list[str]]:
    """Return every package at its lowest version that is allowed, and those for which none is named."""
    from packaging.requirements import Requirement

    found, missing = {}, []
    for text in declared():
        asked = Requirement(text)
        bound = next((one.version for one in asked.specifier if one.operator in (">=", "~=", "==")), None)
        if bound is None:
            missing.append(asked.name)
        else:
            found[asked.name] = f"{asked.name}=={bound}"
    return list(found.values()), missing


def highest() -> list[str]:
    """Return every package as it is asked for, so that pip takes the highest version that is allowed."""
    return list(dict.fromkeys(declared()))
