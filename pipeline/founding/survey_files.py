"""The files below ``survey/`` of a new survey: title page, vocabulary, protocol, and what is to be made of the entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..edits import source
from .answers import Answers
from .vocabularies import Vocabulary

_MOST_SHOWN = 30
"""Values; a figure of more cannot be read."""
_CHIPS = 4
"""Fields whose values stand behind each paper on the front page."""
SIGHTED = "title_and_abstract"
"""The first stage of screening, and the second one."""
READ = "full_text"


def about(answers: Answers, description: str) -> str:
    """Return ``survey/about.yaml``."""
    lines = [
        f"name: {source(answers.title)}",
        f"title: {source(answers.title)}",
        f"author: {source(answers.author.written)}",
        f"cutoff: {answers.day.isoformat()}",
        f"description: {source(description)}",
        f"license_data: {source(answers.license)}",
        "license_code: MIT",
        "# repository: https address of the repository, once it has one",
        "# site_url: https address of the pages in site/, once they are published",
        "# holds: [workflows] where workflows answer the forms as they are sent, [software] where the program is part of this repository",
    ]
    return _text(lines)


def taxonomy(fields: Sequence[Vocabulary]) -> str:
    """Return ``survey/taxonomy.yaml``: the fields, and a short vocabulary for excluded records."""
    return _text(["fields:", *(line for field in fields for line in _field(field)), *_EXCLUSION])


_EXCLUSION = (
    "exclusion:",
    "  stage:",
    "    label: Stage",
    "    ordered: yes",
    "    definition: How far a record came before it was excluded.",
    "    values:",
    f"      {SIGHTED}: {{label: Title and abstract, definition: Title and abstract were enough to decide.}}",
    f"      {READ}: {{label: Full text, definition: The text had to be read.}}",
    "  reason_codes:",
    "    label: Reasons",
    "    definition: Why a record is not kept.",
    "    values:",
    "      off_topic: {label: Off topic, definition: It is about something else.}",
    "      no_access: {label: No access, definition: It could not be read.}",
    "      duplicate: {label: Duplicate, definition: Another record is about the same work.}",
)


def _field(field: Vocabulary) -> Iterator[str]:
    yield f"  {field.name}:"
    yield f"    label: {source(field.label)}"
    yield f"    kind: {field.kind}"
    if field.required:
        yield "    required: yes"
    if "NA" in field.values:
        yield "    none: NA"
    yield f"    definition: {source(field.definition)}"
    yield "    values:"
    for name, label in field.values.items():
        yield f'      "{name}":'
        yield f"        label: {source(label)}"
        yield f"        definition: {source(field.definitions[name])}"


def protocol(answers: Answers, origin: str) -> str:
    """Return ``survey/protocol.yaml``: where the entries came from, and a plain beginning for what is found later."""
    lines = [
        "# A beginning. Say here where and how you look for papers, and by which rules you keep them.",
        f"sources: [{source(origin, flow=True)}]",
        "query_families:",
        "  by_hand:",
        "    label: Found by hand",
        f"    terms: [{source(answers.title, flow=True)}]",
        "    logged_as: [by_hand]",
        "stages:",
        f"  {SIGHTED}: Title and abstract of a new record are read.",
        f"  {READ}: The text is read.",
    ]
    return _text(lines)


def outputs(fields: Sequence[Vocabulary], *, dated: bool) -> str:
    """Return ``survey/outputs.yaml``. ``dated`` says whether arXiv ids give months, which a timeline needs.

    The list is grouped by the first field of which every entry carries one value, since a paper with several would stand under
    the first of them alone; where there is none, by the first that every entry carries.
    """
    ranked = sorted(fields, key=lambda field: (not field.required, field.kind != "one", len(field.values) < 2))
    grouping = ranked[0]
    shown = [field for field in fields if len(field.values) <= _MOST_SHOWN]
    chips = [field.name for field in (*(one for one in fields if one is not grouping), grouping)][:_CHIPS]
    figures = list(_figures(shown, grouping, dated=dated))
    lines = ["figures:" if figures else "figures: {}", *(line for _, told in figures for line in told)]
    lines += ["tables:", *_tables(fields)]
    lines += ["readme:", f"  group_by: {grouping.name}", f"  chips: [{', '.join(chips)}]"]
    named = [name for name, _ in figures]
    maps = [name for name in named if name == "timeline"] or named[:1]
    if maps:
        lines.append(f"  maps: [{', '.join(maps)}]")
    if rest := [name for name in named if name not in maps]:
        lines.append(f"  coverage: [{', '.join(rest)}]")
    return _text([*lines, "columns:", *_columns(fields)])


def _figures(shown: Sequence[Vocabulary], grouping: Vocabulary, *, dated: bool) -> Iterator[tuple[str, list[str]]]:
    if shown:
        title = f"{{papers}} {{papers|paper|papers}} by {listed(shown)}"
        yield "tag-counts", _output("tag-counts", "counts", [field.name for field in shown], title)
    if len(shown) > 1:
        one, other = shown[:2]
        pair = f"{one.name} {other.name}"
        said = f"{{cells {pair}|pair|pairs}} of {_said(one)} and {_said(other)} {{gaps {pair}|is|are}} empty"
        title = f"{{gaps {pair}}} of {{cells {pair}}} {said}"
        yield "combinations", _output("combinations", "crosstab", [one.name, other.name], title)
    if dated and grouping in shown:
        yield "timeline", _output("timeline", "timeline", [grouping.name], f"Papers on arXiv by month and {_said(grouping)}")


def _tables(fields: Sequence[Vocabulary]) -> Iterator[str]:
    yield from _output("all-papers", "pool", [field.name for field in fields], "{papers} {papers|paper|papers} in all")


def _output(name: str, kind: str, fields: Sequence[str], title: str) -> list[str]:
    return [f"  {name}:", f"    kind: {kind}", f"    fields: [{', '.join(fields)}]", f"    title: {source(title)}"]


def _columns(fields: Sequence[Vocabulary]) -> Iterator[str]:
    facts = ("key", "title", "authors", "year", "venue", "arxiv_id", "doi", "url")
    yield from (f"  {name}: {{from: {name}}}" for name in facts)
    for field in fields:
        name = field.name.replace("-", "_")
        yield f"  {name if name[0].isalpha() else f'field_{name}'}: {{from: {field.name}}}"
    yield from (f"  {name}: {{from: {name}}}" for name in ("summary", "notes"))


def _said(field: Vocabulary) -> str:
    """Return what a title calls a field: braces would be placeholders there."""
    plain = "".join(c for c in field.label if c not in "{}")
    return plain if plain[1:2].isupper() else plain[:1].lower() + plain[1:]


def listed(fields: Sequence[Vocabulary]) -> str:
    """Return the fields in words, as a sentence names them."""
    names = [_said(field) for field in fields]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
