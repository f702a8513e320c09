"""Several runs side by side, and grouped by how their agents were arranged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from .findings import JSON
from .measures import finite, number
from .metrics import spending
from .report import MEASURES, Report

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
class Summary:
    """One metric over the runs of one topology."""

    runs: int
    """How many runs there are."""
    exact: int
    """For how many of them the value is exact."""
    low: float | None
    """Smallest exact value; None where there is none."""
    middle: float | None
    """Median of the exact values."""
    high: float | None
    """Largest exact value."""

    def __str__(self) -> str:
        if self.middle is None:
            return "-"
        spread = f" ({number(self.low)}-{number(self.high)})" if self.low != self.high else ""
        partly = f" [{self.exact} of {self.runs}]" if self.exact < self.runs else ""
        return f"{number(self.middle)}{spread}{partly}"


def by_file(reports: Iterable[Report]) -> Table:
    """Return a row for each run; ``-`` where a metric is not computable."""
    heads = ("trace", "topology", "events", "agents", "tokens", *(SHORT[name] for name in MEASURES), "checklist")
    return Table(heads, tuple(_row(report) for report in reports))


def _row(report: Report) -> tuple[str, ...]:
    known = (spending.total(report.trace), *report.measures.values())
    cells = (str(m).replace("at least ", "≥ ").replace("at most ", "≤ ").replace(" to ", "-") for m in known)
    met = sum(item.met for item in report.checklist)
    return (
        report.name, report.trace.topology or "unknown", str(report.events), str(len(report.agents)),
        *(cell if cell != "not computable" else "-" for cell in cells), f"{met} of {len(report.checklist)}",
    )  # fmt: skip


def by_topology(reports: Iterable[Report]) -> Table:
    """Return a row for each topology: the median of the exact values, their range, and of how many runs."""
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
    values = sorted(value for report in reports if (value := report.measures[metric].value) is not None)
    if not values:
        return Summary(len(reports), 0, None, None, None)
    return Summary(len(reports), len(values), values[0], finite(median(values)), values[-1])


def as_json(reports: Iterable[Report]) -> list[JSON]:
    """Return the groups by topology as objects for programs."""
    return [
        {"topology": name, "runs": runs, "metrics": {metric: _as_object(found) for metric, found in metrics.items()}}
        for name, (runs, metrics) in summaries(reports).items()
    ]


def _as_object(summary: Summary) -> JSON:
    return {"exact": summary.exact, "low": summary.low, "median": summary.middle, "high": summary.high}


def as_text(table: Table) -> str:
    """Return a table with its columns aligned. Nothing in it acts on a terminal."""
    lines = [[visible(cell) for cell in row] for row in (table.heads, *table.rows)]
    widths = [max(len(row[column]) for row in lines) for column in range(len(table.heads))]
    return "\n".join("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in lines)


def visible(text: str) -> str:
    """Return a text in which nothing acts on a terminal or turns what stands around it: what cannot be printed is its code point."""
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)
