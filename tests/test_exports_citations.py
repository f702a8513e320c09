import json
from dataclasses import replace

import bibtexparser
import pytest
import rispy
from exports_pool import hostile, published

from pipeline.outputs.exports import citations
from pipeline.records import Author


def cited(key, **changed):
    return citations.plain(replace(published().by_key[key], **changed))


TWO = (Author("Vell", "Ana"), Author("Brandt", "Tor"))


def test_a_preprint_is_cited_by_its_arxiv_id():
    assert cited("m-grpo", authors=TWO, authors_complete=True) == (
        "Ana Vell and Tor Brandt (2025). Multi-Agent Deep Research: Training Multi-Agent Systems with M-GRPO. arXiv:2511.13288. "
        "https://arxiv.org/abs/2511.13288"
    )


def test_a_venue_stands_before_the_arxiv_id():
    assert cited("gaia2023", venue="ICLR 2024", title="Who?", authors=TWO[:1], authors_complete=True) == (
        "Ana Vell (2023). Who? ICLR 2024, arXiv:2311.12983. https://arxiv.org/abs/2311.12983"
    )


def test_a_page_is_cited_by_its_address():
    assert cited("openai-codex") == "OpenAI (2025). Introducing Codex. Blog Post. https://openai.com/index/introducing-codex/"


@pytest.mark.parametrize(
    ("authors", "complete", "begins"),
    [
        (TWO, False, "Ana Vell, Tor Brandt, et al. (2025)."),
        (TWO[:1], False, "Ana Vell et al. (2025)."),
        (TWO * 6, True, "Ana Vell, Tor Brandt, " * 5 + "et al. (2025)."),
        ((), True, "(2025)."),
        ((), False, "(2025)."),
    ],
)
def test_who_is_named(authors, complete, begins):
    assert cited("openai-codex", authors=authors, authors_complete=complete).startswith(f"{begins} Introducing Codex.")


def test_every_paper_has_one_line():
    for corpus in (published(), hostile()):
        assert len(citations.text(corpus).splitlines()) == 84


def test_one_paper_is_cited_alike_in_every_form():
    corpus = hostile()
    for paper in corpus.papers:
        forms = citations.citations(paper, corpus)
        assert [entry.key for entry in bibtexparser.parse_string(forms.bibtex).entries] == [paper.key]
        assert [record["id"] for record in rispy.loads(forms.ris)] == [paper.key]
        assert [item["id"] for item in json.loads(forms.csl)] == [paper.key]
        assert str(paper.year) in forms.plain
