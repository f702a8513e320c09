"""Pages as arXiv was seen to send them: each fault has a name, and a bad entry does not spoil the others."""

from datetime import date

import arxiv._feed
import pytest
from arxiv_server import HEAD, entry, feed
from hypothesis import given
from hypothesis import strategies as st

from pipeline.metadata import pages
from pipeline.metadata.entry_edits import HARMLESS
from pipeline.metadata.pages import NoAnswer, Page

TODAY = date(2026, 12, 1)
GOOD = entry("2504.00003v2", "Second Relay")


def read(content: bytes) -> Page:
    return pages.read(content, TODAY)


def ids(page: Page) -> list[str]:
    """Return the ids that the ``arxiv`` package reads from a page, apart from those that were made harmless."""
    parsed = arxiv._feed.parse(page.content)
    assert len(parsed.results) == page.entries
    return [result.entry_id for result in parsed.results if not result.entry_id.startswith(HARMLESS)]


def test_a_good_page_passes_with_its_total() -> None:
    page = read(feed(entry(), GOOD, total=150))
    assert (page.total, page.entries, page.faults) == (150, 2, ())
    assert ids(page) == ["http://arxiv.org/abs/2504.12510v1", "http://arxiv.org/abs/2504.00003v2"]


@pytest.mark.parametrize(
    ("content", "message", "passing"),
    [
        (b"<!DOCTYPE html><html><body><h1>Rate exceeded.</h1></body></html>", "a web page instead of a feed: Rate exceeded.", True),
        (b"<html><body>Service <br> unavailable</body></html>", "a web page instead of a feed: Service unavailable", True),
        (b"", "an empty page", True),
        (b" \n ", "an empty page", True),
        (b"Rate exceeded.", "no feed: Rate exceeded.", True),
        (b"\x1b[2JRate\x00 exceeded.", "no feed: [2JRate exceeded.", True),
        (feed(entry(), GOOD)[:-200], "a feed that is cut short or broken", True),
        (feed(entry()).replace(b"</feed>", b""), "a feed that is cut short or broken", True),
        (b"<feed><entry><id>http://arxiv.org/abs/2504.12510v1</id></entry></feed>", "its root is <feed> without the Atom namespace", False),
        (b"<rss><channel/></rss>", "its root is <rss>", False),
        (feed(entry(), total="many"), "an unreadable number of results: many", False),
        (feed(entry(), total=""), "an unreadable number of results: none is given", False),
        (feed(entry(), total="-1"), "an unreadable number of results: -1", False),
        (feed(entry(), total="9" * 400), "an unreadable number of results", False),
        (feed(entry()).replace(b"<feed", b'<!DOCTYPE feed [<!ENTITY a "b">]><feed'), "it declares a document type", False),
        (b'{"error": "busy"}', 'no feed: {"error": "busy"}', True),
        (b"\xff\xfe<\x00", "no feed", True),
    ],
)  # fmt: skip
def test_what_is_no_whole_answer_is_refused(content: bytes, message: str, passing: bool) -> None:
    with pytest.raises(NoAnswer) as refused:
        read(content)
    assert message in str(refused.value)
    assert refused.value.passing is passing
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("bad", "code", "message"),
    [
        (
            entry(id_text="http://arxiv.org/api/errors#incorrect_id_format_for_25O4.12510", title="Error", summary="incorrect id format"),
            "error-entry", "arXiv sent http://arxiv.org/api/errors#incorrect_id_format_for_25O4.12510 instead of a paper, and says: "
            "incorrect id format",
        ),
        (entry().replace("<id>http://arxiv.org/abs/2504.12510v1</id>", ""), "no-id", "titled 'Relay Credit for Planner Teams'"),
        (entry(id_text=" "), "no-id", "without an id"),
        (entry(published=""), "no-date", "without the date of its first version"),
        (entry(published="2025-04-31T00:00:00Z"), "bad-date", "its first date is no calendar date: 2025-04-31T00:00:00Z"),
        (entry(published="last week"), "bad-date", "its first date is no calendar date: last week"),
        (entry(published="0001-01-01T00:00:00+14:00"), "bad-date", "its first date is no calendar date"),
        (entry(published="2099-01-01T00:00:00Z"), "bad-date", "its first date lies in the future"),
        (entry(published="1899-12-31T00:00:00Z"), "bad-date", "its first date is older than arXiv"),
        (entry(authors=()), "no-author", "without an author"),
        (entry(authors=(":", "")), "no-author", "without an author"),
        (entry(title=" \n "), "no-title", "without a title"),
        (entry("2513.00001v1"), "bad-id", "names month 13"),
        (entry("25O4.12510v1"), "bad-id", "is not an arXiv id"),
        (entry(title="x" * 2_001), "too-long", "arXiv sent it with a title of 2,001 characters"),
        (entry(authors=("a" + "," * 100_000 + "b",)), "too-long", "an author's name of 100,002 characters"),
        (entry(authors=("Ana Vell",) * 10_001), "too-long", "10,001 authors"),
        (entry(summary="x" * 20_001), "too-long", "a summary of 20,001 characters"),
        (entry(more=f"<arxiv:comment>{'x' * 2_001}</arxiv:comment>"), "too-long", "a comment of 2,001 characters"),
        (entry(category='<category term="cs.MA"/>' * 101), "too-long", "101 categories, or one that is none"),
        (entry(category=f'<category term="{"x" * 101}"/>'), "too-long", "1 categories, or one that is none"),
    ],
)  # fmt: skip
def test_a_bad_entry_is_named_and_the_good_one_comes_through(bad: str, code: str, message: str) -> None:
    page = read(feed(bad, GOOD))
    assert [fault.code for fault in page.faults] == [code]
    assert message in page.faults[0].message
    assert page.faults[0].severity == "error"
    assert page.entries == 2
    assert ids(page) == ["http://arxiv.org/abs/2504.00003v2"]


