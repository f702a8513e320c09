"""Bytes to a value, and paths to lines: nothing that a file can hold raises anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import traces_values
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.errors import Place, Problem
from pipeline.traces import json_faults, json_text, loading, places
from pipeline.traces.findings import Finding, dotted

FAULTS = Path(__file__).parent / "faults" / "trace"
SOUND = (FAULTS / "good-version-1.json").read_bytes()

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), below, max_size=4),
    max_leaves=20,
)


def read(data: bytes) -> tuple[object, list[Problem]]:
    found: list[Problem] = []
    value = json_text.value(data, "x.json", found.append)
    return (None if value is None else value.value), found


@traces_values.patient
@given(json_values, st.booleans())
def test_what_the_json_module_writes_is_read_as_it_was(value: object, ascii_only: bool) -> None:
    assert read(json.dumps(value, ensure_ascii=ascii_only).encode()) == (value, [])


@traces_values.patient
@given(st.binary(max_size=60))
def test_any_bytes_give_a_value_or_problems(data: bytes) -> None:
    value, found = read(data)
    assert found or value == json.loads(data.decode("utf-8-sig"))
    assert all(problem.place.line >= 1 and problem.place.column >= 1 for problem in found)


@traces_values.patient
@given(st.text(alphabet='{}[]",:0123456789.eE+-\\udtrufalsn NI\n\ud7ff', max_size=40))
@example('{"a":1e999,"a":NaN}')
@example('"\\')
@example("[1,]")
@example("-")
def test_anything_made_of_json_signs_gives_a_value_or_problems(text: str) -> None:
    read(text.encode())


@traces_values.patient
@given(st.integers(0, len(SOUND) - 1), st.integers(0, len(SOUND)), st.binary(max_size=4))
def test_a_trace_with_bytes_cut_out_or_put_in_raises_nothing(start: int, length: int, inserted: bytes) -> None:
    loading.load(SOUND[:start] + inserted + SOUND[start + length :], "x.json")


@traces_values.patient
@given(json_values)
def test_any_json_is_a_trace_or_has_errors(value: object) -> None:
    loaded = traces_values.loaded(value)
    assert loaded.trace is None
    assert loaded.faulty


@traces_values.patient
@given(traces_values.traces(), st.data())
def test_any_value_in_the_place_of_another_raises_nothing(value: dict[str, list[dict[str, object]]], data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(value["events"]))
    key = data.draw(st.sampled_from(["id", "t", "tokens", "seq", "error", "rewards", "inferred", "t_start", "to", "other"]))
    event[key] = data.draw(json_values)
    loaded = traces_values.loaded(value)
    assert (loaded.trace is None) <= loaded.faulty


def test_more_bytes_than_allowed_are_not_read() -> None:
    loaded = loading.load(SOUND, "x.json", max_bytes=100)
    assert [(p.code, p.message) for p in loaded.problems] == [("too-large", f"is {len(SOUND):,} bytes long; at most 100 are read")]


@pytest.mark.parametrize("name", ["no-such-file.json", "", "a\0b", "."])
def test_a_file_that_cannot_be_read_is_a_problem(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import io

    monkeypatch.chdir(tmp_path)
    assert [problem.code for problem in loading.load_file(name, io.BytesIO()).problems] == ["unreadable"]


def paths_in(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for step, item in below for found in paths_in(item, (*path, step)))]


def at(value: object, path: tuple[str | int, ...]) -> object:
    for step in path:
        value = value[step]  # type: ignore[index]
    return value


@traces_values.patient
@given(json_values, st.sampled_from([None, 1]), st.data())
def test_a_path_leads_to_the_place_of_its_value(value: object, indent: int | None, data: st.DataObject) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    path = data.draw(st.sampled_from(paths_in(value)))
    (problem,) = places.problems([Finding(path, "x", "y")], text, "x.json")
    offset = sum(len(line) for line in text.split("\n")[: problem.place.line - 1]) + problem.place.line - 1 + problem.place.column - 1
    assert json.JSONDecoder().raw_decode(text, offset)[0] == at(value, path)


def test_a_missing_value_stands_where_it_should() -> None:
    (problem,) = places.problems([Finding(("events", 3, "id"), "x", "y")], '{\n  "events": [1]\n}', "x.json")
    assert problem.place == Place("x.json", 2, 13)


def test_a_path_is_written_as_people_write_it() -> None:
    assert dotted(("events", 3, "t")) == "events[3].t"
    assert dotted(("rewards", "a b", 0)) == 'rewards["a b"][0]'
    assert dotted(()) == ""


def test_of_many_imprecise_integers_one_is_named() -> None:
    found = json_faults.faults("[9007199254740993, 9007199254740995, 9007199254740992]", "x.json")
    assert [(problem.place.column, problem.severity) for _, problem in found] == [(2, "warning")]


@pytest.mark.parametrize("depth", [100, 101, 5000])
def test_nesting_has_a_limit(depth: int) -> None:
    text = (b'{"a":' * depth) + b"1" + b"}" * depth
    _, found = read(b'{"x": NaN, "y": ' + text[5:-1] + b"}")
    assert ("too-deep" in [problem.code for problem in found]) == (depth > 100)


DEEP = b'{"a":' * 300 + b"1" + b"}" * 300


@pytest.mark.parametrize("behind", [b"", b" {}"])
@pytest.mark.parametrize("t", [b"1", b'"x"'])
def test_deep_values_in_unknown_keys_beside_other_faults_are_no_error_of_the_program(t: bytes, behind: bytes) -> None:
    event = b'{"id": "a", "t": ' + t + b', "type": "message", "agent": "x", "z": ' + DEEP + b"}"
    data = b'{"task_id": "y", "events": [' + event + b'], "edges": [], "rewards": {}, "costs": {"tokens": 1, "wall_clock_s": 1}}'
    assert "too-deep" in [problem.code for problem in loading.load(data + behind, "x.json").problems]
