"""What the checker says of a trace, as a list on its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...errors import SEVERITIES, Problem, in_reading_order
from ..checks.names import is_blank
from .markup import shown

MANY = 100
"""More problems are only counted."""


def listed(problems: Iterable[Problem]) -> str:
    """Return errors and warnings as HTML that can be folded; empty where there are none. Notices are left out."""
    found = in_reading_order(problem for problem in problems if problem.severity != "notice")
    if not found:
        return ""
    items = "\n".join(map(_item, found[:MANY]))
    more = f"<li>and {len(found) - MANY:,} more; <code>masrl trace check</code> names them all" if len(found) > MANY else ""
    head = f'<details class="trace-problems" open><summary>{_counted(found)} of the checker</summary>'
    return f"{head}\n<ul>\n{items}\n{more}</ul></details>"


def _counted(found: Sequence[Problem]) -> str:
    counts = {severity: sum(problem.severity == severity for problem in found) for severity in SEVERITIES}
    return " and ".join(f"{count:,} {severity}{'s' if count > 1 else ''}" for severity, count in counts.items() if count)


def _item(problem: Problem) -> str:
    more = [f"line {problem.place.line}, column {problem.place.column}"]
    more += [f"found {_quoted(problem.found)}"] if problem.found is not None else []
    more += [problem.hint] if problem.hint else []
    where = f"<code>{shown(problem.field)}</code> " if problem.field else ""
    said = f"<b>{shown(problem.code)}</b> {where}{shown(problem.message)} <small>{shown('; '.join(more))}</small>"
    return f'<li class="{problem.severity}">{said}'


def _quoted(found: str) -> str:
    """Return what was found, in quotes where it begins or ends with blanks, or nothing of it can be seen."""
    return found if found == found.strip() and not is_blank(found) else f'"{found}"'
