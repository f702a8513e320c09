"""Each JSON file in ``tests/faults/trace`` is an input, and the ``.expected`` file beside it holds what must be said of it.

In order of place: ``line:column: code: field: message``, with the severity before the code where it is no error, then what was
found, the nearest value and the hint where there are any. A case whose name begins with ``good`` is no fault.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from traces_values import edge, event, loaded, trace

from pipeline.errors import Problem, in_reading_order
from pipeline.traces import loading

FAULTS = Path(__file__).parent / "faults" / "trace"
CASES = sorted(path.stem for path in FAULTS.glob("*.json"))


def told(problem: Problem) -> str:
    severity = "" if problem.severity == "error" else problem.severity
    head = ": ".join(part for part in (severity, problem.code, problem.field, problem.message) if part)
    more = {"found": problem.found, "nearest": problem.nearest, "hint": problem.hint}
    return "\n".join([f"{problem.place.line}:{problem.place.column}: {head}", *(f"    {k} {v!r}" for k, v in more.items() if v)])


@pytest.mark.parametrize("case", CASES)
def test_what_is_said_of_a_trace_is_what_stands_beside_it(case: str) -> None:
    read = loading.load((FAULTS / f"{case}.json").read_bytes(), case)
    expected = (FAULTS / f"{case}.expected").read_text(encoding="utf-8").splitlines()
    assert "\n".join(map(told, in_reading_order(read.problems))).splitlines() == expected


def test_every_expectation_has_its_case() -> None:
    assert sorted(path.stem for path in FAULTS.glob("*.expected")) == CASES


@pytest.mark.parametrize("case", [case for case in CASES if case.startswith("good")])
def test_a_good_case_is_clean_and_usable(case: str) -> None:
    assert (FAULTS / f"{case}.expected").read_text(encoding="utf-8") == ""
    assert loading.load((FAULTS / f"{case}.json").read_bytes(), case).trace is not None


@pytest.mark.parametrize("case", [case for case in CASES if not case.startswith("good")])
def test_a_fault_is_never_passed_over(case: str) -> None:
    assert (FAULTS / f"{case}.expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [("t",), ("seq",), ("tokens", "in"), ("costs", "tokens"), ("mine",), ("mine", "in")])
def test_what_must_be_a_number_is_not_to_be_written_as_text(path: tuple[str, ...]) -> None:
    value = 2**53 + 1
    held: object = {path[1]: value} if len(path) > 1 else value
    costs = {"tokens": value, "wall_clock_s": 0} if path[0] == "costs" else {"tokens": 0, "wall_clock_s": 0}
    events = [event("a", 0) | ({} if path[0] == "costs" else {path[0]: held})]
    hints = [found.hint for found in loaded(trace(events=events, costs=costs)).problems if found.code == "imprecise-integer"]
    assert hints == ["write it as text" if path[0] == "mine" else ""]


def test_a_message_stays_on_its_line_whatever_it_quotes() -> None:
    events = [event("a", 1, to="chief\n==="), event("b", 2, agent="chief")]
    found = loaded(trace(events=events, edges=[edge("a", "b", "message")])).problems
    assert "leads to chief, but a names chief<U+000A>===" in [problem.message for problem in found]
