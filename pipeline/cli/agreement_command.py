"""``masrl agreement``"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..corpus import Corpus, Pool
from . import options

if TYPE_CHECKING:
    from ..agreement import Alpha, Comparison
    from ..readings import Reading
    from ..reliability import Estimate

Behind = Mapping[str, Sequence[str]]
"""The papers behind each claim, by the claim's id."""


@click.command("agreement")
@options.root
@options.pool
@click.option("--field", "fields", multiple=True, metavar="FIELD", help="Only this field; may be repeated [default: all that were read].")
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
def command(root: Path, pool: Pool, at: datetime | None, fields: tuple[str, ...], form: str) -> None:
    """Compare our tags with those of other readers: raw agreement, kappa, alpha, and the rows that differ.

    \b
    Example: masrl agreement --field credit_granularity
    A coding of a tag that was changed afterwards is left out and named as stale.
    """
    from .. import agreement

    whole = Corpus.load(root)
    corpus = options.of_day(whole, pool, at)
    read = agreement.fields_read(corpus)
    if not read and form != "json":
        click.echo(_none_read(whole, options.day_of(corpus, pool, at)))
        return
    for name in fields:
        _refuse_unread(name, corpus, read)
    chosen = [name for name in read if not fields or name in fields]
    makers = {"text": _text, "json": _json, "markdown": _markdown}
    click.echo(makers[form](corpus, chosen, _behind(corpus)).rstrip("\n"))


def _none_read(whole: Corpus, day: date) -> str:
    """Return why nothing can be compared at the end of a day."""
    from .agreement_tables import NO_READING, TOO_EARLY

    first = min((reading.date for reading in whole.readings), default=None)
    return NO_READING if first is None else TOO_EARLY.format(day=day, first=first)


def _refuse_unread(name: str, corpus: Corpus, read: Sequence[str]) -> None:
    from .. import coverage
    from ..errors import CallFault

    if coverage.field(name, corpus.taxonomy).name not in read:
        raise CallFault(f"no reading covers {name}; read were {', '.join(read) or 'no fields'}")


def _behind(corpus: Corpus) -> dict[str, tuple[str, ...]]:
    from .. import claims

    found = {verdict.claim.id: tuple(key for key in verdict.matched if key in corpus.by_key) for verdict in claims.verdicts(corpus)}
    return {claim: keys for claim, keys in found.items() if keys}


def _text(corpus: Corpus, fields: Sequence[str], behind: Behind) -> str:
    from ..outputs.tables import as_text
    from . import agreement_tables

    heads = [f"{line}\n  {one.method}\n  Caveat: {one.caveat}" for one, line in agreement_tables.readers(corpus)]
    return "\n\n".join([*heads, *(as_text(table).rstrip("\n") for table in agreement_tables.tables(corpus, fields, behind))])


def _markdown(corpus: Corpus, fields: Sequence[str], behind: Behind) -> str:
    from ..outputs import markdown
    from ..outputs.tables import as_markdown
    from . import agreement_tables

    heads = [
        f"- {markdown.inline(line)}. {markdown.inline(one.method)} **Caveat:** {markdown.inline(one.caveat)}"
        for one, line in agreement_tables.readers(corpus)
    ]
    parts = []
    for table in agreement_tables.tables(corpus, fields, behind):
        parts += [f"**{markdown.inline(table.caption)}**", as_markdown(table).rstrip("\n"), markdown.inline(table.note)]
    return "\n\n".join(["\n".join(heads), *(part for part in parts if part)])


def _json(corpus: Corpus, fields: Sequence[str], behind: Behind) -> str:
    from .. import agreement

    chosen = [corpus.taxonomy.fields[name] for name in fields]
    content = {
        "readers": [_reading(one) for one in corpus.readings],
        "comparisons": [_comparison(corpus, one) for one in agreement.comparisons(corpus, fields)],
        "alpha": [_alpha(agreement.alpha(corpus, field)) for field in chosen],
        "alpha_without_prints": [_alpha(one) for field in chosen if (one := agreement.alpha_without_prints(corpus, field))],
        "claims": [
            {"claim": claim, "papers": list(keys), "unseen": list(agreement.unseen(corpus, keys))} for claim, keys in behind.items()
        ],
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1)


def _alpha(one: Alpha) -> dict[str, object]:
    return {"field": one.field, "codings": list(one.codings), "papers": one.papers, **_estimate(one.estimate)}


def _reading(one: Reading) -> dict[str, object]:
    return {
        "id": one.id, "reader": one.reader, "kind": one.kind, "date": one.date.isoformat(), "method": one.method,
        "caveat": one.caveat, "fields": list(one.fields), "papers": len(one.codings),
    }  # fmt: skip


def _comparison(corpus: Corpus, one: Comparison) -> dict[str, object]:
    from .. import agreement

    met = agreement.confusion(one, corpus.taxonomy.fields[one.field])
    differing = []
    for row in one.disagreeing:
        noted = agreement.noted(corpus, one, row)
        said = {"status": noted.status, "why": noted.why} if noted else {}
        differing.append({"key": row.key, "first": row.first, "second": row.second, **said})
    return {
        "field": one.field, "first": one.first, "second": one.second, "compared": len(one.rows), "agreeing": one.agreeing,
        "kappa": _estimate(one.kappa), "disagreeing": differing, "stale": list(one.stale),
        "confusion": {"values": list(met.values), "counts": [list(counts) for counts in met.counts]},
    }  # fmt: skip


def _estimate(estimate: Estimate) -> dict[str, object]:
    """Return a statistic with six decimals, so that the last digit of a processor's arithmetic does not show."""
    return {
        "value": None if estimate.value is None else round(estimate.value, 6),
        "undefined": estimate.undefined or None,
        "interval": None if estimate.interval is None else [round(bound, 6) for bound in estimate.interval],
        "resamples": estimate.resamples,
    }
