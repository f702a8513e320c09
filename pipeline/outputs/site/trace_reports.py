"""What was measured of example traces, in words: of one by itself, and of several side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...traces.findings import counted
from ...traces.meanings import MEANINGS
from ...traces.measures import Measure, number
from ...traces.metrics.amounts import COUNTED, number_of, tokens_of
from ...traces.metrics.spent import Spent as Sums
from ...traces.metrics.stated_costs import lost, total
from ...traces.report import Report
from ...traces.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Told:
    """One measure."""

    name: str
    meaning: str
    """Empty where the name says it."""
    value: str
    amount: str
    """The value with its unit, where that says more than the name."""
    status: str
    """exact, bound or not computable."""
    method: str
    missing: str
    """What the trace would have to say; empty where nothing is missing."""

    @classmethod
    def of(cls, name: str, found: Measure, meaning: str = "") -> Told:
        """Return a measure in words."""
        return cls(name, meaning, _parted(str(found)), _parted(found.in_words), found.status, found.method, ", ".join(found.missing))


@dataclass(frozen=True, slots=True)
class Spent:
    """The share of an agent, or of any other group of events, in the work."""

    name: str
    events: str
    tokens: str
    calls: str
    messages: str


@dataclass(frozen=True, slots=True)
class Rewarded:
    """A reward of the run, or those of its events in one channel for one unit and target."""

    channel: str
    given_to: str
    """The run, or how many events."""
    unit: str
    target: str
    value: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that was measured of one trace."""

    measures: tuple[Told, ...]
    decisions: tuple[Told, ...]
    spent: tuple[tuple[str, tuple[Spent, ...]], ...]
    """What events are told apart by, with the groups; without what no event says."""
    rewards: tuple[Rewarded, ...]
    whole: tuple[tuple[str, str], ...]
    """What else there is to say of the run: heading to words."""
    checklist: tuple[tuple[str, bool, str], ...]
    """Item, whether it is met, and what is missing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One metric of every trace."""

    name: str
    meaning: str
    alike: bool
    """Whether all values have one unit, which then need not stand beside each."""
    cells: tuple[Told, ...]


def told(report: Report) -> Sheet:
    """Return what was measured of one trace."""
    return Sheet(
        tuple(Told.of(_label(name), found, MEANINGS[name]) for name, found in report.measures.items()),
        tuple(Told.of(name, found) for name, found in report.decisions.items()),
        tuple(
            (DIMENSIONS.get(name, name), tuple(_spent(report, rows)))
            for name, rows in report.spent.rows.items()
            if any(one for one, _ in rows)
        ),
        tuple(_rewarded(report)),
        tuple(_whole(report)),
        tuple((item.name, item.met, ", ".join(item.missing)) for item in report.checklist),
    )


DIMENSIONS = {"unit": "credit unit", "decision": "sub-decision", "category": "category of tokens"}
"""What groups of events are told apart by, where its name is not what people call it."""


def _spent(report: Report, rows: Sequence[tuple[str | None, Sums]]) -> Iterator[Spent]:
    for name, spent in rows:
        tokens = _parted(str(tokens_of(spent, report.spent))) if spent.with_tokens else "unknown"
        calls, messages = (_parted(str(number_of(spent, report.spent, type_))) for type_ in COUNTED)
        yield Spent("(none)" if name is None else name, f"{spent.events:,}", tokens, calls, messages)


def _rewarded(report: Report) -> Iterator[Rewarded]:
    for reward in report.rewards:
        yield Rewarded(reward.channel, "run", reward.unit or "", reward.target or "", number(reward.value))
    for reward, events in report.event_rewards:
        yield Rewarded(reward.channel, counted(events, "event"), reward.unit or "", reward.target or "", number(reward.value))


def _whole(report: Report) -> Iterator[tuple[str, str]]:
    trace = report.trace
    yield "Length band", f"{report.band} events"
    costs = {name: "not computable" if lost(trace, name) else _parted(number(value)) for name, value in sorted(trace.costs.items())}
    costs |= {"tokens": _parted(str(total(trace)))}
    yield "Costs", ", ".join(f"{name} {value}" for name, value in costs.items())
    yield "Agents at once", ", ".join(f"{count} from t = {number(t)}" for t, count in report.population)


_LONG = re.compile(r"(?<![\d.])\d{4,}(?![\d.e])")


def _parted(text: str) -> str:
    """Return a text whose whole numbers have their digits in groups of three."""
    return _LONG.sub(lambda match: f"{int(match.group()):,}", text)


def compared(reports: Sequence[Report]) -> tuple[Row, ...]:
    """Return each metric with its values in several traces, in their order."""
    return tuple(_row(name, meaning, [one.measures[name] for one in reports]) for name, meaning in MEANINGS.items())


def _row(name: str, meaning: str, found: Sequence[Measure]) -> Row:
    units = {one.unit for one in found if one.status != "not computable"}
    return Row(_label(name), meaning, len(units) < 2, tuple(Told.of(name, one) for one in found))


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
    spoiled = sum(event.corrupted for event in events)
    people = len(timeline.of_type.get("human_intervention", ()))
    safety = len(timeline.of_type.get("safety_event", ()))
    if spoiled:
        yield f"{spoiled} events that went wrong" if spoiled > 1 else "an event that went wrong"
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
