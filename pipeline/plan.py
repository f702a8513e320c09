"""The plan: every file that is made of a survey."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import chain

from . import beside, claims
from .corpus import Corpus
from .errors import OutputFault, Place, Problem
from .outputs import differences, figures, forms, query_guide, readme, site, table_guide, tables
from .outputs.exports import citation_cff
from .outputs.outline import outline
from .reuse import NOTHING_KEPT, Kept, Made

MANIFEST = "figures/manifest.txt"
"""The generated files of the last build, a path a line. What is listed and no longer made is removed."""
DOCS = ("docs/differences.md", "docs/queries.md", "docs/tables.md")
"""The pages of that folder that are made; all others there are written by hand."""
README_LIMIT = readme.MOST
"""Bytes."""


def files(corpus: Corpus, kept: Kept = NOTHING_KEPT, *, beside_it: bool = False) -> Iterator[Made]:
    """Yield every generated file of a survey, the manifest last.

    ``kept`` is what may be taken over from an earlier build. With ``beside_it`` a second process does a part of the work, where
    the system lets one be had. Raises OutputFault, before the first file, where a claim on the published pool does not hold, and
    where the README would be too long to be shown whole.
    """
    pool = outline(corpus)  # which most tasks ask for, its digest and what its claims come to as well
    _refuse_failing_claims(pool)
    kept.digest(pool)
    made = []
    tasks = _tasks(corpus, kept)
    for path, content in beside.shared(tasks, partial(_told, kept)) if beside_it else chain.from_iterable(task() for task in tasks):
        if path == _GROUPS:
            kept.take(content)
        else:
            made.append(path)
            yield path, content
    for path, content in site.pages.addresses(corpus.about, made):
        made.append(path)
        yield path, content
    yield MANIFEST, "".join(f"{path}\n" for path in sorted([*made, MANIFEST])).encode()


def _refuse_failing_claims(corpus: Corpus) -> None:
    problems = [_failing(verdict, corpus.about.cutoff) for verdict in claims.failing(corpus)]
    if problems:
        raise OutputFault(problems)


def _failing(verdict: claims.Verdict, cutoff: date) -> Problem:
    why = next(finding.why for finding in verdict.findings if finding.outcome == verdict.outcome)
    message = f"the published claim {verdict.claim.id} {verdict.outcome}: {why}"
    asked = f"was an entry changed without a line under its changes, or does a new one say that it was added by {cutoff}?"
    hint = f"{asked} 'masrl diff BASE' names what changed, 'masrl claims' the records behind the claim"
    return Problem(verdict.claim.place, "claim-fails", message, f"claims.{verdict.claim.id}", hint=hint)


_GROUPS = "groups"
"""Stands for no file: what was noted for the next build in another process."""


def _told(kept: Kept) -> Iterator[Made]:
    yield _GROUPS, kept.told()


def _tasks(corpus: Corpus, kept: Kept) -> list[beside.Maker]:
    """Return all that is to be done, none of which needs another to be done before.

    The front page comes first, since it may be refused, and the longest task last, where a second process begins. In the middle are
    many short ones, so that both end at about the same time.
    """
    pages = partial(kept.made, "pages", kept.digest(outline(corpus)), partial(site.outlined, corpus))
    return [
        partial(_front_page, corpus), partial(_documents, corpus), pages, partial(site.browse.shown, dataclasses.replace(corpus)),
        *site.papers.parts(corpus, kept), partial(_counted, corpus, kept),
    ]  # fmt: skip


def _documents(corpus: Corpus) -> Iterator[Made]:
    yield "CITATION.cff", citation_cff.text(corpus).encode()
    yield from zip(DOCS, (page.text(corpus).encode() for page in (differences, query_guide, table_guide)), strict=True)
    yield from forms.files(corpus)


def _counted(corpus: Corpus, kept: Kept) -> Iterator[Made]:
    """Yield what hands all records out, what is drawn and counted, and the page that lists it all.

    Citations and exports come first, while there is little else in memory, and of a copy: what is worked out for it goes with it.
    """
    sizes = {}
    for path, content in _handed_out(dataclasses.replace(corpus)):
        sizes[path] = len(content)
        yield path, content
    shown = {}
    for path, content in kept.made("pool", kept.digest(outline(corpus)), partial(_outlined, corpus)):
        shown[path] = content
        yield path, content
    yield from site.data_page.files(corpus, sizes, shown, kept)


def _handed_out(corpus: Corpus) -> Iterator[Made]:
    yield from site.browse.cited(corpus)
    yield from site.data_page.exported(corpus)


def _outlined(corpus: Corpus) -> Iterator[Made]:
    pool = outline(corpus)
    yield from figures.files(pool)
    yield from tables.files(pool)
    yield from site.claim_cards.files(pool)  # asks of each claim what flips it, as figures and tables do


def _front_page(corpus: Corpus) -> Iterator[Made]:
    for path, content in readme.files(corpus, README_LIMIT):
        if path == "README.md" and len(content) > README_LIMIT:
            message = f"would be {len(content):,} bytes long without its lists; beyond {README_LIMIT:,} its end is not shown"
            hint = "shorten the introduction, or show fewer figures, tables and claims on it"
            raise OutputFault([Problem(Place("README.md"), "readme-too-long", message, hint=hint)])
        yield path, content
