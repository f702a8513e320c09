"""Claims as they are read: queries, what they can match, and that any text gives claims or located problems."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace

import claims_pool
import pytest
from claims_pool import claim, stated
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import statements
from pipeline.errors import Problem
from pipeline.statements.queries import Condition, Query, possible, satisfiable, state, states
from pipeline.taxonomy import Tag, TagValue

FIELDS = claims_pool.declared().fields


def query(**where: list[str]) -> Query:
    return Query(tuple(Condition(name, "", tuple(values)) for name, values in where.items()))


@pytest.mark.parametrize(
    ("condition", "tag", "met"),
    [
        (Condition("flour", "", ("rye", "wheat")), "wheat", True),
        (Condition("flour", "", ("rye", "wheat")), "NA", False),
        (Condition("flour", "", ("NA",)), "NA", True),
        (Condition("seeds", "", ("poppy",)), ("sesame", "poppy"), True),
        (Condition("seeds", "", ("poppy",)), None, False),
        (Condition("crust", "", ("top",)), {"top": "soft"}, True),
        (Condition("crust", "top", ("hard",)), {"top": "soft"}, False),
        (Condition("crust", "top", ("hard", "soft")), {"top": "soft"}, True),
        (Condition("crust", "top", ("hard",)), None, False),
    ],
)
def test_a_condition_is_met_by_one_of_its_values(condition: Condition, tag: Tag | None, met: bool) -> None:
    assert condition.met_by(tag) is met


def test_conditions_add_up_and_not_leaves_out_what_meets_all_of_its_own() -> None:
    wheat, poppy, top = Condition("flour", "", ("wheat",)), Condition("seeds", "", ("poppy",)), Condition("crust", "", ("top",))
    both = Query((wheat,), (poppy, top))
    assert both.holds(frozenset({wheat, poppy}))
    assert not both.holds(frozenset({wheat, poppy, top}))
    assert not both.holds(frozenset({poppy}))
    assert Query(any_of=(Query((wheat,)), Query((top,)))).holds(frozenset({top}))


def test_what_a_field_can_meet_together_is_worked_out_by_kind() -> None:
    rye, bread = Condition("flour", "", ("rye",)), Condition("flour", "", ("rye", "wheat"))
    assert possible(FIELDS["flour"], [rye, bread]) == (frozenset(), frozenset({bread, rye}), frozenset({bread}))
    hard, soft, top = Condition("crust", "top", ("hard",)), Condition("crust", "top", ("soft",)), Condition("crust", "", ("top",))
    assert set(possible(FIELDS["crust"], [hard, soft, top])) == {frozenset(), frozenset({hard, top}), frozenset({soft, top})}


TAGS: dict[str, list[Tag | None]] = {
    "flour": ["rye", "wheat", "spelt", "NA"],
    "seeds": [None, ("poppy",), ("sesame",), ("poppy", "sesame")],
    "crust": [None, *({"top": level} for level in ("soft", "hard")), {"bottom": "soft"}, {"top": "hard", "bottom": "soft"},
              {"top": "soft", "bottom": "soft"}],
}  # fmt: skip
CONDITIONS = [
    *(Condition("flour", "", values) for values in itertools.combinations(("rye", "wheat", "NA"), 2)),
    Condition("seeds", "", ("poppy",)), Condition("seeds", "", ("sesame",)),
    Condition("crust", "", ("top",)), Condition("crust", "top", ("hard",)),
]  # fmt: skip


@given(st.sets(st.sampled_from(CONDITIONS), max_size=5))
@settings(max_examples=80, deadline=None)
def test_every_state_of_some_record_is_possible(asked: set[Condition]) -> None:
    found = set(states(asked, FIELDS))
    for tags in itertools.product(*TAGS.values()):
        held = {name: tag for name, tag in zip(TAGS, tags, strict=True) if tag is not None}
        assert state(held, asked) in found


@pytest.mark.parametrize(
    ("asked", "can"),
    [
        ((query(flour=["rye"], seeds=["poppy"]),), True),
        ((query(flour=["rye"]), query(flour=["wheat"])), False),
        ((query(seeds=["poppy"]), query(seeds=["sesame"])), True),
        ((Query((Condition("crust", "top", ("hard",)), Condition("crust", "top", ("soft",)))),), False),
        ((Query(query(flour=["rye"]).where, query(flour=["rye", "wheat"]).where),), False),
        ((query(slices=["few"], flour=["rye"]),), False),
        ((query(slices=["few"]),), True),
    ],
)
def test_a_query_that_can_never_match_is_told_from_one_that_does_not_now(asked: tuple[Query, ...], can: bool) -> None:
    assert satisfiable(asked, FIELDS) is can


def test_a_claim_is_read_as_a_value() -> None:
    problems: list[Problem] = []
    (found,) = stated(claim("called: [loaf, loaves]\nplace: table 1\nwhere: {flour: [wheat]}\nexpect: {at_most: 3}"), problems).claims
    assert problems == []
    assert (found.id, found.sentence, found.pool, found.stands_in) == ("said", "So it is.", "published", "table 1")
    assert (found.called, found.boundary, found.under, found.strict) == (("loaf", "loaves"), "No more.", "", None)
    assert found.broad.selection == statements.Selection("papers", query(flour=["wheat"]))
    assert found.broad.expectation == statements.Expectation("at_most", number=3)
    assert found.fields == ("flour",)
    assert (found.place.path, found.place.line) == ("survey/claims.yaml", 3)


def test_a_strict_sense_has_a_query_an_expectation_and_names_of_its_own() -> None:
    problems: list[Problem] = []
    (found,) = stated(
        claim("expect: {at_most: 5}\nstrict: {called: [bun, buns], where: {seeds: [poppy]}, expect: {at_most: 2}}"), problems
    ).claims
    assert problems == []
    assert (found.called, found.strictly_called) == (("", ""), ("bun", "buns"))
    assert [sense.expectation.number for _, sense in found.senses] == [5, 2]


def test_empty_cells_are_expected_of_two_fields_with_all_their_values() -> None:
    problems: list[Problem] = []
    body = "expect: {empty_cells: {fields: [slices, flour], cells: 8, at_least: 3}}"
    (found,) = stated(claim(body), problems).claims
    assert problems == []
    crossed = (("slices", ("few", "lots")), ("flour", ("rye", "wheat", "spelt", "NA")))
    assert found.broad.expectation == statements.Expectation("empty_cells", number=3, crossed=crossed, limit="at_least")
    assert found.fields == ("flour", "slices")


def test_more_cells_than_can_be_looked_at_are_refused() -> None:
    values = {name: tuple(TagValue(f"v{number}", "V", "V.") for number in range(21)) for name in ("rows", "columns")}
    fields = {name: replace(FIELDS["flour"], name=name, values=values[name]) for name in values}
    problems: list[Problem] = []
    text = claim("expect: {empty_cells: {fields: [rows, columns], at_least: 3}}").partition("scenarios:")[0]
    found = statements.parse(claims_pool.read(text, problems, "survey/claims.yaml"), statements.Vocabulary(fields, {}, (), ()))
    assert found.claims == ()
    assert [(problem.code, problem.field) for problem in problems] == [("too-complex", "claims.said.expect.empty_cells.fields")]


def test_scenarios_are_read_as_values() -> None:
    problems: list[Problem] = []
    seeded, near, shelf = stated(claim("expect: {count: 5}"), problems).scenarios
    assert problems == []
    assert seeded.restrict == query(seeds=["poppy", "sesame"])
    assert (near.proposed, near.subsets, near.uncoded, near.retain) == (True, True, ("crust",), Query())
    assert (shelf.proposed, shelf.subsets, shelf.retain) == (False, False, query(stage=["shelf"]))


NAMES = st.sampled_from(
    ["claims", "said", "sentence", "pool", "of", "where", "not", "any", "expect", "strict", "under", "boundary", "called", "scenarios",
     "near", "flour", "crust.top", "crust", "seeds", "count", "exactly", "every", "counts", "each", "most_common", "fewer_than",
     "retain", "restrict", "label", "subsets", "uncoded", "valid", "none", "empty_cells", "fields", "cells", "at_least"]
)  # fmt: skip
WORDS = st.sampled_from(
    ["rye", "poppy", "top", "hard", "flour", "slices", "3", "-1", "yes", "papers", "traces", "screened", "bun", "E001", "published",
     "proposed", "So."]
)  # fmt: skip


def values(children: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(children, max_size=3) | st.dictionaries(NAMES, children, max_size=5)


ANY = st.recursive(WORDS, values, max_leaves=12)


def written(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {written(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return str(value)


@given(st.dictionaries(NAMES, ANY, max_size=6), ANY)
@settings(max_examples=120, deadline=None)
def test_anything_gives_claims_or_located_problems(claim: dict[str, object], scenario: object) -> None:
    body = {"sentence": "So.", "pool": "published", "boundary": "No.", "expect": {"count": "1"}, **claim}
    problems: list[Problem] = []
    found = stated(f"claims: {written({'said': body})}\nscenarios: {written({'near': scenario})}\n", problems)
    assert len(found.claims) == 1 or any(problem.severity == "error" for problem in problems)
    assert all(problem.place.path == "survey/claims.yaml" and problem.place.line in (1, 2) for problem in problems)
