"""``masrl diff``"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import CallFault, DataFault, Place, Problem
from . import options
from .problems import github, harmless, harmless_json, say

if TYPE_CHECKING:
    from ..corpus import Corpus

WORKING_TREE = "the working tree"


@click.command("diff")
@options.root
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown", "github"]),
    default="text",
    show_default=True,
    help="For people, for programs, for a comment on a pull request, or as annotations of what no log tells of, or tells wrongly.",
)
@click.argument("base")
@click.argument("head", required=False)
def command(root: Path, form: str, base: str, head: str | None) -> None:
    """Say what changed in meaning between two revisions of the repository, or between one and the files as they are.

    \b
    Example: masrl diff main
             masrl diff v1.0 v1.1 --format markdown
    Exit code: 0 done, 1 the survey cannot be read at one of them, 2 a revision is unknown.
    """
    from .. import git, taxonomy_diff
    from ..outputs import review

    before = _survey(root, base)
    after = _survey(root, head)
    found = taxonomy_diff.diff(before, after)
    if form == "json":
        from ..outputs.exports import json_text

        click.echo(harmless_json(json_text.text(review.value(found))), nl=False)
        return
    if form == "github":
        for problem in review.problems(found, base):
            click.echo(github(problem))
        return
    names = [WORKING_TREE if one is None else f"{one} ({git.resolved(root, one)[:10]})" for one in (base, head)]
    made = (review.markdown_text if form == "markdown" else review.plain_text)(found, *names)
    click.echo(harmless(made), nl=False)


def _survey(root: Path, revision: str | None) -> Corpus:
    """Return the survey at a revision, or as it is on disk; records with an error are left out and told on standard error."""
    from .. import revisions
    from ..corpus import SURVEY, Corpus

    problems: list[Problem] = []
    if revision is None:
        corpus = Corpus.read(root, problems.append)
    else:
        corpus = revisions.survey_at(root, revision, problems.append)
        if corpus is None and not problems:
            raise CallFault(f"at {revision} there was no survey in this folder")
    errors = [problem for problem in problems if problem.severity == "error"]
    broken = [problem for problem in errors if problem.place.path.startswith(f"{SURVEY}/")]
    if corpus is None or broken:
        raise DataFault(_at(problem, revision) for problem in broken or errors)
    if corpus.left_out:
        say(f"{revision or WORKING_TREE}: left out for their errors: {', '.join(sorted(corpus.left_out))}")
    return corpus


def _at(problem: Problem, revision: str | None) -> Problem:
    """Return a problem whose path names the revision, as git writes it."""
    from dataclasses import replace

    if revision is None:
        return problem
    return replace(problem, place=Place(f"{revision}:{problem.place.path}", problem.place.line, problem.place.column))
