"""What the commands share that bring records into the survey: their options, the survey as it stands, the file written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..corpus import SURVEY, Corpus
from ..errors import CallFault, DataFault, Problem
from . import upstream
from .last_day import last_day
from .problems import say, text

if TYPE_CHECKING:
    from ..drafts.drafting import Draft
    from ..drafts.facts import Facts
    from ..drafts.references import Reference
    from ..taxonomy import Tag

F = TypeVar("F", bound=Callable[..., Any])


def day(command: F) -> F:
    """Add ``--date``."""
    what = "The day on which it joins [default: today]."
    return click.option("--date", "on", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help=what)(command)


def dry_run(command: F) -> F:
    """Add ``--dry-run``."""
    return click.option("--dry-run", is_flag=True, help="Print the file and write nothing.")(command)


def tags(command: F) -> F:
    """Add ``--tag``, which may be given several times."""
    what = "A tag that you know already; VALUE,VALUE for a list, VALUE:LEVEL for a map."
    return click.option("--tag", "tags", multiple=True, metavar="FIELD=VALUE", help=what)(command)


def chosen_day(on: datetime | None) -> date:
    """Return the day that the option names, or today."""
    return on.date() if on else upstream.today()


def survey(root: Path) -> Corpus:
    """Return the survey in a folder; records with an error are left out, since a draft may still wait for its tags.

    Raises DataFault where the survey's own files are at fault.
    """
    problems: list[Problem] = []
    corpus = Corpus.read(root, problems.append)
    errors = [problem for problem in problems if problem.severity == "error"]
    own = [problem for problem in errors if problem.place.path.startswith(f"{SURVEY}/")]
    if corpus is None or own:
        raise DataFault(own or errors)
    return corpus


def facts(corpus: Corpus, reference: Reference, endpoint: str | None, delay: float, *, ask: bool) -> Facts:
    """Return what is known of a paper, asking arXiv where that is allowed and needed.

    Raises SurveyError where arXiv does not answer, or not with this paper whole.
    """
    from ..drafts import facts as known_facts

    known = reference.arxiv_id in corpus.listings
    if not reference.arxiv_id or not (ask or known):
        return known_facts.of_reference(reference)
    listing = upstream.listing(corpus, reference.arxiv_id, endpoint, delay)
    if listing.withdrawn:
        warn([f"arXiv says that it was withdrawn: {listing.comment}"])
    return known_facts.of_listing(reference, listing)


def warn(lines: Iterable[str]) -> None:
    """Print what deserves a look."""
    for line in lines:
        say(f"warning: {line}")


def write(root: Path, draft: Draft, corpus: Corpus, *, dry_run: bool) -> None:
    """Write a draft, or print it. Raises CallFault where its name is taken by now, or where ``check`` would refuse it.

    ``corpus`` is the survey without the record from which the draft was made, if any.
    """
    from .. import files

    _refuse_faulty(draft, corpus)
    if dry_run:
        click.echo(draft.text, nl=False)
    else:
        files.create(root / draft.path, draft.text.encode(), root)
    for problem in draft.problems:
        click.echo(text(problem), err=True)


def to_do(draft: Draft) -> str:
    """Return what is left to do in a draft, in a sentence; empty where it is whole."""
    return f"still to fill in: {', '.join(draft.lacking)}; then run masrl check" if draft.lacking else ""


def tell_rule(corpus: Corpus, key: str, facts: Facts, day: date, tags: Mapping[str, Tag]) -> None:
    """Print whether an entry meets the survey's rule on what joins the corpus, as far as its tags say; nothing without a rule."""
    from ..drafts import admission, promotion

    effects = promotion.effects(corpus, None, promotion.provisional(key, facts.title, facts.year, day, tags))
    if said := admission.told(effects, corpus):
        first = "" if effects else f" To log it first instead, delete the draft and run: masrl exclude {facts.reference}"
        say(f"{said}{first}")


def is_terminal() -> bool:
    """Say whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _refuse_faulty(draft: Draft, corpus: Corpus) -> None:
    """Raise CallFault where a file would not pass, whatever is still filled in: what is wrong stands in the call."""
    from ..drafts import judging

    errors = judging.errors(draft, corpus, last_day())
    if errors:
        raise CallFault("; ".join(f"{problem.field}: {problem.message}".removeprefix(": ") for problem in errors))
