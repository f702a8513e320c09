"""``masrl exclude``"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import asking, drafting_options, options, upstream
from .problems import say

if TYPE_CHECKING:
    from ..corpus import Corpus
    from ..drafts.facts import Facts
    from ..drafts.log_records import Screening
    from ..taxonomy import Tag


@click.command("exclude")
@options.root
@click.option("--stage", metavar="STAGE", help="The screening stage at which it was excluded.")
@click.option("--reason-code", "codes", multiple=True, metavar="CODE", help="Repeat for several, the weightiest first.")
@click.option("--reason", metavar="TEXT", help="Why, in your own words.")
@click.option("--source", metavar="TEXT", help="Where it was found [default: arXiv or OpenReview, where its name says so].")
@click.option("--query-family", "family", metavar="NAME", help="The query that found it, by the log's name or its own.")
@click.option("--title", metavar="TEXT", help="Where arXiv does not know the paper, or in place of arXiv's title.")
@drafting_options.tags
@drafting_options.day
@drafting_options.dry_run
@upstream.offline
@upstream.server
@click.argument("paper")
def command(
    root: Path, stage: str | None, codes: tuple[str, ...], reason: str | None, source: str | None, family: str | None, title: str | None,
    tags: tuple[str, ...], on: datetime | None, dry_run: bool, offline: bool, endpoint: str | None, delay: float, paper: str,
) -> None:  # fmt: skip
    """Log a paper that was screened and not retained: exclusions/EXXX.yaml with the next number.

    PAPER is named as for masrl add. What the options do not say is asked on a terminal. Stages and query families stand
    in survey/protocol.yaml, the codes in survey/taxonomy.yaml. For a near miss, --tag says what it would carry if retained:
    masrl promote judges by that.

    \b
    Example: masrl exclude 2605.01234
             masrl exclude 2605.01234 --stage abstract_screen --reason-code no_training \\
                 --query-family orchestration --reason "Routes requests by hand-written rules; nothing is learned."
    Exit code: 0 logged, 1 arXiv or the data is at fault, 2 the call was wrong or the paper is known.
    """
    from ..drafts import drafting, known, references, vocabulary
    from ..drafts.facts import of_reference

    if offline:
        upstream.refuse_unasked(upstream.NOT_OFFLINE)
    reference = references.parse(paper)
    corpus, there = drafting_options.survey(root), known.read(root)
    drafting.refuse_known(there, of_reference(reference))
    given = Given(stage, codes, reason, source or reference.source or None, family).checked(corpus)
    given.tags = vocabulary.tags_given(tags, corpus.taxonomy)
    if not drafting_options.is_terminal():
        given.refuse_gaps(corpus)
    facts = drafting_options.facts(corpus, reference, endpoint, delay, ask=not offline).titled(title or "")
    drafting.refuse_known(there, facts)
    drafting_options.warn(drafting.warnings(there, facts.title))
    draft = drafting.log_record(_screened(given, facts, corpus, on), corpus, there)
    drafting_options.write(root, draft, corpus, dry_run=dry_run)
    if not dry_run:
        say(f"{draft.path}: logged {reference}", err=False)


def _screened(given: Given, facts: Facts, corpus: Corpus, on: datetime | None) -> Screening:
    while True:
        try:
            return given.screening(facts, corpus, on)
        except asking.Back:
            click.echo("this is the first question", err=True)


class Given:
    """What the options say of a record to be logged, and what is still to be asked."""

    def __init__(self, stage: str | None, codes: Sequence[str], reason: str | None, source: str | None, family: str | None) -> None:
        self.stage = stage
        self.codes = tuple(dict.fromkeys(codes))
        self.reason = reason
        self.source = source
        self.family = family
        self.tags: Mapping[str, Tag] = {}
        """What a near miss would carry if it were retained."""
        self.usual_family = ""
        """Offered when the family is asked for."""

    def checked(self, corpus: Corpus) -> Given:
        """Return the same after holding it against the vocabulary. Raises CallFault for an unknown word."""
        from ..drafts.vocabulary import checked, logged_family, vocabulary

        known = vocabulary(corpus)
        if self.stage:
            checked(self.stage, "screening stage", known["stage"])
        for code in self.codes:
            checked(code, "reason code", known["reason_codes"])
        if self.family:
            self.family = logged_family(self.family, corpus)
        return self

    def refuse_gaps(self, corpus: Corpus) -> None:
        """Raise UsageError, naming every option that is missing with its values, since nobody can be asked."""
        from ..drafts.vocabulary import vocabulary

        known = vocabulary(corpus)
        gaps = [_gap("--stage", known["stage"])] * (not self.stage) + [_gap("--reason-code", known["reason_codes"])] * (not self.codes)
        gaps += ["--reason (in your own words)"] * (not self.reason) + ["--source (where it was found)"] * (not self.source)
        gaps += [_gap("--query-family", known["query_family"])] * (not self.family)
        if gaps:
            raise click.UsageError("missing, and there is no terminal to ask on:\n  " + "\n  ".join(gaps))

    def screening(self, facts: Facts, corpus: Corpus, on: datetime | None) -> Screening:
        """Return the record, asking for what is missing, one question after the other.

        Raises UsageError where nobody can be asked, Back where somebody goes back from the first question.
        """
        from ..drafts.log_records import Screening

        if not facts.title and not drafting_options.is_terminal():
            raise click.UsageError(f"nothing but the address of {facts.reference} is known; give --title")
        found = asking.in_turn(self._questions(facts, corpus))
        return Screening(
            reference=facts.reference,
            title=facts.title or str(found["title"]),
            source=self.source or str(found["source"]),
            query_family=self.family or str(found["query_family"]),
            date=drafting_options.chosen_day(on),
            stage=self.stage or str(found["stage"]),
            reason_codes=self.codes or tuple(found["reason_codes"]),
            reason=self.reason or str(found["reason"]),
            tags=self.tags,
        )

    def _questions(self, facts: Facts, corpus: Corpus) -> dict[str, Callable[[], str | tuple[str, ...]]]:
        """Return how each thing that is missing is asked for."""
        from ..drafts.vocabulary import vocabulary

        known = vocabulary(corpus)
        asked: dict[str, tuple[object, Callable[[], str | tuple[str, ...]]]] = {
            "title": (facts.title, lambda: asking.text("title")),
            "source": (self.source, lambda: asking.text("source")),
            "query_family": (self.family, lambda: asking.choice("query family", known["query_family"], self.usual_family)),
            "stage": (self.stage, lambda: asking.choice("stage", known["stage"])),
            "reason_codes": (self.codes, lambda: asking.choices("reason codes", known["reason_codes"])),
            "reason": (self.reason, lambda: asking.text("reason, in your own words")),
        }
        return {name: ask for name, (given, ask) in asked.items() if not given}


def _gap(option: str, allowed: Mapping[str, str]) -> str:
    return f"{option} ({', '.join(allowed)})"
