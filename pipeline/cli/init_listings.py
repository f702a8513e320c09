"""What ``masrl init`` asks arXiv about entries that lack authors or a year."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from . import problems as shown
from . import upstream

if TYPE_CHECKING:
    from ..founding.answers import Answers
    from ..founding.report import Import
    from ..lock import Listing


def listings(found: Import, answers: Answers, endpoint: str | None, delay: float) -> dict[str, Listing]:
    """Return what arXiv says of the entries that have its ids and lack authors or a year, by id.

    What it does not say is told on standard error. Raises CallFault where the address of the server is none.
    """
    from ..founding import listed
    from ..metadata import fetch

    ids = listed.wanted([entry for _, entry in found.entries])
    if not ids:
        return {}
    corpus = listed.bare(answers)
    received: dict[str, Listing] = {}
    with click.progressbar(length=len(ids), label="fetching", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for step in fetch.steps(upstream.api(corpus, endpoint, delay), corpus, ids, answers.day):
            received |= step.listings
            for problem in step.problems:
                click.echo(shown.text(problem), err=True)
            bar.update(len(step.asked))
    click.echo(f"arXiv was asked about {shown.many(len(ids), 'entry', 'entries')}, and answered about {len(received)}", err=True)
    return received
