"""Whether a file that is no trace is a record that can be made into one."""

from __future__ import annotations

import shlex

from ...errors import Place, Problem
from . import mixture, reading, registry

CODE = "foreign-form"


def foreign(data: bytes, name: str) -> Problem | None:
    """Return that a file is in another program's form, and how to convert it; None where its content looks like none of them.

    Raises nothing for anything that the bytes can be.
    """
    form = mixture.of_content(reading.read(data, name).source)
    if form in (None, mixture.OWN):
        return None
    message = f"is no trace; it looks like {form}: {registry.reader(form).TITLE}"
    return Problem(Place(name), CODE, message, hint=f"masrl trace convert {shlex.quote(name)}")
