"""``masrl claims``"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..corpus import Corpus
from . import options
from .example_traces import with_traces

if TYPE_CHECKING:
    from ..claims import Sensitivity, Verdict


@click.command("claims")
@options.root
@click.option("--sensitivity", is_flag=True, help="Show how little would flip each claim, and in which scenarios it holds.")
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
@click.pass_context
def command(ctx: click.Context, root: Path, sensitivity: bool, form: str) -> None:
    """Run the survey's claims about its own records, with the papers behind each.

    \b
    Example: masrl claims
             masrl claims --sensitivity --format markdown
    Exit code: 0 every claim on the published pool holds, 1 one fails, cannot be checked or could not be read. A claim on the
    current pool that no longer holds is news and changes no exit code.
    """
    from .. import claims

    corpus = with_traces(Corpus.load(root), root)
    if sensitivity:
        found = claims.sensitivity(corpus)
        verdicts: Sequence[Verdict] = [one.verdict for one in found]
        click.echo(_fragility(corpus, found, form))
    else:
        verdicts = claims.verdicts(corpus)
        click.echo(_verdicts(verdicts, form))
    if any(verdict.claim.pool == "published" and verdict.outcome != "holds" for verdict in verdicts):
        ctx.exit(1)


def _verdicts(verdicts: Sequence[Verdict], form: str) -> str:
    from ..outputs.tables import as_markdown
    from . import claims_shown

    if form == "json":
        return _json({"claims": [claims_shown.verdict_value(verdict) for verdict in verdicts]})
    if form == "markdown":
        return as_markdown(claims_shown.verdict_table(verdicts)).rstrip("\n")
    if not verdicts:
        return "No claim stands in survey/claims.yaml yet."
    return f"{claims_shown.text(verdicts)}\n\n{claims_shown.summary(verdicts)}"


def _fragility(corpus: Corpus, found: Sequence[Sensitivity], form: str) -> str:
    from ..claims import scenarios
    from ..outputs.tables import as_markdown, as_text
    from . import claims_shown

    named = scenarios(corpus)
    if form == "json":
        listed = [{"scenario": name, "label": label} for name, label in named]
        values = [claims_shown.verdict_value(one.verdict) | claims_shown.sensitivity_value(one) for one in found]
        return _json({"scenarios": listed, "claims": values})
    table = claims_shown.sensitivity_table(found, named)
    if form == "markdown":
        return f"{as_markdown(table)}\n{claims_shown.details(found, named)}".rstrip("\n")
    return f"{as_text(table)}\n{claims_shown.summary([one.verdict for one in found])}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1)
