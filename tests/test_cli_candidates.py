"""``masrl candidates``: what the protocol's families find on an arXiv on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from arxiv_server import Reply, Server, entry, feed, free_port
from atom_server import Invented, serving
from example_survey import copied, heads, problems
from masrl_run import Masrl, files, on_a_terminal

FOUR = ("Ana Vell", "Bo Reed", "Cy Stone", "Di Weir")
PAPERS = (
    Invented("2410.00011", "Both: Ears | and [Strain]", FOUR, "2024-10-05", "A hydrophone; blade strain."),
    Invented("2410.00012", "Hearing Only", ("Ana Vell",), "2024-10-09", "Tidal turbine noise is measured."),
    Invented("2410.00013", "Elsewhere", ("Ana Vell",), "2024-10-09", "A hydrophone.", category="math.GT"),
    Invented("2406.00014", "Too Old", ("Ana Vell",), "2024-06-29", "A hydrophone."),
    Invented("2103.99991", "Hum: Finding a Loose Bolt in a Row of Turbines", ("Ines Alder",), "2024-10-02", "A hydrophone."),
    Invented("2410.00015", "Poems on the Tides", ("Bo Reed",), "2024-10-03", "Tidal vibration."),
)  # fmt: skip

TEXT = """\
  1  Both: Ears | and [Strain]
     Ana Vell, Bo Reed, Cy Stone et al. · 2024-10-05 · https://arxiv.org/abs/2410.00011
     found by 2 families: Hearing, Feeling

  2  Hearing Only
     Ana Vell · 2024-10-09 · https://arxiv.org/abs/2410.00012
     found by 1 family: Hearing

  3  Poems on the Tides
     Bo Reed · 2024-10-03 · https://arxiv.org/abs/2410.00015
     found by 1 family: Feeling
     reads like exclusions/E002.yaml

