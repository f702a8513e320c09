"""What the two sorts of files share: errors are counted, and a record with an error is handed on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from ..errors import Problem
from ..fields import Fields
from .exclusion import Exclusion
from .paper import TAGS, Paper

Partial = Callable[["Paper | Exclusion"], None]
"""Takes a record that has an error, as far as it could be read."""
R = TypeVar("R", "Paper", "Exclusion")


def handed_on(record: R, whole: bool, partial: Partial | None) -> R | None:
    """Return a record that is whole; hand another on."""
    if whole:
        return record
    if partial:
        partial(record)
    return None


class Counting:
    """Counts the errors that a file's fields report from here on, and gathers which fields have one."""

    def __init__(self, fields: Fields) -> None:
        self.errors = 0
        self.unread: set[str] = set()
        forward = fields.report

        def report(problem: Problem) -> None:
            if problem.severity == "error":
                self.errors += 1
                self.unread.add(_whole_name(problem.field))
            forward(problem)

        fields.report = report


def _whole_name(field: str) -> str:
    """Return the field in which something stands: ``links`` for ``links[2]``, ``tags.coverage`` for ``tags.coverage.credit``."""
    parts = re.split(r"[.\[]", field)
    return ".".join(parts[: 1 + (parts[0] == TAGS.rstrip("."))])


ACCEPTABLE = ("title", "authors", "venue", "doi", "withdrawn")
"""In what a record may knowingly differ from arXiv, beside versions that appeared later."""


def accepted_differences(fields: Fields, *others: str) -> dict[str, str]:
    """Return in what a record knowingly differs from arXiv, each with its reason; ``others`` may be accepted as well."""
    below = fields.below("accepted")
    if below is None:
        return {}
    versions = (name for name in below.mapping.keys if re.fullmatch(r"v[1-9][0-9]{0,3}", name))
    below.allow((*ACCEPTABLE, *others, *versions), message="is nothing that arXiv could say otherwise")
    return {name: text for name in below.mapping.keys if (text := below.text(name)) is not None}
