"""``masrl drift`` and ``masrl links``: what they print in each format, and how they exit."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import arxiv_pool
import pytest
from arxiv_pool import RYE, listing
from arxiv_server import Reply, Server, free_port, running
from markdown_it import MarkdownIt

from pipeline.cli import main
from pipeline.corpus import Corpus
from pipeline.metadata.visits import Outcome, Visitor

Shown = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def masrl(monkeypatch: Patch, *arguments: str) -> int:
    """Run the command line and return its exit code."""
    monkeypatch.setattr("sys.argv", ["masrl", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


# -- drift


@pytest.fixture
def root(tmp_path: Path) -> Path:
    entries = {
        "rye": arxiv_pool.entry(),
        "roll": arxiv_pool.entry(arxiv_pool.ROLL, "Second Relay", more="accepted: {title: as <b>printed</b>, doi: never}\n"),
    }
    seen = {
        RYE: listing("Exact Is `Easier` <script>", version=2, updated=date(2026, 3, 1)),
        arxiv_pool.ROLL: listing("Second Relay, Extended"),
    }  # fmt: skip
    return arxiv_pool.write(tmp_path, entries, seen)


TEXT = """\
corpus/rye.yaml:1:8: title differs
    entry    Relay Credit for Planner Teams
    arXiv    Exact Is `Easier` <script>
corpus/rye.yaml:7:11: version differs: a newer version exists
    entry    verified 2026-01-05
    arXiv    v2 of 2026-03-01
    --- a/corpus/rye.yaml
    +++ b/corpus/rye.yaml
