from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from pipeline.errors import Problem
from pipeline.located import MAX_BYTES, Mapping, Scalar, Sequence, Value, parse, read, read_text


def value_of(text: str) -> Value | None:
    found: list[Problem] = []
    value = parse(text, "a.yaml", found.append)
    assert found == []
    return value


def codes_of(text: str) -> list[str]:
    found: list[Problem] = []
    parse(text, "a.yaml", found.append)
    return [problem.code for problem in found]


def problem_of_file(path: Path) -> Problem:
    found: list[Problem] = []
    assert read(path, path.parent, found.append) is None
    (problem,) = found
    return problem


@pytest.mark.parametrize(
    "text", ["no", "yes", "NA", "null", "~", "2504.12510", "012", "0x385", "12:30", "1e3", "1.0e+400", "2026-04-26", "<<", "=", ".nan"]
)
def test_every_plain_scalar_is_the_text_that_was_written(text: str) -> None:
    value = value_of(f"a: {text}\n")
    assert isinstance(value, Mapping)
    assert value.items == {"a": Scalar(text, 1, 4, quoted=False)}


@pytest.mark.parametrize("written", ["'no'", '"no"', "|-\n  no", ">-\n  no"])
def test_a_text_in_quotes_or_as_a_block_says_that_it_was_meant(written: str) -> None:
    value = value_of(f"a: {written}\n")
    assert isinstance(value, Mapping)
    assert value.items == {"a": Scalar("no", 1, 4, quoted=True)}


def test_names_are_text_as_well() -> None:
    value = value_of("yes: a\n012: b\n")
    assert isinstance(value, Mapping)
    assert list(value.items) == ["yes", "012"]


def test_lists_and_mappings_know_their_place_and_whether_they_stand_in_brackets() -> None:
    value = value_of("a: [x]\nb:\n  - y\nc: {z: 1}\n")
    assert isinstance(value, Mapping)
    assert value.items["a"] == Sequence((Scalar("x", 1, 5, quoted=False),), 1, 4, flow=True)
    assert value.items["b"] == Sequence((Scalar("y", 3, 5, quoted=False),), 3, 3, flow=False)
    assert value.items["c"] == Mapping({"z": Scalar("1", 4, 8, False)}, {"z": Scalar("z", 4, 5, False)}, 4, 4, flow=True)  # fmt: skip


def test_columns_are_counted_in_characters() -> None:
    value = value_of("李: 😀😀\nb: {é: x}\n")
    assert isinstance(value, Mapping)
    assert value.items["李"] == Scalar("😀😀", 1, 4, quoted=False)
    inner = value.items["b"]
    assert isinstance(inner, Mapping)
    assert inner.items["é"] == Scalar("x", 2, 8, quoted=False)


def test_windows_line_ends_change_nothing() -> None:
    assert value_of("a: b\r\nc:\r\n  - d\r\n") == value_of("a: b\nc:\n  - d\n")


