"""What a part of the long tests did, and what it found."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
ROOT = TESTS.parent
T = TypeVar("T")


def source() -> Path:
    """Return the folder of the program that is tried: a copy of the time at which the tests began, so that nobody's edits disturb them."""
    return Path(os.environ.get("SOAK_SOURCE") or ROOT)


@dataclass
class Outcome:
    """What was done, in a clause with numbers, and every fault."""

    did: str = ""
    faults: list[str] = field(default_factory=list)
    tried: int = 0
    """How many things were held against each other; a part that looked at nothing has failed."""

    def expect(self, held: bool, fault: str) -> bool:
        """Count one trial, and keep the fault where it did not hold."""
        self.tried += 1
        if not held:
            self.faults.append(fault)
        return held

    @property
    def passed(self) -> bool:
        """Whether something was tried and nothing was found."""
        return bool(self.tried) and not self.faults


def same(what: str, found: object, wanted: object) -> Iterator[str]:
    """Yield a fault where what was found is not what was wanted."""
    if found != wanted:
        if isinstance(found, list) and isinstance(wanted, list):
            differing = [(one, other) for one, other in zip(found, wanted, strict=False) if one != other]
            yield f"{what}: {len(found)} for {len(wanted)}, of which {len(differing)} differ, first {differing[:1]}"
        else:
            yield f"{what}: {found!r:.200} for {wanted!r:.200}"


def size(name: str, default: int) -> int:
    """Return a number from the environment, such as SOAK_INPUTS."""
    text = os.environ.get(name, "").replace(",", "").replace("_", "")
    if text and not text.isdigit():
        raise SystemExit(f"{name}={text!r} is no whole number")
    return int(text) if text else default


def chosen(names: Iterable[str]) -> list[str]:
    """Return the steps of a part that SOAK_STEPS names, separated by commas; all where it names none of these."""
    wanted = {name.strip() for name in os.environ.get("SOAK_STEPS", "").split(",")}
    listed = list(names)
    return [name for name in listed if name in wanted] or listed


def some(cases: Iterable[T]) -> list[T]:
    """Return the first cases of a list, as many as SOAK_CASES says."""
    return list(cases)[: size("SOAK_CASES", 10_000)]


def told(line: str) -> None:
    """Say on standard error how far it is."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
