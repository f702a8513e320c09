import json
from dataclasses import replace

import pytest
from exports_pool import TITLES, hostile, published
from jsonschema import Draft7Validator

from pipeline.outputs.exports import csl
from pipeline.outputs.exports.references import reference

TEXT = {"type": "string", "minLength": 1}
NAME = {
    "oneOf": [
        {"required": ["literal"], "properties": {"literal": TEXT}, "additionalProperties": False},
        {"required": ["family", "given"], "properties": {"family": TEXT, "given": TEXT}, "additionalProperties": False},
    ]
}
DATE = {
    "required": ["date-parts"],
    "additionalProperties": False,
    "properties": {
        "date-parts": {
            "type": "array", "minItems": 1, "maxItems": 1,
            "items": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "integer"}},
        }
    },
}  # fmt: skip
VARIABLES = ("id", "title", "container-title", "DOI", "URL", "archive", "archive_location", "genre", "keyword", "annote", "note")
STRUCTURE = {
    "type": "array",
    "items": {
        "required": ["id", "type", "title", "issued"],
        "additionalProperties": False,
        "properties": {
            "type": {"enum": ["article", "article-journal", "paper-conference", "webpage"]},
            "author": {"type": "array", "minItems": 1, "items": NAME},
            "issued": DATE,
            **dict.fromkeys(VARIABLES, TEXT),
        },
    },
}


@pytest.mark.parametrize("corpus", [published, hostile])
def test_every_item_has_the_structure_that_csl_prescribes(corpus):
    items = json.loads(csl.text(corpus()))
    assert list(Draft7Validator(STRUCTURE).iter_errors(items)) == []
    assert [item["id"] for item in items] == [paper.key for paper in corpus().papers]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("corpus", [published, hostile])
def test_citeproc_cites_every_item(corpus):
    from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
    from citeproc.source.json import CiteProcJSON

    source = CiteProcJSON(json.loads(csl.text(corpus())))
    bibliography = CitationStylesBibliography(CitationStylesStyle("harvard-cite-them-right", validate=False), source, formatter.plain)
    for paper in corpus().papers:
        bibliography.register(Citation([CitationItem(paper.key)]))
    assert len(bibliography.bibliography()) == 84


def test_hostile_titles_come_back_as_they_were():
    assert [item["title"] for item in json.loads(csl.text(hostile()))[: len(TITLES)]] == list(TITLES)


def item(key, **changed):
    corpus = published()
    return csl.item(reference(replace(corpus.by_key[key], **changed), corpus))


def test_dates_are_nested_whole_numbers():
    assert item("agent-lightning")["issued"] == {"date-parts": [[2025, 8, 5]]}
    assert item("openai-codex")["issued"] == {"date-parts": [[2025]]}


def test_a_team_is_literal_and_a_person_comes_apart():
    assert item("openai-codex")["author"] == [{"literal": "OpenAI"}]
    assert item("agent-lightning")["author"] == [{"family": "Luo", "given": "Xufang"}]


def test_an_incomplete_list_of_authors_says_so():
    assert item("agent-lightning")["note"] == "The list of authors is not complete."
    assert "note" not in item("agent-lightning", authors_complete=True)
