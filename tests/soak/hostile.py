"""One survey of hostile texts: everything built, everything read back, every page opened.

SOAK_TURNS says how many such surveys are tried, each with other texts in the fields that a survey has once; SOAK_PAGES how many pages of
each are opened, SOAK_TEXTS how many of the texts are taken.
"""

from __future__ import annotations

import json
from pathlib import Path

import hostile_outputs
import hostile_pages
import hostile_survey
import hostile_weeding
import surveys
from hostile_texts import TEXTS
from outcome import Outcome, size


def run(folder: Path) -> Outcome:
    """Try it."""
    outcome, held, refused, read, opened = Outcome(), 0, 0, 0, 0
    for turn in range(size("SOAK_TURNS", 1)):
        root = folder / f"survey-{turn}"
        files, pages, now = _built(root, turn, outcome)
        held, refused = max(held, now[0]), max(refused, now[1])
        read += files
        opened += hostile_pages.opened(pages[: size("SOAK_PAGES", 100_000)], outcome)
    outcome.did = (
        f"{len(TEXTS)} texts in {held:,} fields at once ({refused:,} more were refused by check), {read:,} outputs read back, "
        f"{opened} pages opened at {' and '.join(map(str, hostile_pages.WIDTHS))} px"
    )
    return outcome


def _built(root: Path, turn: int, outcome: Outcome) -> tuple[int, list[Path], tuple[int, int]]:
    from pipeline import build, plan
    from pipeline.cli.example_traces import with_trace_files, with_traces

    corpus, refused, held = hostile_weeding.weeded(root, hostile_survey.trees(turn))
    examples = root / "traces/examples"
    examples.mkdir(parents=True)
    for number in range(2):
        (examples / f"run{number}.json").write_text(json.dumps(hostile_survey.run(number)), encoding="utf-8")
    corpus = with_trace_files(with_traces(corpus, root), root)
    outcome.expect(len(corpus.papers) == len(TEXTS) == len(corpus.exclusions), f"{len(corpus.papers)} papers were read")
    build.write(root, list(plan.files(corpus)))
    made = surveys.made(root)
    drawn = surveys.masrl("trace", "draw", str(examples / "run0.json"), "-o", str(root / "drawn.html"))
    outcome.expect((root / "drawn.html").exists(), f"trace draw: {surveys.shown(drawn)}")
    read = hostile_outputs.checked(made, corpus, outcome)
    return read, sorted([*(root / "site").rglob("*.html"), root / "drawn.html"]), (held, refused)
