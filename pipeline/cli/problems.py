"""How problems are shown: to people, to GitHub's annotations, to programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import click

from ..characters import REFUSED
from ..errors import SEVERITIES, Problem

MANY = 40
"""More allowed values than this are not listed."""
WIDTH = 110
"""Columns to which running text is wrapped."""


def text(problem: Problem) -> str:
    """Return a problem as ``path:line:column: code: field: message`` and indented lines with what was found."""
    return f"{visible(str(problem.place))}: {_told(problem)}"


def _told(problem: Problem) -> str:
    """Return everything but the place."""
    severity = "" if problem.severity == "error" else problem.severity
    head = ": ".join(part for part in (severity, problem.code, problem.field, problem.message) if part)
    lines = [
        ("found", _shown(problem.found)),
        ("nearest", problem.nearest or ""),
        ("allowed", ", ".join(problem.allowed) if len(problem.allowed) <= MANY else ""),
        ("hint", problem.hint),
    ]
    return "\n".join([visible(head), *(f"    {name:<8} {visible(value)}" for name, value in lines if value)])


def _shown(found: str | None) -> str:
    if found is None:
        return ""
    short = found if len(found) <= 120 else f"{found[:119]}…"
    return f'"{short}"' if short != short.strip() or not short else short


def visible(line: str) -> str:
    """Return a line in which nothing acts on a terminal: what cannot be printed stands as its code point."""
    # Nearly every line is asked about as a whole: of a file with 20,000 faults that takes a twentieth of the time.
    return line if line.isprintable() else "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in line)


def say(message: str, *, err: bool = True) -> None:
    """Print a message on one line, whoever wrote what it quotes: a line break within it begins none, and so no workflow command."""
    click.echo(visible(message), err=err)


def harmless(text: str) -> str:
    """Return a text of several lines in which nothing acts on a terminal: what no file may hold stands as its code point."""
    return REFUSED.sub(lambda match: f"<U+{ord(match[0][0]):04X}>", text)


def harmless_json(text: str) -> str:
    """Return a JSON document with the same content in which nothing acts on a terminal: what no file may hold stands as an escape."""
    return REFUSED.sub(lambda match: json.dumps(match[0])[1:-1], text)


def github(problem: Problem) -> str:
    """Return a problem as a workflow annotation.

    Form and escapes: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    place = problem.place
    properties = {"file": place.path, "line": place.line, "col": place.column, "title": problem.code}
    named = ",".join(f"{name}={_escaped(visible(str(value)), ':,')}" for name, value in properties.items())
    return f"::{problem.severity} {named}::{_escaped(_told(problem))}"


def _escaped(value: str, more: str = "") -> str:
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + more else c for c in value)


def as_json(problems: Sequence[Problem]) -> str:
    """Return problems as a JSON object: a count for each severity, and a list with one object a problem."""
    listed = [
        {
            "path": p.place.path, "line": p.place.line, "column": p.place.column, "severity": p.severity, "code": p.code,
            "field": p.field, "message": p.message, "found": p.found, "nearest": p.nearest, "allowed": list(p.allowed), "hint": p.hint,
        }
        for p in problems
    ]  # fmt: skip
    return json.dumps({**tally(problems), "problems": listed}, ensure_ascii=True, indent=1)


def tally(problems: Sequence[Problem]) -> dict[str, int]:
    """Return how many problems there are of each severity."""
    return {f"{name}s": sum(p.severity == name for p in problems) for name in SEVERITIES}


def many(count: int, one: str, several: str = "") -> str:
    """Return a number with what it counts: ``1 claim``, ``2 claims``; ``several`` where that does not end in an s alone."""
    return f"{count} {one if count == 1 else several or f'{one}s'}"


def tallied(counted: Mapping[str, int]) -> str:
    """Return a tally in words, with the option that shows the notices where there are any."""
    listed = ", ".join(f"{count} {name if count != 1 else name[:-1]}" for name, count in counted.items())
    return f"{listed} (--notices shows them)" if counted["notices"] else listed
