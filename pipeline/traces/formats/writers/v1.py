"""Version 1 of our own format: what version 2 adds at the top is dropped, and rewards are summed by channel.

Event keys of profile 1.1 stay, as events are open in version 1.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from ...findings import JSON
from ...model import Reward
from ...timeline import Timeline
from . import layout, v2

NAME = "v1"
TITLE = "a trace in version 1"
SUFFIX = ".json"

ADDED = ("schema_version", "clock", "token_basis", "baseline", "provenance", "agents")
"""Keys that version 1 does not have."""


def text(timeline: Timeline) -> str:
    """Return a trace as a version 1 file, one event a line."""
    trace = replace(timeline.trace, rewards=())
    kept: dict[str, JSON] = {key: value for key, value in v2.document(trace).items() if key not in ADDED}
    return layout.text(kept | {"rewards": summed(timeline.trace.rewards)})


def summed(rewards: Iterable[Reward]) -> dict[str, JSON]:
    """Return channel to the sum of its rewards. Exact, so that their order does not matter; a sum that no double holds is cut."""
    given: defaultdict[str, list[float]] = defaultdict(list)
    for reward in rewards:
        given[reward.channel].append(reward.value)
    return {channel: values[0] if len(values) == 1 else _sum(values) for channel, values in given.items()}


def _sum(values: list[float]) -> float:
    total = sum(map(Fraction, values))
    if all(isinstance(value, int) for value in values) and abs(total) <= sys.float_info.radix**sys.float_info.mant_dig:
        return int(total)
    try:
        return float(total)
    except OverflowError:
        return sys.float_info.max if total > 0 else -sys.float_info.max