"""


def test_drift_tells_what_differs_where_and_proposes_a_patch(monkeypatch: Patch, capsys: Shown, root: Path) -> None:
    assert masrl(monkeypatch, "drift", "--root", str(root)) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(TEXT)
    assert "\n    +title: Exact Is `Easier` <script>\n" in shown
    assert shown.endswith(
        "    left to you: version; where it is right as it stands, write accepted: {v2: why}\n"
        "corpus/roll.yaml: doi is accepted, but does not differ (any more)\n"
        "2 differences in 1 record, 1 accepted; 11 fields are the same, 0 could not be checked\n"
    )


def test_drift_fails_only_where_it_is_asked_to(monkeypatch: Patch, capsys: Shown, root: Path) -> None:
    assert masrl(monkeypatch, "drift", "--root", str(root), "--strict") == 1
    assert masrl(monkeypatch, "drift", "--root", str(root), "--strict", "roll") == 0
    assert "0 differences in 0 records, 1 accepted; 6 fields are the same" in capsys.readouterr().out


def test_drift_lists_everything_with_reasons(monkeypatch: Patch, capsys: Shown, root: Path) -> None:
    assert masrl(monkeypatch, "drift", "--root", str(root), "--all", "roll") == 0
    shown = capsys.readouterr().out
    assert "corpus/roll.yaml:1:8: title accepted: differs\n" in shown
    assert "    reason   as <b>printed</b>\n" in shown
    assert "corpus/roll.yaml:7:11: withdrawn same\n" in shown


def test_drifts_patch_alone_is_what_git_takes(monkeypatch: Patch, capsys: Shown, root: Path) -> None:
    assert masrl(monkeypatch, "drift", "--root", str(root), "--format", "patch") == 0
    subprocess.run(["git", "apply", "-"], cwd=root, input=capsys.readouterr().out.encode(), check=True)
    assert Corpus.load(root).by_key["rye"].title == "Exact Is `Easier` <script>"


def test_what_check_would_refuse_is_no_proposal_of_drift(monkeypatch: Patch, capsys: Shown, tmp_path: Path) -> None:
    entries = {
        "rye": arxiv_pool.entry(),
        "roll": arxiv_pool.entry(arxiv_pool.ROLL, "Second Relay", venue="Shelf", more="doi: 10.1000/mine\n"),
    }
    seen = {RYE: listing("=cmd|' /C calc'!A0"), arxiv_pool.ROLL: listing("Second Relay", doi="10.1000/theirs")}
    root = arxiv_pool.write(tmp_path, entries, seen)
    assert masrl(monkeypatch, "drift", "--root", str(root)) == 0
    shown = capsys.readouterr().out
    assert "left to you: title; where it is right as it stands, write accepted: {title: why}" in shown
    assert "+title" not in shown
    assert "+doi: 10.1000/theirs" in shown
    (root / "corpus/rye.yaml").write_text(arxiv_pool.entry(more="doi: 10.1000/theirs\n"), encoding="utf-8")
    masrl(monkeypatch, "drift", "--root", str(root), "--format", "patch")
    assert capsys.readouterr().out == "", "two entries with one DOI"


def test_drift_as_json(monkeypatch: Patch, capsys: Shown, root: Path) -> None:
    assert masrl(monkeypatch, "drift", "--root", str(root), "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["summary"] == {"same": 11, "differs": 3, "could not be checked": 0}
    assert [(row["record"], row["field"], row["verdict"]) for row in found["findings"]] == [
        ("rye", "title", "differs"), ("rye", "version", "differs"),
    ]  # fmt: skip
    assert found["proposals"][0]["left"] == ["version"]
    assert found["unneeded"] == [{"record": "roll", "accepted": "doi"}]


def test_drift_as_markdown_holds_strangers_text_literally(monkeypatch: Patch, capsys: Shown, root: Path) -> None:
    assert masrl(monkeypatch, "drift", "--root", str(root), "--format", "markdown", "--all") == 0
    shown = capsys.readouterr().out
    html = MarkdownIt("commonmark").render(shown)
    assert "Exact Is `Easier` &lt;script&gt;" in html
    assert "<script>" not in html
    assert "<b>" not in html
    assert html.count("<h3>") == 3
    assert "- [ ] **title** differs" in shown
    assert "- [x] **title** accepted" in shown
    assert "\n\nLeft to you: version; where it is right as it stands, write accepted: {v2: why}.\n\n" in shown


def test_drift_that_could_compare_nothing_is_no_success(monkeypatch: Patch, capsys: Shown, tmp_path: Path) -> None:
    arxiv_pool.write(tmp_path)
    assert masrl(monkeypatch, "drift", "--root", str(tmp_path)) == 1
    assert "nothing could be compared: run masrl fetch first" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["nobody"], ["--format", "xml"]])
def test_a_wrong_call_of_drift_exits_with_2(monkeypatch: Patch, capsys: Shown, root: Path, arguments: list[str]) -> None:
    assert masrl(monkeypatch, "drift", "--root", str(root), *arguments) == 2
    assert capsys.readouterr().out == ""


# -- links


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as served:
        served.paths = {
            "/well": Reply(), "/dead": Reply(status=404), "/wall": Reply(status=403),
            "/old": Reply(status=301, headers={"Location": "/well"}),
        }  # fmt: skip
        yield served


def linked(monkeypatch: Patch, server: Server, root: Path, *paths: str) -> None:
    """Let the survey in a folder link to a server on this machine, which no file of a survey may do."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    corpus = Corpus.load(arxiv_pool.write(root))
    papers = (replace(corpus.papers[0], links=tuple(f"{server.url}{path}" for path in paths)),)
    monkeypatch.setattr(Corpus, "load", lambda _: replace(corpus, papers=papers, exclusions=()))


CALL = ("links", "--delay", "0", "--pause", "0", "--timeout", "2", "--allow-loopback")


