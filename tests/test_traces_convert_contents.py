"""What our own traces hold beside what this program knows, on its way through a conversion."""

from __future__ import annotations

import json
from typing import Any

import pytest
import traces_values as v

from pipeline.traces.formats import conversion, reading
from pipeline.traces.formats.writers import v1, v2

YES = "8a798890fe93817163b10b5f7bd2ca4d25d84c52739a645a889c173eee7d9d3d"


def converted(with_content: bool, *events: Any, **top: Any) -> conversion.Converted:
    data = json.dumps(v.trace(events=list(events), **top)).encode()
    (found,), problems = conversion.converted([reading.read(data, "x.json")], None, with_content)
    assert problems == []
    return found


def written(run: conversion.Converted, writer: Any = v2) -> list[Any]:
    assert run.loaded.timeline is not None
    return list(json.loads(writer.text(run.loaded.timeline))["events"])


@pytest.mark.parametrize("top", [{}, {"schema_version": "2.0"}])
@pytest.mark.parametrize("writer", [v1, v2])
def test_contents_of_our_own_traces_are_left_out_and_hashed(top: Any, writer: Any) -> None:
    run = converted(False, v.event("a", 0, content="yes", mine=1), v.event("b", 1, content={"x": [1]}, content_sha256="0" * 64), **top)
    assert [(e.get("content"), e.get("content_sha256"), e.get("mine")) for e in written(run, writer)] == [
        (None, YES, 1), (None, "0" * 64, None),
    ]  # fmt: skip
    assert run.notes == ("contents, for which hashes stand unless they are asked for: 2",)


def test_contents_of_our_own_traces_stay_where_they_are_asked_for() -> None:
    run = converted(True, v.event("a", 0, content="yes"))
    assert written(run) == [v.event("a", 0, content="yes")]
    assert run.notes == ()


def test_an_empty_content_has_no_hash_and_a_key_of_another_type_stays() -> None:
    run = converted(False, v.event("a", 0, content=""), v.event("b", 1, content="yes", content_sha256=5))
    assert written(run) == [v.event("a", 0), v.event("b", 1, content_sha256=5)]


def test_unknown_keys_of_tokens_and_errors_are_kept() -> None:
    whole = v.event("a", 0, tokens={"in": 1, "audio": 2, "more": [None]}, error={"kind": "x", "cause": None, "code": 7})
    assert written(converted(False, whole)) == [whole]
    assert written(converted(False, whole), v1) == [whole]


def test_what_an_error_says_in_words_is_content() -> None:
    events = [
        v.event("a", 0, error={"kind": "x", "message": "my password is hunter2", "cause": None, "code": 7}),
        v.event("b", 1, error={"message": "it broke"}),
        v.event("c", 2, error={"kind": "y"}, content="yes"),
    ]
    run = converted(False, *events)
    assert [e["error"] for e in written(run)] == [{"kind": "x", "cause": None, "code": 7}, {}, {"kind": "y"}]
    assert [e["error"] for e in written(run, v1)] == [{"kind": "x", "cause": None, "code": 7}, {}, {"kind": "y"}]
    assert run.notes == (
        "contents, for which hashes stand unless they are asked for: 1", "messages of errors, which may repeat contents: 2",
    )  # fmt: skip
    assert (written(converted(True, *events)), converted(True, *events).notes) == (events, ())


@pytest.mark.parametrize(("error", "left"), [("it broke", None), ({"message": ["it broke"], "kind": 5}, {"kind": 5}), (5, 5)])
def test_words_of_an_error_that_is_none_of_ours_are_content(error: Any, left: Any) -> None:
    assert written(converted(False, v.event("a", 0, error=error)))[0].get("error") == left


@pytest.mark.parametrize("to", ["chrome", "ocel", "mermaid", "dot", "v1", "v2"])
def test_words_of_an_error_stand_in_no_form(to: str) -> None:
    run = converted(False, v.event("a", 0, error={"message": "SECRET"}), v.event("b", 1))
    (pair,) = conversion.drawn([run], to)
    assert "SECRET" not in pair[1]
