"""Going through candidates one by one. What was decided stands in the files; nothing else is kept."""

from __future__ import annotations

import contextlib
import textwrap
from pathlib import Path

import click

from ..corpus import Corpus
from ..drafts import drafting, facts, known, references, vocabulary
from ..drafts.candidates import Candidate, Search
from ..errors import CallFault
from . import asking, drafting_options
from . import candidates_shown as shown
from .exclude_command import Given
from .problems import WIDTH, say, visible

DECISIONS = {"r": "retain", "e": "exclude", "l": "later", "q": "quit"}
_ABSTRACT = 900
"""Characters of an abstract that are shown."""


def walk(root: Path, corpus: Corpus, search: Search, labels: shown.Labels) -> None:
    """Ask for a decision on each candidate and put it down. Raises click.Abort where the person stops."""
    counted = dict.fromkeys(DECISIONS, 0)
    for number, candidate in enumerate(search.candidates, 1):
        position, block = f"{number} of {len(search.candidates)}", shown.block(number, candidate, labels)
        decision, written = _settled(root, corpus, candidate, position, block)
        if decision == "q":
            break
        counted[decision] += written
    left = len(search.candidates) - counted["r"] - counted["e"]
    click.echo(f"{counted['r']} retained, {counted['e']} excluded, {left} left for later")


def _settled(root: Path, corpus: Corpus, candidate: Candidate, position: str, block: str) -> tuple[str, bool]:
    """Return what was decided, and whether a file was written. Who goes back from its first question decides anew."""
    while True:
        with contextlib.suppress(asking.Back):
            decision = _decision(candidate, position, block)
            return decision, _done(root, corpus, candidate, decision)


def _decision(candidate: Candidate, position: str, block: str) -> str:
    click.echo(block, err=True)
    abstract = textwrap.shorten(candidate.abstract, _ABSTRACT, placeholder=" …")
    for line in textwrap.wrap(visible(abstract), WIDTH - 5):
        click.echo(f"     {line}", err=True)
    options = ", ".join(f"[{letter}]{word[1:]}" for letter, word in DECISIONS.items())
    while True:
        answer = asking.text(f"{position}: {options}", "l").casefold()
        decision = next((letter for letter, word in DECISIONS.items() if answer in (letter, word)), "")
        if decision:
            return decision
        click.echo("one of the letters, please", err=True)


def _done(root: Path, corpus: Corpus, candidate: Candidate, decision: str) -> bool:
    """Carry a decision out; say whether a file was written."""
    reference = references.parse(candidate.arxiv_id)
    paper, there = facts.of_listing(reference, candidate.listing), known.read(root)
    makers = {"r": _retained, "e": _excluded}
    if decision not in makers:
        return False
    try:
        drafting.refuse_known(there, paper)
        draft = makers[decision](corpus, candidate, paper, there)
        drafting_options.write(root, draft, corpus, dry_run=False)
    except CallFault as fault:
        say(f"masrl: {fault}; left for later")
        return False
    click.echo(draft.path)
    return True


def _retained(corpus: Corpus, candidate: Candidate, paper: facts.Facts, there: known.Known) -> drafting.Draft:
    key = drafting.key(paper, there, asking.text("key", drafting.key(paper, there)))
    day = drafting_options.chosen_day(None)
    draft = drafting.entry(key, paper, corpus, day)
    say(drafting_options.to_do(draft))
    drafting_options.tell_rule(corpus, key, paper, day, {})
    return draft


def _excluded(corpus: Corpus, candidate: Candidate, paper: facts.Facts, there: known.Known) -> drafting.Draft:
    given = Given(None, (), None, paper.reference.source, None)
    logged_as = {family.name: family.logged_as for family in corpus.protocol.query_families}
    given.usual_family = next((vocabulary.logged_family(name, corpus) for name in candidate.families if logged_as.get(name)), "")
    return drafting.log_record(given.screening(paper, corpus, None), corpus, there)
