"""Second readings: what a coding says, what is refused, and what stands in the real audits."""

from datetime import date
from pathlib import Path

import pytest
import readings_pool
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import audits, located, taxonomy_diff
from pipeline.corpus import Corpus
from pipeline.errors import Problem
from pipeline.fields import top_level
from pipeline.readings import BLANK, comparable
from pipeline.records import Paper

ROOT = Path(__file__).parent.parent
HEAD = """\
reader: Mia Holt
kind: reading
date: 2026-02-01
method: Read twice.
caveat: Not blind.
fields: [baked, flour]
"""
READING = (
    HEAD
    + """\
questions: {sure: Is the reader sure?}
codings:
  bun: {tags: {flour: wheat, baked: yes}, answers: {sure: yes}, note: As tagged.}
  loaf: {tags: {flour: wheat, baked: yes}, answers: {sure: no}}
  dough: {tags: {flour: wheat}, blank: [baked]}
disagreements:
  - {field: flour, papers: [loaf], status: open, why: It is grey.}
  - {field: baked, papers: [dough], status: settled, why: Dough is not baked.}
"""
)
PRINT = """\
reader: the printed table
kind: print
date: 2026-02-10
method: Compared.
caveat: No reader.
fields: [flour, baked]
same_as_published: yes
codings:
  bun: {tags: {flour: rye}}
disagreements:
  - {field: flour, papers: [bun], status: open, why: A slip.}
"""


@pytest.fixture(scope="module")
def real() -> Corpus:
    return Corpus.load(ROOT)


