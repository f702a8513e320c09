"""A progress line for what can take more than two seconds; only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

T = TypeVar("T")


def shown(items: Iterable[T], what: str) -> Iterator[T]:
    """Yield the items, counting them on standard error while it is a terminal."""
    watched = sys.stderr.isatty()
    for number, item in enumerate(items, 1):
        if watched:
            click.echo(f"\r{what}: {number}", err=True, nl=False)
        yield item
    if watched:
        click.echo("\r\x1b[K", err=True, nl=False)
