"""The answers of ``masrl init``: from its options, or asked on a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, TypeVar

import click

from ..errors import CallFault
from . import init_shown
from .problems import visible

if TYPE_CHECKING:
    from ..founding.answers import Answers
    from ..founding.guessing import Guess
    from ..founding.roles import Role
    from ..founding.tables import Table
    from ..founding.vocabularies import Vocabulary

T = TypeVar("T")
_SPDX = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,63}")


def answers(
    table: Table | None, title: str | None, author: str | None, fields: Sequence[str], spdx: str, day: date, *, asking: bool
) -> Answers:
    """Return what is said of the new survey.

    Raises UsageError with all that is missing where nobody can be asked, and CallFault for what is no answer.
    """
    from ..founding import answers as given

    if not _SPDX.fullmatch(spdx):
        raise CallFault(f"{spdx!r} is no SPDX identifier of a license, as CC0-1.0 or CC-BY-4.0")
    suggested = table.title if table else ""
    if not asking:
        title = title or suggested
        _refuse_gaps(title, author, fields, table)
    named = given.title(title, _noted) if title else _asked("title of the survey", lambda text: given.title(text, _noted), suggested)
    signed = given.author(author) if author else _asked("author, as Given Family", given.author)
    tagged: list[Vocabulary] = []
    for text in fields:
        tagged.append(given.field(text, _noted, tagged))
    if asking and table is None and not tagged:
        tagged = _asked_fields()
    return given.Answers(named, signed, tuple(tagged), day, spdx)


def _noted(line: str) -> None:
    click.echo(visible(line), err=True)


def _refuse_gaps(title: str | None, author: str | None, fields: Sequence[str], table: Table | None) -> None:
    gaps = ["--title TEXT"] * (not title) + ["--author 'Given Family'"] * (not author)
    gaps += ["--field 'topic: vision, speech', or --from FILE"] * (not fields and table is None)
    if gaps:
        raise click.UsageError("missing, and nobody is asked:\n  " + "\n  ".join(gaps))


def _asked(what: str, read: Callable[[str], T], default: str = "") -> T:
    """Return an answer; asks again while it is none."""
    while True:
        try:
            return read(str(click.prompt(what, default=default or None, err=True)))
        except CallFault as fault:
            click.echo(visible(str(fault)), err=True)


def _asked_fields() -> list[Vocabulary]:
    from ..founding import answers as given

    click.echo("By what are papers tagged? Write a field and its values, one field a line, as topic: vision, speech", err=True)
    click.echo("Write topic (many): vision, speech where a paper can carry several. Leave the line empty when you are done.", err=True)
    found: list[Vocabulary] = []
    while True:
        text = str(click.prompt("field", default="", show_default=False, err=True)).strip()
        if not text and found:
            return found
        try:
            found.append(given.field(text, _noted, found))
        except CallFault as fault:
            click.echo(visible(str(fault)), err=True)


def columns_said(texts: Sequence[str]) -> dict[str, Role]:
    """Return the roles that options name as ``NAME=FIELD``, by column. Raises CallFault for what is none."""
    from ..founding import roles

    found = {}
    for text in texts:
        name, sign, role = text.rpartition("=")
        if not sign or not name:
            raise CallFault(f"{text!r} names no column; write NAME=FIELD, as in Area=many")
        found[name] = roles.parse(role)
    return found


def confirmed(table: Table, guessed: tuple[Guess, ...]) -> tuple[Guess, ...]:
    """Return what the columns are, after whoever is there has changed what is wrong."""
    from ..founding import guessing

    said: dict[str, Role] = {}
    while True:
        text = str(click.prompt("Enter takes it; NAME=FIELD changes a column", default="", show_default=False, err=True)).strip()
        if not text:
            return guessed
        try:
            said = {guess.column: guess.role for guess in guessed if guess.why == guessing.SAID} | columns_said([text])
            guessed = guessing.guesses(table, said)
        except CallFault as fault:
            click.echo(visible(str(fault)), err=True)
        else:
            init_shown.guess(table, guessed)