def test_links_names_what_is_not_well_and_fails_on_what_is_dead(monkeypatch: Patch, capsys: Shown, server: Server, tmp_path: Path) -> None:
    linked(monkeypatch, server, tmp_path, "/well", "/dead", "/wall", "/old")
    assert masrl(monkeypatch, *CALL, "--root", str(tmp_path)) == 1
    assert capsys.readouterr().out == (
        f"corpus/roll.yaml:9:3: dead: {server.url}/dead (404, twice)\n"
        f"corpus/roll.yaml:9:3: blocked: {server.url}/wall (403)\n"
        f"corpus/roll.yaml:9:3: redirected: {server.url}/old (200, now {server.url}/well)\n"
        "4 links: 1 dead, 0 malformed, 0 unreachable, 1 blocked, 1 redirected, 1 ok\n"
    )


def test_links_that_are_blocked_or_moved_fail_nothing(monkeypatch: Patch, capsys: Shown, server: Server, tmp_path: Path) -> None:
    linked(monkeypatch, server, tmp_path, "/wall", "/old")
    assert masrl(monkeypatch, *CALL, "--root", str(tmp_path)) == 0


def test_links_as_json(monkeypatch: Patch, capsys: Shown, server: Server, tmp_path: Path) -> None:
    linked(monkeypatch, server, tmp_path, "/well", "/dead")
    assert masrl(monkeypatch, *CALL, "--root", str(tmp_path), "--format", "json", "--all") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["counts"] == {"dead": 1, "malformed": 0, "unreachable": 0, "blocked": 0, "redirected": 0, "ok": 1}
    assert [(row["url"].rpartition("/")[2], row["verdict"], row["visits"]) for row in found["links"]] == [
        ("dead", "dead", 2),
        ("well", "ok", 1),
    ]


def test_links_as_markdown_for_one_tracking_issue(monkeypatch: Patch, capsys: Shown, server: Server, tmp_path: Path) -> None:
    linked(monkeypatch, server, tmp_path, "/dead", "/wall")
    assert masrl(monkeypatch, *CALL, "--root", str(tmp_path), "--format", "markdown") == 1
    shown = capsys.readouterr().out
    assert [line for line in shown.splitlines() if line.startswith("###")] == ["### Dead", "### Blocked"]
    assert shown.count("- [ ] ") == 2
    assert "(404, twice) in `corpus/roll.yaml`" in shown


def test_a_survey_without_a_link_is_not_called_well(monkeypatch: Patch, capsys: Shown, server: Server, tmp_path: Path) -> None:
    linked(monkeypatch, server, tmp_path)
    assert masrl(monkeypatch, *CALL, "--root", str(tmp_path)) == 1
    assert "no record of the survey has a link" in capsys.readouterr().err


def test_without_a_network_links_says_so_in_one_line_and_calls_nothing_unreachable(
    monkeypatch: Patch, capsys: Shown, tmp_path: Path
) -> None:
    nowhere = Outcome("unreachable", "the host is unknown", again=True, answered=False)
    monkeypatch.setattr(Visitor, "visit", lambda self, url: nowhere)
    corpus = Corpus.load(arxiv_pool.write(tmp_path))
    papers = (replace(corpus.papers[0], links=("https://example.org/a", "https://example.net/b")),)
    monkeypatch.setattr(Corpus, "load", lambda _: replace(corpus, papers=papers, exclusions=()))
    assert masrl(monkeypatch, "links", "--root", str(tmp_path)) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines()[-1].startswith("masrl: none of 2 links was answered: there is no network")


def test_one_host_that_is_not_there_is_told_as_any_other_link(monkeypatch: Patch, capsys: Shown, server: Server, tmp_path: Path) -> None:
    server.url = f"http://127.0.0.1:{free_port()}"
    linked(monkeypatch, server, tmp_path, "/well", "/dead")
    assert masrl(monkeypatch, *CALL, "--root", str(tmp_path)) == 0
    assert "unreachable" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["drift", "links"])
def test_help_shows_an_example(monkeypatch: Patch, capsys: Shown, name: str) -> None:
    assert masrl(monkeypatch, name, "--help") == 0
    shown = capsys.readouterr().out
    assert f"Example: masrl {name}" in shown
    assert "loopback" not in shown
