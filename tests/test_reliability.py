"""Kappa and alpha against published examples and against libraries that did not write them."""

import math
from collections import Counter

import krippendorff
import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import reliability

VALUES = st.sampled_from(["a", "b", "c", "d"])
PAIRS = st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=40)
UNITS = st.lists(st.lists(VALUES, max_size=4).map(lambda unit: tuple(sorted(unit))), min_size=1, max_size=25)

GRANTS = {("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}
"""Fifty proposals, two readers: agreement 0.7, by chance 0.5."""
DIAGNOSES = {
    ("personality", "personality"): 106, ("personality", "neurosis"): 10, ("personality", "psychosis"): 4,
    ("neurosis", "personality"): 22, ("neurosis", "neurosis"): 28, ("neurosis", "psychosis"): 10,
    ("psychosis", "personality"): 2, ("psychosis", "neurosis"): 12, ("psychosis", "psychosis"): 6,
}  # fmt: skip
"""Fleiss, Cohen, Everitt: Large Sample Standard Errors of Kappa and Weighted Kappa, 1969, of 200 subjects."""
TWO_VALUES = ("0100000010", "1110010000")
FIVE_VALUES = ("aabbdcccedda", "babbbccceddd")
MISSING = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
"""K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011, sections A to C; a point is a missing value."""


def units(readers: tuple[str, ...]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(value for value in unit if value != ".")) for unit in zip(*readers, strict=True))


@pytest.mark.parametrize(("met", "expected"), [(GRANTS, 0.4), (DIAGNOSES, 0.429)])
def test_kappa_of_published_examples(met: dict[tuple[str, str], int], expected: float) -> None:
    value = reliability.alone(reliability.kappa, met)
    assert value is not None
    assert round(value, 3) == expected


@pytest.mark.parametrize(("readers", "expected"), [(TWO_VALUES, 0.095), (FIVE_VALUES, 0.692), (MISSING, 0.743)])
def test_alpha_of_published_examples(readers: tuple[str, ...], expected: float) -> None:
    value = reliability.alone(reliability.alpha, units(readers))
    assert value is not None
    assert round(value, 3) == expected


@pytest.mark.thorough
@given(PAIRS)
@settings(max_examples=60, deadline=None)
def test_kappa_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    from sklearn.metrics import cohen_kappa_score

    value = reliability.alone(reliability.kappa, Counter(pairs))
    if value is None:
        assert len({value for pair in pairs for value in pair}) == 1
    else:
        assert value == pytest.approx(cohen_kappa_score(*zip(*pairs, strict=True)))


@pytest.mark.thorough
@given(UNITS)
@settings(max_examples=60, deadline=None)
def test_alpha_is_that_of_the_library(given_values: list[tuple[str, ...]]) -> None:
    value = reliability.alone(reliability.alpha, Counter(given_values))
    pairable = [unit for unit in given_values if len(unit) > 1]
    domain = sorted({value for unit in pairable for value in unit})
    if len(domain) < 2:
        assert value is None
    else:
        table = [[unit.count(one) for one in domain] for unit in pairable]
        assert value == pytest.approx(krippendorff.alpha(value_counts=table, level_of_measurement="nominal"))


@given(PAIRS)
@settings(max_examples=50, deadline=None)
def test_alpha_of_two_readers_is_that_of_the_library_on_their_table(pairs: list[tuple[str, str]]) -> None:
    value = reliability.alone(reliability.alpha, Counter(tuple(sorted(pair)) for pair in pairs))
    if value is not None:
        table = [list(values) for values in zip(*pairs, strict=True)]
        assert value == pytest.approx(krippendorff.alpha(table, level_of_measurement="nominal"))


def test_one_value_alone_leaves_both_undefined() -> None:
    assert reliability.alone(reliability.kappa, {("a", "a"): 12}) is None
    assert reliability.alone(reliability.alpha, {("a", "a"): 12}) is None


def test_two_readers_with_one_value_each_that_differ_agree_by_chance_never() -> None:
    assert reliability.alone(reliability.kappa, {("a", "b"): 12}) == 0


def test_units_that_one_reader_saw_count_for_nothing() -> None:
    assert reliability.alone(reliability.alpha, {("a",): 5, ("b",): 5}) is None
    assert reliability.alone(reliability.alpha, {("a", "a"): 3, ("b", "b"): 3, ("c",): 9}) == 1


def test_an_undefined_statistic_says_why_and_has_no_interval() -> None:
    one = reliability.estimate([("a", "a")] * 5, reliability.kappa)
    none = reliability.estimate([], reliability.kappa)
    assert (one.value, one.undefined, one.interval, one.resamples) == (None, reliability.ONE_VALUE, None, 0)
    assert (none.value, none.undefined, none.interval, none.resamples) == (None, reliability.NOTHING, None, 0)


def test_an_interval_is_the_same_on_every_run() -> None:
    rows = [("a", "a")] * 10 + [("b", "b")] * 8 + [("a", "b")] * 2
    first = reliability.estimate(rows, reliability.kappa)
    assert first == reliability.estimate(rows, reliability.kappa)
    assert first.interval == (0.5, 1.0)
    assert first.resamples == 1000


def test_resamples_of_one_value_are_left_out_and_counted() -> None:
    estimate = reliability.estimate([("a", "a"), ("a", "a"), ("b", "b")], reliability.kappa)
    assert estimate.value == 1
    assert 600 < estimate.resamples < 720


@given(st.lists(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=12), min_size=2, max_size=5))
@settings(max_examples=50, deadline=None)
def test_many_tables_at_once_give_what_plain_whole_numbers_give_one_by_one(tables: list[list[tuple[str, str]]]) -> None:
    met = [Counter(table) for table in tables]
    together = {pair: numpy.array([one[pair] for one in met]) for pair in {pair for table in tables for pair in table}}
    plain = [plain_kappa(one) for one in met]
    assert [None if math.isnan(value) else value for value in reliability.kappa(together).tolist()] == plain


def plain_kappa(met: Counter[tuple[str, str]]) -> float | None:
    total, agreeing = met.total(), sum(count for (one, other), count in met.items() if one == other)
    chance = sum(n * m for (one, _), n in met.items() for (_, other), m in met.items() if one == other)
    return None if chance == total * total else (total * agreeing - chance) / (total * total - chance)


def test_an_interval_is_the_same_however_many_resamples_are_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    units_seen = [("a", "a", "b"), ("a", "b"), ("b", "b"), ("c", "c", "c"), ("a",)] * 7
    whole = reliability.estimate(units_seen, reliability.alpha)
    monkeypatch.setattr(reliability, "_HELD", 1)
    assert reliability.estimate(units_seen, reliability.alpha) == whole
