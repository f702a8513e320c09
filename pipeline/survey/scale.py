"""Reported operating points: how many agents, how many steps."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import NamedTuple

from ..errors import Place
from ..fields import Fields


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
