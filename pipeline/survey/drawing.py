"""Small graphs, one for each value of a field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..fields import Fields
from ..taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class Drawing:
    """A small graph on a grid of 100 by 100."""

    nodes: Mapping[str, tuple[str, int, int]]
    """Label and position by id; an empty label draws a plain agent."""
    edges: tuple[tuple[str, str, bool], ...]
    """From, to, and whether it goes both ways."""


def drawings_in(source: Fields, taxonomy: Taxonomy, fields: tuple[str, ...]) -> dict[str, Drawing]:
    """Return the drawings of an output, by the value of its first field; what is wrong is reported and left out."""
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
