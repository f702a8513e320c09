"""``masrl links``"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import SurveyError
from . import options

if TYPE_CHECKING:
    from ..metadata.links import Visited

FAILING = ("dead", "malformed")


@click.command("links")
@options.root
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
@click.option("--all", "everything", is_flag=True, help="Also list the links that are well.")
@click.option(
    "--delay", type=options.Seconds(0, 600), default=3.0, show_default=True, metavar="SECONDS", help="Between two requests to one host."
)
@click.option(
    "--pause", type=options.Seconds(0, 86_400), default=60.0, show_default=True, metavar="SECONDS",
    help="Before what failed is visited a second time.",
)  # fmt: skip
@click.option("--timeout", type=options.Seconds(0.1, 600), default=20.0, show_default=True, metavar="SECONDS", help="For one answer.")
@click.option("--allow-loopback", is_flag=True, hidden=True, help="Also visit this machine, for trials.")
@click.pass_context
def command(
    ctx: click.Context, root: Path, form: str, everything: bool, delay: float, pause: float, timeout: float, allow_loopback: bool
) -> None:
    """Visit every link of the survey: hosts in parallel, one request at a time on each, what failed a second time later.

    \b
    Example: masrl links
             masrl links --format markdown > issue.md
    ok           answered
    redirected   moved for good: write the new address
    blocked      answered 401, 403, 429 or the like: says nothing about the page
    dead         answered 404 or 410 twice
    malformed    is no address that may be published
    unreachable  no answer, or the server was at fault
    Exit code: 0 no link is dead or malformed, 1 one is, no server could be reached, or the data is at fault, 2 the call was wrong.
    """
    from ..corpus import Corpus
    from ..metadata import courtesy, links, visits

    corpus = Corpus.load(root)
    found = links.links(corpus)
    if not found:
        raise SurveyError("no record of the survey has a link")
    clock = courtesy.Clock()
    patience = courtesy.Patience(delay=delay, longest_wait=30, connect=min(timeout, 10.0), read=timeout, whole=timeout)
    hosts, agent = visits.Hosts(patience, clock), courtesy.user_agent(corpus.about.repository)

    def visitor() -> visits.Visitor:
        return visits.Visitor(agent, hosts, patience, allow_loopback=allow_loopback)

    first = list(_shown(links.first_visits(found, visitor), "visiting", len(found)))
    if links.are_cut_off(first):
        from .problems import many

        raise SurveyError(f"none of {many(len(first), 'link')} was answered: there is no network, or none that lets this program through")
    second = _shown(links.second_visits(first, visitor, pause, clock), "visiting again", len(links.again(first)))
    done = links.in_order([*first, *second])
    click.echo(_MAKERS[form](done, everything, datetime.now(UTC).date()))
    if any(one.outcome.verdict in FAILING for one in done):
        ctx.exit(1)


def _shown(visited: Iterable[Visited], label: str, length: int) -> Iterator[Visited]:
    """Yield what was visited behind a bar on the terminal."""
    with click.progressbar(visited, length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield from bar


def _summary(done: Sequence[Visited]) -> str:
    from ..metadata.visits import VERDICTS
    from .problems import many

    counted = Counter(one.outcome.verdict for one in done)
    return f"{many(len(done), 'link')}: " + ", ".join(f"{counted[verdict]} {verdict}" for verdict in VERDICTS)


def _listed(done: Sequence[Visited], everything: bool) -> list[Visited]:
    return [one for one in done if everything or one.outcome.verdict != "ok"]


def _said(one: Visited) -> str:
    twice = ", twice" if one.visits == 2 and one.outcome.verdict == "dead" else ""
    return one.outcome.detail + twice + (f", now {one.outcome.target}" if one.outcome.target else "")


def _text(done: Sequence[Visited], everything: bool, _: date) -> str:
    from .problems import visible

    lines = [
        visible(f"{place}: {one.outcome.verdict}: {one.link.url} ({_said(one)})")
        for one in _listed(done, everything)
        for place in one.link.places
    ]
    return "\n".join([*lines, _summary(done)])


def _json(done: Sequence[Visited], everything: bool, today: date) -> str:
    from ..metadata.visits import VERDICTS

    counted = Counter(one.outcome.verdict for one in done)
    listed = [
        {
            "url": one.link.url, "verdict": one.outcome.verdict, "detail": one.outcome.detail, "target": one.outcome.target or None,
            "visits": one.visits, "places": [{"path": place.path, "line": place.line} for place in one.link.places],
        }
        for one in _listed(done, everything)
    ]  # fmt: skip
    content = {"visited": today.isoformat(), "counts": {verdict: counted[verdict] for verdict in VERDICTS}, "links": listed}
    return json.dumps(content, ensure_ascii=True, indent=1)


def _markdown(done: Sequence[Visited], everything: bool, today: date) -> str:
    from itertools import groupby

    from ..outputs import markdown as md

    parts: list[str] = [md.inline(f"Visited on {today}: {_summary(done)}.")]
    for verdict, several in groupby(_listed(done, everything), key=lambda one: one.outcome.verdict):
        parts.append(f"### {verdict.capitalize()}")
        rows = ((one, ", ".join(md.code(place.path) for place in one.link.places)) for one in several)
        parts.append("\n".join(f"- [ ] {md.link(one.link.url, one.link.url)} ({md.inline(_said(one))}) in {where}" for one, where in rows))
    return "\n\n".join(parts)


_MAKERS = {"text": _text, "json": _json, "markdown": _markdown}
