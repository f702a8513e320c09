"""Files of other programs to JSON values."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traces_values import patient

from pipeline.traces.formats import reading


def told(data: bytes) -> list[str]:
    """Return what is said of a file: place, severity, code."""
    return [f"{p.place.line}:{p.place.column} {p.severity} {p.code}" for p in reading.read(data, "x").problems]


def documents(data: bytes) -> list[object]:
    return list(reading.read(data, "x").source.documents)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"a": 1}', [{"a": 1}]),
        (b'{\n  "a": 1\n}\n', [{"a": 1}]),
        (b'[{"a": 1},\n{"a": 2}]', [[{"a": 1}, {"a": 2}]]),
        (b'{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        (b'{"a": 1}\r\n\r\n{"a": 2}\r\n', [{"a": 1}, {"a": 2}]),
        (b'\xef\xbb\xbf{"a": 1}\n[2]\n3', [{"a": 1}, [2], 3]),
        ('{"a": "x\u2028y"}\n{"a": 2}'.encode(), [{"a": "x\u2028y"}, {"a": 2}]),
    ],
)
def test_one_value_a_file_or_one_a_line_is_seen_from_the_content(data: bytes, expected: list[object]) -> None:
    assert documents(data) == expected
    assert told(data) == []


def test_a_broken_line_is_left_out_and_told() -> None:
    data = b'{"a": 1}\n{"a": \n{"a": 3}\n\xff\n{"a": 5'
    assert documents(data) == [{"a": 1}, {"a": 3}]
    assert told(data) == ["2:7 error json-syntax", "4:1 error not-utf8", "5:8 error json-syntax"]


@pytest.mark.parametrize(
    ("data", "expected", "place", "more"),
    [
        (b'{"a": "caf\xe9",\n"b": "\xe8\xe9 \x93x"}', {"a": "caf\\xE9", "b": "\\xE8\\xE9 \\x93x"}, "1:11", ", and 3 more behind it"),
        (b'{"b": 1}\n{"a": "caf\xe9", "b": 2}\n{"b": "\xe8\xe9\x93"}', {"a": "caf\\xE9", "b": 2}, "2:11", ""),
    ],
)
def test_what_is_no_utf_8_is_spelled_out_in_one_value_as_in_a_line(data: bytes, expected: object, place: str, more: str) -> None:
    read = reading.read(data, "x")
    assert expected in read.source.documents
    (problem,) = read.problems
    assert f"{problem.place.line}:{problem.place.column} {problem.severity} {problem.code}" == f"{place} warning not-utf8"
    assert problem.message == f"is not UTF-8: byte 0xE9{more}; such bytes are kept, spelled out"
    assert problem.hint == "in Windows-1252 “é” is written so; save the file as UTF-8"


def test_names_that_differ_in_what_is_no_utf_8_stay_two() -> None:
    assert documents('["Олег", "Иван"]'.encode("cp1251")) == [["\\xCE\\xEB\\xE5\\xE3", "\\xC8\\xE2\\xE0\\xED"]]


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"\xff\xfe{\0", "the file begins as one in UTF-16 does; save the file as UTF-8"),
        (b'{"a": "\xe2\x80', "a character is cut off here; save the file as UTF-8"),
        (b'{"a": "\xe2\x80"}', "a character is cut off here; save the file as UTF-8"),
        (b'{"a": "na\xefve"}', "in Windows-1252 “ï” is written so; save the file as UTF-8"),
        (b'{"a": "gr\xf6\xdfe"}', "in Windows-1252 “öß” is written so; save the file as UTF-8"),
        (b'{"a": "it\x92s"}', "in Windows-1252 “\u2019” is written so; save the file as UTF-8"),
        (b'{"a": "\x81"}', "save the file as UTF-8"),
        (b'{"a": "\xc8\xe2\xe0\xed"}', "save the file as UTF-8"),
        ('{"a": "中文"}'.encode("gb18030"), "save the file as UTF-8"),
        (b'{"a": 1 \xff}', "in Windows-1252 “ÿ” is written so; save the file as UTF-8"),
    ],
)
def test_what_bytes_most_likely_are_is_told(data: bytes, hint: str) -> None:
    (problem,) = reading.read(data, "x").problems
    assert (problem.code, problem.hint) == ("not-utf8", hint)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{\n "a": 1,\n}', "3:1 error json-syntax"),
        (b'[{"a": 1},\n{"a": 2}\n', "3:1 error json-syntax"),
        (b"\xff\xfe{", "1:1 error not-utf8"),
        (b" \n", "1:1 error empty-file"),
        (b"PK\x03\x04...", "1:1 error packed"),
        (b"\x1f\x8b...", "1:1 error packed"),
        (b"[" * 101 + b"]" * 101, "1:1 error too-deep"),
        (b"[" * 100_000, "1:1 error too-deep"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_its_place(data: bytes, expected: str) -> None:
    assert documents(data) == []
    assert told(data) == [expected]


def test_a_hundred_levels_are_not_too_deep() -> None:
    assert told(b"[" * 100 + b"]" * 100) == []


def test_what_json_cannot_hold_is_unknown_and_told_once() -> None:
    data = b'{"a": NaN, "b": 1e999}\n{"c": ' + b"9" * 5000 + b"}"
    assert documents(data) == [{"a": None, "b": None}, {"c": None}]
    (problem,) = reading.read(data, "x").problems
    assert (problem.severity, problem.message) == ("warning", "numbers that JSON cannot hold, taken as unknown: 3")


def test_the_last_of_two_equal_keys_counts() -> None:
    assert documents(b'{"a": 1, "a": 2}') == [{"a": 2}]
    assert told(b'{"b": 1}\n{"a": 1, "a": 2}') == ["2:1 warning duplicate-key"]


@pytest.mark.parametrize(
    ("escaped", "expected"), [(b'"\\ud83d\\ude00"', "\U0001f600"), (b'"\\ud83d!"', "\ufffd!"), (b'"\\\\ud83d"', "\\ud83d")]
)
def test_half_a_surrogate_pair_is_replaced(escaped: bytes, expected: str) -> None:
    assert documents(escaped) == [expected]


def test_a_file_may_be_too_large() -> None:
    assert reading.read(b'{"a": 1}', "x", max_bytes=5).problems[0].code == "too-large"
    assert reading.read_file("-", io.BytesIO(b'{"a": 1}'), max_bytes=5).problems[0].code == "too-large"


def test_a_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    (problem,) = reading.read_file(str(tmp_path / "none.json"), io.BytesIO()).problems
    assert (problem.code, problem.message) == ("unreadable", "cannot be read: no such file or directory")
    assert reading.read_file("x\0y", io.BytesIO()).problems[0].code == "unreadable"


def test_a_folder_stands_for_its_json_files_sorted_and_each_once(tmp_path: Path) -> None:
    for name in ("b.json", "a/c.jsonl", "a/b.json", "notes.txt", "E.JSONL", "f.Json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}", encoding="utf-8")
    (tmp_path / "d.json").mkdir()
    paths, problems = reading.files([str(tmp_path), str(tmp_path / "b.json"), "-"])
    assert [path.removeprefix(tmp_path.as_posix()) for path in paths] == ["/E.JSONL", "/a/b.json", "/a/c.jsonl", "/b.json", "/f.Json", "-"]
    assert problems == []


def test_what_is_left_out_of_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "none").mkdir()
    (tmp_path / "log.JSONL.gz").touch()
    paths, problems = reading.files([str(tmp_path), str(tmp_path / "none")])
    assert [path.removeprefix(tmp_path.as_posix()) for path in paths] == ["/gone.json"]
    assert [(p.place.path.removeprefix(tmp_path.as_posix()), p.severity, p.code, p.message) for p in problems] == [
        ("/link", "warning", "linked-folder", "is a link to a folder, and is left out"),
        ("/pipe.json", "warning", "no-plain-file", "is no plain file, and is left out"),
        ("/log.JSONL.gz", "warning", "packed", "is packed, and is left out"),
        ("/none", "error", "no-file", "holds no .json or .jsonl file"),
    ]


@pytest.mark.parametrize("name", ["x" * 300, "/dev/null/x", "a\0b", "-", "y/" * 3000])
def test_a_name_that_no_folder_can_have_is_that_of_a_file(name: str) -> None:
    assert reading.files([name]) == ([name], [])


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b'{\n "a": 1\n}\n{\n "a": 2\n}\n', 4),
        (b'\xef\xbb\xbf{\n "a": 1\n} {\n "a": 2\n}', 3),
        ('[\n "\u00e4\U0001f600"\n]\n[\n 2\n]'.encode(), 4),
    ],
)
def test_values_over_several_lines_are_told_from_faults(data: bytes, line: int) -> None:
    (problem,) = reading.read(data, "x").problems
    assert (problem.place.line, problem.code, problem.message) == (line, "second-value", f"a second value begins at line {line}")
    assert problem.hint == "one value a file, or each on a line of its own: jq -c . FILE"


@patient
@given(st.binary(max_size=60) | st.text(alphabet='{}[]":,\\ud8\n0a ', max_size=60).map(str.encode))
def test_any_bytes_give_values_or_problems(data: bytes) -> None:
    read = reading.read(data, "x")
    assert read.source.documents or read.problems
