"""How claims are shown: verdicts as text and Markdown, their fragility as a table, and everything as JSON values."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ..claims import Finding, LeastChange, Sensitivity, Verdict
from ..claims.words import listed, named
from ..outputs import markdown
from ..outputs.claimed import ANSWERS, LEGEND, word
from ..outputs.markdown import Markdown
from ..outputs.tables import Column, Table
from .problems import WIDTH, many

NAMED = 12
"""More records than this are counted and not named."""

Scenarios = Sequence[tuple[str, str]]
"""Name and label of each."""


def text(verdicts: Sequence[Verdict]) -> str:
    """Return verdicts for people, a block for each claim, the published pool first."""
    return "\n\n".join(line for pool in ("published", "current") for line in _blocks(verdicts, pool))


def _blocks(verdicts: Sequence[Verdict], pool: str) -> Iterator[str]:
    chosen = [verdict for verdict in verdicts if verdict.claim.pool == pool]
    indent = max((len(word(verdict)) for verdict in chosen), default=0) + 2
    for verdict in chosen:
        lines = [f"{word(verdict):<{indent}}{_head(verdict)}", *_wrapped(verdict.claim.sentence, indent)]
        for finding in verdict.findings:
            lines += _wrapped(_line(finding, len(verdict.findings)), indent)
            lines += _wrapped(_broken(finding), indent)
        yield "\n".join(lines)


def _wrapped(line: str, indent: int) -> list[str]:
    blanks = " " * indent
    return textwrap.wrap(line, WIDTH, initial_indent=blanks, subsequent_indent=blanks, break_long_words=False, break_on_hyphens=False)


def _head(verdict: Verdict) -> str:
    claim = verdict.claim
    return " · ".join(part for part in (claim.id, claim.stands_in, "current pool" if claim.pool == "current" else "") if part)


def _line(finding: Finding, senses: int) -> str:
    sense = f"{finding.sense}: " if senses > 1 else ""
    return f"{sense}{finding.found}{_keys(finding.matched)}{_filled(finding)}"


def _filled(finding: Finding) -> str:
    """Say which cells of a cross-tab are filled, and by how many records each."""
    return f"; filled: {listed(finding.numbers)}" if finding.cells else ""


def _keys(keys: Sequence[str]) -> str:
    return f" ({', '.join(keys)})" if 0 < len(keys) <= NAMED else ""


def _broken(finding: Finding) -> str:
    if finding.outcome == "holds":
        return ""
    why = f"why: {finding.why}" if finding.why != finding.found else ""
    broken = f"too many: {', '.join(finding.breaking)}" if finding.breaking else ""
    return "; ".join(filter(None, (why, broken)))


def summary(verdicts: Sequence[Verdict]) -> str:
    """Return how many claims of each pool came to what."""
    return "\n".join(line for pool in ("published", "current") if (line := _tally(verdicts, pool)))


def _tally(verdicts: Sequence[Verdict], pool: str) -> str:
    outcomes = [verdict.outcome for verdict in verdicts if verdict.claim.pool == pool]
    if not outcomes:
        return ""
    holding, failing, unchecked = (outcomes.count(outcome) for outcome in ("holds", "fails", "cannot be checked"))
    failed = many(failing, "no longer holds", "no longer hold") if pool == "current" else many(failing, "fails", "fail")
    claims = many(len(outcomes), "claim")
    return f"{claims} on the {pool} pool: {many(holding, 'holds', 'hold')}, {failed}, {unchecked} cannot be checked"


def verdict_table(verdicts: Sequence[Verdict]) -> Table:
    """Return verdicts as a table: claim, sentence, verdict, what was found."""
    columns = (Column("Claim"), Column("Sentence"), Column("Verdict"), Column("Found"))
    rows = tuple((v.claim.id, v.claim.sentence, word(v), "; ".join(_found(v))) for v in verdicts)
    return Table("claims", "Claims and what they came to", columns, rows)


def _found(verdict: Verdict) -> Iterator[str]:
    for finding in verdict.findings:
        broken = _broken(finding)
        yield _line(finding, len(verdict.findings)) + (f"; {broken}" if broken else "")


def sensitivity_table(found: Sequence[Sensitivity], scenarios: Scenarios) -> Table:
    """Return a row for each sense of each claim: the least change, and a mark for each scenario."""
    numbers = tuple(Column(str(number)) for number, _ in enumerate(scenarios, 1))
    columns = (Column("claim"), Column("least", numeric=True), Column("what would flip it"), *numbers)
    rows = tuple(row for one in found for row in _rows(one))
    listed = "\n".join(f"{number:>3}  {label}" for number, (_, label) in enumerate(scenarios, 1))
    return Table("sensitivity", "How little would flip each claim, and in which scenarios it holds", columns, rows, f"{listed}\n\n{LEGEND}")


def _rows(one: Sensitivity) -> Iterator[tuple[str, ...]]:
    for least, survivals in zip(one.least, one.survivals, strict=True):
        yield (named(one.claim, least.sense), _least(least), least.words, *(ANSWERS[survival.answer] for survival in survivals))


def _least(least: LeastChange) -> str:
    return "-" if least.count is None else str(least.count)


def details(found: Sequence[Sensitivity], scenarios: Scenarios) -> Markdown:
    """Return what each sense of each claim came to in each scenario, as Markdown: a list for each."""
    labels = dict(scenarios)
    parts = []
    for one in found:
        for least, survivals in zip(one.least, one.survivals, strict=True):
            example = f" Example: {least.example}." if least.example else ""
            lines = [f"**{markdown.inline(named(one.claim, least.sense))}**: {markdown.inline(least.words + '.' + example)}", ""]
            lines += [
                f"- {markdown.inline(f'{labels[survival.scenario]}: {survival.answer}. {survival.detail}')}"
                for survival in survivals
                if survival.answer != "not asked"
            ]
            parts.append("\n".join(lines))
    return Markdown("\n\n".join(parts))


# -- for programs


def verdict_value(verdict: Verdict) -> dict[str, object]:
    """Return a verdict as a JSON object."""
    claim = verdict.claim
    return {
        "id": claim.id, "sentence": claim.sentence, "pool": claim.pool, "place": claim.stands_in, "boundary": claim.boundary,
        "under": claim.under or None, "verdict": verdict.outcome, "senses": [_finding_value(finding) for finding in verdict.findings],
    }  # fmt: skip


def _finding_value(finding: Finding) -> dict[str, object]:
    return {
        "sense": finding.sense, "verdict": finding.outcome, "found": finding.found, "records": list(finding.matched),
        "compared": list(finding.compared), "numbers": list(_number_values(finding)),
        "breaking": list(finding.breaking), "why": finding.why or None,
    }  # fmt: skip


def _number_values(finding: Finding) -> Iterator[dict[str, object]]:
    """Yield what was counted by value; of filled cells, with the values of row and column besides."""
    for place, (label, count) in enumerate(finding.numbers):
        yield {"label": label, "count": count} | ({"values": list(finding.cells[place])} if finding.cells else {})


def sensitivity_value(one: Sensitivity) -> dict[str, object]:
    """Return a claim's fragility as the members that it adds to the verdict's JSON object."""
    return {
        "least": [{"sense": least.sense, "changes": least.count, "words": least.words, "example": least.example} for least in one.least],
        "scenarios": [
            {"sense": least.sense, "scenario": survival.scenario, "holds": survival.answer, "detail": survival.detail}
            for least, survivals in zip(one.least, one.survivals, strict=True)
            for survival in survivals
        ],
    }
