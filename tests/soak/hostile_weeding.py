"""A survey of hostile texts on disk, with those that the rules refuse replaced by plain ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from hostile_survey import Hostile, Tree

from pipeline import characters, checks
from pipeline.corpus import Corpus
from pipeline.errors import Problem

TODAY = date(2026, 11, 30)


def written(root: Path, files: dict[str, Tree]) -> Path:
    """Write the survey, in the form that JSON and YAML share."""
    for path, tree in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(_text(tree) + "\n", encoding="utf-8", newline="")
    return root


def _text(tree: Tree) -> str:
    """Return a tree as JSON in which what cannot be printed stands as an escape that YAML knows as well."""
    text = json.dumps(tree, ensure_ascii=False, indent=0)
    return "".join(c if c == "\n" or (c.isprintable() and characters.may_be_written(c)) else f"\\U{ord(c):08X}" for c in text)


def _lock_text(tree: Tree) -> str:
    return json.dumps(tree, ensure_ascii=True, indent=1)


def weeded(root: Path, files: dict[str, Tree], rounds: int = 12) -> tuple[Corpus, int, int]:
    """Write the survey, replacing what the rules refuse by plain texts, until they refuse nothing.

    Returns the survey, how many texts were refused and how many were let through. Raises ValueError where something else is at fault.
    """
    refused = 0
    for _ in range(rounds):
        written(root, files)
        (root / "arxiv.lock.json").write_text(_lock_text(files["arxiv.lock.json"]) + "\n", encoding="utf-8")
        problems: list[Problem] = []
        corpus = Corpus.read(root, problems.append)
        problems += checks.problems(corpus, TODAY) if corpus else []
        errors = [problem for problem in problems if problem.severity == "error"]
        if corpus is not None and not errors:
            return corpus, refused, sum(1 for tree in files.values() for _ in hostile_in(tree))
        replaced = sum(_replaced(files[problem.place.path], problem) for problem in errors if problem.place.path in files)
        if not replaced:
            raise ValueError(f"no text is to blame: {errors[:3]}")
        refused += replaced
    raise ValueError(f"still refused: {errors[:3]}")


def hostile_in(tree: Tree) -> Iterator[Hostile]:
    """Yield every hostile text of a tree."""
    if isinstance(tree, Hostile):
        yield tree
    for inner in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from hostile_in(inner)


def _replaced(tree: Tree, problem: Problem) -> int:
    """Replace the hostile text that a problem is about, or all below the mapping that it names, and return how many there were."""
    if not problem.field:
        raise ValueError(f"it is not said which text is to blame: {problem}")
    inside, key = _meant(tree, problem)
    return _made_plain(inside, key, problem.found or "") or _made_plain(inside, key, "")


def _meant(tree: Tree, problem: Problem) -> tuple[Tree, str | int]:
    """Return the deepest container on the way to the field of a problem, and the key in it; of a lock's record the name in its message."""
    steps: list[str | int] = [int(number) - 1 if number else name for name, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", problem.field)]
    if problem.code == "bad-lock":
        arxiv_id = problem.field.removeprefix("records.")
        steps = ["records", arxiv_id, problem.message.split()[0]]
    inside: Tree = {"": tree}
    key: str | int = ""
    for step in steps:
        below = inside[key]  # type: ignore[index,call-overload]
        if not ((isinstance(below, dict) and step in below) or (isinstance(below, list) and isinstance(step, int) and step < len(below))):
            break
        inside, key = below, step
    return inside, key


_COUNT = iter(range(10**9))
_SENTENCES = ("summary", "reason")
"""Fields that end with a full stop."""


def _made_plain(inside: Tree, key: str | int, found: str) -> int:
    """Replace the hostile texts at a place, or only those that are what was found there."""
    value = inside[key]  # type: ignore[index,call-overload]
    if isinstance(value, Hostile) and found in ("", value):
        number = next(_COUNT)
        letters = "".join(chr(ord("a") + number // 26**place % 26) for place in range(4))
        stop = "." if key in _SENTENCES else ""
        inside[key] = f"Plain {letters.title()}{stop}"  # type: ignore[index,call-overload]  # no digits: it may have to pass for a name
        return 1
    keys: list[str | int] = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return sum(_made_plain(value, one, found) for one in keys)
