"""``masrl exclude``: a record for the log, from options or from a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from arxiv_server import Server
from atom_server import Invented, serving
from example_survey import copied
from masrl_run import Masrl, files, on_a_terminal

from pipeline.characters import REFUSED

RELAY = Invented("2408.99991", "Relay: Ears and Tides", ("Ana Vell",))
REASONS = ("--stage", "abstract", "--reason-code", "no_water", "--reason-code", "no_reading", "--query-family", "noise")
WHY = ("--reason", "Dry: it never gets wet.")


@pytest.fixture
def arxiv() -> Iterator[Server]:
    with serving(RELAY) as server:
        yield server


@pytest.fixture
def masrl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arxiv: Server) -> Masrl:
    monkeypatch.setenv("MASRL_ARXIV_ENDPOINT", arxiv.endpoint)
    return Masrl(copied(tmp_path), monkeypatch, capsys)


def test_a_record_gets_the_next_number_and_passes_every_check(masrl: Masrl):
    run = masrl("exclude", "2408.99991v1", *REASONS, *WHY, "--date", "2024-11-02", "--delay", "0")
    assert (run.code, run.out, run.err) == (0, "exclusions/E004.yaml: logged arXiv:2408.99991\n", "")
    assert (masrl.root / "exclusions" / "E004.yaml").read_text(encoding="utf-8") == (
        'title: "Relay: Ears and Tides"\n'
        "source: arXiv\n"
        "query_family: noise\n"
        "identifier: arXiv:2408.99991\n"
        "url: https://arxiv.org/abs/2408.99991\n"
        "date_screened: 2024-11-02\n"
        "stage: abstract\n"
        "reason_codes: [no_water, no_reading]\n"
        'reason: "Dry: it never gets wet."\n'
    )
    assert masrl("check", "--strict").code == 0


def test_a_page_is_logged_with_its_title_and_source(masrl: Masrl, arxiv: Server):
    run = masrl("exclude", "https://example.org/new", *REASONS, *WHY, "--title", "Dry Ears", "--source", "company docs")
    assert (run.code, run.out) == (0, "exclusions/E004.yaml: logged https://example.org/new\n")
    text = (masrl.root / "exclusions" / "E004.yaml").read_text(encoding="utf-8")
    assert "identifier" not in text
    assert "source: company docs\n" in text
    assert arxiv.requests == []


def test_a_near_miss_is_logged_with_the_tags_that_promote_judges_by(masrl: Masrl):
    run = masrl(
        "exclude", "2408.99991", *REASONS, *WHY, "--tag", "approach=norm", "--tag", "signals=sound", "--date", "2024-11-02", "--delay", "0"
    )
    assert run.code == 0
    text = (masrl.root / "exclusions" / "E004.yaml").read_text(encoding="utf-8")
    assert text.endswith("\ntags:\n  approach: norm\n  signals: [sound]\n")
    assert masrl("promote", "E004", "--date", "2024-11-03", "--offline").out.endswith("\nfills  approach norm\n")


def test_without_a_terminal_everything_that_is_missing_is_named(masrl: Masrl, arxiv: Server):
    before = files(masrl.root)
    run = masrl("exclude", "https://openreview.net/forum?id=x1", "--stage", "abstract")
    assert (run.code, run.out) == (2, "")
    assert run.err.endswith(
        "Error: missing, and there is no terminal to ask on:\n"
        "  --reason-code (no_water, no_reading)\n"
        "  --reason (in your own words)\n"
        "  --query-family (hearing, noise, feeling)\n"
    )
    assert files(masrl.root) == before
    assert arxiv.requests == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("2103.99991",), "masrl: arXiv:2103.99991 is in the corpus already: corpus/alder2021hum.yaml"),
        (("2201.99992",), "masrl: arXiv:2201.99992 was screened and logged already: exclusions/E001.yaml"),
        (
            ("2408.99991", "--stage", "abstrct"),
            "masrl: 'abstrct' is no screening stage (did you mean abstract?); known are abstract, full_text",
        ),
        (("2408.99991", "--reason-code", "dry"), "masrl: 'dry' is no reason code; known are no_water, no_reading"),
        (
            ("2408.99991", "--query-family", "hear"),
            "masrl: 'hear' is no query family (did you mean hearing?); known are hearing, feeling, noise",
        ),
    ],
)
def test_what_is_wrong_with_the_call_is_said_first(masrl: Masrl, arxiv: Server, arguments: tuple[str, ...], message: str):
    run = masrl("exclude", *arguments)
    assert run.code == 2
    assert run.err.startswith(message)
    assert arxiv.requests == []


def test_a_reason_gets_the_full_stop_that_check_asks_for(masrl: Masrl):
    run = masrl("exclude", "2408.99991", *REASONS, "--reason", "It never gets wet", "--delay", "0")
    assert run.code == 0
    assert "\nreason: It never gets wet.\n" in (masrl.root / "exclusions" / "E004.yaml").read_text(encoding="utf-8")


def test_a_reason_that_check_would_refuse_is_not_written(masrl: Masrl):
    before = files(masrl.root)
    run = masrl("exclude", "2408.99991", *REASONS, "--reason", "TODO", "--delay", "0")
    assert (run.code, run.err) == (2, "masrl: reason: holds a placeholder\n")
    assert files(masrl.root) == before


def test_a_paper_without_a_title_needs_one(masrl: Masrl):
    run = masrl("exclude", "10.1000/a", *REASONS, *WHY, "--source", "Tide Letters")
    assert run.code == 2
    assert "nothing but the address of 10.1000/a is known; give --title" in run.err


def test_a_dry_run_writes_nothing(masrl: Masrl):
    before = files(masrl.root)
    run = masrl("exclude", "2408.99991", *REASONS, *WHY, "--dry-run", "--delay", "0")
    assert run.out.startswith('title: "Relay: Ears and Tides"\n')
    assert files(masrl.root) == before


def test_on_a_terminal_what_is_missing_is_asked_for(tmp_path: Path, arxiv: Server):
    root = copied(tmp_path)
    arguments = ["exclude", "--root", str(root), "2408.99991", "--delay", "0", "--date", "2024-11-02", "--endpoint", arxiv.endpoint]
    answers = ["<", "nowhere", "hearing", "1", "<", "<", "noise", "2", "1,none", "no_reading, 1", "Dry all the way."]
    run = on_a_terminal(arguments, answers)
    assert run.code == 0, run.out
    assert "(< goes back to the question before)\n" in run.out
    assert "this is the first question\n" in run.out
    assert "   1  hearing: Hearing\n   2  noise: Hearing\n" in run.out
    assert "   1  no_water: No water. The device never gets wet.\n" in run.out
    assert "a name or number from the list, please" in run.out
    assert "names or numbers from the list, please" in run.out
    text = (root / "exclusions" / "E004.yaml").read_text(encoding="utf-8")
    assert text.splitlines()[2:] == [
        "query_family: noise",
        "identifier: arXiv:2408.99991",
        "url: https://arxiv.org/abs/2408.99991",
        "date_screened: 2024-11-02",
        "stage: full_text",
        "reason_codes: [no_reading, no_water]",
        "reason: Dry all the way.",
    ]


def test_a_query_family_goes_by_its_own_name_too(masrl: Masrl):
    path = masrl.root / "survey" / "protocol.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("  hearing:\n", "  listening:\n"), encoding="utf-8")
    arguments = ("--stage", "abstract", "--reason-code", "no_water", *WHY, "--date", "2024-11-02", "--delay", "0")
    assert masrl("exclude", "2408.99991", "--query-family", "listening", *arguments).code == 0
    assert "query_family: hearing\n" in (masrl.root / "exclusions" / "E004.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--date", "2099-01-01"), "date_screened: lies in the future"),
        (("--date", "1800-01-01"), "date_screened: is before 1991-08-14, when arXiv opened"),
        (("--reason", "=cmd"), "reason: begins like a spreadsheet formula"),
        (("--title", "@SUM(A1)"), "title: begins like a spreadsheet formula"), (("--reason", "TODO: why"), "reason: holds a placeholder"),
        (("--source", "null"), "source: holds a placeholder"),
    ],
)  # fmt: skip
def test_what_check_would_refuse_is_not_written(masrl: Masrl, options: tuple[str, ...], said: str):
    before = files(masrl.root)
    for more in ((), ("--dry-run",)):
        run = masrl("exclude", "2408.99991", *REASONS, *WHY, *options, *more, "--delay", "0")
        assert (run.code, run.out) == (2, "")
        assert run.err == f"masrl: {said}\n"
    assert files(masrl.root) == before


def test_a_doi_that_hides_a_control_character_is_none(masrl: Masrl):
    before = files(masrl.root)
    for typed in ("doi:10.1000/%00%1b[31m", "doi:10.1000/%E2%80%AEx", "10.1000/a\x9bb"):
        for call in (["exclude", typed, *REASONS, *WHY, "--title", "T", "--source", "web"], ["add", typed, "--title", "T"]):
            run = masrl(*call)
            assert (run.code, run.out) == (2, "")
            assert not REFUSED.search(run.err)
    assert files(masrl.root) == before
