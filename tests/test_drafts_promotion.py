"""What coding a record would fill and flip."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from example_survey import copied, example

from pipeline.corpus import Corpus
from pipeline.drafts import promotion, vocabulary
from pipeline.drafts.promotion import Cell, Effects
from pipeline.errors import CallFault
from pipeline.taxonomy import Tag

ROOT = Path(__file__).parent.parent
CLAIMS = """\
claims:
  no-norms:
    sentence: No entry is a norm.
    pool: published
    where: {approach: [norm]}
    expect: {none: yes}
    boundary: None.
  three-sensors:
    sentence: The pool holds three sensors.
    pool: current
    where: {approach: [sensor]}
    expect: {count: 3}
    boundary: None.
  only-hum-on-rows:
    sentence: Only Hum listens to a row.
    pool: current
    where: {placement: [row]}
    expect: {exactly: [alder2021hum]}
    boundary: None.
  two-farms:
    sentence: Two entries at least listen to a farm.
    pool: current
    where: {placement: [farm]}
    expect: {at_least: 2}
    boundary: None.
  tanks-are-for-models:
    sentence: No sensor was tried in a tank.
    pool: current
    where: {approach: [sensor], trial: [tank]}
    expect: {none: yes}
    boundary: None.
"""


def effects(root: Path, tags: dict[str, Tag], record: str = "E003") -> Effects:
    corpus = Corpus.load(root)
    paper = promotion.provisional("dam", "Ears for a Dam", 2024, date(2024, 11, 2), tags)
    return promotion.effects(corpus, corpus.by_id[record], paper)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = copied(tmp_path)
    (folder / "survey" / "claims.yaml").write_text(CLAIMS, encoding="utf-8")
    return folder


def test_a_value_and_a_cell_that_no_entry_has_are_filled(root: Path):
    found = effects(root, {"approach": "norm", "placement": "farm", "powered": "no", "signals": ("salinity", "sound")})
    assert found.cells == (
        Cell(("approach",), ("norm",)), Cell(("signals", "placement"), ("salinity", "farm")), Cell(("approach", "powered"), ("norm", "no")),
    )  # fmt: skip
    assert [str(cell) for cell in found.cells] == ["approach norm", "signals salinity with placement farm", "approach norm with powered no"]


def test_the_value_that_says_not_applicable_fills_nothing(root: Path):
    assert effects(root, {"approach": "sensor", "placement": "NA", "powered": "no", "signals": ("sound",)}).cells == ()


def test_a_claim_is_flipped_both_ways_and_on_the_records_as_they_are_now(root: Path):
    found = effects(root, {"approach": "norm", "placement": "farm", "powered": "no"})
    assert [(flip.id, flip.before, flip.after) for flip in found.flips] == [("no-norms", "holds", "fails"), ("two-farms", "fails", "holds")]
    found = effects(root, {"approach": "sensor", "placement": "row", "powered": "no"})
    assert [(flip.id, flip.before, flip.after) for flip in found.flips] == [("only-hum-on-rows", "holds", "fails")]


def test_a_claim_that_fixes_a_number_is_not_flipped_by_a_record_more(root: Path):
    assert not effects(root, {"approach": "sensor", "placement": "turbine", "powered": "no"})


def test_nor_is_a_claim_whose_narrower_sense_fixes_one(root: Path):
    now = sum(paper.tag("placement") == "turbine" for paper in Corpus.load(root).papers)
    few = "  few:\n    sentence: Few are sensors.\n    pool: current\n    where: {approach: [sensor]}\n    expect: {at_most: 50}\n"
    strict = f"    boundary: None.\n    strict: {{where: {{placement: [turbine]}}, expect: {{count: {now}}}}}\n"
    (root / "survey" / "claims.yaml").write_text(f"claims:\n{few}{strict}", encoding="utf-8")
    assert not effects(root, {"approach": "sensor", "placement": "turbine", "powered": "no"})


def test_a_claim_that_looks_at_a_field_without_a_tag_is_not_judged(root: Path):
    assert effects(root, {"approach": "sensor", "placement": "turbine", "powered": "no"}).unjudged == 1
    assert effects(root, {"approach": "overview", "placement": "turbine", "powered": "no"}).unjudged == 0
    assert effects(root, {}).unjudged == 4
    assert effects(root, {"approach": "sensor", "placement": "turbine"}).untagged == ("powered", "signals", "trial")
    assert effects(root, {"approach": "overview", "placement": "turbine", "powered": "no"}).untagged == ("signals",)


def test_effects_are_told_in_one_clause_and_in_lines(root: Path):
    found = effects(root, {"approach": "norm", "placement": "farm"})
    assert (
        str(found) == "fills the empty cell approach norm, and flips the claims no-norms (holds, then fails); two-farms (fails, then holds)"
    )
    assert list(found.lines()) == [
        "fills  approach norm",
        "flips  no-norms, which holds now and fails then: No entry is a norm.",
        "flips  two-farms, which fails now and holds then: Two entries at least listen to a farm.",
        "on today's records; the published pool is not touched",
    ]
    assert "published" not in " ".join(replace(found, published=True).lines())
    assert str(effects(root, {"placement": "turbine"})) == ""


def test_the_real_near_misses_fill_and_flip_nothing_as_they_are_proposed():
    corpus = Corpus.load(ROOT).pool("published")
    misses = [exclusion for exclusion in corpus.exclusions if exclusion.tags]
    assert misses
    for exclusion in misses:
        paper = promotion.provisional("near-miss", exclusion.title, 2024, date(2026, 12, 1), exclusion.tags)
        assert promotion.effects(corpus, exclusion, paper).cells == ()


@pytest.mark.parametrize("record", ["E006", "E013"])
def test_a_near_miss_that_only_fills_a_cell_of_what_does_not_apply_gives_no_reason(record: str):
    corpus = Corpus.load(ROOT).pool("published")
    exclusion = corpus.by_id[record]
    found = promotion.effects(corpus, exclusion, promotion.provisional("x", "X", 2026, date(2026, 12, 1), exclusion.tags))
    assert (found.cells, found.flips) == ((), ())


def test_a_token_credit_paper_would_fill_a_cell_of_the_real_survey():
    corpus = Corpus.load(ROOT).pool("published")
    tags: dict[str, Tag] = {"reward_type": "tool", "credit_granularity": "token"}
    found = promotion.effects(corpus, corpus.by_id["E013"], promotion.provisional("x", "X", 2026, date(2026, 12, 1), tags))
    assert [str(cell) for cell in found.cells] == [
        "reward_type tool",
        "credit_granularity token",
        "reward_type tool with credit_granularity token",
    ]
    assert "tool-reward-unused" in [flip.id for flip in found.flips]


@pytest.mark.parametrize(
    ("texts", "tags"),
    [
        (["approach=norm"], {"approach": "norm"}),
        (["signals=sound, vibration"], {"signals": ("vibration", "sound")}),
        (["coverage=scour:direct,fatigue:none"], {"coverage": {"scour": "direct", "fatigue": "none"}}),
        (["findings=row:a hum", "powered=yes"], {"findings": {"row": "a hum"}, "powered": "yes"}),
    ],
)
def test_tags_are_given_as_field_and_value(texts: list[str], tags: dict[str, Tag]):
    assert vocabulary.tags_given(texts, example().taxonomy) == tags


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("approach", "'approach' is no tag; write FIELD=VALUE"),
        ("aproach=norm", "'aproach' is no field of the taxonomy (did you mean approach?)"),
        ("approach=norms", "'norms' is no value of approach (did you mean norm?); known are sensor, model, overview, norm"),
        ("approach=norm,sensor", "approach takes one value"),
        ("approach=norm:x", "'approach=norm:x': only a map takes VALUE:LEVEL"),
        ("coverage=scour", "coverage: write VALUE:LEVEL, the level being direct, indirect, none"),
        ("coverage=scour:much", "coverage: write VALUE:LEVEL, the level being direct, indirect, none"),
        ("findings=row:", "findings: write VALUE:LEVEL, the level being a few words"),
    ],
)
def test_a_tag_that_the_taxonomy_does_not_know_is_refused(text: str, message: str):
    with pytest.raises(CallFault) as fault:
        vocabulary.tags_given([text], example().taxonomy)
    assert str(fault.value).startswith(message)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["approach=norm", "approach=sensor"], "approach is given twice"),
        (["signals=sound", "signals=vibration"], "signals is given twice; write signals=VALUE,VALUE"),
        (["coverage=scour:direct,scour:none"], "'coverage=scour:direct,scour:none' gives a value twice"),
    ],
)
def test_a_tag_that_is_given_twice_is_refused_and_none_of_the_two_taken(texts: list[str], message: str):
    with pytest.raises(CallFault) as fault:
        vocabulary.tags_given(texts, example().taxonomy)
    assert str(fault.value) == message
