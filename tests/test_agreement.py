"""How far readers agree: on invented readings, on the spot check and on the printed appendix."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
import readings_pool

from pipeline import agreement
from pipeline.agreement import ENTRIES, Comparison
from pipeline.corpus import Corpus
from pipeline.reliability import ONE_VALUE

ROOT = Path(__file__).parent.parent
SPOT, PRINT = "spot-check-2026-05-03", "appendix-2026-05-04"
FIRST = """\
reader: Mia Holt
kind: reading
date: 2026-02-01
method: Read.
caveat: Not blind.
fields: [flour, baked]
codings:
  bun: {tags: {flour: wheat, baked: yes}}
  loaf: {tags: {flour: wheat, baked: yes}}
  dough: {tags: {flour: wheat}, blank: [baked]}
disagreements:
  - {field: flour, papers: [loaf], status: open, why: It is grey.}
  - {field: baked, papers: [dough], status: settled, why: Not baked.}
"""
SECOND = """\
reader: Ole Rind
kind: print
date: 2026-03-05
method: Read.
caveat: Not blind.
fields: [flour]
codings:
  bun: {tags: {flour: wheat}}
  loaf: {tags: {flour: rye}}
  roll: {tags: {flour: wheat}}
"""


@pytest.fixture
def bread(tmp_path: Path) -> Corpus:
    return Corpus.load(readings_pool.write(tmp_path, readings={"first": FIRST, "second": SECOND}))


@pytest.fixture(scope="module")
def real() -> Corpus:
    return Corpus.load(ROOT)


def of(corpus: Corpus, field: str, first: str, second: str) -> Comparison:
    """Return the comparison of two readers on a field."""
    (found,) = [c for c in agreement.comparisons(corpus, [field]) if (c.first, c.second) == (first, second)]
    return found


def test_every_pair_of_readers_is_compared_on_each_field_that_both_read(bread: Corpus) -> None:
    found = agreement.comparisons(bread, agreement.fields_read(bread))
    assert [(c.field, c.first, c.second) for c in found] == [
        ("flour", ENTRIES, "first"), ("flour", ENTRIES, "second"), ("flour", "first", "second"), ("baked", ENTRIES, "first"),
    ]  # fmt: skip


def test_rows_are_those_that_both_read(bread: Corpus) -> None:
    comparison = of(bread, "flour", ENTRIES, "second")
    assert [tuple(row) for row in comparison.rows] == [("bun", "wheat", "wheat"), ("loaf", "rye", "rye"), ("roll", "wheat", "wheat")]
    assert (comparison.agreeing, comparison.disagreeing, comparison.kappa.value) == (3, (), 1)


def test_a_stale_coding_counts_nowhere_and_is_named(bread: Corpus) -> None:
    comparison = of(bread, "flour", ENTRIES, "first")
    assert comparison.stale == ("dough",)
    assert [row.key for row in comparison.rows] == ["bun", "loaf"]
    before = of(bread.at(date(2026, 2, 10)), "flour", ENTRIES, "first")
    assert before.stale == ()
    assert [row.key for row in before.rows] == ["bun", "dough", "loaf"]


def test_readers_who_agree_no_more_than_by_chance_have_kappa_zero(bread: Corpus) -> None:
    comparison = of(bread, "flour", "first", "second")
    assert [tuple(row) for row in comparison.rows] == [("bun", "wheat", "wheat"), ("loaf", "wheat", "rye")]
    assert comparison.kappa.value == 0


def test_a_dash_is_a_value_of_its_own(bread: Corpus) -> None:
    comparison = of(bread, "baked", ENTRIES, "first")
    assert [tuple(row) for row in comparison.disagreeing] == [("dough", "no", "(blank)")]
    assert agreement.confusion(comparison, bread.taxonomy.fields["baked"]) == (
        ("yes", "no", "(blank)"), ((2, 0, 0), (0, 0, 1), (0, 0, 0)),
    )  # fmt: skip


def test_alpha_takes_all_readers_and_papers_that_two_of_them_read(bread: Corpus) -> None:
    alpha = agreement.alpha(bread, bread.taxonomy.fields["flour"])
    assert (alpha.codings, alpha.papers) == ((ENTRIES, "first", "second"), 3)
    assert round(alpha.estimate.value or 0, 3) == 0.417


def test_alpha_can_leave_printed_tables_out_where_a_pair_of_eyes_remains(bread: Corpus, real: Corpus) -> None:
    alpha = agreement.alpha_without_prints(bread, bread.taxonomy.fields["flour"])
    assert alpha is not None
    assert (alpha.codings, alpha.papers) == ((ENTRIES, "first"), 2)
    assert agreement.alpha_without_prints(real, real.taxonomy.fields["scenario"]) is None, "only the printed appendix codes it"
    eyes = replace(bread, readings=bread.readings[:1])
    assert agreement.alpha_without_prints(eyes, bread.taxonomy.fields["flour"]) is None, "nothing is left out"


def test_a_print_is_no_second_reader(bread: Corpus) -> None:
    assert agreement.unseen(bread, ["roll", "bun", "roll", "E001"]) == ("roll",)


def test_a_paper_knows_who_read_it_and_where_they_differ(bread: Corpus) -> None:
    first, second = agreement.readers_of(bread, bread.by_key["loaf"])
    assert (first.reading.id, [(field, ours, theirs, noted and noted.why) for field, ours, theirs, noted in first.differs]) == (
        "first", [("flour", "rye", "wheat", "It is grey.")],
    )  # fmt: skip
    assert (second.reading.id, second.differs) == ("second", ())
    (stale,) = agreement.readers_of(bread, bread.by_key["dough"])
    assert stale.stale == ("flour",)


def test_a_survey_without_readings_compares_nothing(tmp_path: Path) -> None:
    corpus = Corpus.load(readings_pool.write(tmp_path))
    assert agreement.fields_read(corpus) == ()
    assert agreement.comparisons(corpus, ["flour"]) == ()
    alpha = agreement.alpha(corpus, corpus.taxonomy.fields["flour"])
    assert (alpha.papers, alpha.estimate.undefined) == (0, "nothing was compared")


def test_readers_who_saw_one_value_only_leave_kappa_undefined(tmp_path: Path) -> None:
    text = FIRST.split("codings:", maxsplit=1)[0] + "codings:\n  bun: {tags: {baked: yes}}\n  loaf: {tags: {baked: yes}}\n"
    corpus = Corpus.load(readings_pool.write(tmp_path, readings={"first": text}))
    comparison = of(corpus, "baked", ENTRIES, "first")
    assert (comparison.agreeing, len(comparison.rows)) == (2, 2)
    assert (comparison.kappa.value, comparison.kappa.undefined) == (None, ONE_VALUE)


# -- the real readings, held against the published pool


@pytest.mark.parametrize(
    ("field", "agreeing", "differing"),
    [
        ("category", 32, []), ("is_rl", 32, []), ("reward_type", 32, []), ("orchestration_form", 32, []),
        ("credit_granularity", 31, [("halo", "role", "orchestrator")]),
    ],
)  # fmt: skip
def test_the_spot_check_agrees_but_for_halo(real: Corpus, field: str, agreeing: int, differing: list[tuple[str, str, str]]) -> None:
    comparison = of(real.pool("published"), field, ENTRIES, SPOT)
    assert (len(comparison.rows), comparison.agreeing) == (32, agreeing)
    assert [tuple(row) for row in comparison.disagreeing] == differing


APPENDIX = {
    "is_core": [(key, "core", "supporting") for key in (
        "browsecomp2025", "coma2018", "dec-pomdp2002", "deepseek-r12025", "deepseekmath2024", "gaia2023", "instructgpt2022", "maddpg2017",
        "mappo2022", "markov-games1994", "multiagentbench2025", "osworld2024", "ppo2017", "qmix2018", "react2023", "swe-bench2024",
        "tau-bench2024", "toolbench2023", "vdn2018", "webarena2024",
    )],
    "orchestration_form": [
        ("agentdojo2024", "NA", "harness"), ("coma2018", "centralized", "NA"), ("maddpg2017", "centralized", "NA"),
        ("mappo2022", "centralized", "NA"), ("qmix2018", "centralized", "NA"), ("shapley-q2020", "centralized", "NA"),
        ("tmcht2025", "NA", "centralized"), ("vdn2018", "centralized", "NA"), ("wasp2025", "NA", "harness"),
    ],
    "scenario": [
        ("deepseek-r12025", "math", "general"), ("gaia2023", "general", "research"), ("osworld2024", "general", "coding"),
        ("react2023", "tool_use", "general"),
    ],
    "reward_type": [("deepseek-r12025", "verifier", "NA"), ("difference-rewards2001", "individual", "NA")],
    "credit_granularity": [("difference-rewards2001", "agent", "NA")],
    "is_rl": [("difference-rewards2001", "yes", "(blank)")],
}  # fmt: skip


@pytest.mark.parametrize("field", APPENDIX)
def test_the_appendix_differs_in_these_rows_and_no_others(real: Corpus, field: str) -> None:
    comparison = of(real.pool("published"), field, ENTRIES, PRINT)
    assert len(comparison.rows) == 84
    assert [tuple(row) for row in comparison.disagreeing] == APPENDIX[field]


def test_the_appendix_was_compared_in_no_other_field(real: Corpus) -> None:
    (reading,) = [reading for reading in real.readings if reading.id == PRINT]
    assert set(reading.fields) == set(APPENDIX)


def test_kappa_on_the_spot_check(real: Corpus) -> None:
    published = real.pool("published")
    credit = of(published, "credit_granularity", ENTRIES, SPOT).kappa
    assert credit.value == pytest.approx(0.959184, abs=1e-6)
    assert credit.interval == pytest.approx((0.870968, 1.0), abs=1e-6)
    assert of(published, "category", ENTRIES, SPOT).kappa.value == 1


def test_wideseek_joined_too_late_for_the_spot_check(real: Corpus) -> None:
    keys = ["wideseek-r1-2026", "puppeteer", "anthropic-trustworthy", "c3"]
    assert agreement.unseen(real, keys) == ("anthropic-trustworthy", "wideseek-r1-2026")
