from __future__ import annotations

import pytest

from pipeline.errors import CallFault, DataFault, Place, Problem, SurveyError, in_reading_order, nearest


def test_a_place_reads_as_editors_jump_to_it() -> None:
    assert str(Place("corpus/halo.yaml", 14, 22)) == "corpus/halo.yaml:14:22"


def test_a_place_without_a_line_is_the_beginning_of_the_file() -> None:
    assert str(Place("corpus/halo.yaml")) == "corpus/halo.yaml:1:1"


@pytest.mark.parametrize(
    ("word", "expected"),
    [("orchestartor", "orchestrator"), ("Agent ", "agent"), ("na", "NA"), ("N/A", "NA"), ("zebra", None), ("", None), ("!!", None)],
)
def test_the_nearest_value_is_found_without_regard_to_case_and_signs(word: str, expected: str | None) -> None:
    assert nearest(word, ("agent", "role", "orchestrator", "NA")) == expected


def test_nothing_is_near_where_nothing_is_allowed() -> None:
    assert nearest("agent", ()) is None


def test_a_problem_without_a_find_has_no_nearest_value() -> None:
    assert Problem(Place("a.yaml"), "missing-field", "is required", allowed=("agent",)).nearest is None


def test_a_very_long_find_is_compared_by_its_beginning() -> None:
    assert Problem(Place("a.yaml"), "x", "x", found="agent" * 1_000_000, allowed=("agent",)).nearest is None


def test_problems_are_sorted_by_file_line_column_and_severity() -> None:
    first = Problem(Place("a.yaml", 2, 1), "b", "m")
    second = Problem(Place("a.yaml", 2, 1), "a", "m", severity="warning")
    third = Problem(Place("a.yaml", 10, 1), "a", "m")
    fourth = Problem(Place("b.yaml", 1, 1), "a", "m")
    assert in_reading_order([fourth, third, second, first]) == [first, second, third, fourth]


def test_a_problem_that_was_found_twice_is_told_once() -> None:
    problem = Problem(Place("a.yaml"), "a", "m")
    assert in_reading_order([problem, problem]) == [problem]


def test_a_data_fault_holds_its_problems_in_reading_order() -> None:
    late, early = Problem(Place("b.yaml"), "a", "m"), Problem(Place("a.yaml"), "a", "m")
    assert DataFault([late, early]).problems == [early, late]


def test_every_fault_that_a_person_can_cause_is_of_one_family() -> None:
    assert issubclass(DataFault, SurveyError)
    assert issubclass(CallFault, SurveyError)
