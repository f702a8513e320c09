"""Which forms there are. Their modules are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, cast

from .source import Source

if TYPE_CHECKING:
    from .protocol import Reader, Writer

READERS = ("claude-code", "otlp", "atif", "inspect-ai", "openai-agents", "who-when")
"""Names as in ``--from``, in the order in which they are tried: what is told by more keys comes first."""
WRITERS = ("v1", "v2", "chrome", "ocel", "mermaid", "dot")
"""Names as in ``--to``."""


def reader(name: str) -> Reader:
    """Return the module that reads a form."""
    return cast("Reader", _module("readers", name))


def writer(name: str) -> Writer:
    """Return the module that writes a form."""
    return cast("Writer", _module("writers", name))


def detected(source: Source, names: Iterable[str] = READERS) -> str | None:
    """Return the name of the first form that a file fits by its content, or None."""
    return next((name for name in names if reader(name).fits(source)), None)


def _module(kind: str, name: str) -> object:
    return import_module(f".{kind}.{name.replace('-', '_')}", __package__)
