"""``masrl add``"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from . import drafting_options, options, upstream
from .problems import say


@click.command("add")
@options.root
@click.option("--key", metavar="KEY", help="The new file's name without .yaml [default: proposed from title and authors].")
@click.option("--title", default="", help="Where arXiv does not know the paper, or in place of arXiv's title.")
@drafting_options.tags
@drafting_options.day
@drafting_options.dry_run
@upstream.offline
@upstream.server
@click.argument("paper")
def command(
    root: Path, key: str | None, title: str, tags: tuple[str, ...], on: datetime | None, dry_run: bool, offline: bool,
    endpoint: str | None, delay: float, paper: str,
) -> None:  # fmt: skip
    """Draft an entry: corpus/KEY.yaml with all that is known, and a commented line for each tag that is to be chosen.

    PAPER is an arXiv id or address in any form, a DOI, an OpenReview page, or another https address. What the corpus or
    the log holds already is refused, and its file is named. Whether the paper meets the survey's rule on what joins the
    corpus (see masrl promote) is said, as far as --tag lets it be seen, and not enforced.

    \b
    Example: masrl add 2605.01234
             masrl add https://arxiv.org/pdf/2605.01234v2 --key relay2026 --tag category=benchmark
             masrl add 10.1000/example.7 --title "Relay: A Study"
    Exit code: 0 drafted, 1 arXiv or the data is at fault, 2 the call was wrong or the paper is known.
    """
    from ..drafts import drafting, known, references, vocabulary
    from ..drafts.facts import of_reference

    if offline:
        upstream.refuse_unasked(upstream.NOT_OFFLINE)
    reference = references.parse(paper)
    corpus, there = drafting_options.survey(root), known.read(root)
    given = vocabulary.tags_given(tags, corpus.taxonomy)
    drafting.refuse_known(there, of_reference(reference))
    facts = drafting_options.facts(corpus, reference, endpoint, delay, ask=not offline).titled(title)
    drafting.refuse_known(there, facts)
    name, day = drafting.key(facts, there, key or ""), drafting_options.chosen_day(on)
    draft = drafting.entry(name, facts, corpus, day, given)
    drafting_options.warn(drafting.warnings(there, facts.title))
    drafting_options.write(root, draft, corpus, dry_run=dry_run)
    if not dry_run:
        say(f"{draft.path}: drafted from {reference}", err=False)
        say(drafting_options.to_do(draft))
        drafting_options.tell_rule(corpus, name, facts, day, given)
