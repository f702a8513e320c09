"""``masrl add``: from the name of a paper to a draft, with an arXiv on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from arxiv_server import Reply, Server
from atom_server import Invented, serving
from drafts_filled import REQUIRED, finished
from example_survey import copied
from masrl_run import Masrl, files

from pipeline.characters import REFUSED

RELAY = Invented("2408.99991", 'Relay: Ears # and "Tides"', ("Ana Vell", "Jan van der Berg"), abstract="A hydrophone.")
TWIN = Invented("2408.99992", "Poems on the Tides", ("Bo Reed",))
CLAIMS = """\
claims:
  no-norms:
    sentence: No entry is a norm.
    pool: current
    where: {approach: [norm]}
    expect: {none: yes}
    boundary: None.
"""
GONE = Invented("2408.99993", "Taken Back", more="<arxiv:comment>This paper has been withdrawn by the authors</arxiv:comment>")


@pytest.fixture
def arxiv() -> Iterator[Server]:
    with serving(RELAY, TWIN, GONE, Invented("math.GT/0309136", "Knots and Their Tides", ("Cy Stone",), "2003-09-08")) as server:
        yield server


@pytest.fixture
def masrl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arxiv: Server) -> Masrl:
    monkeypatch.setenv("MASRL_ARXIV_ENDPOINT", arxiv.endpoint)
    return Masrl(copied(tmp_path), monkeypatch, capsys)


def test_a_paper_of_arxiv_is_drafted_under_a_proposed_key(masrl: Masrl, arxiv: Server):
    run = masrl("add", "https://arxiv.org/pdf/2408.99991v1", "--date", "2024-11-02", "--delay", "0")
    assert (run.code, run.out) == (0, "corpus/relay.yaml: drafted from arXiv:2408.99991\n")
    assert run.err.splitlines() == [
        "still to fill in: tags.approach, tags.placement, tags.powered; then run masrl check",
        "Whether the survey's rule is met shows once these are tagged: Approach, Placement, Self-powered. The rule: “A record is "
        "promoted when a second paper cites its readings.” To log it first instead, delete the draft and run: "
        "masrl exclude arXiv:2408.99991",
    ]
    assert (masrl.root / "corpus" / "relay.yaml").read_text(encoding="utf-8").splitlines()[2:15] == [
        'title: "Relay: Ears # and \\"Tides\\""',
        "authors:",
        "  - Ana Vell",
        "  - van der Berg, Jan",
        "year: 2024",
        "# arXiv says: version 2 of 2024-08-14",
        "venue: arXiv",
        "#affiliation: of the first author",
        "#short_name: Relay",
        "arxiv_id: 2408.99991",
        "links:",
        "  - https://arxiv.org/abs/2408.99991",
        "added: 2024-11-02",
    ]
    assert [request.ids for request in arxiv.requests] == [["2408.99991"]]


def test_once_its_tags_are_filled_in_the_survey_is_clean(masrl: Masrl):
    masrl("add", "2408.99991", "--date", "2024-11-02", "--delay", "0")
    path = masrl.root / "corpus" / "relay.yaml"
    assert masrl("check").code == 1
    path.write_text(finished(path.read_text(encoding="utf-8"), REQUIRED), encoding="utf-8")
    run = masrl("check", "--strict")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("8 papers and 3 exclusions read: 0 errors, 0 warnings, ")


def test_running_it_twice_changes_nothing_and_names_the_file(masrl: Masrl, arxiv: Server):
    masrl("add", "2408.99991", "--delay", "0")
    before = files(masrl.root)
    run = masrl("add", "arXiv:2408.99991v7", "--key", "another", "--delay", "0")
    assert (run.code, run.out, run.err) == (2, "", "masrl: arXiv:2408.99991 is in the corpus already: corpus/relay.yaml\n")
    assert files(masrl.root) == before
    assert len(arxiv.requests) == 1


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("2103.99991", "arXiv:2103.99991 is in the corpus already: corpus/alder2021hum.yaml"),
        ("10.5555/Slack.7", "10.5555/slack.7 is in the corpus already: corpus/flint2023load.yaml"),
        ("https://example.org/hum", "https://example.org/hum is in the corpus already: corpus/alder2021hum.yaml"),
        (
            "2201.99992",
            "arXiv:2201.99992 was screened and logged already: exclusions/E001.yaml (to move it into the corpus: masrl promote E001)",
        ),
        ("2408.9999", "'2408.9999' has 4 digits after the point where 5 are due: was a final zero lost?"),
        ("tides", "'tides' is neither an arXiv id, nor a DOI, nor an https address"),
        ("https://example.org/new", "nothing but the address of https://example.org/new is known; give --key or --title"),
    ],
)
def test_what_cannot_be_added_is_refused_without_asking_anybody(masrl: Masrl, arxiv: Server, typed: str, message: str):
    before = files(masrl.root)
    run = masrl("add", typed)
    assert (run.code, run.out, run.err) == (2, "", f"masrl: {message}\n")
    assert arxiv.requests == []
    assert files(masrl.root) == before


def test_a_key_and_tags_can_be_chosen(masrl: Masrl):
    run = masrl("add", "2408.99991", "--key", "ears2024", "--tag", "approach=sensor", "--tag", "signals=sound", "--delay", "0")
    assert run.out == "corpus/ears2024.yaml: drafted from arXiv:2408.99991\n"
    lines = (masrl.root / "corpus" / "ears2024.yaml").read_text(encoding="utf-8").splitlines()
    assert "  approach: sensor" in lines
    assert "  signals: [sound]" in lines
    assert "  #placement:" in lines
    assert masrl("add", "2408.99992", "--key", "ears2024", "--delay", "0").err == "masrl: the key 'ears2024' is taken\n"
    assert masrl("add", "2408.99992", "--tag", "approach=sensr", "--delay", "0").code == 2


@pytest.mark.parametrize(
    ("tags", "told"),
    [
        (("approach=norm", "placement=row", "powered=no"),
         "The survey's rule is met: coding it fills the empty cells Approach: Norm; Approach: Norm with Self-powered: Fed, and flips the "
         "claim no-norms, which holds now and fails then (“No entry is a norm”). Claims are tried here on today's records; the published "
         "pool is not touched. So it can join at once, without a record in the log first.\n"),
        (("approach=sensor", "placement=row", "powered=no"),
         "The survey's rule is not met: coding it fills no empty cell and flips no claim; what it may say on Signals is not judged. "
         "The rule: “A record is promoted when a second paper cites its readings.” To log it first instead, delete the draft and run: "
         "masrl exclude arXiv:2408.99991\n"),
    ],
)  # fmt: skip
def test_whether_the_survey_s_rule_is_met_is_said_and_not_enforced(masrl: Masrl, tags: tuple[str, ...], told: str):
    (masrl.root / "survey" / "claims.yaml").write_text(CLAIMS, encoding="utf-8")
    run = masrl("add", "2408.99991", *(part for tag in tags for part in ("--tag", tag)), "--date", "2024-11-02", "--delay", "0")
    assert run.code == 0
    assert run.err.endswith(told)


def test_a_survey_without_such_a_rule_says_nothing_of_it(masrl: Masrl):
    path = masrl.root / "survey" / "protocol.yaml"
    path.write_text(path.read_text(encoding="utf-8").partition("promotion:")[0], encoding="utf-8")
    assert masrl("add", "2408.99991", "--delay", "0").err.endswith("; then run masrl check\n")


def test_a_like_title_is_only_warned_of(masrl: Masrl):
    run = masrl("add", "2408.99992", "--delay", "0")
    assert run.code == 0
    assert run.err.startswith("warning: the title reads like that of exclusions/E002.yaml: Poems on the Tide\n")


def test_a_withdrawn_paper_is_warned_of(masrl: Masrl):
    run = masrl("add", "2408.99993", "--delay", "0")
    assert run.err.startswith("warning: arXiv says that it was withdrawn: This paper has been withdrawn by the authors\n")


def test_an_old_id_makes_no_folder(masrl: Masrl):
    run = masrl("add", "math.GT/0309136", "--delay", "0")
    assert (run.code, run.out) == (0, "corpus/stone2003knots.yaml: drafted from arXiv:math.GT/0309136\n")


@pytest.mark.parametrize("typed", ["10.1000/Example.7", "https://openreview.net/pdf?id=Ab1", "https://example.org/new#part"])
def test_what_arxiv_does_not_know_is_drafted_from_its_title(masrl: Masrl, arxiv: Server, typed: str):
    run = masrl("add", typed, "--title", "Slack: A Study")
    assert (run.code, run.out.partition(":")[0]) == (0, "corpus/slack.yaml")
    assert run.err.startswith("still to fill in: authors, year, venue, tags.approach, ")
    assert arxiv.requests == []


def test_a_dry_run_prints_the_file_and_writes_nothing(masrl: Masrl):
    before = files(masrl.root)
    run = masrl("add", "2408.99991", "--dry-run", "--delay", "0")
    assert run.code == 0
    assert run.out.startswith("# A draft. A line such as #venue: waits for you: take its # away and fill it in.")
    assert files(masrl.root) == before


@pytest.mark.parametrize("call", [("add", "2408.99991"), ("exclude", "2408.99991"), ("promote", "E001")])
def test_how_arxiv_is_asked_is_no_matter_of_a_call_that_asks_nobody(masrl: Masrl, arxiv: Server, call: tuple[str, str]):
    run = masrl(*call, "--offline", "--delay", "0", "--endpoint", arxiv.endpoint)
    assert (run.code, run.out) == (2, "")
    assert "--endpoint and --delay say how arXiv is asked, which --offline rules out" in run.err
    assert "--delay says how arXiv is asked" in masrl(*call, "--offline", "--delay", "0").err
    assert arxiv.requests == []


def test_offline_nobody_is_asked(masrl: Masrl, arxiv: Server):
    run = masrl("add", "2408.99991", "--offline", "--title", "Relay: Ears")
    assert (run.code, run.out) == (0, "corpus/relay.yaml: drafted from arXiv:2408.99991\n")
    assert arxiv.requests == []


def test_a_paper_that_arxiv_does_not_send_is_no_draft(masrl: Masrl):
    before = files(masrl.root)
    run = masrl("add", "2408.99999", "--delay", "0")
    assert (run.code, run.out) == (1, "")
    assert run.err == "masrl: arXiv knows no paper 2408.99999; is the id right?\n"
    assert files(masrl.root) == before


def test_a_server_that_refuses_leaves_no_file(masrl: Masrl, arxiv: Server):
    arxiv.planned.append(Reply(b"nothing here", 404))
    before = files(masrl.root)
    run = masrl("add", "2408.99991", "--delay", "0")
    assert (run.code, run.out) == (1, "")
    assert "arXiv answered 404: nothing here" in run.err
    assert files(masrl.root) == before


def test_arxiv_itself_is_not_asked_too_fast(masrl: Masrl):
    run = masrl("add", "2408.99991", "--delay", "0", "--endpoint", "https://export.arxiv.org/api/query")
    assert (run.code, run.err) == (2, "masrl: arXiv wants at least 3 seconds between two requests\n")


def test_a_draft_is_not_held_up_by_another_that_is_unfinished(masrl: Masrl):
    masrl("add", "2408.99991", "--delay", "0")
    assert masrl("add", "2408.99993", "--delay", "0").code == 0


def test_a_survey_that_is_at_fault_is_named(masrl: Masrl):
    (masrl.root / "survey" / "about.yaml").write_text("name: [x\n", encoding="utf-8")
    run = masrl("add", "2408.99991", "--delay", "0")
    assert run.code == 1
    assert run.err.startswith("survey/about.yaml:")


def test_help_shows_an_example(masrl: Masrl):
    run = masrl("add", "--help")
    assert run.code == 0
    assert "Example: masrl add 2605.01234" in run.out


@pytest.mark.parametrize("location", ["http://\x1b[31mevil.example/", "//ev\x1b[2Jil/", "http://ev\x9b31mil\x07/"])
def test_what_a_server_says_acts_on_no_terminal(masrl: Masrl, arxiv: Server, location: str):
    head = f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"
    arxiv.planned += [Reply(raw=[head.encode("latin-1")])] * 5
    for command in (["add", "2408.99991"], ["candidates"]):
        run = masrl(*command, "--delay", "0")
        assert (run.code, run.out) == (1, "")
        assert run.err.startswith("masrl: arXiv ")
        assert not REFUSED.search(run.err)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--date", "2099-01-01"), "added: lies in the future"), (("--title", "=cmd"), "title: begins like a spreadsheet formula"),
        (("--title", "TODO: a title"), "title: holds a placeholder"),
        (("--date", "1800-01-01"), "added: is before 1991-08-14, when arXiv opened"),
    ],
)  # fmt: skip
def test_what_check_would_refuse_is_not_drafted(masrl: Masrl, options: tuple[str, ...], said: str):
    before = files(masrl.root)
    run = masrl("add", "2408.99991", *options, "--delay", "0")
    assert (run.code, run.out, run.err) == (2, "", f"masrl: {said}\n")
    assert files(masrl.root) == before


def test_what_is_still_to_be_chosen_refuses_no_draft(masrl: Masrl):
    for key, tags in (("one", ()), ("two", ("--tag", "approach=sensor")), ("three", ("--tag", "signals=sound", "--tag", "powered=no"))):
        assert masrl("add", f"https://example.org/{key}", "--title", f"Reeds {key}", "--key", key, *tags).code == 0


def test_nothing_is_written_through_a_link(masrl: Masrl, tmp_path: Path):
    (masrl.root / "corpus").rename(tmp_path / "outside")
    (masrl.root / "corpus").symlink_to(tmp_path / "outside")
    before = files(tmp_path / "outside")
    run = masrl("add", "2408.99991", "--delay", "0")
    assert (run.code, run.out) == (1, "")
    assert "corpus is a link; files are written to and removed from plain folders only\n" in run.err
    assert files(tmp_path / "outside") == before
