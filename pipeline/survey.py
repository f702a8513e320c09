"""What the survey says of itself: title page, protocol, scale points, and which outputs it wants."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import date
from typing import NamedTuple

from . import identifiers, records
from .errors import Place
from .fields import Fields
from .located import Scalar, Sequence, Value
from .records import Author
from .taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class About:
    """The title page. What is empty drops the links that would need it."""

    name: str
    """Of the list, as the README's heading shows it."""
    title: str
    """Of the survey."""
    author: Author
    arxiv_id: str
    cutoff: date
    """The day whose pool is the published one."""
    description: str
    """One sentence, for the README's head, feeds and data packages."""
    introduction: tuple[str, ...]
    """Paragraphs."""
    cite: str
    """How to cite, in one sentence."""
    license_data: str
    """SPDX identifier."""
    license_code: str
    """SPDX identifier."""
    repository: str
    """https address without a final slash; empty while there is none."""
    site_url: str
    """https address with a final slash; empty while there is none."""
    rights_holder: str


@dataclass(frozen=True, slots=True)
class QueryFamily:
    """A group of search queries."""

    name: str
    label: str
    terms: tuple[str, ...]
    logged_as: tuple[str, ...]
    """The names under which the exclusion log files it."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """How papers were found, screened and admitted."""

    sources: tuple[str, ...]
    query_families: tuple[QueryFamily, ...]
    stages: Mapping[str, str]
    """What happens at each screening stage, in order."""
    inclusion: tuple[str, ...]
    exclusion: tuple[str, ...]
    promotion_rule: str
    promotion_cells: tuple[str, ...]
    scope: tuple[str, ...] = ()
    """Terms of which a candidate must mention one besides those of a family; none confines nothing."""

    @property
    def logged_families(self) -> tuple[str, ...]:
        """Every family name that an exclusion may carry."""
        return tuple(name for family in self.query_families for name in family.logged_as)


class Span(NamedTuple):
    """A range of whole numbers, both ends included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ScalePoint:
    """A reported operating point: how many agents, how many steps."""

    id: str
    label: str
    entry: str
    """Key of a paper; empty for a regime that no single paper stands for."""
    agents: Span | None
    agents_in_words: str
    steps: Span | None
    sessions: int | None
    kind: str
    source: str
    place: Place = dataclass_field(default=Place("survey/scale.yaml"), compare=False)


@dataclass(frozen=True, slots=True)
class Output:
    """A figure or a table that the survey wants, of one of the kinds that the pipeline can make."""

    name: str
    """Its file's stem."""
    kind: str
    fields: tuple[str, ...]
    """Fields of the taxonomy that it shows."""
    title: str
    """The finding, with ``{placeholders}``; of a table the caption."""
    subtitle: str
    alt: str
    """What a screen reader says, with placeholders; empty takes the title."""
    groups: tuple[tuple[str, ...], ...]
    """Of a grouped matrix: the keys of each row."""
    drawings: Mapping[str, Drawing]
    """Of drawings: one graph for each value."""
    place: Place = dataclass_field(compare=False)
    asked: tuple[tuple[str, ...], ...] = ()
    """Of a history: what is counted, each as conditions such as ``is_rl=yes`` that are met together, or ``papers`` or
    ``exclusions`` alone."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A small graph on a grid of 100 by 100."""

    nodes: Mapping[str, tuple[str, int, int]]
    """Label and position by id; an empty label draws a plain agent."""
    edges: tuple[tuple[str, str, bool], ...]
    """From, to, and whether it goes both ways."""


@dataclass(frozen=True, slots=True)
class Readme:
    """What the README shows."""

    group_by: str
    """The field whose values are the sections of the list."""
    chips: tuple[str, ...]
    """The fields whose values stand behind each paper."""
    maps: tuple[str, ...]
    """Names of the figures under the heading of the survey's maps."""
    coverage: tuple[str, ...]
    """Names of the figures and tables under the heading of the coverage."""
    claims: tuple[str, ...] = ()
    """Ids of the claims that are shown first; the others are folded."""
    place: Place = dataclass_field(default=Place("survey/outputs.yaml"), compare=False)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of an exported table."""

    name: str
    source: str
    """A field of the entry, a field of the taxonomy, or ``first_author``."""
    empty: str
    """What stands there where the entry has nothing."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Everything that ``survey/outputs.yaml`` asks for."""

    figures: tuple[Output, ...]
    tables: tuple[Output, ...]
    readme: Readme
    columns: tuple[Column, ...]
    """Of the plain CSV export."""


