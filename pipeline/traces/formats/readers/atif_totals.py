"""What ATIF trajectories declare of tokens and money, summed over a run."""

from __future__ import annotations

from collections.abc import Iterable

from ...findings import JSON
from ..moments import uncounted
from ..shapes import count, known, mapping, real
from .atif_trajectories import Step, Trajectory

_TOKENS = ("prompt_tokens", "completion_tokens")


def spent(step: Step) -> dict[str, JSON] | None:
    """Return the tokens of a step. Those read include cached ones, as the specification says since version 1.2."""
    metrics = mapping(step.get("metrics"))
    found: dict[str, JSON] = {
        "in": count(metrics.get("prompt_tokens")), "out": count(metrics.get("completion_tokens")),
        "cached": count(metrics.get("cached_tokens")), "reasoning": count(mapping(metrics.get("extra")).get("reasoning_tokens")),
    }  # fmt: skip
    return known(found)


def odd(step: Step) -> int:
    """Return how many numbers of tokens of a step can be none."""
    metrics = mapping(step.get("metrics"))
    stated = [metrics.get(key) for key in (*_TOKENS, "cached_tokens")]
    return uncounted([*stated, mapping(metrics.get("extra")).get("reasoning_tokens")])


def odd_totals(told: Iterable[Trajectory]) -> int:
    """Return how many of the totals that trajectories declare can be none."""
    declared = (mapping(trajectory.document.get("final_metrics")) for trajectory in told)
    stated = (metrics.get(f"total_{name}") for metrics in declared for name in (*_TOKENS, "cost_usd"))
    return sum(value is not None and _amount(value) is None for value in stated)


def totals(told: Iterable[Trajectory]) -> dict[str, int | float]:
    """Return the totals of a run where any trajectory declares its own; one that does not counts by its steps.

    A trajectory's totals are those of its own steps by the specification, so that they add up. Where the first one's are those
    of all, it summed over its sub-agents, and they are taken alone.
    """
    trajectories = list(told)
    found: dict[str, int | float] = {}
    if tokens := _summed(trajectories, _TOKENS):
        found["tokens"] = int(tokens)
    if (cost := _summed(trajectories, ("cost_usd",))) is not None:
        found["cost_usd"] = cost
    return found


def _summed(trajectories: list[Trajectory], names: tuple[str, ...]) -> float | None:
    stated = [_declared(trajectory, names) for trajectory in trajectories]
    by_steps = [_of_steps(trajectory, names) for trajectory in trajectories]
    if all(total is None for total in stated):
        return None
    if len(stated) > 1 and stated[0] is not None and stated[0] == sum(by_steps) > by_steps[0]:
        return stated[0]
    return sum(steps if total is None else max(total, steps) for total, steps in zip(stated, by_steps, strict=True))


def _declared(trajectory: Trajectory, names: tuple[str, ...]) -> float | None:
    metrics = mapping(trajectory.document.get("final_metrics"))
    stated = [amount for name in names if (amount := _amount(metrics.get(f"total_{name}"))) is not None]
    return sum(stated) if stated else None


def _of_steps(trajectory: Trajectory, names: tuple[str, ...]) -> float:
    own = (mapping(step.get("metrics")) for step in trajectory.steps if step.get("is_copied_context") is not True)
    return sum(_amount(metrics.get(name)) or 0 for metrics in own for name in names)


def _amount(value: JSON) -> float | None:
    amount = real(value)
    return amount if amount is not None and 0 <= amount <= 1e15 else None
