"""A report as text for people, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..traces.checks.names import called
from ..traces.events import Reward
from ..traces.findings import counted
from ..traces.measures import Measure, number
from ..traces.metrics.amounts import COUNTED, number_of, tokens_of
from ..traces.metrics.spent import Spent
from ..traces.metrics.stated_costs import lost, total
from ..traces.report import Report
from .problems import visible

UNKNOWN = "unknown"
FEW = 12
"""More agents, changes in their number, or rewards than this are not all named."""
MANY = 20
"""Rows of a table of what was spent."""


def text(report: Report) -> str:
    """Return a report. Nothing in it acts on a terminal."""
    parts = (_head, _metrics, _decisions, _population, _spending, _rewards, _checklist)
    return "\n".join(visible(line) for part in parts for line in part(report))


def _head(report: Report) -> Iterator[str]:
    trace = report.trace
    yield f"{report.name}: run {called(trace.trace_id)} of task {called(trace.task_id)}"
    agents = f"{counted(len(report.agents), 'agent')}: {_some(tuple(map(called, report.agents)))}"
    yield f"{trace.topology or 'unknown'} topology, {counted(report.events, 'event')} (length band: {report.band}), {agents}"
    costs = {name: "not computable" if lost(trace, name) else number(value) for name, value in sorted(trace.costs.items())}
    costs |= {"tokens": str(total(trace))}
    yield f"costs: {', '.join(f'{name} {value}' for name, value in costs.items())}"


def _metrics(report: Report) -> Iterator[str]:
    yield ""
    yield from (_measure(name.replace("_", " "), measure) for name, measure in report.measures.items())


def _decisions(report: Report) -> Iterator[str]:
    yield ""
    yield "share of sub-decisions"
    yield from (_measure(f"  {label}", measure) for label, measure in report.decisions.items())


def _measure(name: str, measure: Measure) -> str:
    about = [measure.unit if measure.status != "not computable" else "", measure.method]
    about += [f"missing: {', '.join(measure.missing)}"] if measure.missing else []
    about += [f"guessed: {', '.join(measure.inferred)}"] if measure.inferred else []
    return f"{name:<26} {measure!s:<18} {'; '.join(part for part in about if part)}".rstrip()


def _population(report: Report) -> Iterator[str]:
    yield ""
    yield f"agents over time: {_some(tuple(f'{count} from t = {number(t)}' for t, count in report.population))}"


def _spending(report: Report) -> Iterator[str]:
    for dimension, rows in report.spent.rows.items():
        yield ""
        yield f"{f'by {dimension}':<26} {'events':>8} {'tokens':>16} {'calls':>12} {'messages':>12}"
        yield from (_row(report, name, spent) for name, spent in _busiest(rows))
        if len(rows) > MANY:
            yield f"  and {len(rows) - MANY:,} more with as many events or fewer; --format json has all"


def _busiest(rows: Sequence[tuple[str | None, Spent]]) -> Iterator[tuple[str | None, Spent]]:
    """Yield the rows with the most events, in the order of all of them."""
    most = sorted(range(len(rows)), key=lambda place: -rows[place][1].events)[:MANY]
    yield from (rows[place] for place in sorted(most))


def _row(report: Report, name: str | None, spent: Spent) -> str:
    tokens = _known(tokens_of(spent, report.spent)) if spent.with_tokens else UNKNOWN
    calls, messages = (_known(number_of(spent, report.spent, type_)) for type_ in COUNTED)
    return f"  {'(none)' if name is None else called(name):<24} {spent.events:>8} {tokens:>16} {calls:>12} {messages:>12}"


def _known(found: Measure) -> str:
    return UNKNOWN if found.status == "not computable" else str(found)


def _rewards(report: Report) -> Iterator[str]:
    yield ""
    yield f"rewards of the run: {_some(tuple(map(_reward, report.rewards))) or 'none'}"
    given = tuple(f"{_reward(given.reward)} (on {counted(given.events, 'event')})" for given in report.event_rewards)
    yield f"rewards of events: {_some(given) or 'none'}"


def _reward(reward: Reward) -> str:
    unit, target = (f" {reward.unit}" if reward.unit else ""), (f" {reward.target}" if reward.target else "")
    return f"{reward.channel}{f' to{unit}{target}' if unit or target else ''} {number(reward.value)}"


def _checklist(report: Report) -> Iterator[str]:
    yield ""
    yield f"reporting checklist: {sum(item.met for item in report.checklist)} of {len(report.checklist)}"
    for item in report.checklist:
        yield f"  {'yes' if item.met else 'no':<4} {item.name}{': missing ' if item.missing else ''}{', '.join(item.missing)}"


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:FEW]) + (f" and {len(names) - FEW} more" if len(names) > FEW else "")
