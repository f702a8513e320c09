from __future__ import annotations

import pytest

from pipeline import characters
from pipeline.errors import Place


def found(text: str) -> list[tuple[str, str]]:
    return [(str(problem.place), problem.code) for problem in characters.problems(text, "a.yaml")]


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x08",
        "\x0b",
        "\x1b",
        "\x7f",
        "\x85",
        "\x9b",
        "\u200e",
        "\u2028",
        "\u202e",
        "\u2066",
        chr(0xD800),
        chr(0xDFFF),
        "\ufdd0",
        "\ufeff",
        "\ufffd",
        "\uffff",
        "\U000e0041",
    ],
)
def test_a_character_that_no_output_can_hold_is_refused(character: str) -> None:
    assert found(f"a\nb{character}c") == [("a.yaml:2:2", "forbidden-character")]


@pytest.mark.parametrize("character", ["\t", "\n", "\r\n", "\xa0", "é", "李", "\U0001f469", "\ufe0f", "\u0301"])
def test_a_character_that_texts_are_made_of_is_let_be(character: str) -> None:
    assert found(f"a{character}b") == []


@pytest.mark.parametrize("character", ["\u00ad", "\u200b", "\u2060", "\u3164", "\u115f", "\u2800"])
def test_a_character_without_a_width_is_a_warning(character: str) -> None:
    assert found(f"a{character}b") == [("a.yaml:1:2", "invisible-character")]


def test_a_joiner_belongs_to_emoji_and_to_persian_but_not_to_latin() -> None:
    assert found("\U0001f469\u200d\U0001f52c and \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645") == []
    assert found("re\u200dlay") == [("a.yaml:1:3", "invisible-character")]


def test_a_carriage_return_by_itself_is_refused_and_the_hint_says_how_lines_end() -> None:
    (problem,) = characters.problems("a: b\rc: d", "a.yaml")
    assert problem.hint == "end lines with LF or CRLF"


def test_a_code_point_is_told_with_its_name() -> None:
    (problem,) = characters.problems("a\u202eb", "a.yaml")
    assert problem.message == "holds U+202E (right-to-left override)"


def test_of_a_file_full_of_them_twenty_of_each_sort_are_told() -> None:
    assert len(found("\u200b\x01" * 500_000)) == 40


def test_what_was_written_with_escapes_is_told_at_its_text() -> None:
    place = Place("a.yaml", 3, 8)
    codes = [(problem.place, problem.code, problem.field) for problem in characters.problems_of_escapes("a\u202eb\u200bc", place, "title")]
    assert codes == [(place, "forbidden-character", "title"), (place, "invisible-character", "title")]
