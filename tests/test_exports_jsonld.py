import json
from dataclasses import replace

import pytest
from exports_pool import TITLES, hostile, published
from pyld import jsonld as pyld

from pipeline.outputs.exports import json_text, jsonld

TERM = "https://schema.org/"


def nodes(document):
    """The document's nodes as another library understands them, schema.org's terms taken from a context of our own."""
    return pyld.flatten({**document, "@context": {"@vocab": TERM}})


def of_type(found, name):
    return [node for node in found if node.get("@type") == [TERM + name]]


@pytest.mark.parametrize("corpus", [published, hostile])
def test_another_library_finds_the_data_set_and_every_paper(corpus):
    found = nodes(json.loads(jsonld.text(corpus())))
    assert len(of_type(found, "Dataset")) == 1
    assert len([node for node in of_type(found, "ScholarlyArticle") if TERM + "headline" in node]) == 84


def test_hostile_titles_come_back_as_they_were():
    papers = json.loads(jsonld.text(hostile()))["@graph"][1:]
    assert [paper["headline"] for paper in papers[: len(TITLES)]] == list(TITLES)


def test_a_paper_is_described_for_its_page():
    corpus = published()
    described = jsonld.article(replace(corpus.by_key["agent-lightning"], summary="", doi="10.1000/x"), corpus)
    keywords = described.pop("keywords")
    assert keywords[0] == "Category: Framework"
    assert described == {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "name": "Agent Lightning: Train ANY AI Agents with Reinforcement Learning",
        "headline": "Agent Lightning: Train ANY AI Agents with Reinforcement Learning",
        "author": [{"@type": "Person", "name": "Xufang Luo", "givenName": "Xufang", "familyName": "Luo"}],
        "datePublished": "2025-08-05",
        "url": "https://arxiv.org/abs/2508.03680",
        "sameAs": ["https://doi.org/10.1000/x"],
        "identifier": [
            {"@type": "PropertyValue", "propertyID": "arXiv", "value": "2508.03680"},
            {"@type": "PropertyValue", "propertyID": "DOI", "value": "10.1000/x"},
            {"@type": "PropertyValue", "propertyID": "key", "value": "agent-lightning"},
        ],
        "isPartOf": {"@type": "CreativeWork", "name": "arXiv"},
    }


def test_a_team_is_an_organization():
    corpus = published()
    assert jsonld.article(corpus.by_key["openai-codex"], corpus)["author"] == [{"@type": "Organization", "name": "OpenAI"}]


def test_the_data_set_names_its_license_and_its_files():
    described = jsonld.dataset(published(), (("https://example.org/data/papers.csv", "text/csv"),))
    assert described["license"] == "https://spdx.org/licenses/CC0-1.0.html"
    assert described["dateModified"] == "2026-05-04"
    assert described["distribution"] == [
        {"@type": "DataDownload", "contentUrl": "https://example.org/data/papers.csv", "encodingFormat": "text/csv"}
    ]
    assert "url" not in described


def test_a_description_can_stand_in_a_page():
    corpus = hostile()
    for paper in corpus.papers:
        assert "<" not in json_text.for_script(jsonld.article(paper, corpus))
