from __future__ import annotations

import pytest

from pipeline.errors import Problem
from pipeline.located import parse


def problem_of(text: str) -> Problem:
    found: list[Problem] = []
    assert parse(text, "a.yaml", found.append) is None
    (problem,) = found
    return problem


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("title: Relay: Credit\n", "1:13", "a text that holds a colon followed by a blank must stand in quotes"),
        ("title:Relay Credit\nyear: 2025\n", "2:5", "a blank is missing after the colon in line 1"),
        ("year: 2025\ntitle:Relay\nvenue: x\n", "2:1", "a blank is missing after the colon in line 2"),
        ("title: Relay\n  Credit: x\n", "2:9", "the line is indented more deeply than the one above, which already has a value"),
        (
            "title: Relay\nonly words\nyear: 2025\n",
            "2:1",
            "line 2 has no name: write name: value, or indent a line that continues the text above",
        ),
        ("tags:\n\tarea: x\n", "2:1", "indent with blanks, not with tabs"),
        ("title: @home\n", "1:8", "a text that begins with @ must stand in quotes"),
        ("title: - one\n", "1:8", "a text that begins with - must stand in quotes"),
        ("title: *Relay* of\n", "1:14", "a text that begins with * must stand in quotes"),
        ("title: [a] b\n", "1:12", "a text that begins with [ must stand in quotes; a list or mapping must be closed again"),
        ("title: 'It's'\n", "1:12", "an apostrophe within single quotes is written twice, or use double quotes"),
        ('title: "a" b\n', "1:12", 'a quotation mark within double quotes is written \\", or use single quotes'),
        ('title: "a\nyear: 2025\n', "1:8", "the quotation mark that opens here is never closed"),
        ('title: "a\\q"\n', "1:10", "in double quotes a backslash begins an escape: write two, or use single quotes"),
        ("authors: [a, b\nyear: 2025\n", "1:10", "a text that begins with [ must stand in quotes; a list or mapping must be closed again"),
        ("- title: x\n year: 2025\n", "2:2", "the line is not indented like the item above; a record needs no - before its names"),
        ("a:\n  - x\n - y\n", "3:2", "look at how far the lines are indented: names of one mapping stand in one column"),
    ],
)
def test_a_syntax_error_is_told_with_its_likely_cause(text: str, place: str, hint: str) -> None:
    problem = problem_of(text)
    assert (problem.code, f"{problem.place.line}:{problem.place.column}", problem.hint) == ("yaml-syntax", place, hint)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: b\n---\nc: d\n", "second-document"), ("a: b\n...\nc: d\n", "second-document"), ("a: b\n---\n", "second-document"),
        ("a: *b\n", "alias"), ("a: " + "[" * 100_000, "too-deep"), ("- " * 100_000, "too-deep"), ("? " * 100_000, "too-deep"),
        ("a: " + "{b: " * 100_000, "too-deep"), ("title: {{ title }} of\n", "placeholder"), ('a: "\\ud800"\n', "forbidden-character"),
        ('a: "\\ud83d\\ude00"\n', "forbidden-character"),
    ],
)  # fmt: skip
def test_some_faults_have_a_code_of_their_own(text: str, code: str) -> None:
    assert problem_of(text).code == code


def test_the_line_is_shown_as_it_was_written() -> None:
    assert problem_of("a: b\r\ntitle: Relay: Credit\r\n").found == "title: Relay: Credit"
