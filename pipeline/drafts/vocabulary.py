"""Words that a person gives at the command line, held against the survey's vocabulary."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .. import coverage
from ..corpus import Corpus
from ..errors import CallFault, guess
from ..survey import QueryFamily
from ..taxonomy import Field, Tag, Taxonomy


def vocabulary(corpus: Corpus) -> dict[str, dict[str, str]]:
    """Return what is chosen when a record is logged, by name: the values of each, with what they are called and what they mean."""
    families = {name: family.label for family in corpus.protocol.query_families for name in family.logged_as}
    fields = {name: corpus.taxonomy.exclusion[name].values for name in ("stage", "reason_codes") if name in corpus.taxonomy.exclusion}
    return {"query_family": families} | {
        name: {value.name: f"{value.label}. {value.definition}" for value in values} for name, values in fields.items()
    }


def query_families(corpus: Corpus) -> dict[str, QueryFamily]:
    """Return the query families by every name that they have: their own first, then those under which the log files them."""
    named = {family.name: family for family in corpus.protocol.query_families}
    return named | {
        name: family for family in corpus.protocol.query_families for name in family.logged_as if name not in named
    }  # fmt: skip


def query_family(word: str, corpus: Corpus) -> QueryFamily:
    """Return the query family that goes by a word, its own name or one of the log. Raises CallFault where none does."""
    families = query_families(corpus)
    return families[checked(word, "query family", families)]


def logged_family(word: str, corpus: Corpus) -> str:
    """Return how the log names a query family that is given by any of its names. Raises CallFault where it is none."""
    if word in corpus.protocol.logged_families:
        return word
    names = query_family(word, corpus).logged_as
    if not names:
        raise CallFault(f"the log has no name for the query family {word!r}; survey/protocol.yaml gives one under logged_as")
    return names[0]


def checked(word: str, what: str, allowed: Collection[str]) -> str:
    """Return a word of a vocabulary. Raises CallFault, with the nearest one and all of them, where it is none."""
    if word in allowed:
        return word
    raise CallFault(f"{word!r} is no {what}{guess(word, tuple(allowed))}; known are {', '.join(allowed)}")


def tags_given(texts: Iterable[str], taxonomy: Taxonomy) -> dict[str, Tag]:
    """Return tags that are written as ``FIELD=VALUE``, ``FIELD=VALUE,VALUE`` or, for a map, ``FIELD=VALUE:LEVEL``.

    Raises CallFault for what the taxonomy does not know, with the nearest that it does, and for what is given twice.
    """
    found: dict[str, Tag] = {}
    for text in texts:
        name, sign, written = text.partition("=")
        if not sign:
            raise CallFault(f"{text!r} is no tag; write FIELD=VALUE")
        field = coverage.field(name, taxonomy)
        pairs = [part.strip().partition(":") for part in written.split(",")]
        values = tuple(checked(value.strip(), f"value of {name}", field.by_name) for value, _, _ in pairs)
        if name in found:
            raise CallFault(f"{name} is given twice" + ("" if field.kind == "one" else f"; write {name}=VALUE,VALUE"))
        if field.kind == "one" and len(values) != 1:
            raise CallFault(f"{name} takes one value")
        if len(set(values)) < len(values):
            raise CallFault(f"{text!r} gives a value twice")
        if field.kind != "map" and any(level for _, _, level in pairs):
            raise CallFault(f"{text!r}: only a map takes VALUE:LEVEL")
        found[name] = _tag(field, values, [level.strip() for _, _, level in pairs])
    return found


def _tag(field: Field, values: tuple[str, ...], levels: list[str]) -> Tag:
    if field.kind == "one":
        return values[0]
    if field.kind == "many":
        return tuple(name for name in field.by_name if name in values)
    for level in levels:
        if not level or (field.levels and level not in field.level_by_name):
            allowed = ", ".join(field.level_by_name) or "a few words"
            raise CallFault(f"{field.name}: write VALUE:LEVEL, the level being {allowed}")
    return dict(zip(values, levels, strict=True))