3 candidates since 2024-06-30; 1 more is in the survey already
masrl exclude ID logs a find with the reason why it is not retained, masrl add ID drafts an entry of one that is
"""


@pytest.fixture
def arxiv() -> Iterator[Server]:
    with serving(*PAPERS) as server:
        yield server


@pytest.fixture
def masrl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arxiv: Server) -> Masrl:
    monkeypatch.setenv("MASRL_ARXIV_ENDPOINT", arxiv.endpoint)
    return Masrl(copied(tmp_path), monkeypatch, capsys)


def test_what_is_new_is_listed_by_families_then_date(masrl: Masrl, arxiv: Server):
    before = files(masrl.root)
    run = masrl("candidates", "--delay", "0")
    assert (run.code, run.out, run.err) == (0, TEXT, "")
    assert len(arxiv.requests) == 2
    assert files(masrl.root) == before


def test_json_holds_the_same_in_the_same_order(masrl: Masrl):
    content = json.loads(masrl("candidates", "--delay", "0", "--format", "json").out)
    assert [content["since"], content["known"], content["cut"]] == ["2024-06-30", 1, []]
    assert content["candidates"][0] == {
        "arxiv_id": "2410.00011", "title": "Both: Ears | and [Strain]", "authors": ["Ana Vell", "Bo Reed", "Cy Stone", "Di Weir"],
        "published": "2024-10-05", "categories": ["eess.SP"], "families": ["hearing", "feeling"], "withdrawn": False, "twin": None,
    }  # fmt: skip
    assert [one["arxiv_id"] for one in content["candidates"]] == ["2410.00011", "2410.00012", "2410.00015"]


def test_markdown_has_a_box_for_each_and_escapes_titles(masrl: Masrl):
    lines = masrl("candidates", "--delay", "0", "--format", "markdown").out.splitlines()
    assert lines[:5] == [
        "## Candidates since 2024-06-30", "", "### Found by 2 query families", "",
        "- [ ] [Both: Ears \\| and \\[Strain\\]](https://arxiv.org/abs/2410.00011) (Ana Vell, Bo Reed, Cy Stone et al.; 2024-10-05;"
        " Hearing, Feeling) `masrl add 2410.00011` or `masrl exclude 2410.00011`",
    ]  # fmt: skip
    assert len([line for line in lines if line.startswith("- [ ] ")]) == 3


def test_the_search_can_be_narrowed_and_widened(masrl: Masrl):
    def ids(*arguments: str) -> list[str]:
        content = json.loads(masrl("candidates", "--delay", "0", "--format", "json", *arguments).out)
        return [one["arxiv_id"] for one in content["candidates"]]

    assert ids("--family", "feeling") == ["2410.00011", "2410.00015"]
    assert ids("--family", "noise") == ids("--family", "hearing") == ids("--family", "hearing", "--family", "noise")
    assert ids("--since", "2024-10-06") == ["2410.00012"]
    assert ids("--any-category", "--family", "hearing") == ["2410.00012", "2410.00013", "2410.00011"]
    assert "2406.00014" in ids("--since", "2024-06-01")


def test_a_family_with_more_results_than_were_asked_for_is_named(masrl: Masrl):
    run = masrl("candidates", "--delay", "0", "--most", "1", "--family", "hearing")
    assert "Hearing: there are more than were asked for; --most raises the number, --since narrows\n" in run.out


def test_a_server_that_refuses_is_never_an_empty_list(masrl: Masrl, arxiv: Server):
    arxiv.planned.append(Reply(b"bad question", 400))
    run = masrl("candidates", "--delay", "0")
    assert (run.code, run.out) == (1, "")
    assert run.err == "masrl: arXiv answered 400: bad question\n"


def test_a_server_that_is_not_there_is_told_in_one_line(masrl: Masrl):
    run = masrl("candidates", "--delay", "0", "--endpoint", f"http://127.0.0.1:{free_port()}/api")
    assert (run.code, run.out) == (1, "")
    assert run.err.splitlines()[-1] == "masrl: the connection to arXiv failed or broke off (asked 5 times)"


def test_what_is_wrong_with_the_call_is_said(masrl: Masrl):
    run = masrl("candidates", "--family", "tasting")
    assert (run.code, run.err) == (2, "masrl: 'tasting' is no query family; known are hearing, feeling, noise\n")
    assert masrl("candidates", "--since", "2999-01-01").err == "masrl: 2999-01-01 lies in the future\n"
    run = masrl("candidates", "--interactive")
    assert run.code == 2
    assert "--interactive needs a terminal" in run.err


def test_going_through_them_writes_what_was_decided_and_nothing_else(tmp_path: Path, arxiv: Server):
    root = copied(tmp_path)
    before = files(root)
    arguments = ["candidates", "--root", str(root), "--delay", "0", "--interactive", "--endpoint", arxiv.endpoint]
    answers = ["maybe", "r", "both2024", "e", "", "1", "no_reading", "Only a reading of noise.", "l"]
    run = on_a_terminal(arguments, answers)
    assert run.code == 0, run.out
    assert "one of the letters, please" in run.out
    assert "1 retained, 1 excluded, 1 left for later" in run.out
    assert "Whether the survey's rule is met shows once these are tagged: Approach, Placement, Self-powered." in run.out
    after = files(root)
    assert sorted(set(after) - set(before)) == ["corpus/both2024.yaml", "exclusions/E004.yaml"]
    assert {name: after[name] for name in before} == before
    assert "query_family: hearing\n" in after["exclusions/E004.yaml"].decode()
    assert "arxiv_id: 2410.00011\n" in after["corpus/both2024.yaml"].decode()
    (root / "corpus" / "both2024.yaml").unlink()
    assert heads(problems(root)) == ["exclusions/E004.yaml:6:16: future-date"]


def test_who_goes_back_from_the_first_question_decides_anew(tmp_path: Path, arxiv: Server):
    root = copied(tmp_path)
    before = files(root)
    arguments = ["candidates", "--root", str(root), "--delay", "0", "--interactive", "--endpoint", arxiv.endpoint]
    run = on_a_terminal(arguments, ["e", "<", "r", "<", "l", "q"])
    assert run.code == 0, run.out
    assert run.out.count("1 of 3: [r]etain, [e]xclude, [l]ater, [q]uit") == 3
    assert "0 retained, 0 excluded, 3 left for later" in run.out
    assert files(root) == before


def test_what_was_decided_is_not_offered_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arxiv: Server
):
    root = copied(tmp_path)
    arguments = ["candidates", "--root", str(root), "--delay", "0", "--interactive", "--endpoint", arxiv.endpoint]
    assert on_a_terminal(arguments, ["r", "", "q"]).code == 0
    content = json.loads(
        Masrl(root, monkeypatch, capsys)("candidates", "--delay", "0", "--format", "json", "--endpoint", arxiv.endpoint).out
    )
    assert [one["arxiv_id"] for one in content["candidates"]] == ["2410.00012", "2410.00015"]


FAULTY = (entry("2410.00021v1", "", (), published=""), entry("2410.00022v1", published=""), entry(id_text=" ", title="Nameless"))
ERROR = entry(id_text="http://arxiv.org/api/errors#1", title="Error", summary="malformed query", authors=("arXiv api core",))


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("text", "3 more were found and cannot be listed: arXiv's record is faulty\n"),
        ("markdown", "3 more were found and cannot be listed: arXiv's record is faulty"), ("json", '\n "unusable": 3,\n'),
    ],
)  # fmt: skip
def test_papers_that_cannot_be_used_are_counted_and_fail_the_run(masrl: Masrl, arxiv: Server, form: str, told: str):
    arxiv.planned += [Reply(feed(*FAULTY)), Reply(feed(*FAULTY))]
    run = masrl("candidates", "--delay", "0", "--format", form)
    assert run.code == 1
    assert told in run.out
    assert run.err.count("2410.00022: arXiv sent it without the date of its first version") == 1, "though two families found it"


def test_an_error_in_place_of_papers_is_no_empty_list(masrl: Masrl, arxiv: Server):
    arxiv.planned += [Reply(feed(ERROR))]
    run = masrl("candidates", "--delay", "0")
    assert (run.code, run.out) == (1, "")
    assert run.err == "masrl: arXiv sent http://arxiv.org/api/errors#1 instead of a paper, and says: malformed query\n"


@pytest.mark.parametrize("option", ["nan", "-nan", "inf", "-1", "601", "soon"])
def test_a_pause_is_a_number_of_seconds(masrl: Masrl, arxiv: Server, option: str):
    for command in (["candidates"], ["links"], ["fetch"], ["add", "2410.00012"], ["links", "--pause", "nan"]):
        run = masrl(*command, f"--delay={option}")
        assert (run.code, run.out) == (2, "")
        assert "Traceback" not in run.err
    assert arxiv.requests == []
