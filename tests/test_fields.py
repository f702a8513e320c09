from __future__ import annotations

from datetime import date

import pytest
from example_survey import fields

from pipeline.errors import Problem
from pipeline.fields import MAX_TEXT, top_level
from pipeline.located import parse


@pytest.mark.parametrize("written", ["2026-04-26", '"2026-04-26"', "'2026-04-26'"])
def test_a_date_is_read_with_or_without_quotes(written: str) -> None:
    found: list[Problem] = []
    assert fields(f"day: {written}", found).date("day") == date(2026, 4, 26)
    assert found == []


@pytest.mark.parametrize(
    "written",
    [
        "2026-02-30",
        "2026-4-6",
        "26/04/2026",
        "20260426",
        "yesterday",
        "2026-W17-7",
        "2026-04-26T10:00:00Z",
        "\uff12\uff10\uff12\uff16-04-26",
        "|\n 2026-04-26\n",
    ],
)
def test_what_is_no_calendar_date_in_one_spelling_is_refused(written: str) -> None:
    found: list[Problem] = []
    assert fields(f"day: {written}", found).date("day") is None
    assert [problem.code for problem in found] == ["bad-date"]


@pytest.mark.parametrize(("written", "year"), [("2025", 2025), ("1994", 1994), ('"2025"', 2025)])
def test_a_year_has_four_digits(written: str, year: int) -> None:
    assert fields(f"year: {written}", []).year("year") == year


@pytest.mark.parametrize("written", ["25", "20255", "2O25", "²025", "٢٠٢٥", "0999", "3000", "-2025", "2025.0", "|\n 2025\n"])
def test_what_is_no_year_is_refused(written: str) -> None:
    found: list[Problem] = []
    assert fields(f"year: {written}", found).year("year") is None
    assert [problem.code for problem in found] == ["bad-year"]


@pytest.mark.parametrize(("written", "number"), [("0", 0), ("007", 7), ("999999999", 999_999_999)])
def test_a_number_is_whole(written: str, number: int) -> None:
    assert fields(f"n: {written}", []).number("n") == number


@pytest.mark.parametrize("written", ["-1", "1.5", "1e3", "1000000000", "one", "१", "1_000", "9" * 5000])
def test_what_is_no_whole_number_of_nine_digits_is_refused(written: str) -> None:
    found: list[Problem] = []
    assert fields(f"n: {written}", found).number("n") is None
    assert [problem.code for problem in found] == ["bad-number"]


def test_blanks_and_line_breaks_of_a_text_are_folded() -> None:
    assert fields("t: |\n  one | two\n  # three\n   four\n", []).text("t") == "one | two # three four"


@pytest.mark.parametrize("written", ["", "null", "~", "Null", "NULL", '""', "'  '", "|\n"])
def test_a_text_that_is_empty_is_told_to_be(written: str) -> None:
    found: list[Problem] = []
    assert fields(f"t: {written}\n", found).text("t") is None
    assert [problem.code for problem in found] == ["empty-value"]


def test_null_in_quotes_is_a_placeholder_and_no_empty_value() -> None:
    found: list[Problem] = []
    assert fields('t: "null"', found).text("t") is None
    assert [problem.code for problem in found] == ["placeholder"]


@pytest.mark.parametrize(
    "written",
    [
        "TBD",
        "tba.",
        "'[TODO]'",
        "fixme",
        "'TODO: write'",
        "n/a",
        "'?'",
        "'-'",
        "...",
        "XXX",
        "undefined",
        "<title>",
        "'{{ t }}'",
        "${t}",
        "Lorem ipsum dolor",
    ],
)
def test_a_word_that_stands_for_a_text_to_come_is_a_placeholder(written: str) -> None:
    found: list[Problem] = []
    assert fields(f"t: {written}", found).text("t") is None
    assert [problem.code for problem in found] == ["placeholder"]


@pytest.mark.parametrize(
    "written",
    ["NA", "None of the above", "Todoist at work", "Todo Lists at Work", "🔥", "C++", "Null results", "a <b> c", "1984", "61e9540"],
)
def test_a_text_that_only_looks_like_one_is_a_text(written: str) -> None:
    found: list[Problem] = []
    assert fields(f"t: {written}", found).text("t") == written
    assert found == []


@pytest.mark.parametrize("written", ["no", "No", "YES", "on", "off", "true", "False"])
def test_a_truth_value_is_a_text_only_in_quotes(written: str) -> None:
    found: list[Problem] = []
    assert fields(f"t: {written}", found).text("t") is None
    assert [problem.hint for problem in found] == ["if it is the text, put it in quotes"]
    assert fields(f't: "{written}"', []).text("t") == written


