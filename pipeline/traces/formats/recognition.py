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
    source = reading.read(data, name).source
    form = mixture.of_content(source)
    if form in (None, mixture.OWN) or any(map(mixture.is_trace, source.documents)):
        return None
    message = f"is no trace; it looks like {form}: {registry.reader(form).TITLE}"
    return Problem(Place(name), CODE, message, hint=f"masrl trace convert {_argument(name)}")


def _argument(name: str) -> str:
    """Return a file's name as a shell takes it, and never as an option."""
    return shlex.quote(f"./{name}" if name.startswith("-") and name != "-" else name)
