"""The columns that are fields, with what stands in them, to the vocabulary of the new survey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..errors import CallFault
from .entries import Entry
from .guessing import HEADINGS, Guess
from .plain_text import plain
from .roles import TAGS
from .vocabularies import Vocabulary, comparable, field_name, value_names

MOST_VALUES = 1_000
"""More are no vocabulary: forms, pages and figures list every value."""
_LONGEST = 100
"""Characters of a label within a sentence."""
BY_YEAR = "by year"
"""The column of a field that stands in where a table has no other: entries by their year."""


def vocabularies(
    columns: Sequence[Guess], rows: Sequence[Entry], entries: Sequence[Entry], file: str, taken: Sequence[str] = ()
) -> dict[str, Vocabulary]:
    """Return the field that each such column becomes, by column; one of years where there is none, empty where no year is known either.

    ``rows`` are what the table's rows say, ``entries`` the same with those of one paper put together, ``file`` is the name of the
    table's file, ``taken`` are names of other fields. Raises CallFault for a column whose values are too many to be a vocabulary.
    """
    found: dict[str, Vocabulary] = {}
    for guess in columns:
        if guess.role.kind in TAGS and any(guess.column in entry.tags for entry in entries):
            names = (*taken, *(one.name for one in found.values()))
            found[guess.column] = _vocabulary(guess, rows, entries, file, names)
    if not found and not taken and (years := _years(entries, file)):
        found[BY_YEAR] = years
    return found


def _vocabulary(guess: Guess, rows: Sequence[Entry], entries: Sequence[Entry], file: str, taken: Sequence[str]) -> Vocabulary:
    column = guess.column
    labels = [entry.tags.get(column, ()) for entry in entries]
    written = dict(_most_frequent([row.tags.get(column, ()) for row in rows]))
    if len(written) > MOST_VALUES:
        raise CallFault(f"the column {column!r} holds {len(written):,} different values, which is no vocabulary; --column {column!r}=keep")
    order = sorted(written, key=lambda one: int(one)) if all(one.isascii() and one.isdigit() for one in written) else list(written)
    names = value_names(written[folded] for folded in order)
    values = {names[folded]: written[folded] for folded in order}
    definitions = {name: _definition(label, guess, file) for name, label in values.items()}
    kind = "many" if guess.role.kind == "many" or any(len(set(map(comparable, one))) > 1 for one in labels) else "one"
    called = _short(plain(column).text) or "Field"
    label = called[:1].upper() + called[1:]
    definition = f"What the headings of {file} say." if guess.why == HEADINGS else f"What stands under “{called}” in {file}."
    return Vocabulary(field_name(column, taken), label, kind, definition, values, definitions, all(labels), names)


def _definition(label: str, guess: Guess, file: str) -> str:
    if guess.why == HEADINGS:
        return f"Entries under the heading “{_short(label)}” in {file}."
    return f"Entries with “{_short(label)}” under “{_short(plain(guess.column).text)}” in {file}."


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _most_frequent(labels: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Yield each value, in the order of first sight, with its most frequent spelling."""
    spelled: dict[str, Counter[str]] = {}
    for one in labels:
        for label in one:
            spelled.setdefault(comparable(label), Counter())[label] += 1
    for folded, counted in spelled.items():
        yield folded, counted.most_common(1)[0][0]


def _years(entries: Sequence[Entry], file: str) -> Vocabulary | None:
    named = sorted({entry.year for entry in entries if entry.year}, reverse=True)
    if not named:
        return None
    values = {str(year): str(year) for year in named}
    definitions = {name: f"Entries of {name}." for name in values}
    definition = f"Year of the entry; {file} has no column that could be a field."
    return Vocabulary(
        "period",
        "Period",
        "one",
        definition,
        values,
        definitions,
        all(entry.year for entry in entries),
        dict(zip(values, values, strict=True)),
    )


def tags(entry: Entry, vocabularies: Mapping[str, Vocabulary]) -> dict[str, tuple[str, ...]]:
    """Return the values that an entry holds, by name of the field, in the field's order."""
    found = {}
    for column, vocabulary in vocabularies.items():
        labels = (str(entry.year),) if column == BY_YEAR and entry.year else entry.tags.get(column, ())
        names = {vocabulary.name_of(label) for label in labels}
        if names:
            found[vocabulary.name] = tuple(name for name in vocabulary.values if name in names)
    return found