@pytest.fixture(scope="module")
def bread(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return Corpus.load(readings_pool.write(tmp_path_factory.mktemp("bread")))


def loaded(root: Path, *readings: str) -> Corpus:
    return Corpus.load(readings_pool.write(root, readings={f"r{number}": text for number, text in enumerate(readings, 1)}))


def faults(root: Path, text: str) -> list[tuple[str, int, str, str]]:
    """Line, code and message of what is wrong with a reading."""
    found = readings_pool.problems(readings_pool.write(root, readings={"r1": text}))
    return sorted((problem.place.path, problem.place.line, problem.code, problem.message) for problem in found)


def test_a_reading_holds_who_saw_what_when(tmp_path: Path) -> None:
    (reading,) = loaded(tmp_path, READING).readings
    assert (reading.id, reading.reader, reading.kind, reading.date) == ("r1", "Mia Holt", "reading", date(2026, 2, 1))
    assert reading.fields == ("flour", "baked")
    assert reading.codings["bun"].tags == {"flour": "wheat", "baked": "yes"}
    assert reading.codings["bun"].note == "As tagged."
    assert [reading.codings[key].answers for key in ("bun", "loaf", "dough")] == [{"sure": True}, {"sure": False}, {}]


def test_a_dash_is_no_value_of_the_field(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, READING)
    coding = corpus.readings[0].codings["dough"]
    assert coding.value(corpus.taxonomy.fields["baked"]) == BLANK
    assert "baked" not in coding.tags


def test_a_field_that_was_not_read_has_no_value(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, HEAD + "codings:\n  bun: {tags: {flour: wheat}}\n")
    assert corpus.readings[0].codings["bun"].value(corpus.taxonomy.fields["baked"]) is None


def test_a_disagreement_holds_its_status_and_reason(tmp_path: Path) -> None:
    listed = loaded(tmp_path, READING).readings[0].disagreements
    assert {pair: (found.status, found.why) for pair, found in listed.items()} == {
        ("loaf", "flour"): ("open", "It is grey."),
        ("dough", "baked"): ("settled", "Dough is not baked."),
    }


def test_the_compact_form_takes_the_published_pool_for_what_is_not_written_out(tmp_path: Path) -> None:
    (reading,) = loaded(tmp_path, PRINT).readings
    held = {key: (coding.tags["flour"], coding.tags["baked"]) for key, coding in reading.codings.items()}
    assert held == {"bun": ("rye", "yes"), "loaf": ("rye", "yes"), "dough": ("wheat", "no")}


def test_a_coding_is_stale_once_a_tag_that_was_read_was_changed_after_it(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, READING)
    (reading,) = corpus.readings
    assert reading.stale(corpus.by_key["dough"]) == ("flour",)
    assert reading.stale(corpus.by_key["bun"]) == ()
    assert reading.stale(corpus.at(date(2026, 2, 10)).by_key["dough"]) == ()


def test_a_change_of_what_was_not_read_makes_nothing_stale(tmp_path: Path) -> None:
    readings_pool.write(tmp_path, readings={"r1": READING})
    log = "  - {date: 2026-04-01, field: tags.seeds, from: [poppy], why: so}\n  - {date: 2026-04-01, field: title, from: Old, why: so}\n"
    entry = readings_pool.paper("bun", "2026-01-05", "{flour: wheat, baked: yes, seeds: [sesame]}", f"changes:\n{log}")
    readings_pool.put(tmp_path, "corpus/bun.yaml", entry)
    corpus = Corpus.load(tmp_path)
    assert corpus.readings[0].stale(corpus.by_key["bun"]) == ()


def test_a_pool_of_an_earlier_day_has_only_the_readings_of_that_day(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, PRINT, READING)
    assert [reading.id for reading in corpus.readings] == ["r2", "r1"]
    assert [reading.id for reading in corpus.at(date(2026, 2, 1)).readings] == ["r2"]


def test_several_values_are_compared_as_a_whole(tmp_path: Path) -> None:
    corpus = loaded(tmp_path)
    fields, tags = corpus.taxonomy.fields, {key: paper.tags for key, paper in corpus.by_key.items()}
    assert comparable(tags["bun"]["seeds"], fields["seeds"]) == "poppy; sesame"
    assert comparable(tags["loaf"]["crust"], fields["crust"]) == "top: hard; bottom: soft"
    assert comparable(tags["dough"]["origin"], fields["origin"]) == "yeast"
    assert comparable(None, fields["origin"]) is None


CODING = "codings:\n  bun: {tags: {flour: wheat}}\n"
BAD = {
    "a paper that does not exist": (
        HEAD + "codings:\n  bnu: {tags: {flour: wheat}}\n", [(8, "unknown-entry", "there is no such paper in the corpus")]),
    "a field that was not read": (
        HEAD + "codings:\n  bun: {tags: {seeds: [poppy]}}\n", [(8, "unknown-field", "there is no such field here")]),
    "a field that does not exist": (
        HEAD.replace("baked, ", "bakd, ") + CODING, [(6, "unknown-value", "not in the vocabulary")]),
    "a value that does not exist": (
        HEAD + "codings:\n  bun: {tags: {flour: oat}}\n", [(8, "unknown-value", "not in the vocabulary")]),
    "a coding that says nothing": (
        HEAD + "codings:\n  bun: {note: Nice.}\n", [(8, "missing-field", "is required")]),
    "an answer to nothing that was asked": (
        HEAD + "codings:\n  bun: {tags: {flour: wheat}, answers: {sure: yes}}\n", [(8, "unknown-field", "there is no such field here")]),
    "a dash where the field has a value for it": (
        HEAD + "codings:\n  bun: {tags: {baked: yes}, blank: [flour]}\n", [(8, "blank-has-value", "flour has a value for this")]),
    "a dash beside a value": (
        HEAD + "codings:\n  bun: {tags: {baked: yes}, blank: [baked]}\n", [(8, "blank-has-value", "baked is blank and has a value")]),
    "an unlisted disagreement": (
        HEAD + "codings:\n  bun: {tags: {flour: rye}}\n", [(8, "unlisted-disagreement", "bun: the reader saw rye, the entry held wheat")]),
    "a disagreement that is none": (
        HEAD + CODING + "disagreements:\n  - {field: flour, papers: [bun], status: open, why: So.}\n",
        [(10, "no-disagreement", "bun: both hold wheat")]),
    "a disagreement on what was not read": (
        HEAD + CODING + "disagreements:\n  - {field: baked, papers: [bun], status: open, why: So.}\n",
        [(10, "no-disagreement", "bun: nothing to compare, one of the two holds no value")]),
    "a disagreement on a paper that was not read": (
        HEAD + CODING + "disagreements:\n  - {field: flour, papers: [loaf], status: open, why: So.}\n",
        [(10, "unknown-value", "not in the vocabulary")]),
    "a status that does not exist": (
        HEAD + "codings:\n  bun: {tags: {flour: rye}}\ndisagreements:\n  - {field: flour, papers: [bun], status: shut, why: So.}\n",
        [(8, "unlisted-disagreement", "bun: the reader saw rye, the entry held wheat"), (10, "unknown-value", "not in the vocabulary")]),
    "a difference that is none": (
        PRINT.replace("bun: {tags: {flour: rye}}", "bun: {tags: {flour: rye}}\n  loaf: {tags: {flour: rye}}"),
        [(10, "no-difference", "is what the published pool holds")]),
    "a paper that joined after the published pool": (
        PRINT.replace("bun: {tags: {flour: rye}}", "bun: {tags: {flour: rye}}\n  roll: {tags: {flour: rye}}"),
        [(10, "unknown-entry", "the published pool does not hold this paper")]),
    "no caveat": (
        HEAD.replace("caveat: Not blind.\n", "") + CODING, [(1, "missing-field", "is required")]),
    "codings that are a list": (
        HEAD + "codings: [bun]\n", [(7, "wrong-kind", "must hold names and values")]),
    "a coding that is a text": (
        HEAD + "codings: {bun: wheat}\n", [(7, "wrong-kind", "must hold names and values")]),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_named_with_its_line(case: str, tmp_path: Path) -> None:
    text, expected = BAD[case]
    assert faults(tmp_path, text) == [("survey/audits/r1.yaml", *fault) for fault in expected]


def test_a_misspelled_key_is_met_with_the_nearest_one(tmp_path: Path) -> None:
    readings_pool.write(tmp_path, readings={"r1": HEAD + "codings:\n  duogh: {tags: {flour: wheat}}\n"})
    (problem,) = readings_pool.problems(tmp_path)
    assert problem.nearest == "dough"


def test_an_open_disagreement_that_was_retagged_away_is_no_fault(tmp_path: Path) -> None:
    text = HEAD + "codings:\n  dough: {tags: {flour: spelt}}\ndisagreements:\n  - {field: flour, papers: [dough], status: open, why: So.}\n"
    readings_pool.write(tmp_path, readings={"r1": text})
    found: list[Problem] = []
    Corpus.read(tmp_path, found.append)
    assert [(problem.code, problem.severity) for problem in found] == [("settled-by-now", "notice")]


def test_a_tag_that_was_changed_without_a_line_is_met_with_the_file_to_edit(tmp_path: Path) -> None:
    text = HEAD + "codings:\n  loaf: {tags: {flour: wheat}}\ndisagreements:\n  - {field: flour, papers: [loaf], status: open, why: So.}\n"
    readings_pool.write(tmp_path, readings={"r1": text})
    readings_pool.put(tmp_path, "corpus/loaf.yaml", readings_pool.paper("loaf", "2026-01-05", "{flour: wheat, baked: yes}"))
    (problem,) = readings_pool.problems(tmp_path)
    assert (problem.code, problem.message) == ("no-disagreement", "loaf: both hold wheat")
    assert problem.hint == (
        "was tags.flour changed in corpus/loaf.yaml without a line under changes? add the line there; else take loaf off this list"
    )


def test_a_paper_with_an_error_of_its_own_is_not_called_unknown(tmp_path: Path) -> None:
    readings_pool.write(tmp_path, readings={"r1": READING})
    readings_pool.put(tmp_path, "corpus/loaf.yaml", "title: Broken\n")
    assert {problem.place.path for problem in readings_pool.problems(tmp_path)} == {"corpus/loaf.yaml"}


@settings(max_examples=60, deadline=None)
@given(inserted=st.text(max_size=60), position=st.integers(0, len(READING)), cut=st.integers(0, 20))
def test_any_text_gives_a_reading_or_located_problems(bread: Corpus, inserted: str, position: int, cut: int) -> None:
    text = READING[:position] + inserted + READING[position + cut :]
    problems: list[Problem] = []
    top = top_level(located.parse(text, "survey/audits/r1.yaml", problems.append), "survey/audits/r1.yaml", problems.append)
    pool = audits.Pool(bread.taxonomy, bread.by_key, tuple(bread.by_key), bread.about.cutoff)
    reading = audits.parse("r1", top, pool) if top else None
    assert reading is not None or problems
    assert all(problem.place.path == "survey/audits/r1.yaml" for problem in problems)


# -- the real audits


def test_the_spot_check_codes_32_papers_in_five_fields(real: Corpus) -> None:
    reading = next(one for one in real.readings if one.id == "spot-check-2026-05-03")
    assert (reading.kind, reading.date, len(reading.codings)) == ("reading", date(2026, 5, 3), 32)
    assert reading.fields == ("category", "is_rl", "reward_type", "credit_granularity", "orchestration_form")
    assert all(len(coding.tags) == 5 for coding in reading.codings.values())
    assert [(d.key, d.field, d.status) for d in reading.disagreements.values()] == [("halo", "credit_granularity", "open")]


def test_the_spot_check_finds_explicit_credit_in_these_papers(real: Corpus) -> None:
    reading = next(one for one in real.readings if one.id == "spot-check-2026-05-03")
    assert sorted(key for key, coding in reading.codings.items() if coding.answers["explicit_credit"]) == [
        "agent-lightning", "c3", "collabuiagents2025", "coma2018", "comas2026", "context-folding", "kimi-k2-5",
        "learning-to-deliberate2025", "m-grpo", "magrpo", "owl2025", "paramanager", "puppeteer", "rema2025", "sharp",
    ]  # fmt: skip


def test_the_printed_appendix_covers_all_84_papers(real: Corpus) -> None:
    reading = next(one for one in real.readings if one.id == "appendix-2026-05-04")
    assert (reading.kind, len(reading.codings), len(reading.disagreements)) == ("print", 84, 37)
    assert [key for key, coding in reading.codings.items() if coding.blank] == ["difference-rewards2001"]


def test_what_a_reading_took_over_from_the_published_pool_is_no_change_of_it(tmp_path: Path) -> None:
    before = loaded(tmp_path / "a", PRINT)
    root = readings_pool.write(tmp_path / "b", readings={"r1": PRINT})
    entry = root / "corpus/loaf.yaml"
    entry.write_text(entry.read_text(encoding="utf-8").replace("baked: yes", "baked: no"), encoding="utf-8")
    after = Corpus.load(root)
    assert before.readings != after.readings
    found = taxonomy_diff.diff(before, after)
    assert [change.record.after.key for change in found.records if isinstance(change.record.after, Paper)] == ["loaf"]
    assert found.parts == ()
    other = loaded(tmp_path / "c", PRINT.replace("{flour: rye}", "{flour: spelt}").replace("A slip", "Two slips"))
    assert taxonomy_diff.diff(before, other).parts == ("survey/audits/",)
