"""``masrl drift``"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from ..errors import SurveyError
from . import options


@click.command("drift")
@options.root
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "markdown", "patch"]), default="text", show_default=True,
    help="For people, for programs, for a tracking issue, or only the patch, as git apply takes it.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Also list what is the same, accepted, or could not be checked.")
@click.option("--strict", is_flag=True, help="Exit with 1 where something differs that no entry accepts.")
@click.argument("keys", nargs=-1, metavar="[KEY]...")
@click.pass_context
def command(ctx: click.Context, root: Path, form: str, everything: bool, strict: bool, keys: tuple[str, ...]) -> None:
    """Compare the entries with arXiv's metadata in arxiv.lock.json, field by field, and propose a patch; nothing is changed.

    \b
    Example: masrl drift
             masrl drift magrpo E002 --all
             masrl drift --format patch | git apply
    A difference that is meant stands in the entry, with its reason:
      accepted: {title: the published table keeps the longer form, v5: read again and nothing to retag}
    Exit code: 0 the report was made, 1 the data is at fault, or with --strict something differs, 2 the call was wrong.
    """
    from ..corpus import Corpus
    from ..metadata import drift, fetch, proposals
    from . import drift_report

    corpus = Corpus.load(root)
    records: list[drift.Record] = [fetch.record(corpus, key) for key in keys] if keys else [*corpus.papers, *corpus.exclusions]
    found = list(drift.findings(corpus, records))
    if all(finding.verdict == drift.VERDICTS[2] for finding in found):
        raise SurveyError("nothing could be compared: run masrl fetch first")
    made = proposals.proposals(root, found, corpus.listings, datetime.now(UTC).date())
    report = drift_report.Report(tuple(found), tuple(made), tuple(drift.unneeded(records, found)))
    makers = {"text": drift_report.text, "json": drift_report.json_text, "markdown": drift_report.markdown, "patch": drift_report.patch}
    click.echo(makers[form](report, everything), nl=form != "patch")
    if strict and any(finding.open for finding in found):
        ctx.exit(1)
