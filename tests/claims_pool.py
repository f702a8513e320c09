"""An invented survey of bread in memory, and claims about it from text, for the tests of claims."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pipeline import statements, taxonomy
from pipeline.corpus import Corpus
from pipeline.errors import Place, Problem
from pipeline.fields import Fields, top_level
from pipeline.located import parse
from pipeline.records import Author, Change, Exclusion, Paper
from pipeline.survey import About, Outputs, Protocol, QueryFamily, Readme
from pipeline.taxonomy import Tag, Taxonomy

CUTOFF = date(2026, 2, 10)
TAXONOMY = """\
fields:
  flour:
    label: Flour
    required: yes
    none: NA
    definition: What it is made of.
    values:
      rye: {label: Rye, definition: Rye.}
      wheat: {label: Wheat, definition: Wheat.}
      spelt: {label: Spelt, definition: Spelt.}
      NA: {label: No flour, definition: None.}
  seeds:
    label: Seeds
    kind: many
    definition: What is strewn on it.
    values:
      poppy: {label: Poppy, definition: Poppy.}
      sesame: {label: Sesame, definition: Sesame.}
  crust:
    label: Crust
    kind: map
    definition: How hard each side is.
    to:
      soft: {label: Soft, definition: Soft.}
      hard: {label: Hard, definition: Hard.}
    values:
      top: {label: Top, definition: Top.}
      bottom: {label: Bottom, definition: Bottom.}
  slices:
    label: Slices
    definition: How many; only of wheat.
    applies_to: {flour: [wheat]}
    values:
      few: {label: Few, definition: Few.}
      lots: {label: Lots, definition: Lots.}
exclusion:
  stage:
    label: Stage
    definition: When it was put back.
    values:
      shelf: {label: Shelf, definition: On the shelf.}
      counter: {label: Counter, definition: At the counter.}
  reason_codes:
    label: Reasons
    definition: Why it was put back.
    values:
      stale: {label: Stale, definition: Stale.}
      burnt: {label: Burnt, definition: Burnt.}
"""
PAPERS: Mapping[str, Mapping[str, Tag]] = {
    "bun": {"flour": "wheat", "seeds": ("poppy", "sesame"), "slices": "few"},
    "dough": {"flour": "spelt", "crust": {"top": "soft"}},
    "loaf": {"flour": "rye", "crust": {"top": "hard", "bottom": "soft"}},
    "roll": {"flour": "wheat", "seeds": ("poppy",)},
    "rusk": {"flour": "wheat", "crust": {"top": "hard"}},
}
EXCLUSIONS: Mapping[str, tuple[str, tuple[str, ...], Mapping[str, Tag]]] = {
    "E001": ("shelf", ("stale",), {"flour": "wheat"}),
    "E002": ("shelf", ("stale", "burnt"), {}),
    "E003": ("counter", ("burnt",), {"flour": "rye", "seeds": ("poppy",)}),
}
"""Stage, reasons, and the tags that a near miss is proposed to carry."""
SCENARIOS = """\
scenarios:
  seeded-only: {label: Only seeded, restrict: {seeds: [poppy, sesame]}}
  near-misses: {label: Any near misses, retain: proposed, subsets: yes, uncoded: [crust]}
  shelf: {label: All of the shelf, retain: {stage: [shelf]}}
"""


def read(text: str, problems: list[Problem], name: str) -> Fields:
    """Return the mapping that a YAML text holds."""
    top = top_level(parse(text, name, problems.append), name, problems.append)
    assert top is not None, problems
    return top


def declared() -> Taxonomy:
    """Return the vocabulary."""
    problems: list[Problem] = []
    found = taxonomy.parse(read(TAXONOMY, problems, "survey/taxonomy.yaml"))
    assert problems == []
    return found


def stated(text: str, problems: list[Problem], papers: Mapping[str, object] = PAPERS) -> statements.Statements:
    """Return the claims and scenarios of a text of ``survey/claims.yaml``; what is wrong is added to ``problems``."""
    known = statements.vocabulary(declared(), ["bread"], ["a shop"], papers, EXCLUSIONS)
    return statements.parse(read(text, problems, "survey/claims.yaml"), known)


def corpus(
    claims: str = "",
    papers: Mapping[str, Mapping[str, Tag]] = PAPERS,
    exclusions: Mapping[str, tuple[str, tuple[str, ...], Mapping[str, Tag]]] = EXCLUSIONS,
    changes: Mapping[str, tuple[Change, ...]] | None = None,
) -> Corpus:
    """Return the survey with some records, all of them published, and with the claims of a text."""
    problems: list[Problem] = []
    said = stated(claims, problems, papers) if claims else statements.Statements()
    assert problems == []
    author = Author("Vell", "Ana")
    about = About("Bread", "On Bread", author, "", CUTOFF, "Papers on bread.", (), "", "CC0-1.0", "MIT", "", "", "")
    protocol = Protocol(("a shop",), (QueryFamily("bread", "Bread", ("bread",), ("bread",)),), {"shelf": "", "counter": ""}, (), (), "", ())
    return Corpus(
        about, declared(), protocol, (), Outputs((), (), Readme("", (), (), ()), ()),
        tuple(paper(key, tags, (changes or {}).get(key, ())) for key, tags in papers.items()),
        tuple(exclusion(key, *logged) for key, logged in exclusions.items()), {}, claims=said.claims, scenarios=said.scenarios,
    )  # fmt: skip


def paper(key: str, tags: Mapping[str, Tag], changes: tuple[Change, ...] = (), added: date = date(2026, 1, 5)) -> Paper:
    """Return a paper with tags."""
    return Paper(
        key=key, title=key, authors=(Author("Brandt", "Tor"),), authors_complete=True, year=2026, venue="Shelf", affiliation="",
        short_name="", arxiv_id="", doi="", links=(), added=added, summary="", notes="", tags=tags, changes=changes, exceptions={},
        place=Place(f"corpus/{key}.yaml"), places={},
    )  # fmt: skip


def exclusion(key: str, stage: str, codes: tuple[str, ...], tags: Mapping[str, Tag]) -> Exclusion:
    """Return an exclusion."""
    return Exclusion(
        id=key, title=key, source="a shop", query_family="bread", identifier=key, url="", arxiv_id="", doi="",
        date_screened=date(2026, 1, 5), stage=stage, reason_codes=codes, reason="So.", tags=tags,
        place=Place(f"exclusions/{key}.yaml"), places={},
    )  # fmt: skip


def claim(body: str, pool: str = "published") -> str:
    """Return the text of a file with one claim, called ``said``, and all scenarios."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    return f"claims:\n  said:\n    sentence: So it is.\n    pool: {pool}\n    boundary: No more.\n{lines}{SCENARIOS}"
