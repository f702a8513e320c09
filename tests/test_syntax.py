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
        ("tags:\n\tarea: x\n", "2:1", "replace the tab by blanks"),
        ("tags:\n  area: x\n\tb: y\n", "3:1", "replace the tab by blanks"),
        ("title: \u201cRelay: Credit\u201d\n", "1:14", "these are typographic quotes; write straight ones"),
        ("tags:\narea: x\n  b: y\n", "2:1", "line 2 is indented less than what stands around it: indent it as line 3 is"),
        ("tags:\n  a: x\narea: x\n  b: y\n", "3:1", "line 3 is indented less than what stands around it: indent it as line 4 is"),
        ("tags:\n\xa0 area: x\n  b: y\n", "2:1", "line 2 is indented with a no-break space (U+00A0): write blanks in its place"),
        ("title:\xa0Relay\nyear: 2\n", "2:5", "after the colon in line 1 stands a no-break space (U+00A0) where a blank is due"),
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
        (
            "why: {field: a, why: see page: 1}\n",
            "1:30",
            "between { and } a text that holds a colon followed by a blank must stand in quotes",
        ),
        ("why: {\n  why: see page: 1}\n", "2:16", "between { and } a text that holds a colon followed by a blank must stand in quotes"),
        ("from: [A, B: c: d]\n", "1:15", "between [ and ] a text that holds a colon followed by a blank must stand in quotes"),
        ("why: {why: see [p. 1]}\n", "1:16", "between { and } a text that holds [ must stand in quotes"),
        ("why: {why: a\nyear: 2025\n", "1:6", "a text that begins with { must stand in quotes; a list or mapping must be closed again"),
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


OURS, OLD, THEIRS, END = ("<" * 7, "|" * 7, "=" * 7, ">" * 7)
HINT = (
    "keep what belongs there of both sides, of lines under changes both, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>"
)


def conflicts(text: str) -> list[tuple[int, str, str | None, str]]:
    found: list[Problem] = []
    assert parse(text, "a.yaml", found.append) is None
    return [(problem.place.line, problem.code, problem.found, problem.hint) for problem in found]


def test_a_merge_that_git_left_to_people_is_one_problem_at_its_line() -> None:
    for inner in (f"{THEIRS}\n", f"{OLD} base\nyear: 2023\n{THEIRS}\n", f"{THEIRS}\r\n"):
        text = f"title: Relay\n{OURS} HEAD\nyear: 2024\n{inner}year: 2025\n{END} theirs\nvenue: x\n"
        assert conflicts(text) == [(2, "merge-conflict", f"{OURS} HEAD", HINT)]
        assert conflicts(text * 2) == [(line, "merge-conflict", f"{OURS} HEAD", HINT) for line in (2, 2 + text.count("\n"))]


@pytest.mark.parametrize("left", [THEIRS, f"{END} theirs", f"{OLD} base", OURS])
def test_a_mark_that_was_left_behind_is_named_as_one(left: str) -> None:
    assert conflicts(f"title: Relay\n{left}\nyear: 2024\n") == [(2, "merge-conflict", left, HINT)]


@pytest.mark.parametrize("text", [f"title: a {OURS} b\n", f"title: |\n  {THEIRS}\n", f'title: "{END} x"\n', f"title: {THEIRS}=\n"])
def test_marks_within_a_text_are_text(text: str) -> None:
    found: list[Problem] = []
    assert parse(text, "a.yaml", found.append) is not None
    assert found == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("title: \u201cRelay\u201d\n", ["typographic-quotes"]),
        ("title: \u2018It\u2019s\u2019\n", ["typographic-quotes"]),
        ("title: \u00abRelay\u00bb\n", ["typographic-quotes"]),
        ("title: \u201cRelay\u201d of\n", []),
        ("title: \u201cA\u201d or \u201cB\u201d\n", []),
        ("title: \u201cRelay\n", []),
        ("title: '\u201cRelay\u201d'\n", []),
    ],
)
def test_a_text_wholly_in_typographic_quotes_is_a_warning(text: str, codes: list[str]) -> None:
    found: list[Problem] = []
    assert parse(text, "a.yaml", found.append) is not None
    assert [problem.code for problem in found] == codes
    assert all(problem.severity == "warning" for problem in found)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("tags:\n\u3000area: x\n", "line 2 is indented with an ideographic space (U+3000): write blanks in its place"),
        ("a: b\n\xa0\xa0c: d\n", "line 2 is indented with a no-break space (U+00A0): write blanks in its place"),
    ],
)
def test_a_name_is_not_indented_with_what_only_looks_like_blanks(text: str, hint: str) -> None:
    found: list[Problem] = []
    parse(text, "a.yaml", found.append)
    assert [(problem.place.line, problem.code, problem.message, problem.hint) for problem in found] == [
        (2, "yaml-syntax", "is not indented with blanks", hint)
    ]
