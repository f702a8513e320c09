"""The invented survey on bread with arXiv ids, for the tests of what is asked of arXiv and compared with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import readings_pool

from pipeline import lock
from pipeline.corpus import Corpus
from pipeline.lock import Listing

RYE, ROLL, STONE = "2504.12510", "2504.00003", "math.GT/0309136"
ENTRY = """\
title: "{title}"
authors:
{authors}
year: 2025
venue: {venue}
arxiv_id: {arxiv_id}
links:
  - https://arxiv.org/abs/{arxiv_id}
added: 2026-01-05
tags:
  flour: rye
  baked: yes
{more}"""
EXCLUSION = """\
title: A Stone on the Shelf
source: shelves
query_family: bread
identifier: arXiv:math.GT/0309136
date_screened: 2026-01-06
stage: abstract_screen
reason_codes: [no_flour]
reason: It is a stone.
"""


TAXONOMY = (
    readings_pool.TAXONOMY
    + """\
exclusion:
  stage:
    label: Stage
    definition: When it was turned down.
    values:
      abstract_screen: {label: Abstract, definition: The abstract was enough.}
  reason_codes:
    label: Reasons
    definition: Why it is not kept.
    values:
      no_flour: {label: No flour, definition: It holds no flour.}
"""
)


def entry(
    arxiv_id: str = RYE, title: str = "Relay Credit for Planner Teams", authors: tuple[str, ...] = ("Ana Vell", "Tor Brandt"),
    venue: str = "arXiv", more: str = "",
) -> str:  # fmt: skip
    """Return the text of an entry."""
    names = "\n".join(f"  - {name}" for name in authors)
    return ENTRY.format(arxiv_id=arxiv_id, title=title, authors=names, venue=venue, more=more)


def write(root: Path, entries: Mapping[str, str] | None = None, listings: Mapping[str, Listing] | None = None) -> Path:
    """Write the survey to a folder: two papers and one exclusion with an id, or the given entries by key."""
    texts = {"about": readings_pool.ABOUT, "protocol": readings_pool.PROTOCOL, "outputs": readings_pool.OUTPUTS, "taxonomy": TAXONOMY}
    for name, text in texts.items():
        readings_pool.put(root, f"survey/{name}.yaml", text)
    (root / "corpus").mkdir()
    (root / "exclusions").mkdir()
    for key, text in (entries or {"rye": entry(), "roll": entry(ROLL, "Second Relay")}).items():
        (root / f"corpus/{key}.yaml").write_text(text, encoding="utf-8", newline="")
    if entries is None:
        (root / "exclusions/E001.yaml").write_text(EXCLUSION, encoding="utf-8")
    if listings is not None:
        (root / lock.FILE_NAME).write_text(lock.text_of(listings), encoding="utf-8")
    return root


def listing(
    title: str = "Relay Credit for Planner Teams", authors: tuple[str, ...] = ("Ana Vell", "Tor Brandt"), **more: object
) -> Listing:
    """Return a listing that agrees with the entry."""
    plain = Listing(
        title=title, authors=authors, published=date(2025, 4, 17), updated=date(2025, 5, 2), version=1, primary_category="cs.MA",
        categories=("cs.MA",), doi=None, journal_ref=None, comment=None, source="api", fetched=date(2026, 11, 30),
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]


def load(root: Path) -> Corpus:
    """Return the survey in a folder."""
    return Corpus.load(root)
