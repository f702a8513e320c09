"""A text to the value that it holds, or to the problems that keep it from being read."""

from __future__ import annotations

import yaml

from .. import characters, syntax
from ..errors import Place, Problem
from ..syntax import SyntaxFault
from .nodes import compose
from .tree import Tree
from .values import Report, Value

_SETTLED = (
    "keep what belongs there of both sides, of lines under changes both, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>"
)
"""How a conflict of a record is settled."""


def parse(text: str, name: str, report: Report) -> Value | None:
    """Return the value that a YAML text holds, or None after at least one problem was reported.

    ``name`` is the path that problems carry.
    """
    unwanted = [*characters.problems(text, name), *syntax.conflicts(text, name, _SETTLED)]
    for problem in unwanted:
        report(problem)
    if any(problem.severity == "error" for problem in unwanted):
        return None
    try:
        node = compose(text)
    except yaml.MarkedYAMLError as error:
        report(syntax.problem(_fault(error), text, name))
        return None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        first = str(error).splitlines()[:1] or [type(error).__name__]
        report(Problem(Place(name), "yaml-syntax", f"is not YAML: {first[0]}"))
        return None
    if node is None or (isinstance(node, yaml.ScalarNode) and not node.value and not node.style):
        report(Problem(Place(name), "empty-file", "holds nothing"))
        return None
    return Tree(name, text, report).value(node, "", 1)


def _fault(error: yaml.MarkedYAMLError) -> SyntaxFault:
    stopped = error.problem_mark or error.context_mark
    begun = error.context_mark or stopped
    places = [(mark.line + 1, mark.column + 1) if mark else (1, 1) for mark in (stopped, begun)]
    return SyntaxFault(str(error.problem or error.context or "unreadable"), str(error.context or ""), *places)
