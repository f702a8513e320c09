"""The pools on which every export is tried: the published one, and the same with hostile entries among the others."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pipeline.cli.example_traces import with_trace_files
from pipeline.corpus import Corpus
from pipeline.records import Author

ROOT = Path(__file__).parents[1]

TITLES = (
    "Saving 40% of R&D cost_per_task #1",
    "A $\\gamma$-relay for $5 agents",
    "An open { brace",
    "A closed } brace",
    "\\input{/etc/passwd} and a final \\",
    "Tilde ~, caret ^, bar |",
    "The <pre> effect & R&D &amp; more",
    "\"Quoted\", `ticked` and 'single'",
    '=HYPERLINK("https://evil.example","see")',
    "-1",
    "+cmd|' /C calc'!A0",
    "@SUM(A1:A9)",
    "'=already",
    "</script><b>Relay",
    "]]> and <!-- --> and <![CDATA[",
    "ER - TY - JOUR",
    "@article{x, title={y}}",
    "% comment, @comment{ and @string{",
    "Zoé, 李明, 🤖 and \ufb01ne",
    "2504.12510",
    "NA",
    "null",
    "$x^$ and $\\write18{x}$ and $}^{$",
    "others and others",
    "M-GRPO for LLMs: a Relay Study",
    "a; b: c, 'd' | e",
)
TEAMS = (
    Author("Barnes and Noble Lab", team=True),
    Author("R&D, {Lab", team=True),
    Author("Kimi Team", team=True),
)
PEOPLE = (
    Author("Vell", "Ana"),
    Author("Brandt", "Alexandra"),
    Author("Sandoval", "Fernando"),
    Author("Ørsted", "Łukasz"),
    Author("李明"),
    Author("O\u2019Dell", "Seán"),
    Author("van der Berg", "Jan"),
    Author("Vell, Jr.", "Ana"),
    Author("others", "And"),
)


@lru_cache(maxsize=1)
def published() -> Corpus:
    """The 84 papers and 32 exclusions of the cutoff date, which never change, with the example traces for the site."""
    return with_trace_files(Corpus.load(ROOT), ROOT).pool("published")


@lru_cache(maxsize=1)
def hostile() -> Corpus:
    """The published pool with the first entries' texts and authors replaced; the keys stay."""
    corpus = published()
    bad = tuple(
        replace(
            paper, title=text, venue=text, affiliation=text, short_name=text, summary=text, notes=text,
            authors=(TEAMS[number % 3], *PEOPLE), authors_complete=number % 2 == 0,
        )
        for number, (paper, text) in enumerate(zip(corpus.papers, TITLES, strict=False))
    )  # fmt: skip
    logged = tuple(replace(record, title=text, reason=text) for record, text in zip(corpus.exclusions, TITLES, strict=False))
    return replace(corpus, papers=(*bad, *corpus.papers[len(bad) :]), exclusions=(*logged, *corpus.exclusions[len(logged) :]))
