from dataclasses import replace

import yaml
from exports_pool import TITLES, published

from pipeline.outputs.exports import citation_cff
from pipeline.records import Author


def read(about=None, version=""):
    corpus = published() if about is None else replace(published(), about=about)
    return yaml.safe_load(citation_cff.text(corpus, version))


def test_the_file_has_what_the_format_requires():
    found = read()
    assert {"cff-version", "message", "title", "authors"} <= set(found)
    assert (found["cff-version"], found["type"], found["license"]) == ("1.2.0", "dataset", "CC0-1.0")
    assert found["authors"] == [{"family-names": "Zhang", "given-names": "Chenchen"}]
    assert not {"version", "url", "repository-code"} & set(found)


def test_the_survey_is_what_is_to_be_cited():
    assert read()["preferred-citation"] == {
        "type": "article",
        "title": "Reinforcement Learning for LLM-based Multi-Agent Systems through Orchestration Traces",
        "authors": [{"family-names": "Zhang", "given-names": "Chenchen"}],
        "year": 2026,
        "month": 5,
        "journal": "arXiv",
        "url": "https://arxiv.org/abs/2605.02801",
        "identifiers": [{"type": "other", "value": "arXiv:2605.02801", "description": "arXiv id"}],
    }


def test_a_version_stays_text():
    assert read(version="1.10")["version"] == "1.10"


def test_addresses_stand_there_once_they_are_known():
    found = read(replace(published().about, site_url="https://example.org/", repository="https://example.com/x"))
    assert (found["url"], found["repository-code"]) == ("https://example.org/", "https://example.com/x")


def test_a_survey_without_an_arxiv_id_is_cited_by_its_cutoff():
    found = read(replace(published().about, arxiv_id="", author=Author("Ant Team", team=True), cite=""))
    assert found["preferred-citation"]["authors"] == [{"name": "Ant Team"}]
    assert (found["preferred-citation"]["type"], found["preferred-citation"]["year"]) == ("generic", 2026)
    assert found["message"] == "Please cite the survey."


def test_hostile_texts_come_back_as_they_were():
    for text in TITLES:
        assert read(replace(published().about, name=text, title=text))["title"] == text
