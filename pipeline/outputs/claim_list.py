"""The claims in brief, for the README: the sentences that come first, and all others by their place in the survey."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from .. import claims
from ..claims import Verdict
from ..corpus import Corpus
from . import claimed, markdown
from .markdown import Markdown
from .tables import Column, Table, as_markdown

NAMED = 12
"""More records than this are counted and not named."""
_COLUMNS = (Column("Pool"), Column("Verdict"), Column("Claim"), Column("Found"))
"""The pool stands in each row: a claim on the published one may hold where today's records, elsewhere on the page, say otherwise."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What the README says of the claims."""

    size: int
    summary: str
    """How many claims of each pool came to what, as sentences."""
    first: Markdown
    """Table of the claims that the survey puts first; empty where it names none."""
    others: Markdown
    """Table of all others, with their places; empty where there are none."""
    left: int
    """Rows in it."""


def claim_list(corpus: Corpus) -> Claims:
    """Return the claims of a survey, each with its verdict and the records behind it."""
    found = {verdict.claim.id: verdict for verdict in claims.verdicts(corpus)}
    first = [found[name] for name in dict.fromkeys(corpus.outputs.readme.claims) if name in found]
    others = [verdict for verdict in found.values() if verdict not in first]
    address = corpus.about.site_url
    summary = _summary(found.values(), corpus.about.cutoff)
    return Claims(len(found), summary, _table(first, address), _placed(others, address), len(others))


def _summary(verdicts: Iterable[Verdict], cutoff: date) -> str:
    """Return the words of all verdicts with their numbers, by pool, and what each pool is."""
    pools = {"published": f"published pool, of {cutoff}", "current": "current pool, of today's records"}
    words: dict[str, list[str]] = {}
    for verdict in verdicts:
        words.setdefault(verdict.claim.pool, []).append(claimed.word(verdict))
    return " ".join(f"On the {pools[pool]}: {_counted(said)}." for pool, said in sorted(words.items(), reverse=True))


def _counted(words: Sequence[str]) -> str:
    return ", ".join(f"{words.count(word)} {claimed.MARKS[word]} {word}" for word in claimed.MARKS if word in words)


def _table(verdicts: Sequence[Verdict], address: str) -> Markdown:
    return _written(_COLUMNS, tuple(_row(verdict, address) for verdict in verdicts))


def _placed(verdicts: Sequence[Verdict], address: str) -> Markdown:
    """Return the claims grouped by their place in the survey; a place is named in its first row alone."""
    places = list(dict.fromkeys(_place(verdict) for verdict in verdicts))
    ordered = sorted(verdicts, key=lambda verdict: places.index(_place(verdict)))
    befores = ["", *map(_place, ordered)]
    rows = [(_place(one) if _place(one) != before else "", *_row(one, address)) for one, before in zip(ordered, befores, strict=False)]
    return _written((Column("Part of the survey"), *_COLUMNS), tuple(rows))


def _written(columns: tuple[Column, ...], rows: tuple[tuple[str, ...], ...]) -> Markdown:
    return as_markdown(Table("claims", "", columns, rows)) if rows else Markdown()


def _place(verdict: Verdict) -> str:
    return verdict.claim.stands_in or f"{verdict.claim.pool} pool"


def _row(verdict: Verdict, address: str) -> tuple[str, ...]:
    claim = verdict.claim
    sentence = markdown.link(claim.sentence, f"{address}claims.html#{claim.id}") if address else markdown.inline(claim.sentence)
    return claim.pool, claimed.marked(verdict), sentence, Markdown("; ".join(_found(verdict)))


def _found(verdict: Verdict) -> Iterator[Markdown]:
    """Yield what each sense found, with the records behind it in parentheses where they are few."""
    for finding in verdict.findings:
        sense = f"{finding.sense}: " if len(verdict.findings) > 1 else ""
        why = f", since {finding.why}" if finding.why and finding.why != finding.found else ""
        records = f" ({', '.join(map(markdown.code_cell, finding.matched))})" if 0 < len(finding.matched) <= NAMED else ""
        yield Markdown(f"{markdown.inline(f'{sense}{finding.found}{why}')}{records}")
