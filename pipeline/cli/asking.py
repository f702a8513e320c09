"""Questions to whoever sits at the terminal, for what the options did not say."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import click

from .problems import WIDTH, visible

BACK = "<"
"""What is typed to go back."""
T = TypeVar("T")


class Back(Exception):  # noqa: N818 -- a wish, not an error
    """Somebody wants to go back to the question before this one."""


def choice(what: str, allowed: Mapping[str, str], default: str = "") -> str:
    """Return one value of a vocabulary, chosen by name or number; asks until it is one. Raises Back."""
    names = list(allowed)
    _show(allowed)
    while True:
        answer = text(what, default)
        if answer in allowed:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        click.echo("a name or number from the list, please", err=True)


def choices(what: str, allowed: Mapping[str, str]) -> tuple[str, ...]:
    """Return one or more values of a vocabulary, the weightiest first; asks until each is one. Raises Back."""
    _show(allowed)
    while True:
        found = _known(text(f"{what}, separated by commas").split(","), list(allowed))
        if found:
            return found
        click.echo("names or numbers from the list, please", err=True)


def _show(allowed: Mapping[str, str]) -> None:
    """Show values with their numbers and what is said of each."""
    for number, (name, said) in enumerate(allowed.items(), 1):
        line = visible(f"{number:>4}  {name}" + (f": {said}" if said != name else ""))
        click.echo("\n".join(textwrap.wrap(line, WIDTH, subsequent_indent=" " * 6, break_on_hyphens=False)), err=True)


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
    """Return a line of text; asks until it holds something. Raises Back."""
    while True:
        answer = str(click.prompt(what, default=default or None, err=True)).strip()
        if answer == BACK:
            raise Back
        if answer:
            return answer


def in_turn(questions: Mapping[str, Callable[[], T]]) -> dict[str, T]:
    """Return the answers to some questions, which are asked one after the other. Raises Back from before the first one."""
    asked, answers = list(questions.items()), dict[str, T]()
    if len(asked) > 1:
        click.echo(f"({BACK} goes back to the question before)", err=True)
    position = 0
    while position < len(asked):
        name, ask = asked[position]
        try:
            answers[name] = ask()
        except Back:
            if position == 0:
                raise
            position -= 1
        else:
            position += 1
    return answers
