"""``masrl fetch``: what it prints, what it writes, how it exits, and what is left where it is stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import arxiv_pool
import pytest
from arxiv_pool import ROLL, RYE, STONE, listing
from arxiv_server import Reply, Request, Server, entry, feed, free_port, running

from pipeline import lock
from pipeline.cli import main
from pipeline.lock import Listing

HTML = b"<html><body>Rate exceeded.</body></html>"


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("MASRL_ARXIV_ENDPOINT", raising=False)


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as served:
        served.papers = {
            RYE: entry(f"{RYE}v2", authors=("Ana Vell", "Tor Brandt")), ROLL: entry(f"{ROLL}v1", "Second Relay"),
            STONE: entry("math/0309136v1", "A Stone on the Shelf"),
        }  # fmt: skip
        yield served


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return arxiv_pool.write(tmp_path, listings={RYE: listing(source="listing", version=None, updated=None)})


def masrl(monkeypatch: pytest.MonkeyPatch, server: Server | None, root: Path, *arguments: str) -> int:
    """Run ``masrl fetch`` against a server and return the exit code."""
    endpoint = ["--endpoint", server.endpoint] if server else []
    monkeypatch.setattr("sys.argv", ["masrl", "fetch", "--root", str(root), *endpoint, "--delay", "0", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


def held(root: Path) -> dict[str, Listing]:
    """Return the lock's listings, which must be without fault."""
    return lock.read(root, pytest.fail)


