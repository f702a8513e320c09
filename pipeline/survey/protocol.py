"""How papers were found, screened and admitted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..fields import Fields


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
