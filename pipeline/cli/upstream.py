"""The options of commands that ask arXiv about single papers or for new ones, and what they open."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from ..errors import CallFault, SurveyError
from . import options
from .problems import say

if TYPE_CHECKING:
    from ..corpus import Corpus
    from ..lock import Listing
    from ..metadata.client import Api

F = TypeVar("F", bound=Callable[..., Any])
DELAY = 3.0
"""Seconds; arXiv asks for as many between two requests (https://info.arxiv.org/help/api/tou.html)."""


NOT_OFFLINE = "which --offline rules out"
"""Why the options of ``server`` are refused."""


def server(command: F) -> F:
    """Add ``--endpoint`` and ``--delay``."""
    where = "Another server that speaks as arXiv does."
    endpoint = click.option("--endpoint", envvar="MASRL_ARXIV_ENDPOINT", metavar="URL", help=where, show_envvar=True)
    between = "Between two requests; arXiv itself wants at least three."
    delay = click.option(
        "--delay", type=options.Seconds(0, 600), default=DELAY, show_default=True, metavar="SECONDS", help=between
    )  # fmt: skip
    return endpoint(delay(command))


def offline(command: F) -> F:
    """Add ``--offline``."""
    return click.option("--offline", is_flag=True, help="Do not ask arXiv; use what the lock holds, if anything.")(command)


def refuse_unasked(why: str) -> None:
    """Raise UsageError where the call says how arXiv is to be asked although it is not. ``why`` is the end of the sentence.

    What the environment says holds for all commands, and is passed over.
    """
    call = click.get_current_context()
    said = [f"--{name}" for name in ("endpoint", "delay") if call.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if said:
        raise click.UsageError(f"{' and '.join(said)} {'says' if len(said) == 1 else 'say'} how arXiv is asked, {why}")


def api(corpus: Corpus, endpoint: str | None, delay: float, told: Callable[[str], None] = say) -> Api:
    """Return the way to ask arXiv; ``told`` takes a line on each longer wait.

    Raises CallFault where the address is none, or arXiv would be asked too fast.
    """
    from ..metadata import client, courtesy, door
    from ..metadata.endpoint import ENDPOINT, checked_endpoint

    address, today = checked_endpoint(endpoint or ENDPOINT), datetime.now(UTC).date()
    if delay < DELAY and f".{urlsplit(address).hostname}".endswith(".arxiv.org"):
        raise CallFault(f"arXiv wants at least {DELAY:.0f} seconds between two requests")
    patience = courtesy.Patience(delay=delay, first_wait=min(delay * 2, courtesy.Patience().first_wait))
    agent = courtesy.user_agent(corpus.about.repository)
    return client.Api(door.Door(agent, today, patience, courtesy.Clock(), told), address, today)


def listing(corpus: Corpus, arxiv_id: str, endpoint: str | None, delay: float) -> Listing:
    """Return what arXiv says of one paper: as the lock has it, else as arXiv answers now.

    Raises SurveyError where arXiv does not answer, or not with this paper whole.
    """
    from ..metadata import fetch
    from ..metadata.failures import UNREACHABLE

    if arxiv_id in corpus.listings:
        return corpus.listings[arxiv_id]
    asker = api(corpus, endpoint, delay)
    for step in fetch.steps(asker, corpus, (arxiv_id,), datetime.now(UTC).date()):
        if arxiv_id in step.listings:
            return step.listings[arxiv_id]
        if {problem.code for problem in step.problems} == {"missing"}:
            raise SurveyError(f"arXiv knows no paper {arxiv_id}; is the id right?")
        told = "; ".join(dict.fromkeys(problem.message for problem in step.problems))
        raise SurveyError(f"{told}; {_without_network()}" if UNREACHABLE in told else told)
    raise SurveyError(f"arXiv was not asked for {arxiv_id}")


def _without_network() -> str:
    """Return how the command that runs goes on without arXiv."""
    names = {param.name for param in click.get_current_context().command.params}
    return 'go on without it: --offline --title "…"' if "title" in names else "go on without it: --offline"


def today() -> date:
    """Return a day that is not in the future by the clock of this machine, nor by that of one that runs in UTC."""
    return min(date.today(), datetime.now(UTC).date())
