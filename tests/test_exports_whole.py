import json
from dataclasses import replace

import pytest
from exports_pool import TITLES, hostile, published
from jsonschema import Draft202012Validator

from pipeline.outputs.exports import whole, whole_schema


def refuse(word):
    raise AssertionError(f"{word} is no JSON")


def read(corpus):
    return json.loads(whole.text(corpus), parse_constant=refuse)


@pytest.fixture(scope="module")
def validator():
    schema = json.loads(whole_schema.text(published()))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def test_the_document_holds_the_whole_pool_and_meets_its_schema(validator):
    document = read(published())
    assert list(validator.iter_errors(document)) == []
    assert (len(document["papers"]), len(document["exclusions"])) == (84, 32)


def test_hostile_texts_come_back_as_they_were(validator):
    document = read(hostile())
    assert list(validator.iter_errors(document)) == []
    assert [paper["title"] for paper in document["papers"][: len(TITLES)]] == list(TITLES)


def test_an_empty_pool_is_a_document_too(validator):
    document = read(replace(published(), papers=(), exclusions=()))
    assert list(validator.iter_errors(document)) == []
    assert document["papers"] == []


def test_a_paper_stands_there_with_all_it_has():
    paper = next(paper for paper in read(published())["papers"] if paper["key"] == "kimi-k2-6")
    assert paper["authors"] == [{"family": "Kimi Team", "team": True}]
    assert paper["tags"]["credit_granularity"] == "NA"
    assert paper["tags"]["coverage"]["orchestration"] == "direct"
    assert paper["changes"][0] == {
        "date": "2026-04-30", "field": "tags.is_rl", "before": "yes", "why": "deployment evidence, no training disclosed",
    }  # fmt: skip
    assert paper["arxiv"] is None


def test_values_stand_in_the_order_of_the_taxonomy():
    fields = {field["name"]: field for field in read(published())["taxonomy"]["fields"]}
    assert [value["name"] for value in fields["is_rl"]["values"]] == ["yes", "no", "partial"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda paper: paper["tags"].update(category="no_such_value"),
        lambda paper: paper["tags"].pop("category"),
        lambda paper: paper.update(year="2025"),
        lambda paper: paper.update(added="2026-13-01"),
        lambda paper: paper.update(surplus=1),
        lambda paper: paper.pop("key"),
    ],
)
def test_the_schema_refuses_what_is_no_paper(validator, spoil):
    document = read(published())
    spoil(document["papers"][0])
    assert not validator.is_valid(document)
