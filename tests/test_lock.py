from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from example_survey import ROOT, copied, example

from pipeline import lock
from pipeline.errors import Problem
from pipeline.lock import Listing

RECORD: dict[str, object] = {
    "title": "Hum", "authors": ["Ines Alder"], "published": "2021-03-15", "updated": None, "version": 1, "primary_category": None,
    "doi": None, "journal_ref": None, "comment": None, "categories": ["eess.SP"], "source": "listing", "fetched": "2024-11-01",
}  # fmt: skip


def told(text: str) -> list[tuple[str, str]]:
    found: list[Problem] = []
    lock.parse(text, found.append)
    return [(f"{problem.place.line}:{problem.place.column}", problem.message) for problem in found]


def of_record(arxiv_id: str = "2103.99991", **changes: object) -> list[str]:
    """Return what is told of a record with some values changed."""
    return [message for _, message in told(json.dumps({"format": 1, "records": {arxiv_id: RECORD | changes}}))]


def test_a_listing_is_read_with_its_nulls() -> None:
    (listing,) = example().listings.values()
    assert listing == Listing(
        title="Hum: Finding a Loose Bolt in a Row of Turbines", authors=("Ines Alder", "Jun de la Mare"), published=date(2021, 3, 15),
        updated=None, version=1, primary_category="eess.SP", categories=("eess.SP",), doi=None, journal_ref=None, comment=None,
        source="listing", fetched=date(2024, 11, 1),
    )  # fmt: skip


def test_a_lock_that_is_written_again_is_the_same_text() -> None:
    text = (ROOT / lock.FILE_NAME).read_text(encoding="utf-8")
    assert lock.text_of(lock.parse(text, pytest.fail)) == text


def test_records_are_written_in_the_order_of_their_ids() -> None:
    (listing,) = example().listings.values()
    text = lock.text_of({"2504.00001": listing, "2103.99991": listing})
    assert list(json.loads(text)["records"]) == ["2103.99991", "2504.00001"]


def test_a_survey_without_a_lock_has_no_listings(tmp_path: Path) -> None:
    assert lock.read(tmp_path, pytest.fail) == {}


def test_a_folder_in_the_place_of_the_lock_is_told(tmp_path: Path) -> None:
    (tmp_path / lock.FILE_NAME).mkdir()
    found: list[Problem] = []
    assert lock.read(tmp_path, found.append) == {}
    assert [problem.code for problem in found] == ["unreadable"]


def test_a_lock_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    (tmp_path / lock.FILE_NAME).write_bytes(b'{"format": 1,\n"records": "\xe9"}')
    found: list[Problem] = []
    assert lock.read(tmp_path, found.append) == {}
    assert [(problem.code, problem.place.line) for problem in found] == [("not-utf8", 2)]


def test_a_lock_of_ten_thousand_records_is_read(tmp_path: Path) -> None:
    records = {f"2103.{number:05}": RECORD for number in range(10_000)}
    (tmp_path / lock.FILE_NAME).write_text(json.dumps({"format": 1, "records": records}))
    assert len(lock.read(tmp_path, pytest.fail)) == 10_000


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "is not JSON: expecting value"),
        ('{"format": 1,\n "records" {}}', "2:12", "is not JSON: expecting ':' delimiter"),
        ('{"format": 1, "records": {}} {}', "1:30", "is not JSON: extra data"),
        ("[" * 100_000, "1:1", "is not JSON: nested too deeply"),
        ('{"format": 1, "records": {"a": NaN}}', "1:1", "is not JSON: NaN is no JSON value"),
        ('{"format": 1,\n "format": 1, "records": {}}', "2:2", "is not JSON: the name 'format' stands twice in one object"),
        ("[]", "1:1", "must be an object with format 1 and records, and nothing else"),
        ("null", "1:1", "must be an object with format 1 and records, and nothing else"),
        ('{"format": 2, "records": {}}', "1:1", "must be an object with format 1 and records, and nothing else"),
        ('{"format": 1, "records": []}', "1:1", "must be an object with format 1 and records, and nothing else"),
        ('{"format": 1, "records": {}, "more": 1}', "1:1", "must be an object with format 1 and records, and nothing else"),
    ],
)
def test_a_text_that_is_no_lock_is_told(text: str, place: str, message: str) -> None:
    assert told(text) == [(place, message)]