# -- placeholders in titles


class Placeholder(NamedTuple):
    """A part of a title that is computed: ``{count credit_granularity=message}``."""

    name: str
    arguments: tuple[str, ...]


_PLACEHOLDER = re.compile(r"\{([a-z_]+)((?: [^{}\s]+)*)\}")


def placeholders(text: str) -> Iterator[tuple[re.Match[str], Placeholder]]:
    """Yield each placeholder of a text with the place where it stands in it."""
    for match in _PLACEHOLDER.finditer(text):
        yield match, Placeholder(match[1], tuple(match[2].split()))


PLACEHOLDERS: Mapping[str, str] = {
    "papers": "", "exclusions": "", "screened": "", "cutoff": "", "count": "conditions", "names": "conditions",
    "coded": "field", "applicable": "field", "gaps": "fields", "cells": "fields", "values": "field", "empty": "field",
    "top": "field", "top_count": "field", "stages": "", "complete": "field", "rated": "levels", "first": "conditions",
    "largest": "scale kind", "claims": "", "fragile": "", "firmest": "", "course": "conditions",
}  # fmt: skip
"""Name to what follows it: nothing, one field, two fields, conditions such as ``is_rl=yes``, levels of a map such as
``coverage=safety:direct``, or a kind of scale point."""


def placeholder_fault(placeholder: Placeholder, taxonomy: Taxonomy) -> str | None:
    """Say what is wrong with a placeholder, or return None."""
    wants = PLACEHOLDERS.get(placeholder.name)
    if wants is None:
        return f"there is no placeholder {placeholder.name!r}; known are {', '.join(PLACEHOLDERS)}"
    wanted = {"": 0, "field": 1, "fields": 2, "levels": 1, "scale kind": 1}.get(wants)
    if wanted is not None and len(placeholder.arguments) != wanted:
        return f"{placeholder.name!r} takes {wanted} {'fields' if wants.startswith('field') else wants}"
    if placeholder.name == "stages" and "stage" not in taxonomy.exclusion:
        return "the taxonomy declares no stage of exclusions"
    if wants == "scale kind":
        kind = placeholder.arguments[0]
        return None if kind in SCALE_KINDS else f"{kind!r} is no kind of scale point; known are {', '.join(SCALE_KINDS)}"
    faults = (_argument_fault(argument, wants, taxonomy) for argument in placeholder.arguments)
    return next((fault for fault in faults if fault), None)


def _argument_fault(argument: str, wants: str, taxonomy: Taxonomy) -> str | None:
    name, _, value = argument.partition("=")
    field = taxonomy.fields.get(name)
    if field is None:
        return f"the taxonomy has no field {name!r}"
    if wants in ("field", "fields") and argument != name:
        return f"{argument!r} is a condition, where a field is wanted"
    if wants == "levels":
        value, _, level = value.partition(":")
        if level not in field.level_by_name:
            return f"{level!r} is no level of {name}"
    values = {"conditions": value.split(","), "levels": [value]}.get(wants, [])
    return next((f"{value!r} is no value of {name}" for value in values if value not in field.by_name), None)


# -- reading


def parse_about(top: Fields) -> About | None:
    """Return the title page, or None after reporting what is wrong with it."""
    required = ("name", "title", "author", "cutoff", "description", "license_data", "license_code")
    optional = ("arxiv_id", "introduction", "cite", "repository", "site_url", "rights_holder")
    top.allow((*required, *optional))
    top.require(*required)
    name, title, cutoff, signed = top.text("name"), top.text("title"), top.date("cutoff"), top.scalar("author")
    author = records.person(top, signed, "author") if signed else None
    data, code, description = top.text("license_data"), top.text("license_code"), top.text("description")
    if not (name and title and author and cutoff and data and code and description):
        return None
    return About(
        name, title, author, records.arxiv_id(top, "arxiv_id") or "", cutoff, description, top.texts("introduction"),
        top.text("cite") or "", data, code, _address(top, "repository").rstrip("/"), _folder_address(top), top.text("rights_holder") or "",
    )  # fmt: skip


