"""Keys that nobody knows, in places where every key is allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from itertools import islice

from .. import schema, schema_keys
from ..findings import Finding, Path, counted
from ..metrics import by_name
from ..timeline import Timeline

NEAR = 0.82
"""How alike two names are, from 0 to 1, so that one is likely meant as the other: trused and trusted are, state and stage are not."""
MOST = 1000
"""Different unknown keys that are looked at: a trace with more of them uses keys in another way."""
LONGEST = 100
"""Characters of a key that are looked at: no key of ours is longer, and comparing takes time."""


def misspelled(timeline: Timeline) -> Iterator[Finding]:
    """No unknown key of an event, and no name of a cost or metric, looks like one that has a meaning there.

    Other unknown keys are kept, and nothing is said of them. A key is told once: whoever misspells it does so on every event.
    """
    first: dict[tuple[_Kind, str], Path] = {}
    times: Counter[tuple[_Kind, str]] = Counter()
    for path, kind, key in _strangers(timeline):
        first.setdefault((kind, key), path)
        times[kind, key] += 1
    for (kind, key), path in islice(first.items(), MOST):
        near, more = _near(key, kind), times[kind, key] - 1
        if near is not None:
            also = f", here and on {counted(more, 'event')} more" if more else ""
            message = f"looks like a key that has a meaning{also}"
            yield Finding((*path, key), "unknown-key", message, key, (near,), f"{near} may be meant; {_ELSE}", "warning")


_ELSE = "a key that is not known is kept, and nothing is computed from it"
_Kind = tuple[str, ...]


def _strangers(timeline: Timeline) -> Iterator[tuple[Path, _Kind, str]]:
    """Yield path and kind of each object that may hold any keys, with each of its keys that nobody knows."""
    trace = timeline.trace
    open_: list[tuple[Path, _Kind, Iterable[str]]] = [(("costs",), ("costs",), trace.costs), (("metrics",), ("metrics",), trace.metrics)]
    for position, event in enumerate(trace.events):
        if event.other:
            open_.append((("events", position), ("events",), event.other))
        for key, part in (("tokens", event.tokens), ("error", event.error)):
            if part is not None and part.other:
                open_.append((("events", position, key), ("events", key), part.other))
    for path, kind, keys in open_:
        known = _known(kind)
        yield from ((path, kind, key) for key in keys if key not in known)


@cache
def _known(kind: _Kind) -> frozenset[str]:
    if kind == ("metrics",):
        return frozenset({*by_name.MEASURES, *by_name.SUCCESS})
    return frozenset(key.name for key in schema_keys.keys_of(kind, schema.VERSION_1))


_ELSEWHERE = {"input": "in", "output": "out"}
"""How many programs begin the names of what an event read and wrote: too unlike ours to be seen by their letters."""


def _near(key: str, kind: _Kind) -> str | None:
    """Return which known key another is likely meant as, or None."""
    folded, known = key[:LONGEST].casefold(), sorted(_known(kind))
    theirs = next((name for name in _ELSEWHERE if kind == ("events", "tokens") and folded.startswith(name)), None)
    if theirs is not None:
        return _ELSEWHERE[theirs]
    return next(iter(get_close_matches(folded, known, 1, NEAR)), None)
