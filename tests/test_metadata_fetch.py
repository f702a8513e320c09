"""What was asked of arXiv against what came, joined by id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import arxiv
import arxiv_pool
import pytest
from arxiv_pool import ROLL, RYE, STONE, listing
from arxiv_server import Reply, Server, Watch, entry, feed, running

from pipeline import lock
from pipeline.corpus import Corpus
from pipeline.errors import CallFault
from pipeline.metadata import fetch
from pipeline.metadata.client import Answer, Api, Received
from pipeline.metadata.courtesy import Clock, Patience
from pipeline.metadata.door import Door
from pipeline.metadata.failures import Upstream
from pipeline.metadata.fetch import Step
from pipeline.records import Promotion

TODAY = date(2026, 12, 1)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as served:
        served.papers = {
            RYE: entry(f"{RYE}v2", authors=("Ana Vell", "Tor Brandt")), ROLL: entry(f"{ROLL}v1", "Second Relay"),
            "math/0309136": entry("math/0309136v1", "A Stone on the Shelf", published="2003-09-08T09:00:00Z"),
        }  # fmt: skip
        yield served


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus.load(arxiv_pool.write(tmp_path))


def api(server: Server, watch: Watch | None = None) -> Api:
    clock = watch or Watch()
    door = Door("trial", TODAY, Patience(read=2), Clock(clock.now, clock.sleep))
    return Api(door, server.endpoint, TODAY)


def asked(server: Server, corpus: Corpus, *ids: str) -> list[Step]:
    return list(fetch.steps(api(server), corpus, ids, TODAY))


def codes(step: Step) -> list[tuple[str, str, str]]:
    return [(problem.code, problem.found or "", problem.severity) for problem in step.problems]


def test_every_record_with_an_id_is_wanted(corpus: Corpus) -> None:
    assert list(fetch.wanted(corpus)) == [ROLL, RYE, STONE]


def test_a_listing_holds_what_arxiv_says_in_utc(server: Server, corpus: Corpus) -> None:
    server.papers[RYE] = entry(
        f"{RYE}v3", "Relay\n   Credit", ("Foo Relay Collaboration", ":", " Ana   Vell "), "2025-12-31T23:30:00-05:00",
        "2026-03-01T00:10:00+02:00",
        "<arxiv:comment>Accepted at\n ICML 2026</arxiv:comment><arxiv:journal_ref>Shelf 3 (2026)</arxiv:journal_ref>"
        "<arxiv:doi>https://doi.org/10.1000/RELAY.7, 10.1000/other</arxiv:doi>",
    )  # fmt: skip
    (step,) = asked(server, corpus, RYE)
    assert step.problems == ()
    assert step.listings == {
        RYE: listing(
            "Relay Credit", ("Foo Relay Collaboration", "Ana Vell"), published=date(2026, 1, 1), updated=date(2026, 2, 28), version=3,
            comment="Accepted at ICML 2026", journal_ref="Shelf 3 (2026)", doi="10.1000/relay.7", fetched=TODAY,
        )
    }  # fmt: skip


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles", "UTC"])
def test_the_first_date_does_not_hang_on_the_machines_time_zone(
    server: Server, corpus: Corpus, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    import time

    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        server.papers[RYE] = entry(RYE, published="2025-12-31T23:30:00-05:00", updated="2026-03-01T00:00:00Z")
        (step,) = asked(server, corpus, RYE)
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
    assert step.listings[RYE].published == date(2026, 1, 1)


def test_what_is_not_there_is_left_out_and_never_an_empty_text(server: Server, corpus: Corpus) -> None:
    server.papers[RYE] = entry(RYE, category="", more="<arxiv:comment> </arxiv:comment>")
    (step,) = asked(server, corpus, RYE)
    found = step.listings[RYE]
    assert (found.version, found.primary_category, found.categories, found.comment, found.doi) == (None, None, None, None, None)
    assert lock.parse(lock.text_of(step.listings), pytest.fail) == dict(step.listings)


def test_a_swapped_answer_changes_nothing(server: Server, corpus: Corpus) -> None:
    straight = asked(server, corpus, RYE, ROLL)
    server.planned.append(Reply(feed(server.papers[ROLL], server.papers[RYE])))
    assert asked(server, corpus, RYE, ROLL)[0].listings == straight[0].listings


def test_two_spellings_of_an_old_id_are_one_and_the_surveys_is_kept(server: Server, corpus: Corpus) -> None:
    server.papers[STONE] = server.papers["math/0309136"]
    (step,) = asked(server, corpus, STONE)
    assert (list(step.listings), step.problems) == ([STONE], ())


def test_what_did_not_come_is_named_at_its_record(server: Server, corpus: Corpus) -> None:
    del server.papers[ROLL]
    (step,) = asked(server, corpus, RYE, ROLL)
    assert list(step.listings) == [RYE]
    (problem,) = step.problems
    assert (problem.code, problem.found, str(problem.place)) == ("missing", ROLL, "corpus/roll.yaml:7:11")
    assert problem.message == "arXiv sent nothing for 2504.00003 (2 asked, 1 came whole)"


def test_what_was_not_asked_for_is_refused_and_what_was_is_named_missing(server: Server, corpus: Corpus) -> None:
    server.planned.append(Reply(feed(entry("2504.99999v1", "Another Paper"))))
    (step,) = asked(server, corpus, RYE)
    assert step.listings == {}
    assert codes(step) == [("unasked", "2504.99999", "error"), ("missing", RYE, "error")]


def test_an_error_entry_is_quoted_and_the_rest_kept(server: Server, corpus: Corpus) -> None:
    bad = entry(id_text="http://arxiv.org/api/errors#incorrect_id_format_for_x", title="Error", summary="incorrect id format for x")
    server.planned.append(Reply(feed(bad, server.papers[ROLL])))
    (step,) = asked(server, corpus, RYE, ROLL)
    assert list(step.listings) == [ROLL]
    assert codes(step) == [("error-entry", "", "error"), ("missing", RYE, "error")]
    assert "incorrect id format for x" in step.problems[0].message


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (entry(published=""), "no-date"), (entry(authors=()), "no-author"), (entry(published="2025-04-31T00:00:00Z"), "bad-date"),
        (entry(title=""), "no-title"),
    ],
)  # fmt: skip
def test_an_incomplete_record_is_named_once_and_replaces_nothing(server: Server, corpus: Corpus, bad: str, code: str) -> None:
    server.planned.append(Reply(feed(bad, server.papers[ROLL])))
    (step,) = asked(server, corpus, RYE, ROLL)
    assert list(step.listings) == [ROLL]
    assert codes(step) == [(code, RYE, "error")]


def test_two_versions_are_one_paper_with_the_first_date_of_both(server: Server, corpus: Corpus) -> None:
    first, second = entry(f"{RYE}v1", "Old"), entry(f"{RYE}v2", "New", published="2026-03-01T00:00:00Z", updated="2026-03-01T00:00:00Z")
    for page in (feed(first, second), feed(second, first)):
        server.planned.append(Reply(page))
        (step,) = asked(server, corpus, RYE)
        assert (step.listings[RYE].title, step.listings[RYE].version, step.listings[RYE].published) == ("New", 2, date(2025, 4, 17))
        assert codes(step) == [("duplicate", RYE, "warning")]


def test_a_withdrawn_paper_is_kept_and_flagged(server: Server, corpus: Corpus) -> None:
    server.papers[RYE] = entry(f"{RYE}v2", more="<arxiv:comment>This paper has been withdrawn by the authors</arxiv:comment>")
    (step,) = asked(server, corpus, RYE)
    assert step.listings[RYE].withdrawn
    assert codes(step) == [("withdrawn", RYE, "warning")]


@pytest.mark.parametrize(
    ("comment", "withdrawn"),
    [
        ("This paper has been withdrawn by the authors due to an error", True),
        ("Withdrawn from arXiv", True), ("retracted", True),
        ("withdrawn from ICLR 2025 and extended", False),
        ("A submission withdrawn from NeurIPS", False), ("12 pages", False), (None, False),
    ],
)  # fmt: skip
def test_withdrawn_is_read_from_the_comment(comment: str | None, withdrawn: bool) -> None:
    assert listing(comment=comment).withdrawn is withdrawn


def test_links_are_not_needed(server: Server, corpus: Corpus) -> None:
    server.papers[RYE] = entry(RYE, more='<link href="https://arxiv.org/pdf/2504.12510v1" rel="related" type="application/pdf"/>')
    assert asked(server, corpus, RYE)[0].problems == ()


def test_marks_that_no_file_may_hold_are_dropped(server: Server, corpus: Corpus) -> None:
    server.papers[RYE] = entry(RYE, "Relay\u202e Credit\u200e", ("Ana\u200f Vell",), more="<arxiv:comment>12\u2028pages</arxiv:comment>")
    (step,) = asked(server, corpus, RYE)
    found = step.listings[RYE]
    assert (found.title, found.authors, found.comment) == ("Relay Credit", ("Ana Vell",), "12 pages")


def test_an_older_version_than_is_known_replaces_nothing(server: Server, tmp_path: Path) -> None:
    corpus = Corpus.load(arxiv_pool.write(tmp_path, listings={RYE: listing(version=5)}))
    (step,) = asked(server, corpus, RYE)
    assert step.listings == {}
    assert codes(step) == [("older-version", RYE, "error")]


@pytest.mark.parametrize(
    ("day", "source", "kept"),
    [(16, "api", 16), (18, "api", 17), (16, "listing", 17), (18, "listing", 17)],
)  # fmt: skip
def test_a_first_date_that_moves_is_named_and_never_becomes_later(server: Server, tmp_path: Path, day: int, source: str, kept: int) -> None:
    seen = {RYE: listing(published=date(2025, 4, day), source=source)}
    (step,) = asked(server, Corpus.load(arxiv_pool.write(tmp_path, listings=seen)), RYE)
    assert codes(step) == [("first-date-moved", RYE, "warning")]
    assert step.listings[RYE].published == date(2025, 4, kept)


# -- batches and pages


def many(count: int) -> dict[str, str]:
    return {f"2504.{number:05}": entry(f"2504.{number:05}v1", f"Relay {number}") for number in range(1, count + 1)}


def test_650_ids_go_in_batches_of_at_most_100_and_short_addresses(server: Server, corpus: Corpus) -> None:
    server.papers = many(650)
    watch = Watch()
    steps = list(fetch.steps(api(server, watch), corpus, list(server.papers), TODAY))
    assert [len(request.ids) for request in server.requests] == [100] * 6 + [50]
    assert sum(len(step.listings) for step in steps) == 650
    assert watch.slept == [3] * 6
    assert max(len(str(request.query)) for request in server.requests) < 3_000


def test_25_ids_are_25_records_though_a_page_holds_ten(server: Server, corpus: Corpus) -> None:
    server.papers, server.page = many(25), 10
    (step,) = asked(server, corpus, *server.papers)
    assert len(step.listings) == 25
    assert [request.query["start"] for request in server.requests] == [["0"], ["10"], ["20"]]


def test_a_server_that_only_ever_sends_its_first_page_is_found_out(server: Server, corpus: Corpus) -> None:
    server.papers = many(25)
    first = feed(*list(server.papers.values())[:10], total=25)
    server.planned += [Reply(first)] * 3
    (step,) = asked(server, corpus, *server.papers)
    assert [code for code, _, _ in codes(step)].count("missing") == 15
    assert [code for code, _, _ in codes(step)].count("duplicate") == 10


def test_a_later_page_that_is_empty_at_first_is_asked_for_again(server: Server, corpus: Corpus) -> None:
    server.papers = many(60)
    pages = list(server.papers.values())
    server.planned += [Reply(feed(*pages[:40], total=60)), Reply(feed(total=60)), Reply(feed(total=60)), Reply(feed(*pages[40:], total=60))]
    (step,) = asked(server, corpus, *server.papers)
    assert (len(step.listings), step.problems) == (60, ())


def test_a_later_page_that_stays_empty_fails_the_batch_and_saves_nothing_of_it(server: Server, corpus: Corpus) -> None:
    server.papers = many(60)
    server.planned += [Reply(feed(*list(server.papers.values())[:40], total=60)), *[Reply(feed(total=60))] * 9]
    (step,) = asked(server, corpus, *server.papers)
    assert step.listings == {}
    (problem,) = step.problems
    assert problem.code == "upstream-refused"
    assert "it has 60 and 40 came (asked 5 times); not fetched: 2504.00001 to 2504.00060, 60 ids" in problem.message


def test_an_entry_made_harmless_does_not_shift_the_pages(server: Server, corpus: Corpus) -> None:
    server.papers, server.page = many(12), 5
    server.papers["2504.00002"] = entry("2504.00002v1", published="")
    (step,) = asked(server, corpus, *server.papers)
    assert len(step.listings) == 11
    assert codes(step) == [("no-date", "2504.00002", "error")]


def test_an_answer_without_end_is_cut_off(server: Server, corpus: Corpus) -> None:
    server.planned += [Reply(feed(*(entry() for _ in range(50)), total=1_000_000))] * 50
    (step,) = asked(server, corpus, RYE)
    assert "without end" in step.problems[0].message
    assert len(server.requests) == 1


def test_a_final_refusal_of_one_batch_does_not_stop_the_next(server: Server, corpus: Corpus) -> None:
    server.papers = many(150)
    server.planned.append(Reply(b"bad", 400))
    steps = asked(server, corpus, *server.papers)
    assert [len(step.listings) for step in steps] == [0, 50]


def test_after_a_failure_that_may_pass_nothing_more_is_asked(server: Server, corpus: Corpus) -> None:
    server.papers = many(250)
    server.planned += [Reply(feed(*list(server.papers.values())[:100], total=100)), *[Reply(b"busy", 503)] * 5]
    steps = asked(server, corpus, *server.papers)
    assert [len(step.listings) for step in steps] == [100, 0]
    assert len(server.requests) == 6
    assert "run masrl fetch again" in steps[1].problems[0].hint


def test_a_query_brings_the_latest_papers(server: Server) -> None:
    server.planned.append(Reply(feed(entry(), entry("2504.00003v1"), total=2)))
    answer = api(server).found('abs:"relay credit"', most=50)
    assert [one.arxiv_id for one in answer.received] == [RYE, ROLL]
    assert answer.received[0].summary == "One line."
    assert server.requests[0].query["sortBy"] == ["submittedDate"]


# -- what is due, and who is meant


def test_a_listing_of_a_day_to_come_is_due(tmp_path: Path) -> None:
    seen = {RYE: listing(fetched=date(2099, 1, 1)), ROLL: listing(fetched=date(2026, 12, 2)), STONE: listing(fetched=TODAY)}
    corpus = Corpus.load(arxiv_pool.write(tmp_path, listings=seen))
    assert fetch.due(corpus, 30, TODAY) == (ROLL, RYE)


@pytest.mark.parametrize(
    ("sent", "lacks"),
    [
        (entry(RYE), "version"), (entry(f"{RYE}v2", updated=""), "updated"),
        (entry(RYE, updated="", category=""), "version, updated, primary category, categories"),
    ],
)  # fmt: skip
def test_what_is_known_is_never_replaced_by_nothing(server: Server, tmp_path: Path, sent: str, lacks: str) -> None:
    corpus = Corpus.load(arxiv_pool.write(tmp_path, listings={RYE: listing(version=2, comment="12 pages")}))
    server.papers[RYE] = sent
    (step,) = asked(server, corpus, RYE)
    assert step.listings == {}
    assert step.problems[-1].code == "incomplete"
    assert step.problems[-1].message == f"arXiv's record lacks {lacks}, which the lock holds"
    server.papers[RYE] = entry(f"{RYE}v2")
    assert asked(server, corpus, RYE)[0].listings[RYE].comment is None, "a comment may be taken back"


def test_what_the_package_cannot_read_is_no_answer(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asker = api(server)
    server.page = 1
    for fault in (ValueError("Invalid isoformat string"), arxiv.UnexpectedEmptyPageError("http://x", 0, None)):

        def broken(_: object, raised: Exception = fault) -> Iterator[object]:
            raise raised
            yield

        monkeypatch.setattr(asker._client, "results", broken)
        with pytest.raises(Upstream, match=f"what arXiv sent cannot be read .{type(fault).__name__}.") as refused:
            asker.listed((RYE,))
        assert not refused.value.passing


def test_a_second_page_that_is_empty_is_asked_again_and_then_refused(server: Server, corpus: Corpus) -> None:
    server.planned += [Reply(feed(server.papers[RYE], total=2)), *[Reply(feed(total=0))] * 5]
    (step,) = asked(server, corpus, RYE, ROLL)
    assert [problem.code for problem in step.problems] == ["upstream-refused"]
    assert "it had promised more than the 1 that came (asked 5 times)" in step.problems[0].message


def test_what_was_fetched_lately_is_not_due(tmp_path: Path) -> None:
    seen = {RYE: listing(fetched=TODAY), ROLL: listing(fetched=date(2026, 11, 28)), STONE: listing(source="listing", fetched=TODAY)}
    corpus = Corpus.load(arxiv_pool.write(tmp_path, listings=seen))
    assert fetch.due(corpus, 1, TODAY) == (ROLL, STONE)
    assert fetch.due(corpus, 4, TODAY) == (STONE,)
    assert fetch.due(corpus, 0, TODAY) == (ROLL, RYE, STONE)


@pytest.mark.parametrize("name", ["rye", "2504.12510", "arXiv:2504.12510v2", "https://arxiv.org/pdf/2504.12510"])
def test_records_are_named_by_key_or_id(corpus: Corpus, name: str) -> None:
    assert fetch.named(corpus, [name, name]) == (RYE,)


def test_exclusions_are_named_by_their_id_and_old_ids_in_either_form(corpus: Corpus) -> None:
    assert fetch.named(corpus, ["E001"]) == fetch.named(corpus, ["math/0309136"]) == (STONE,)


@pytest.mark.parametrize("name", ["E009", "e009"])
def test_an_exclusion_that_was_promoted_is_named_by_its_id_still(corpus: Corpus, name: str) -> None:
    promoted = replace(corpus.by_key["rye"], promoted_from=Promotion(replace(corpus.by_id["E001"], id="E009"), "a test needs it"))
    after = replace(corpus, papers=tuple(promoted if paper.key == "rye" else paper for paper in corpus.papers))
    assert fetch.named(after, [name]) == (RYE,)


@pytest.mark.parametrize("name", ["ryee", "2504.99999", "", "E009"])
def test_an_unknown_name_is_a_wrong_call(corpus: Corpus, name: str) -> None:
    with pytest.raises(CallFault, match="neither a key"):
        fetch.named(corpus, [name])


def test_listings_of_records_that_are_gone_are_dropped_only_by_a_whole_run(tmp_path: Path) -> None:
    corpus = Corpus.load(arxiv_pool.write(tmp_path, listings={RYE: listing(), "2504.77777": listing()}))
    held = dict(corpus.listings)
    assert set(fetch.merged(corpus, held, {ROLL: listing()}, whole=False)) == {RYE, ROLL, "2504.77777"}
    assert set(fetch.merged(corpus, held, {ROLL: listing()}, whole=True)) == {RYE, ROLL}
    since = held | {"2504.66666": listing()}
    assert set(fetch.merged(corpus, since, {ROLL: listing()}, whole=True)) == {RYE, ROLL, "2504.66666"}, "brought by another run"


def test_a_listing_that_the_lock_could_not_hold_is_refused(corpus: Corpus) -> None:
    answer = Answer((Received(RYE, listing(title=" "), ""),), ())
    step = fetch.compared(answer, [RYE], fetch.wanted(corpus), {})
    assert step.listings == {}
    assert codes(step)[0] == ("incomplete", RYE, "error")


def test_upstream_says_whether_it_may_pass() -> None:
    assert Upstream("x", passing=True).passing
