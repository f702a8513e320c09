"""What was measured of example traces, in words: of one by itself, and of several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...traces.meanings import MEANINGS
from ...traces.measures import Measure, number
from ...traces.metrics.amounts import COUNTED, number_of, tokens_of
from ...traces.report import Report
from ...traces.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Told:
    """One measure."""

    name: str
    meaning: str
    """Empty where the name says it."""
    value: str
    status: str
    """exact, bound or not computable."""
    unit: str
    method: str
    missing: str
    """What the trace would have to say; empty where nothing is missing."""

    @classmethod
    def of(cls, name: str, found: Measure, meaning: str = "") -> Told:
        """Return a measure in words."""
        unit = found.unit if found.status != "not computable" else ""
        return cls(name, meaning, str(found), found.status, unit, found.method, ", ".join(found.missing))


@dataclass(frozen=True, slots=True)
class Spent:
    """One agent's share of the work."""

    name: str
    events: int
    tokens: str
    calls: str
    messages: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that was measured of one trace."""

    measures: tuple[Told, ...]
    decisions: tuple[Told, ...]
    spent: tuple[Spent, ...]
    population: str
    """How the number of agents changed."""
    checklist: tuple[tuple[str, bool, str], ...]
    """Item, whether it is met, and what is missing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One metric of every trace."""

    name: str
    meaning: str
    cells: tuple[Told, ...]


def told(report: Report) -> Sheet:
    """Return what was measured of one trace."""
    return Sheet(
        tuple(Told.of(_label(name), found, MEANINGS[name]) for name, found in report.measures.items()),
        tuple(Told.of(name, found) for name, found in report.decisions.items()),
        tuple(_spent(report)),
        ", ".join(f"{count} from t = {number(t)}" for t, count in report.population),
        tuple((item.name, item.met, ", ".join(item.missing)) for item in report.checklist),
    )


def _spent(report: Report) -> Iterator[Spent]:
    for name, spent in report.spent.rows["agent"]:
        tokens = str(tokens_of(spent, report.spent)) if spent.with_tokens else "unknown"
        calls, messages = (str(number_of(spent, report.spent, type_)) for type_ in COUNTED)
        yield Spent(name or "(none)", spent.events, tokens, calls, messages)


def compared(reports: Sequence[Report]) -> tuple[Row, ...]:
    """Return each metric with its values in several traces, in their order."""
    cells = {name: tuple(Told.of(name, one.measures[name]) for one in reports) for name in MEANINGS}
    return tuple(Row(_label(name), meaning, cells[name]) for name, meaning in MEANINGS.items())


def _label(name: str) -> str:
    return name.replace("_", " ")


def outline(timeline: Timeline) -> Mapping[str, str]:
    """Return what there is to see in a trace: heading to words."""
    trace = timeline.trace
    return {
        "Topology": (trace.topology or "unknown").replace("_", " "), "Agents": str(len(timeline.agents)), "Events": str(len(trace.events)),
        "Tokens": f"{trace.costs['tokens']:,.0f}", "Worth a look": "; ".join(_remarkable(timeline)),
    }  # fmt: skip


def _remarkable(timeline: Timeline) -> Iterator[str]:
    events, trace = timeline.trace.events, timeline.trace
    spoilt = sum(event.corrupted for event in events)
    people = len(timeline.of_type.get("human_intervention", ()))
    safety = len(timeline.of_type.get("safety_event", ()))
    if spoilt:
        yield f"{spoilt} events that went wrong" if spoilt > 1 else "an event that went wrong"
    if people:
        yield "a person who stepped in" if people == 1 else f"{people} interventions of a person"
    if safety:
        yield f"{safety} safety events" if safety > 1 else "a safety event"
    if any(event.trusted is False for event in events):
        yield "content that is not trusted"
    if any(reward.unit is not None for reward in (*trace.rewards, *(reward for event in events for reward in event.rewards))):
        yield "rewards with their credit unit"
    if trace.baseline is not None:
        yield "a measured baseline"