def _address(top: Fields, key: str) -> str:
    scalar = top.scalar(key)
    return (top.link(scalar, key) or "") if scalar else ""


def _folder_address(top: Fields) -> str:
    address = _address(top, "site_url")
    return f"{address.rstrip('/')}/" if address else ""


def parse_protocol(top: Fields) -> Protocol:
    """Return the protocol; what is wrong is reported and left out."""
    top.allow(("sources", "query_families", "scope", "stages", "inclusion", "exclusion", "promotion"))
    top.require("sources", "query_families", "stages")
    stages, promotion = top.below("stages"), top.below("promotion")
    if promotion:
        promotion.allow(("rule", "cells"))
    return Protocol(
        sources=top.texts("sources"),
        query_families=tuple(_families(top)),
        stages={name: stages.text(name) or "" for name in stages.mapping.keys} if stages else {},
        inclusion=top.texts("inclusion"),
        exclusion=top.texts("exclusion"),
        promotion_rule=(promotion.text("rule") or "") if promotion else "",
        promotion_cells=promotion.texts("cells") if promotion else (),
        scope=top.texts("scope"),
    )


def _families(top: Fields) -> Iterator[QueryFamily]:
    below = top.below("query_families")
    for name in below.keys() if below else ():
        assert below is not None
        source = below.below(name)
        if source:
            source.allow(("label", "terms", "logged_as"))
            source.require("label", "terms", "logged_as")
            yield QueryFamily(name, source.text("label") or name, source.texts("terms"), source.texts("logged_as"))


SCALE_KINDS = ("baseline", "regime", "trained", "deployed", "case_study")


def parse_scale(top: Fields) -> tuple[ScalePoint, ...]:
    """Return the scale points; what is wrong is reported and left out."""
    top.allow(("note", "points"))
    points: list[ScalePoint] = []
    for number, item in enumerate(top.each("points", what="point"), 1):
        source = top.as_fields(item, f"points[{number}]")
        point = _scale_point(source) if source else None
        if source and point and point.id in {other.id for other in points}:
            source.problem(source.mapping.items["id"], "repeated-value", "another point has this id", "id")
        elif point:
            points.append(point)
    return tuple(points)


def _scale_point(source: Fields) -> ScalePoint | None:
    source.allow(("id", "label", "entry", "agents", "agents_in_words", "steps", "sessions", "kind", "source"))
    source.require("id", "label", "kind")
    name, label, kind = source.text("id"), source.text("label"), source.value_of("kind", SCALE_KINDS)
    if not (name and label and kind):
        return None
    return ScalePoint(
        name, label, source.text("entry") or "", _span(source, "agents"), source.text("agents_in_words") or "",
        _span(source, "steps"), source.number("sessions"), kind, source.text("source") or "", source.place(),
    )  # fmt: skip


def _span(source: Fields, key: str) -> Span | None:
    below = source.below(key)
    if below is None:
        return None
    below.allow(("from", "to"))
    below.require("from", "to")
    low, high = below.number("from"), below.number("to")
    if low is None or high is None:
        return None
    if not 0 < low <= high:
        below.problem(below.mapping, "bad-range", "must run from a positive number to one that is not smaller", "")
        return None
    return Span(low, high)


