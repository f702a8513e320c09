"""``masrl trace replay``"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, nan
from typing import TYPE_CHECKING

import click

from . import trace_files

if TYPE_CHECKING:
    from ..traces.events import Event
    from ..traces.playback_state import State
    from ..traces.timeline import Timeline

AT = "Stop after this event, or after exactly those that were complete at this time by the clock; an id goes first  [default: the end]"


@click.command("replay")
@trace_files.file
@click.option("--at", metavar="EVENT|TIME", help=AT)
@click.option("--step", is_flag=True, help="Show the state after every event up to there.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="For people, or for programs."
)
@click.pass_context
def command(ctx: click.Context, file: str, at: str | None, step: bool, form: str) -> None:
    """Reconstruct a run: who was there, which calls were open, which messages undelivered, what had been spent and given.

    Nothing is executed. The order of events in the file does not matter.

    \b
    Example: masrl trace replay run.json --at e17
             masrl trace replay run.json --at 12.5 --format json
             masrl trace replay run.json --step
    Exit code: 0 done, 1 the file is at fault, 2 the call was wrong.
    """
    from ..traces import playback_state, replay

    (read,) = trace_files.loaded([file])
    trace_files.show_errors(read.problems)
    if read.timeline is None:
        ctx.exit(1)
    ranks = _ranks(read.timeline, at)
    if not step:
        last = replay.final_state(read.timeline, ranks)
        click.echo(trace_files.as_json(playback_state.as_json(last)) if form == "json" else _text(last))
    else:
        _show(replay.states(read.timeline, ranks), form)
    if read.faulty:
        ctx.exit(1)


def _ranks(timeline: Timeline, at: str | None) -> Sequence[int] | None:
    """Return the places of the events to be played, or None for all."""
    from ..traces import replay

    if at is None:
        return None
    named = replay.ranks_after(timeline, at)
    if named is not None:
        return named
    time = _time(at)
    if not isfinite(time):
        raise click.BadParameter(f"{at!r} is neither the id of an event nor a time", param_hint="--at")
    return replay.ranks_at(timeline, time)


def _time(text: str) -> float:
    """Return a number, or one that is no time where the text is none."""
    try:
        return float(text)
    except ValueError:
        return nan


def _show(states: Iterator[State], form: str) -> None:
    """Print states as they come, since a long run has too many to hold."""
    from ..traces import playback_state

    if form == "text":
        for state in states:
            click.echo(_line(state))
        return
    between = "["
    for state in states:
        click.echo(f"{between}\n{trace_files.as_json(playback_state.as_json(state))}", nl=False)
        between = ","
    click.echo("\n]")


def _line(state: State) -> str:
    from ..traces.checks.names import called
    from ..traces.measures import number
    from .problems import visible

    event = state.event
    what = "before the first event" if event is None else f"t {number(event.t)}  {event.id}  {called(event.agent)}: {event.type}"
    counts = f"{len(state.live)} live, {len(state.calls)} open, {len(state.undelivered)} undelivered, {_tokens(state)} tokens"
    return visible(f"{state.step:>6}  {what}  ({counts})")


def _text(state: State) -> str:
    from ..traces.checks.names import called
    from ..traces.measures import number
    from .problems import visible

    event = state.event
    done = "nothing" if event is None else f"{event.id} at t = {number(event.t)} ({called(event.agent)}: {event.type})"
    rows = [
        ("after", done if event is None else f"event {state.step}, {done}"),
        ("live agents", ", ".join(map(called, state.live)) or "none"),
        ("open calls", _listed(state.calls)),
        ("undelivered", _listed(state.undelivered)),
        ("tokens", _tokens(state)),
        ("rewards", _rewards(state)),
    ]
    return "\n".join(visible(f"{name:<12} {value}") for name, value in rows)


def _rewards(state: State) -> str:
    from ..traces.measures import number

    given = (("of events", state.rewards), ("of the run", state.run_rewards))
    parts = (f"{whose}: {', '.join(f'{name} {number(value)}' for name, value in found.items())}" for whose, found in given if found)
    return "; ".join(parts) or "none yet"


def _listed(events: tuple[Event, ...]) -> str:
    from ..traces.checks.names import called

    told = ((e.id, called(e.agent), e.to if e.tool is None else e.tool) for e in events)
    return ", ".join(f"{one} ({agent} to {'nobody in particular' if to is None else called(to)})" for one, agent, to in told) or "none"


def _tokens(state: State) -> str:
    if state.tokens is None:
        return "unknown"
    return str(state.tokens) if state.tokens_known else f"at least {state.tokens}"
