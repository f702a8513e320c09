"""``masrl promote``: from the log into the corpus, by the survey's rule."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest
from atom_server import Invented, serving
from drafts_filled import filled
from example_survey import copied
from masrl_run import Masrl, files

from pipeline.claims import verdicts
from pipeline.corpus import Corpus

REAL = Path(__file__).parent.parent


@pytest.fixture
def masrl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Masrl:
    return Masrl(copied(tmp_path), monkeypatch, capsys)


def test_a_record_that_fills_a_cell_moves_and_says_which(masrl: Masrl):
    run = masrl("promote", "E003", "--tag", "approach=norm", "--date", "2024-11-02")
    assert run.code == 0
    assert run.out == "corpus/ears.yaml: moved from exclusions/E003.yaml\nfills  approach norm\n"
    assert "  because: fills the empty cell approach norm\n" in (masrl.root / "corpus" / "ears.yaml").read_text(encoding="utf-8")
    assert not (masrl.root / "exclusions" / "E003.yaml").exists()


def test_with_the_tags_that_are_proposed_nothing_is_filled_and_a_reason_is_asked_for(masrl: Masrl):
    before = files(masrl.root)
    run = masrl("promote", "E003")
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        "masrl: with the tags known, E003 fills no empty cell and flips no claim. Not judged is what it says in fields without a tag"
        " (powered, signals): --tag FIELD=VALUE gives one. Or say why: --because TEXT."
        ' The survey\'s rule: "A record is promoted when a second paper cites its readings."\n'
    )
    assert files(masrl.root) == before


def test_any_other_reason_is_kept_in_the_entry(masrl: Masrl):
    text = (masrl.root / "exclusions" / "E003.yaml").read_text(encoding="utf-8")
    run = masrl("promote", "E003", "--because", "a second paper cites it", "--key", "dam", "--date", "2024-11-02")
    assert (run.code, run.out) == (0, "corpus/dam.yaml: moved from exclusions/E003.yaml\nbecause a second paper cites it\n")
    assert run.err == "still to fill in: authors, year, venue, tags.powered; then run masrl check\n"
    draft = (masrl.root / "corpus" / "dam.yaml").read_text(encoding="utf-8")
    kept = "".join(f"  {line}\n" for line in text.splitlines())
    assert f"promoted_from:\n  id: E003\n  because: a second paper cites it\n{kept}tags:\n" in draft
    assert "  approach: sensor\n" in draft
    assert "  #powered:\n" in draft


def test_an_id_may_be_typed_in_lower_case(masrl: Masrl):
    arguments = ("promote", "e003", "--because", "it is needed", "--key", "dam")
    assert masrl(*arguments).out.startswith("corpus/dam.yaml: moved from exclusions/E003.yaml\n")
    assert masrl(*arguments).out == "E003 was promoted already: corpus/dam.yaml\n"


def test_running_it_again_changes_nothing(masrl: Masrl):
    arguments = ("promote", "E003", "--because", "it is needed", "--key", "dam")
    masrl(*arguments)
    before = files(masrl.root)
    run = masrl(*arguments)
    assert (run.code, run.out, run.err) == (0, "E003 was promoted already: corpus/dam.yaml\n", "")
    assert files(masrl.root) == before


def test_a_run_that_was_stopped_halfway_is_finished_by_the_next(masrl: Masrl):
    logged = masrl.root / "exclusions" / "E003.yaml"
    text = logged.read_text(encoding="utf-8")
    masrl("promote", "E003", "--because", "it is needed", "--key", "dam")
    after = files(masrl.root)
    logged.write_text(text, encoding="utf-8")
    assert masrl("promote", "E003").code == 0
    assert files(masrl.root) == after
    logged.write_text(text.replace("no_reading", "no_water"), encoding="utf-8")
    run = masrl("promote", "E003")
    assert (run.code, run.out) == (1, "")
    assert run.err == "masrl: corpus/dam.yaml came from E003, but exclusions/E003.yaml says something else; keep one of the two\n"
    assert logged.exists()


def test_its_number_is_not_given_to_another(masrl: Masrl):
    masrl("promote", "E003", "--because", "it is needed", "--key", "dam")
    arguments = ("--stage", "abstract", "--reason-code", "no_water", "--query-family", "noise", "--reason", "Dry.")
    run = masrl("exclude", "https://example.org/new", "--title", "Dry", "--source", "x", *arguments)
    assert run.out == "exclusions/E004.yaml: logged https://example.org/new\n"


def test_a_paper_of_arxiv_gets_what_arxiv_says(masrl: Masrl):
    with serving(Invented("2201.99992", "A Dry Rehearsal of Wet Sensors", ("Ana Vell",), "2022-01-09")) as arxiv:
        run = masrl("promote", "E001", "--because", "it is cited", "--delay", "0", "--endpoint", arxiv.endpoint)
    assert run.code == 0
    assert run.err == "still to fill in: tags.approach, tags.placement, tags.powered; then run masrl check\n"
    lines = (masrl.root / "corpus" / "vell2022dry.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[2:5] == ["title: A Dry Rehearsal of Wet Sensors", "authors:", "  - Ana Vell"]
    assert "arxiv_id: 2201.99992" in lines


def test_offline_the_log_s_title_serves(masrl: Masrl):
    run = masrl("promote", "E001", "--because", "it is cited", "--offline", "--dry-run")
    assert run.code == 0
    assert "\ntitle: A Dry Rehearsal of Wet Sensors\n" in run.out
    assert (masrl.root / "exclusions" / "E001.yaml").exists()


def test_what_the_log_does_not_hold_cannot_move(masrl: Masrl):
    assert masrl("promote", "../X003").err == "masrl: '../X003' is no id of the log, which are E and three digits, four from E1000 on\n"
    assert masrl("promote", "alder2021hum").err == "masrl: alder2021hum is in the corpus already: corpus/alder2021hum.yaml\n"
    assert masrl("promote", "2103.99991").err == "masrl: 2103.99991 is in the corpus already: corpus/alder2021hum.yaml\n"
    for typed in ("../E003", "exclusions/E003.yaml", "10.5555/dam.3"):
        assert masrl("promote", typed).err == f"masrl: {typed} is logged as E003: masrl promote E003\n"
    assert masrl("promote", "E099").err == "masrl: the log has no record 'E099'\n"
    (masrl.root / "exclusions" / "E003.yaml").write_text("title: [", encoding="utf-8")
    run = masrl("promote", "E003", "--because", "x")
    assert (run.code, run.err) == (1, "masrl: exclusions/E003.yaml is at fault; run masrl check\n")


def test_the_real_survey_keeps_its_published_pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    root = tmp_path / "real"
    for name in ("corpus", "exclusions", "survey"):
        shutil.copytree(REAL / name, root / name)
    shutil.copy(REAL / "arxiv.lock.json", root)
    before = Corpus.load(root)
    record = before.pool("published").exclusions[0]
    tags = {field.name: field.values[0].name for field in before.taxonomy.required}
    run = Masrl(root, monkeypatch, capsys)("promote", record.id, "--because", "a test needs it", "--key", "moved", "--offline")
    assert run.code == 0
    path = root / "corpus" / "moved.yaml"
    draft = path.read_text(encoding="utf-8")
    path.write_text(filled(draft, {name: value for name, value in tags.items() if f"#{name}:" in draft}), encoding="utf-8")
    after = Corpus.load(root)
    assert "moved" in after.by_key
    assert record.id not in after.by_id
    assert after.pool("published").exclusions == before.pool("published").exclusions
    assert after.pool("published").papers == before.pool("published").papers
    published = [verdict.outcome for verdict in verdicts(after) if verdict.claim.pool == "published"]
    assert published == [verdict.outcome for verdict in verdicts(before) if verdict.claim.pool == "published"]
    assert after.by_key["moved"].added >= date(2026, 5, 5)


def test_nothing_is_removed_through_a_link(masrl: Masrl, tmp_path: Path):
    (masrl.root / "exclusions").rename(tmp_path / "outside")
    (masrl.root / "exclusions").symlink_to(tmp_path / "outside")
    before = files(masrl.root), files(tmp_path / "outside")
    run = masrl("promote", "E003", "--because", "so", "--offline")
    assert (run.code, "exclusions is a link" in run.err) == (1, True)
    assert (files(masrl.root), files(tmp_path / "outside")) == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--date", "2099-01-01"), "added: lies in the future"),
        (("--date", "1800-01-01"), "added: is before 1991-08-14, when arXiv opened"),
        (("--date", "2020-01-01"), "promoted_from: the entry joined on 2020-01-01, before"),
    ],
)
def test_what_check_would_refuse_is_not_moved(masrl: Masrl, options: tuple[str, ...], said: str):
    before = files(masrl.root)
    run = masrl("promote", "E003", "--because", "so", "--offline", *options)
    assert (run.code, said in run.err) == (2, True)
    assert files(masrl.root) == before
