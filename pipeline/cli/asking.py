"""Questions to whoever sits at the terminal, for what the options did not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from .problems import visible


def choice(what: str, allowed: Mapping[str, str], default: str = "") -> str:
    """Return one value of a vocabulary, chosen by name or number; asks until it is one."""
    names = list(allowed)
    for number, name in enumerate(names, 1):
        label = allowed[name]
        click.echo(visible(f"  {number:>2}  {name}" + (f": {label}" if label != name else "")), err=True)
    while True:
        answer = text(what, default)
        if answer in allowed:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        click.echo("a name or number from the list, please", err=True)


def choices(what: str, allowed: Mapping[str, str]) -> tuple[str, ...]:
    """Return one or more values of a vocabulary, the weightiest first; asks until each is one."""
    choice_names = list(allowed)
    for number, name in enumerate(choice_names, 1):
        click.echo(visible(f"  {number:>2}  {name}: {allowed[name]}"), err=True)
    while True:
        found = _known(text(f"{what}, separated by commas").split(","), choice_names)
        if found:
            return found
        click.echo("names or numbers from the list, please", err=True)


def _known(parts: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return the names that parts mean, or none where one of them means nothing."""
    found = []
    for part in (part.strip() for part in parts):
        if part in names:
            found.append(part)
        elif part.isdecimal() and 1 <= int(part) <= len(names):
            found.append(names[int(part) - 1])
        else:
            return ()
    return tuple(dict.fromkeys(found))


def text(what: str, default: str = "") -> str:
    """Return a line of text; asks until it holds something."""
    while True:
        answer = str(click.prompt(what, default=default or None, err=True)).strip()
        if answer:
            return answer
