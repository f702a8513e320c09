import re
from dataclasses import replace

import feedparser
import pytest
from exports_pool import hostile, published

from pipeline.outputs.exports import atom


@pytest.mark.parametrize("corpus", [published, hostile])
def test_another_library_reads_every_entry_back(corpus):
    feed = feedparser.parse(atom.text(corpus()).encode(), sanitize_html=False)
    assert not feed.bozo
    assert len(feed.entries) == 84
    assert len({entry.id for entry in feed.entries}) == 84
    by_key = {entry.id.rpartition("/")[2]: entry for entry in feed.entries}
    for paper in corpus().papers:
        assert by_key[paper.key].title == paper.title
        assert by_key[paper.key].link == paper.links[0]
        assert [author["name"] for author in by_key[paper.key].authors] == [str(author) for author in paper.authors[:5]]


def test_texts_are_escaped_once():
    text = atom.text(hostile())
    assert "<title>The &lt;pre&gt; effect &amp; R&amp;D &amp;amp; more</title>" in text
    assert "</script>" not in text


def test_ids_are_permanent():
    corpus = published()
    changed = replace(corpus.by_key["gaia2023"], title="Another Title", links=("https://example.org/",), doi="10.1000/x")
    about = replace(corpus.about, name="Renamed", title="Renamed", site_url="https://example.org/", repository="https://example.com/x")
    for papers, page in ((corpus.papers, corpus.about), ((changed,), about)):
        assert "<id>tag:arxiv.org,2026:2605.02801/papers/gaia2023</id>" in atom.text(replace(corpus, papers=papers, about=page))


def test_a_survey_without_an_arxiv_id_is_known_by_its_name():
    about = replace(published().about, arxiv_id="", name="A Survey of Ants")
    assert atom.identity(about) == "tag:a-survey-of-ants,2026:additions"
    assert atom.identity(about, "papers/x") == "tag:a-survey-of-ants,2026:papers/x"


def test_dates_are_those_of_the_data():
    feed = feedparser.parse(atom.text(published()).encode())
    assert feed.feed.updated == max(entry.updated for entry in feed.entries) == "2026-05-04T00:00:00Z"
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", entry.updated) for entry in feed.entries)
    assert [entry.published for entry in feed.entries] == sorted((entry.published for entry in feed.entries), reverse=True)


def test_an_empty_pool_is_a_feed_too():
    feed = feedparser.parse(atom.text(replace(published(), papers=())).encode())
    assert not feed.bozo
    assert feed.feed.updated == "2026-05-04T00:00:00Z"


def test_the_site_is_linked_once_it_has_an_address():
    about = replace(published().about, site_url="https://example.org/list/")
    text = atom.text(replace(published(), about=about))
    assert '<link rel="self" href="https://example.org/list/data/additions.atom" />' in text
    assert 'rel="self"' not in atom.text(published())


def test_what_xml_cannot_hold_does_not_take_the_feed_with_it():
    paper = replace(published().papers[0], title="Re\x1blay\ud800 \ufffeCredit", links=(), arxiv_id="")
    feed = feedparser.parse(atom.text(replace(published(), papers=(paper,))).encode())
    assert not feed.bozo
    assert feed.entries[0].title == "Relay Credit"


def test_the_feed_of_a_large_survey_holds_the_latest_entries_only(monkeypatch):
    monkeypatch.setattr(atom, "MOST", 11)
    feed = feedparser.parse(atom.text(published()).encode())
    latest = sorted(published().papers, key=lambda paper: (-paper.added.toordinal(), paper.key))[:11]
    assert [entry.id.rpartition("/")[2] for entry in feed.entries] == [paper.key for paper in latest]
