from dataclasses import replace

import pytest
import rispy
from exports_pool import TITLES, hostile, published

from pipeline.outputs.exports import ris
from pipeline.outputs.exports.references import reference


@pytest.mark.parametrize("corpus", [published, hostile])
def test_another_library_reads_every_record_back(corpus):
    text = ris.text(corpus())
    records = rispy.loads(text)
    assert [record["id"] for record in records] == [paper.key for paper in corpus().papers]
    assert text.count("\nER  - \n") == 84
    for record, paper in zip(records, corpus().papers, strict=True):
        assert record["title"] == paper.title
        assert record["authors"] == [author.inverted for author in paper.authors]
        assert record["year"] == str(paper.year)
        assert record["urls"] == list(paper.links)
        assert "unknown_tag" not in record


def test_hostile_titles_come_back_as_they_were():
    assert [record["title"] for record in rispy.loads(ris.text(hostile()))[: len(TITLES)]] == list(TITLES)


def test_a_line_break_cannot_begin_another_record():
    corpus = published()
    paper = replace(corpus.papers[0], title="One\nER  - \n\nTY  - JOUR", summary="Two\r\nTI  - x")
    (record,) = rispy.loads(ris.record(reference(paper, corpus)))
    assert record["title"] == "One ER - TY - JOUR"


def test_a_record_is_written_like_this():
    corpus = published()
    paper = replace(corpus.by_key["agent-lightning"], summary="One sentence.")
    assert ris.record(reference(paper, corpus)).splitlines()[:11] == [
        "TY  - UNPB",
        "ID  - agent-lightning",
        "TI  - Agent Lightning: Train ANY AI Agents with Reinforcement Learning",
        "AU  - Luo, Xufang",
        "PY  - 2025",
        "DA  - 2025/08/05",
        "T2  - arXiv",
        "AN  - arXiv:2508.03680",
        "N1  - One sentence.",
        "N1  - The list of authors is not complete.",
        "UR  - https://arxiv.org/abs/2508.03680",
    ]