def test_a_byte_order_mark_at_the_start_of_a_file_is_let_be(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: b\n")
    found: list[Problem] = []
    value = read(path, tmp_path, found.append)
    assert found == []
    assert isinstance(value, Mapping)
    assert value.items == {"a": Scalar("b", 1, 4, quoted=False)}


@pytest.mark.parametrize(
    "text", ["a: &x b\n", "a: &x [b]\n", "a: &x {b: c}\n", "&x a: b\n", "a: &x [b, *x]\n", "a: &x b\nc: *x\n", "😀: &x b\n"]
)
def test_anchors_are_refused_and_with_them_every_alias(text: str) -> None:
    assert set(codes_of(text)) == {"alias"}


@pytest.mark.parametrize(
    "text", ["a: !x b\n", "a: ! b\n", "a: !!str b\n", "a: !!seq [b]\n", "a: !!map {b: c}\n", "a: !!int 7\n", "!x a: b\n"]
)
def test_tags_are_refused_even_where_they_change_nothing(text: str) -> None:
    assert codes_of(text) == ["yaml-tag"]


def test_an_alias_bomb_is_refused_without_being_unfolded() -> None:
    names = "abcdefghijklmnop"
    bomb = "".join(f"{name}: &{name} [{','.join([f'*{chr(ord(name) - 1)}'] * 50)}]\n" for name in names[1:])
    assert set(codes_of(f"a: &a [{','.join(['x'] * 50)}]\n{bomb}")) == {"alias"}


@pytest.mark.parametrize(("depth", "code"), [(11, []), (12, ["too-deep"]), (900, ["too-deep"])])
def test_twelve_levels_are_deep_enough(depth: int, code: list[str]) -> None:
    assert codes_of(f"a: {'[' * depth}{']' * depth}\n") == code


def test_a_name_that_stands_twice_is_told_with_both_lines() -> None:
    found: list[Problem] = []
    parse('a: 1\nb: 2\n"a": 3\n', "a.yaml", found.append)
    (problem,) = found
    assert (problem.code, problem.place.line, problem.message) == ("duplicate-key", 3, "'a' stands here and at line 1")


def test_the_first_of_two_equal_names_is_kept() -> None:
    value = parse("a: 1\na: 2\n", "a.yaml", lambda _: None)
    assert isinstance(value, Mapping)
    assert value.items == {"a": Scalar("1", 1, 4, quoted=False)}


@pytest.mark.parametrize("text", ["", "\n\n", "# to do\n", "---\n", "--- \n...\n"])
def test_a_text_that_holds_nothing_is_empty(text: str) -> None:
    assert codes_of(text) == ["empty-file"]


def test_what_a_number_sign_cuts_off_is_a_warning_and_a_comment_is_none() -> None:
    assert codes_of("a: Relay #2 of\n") == ["cut-text"]
    assert codes_of("a: Relay # two\nb: C#\nc: 'Relay #2'\nd: x ## y\n") == []


def test_every_fault_within_one_file_is_told() -> None:
    assert codes_of("a: &x 1\nb: !y 2\nc: 3\nc: 4\n") == ["alias", "yaml-tag", "duplicate-key"]


def test_a_file_that_is_not_utf8_is_told_with_byte_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("a: é\nb: Zoé".encode() + b"\xe9\n")
    problem = problem_of_file(path)
    assert (problem.code, problem.message, problem.place) == ("not-utf8", "is not UTF-8: byte 0xE9", ("a.yaml", 2, 7))


def test_surrogates_in_utf8_are_no_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: \xed\xa0\x80\n")
    assert problem_of_file(path).code == "not-utf8"


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    with path.open("wb") as file:
        file.truncate(50 * MAX_BYTES)
    assert problem_of_file(path).code == "too-large"


def test_a_file_of_the_greatest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a" * MAX_BYTES)
    found: list[Problem] = []
    assert read_text(path, "a.yaml", found.append) == "a" * MAX_BYTES


def test_a_folder_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").mkdir()
    assert problem_of_file(tmp_path / "a.yaml").code == "unreadable"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_a_pipe_is_unreadable_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.yaml")
    assert problem_of_file(tmp_path / "a.yaml").message == "is no plain file"


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no sockets that are files")
def test_a_socket_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind("a.yaml")
        assert problem_of_file(tmp_path / "a.yaml").message == "is no plain file"


def test_a_file_that_may_not_be_read_is_told_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: b\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refuse)
    problem = problem_of_file(path)
    assert (problem.code, problem.message) == ("unreadable", "cannot be read: permission denied")


EXAMPLE = Path(__file__).parent / "example"


@pytest.mark.parametrize("path", sorted(EXAMPLE.rglob("*.yaml")), ids=lambda path: path.name)
@pytest.mark.parametrize("sign", ["#", "# \\", "# &!", "# “"])
def test_a_sign_that_asks_for_a_closer_look_changes_no_value(path: Path, sign: str) -> None:
    text = path.read_text(encoding="utf-8").rstrip("\n")
    assert value_of(f"{text}\n{sign}\n") == value_of(f"{text}\n")