FIGURE_KINDS: Mapping[str, int] = {
    "flow": 0, "counts": -1, "crosstab": 2, "timeline": 1, "scale": 0, "groups": 1, "hierarchy": 2, "entries": 1, "drawings": 1,
    "matrix": 1, "sensitivity": 0, "history": 0,
}  # fmt: skip
"""Kind of figure to the number of fields it shows; -1 is any number from one up."""
TABLE_KINDS: Mapping[str, int] = {
    "counts": 1, "crosstab": 2, "flow": 0, "queries": 0, "scale": 0, "groups": 1, "entries": -1, "matrix": -1, "values": 1, "signals": -1,
    "pool": -1, "facets": -1, "levels": -1, "claims": 0, "scenarios": 0,
}  # fmt: skip
"""Kind of table to the number of fields it shows; -1 is any number from one up."""
EXTRA_FIELDS = (
    "key", "title", "first_author", "authors", "affiliation", "year", "arxiv_id", "doi", "venue", "url", "added", "summary", "notes",
    "short_name",
)  # fmt: skip
"""What a column can show besides the fields of the taxonomy."""


def parse_outputs(top: Fields, taxonomy: Taxonomy) -> Outputs:
    """Return what the survey wants made; what is wrong is reported and left out."""
    top.allow(("figures", "tables", "readme", "columns"))
    top.require("readme", "columns")
    figures = tuple(_outputs(top, "figures", FIGURE_KINDS, taxonomy))
    groups = {figure.name: figure.groups for figure in figures if figure.groups}
    tables = tuple(_outputs(top, "tables", TABLE_KINDS, taxonomy, groups))
    named = {section: tuple(below.mapping.keys) if (below := top.below(section)) else () for section in ("figures", "tables")}
    readme = _readme(top, taxonomy, named["figures"], named["tables"])
    return Outputs(figures, tables, readme, tuple(_columns(top, taxonomy)))


Groups = tuple[tuple[str, ...], ...]


def _outputs(
    top: Fields, section: str, kinds: Mapping[str, int], taxonomy: Taxonomy, groups: Mapping[str, Groups] | None = None
) -> Iterator[Output]:
    """Yield the outputs of a section; ``groups`` are those of earlier outputs, by name, that it may borrow."""
    below = top.below(section)
    for name in below.keys() if below else ():
        assert below is not None
        if fault := identifiers.key_fault(name):
            below.problem(below.mapping.keys[name], "bad-name", f"is a file's name, and {fault}", name)
            continue
        source = below.below(name)
        output = _output(name, source, kinds, taxonomy, groups or {}) if source else None
        if output:
            yield output


def _output(name: str, source: Fields, kinds: Mapping[str, int], taxonomy: Taxonomy, earlier: Mapping[str, Groups]) -> Output | None:
    source.allow(("kind", "fields", "title", "subtitle", "alt", "groups", "groups_from", "drawings", "asked"))
    source.require("kind", "title")
    kind = source.value_of("kind", kinds)
    fields = source.texts("fields", lambda scalar, where: source.among(scalar, where, taxonomy.fields))
    title, subtitle, alt = (_templated(source, key, taxonomy) for key in ("title", "subtitle", "alt"))
    if kind is None or not title:
        return None
    wanted = kinds[kind]
    listed = source.mapping.items.get("fields")
    if isinstance(listed, Sequence) and len(fields) < len(listed.items):
        return None
    if (len(fields) != wanted) if wanted >= 0 else not fields:
        message = f"a {kind} shows {wanted if wanted >= 0 else 'at least one'} of the taxonomy's fields"
        source.problem(source.mapping, "wrong-count", message, "fields")
        return None
    groups = tuple(_group(source, number, item) for number, item in enumerate(source.each("groups", what="group"), 1))
    if "groups_from" in source:
        groups = earlier.get(source.value_of("groups_from", earlier) or "", ())
    asked = source.texts("asked", lambda scalar, where: _counted(source, scalar, where, taxonomy))
    if kind == "history" and not asked:
        source.require("asked")
        return None
    counted = tuple(tuple(text.split()) for text in asked)
    return Output(name, kind, fields, title, subtitle, alt, groups, _drawings(source, taxonomy, fields), source.place(), counted)


RECORDS = ("papers", "exclusions")
"""What a history can count besides conditions."""


def _counted(source: Fields, scalar: Scalar, where: str, taxonomy: Taxonomy) -> str | None:
    """Return what a history counts as it was written, or None after reporting why it cannot be counted."""
    faults = (_argument_fault(text, "conditions", taxonomy) for text in scalar.text.split())
    fault = None if scalar.text in RECORDS else next((fault for fault in faults if fault), None)
    if fault:
        source.problem(scalar, "bad-condition", fault, where)
    return None if fault else scalar.text