def test_a_text_may_have_two_thousand_characters() -> None:
    found: list[Problem] = []
    assert fields(f"t: {'a' * MAX_TEXT}", found).text("t") == "a" * MAX_TEXT
    assert fields(f"t: {'a' * (MAX_TEXT + 1)}", found).text("t") is None
    assert [problem.code for problem in found] == ["too-long"]


def test_a_value_outside_the_vocabulary_is_told_with_what_is_allowed() -> None:
    found: list[Problem] = []
    assert fields("tag: Shared ", found).value_of("tag", ("shared", "role")) is None
    (problem,) = found
    assert (problem.code, problem.field, problem.allowed, problem.nearest) == ("unknown-value", "tag", ("shared", "role"), "shared")


@pytest.mark.parametrize("written", ["no", '"no"'])
def test_no_is_a_value_like_any_other(written: str) -> None:
    assert fields(f"tag: {written}", []).value_of("tag", ("yes", "no")) == "no"


@pytest.mark.parametrize(("written", "expected"), [("yes", True), ("no", False), ("", False)])
def test_a_switch_is_yes_or_no_and_has_a_default(written: str, expected: bool) -> None:
    text = f"a: b\nswitch: {written}" if written else "a: b"
    assert fields(text, []).yes_no("switch", absent=False) is expected


def test_a_switch_that_is_neither_is_refused() -> None:
    found: list[Problem] = []
    fields("switch: True", found).yes_no("switch", absent=False)
    assert [problem.code for problem in found] == ["unknown-value"]


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("[a]", "must be one text, not a list", "a text that begins with [ must stand in quotes"),
        ("{a}", "must be one text, not a mapping", "a text that begins with { must stand in quotes"),
        ("{a:b}", "must be one text, not a mapping", "a blank is missing after a colon"),
        ("\n  - a", "must be one text, not a list", ""),
    ],
)
def test_another_kind_than_a_text_is_told_with_what_may_have_been_meant(written: str, message: str, hint: str) -> None:
    found: list[Problem] = []
    assert fields(f"t: {written}", found).text("t") is None
    assert [(problem.message, problem.hint) for problem in found] == [(message, hint)]


def test_a_bad_item_of_a_list_is_told_with_its_position_and_the_good_ones_are_kept() -> None:
    found: list[Problem] = []
    assert fields("t: [a, {b: c}, '', d, a]", found).texts("t") == ("a", "d")
    assert [(problem.field, problem.code) for problem in found] == [
        ("t[2]", "wrong-kind"),
        ("t[3]", "empty-value"),
        ("t[5]", "repeated-value"),
    ]


def test_values_come_in_the_order_of_the_vocabulary() -> None:
    assert fields("t: [c, a]", []).values_of("t", ("a", "b", "c")) == ("a", "c")


def test_an_absent_list_is_empty_and_no_problem() -> None:
    found: list[Problem] = []
    assert fields("a: b", found).texts("t") == ()
    assert found == []


def test_a_missing_field_is_told_at_the_mapping_that_lacks_it() -> None:
    found: list[Problem] = []
    below = fields("a: b\ntags:\n  x: y\n", found).below("tags")
    assert below is not None
    below.require("x", "z")
    assert [(problem.field, problem.place.line) for problem in found] == [("tags.z", 3)]


def test_a_field_that_holds_nothing_good_is_not_missing_as_well() -> None:
    found: list[Problem] = []
    source = fields("a: &x b", found)
    source.require("a")
    assert source.text("a") is None
    assert [problem.code for problem in found] == ["alias"]


def test_an_unknown_field_is_told_with_the_place_where_it_belongs() -> None:
    found: list[Problem] = []
    fields("url: x\nvenu: y\n", found).allow(("links", "venue"), [(("url", "pdf"), "write links")])
    assert [(problem.field, problem.nearest, problem.hint) for problem in found] == [("url", None, "write links"), ("venu", "venue", "")]


@pytest.mark.parametrize(("text", "code"), [("[a]", "wrong-kind"), ("text", "wrong-kind")])
def test_a_file_must_hold_names_and_values(text: str, code: str) -> None:
    found: list[Problem] = []
    assert top_level(parse(text, "a.yaml", found.append), "a.yaml", found.append) is None
    assert [problem.code for problem in found] == [code]


def test_what_could_not_be_parsed_is_not_told_a_second_time() -> None:
    found: list[Problem] = []
    assert top_level(None, "a.yaml", found.append) is None
    assert found == []
