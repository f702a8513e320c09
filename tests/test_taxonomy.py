from __future__ import annotations

import pytest
from example_survey import example, fields

from pipeline.errors import Problem
from pipeline.taxonomy import Taxonomy, holds, parse, values_in

SMALL = """
fields:
  area:
    label: Area
    definition: Where.
    values:
      sea: {label: Sea, definition: Wet.}
      land: {label: Land, definition: Dry.}
"""


def parsed(text: str) -> tuple[Taxonomy, list[Problem]]:
    found: list[Problem] = []
    return parse(fields(text, found)), found


def test_fields_and_values_keep_the_order_of_the_file() -> None:
    taxonomy = example().taxonomy
    assert list(taxonomy.fields) == ["approach", "placement", "powered", "signals", "coverage", "findings", "trial", "layout"]
    assert list(taxonomy.fields["placement"].by_name) == ["farm", "row", "turbine", "blade", "NA"]


def test_the_required_fields_are_those_that_say_so() -> None:
    assert [field.name for field in example().taxonomy.required] == ["approach", "placement", "powered"]


def test_a_field_knows_its_kind_order_and_word_for_none() -> None:
    placement = example().taxonomy.fields["placement"]
    assert (placement.kind, placement.ordered, placement.none) == ("one", True, "NA")


def test_words_that_other_readers_take_for_truth_values_are_names_of_values() -> None:
    assert list(example().taxonomy.fields["powered"].by_name) == ["yes", "no"]


def test_a_map_leads_to_levels_or_to_text() -> None:
    fields = example().taxonomy.fields
    assert list(fields["coverage"].level_by_name) == ["direct", "indirect", "none"]
    assert (fields["coverage"].absent, fields["findings"].absent) == ("none", "")
    assert fields["findings"].levels == ()


def test_borrowed_values_are_those_of_the_other_field() -> None:
    fields = example().taxonomy.fields
    assert fields["findings"].values == fields["placement"].values[:4]


def test_a_value_carries_its_attributes_and_its_neighbors() -> None:
    fields = example().taxonomy.fields
    assert fields["signals"].by_name["sound"].attributes == {"unit": "dB"}
    assert fields["approach"].by_name["sensor"].confused_with == ("model",)


def test_a_value_knows_where_it_is_declared() -> None:
    taxonomy, _ = parsed(SMALL)
    assert taxonomy.fields["area"].by_name["land"].place == ("corpus/x.yaml", 8, 13)


def test_a_label_is_found_by_name_and_falls_back_to_the_name() -> None:
    powered = example().taxonomy.fields["powered"]
    assert (powered.label_of("yes"), powered.label_of("maybe")) == ("Self-powered", "maybe")


def test_the_vocabulary_of_exclusions_stands_apart() -> None:
    taxonomy = example().taxonomy
    assert list(taxonomy.exclusion["stage"].by_name) == ["abstract", "full_text"]
    assert "stage" not in taxonomy.fields


def test_a_rule_holds_its_conditions_and_its_reason() -> None:
    (rule,) = example().taxonomy.rules
    assert (rule.name, rule.when, rule.then, rule.then_not) == (
        "self-powered-sensors",
        {"powered": ("yes",)},
        {"approach": ("sensor",)},
        {},
    )
    assert rule.why.startswith("Only a device")


def test_conditions_name_values_as_they_stand_without_quotes_too() -> None:
    text = SMALL + "    applies_to: {}\nrules:\n  r:\n    when: {area: [sea]}\n    then_not: {area: [land]}\n    why: Because.\n"
    taxonomy, found = parsed(text.replace("    applies_to: {}\n", "").replace("sea", "no").replace("land", "yes"))
    assert found == []
    assert taxonomy.rules[0].when == {"area": ("no",)}


def test_a_rule_that_names_what_is_not_there_is_left_out() -> None:
    taxonomy, found = parsed(f"{SMALL}rules:\n  r:\n    when: {{area: [seas]}}\n    then: {{area: [land]}}\n    why: Because.\n")
    assert taxonomy.rules == ()
    assert [(problem.code, problem.nearest) for problem in found] == [("unknown-value", "sea")]


def test_a_field_with_a_fault_is_not_told_again_by_the_rules_about_it() -> None:
    rule = "rules:\n  r:\n    when: {area: [sea]}\n    then: {area: [land]}\n    why: Because.\n"
    _, found = parsed(SMALL.replace("    label: Area\n", "") + rule)
    assert [(problem.code, problem.field) for problem in found] == [("missing-field", "fields.area.label")]


@pytest.mark.parametrize("name", ["a b", "a/b", "../a", "(uncoded)", "a,b", "a=b", "ä", "-a", '"a\\n"'])
def test_a_name_is_safe_in_file_names_addresses_and_queries(name: str) -> None:
    _, found = parsed(SMALL.replace("      sea:", f"      {name}:"))
    assert [problem.code for problem in found] == ["bad-name"]


def test_names_that_differ_by_case_only_are_refused() -> None:
    _, found = parsed(SMALL.replace("      land:", "      Sea:"))
    assert [(problem.code, problem.message) for problem in found] == [("bad-name", "differs from sea by case only")]


@pytest.mark.parametrize(
    ("tag", "values"),
    [(None, ()), ("sea", ("sea",)), (("sea", "land"), ("sea", "land")), ({"sea": "deep", "land": "flat"}, ("sea", "land"))],
)
def test_a_tag_of_any_kind_names_values(tag: object, values: tuple[str, ...]) -> None:
    assert values_in(tag) == values  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({}, True),
        ({"area": ("sea",)}, True),
        ({"area": ("land", "sea")}, True),
        ({"area": ("land",)}, False),
        ({"area": ("sea",), "depth": ("deep",)}, False),
        ({"signals": ("sound",)}, True),
        ({"wear": ("scour",)}, True),
    ],
)
def test_conditions_hold_where_every_field_has_one_of_its_values(conditions: dict[str, tuple[str, ...]], expected: bool) -> None:
    assert holds(conditions, {"area": "sea", "signals": ("sound", "salt"), "wear": {"scour": "direct"}}) is expected