def _templated(source: Fields, key: str, taxonomy: Taxonomy) -> str:
    text = source.text(key) or ""
    faults = [placeholder_fault(placeholder, taxonomy) for _, placeholder in placeholders(text)]
    if re.search(r"[{}]", _PLACEHOLDER.sub("", text)):
        faults.append("a brace belongs to no placeholder; write {name argument argument}")
    for fault in filter(None, faults):
        source.problem(source.mapping.items[key], "bad-placeholder", fault, key)
    return text


def _group(source: Fields, number: int, item: Value) -> tuple[str, ...]:
    where = f"groups[{number}]"
    if not isinstance(item, Sequence):
        source.problem(item, "wrong-kind", "must be a list of keys", where)
        return ()
    keys = (source.as_scalar(child, f"{where}[{n}]", what="key") for n, child in enumerate(item.items, 1))
    return tuple(key.text for key in keys if key)


def _drawings(source: Fields, taxonomy: Taxonomy, fields: tuple[str, ...]) -> dict[str, Drawing]:
    below = source.below("drawings")
    if below is None or not fields:
        return {}
    below.allow(tuple(taxonomy.fields[fields[0]].by_name))
    return {name: _drawing(drawing) for name in below.mapping.keys if (drawing := below.below(name))}


def _drawing(source: Fields) -> Drawing:
    source.allow(("nodes", "edges"))
    nodes = source.below("nodes")
    found = {name: node for name in nodes.mapping.keys if (node := _node(nodes, name))} if nodes else {}
    edges = []
    for item in source.each("edges", what="edge"):
        scalar = source.as_scalar(item, "edges", what="edge")
        if scalar is None:
            continue
        match = re.fullmatch(r"(\w+) (->|<->) (\w+)", scalar.text)
        if match and match[1] in found and match[3] in found:
            edges.append((match[1], match[3], match[2] == "<->"))
        else:
            source.problem(scalar, "bad-edge", "must be 'a -> b' or 'a <-> b' between nodes of this drawing", "edges")
    return Drawing(found, tuple(edges))


def _node(nodes: Fields, name: str) -> tuple[str, int, int] | None:
    source = nodes.below(name)
    if source is None:
        return None
    source.allow(("label", "x", "y"))
    source.require("x", "y")
    x, y = source.number("x"), source.number("y")
    if x is None or y is None:
        return None
    if x > 100 or y > 100:
        source.problem(source.mapping, "bad-range", "lies outside the grid of 100 by 100")
    return source.text("label") or "", x, y


def _readme(top: Fields, taxonomy: Taxonomy, figures: tuple[str, ...], tables: tuple[str, ...]) -> Readme:
    source = top.below("readme")
    if source is None:
        return Readme("", (), (), ())
    source.allow(("group_by", "chips", "maps", "coverage", "claims"))
    source.require("group_by", "chips")

    def among(allowed: tuple[str, ...]) -> Callable[[Scalar, str], str | None]:
        return lambda scalar, where: source.among(scalar, where, allowed)

    return Readme(
        source.value_of("group_by", tuple(taxonomy.fields)) or "",
        source.texts("chips", among(tuple(taxonomy.fields))),
        source.texts("maps", among(figures)),
        source.texts("coverage", among((*figures, *tables))),
        source.texts("claims"),
        source.place(),
    )


def _columns(top: Fields, taxonomy: Taxonomy) -> Iterator[Column]:
    below = top.below("columns")
    for name in below.keys() if below else ():
        assert below is not None
        source = below.below(name)
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
            message = "a column's name begins with a letter and holds letters, digits and _ only"
            below.problem(below.mapping.keys[name], "bad-name", message, name)
        if source is None:
            continue
        source.allow(("from", "empty"))
        origin = source.value_of("from", (*EXTRA_FIELDS, *taxonomy.fields))
        if origin:
            yield Column(name, origin, source.text("empty") or "")