@pytest.mark.parametrize("updated", ["", "2025-02-30T00:00:00Z", "2099-01-01T00:00:00Z"])
def test_an_entry_without_a_latest_date_is_kept_and_named(updated: str) -> None:
    page = read(feed(entry(updated=updated)))
    assert [fault.severity for fault in page.faults] == ["warning"]
    assert page.undated == {"http://arxiv.org/abs/2504.12510v1"}
    assert ids(page) == ["http://arxiv.org/abs/2504.12510v1"]


@pytest.mark.parametrize(
    "written",
    ["2025-04-17  09:00:00Z", "2025-04-17\n09:00:00Z", " 2025-W16-4 ", "20250417", "2025-04-17T23:30:00+05:00", "2025-04-17 09:00"],
)
def test_the_package_reads_the_dates_that_were_checked(written: str) -> None:
    page = read(feed(entry(published=written, updated=written), GOOD))
    assert page.faults == ()
    parsed = arxiv._feed.parse(page.content).results[0]
    assert (parsed.published.date(), parsed.updated.date()) == (date(2025, 4, 17), date(2025, 4, 17))


def test_a_long_list_of_long_names_is_no_fault() -> None:
    assert read(feed(entry(authors=("A" * 500,) * 10_000, title="x" * 2_000))).faults == ()


def test_authors_that_end_in_et_al_are_named_and_the_entry_is_kept() -> None:
    page = read(feed(entry(authors=("Ana Vell", "et al."))))
    assert [(fault.code, fault.severity) for fault in page.faults] == [("cut-authors", "warning")]
    assert len(ids(page)) == 1
    assert page.undated == frozenset()


def test_line_breaks_round_an_id_and_old_ids_are_no_fault() -> None:
    page = read(feed(entry(id_text="\n  http://arxiv.org/abs/2504.12510v1\n "), entry("math.GT/0309136v1")))
    assert page.faults == ()


def test_an_error_page_is_quoted_in_one_short_line() -> None:
    body = feed(entry(title="Error", summary="incorrect id format for\n 25O4.12510 " + "x" * 300))
    assert pages.message(body).startswith("incorrect id format for 25O4.12510 xxx")
    assert len(pages.message(body)) == 120
    assert pages.message(b"<html><body>Bad\x1b request</body></html>") == "Bad request"
    assert pages.message(b"") == ""


@given(st.binary(max_size=200) | st.integers(0, 900).map(lambda end: feed(entry(), GOOD)[:end]))
def test_any_bytes_are_a_page_or_no_answer(content: bytes) -> None:
    try:
        page = read(content)
    except NoAnswer:
        return
    assert len(ids(page)) <= page.entries


@given(st.text(max_size=60).filter(lambda text: all(c.isprintable() for c in text)))
def test_any_text_in_a_title_comes_through_or_is_named(title: str) -> None:
    page = read(feed(entry(title=title), GOOD))
    assert page.faults or len(ids(page)) == 2


def test_the_head_of_the_trial_feeds_is_atom() -> None:
    assert "http://www.w3.org/2005/Atom" in HEAD