def test_a_merge_that_git_left_to_people_is_told_once_at_its_line() -> None:
    marks = ["<" * 7 + " HEAD", "=" * 7, ">" * 7 + " theirs"]
    text = "\n".join(['{"format": 1,', marks[0], '"records": {}', marks[1], '"records": {"a": 1}', marks[2], "}"])
    found: list[Problem] = []
    assert lock.parse(text, found.append) == {}
    assert [(problem.code, str(problem.place), problem.hint) for problem in found] == [
        ("merge-conflict", "arxiv.lock.json:2:1", "take either side as it is, and run masrl fetch")
    ]


def test_a_number_of_5000_digits_is_told() -> None:
    (message,) = [message for _, message in told(f'{{"format": {"9" * 5000}, "records": {{}}}}')]
    assert message.startswith("is not JSON: ")


def test_a_fault_is_told_at_the_record_that_has_it() -> None:
    text = json.dumps({"format": 1, "records": {"2103.99990": RECORD, "2103.99991": RECORD | {"version": 0}}}, indent=1)
    assert told(text) == [("22:3", "version must be a positive whole number or null")]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": None}, "title must be text without control characters"),
        ({"title": " "}, "title must be text without control characters"),
        ({"title": "Hum\ud800"}, "title must be text without control characters"),
        ({"title": "Hum\u202e"}, "title must be text without control characters"),
        ({"title": "Hum\x1b[2J"}, "title must be text without control characters"),
        ({"authors": []}, "authors must be a list of names, not empty and without control characters"),
        ({"authors": "Ines Alder"}, "authors must be a list of names, not empty and without control characters"),
        ({"authors": ["Ines Alder", None]}, "authors must be a list of names, not empty and without control characters"),
        ({"categories": "eess.SP"}, "categories must be a list of texts without control characters or null"),
        ({"comment": 7}, "comment must be text without control characters or null"),
        ({"version": True}, "version must be a positive whole number or null"),
        ({"version": 1.0}, "version must be a positive whole number or null"),
        ({"version": "1"}, "version must be a positive whole number or null"),
        ({"published": "2021-02-29"}, "published must be a date written as YYYY-MM-DD or null"),
        ({"updated": "2021-03-15T10:00:00Z"}, "updated must be a date written as YYYY-MM-DD or null"),
        ({"fetched": None}, "fetched must be a date written as YYYY-MM-DD"),
        ({"source": "memory"}, "source must be one of api, listing"),
        ({"source": ["api"]}, "source must be one of api, listing"),
        ({"abstract": "Long."}, "has an unknown name 'abstract'"),
    ],
)
def test_a_value_of_another_form_is_told(changes: dict[str, object], message: str) -> None:
    assert of_record(**changes) == [message]


def test_a_name_that_lacks_is_told() -> None:
    record = {name: value for name, value in RECORD.items() if name not in ("doi", "title")}
    assert [message for _, message in told(json.dumps({"format": 1, "records": {"2103.99991": record}}))] == [
        "lacks 'title'",
        "lacks 'doi'",
    ]


@pytest.mark.parametrize("record", ["x", None, 7, ["x"]])
def test_a_record_that_is_no_object_is_told(record: object) -> None:
    assert told(json.dumps({"format": 1, "records": {"2103.99991": record}})) == [("1:27", "must be an object")]


@pytest.mark.parametrize("arxiv_id", ["2103.9999", "2103.99991v1", "arXiv:2103.99991", "", "2113.99991"])
def test_a_record_is_named_by_a_bare_id(arxiv_id: str) -> None:
    (message,) = of_record(arxiv_id)
    assert message.startswith(f"{arxiv_id!r} ")


def test_a_lock_with_a_fault_keeps_its_other_records(tmp_path: Path) -> None:
    root = copied(tmp_path)
    text = json.dumps({"format": 1, "records": {"2103.99990": RECORD, "2103.99991": {}}})
    (root / lock.FILE_NAME).write_text(text)
    assert list(lock.read(root, lambda _: None)) == ["2103.99990"]