Shown = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def test_a_whole_run_writes_every_record_and_says_so(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    begun = datetime.now(UTC).date()
    assert masrl(monkeypatch, server, root) == 0
    assert capsys.readouterr() == ("3 of 3 records fetched\n", "")
    assert {arxiv_id: one.source for arxiv_id, one in held(root).items()} == {ROLL: "api", RYE: "api", STONE: "api"}
    assert {one.fetched for one in held(root).values()} <= {begun, datetime.now(UTC).date()}
    assert server.requests[0].headers["User-Agent"].startswith("awesome-llm-mas-rl/")


def test_a_second_run_on_the_same_day_asks_for_nothing(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    masrl(monkeypatch, server, root)
    before = (root / lock.FILE_NAME).stat().st_mtime_ns
    capsys.readouterr()
    assert masrl(monkeypatch, server, root) == 0
    assert capsys.readouterr().out.startswith("nothing is due: all 3 records were fetched lately")
    assert len(server.requests) == 1
    assert (root / lock.FILE_NAME).stat().st_mtime_ns == before


def test_named_records_are_asked_for_again(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    masrl(monkeypatch, server, root)
    assert masrl(monkeypatch, server, root, "rye", "E001") == 0
    assert server.requests[-1].ids == [RYE, STONE]
    assert masrl(monkeypatch, server, root, "--max-age", "0") == 0
    assert len(server.requests[-1].ids) == 3


def test_the_environment_names_the_server(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    monkeypatch.setenv("MASRL_ARXIV_ENDPOINT", server.endpoint)
    assert masrl(monkeypatch, None, root) == 0
    assert len(server.requests) == 1


def test_what_is_missing_stays_as_it_was_and_the_next_run_goes_on(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    lost = server.papers.pop(RYE)
    assert masrl(monkeypatch, server, root) == 1
    shown = capsys.readouterr()
    assert shown.out == "2 of 3 records fetched, 1 left as they were\n"
    assert (
        f"corpus/rye.yaml:7:11: missing: arxiv_id: arXiv sent nothing for {RYE} (3 asked, 2 came whole)\n    found    {RYE}\n" in shown.err
    )
    assert f"stale: {RYE}, as seen on 2026-11-30\n" in shown.err
    assert held(root)[RYE] == listing(source="listing", version=None, updated=None)
    server.papers[RYE] = lost
    assert masrl(monkeypatch, server, root) == 0
    assert server.requests[-1].ids == [RYE]
    assert held(root)[RYE].version == 2


def test_a_refusal_changes_no_byte_and_names_everything_as_stale(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    before = (root / lock.FILE_NAME).read_bytes()
    server.planned += [Reply(HTML)] * 5
    assert masrl(monkeypatch, server, root) == 1
    shown = capsys.readouterr()
    assert shown.out == "0 of 3 records fetched, 3 left as they were\n"
    assert "arxiv.lock.json:1:1: upstream-refused: arXiv sent a web page instead of a feed: Rate exceeded. (asked 5 times)" in shown.err
    assert [line for line in shown.err.splitlines() if line.startswith("stale")] == [
        f"stale: {ROLL}, never fetched", f"stale: {RYE}, as seen on 2026-11-30", f"stale: {STONE}, never fetched",
    ]  # fmt: skip
    assert (root / lock.FILE_NAME).read_bytes() == before
    assert "Traceback" not in shown.err


@pytest.mark.parametrize(("status", "again"), [(404, False), (503, True)])
def test_another_run_is_only_advised_where_it_may_help(
    monkeypatch: Patch, capsys: Shown, server: Server, root: Path, status: int, again: bool
) -> None:
    server.planned += [Reply(b"no", status)] * 5
    assert masrl(monkeypatch, server, root) == 1
    shown = capsys.readouterr()
    assert ("asking again will not help" in shown.err) != again
    assert ("Run masrl fetch again: it goes on with what is still due." in shown.err) == again


def test_many_stale_records_are_counted_and_json_names_them_all(monkeypatch: Patch, capsys: Shown, server: Server, tmp_path: Path) -> None:
    papers = {f"2504.{number:05}": f"p{number}" for number in range(50, 61)}
    root = arxiv_pool.write(tmp_path, listings={RYE: listing(source="listing", version=None, updated=None)})
    template = (root / "corpus/rye.yaml").read_text(encoding="utf-8")
    for arxiv_id, key in papers.items():
        (root / f"corpus/{key}.yaml").write_text(template.replace(RYE, arxiv_id), encoding="utf-8")
    server.planned += [Reply(b"no", 404)] * 2
    assert masrl(monkeypatch, server, root) == 1
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("stale")]
    assert told == ["stale: 14 records, 1 as seen on 2026-11-30 or later, 13 never fetched (--format json names them all)"]
    assert masrl(monkeypatch, server, root, "--format", "json") == 1
    assert len(json.loads(capsys.readouterr().out)["stale"]) == 14


def test_a_server_that_is_not_there_is_one_plain_line(monkeypatch: Patch, capsys: Shown, root: Path) -> None:
    before = (root / lock.FILE_NAME).read_bytes()
    assert masrl(monkeypatch, None, root, "--endpoint", f"http://127.0.0.1:{free_port()}/api") == 1
    assert "upstream-refused: the connection to arXiv failed or broke off (asked 5 times)" in capsys.readouterr().err
    assert (root / lock.FILE_NAME).read_bytes() == before


def test_an_unasked_paper_fails_the_run_though_all_came(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    server.planned.append(Reply(feed(*server.papers.values(), entry("2504.99999v1", "Another Paper"))))
    assert masrl(monkeypatch, server, root) == 1
    shown = capsys.readouterr()
    assert shown.out == "3 of 3 records fetched\n"
    assert "unasked: arXiv sent 2504.99999, which was not asked for" in shown.err
    assert set(held(root)) == {ROLL, RYE, STONE}


def test_json_holds_what_was_fetched_what_is_stale_and_why(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    del server.papers[ROLL]
    assert masrl(monkeypatch, server, root, "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["due"], found["fetched"]) == (3, [RYE, STONE])
    assert found["stale"] == [{"arxiv_id": ROLL, "fetched": None}]
    assert [(problem["code"], problem["found"]) for problem in found["problems"]] == [("missing", ROLL)]


def test_a_survey_without_a_lock_gets_one(monkeypatch: Patch, server: Server, tmp_path: Path) -> None:
    assert masrl(monkeypatch, server, arxiv_pool.write(tmp_path)) == 0
    assert len(held(tmp_path)) == 3


def test_listings_of_records_that_are_gone_go_with_a_whole_run(monkeypatch: Patch, server: Server, root: Path) -> None:
    (root / "exclusions/E001.yaml").unlink()
    (root / lock.FILE_NAME).write_text(lock.text_of({STONE: listing(), RYE: listing()}), encoding="utf-8")
    assert masrl(monkeypatch, server, root, "rye") == 0
    assert set(held(root)) == {RYE, STONE}
    assert masrl(monkeypatch, server, root) == 0
    assert set(held(root)) == {RYE, ROLL}


def test_a_survey_without_an_id_is_not_called_fetched(monkeypatch: Patch, capsys: Shown, server: Server, tmp_path: Path) -> None:
    text = arxiv_pool.entry().replace(f"arxiv_id: {RYE}\n", "").replace("https://arxiv.org/abs/", "https://example.org/")
    assert masrl(monkeypatch, server, arxiv_pool.write(tmp_path, {"rye": text})) == 1
    assert "no record of the survey has an arXiv id" in capsys.readouterr().err
    assert not (tmp_path / lock.FILE_NAME).exists()


def test_a_corpus_with_an_error_is_not_fetched(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    (root / "corpus/rye.yaml").write_text("title: [", encoding="utf-8")
    assert masrl(monkeypatch, server, root) == 1
    assert server.requests == []


def test_a_link_in_the_way_of_the_lock_is_not_followed(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    kept = root / "elsewhere.json"
    (root / lock.FILE_NAME).rename(kept)
    before = kept.read_bytes()
    (root / lock.FILE_NAME).symlink_to(kept)
    assert masrl(monkeypatch, server, root) == 1
    assert "is in the way" in capsys.readouterr().err
    assert kept.read_bytes() == before
    assert server.requests == [], "it is seen before anybody is asked"


@pytest.mark.thorough
def test_two_runs_at_once_lose_nothing_of_each_other(server: Server, root: Path) -> None:
    def answer(request: Request) -> Reply:
        gate.wait(60)  # both have read the lock by now
        return Reply(feed(*(server.papers[name] for name in request.ids)), slow=0.5 if ROLL in request.ids else 0)

    gate = threading.Barrier(2)
    server.answer = answer  # type: ignore[method-assign]
    runs = [started(server, root, name) for name in ("rye", "roll")]
    for run in runs:
        out, err = run.communicate(timeout=60)
        assert (run.returncode, out) == (0, b"1 of 1 records fetched\n"), err
    assert {arxiv_id: one.source for arxiv_id, one in held(root).items()} == {RYE: "api", ROLL: "api"}
    assert not [path.name for path in root.iterdir() if path.name.startswith(".")]


def test_a_lock_that_was_spoiled_meanwhile_is_not_written_over(monkeypatch: Patch, capsys: Shown, server: Server, root: Path) -> None:
    def answer(request: Request) -> Reply:
        (root / lock.FILE_NAME).write_text("<<<<<<< ours\n", encoding="utf-8")
        return Reply(feed(*server.papers.values()))

    server.answer = answer  # type: ignore[method-assign]
    assert masrl(monkeypatch, server, root) == 1
    assert "arxiv.lock.json:1:1: merge-conflict" in capsys.readouterr().err
    assert (root / lock.FILE_NAME).read_text(encoding="utf-8") == "<<<<<<< ours\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "'nobody' is neither a key nor an exclusion nor the arXiv id of one"), (["--endpoint", "arxiv"], "is no address"),
        (["--max-age", "-1"], "-1 is not in the range"), (["--endpoint", "https://export.arxiv.org/api/query"], "at least 3 seconds"),
    ],
)  # fmt: skip
def test_a_wrong_call_exits_with_2(monkeypatch: Patch, capsys: Shown, root: Path, arguments: list[str], said: str) -> None:
    assert masrl(monkeypatch, None, root, *arguments) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


# -- stopped in the middle


def started(server: Server, root: Path, *names: str) -> subprocess.Popen[bytes]:
    """Start a fetch in a process of its own."""
    # A shell that starts the tests in the background has SIGINT ignored, which a new process would take over.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from pipeline.cli import main; main()"
    call = [sys.executable, "-c", heard, "fetch", "--root", str(root), "--endpoint", server.endpoint]
    environment = {**os.environ, "NO_PROXY": "127.0.0.1"}
    return subprocess.Popen([*call, "--delay", "0", *names], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_killed_leaves_the_old_lock(server: Server, root: Path, how: signal.Signals) -> None:
    before = (root / lock.FILE_NAME).read_bytes()
    server.planned.append(Reply(feed(*server.papers.values()), slow=5, drip=0.01))
    process = started(server, root)
    assert server.held.wait(60)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    assert process.returncode != 0
    assert b"Traceback" not in said
    assert (root / lock.FILE_NAME).read_bytes() == before
    assert [path.name for path in root.iterdir() if path.name.startswith(".")] == []


@pytest.mark.thorough
def test_a_run_that_is_killed_keeps_the_batches_that_were_whole_and_the_next_goes_on(server: Server, tmp_path: Path) -> None:
    ids = [f"2504.{number:05}" for number in range(1, 121)]
    entries = {f"p{name[-3:]}": arxiv_pool.entry(name, f"Relay {name[-3:]}") for name in ids}
    root = arxiv_pool.write(tmp_path, entries)
    server.papers = {name: entry(f"{name}v1", f"Relay {name[-3:]}") for name in ids}
    server.planned += [Reply(feed(*(server.papers[name] for name in ids[:100]))), Reply(feed(), slow=5)]
    process = started(server, root)
    while len(server.requests) < 2:
        assert process.poll() is None
        server.held.wait(0.05)
    process.kill()
    process.communicate(timeout=20)
    assert list(held(root)) == ids[:100]
    server.planned.clear()
    again = started(server, root)
    assert again.communicate(timeout=60)[0] == b"20 of 20 records fetched\n"
    assert server.requests[-1].ids == ids[100:]
    assert list(held(root)) == ids


def test_help_shows_an_example(monkeypatch: Patch, capsys: Shown, root: Path) -> None:
    assert masrl(monkeypatch, None, root, "--help") == 0
    assert "masrl fetch magrpo E002" in capsys.readouterr().out
