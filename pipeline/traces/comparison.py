"""Several runs side by side, and grouped by how their agents were arranged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from .findings import JSON, visible
from .measures import Measure, finite, number
from .metrics import stated_costs
from .metrics.by_name import MEASURES
from .metrics.parallelism import CLOCKS
from .report import Report

SHORT = {
    "task_success": "success",
    "parallelism_efficiency": "parallelism",
    "critical_path": "crit. path",
    "critical_steps": "crit. steps",
    "useful_agent_utilization": "useful",
    "protocol_overhead": "overhead",
    "message_redundancy": "redundancy",
    "error_amplification": "amplification",
    "peak_agents": "peak agents",
    "delegation_depth": "depth",
}
"""Metric to the head of its column."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under heads."""

    heads: tuple[str, ...]
    """The first names what the rows are."""
    rows: tuple[tuple[str, ...], ...]
    """As many cells as heads."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The exact values of one metric in one unit. There is at least one."""

    unit: str
    """Of the values."""
    exact: int
    """How many values."""
    low: float
    """The smallest."""
    middle: float | None
    """The median; None where a double cannot hold it."""
    high: float
    """The largest."""

    def __str__(self) -> str:
        spread = f" ({number(self.low)}-{number(self.high)})" if self.low != self.high else ""
        return f"{_number(self.middle, self.unit)}{spread}"


@dataclass(frozen=True, slots=True)
class Summary:
    """One metric over the runs of one topology."""

    runs: int
    """How many runs there are."""
    spreads: tuple[Spread, ...]
    """A spread for each unit, by its name: seconds and steps of a clock have no common median. Empty where no value is exact."""

    @property
    def exact(self) -> int:
        """For how many of the runs the value is exact."""
        return sum(spread.exact for spread in self.spreads)

    def __str__(self) -> str:
        if len(self.spreads) > 1:
            return "; ".join(f"{spread} [{spread.exact} of {self.runs}]" for spread in self.spreads)
        partly = f" [{self.exact} of {self.runs}]" if self.exact < self.runs else ""
        return f"{self.spreads[0]}{partly}" if self.spreads else "-"


def _number(value: float | None, unit: str) -> str:
    """Return a number, with its unit where that differs from run to run."""
    return f"{number(value)} {unit}" if unit in CLOCKS else number(value)


def by_file(reports: Iterable[Report]) -> Table:
    """Return a row for each run; ``-`` where a metric is not computable."""
    heads = ("trace", "topology", "events", "agents", "tokens", *(SHORT[name] for name in MEASURES), "checklist")
    return Table(heads, tuple(_row(report) for report in reports))


def _row(report: Report) -> tuple[str, ...]:
    known = (stated_costs.total(report.trace), *report.measures.values())
    cells = map(_cell, known)
    met = sum(item.met for item in report.checklist)
    return (
        report.name, report.trace.topology or "unknown", str(report.events), str(len(report.agents)),
        *cells, f"{met} of {len(report.checklist)}",
    )  # fmt: skip


def _cell(found: Measure) -> str:
    if found.status == "not computable":
        return "-"
    text = str(found).replace("at least ", "≥ ").replace("at most ", "≤ ").replace(" to ", "-")
    return f"{text} {found.unit}" if found.unit in CLOCKS else text


def by_topology(reports: Iterable[Report]) -> Table:
    """Return a row for each topology: the median of the exact values, their range, and of how many runs, for each unit by itself."""
    groups = summaries(reports)
    rows = tuple((name, str(runs), *map(str, found.values())) for name, (runs, found) in groups.items())
    return Table(("topology", "runs", *(SHORT[name] for name in MEASURES)), rows)


def summaries(reports: Iterable[Report]) -> dict[str, tuple[int, dict[str, Summary]]]:
    """Return for each topology the number of runs and, for each metric, its summary; topologies in alphabetical order."""
    groups: dict[str, list[Report]] = {}
    for report in reports:
        groups.setdefault(report.trace.topology or "unknown", []).append(report)
    return {name: (len(group), {metric: _summary(group, metric) for metric in MEASURES}) for name, group in sorted(groups.items())}


def _summary(reports: Sequence[Report], metric: str) -> Summary:
    by_unit: dict[str, list[float]] = {}
    for found in (report.measures[metric] for report in reports):
        if found.value is not None:
            by_unit.setdefault(found.unit, []).append(found.value)
    return Summary(len(reports), tuple(_spread(unit, values) for unit, values in sorted(by_unit.items())))


def _spread(unit: str, values: Sequence[float]) -> Spread:
    return Spread(unit, len(values), min(values), finite(median(values)), max(values))


def as_json(reports: Iterable[Report]) -> list[JSON]:
    """Return the groups by topology as objects for programs: for each metric a list with an object for each unit of its exact values."""
    return [
        {"topology": name, "runs": runs, "metrics": {metric: _as_object(found) for metric, found in metrics.items()}}
        for name, (runs, metrics) in summaries(reports).items()
    ]


def _as_object(summary: Summary) -> JSON:
    return [{"unit": s.unit, "exact": s.exact, "low": s.low, "median": s.middle, "high": s.high} for s in summary.spreads]


def as_text(table: Table) -> str:
    """Return a table with its columns aligned. Nothing in it acts on a terminal."""
    lines = [[visible(cell) for cell in row] for row in (table.heads, *table.rows)]
    widths = [max(len(row[column]) for row in lines) for column in range(len(table.heads))]
    return "\n".join("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in lines)
