"""What a module for one form must hold. Modules and not classes, since a form has no state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from ..timeline import Timeline
from .draft import Draft
from .source import Source


class Reader(Protocol):
    """A form that runs are recorded in."""

    NAME: str
    """As in ``--from``."""
    TITLE: str
    """What the form is, in a line of help."""

    def fits(self, source: Source) -> bool:
        """Return whether a file is of this form, by its content alone. Raises nothing for any JSON."""

    def drafts(self, sources: Sequence[Source], with_content: bool) -> Iterator[Draft]:
        """Yield the runs that files of this form hold together, in an order that the order of the files does not change.

        Raises nothing for any JSON: what cannot be used is left out, and noted in the draft.
        """


class Writer(Protocol):
    """A form that other programs read."""

    NAME: str
    """As in ``--to``."""
    TITLE: str
    """What the form is, in a line of help."""
    SUFFIX: str
    """Ending of such a file, with its dot."""

    def text(self, timeline: Timeline) -> str:
        """Return a trace in this form, ending with a line feed. Every text of the trace is hostile to it."""
