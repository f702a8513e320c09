"""What ATIF trajectories declare of tokens and money, summed over a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...findings import JSON
from ..moments import uncounted
from ..shapes import count, known, mapping, real
from .atif_trajectories import Step, Trajectory, references

_TOKENS = ("prompt_tokens", "completion_tokens")
SILENT = "steps of agents that do not state all of their tokens"
MUTE = "trajectories without any step of the agent"
ABSENT = "sub-agents whose trajectory, and so their tokens, was not given"
DOUBTFUL = "totals that may be with sub-agents or without"


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


class Totals(NamedTuple):
    """What a run took, as far as its trajectories declare and state it."""

    costs: dict[str, int | float]
    """Totals where any trajectory declares its own; one that does not counts by its steps."""
    notes: list[str]
    """What is left out of that."""
    untold: dict[str, int]
    """What makes the sum of the tokens a lower bound, and how often; empty where no tokens are known at all."""


def totals(told: Iterable[Trajectory], absent: int) -> Totals:
    """Return the totals of a run, of whose sub-agents some are absent.

    A trajectory's totals are those of its own steps by the specification, so that they add up. Where the first one's are those
    of all, it summed over its sub-agents, and they are taken alone. Where one's are more than its steps, all of which state theirs,
    and it has sub-agents, it may have summed as well: then what is certain counts.
    """
    trajectories = list(told)
    tokens, doubtful = _summed(trajectories, _TOKENS)
    found: dict[str, int | float] = {} if tokens is None else {"tokens": int(tokens)}
    cost, unsure = _summed(trajectories, ("cost_usd",))
    found |= {} if cost is None or unsure else {"cost_usd": cost}
    notes = ["what the run cost is left out, as a total may be with sub-agents or without"] if unsure else []
    declares = not _sums_up(trajectories, _TOKENS)
    silent = sum(_silent(trajectory, declares) for trajectory in trajectories)
    mute = sum(map(_is_mute, trajectories))
    known = bool(tokens) or any(spent(step) for trajectory in trajectories for step in _own(trajectory))
    untold = {SILENT: silent, MUTE: mute, ABSENT: absent, DOUBTFUL: doubtful}
    return Totals(found, notes, {what: number for what, number in untold.items() if number and known})


def _summed(trajectories: list[Trajectory], names: tuple[str, ...]) -> tuple[float | None, int]:
    """Return the sum of what is declared, and how many totals there are of which it is doubtful what they are of."""
    stated = [_declared(trajectory, names) for trajectory in trajectories]
    by_steps = [_of_steps(trajectory, names) for trajectory in trajectories]
    if all(total is None for total in stated):
        return None, 0
    if _sums_up(trajectories, names):
        return stated[0], 0
    doubtful = [
        total is not None and total > steps and _delegates(trajectory) and all(_states(step, names) for step in _asking(trajectory))
        for trajectory, total, steps in zip(trajectories, stated, by_steps, strict=True)
    ]
    sums = [steps if total is None or doubt else max(total, steps) for total, steps, doubt in zip(stated, by_steps, doubtful, strict=True)]
    return max(sum(sums), stated[0] or 0), sum(doubtful)


def _sums_up(trajectories: list[Trajectory], names: tuple[str, ...]) -> bool:
    """Return whether the first one's total is the sum of what the steps of all state, and not of its own alone."""
    by_steps = [_of_steps(trajectory, names) for trajectory in trajectories]
    return len(by_steps) > 1 and _declared(trajectories[0], names) == sum(by_steps) > by_steps[0]


def _own(trajectory: Trajectory) -> list[Step]:
    return [step for step in trajectory.steps if step.get("is_copied_context") is not True]


def _asking(trajectory: Trajectory) -> list[Step]:
    """Return the steps at which a model was called, as far as they do not say that none was."""
    return [step for step in _own(trajectory) if step.get("source") == "agent" and count(step.get("llm_call_count")) != 0]


def _states(step: Step, names: Iterable[str] = _TOKENS) -> bool:
    metrics = mapping(step.get("metrics"))
    return all(_amount(metrics.get(name)) is not None for name in names)


def _silent(trajectory: Trajectory, declares: bool) -> int:
    """Return how many steps do not state all of their tokens, where the trajectory declares no total of them that is more."""
    metrics = mapping(trajectory.document.get("final_metrics"))
    declared = [_amount(metrics.get(f"total_{name}")) for name in _TOKENS]
    covered = declares and None not in declared and sum(filter(None, declared)) > _of_steps(trajectory, _TOKENS)
    return 0 if covered else sum(not _states(step) for step in _asking(trajectory))


def _is_mute(trajectory: Trajectory) -> bool:
    """Return whether nothing in a trajectory says what it took: neither a step of the agent nor a total."""
    return not _asking(trajectory) and not _delegates(trajectory) and _declared(trajectory, _TOKENS) is None


def _delegates(trajectory: Trajectory) -> bool:
    return bool(trajectory.embedded) or any(True for step in _own(trajectory) for _ in references(step))


def _declared(trajectory: Trajectory, names: tuple[str, ...]) -> float | None:
    metrics = mapping(trajectory.document.get("final_metrics"))
    stated = [amount for name in names if (amount := _amount(metrics.get(f"total_{name}"))) is not None]
    return sum(stated) if stated else None


def _of_steps(trajectory: Trajectory, names: tuple[str, ...]) -> float:
    metrics = (mapping(step.get("metrics")) for step in _own(trajectory))
    return sum(_amount(one.get(name)) or 0 for one in metrics for name in names)


def _amount(value: JSON) -> float | None:
    amount = real(value)
    return amount if amount is not None and 0 <= amount <= 1e15 else None
