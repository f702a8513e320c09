"""How ``masrl drift`` shows what it found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from ..errors import Place
from ..metadata.drift import VERDICTS, Finding, Unneeded
from ..metadata.proposals import Proposal
from ..records import Paper, Record
from .problems import many, visible


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was found."""

    findings: tuple[Finding, ...]
    proposals: tuple[Proposal, ...]
    unneeded: tuple[Unneeded, ...]

    def shown(self, everything: bool) -> list[Finding]:
        """Return the findings to list."""
        return [finding for finding in self.findings if everything or finding.open]

    def summary(self) -> str:
        """Return the counts in one sentence."""
        counted = Counter(finding.verdict for finding in self.findings)
        open_ones = [finding for finding in self.findings if finding.open]
        records = len({finding.record.place.path for finding in open_ones})
        accepted = counted["differs"] - len(open_ones)
        return (
            f"{many(len(open_ones), 'difference')} in {many(records, 'record')}, {accepted} accepted; "
            f"{counted['same']} fields are the same, {counted['could not be checked']} could not be checked"
        )


def name(record: Record) -> str:
    """Return a record's key or id."""
    return record.key if isinstance(record, Paper) else record.id


def _place(finding: Finding) -> Place:
    field = {"identity": "arxiv_id", "version": "arxiv_id", "withdrawn": "arxiv_id"}.get(finding.field, finding.field)
    return finding.record.where(field if isinstance(finding.record, Paper) or field == "title" else "identifier")


def text(report: Report, everything: bool) -> str:
    """Return the report for people: each finding with its place, each patch after its record, the counts last."""
    patches = {proposal.record.place.path: proposal for proposal in report.proposals}
    lines = []
    for path, several in groupby(report.shown(everything), key=lambda finding: finding.record.place.path):
        for finding in several:
            lines += _told(finding)
        if path in patches:
            lines += _proposed(patches[path], report)
    lines += [f"{visible(one.record.place.path)}: {one.name} is accepted, but does not differ (any more)" for one in report.unneeded]
    return "\n".join([*lines, report.summary()])


def _told(finding: Finding) -> list[str]:
    accepted = "accepted: " if finding.verdict == "differs" and finding.accepted else ""
    head = f"{_place(finding)}: {finding.field} {accepted}{finding.verdict}" + (f": {finding.why}" if finding.why else "")
    rows = (("entry", finding.ours), ("arXiv", finding.theirs), ("reason", finding.accepted))
    return [visible(head), *(f"    {label:<8} {visible(_short(value))}" for label, value in rows if value)]


def _short(value: str) -> str:
    return value if len(value) <= 200 else f"{value[:199]}…"


def _proposed(proposal: Proposal, report: Report) -> list[str]:
    left = _left(proposal, report)
    return [*(f"    {visible(line)}" for line in proposal.patch.splitlines()), *([f"    left to you: {left}"] if left else [])]


def _left(proposal: Proposal, report: Report) -> str:
    """Return what a person has to settle in a record, and how to let it be; empty where nothing is left."""
    left = [one for one in report.findings if one.open and one.record.place == proposal.record.place and one.field in proposal.left]
    names = ", ".join(f"{finding.acceptable}: why" for finding in left if finding.acceptable)
    how = f"; where it is right as it stands, write accepted: {{{names}}}" if names else ""
    return f"{', '.join(proposal.left)}{how}" if proposal.left else ""


def patch(report: Report, _: bool) -> str:
    """Return all patches as one."""
    return "".join(proposal.patch for proposal in report.proposals)


def json_text(report: Report, everything: bool) -> str:
    """Return the report as a JSON object."""
    content = {
        "summary": dict(zip(VERDICTS, _counts(report.findings), strict=True)),
        "findings": [_row(finding) for finding in report.shown(everything)],
        "proposals": [{"record": name(one.record), "patch": one.patch, "left": list(one.left)} for one in report.proposals],
        "unneeded": [{"record": name(one.record), "accepted": one.name} for one in report.unneeded],
    }
    return json.dumps(content, ensure_ascii=True, indent=1)


def _counts(findings: Iterable[Finding]) -> list[int]:
    counted = Counter(finding.verdict for finding in findings)
    return [counted[verdict] for verdict in VERDICTS]


def _row(finding: Finding) -> dict[str, object]:
    place = _place(finding)
    return {
        "record": name(finding.record), "path": place.path, "line": place.line, "field": finding.field, "verdict": finding.verdict,
        "entry": finding.ours, "arxiv": finding.theirs, "why": finding.why, "accepted": finding.accepted or None,
    }  # fmt: skip


def markdown(report: Report, everything: bool) -> str:
    """Return the report for one tracking issue."""
    from ..outputs import markdown as md

    parts: list[str] = [md.inline(report.summary() + ".")]
    for path, several in groupby(report.shown(everything), key=lambda finding: finding.record.place.path):
        parts.append(f"### {md.code(path)}")
        parts.append("\n".join(_item(finding) for finding in several))
        mine = [one for one in report.proposals if one.record.place.path == path]
        parts += [md.block(one.patch, "diff") for one in mine if one.patch]
        parts += [f"Left to you: {md.inline(left)}." for one in mine if (left := _left(one, report))]
    if report.unneeded:
        parts.append("### Accepted, but no longer different")
        parts.append("\n".join(f"- {md.code(one.record.place.path)}: {md.inline(one.name)}" for one in report.unneeded))
    return "\n\n".join(parts)


def _item(finding: Finding) -> str:
    from ..outputs import markdown as md

    state = "accepted" if finding.accepted else finding.verdict
    said = [f"**{finding.field}** {state}" + (f": {md.inline(finding.why)}" if finding.why else "")]
    rows = (("entry", finding.ours), ("arXiv", finding.theirs), ("reason", finding.accepted))
    said += [f"{label}: {md.inline(_short(value))}" for label, value in rows if value]
    return f"- [{'x' if not finding.open else ' '}] " + "  \n  ".join(said)
