"""What a query can ask: the fields of papers, those of exclusions, and the keys of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ..taxonomy import Field, Kind, TagValue, Taxonomy
from .queries import Query, satisfiable, too_many

Of = Literal["papers", "exclusions", "screened", "traces"]
OF: Mapping[str, Of] = {"papers": "papers", "exclusions": "exclusions", "screened": "screened", "traces": "traces"}
"""What a claim can be about; ``screened`` is papers and exclusions together."""


TOO_COMPLEX = ("too-complex", "asks for more combinations of values than can be looked at")
"""Code and message."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A query, and the records that it runs over."""

    of: Of
    query: Query

    def takes(self, of: Of) -> bool:
        """Say whether the query runs over records of a kind, which is ``papers`` or ``exclusions``."""
        return self.of in (of, "screened")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The fields by which records are asked for."""

    papers: Mapping[str, Field]
    exclusions: Mapping[str, Field]
    """What is logged of each, and the tags that a near miss is proposed to carry."""
    keys: tuple[str, ...]
    """Of the papers."""
    ids: tuple[str, ...]
    """Of the exclusions."""

    def fields(self, of: Of) -> Mapping[str, Field]:
        """Return the fields that a query over such records may name."""
        known: dict[Of, Mapping[str, Field]] = {
            "papers": self.papers, "exclusions": self.exclusions, "screened": {**self.papers, **self.exclusions}, "traces": {},
        }  # fmt: skip
        return known[of]

    def names(self, of: Of) -> tuple[str, ...]:
        """Return the keys and ids of such records."""
        return (*(self.keys if of in ("papers", "screened") else ()), *(self.ids if of in ("exclusions", "screened") else ()))

    def fault(self, of: Of, *queries: Query) -> tuple[str, str] | None:
        """Return code and message where no record of the kind can be meant by all the queries at once, else None."""
        kinds = [self.papers] * (of in ("papers", "screened")) + [self.exclusions] * (of in ("exclusions", "screened"))
        asked = [condition for query in queries for condition in query.conditions()]
        if any(too_many(asked, fields) for fields in kinds):
            return TOO_COMPLEX
        if any(satisfiable(queries, fields) for fields in kinds):
            return None
        return "never-matches", "no record could ever meet this query"


def vocabulary(
    taxonomy: Taxonomy, families: Iterable[str], sources: Iterable[str], keys: Iterable[str] = (), ids: Iterable[str] = ()
) -> Vocabulary:
    """Return what queries can ask of a survey.

    ``families`` are the query families as logged and ``sources`` the sources that the log names; ``keys`` and ``ids``
    are the records that a claim may name.
    """
    proposed = {field.name: replace(field, required=False) for field in taxonomy}
    logged = {
        "stage": _logged(taxonomy.exclusion.get("stage"), "one"),
        "reason_codes": _logged(taxonomy.exclusion.get("reason_codes"), "many"),
        "query_family": _listed("query_family", "Query family", families),
        "source": _listed("source", "Source", sources),
    }
    exclusions = proposed | {name: field for name, field in logged.items() if field}
    return Vocabulary(taxonomy.fields, exclusions, tuple(sorted(keys)), tuple(sorted(ids)))


def _logged(declared: Field | None, kind: Kind) -> Field | None:
    return replace(declared, kind=kind, required=True) if declared else None


def _listed(name: str, label: str, values: Iterable[str]) -> Field:
    listed = tuple(TagValue(value, value, "") for value in sorted(set(values)))
    return Field(name, label, "one", "", listed, required=True)
