"""Sections on the claims: whose verdict flips, and which are asked otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from ...claims import Verdict
from ...taxonomy_diff import ClaimChange, Diff
from .lines import Line, Section, Style, listed, short


def flips(diff: Diff, style: Style) -> Iterator[Section]:
    """Yield the claims whose verdict is another than before."""
    found = [change for change in diff.claims if change.flipped]
    if found:
        yield Section("Claims whose verdict flips", len(found), tuple(line for change in found for line in _flip(change, style)))


def other_claims(diff: Diff, style: Style) -> Iterator[Section]:
    """Yield the claims that came, went or are asked otherwise, with their verdict."""
    found = [change for change in diff.claims if not change.flipped]
    if found:
        yield Section(
            "Claims that came, went or are asked otherwise", len(found), tuple(Line(0, _claim(change, style)) for change in found)
        )


def _flip(change: ClaimChange, style: Style) -> Iterator[Line]:
    before, after = change.verdict
    assert before is not None
    assert after is not None
    pool = " on the current pool" if after.claim.pool == "current" else ""
    yield Line(0, f"{style.strong(after.claim.id)}{pool}: {before.outcome} → {after.outcome}")
    yield Line(1, style.said(f"“{short(after.claim.sentence)}”"))
    numbers = _numbers(before, after)
    told = [f"now counted: {numbers}"] if numbers else [f"before: {_found(before)}", f"now: {_found(after)}"]
    yield from (Line(1, style.said(text)) for text in told)


def _numbers(before: Verdict, after: Verdict) -> str:
    """Return the numbers that differ, of claims that count by value; empty where there are none, or more than that differs."""
    pairs = list(zip(before.findings, after.findings, strict=False))
    if before.claim != after.claim or len(pairs) != 1 or not (pairs[0][0].numbers and pairs[0][1].numbers):
        return ""
    was, now = (dict(finding.numbers) for finding in pairs[0])
    return listed(f"{label} {was.get(label, 0):,} → {count:,}" for label, count in now.items() if was.get(label, 0) != count)


def _found(verdict: Verdict) -> str:
    """Return what each sense found beside what was expected, and why it fails where that says more."""
    several = len(verdict.findings) > 1
    told = ((f"{finding.sense}: " if several else "", finding) for finding in verdict.findings)
    return "; ".join(short(f"{sense}{one.found}{f', since {one.why}' if one.why not in ('', one.found) else ''}") for sense, one in told)


def _claim(change: ClaimChange, style: Style) -> str:
    before, after = change.verdict
    one = after or before
    assert one is not None
    word = "new" if before is None else "gone" if after is None else "asked otherwise"
    outcome = f", {one.outcome}" if after is not None else ""
    return f"{style.strong(one.claim.id)} ({word}{outcome}): {style.said(short(one.claim.sentence))}"
