"""The whole comparison as text."""

from __future__ import annotations

from collections.abc import Sequence

from ...taxonomy_diff import Diff
from ..markdown import Markdown
from ..sentences import many
from . import claimed, records, standing
from .lines import MARKDOWN, PLAIN, Line, Section, Style

MARKDOWN_LIMIT = 60_000
"""Bytes. GitHub refuses a comment of more than 65,536 characters."""
_NOTHING = "Nothing changed in meaning."


def sections(diff: Diff, style: Style, before: str) -> tuple[Section, ...]:
    """Return what there is to tell, the weightiest first. ``before`` names the earlier state."""
    return (
        *records.misquoted(diff, style, before), *claimed.flips(diff, style), *records.sections(diff, style),
        *standing.vocabulary(diff, style), *standing.cells(diff, style), *standing.counts(diff, style), *claimed.other_claims(diff, style),
        *standing.rest(diff, style),
    )  # fmt: skip


def plain_text(diff: Diff, before: str, after: str) -> str:
    """Return the comparison for a terminal, whole. ``before`` and ``after`` name the two states."""
    told = sections(diff, PLAIN, before)
    blocks = [_head(diff, PLAIN.said(before), PLAIN.said(after)), _summary(told)]
    blocks += ["\n".join([_heading(section), *(f"{'  ' * (line.depth + 1)}{line.text}" for line in section.lines)]) for section in told]
    return "\n\n".join(blocks) + "\n"


def markdown_text(diff: Diff, before: str, after: str, limit: int = MARKDOWN_LIMIT) -> Markdown:
    """Return the comparison for a comment on a pull request, at most ``limit`` bytes of UTF-8 and at least the head.

    What does not fit is cut at the end of a line, and a last sentence says how many lines are missing.
    """
    told = sections(diff, MARKDOWN, before)
    head = f"{_head(diff, MARKDOWN.said(before), MARKDOWN.said(after))}\n\n{_summary(told)}\n"
    lines = [text for section in told for text in ("", f"#### {_heading(section)}", "", *map(_bullet, section.lines))]
    kept = _fitting(lines, limit - len(head.encode()) - _ROOM)
    missing = sum(line.startswith(("- ", "  - ")) for line in lines[kept:])
    cut = f"\nCut here: {missing} more lines. The whole is printed by `masrl diff`.\n" if missing else ""
    return Markdown(head + "".join(f"{line}\n" for line in lines[:kept]) + cut)


_ROOM = 100
"""Bytes for the sentence that says what was cut."""


def _fitting(lines: Sequence[str], room: int) -> int:
    """Return how many lines fit; no heading is left without a line under it."""
    kept = 0
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0:
            break
        kept += 1
    while 0 < kept < len(lines) and not lines[kept - 1].lstrip().startswith("- "):
        kept -= 1
    return kept


def _bullet(line: Line) -> str:
    return f"{'  ' * line.depth}- {line.text}"


def _heading(section: Section) -> str:
    return f"{section.heading} ({section.count})"


def _head(diff: Diff, before: str, after: str) -> str:
    sizes = [f"{many(len(side.corpus.papers), 'paper')} and {many(len(side.corpus.exclusions), 'exclusion')}" for side in diff.side]
    unread = len({name for side in diff.side for name in side.unread})
    without = f", both without {unread} {'record that has' if unread == 1 else 'records that have'} an error on one side" if unread else ""
    return f"From {before} ({sizes[0]}) to {after} ({sizes[1]}){without}."


def _summary(told: Sequence[Section]) -> str:
    if not told:
        return _NOTHING
    return "; ".join(f"{section.heading[0].lower()}{section.heading[1:]}: {section.count}" for section in told).capitalize() + "."
