"""``masrl drift``"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import SurveyError
from . import options
from .last_day import last_day

if TYPE_CHECKING:
    from ..corpus import Corpus
    from ..metadata.proposals import Proposal
    from ..records import Record


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
             masrl drift --format patch | git apply --allow-empty
    A difference that is meant stands in the entry, with its reason:
      accepted: {title: the published table keeps the longer form, v5: read again and nothing to retag}
    Exit code: 0 the report was made, 1 the data is at fault, or with --strict something differs, 2 the call was wrong.
    """
    from ..corpus import Corpus
    from ..metadata import drift, fetch, proposals
    from . import drift_report

    corpus = Corpus.load(root)
    records: list[Record] = [fetch.record(corpus, key) for key in keys] if keys else [*corpus.papers, *corpus.exclusions]
    found = list(drift.findings(corpus, records))
    if all(finding.verdict == "could not be checked" for finding in found):
        raise SurveyError("nothing could be compared: run masrl fetch first")
    made = _acceptable(corpus, proposals.proposals(root, found, corpus, datetime.now(UTC).date()))
    report = drift_report.Report(tuple(found), tuple(made), tuple(drift.unneeded(records, found)))
    makers = {"text": drift_report.text, "json": drift_report.json_text, "markdown": drift_report.markdown, "patch": drift_report.patch}
    click.echo(makers[form](report, everything), nl=form != "patch")
    if strict and any(finding.open for finding in found):
        ctx.exit(1)


def _acceptable(corpus: Corpus, made: Sequence[Proposal]) -> list[Proposal]:
    """Return the proposals, of which those are left to people that check would refuse once they were applied."""
    after = {one.record.place.path: one.after for one in made if one.patch}
    if not after:
        return list(made)
    patched = replace(
        corpus,
        papers=tuple(after.get(one.place.path, one) for one in corpus.papers),  # type: ignore[misc]  # a paper stays one
        exclusions=tuple(after.get(one.place.path, one) for one in corpus.exclusions),  # type: ignore[misc]  # likewise
    )
    new = _errors(patched) - _errors(corpus)
    return [one.refused() if any(path == one.record.place.path for path, _ in new) else one for one in made]


def _errors(corpus: Corpus) -> set[tuple[str, str]]:
    """Return the path and the code of every error, which a change of lines does not make another."""
    from .. import checks

    found = checks.problems(corpus, last_day())
    return {(problem.place.path, f"{problem.code} {problem.field}") for problem in found if problem.severity == "error"}
