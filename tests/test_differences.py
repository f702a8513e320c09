"""Known differences: each check on an invented survey, what is refused, and what stands in the real one."""

from datetime import date
from pathlib import Path

import pytest
import readings_pool
from markdown_it import MarkdownIt

from pipeline import contradictions
from pipeline.corpus import Corpus
from pipeline.outputs import differences as page

ROOT = Path(__file__).parent.parent
READING = """\
reader: Mia Holt
kind: reading
date: 2026-02-01
method: Read.
caveat: Not blind.
fields: [flour, baked]
codings:
  bun: {tags: {flour: rye}}
  dough: {tags: {flour: spelt}, blank: [baked]}
disagreements:
  - {field: flour, papers: [bun], status: open, why: So.}
  - {field: flour, papers: [dough], status: settled, why: So.}
  - {field: baked, papers: [dough], status: open, why: So.}
"""
HEAD = "grain:\n  title: Grain\n  sentence: Two tables differ.\n  checks:\n"


def corpus(root: Path, check: str) -> Corpus:
    return Corpus.load(readings_pool.write(root, readings={"first": READING}, differences=HEAD + check))


def shown(root: Path, check: str) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Return the evidence for one check, as key and what stands there."""
    survey = corpus(root, check)
    return [(found.key, found.shows) for found in survey.differences[0].evidence(survey)]


def test_tags_that_do_not_go_together_are_shown_while_they_stand(tmp_path: Path) -> None:
    check = "    - tagged:\n        bun: {flour: wheat, baked: yes}\n        loaf: {flour: wheat}\n        dough: {flour: [wheat, spelt]}\n"
    assert shown(tmp_path, check) == [("bun", (("flour", "wheat"), ("baked", "yes"))), ("dough", (("flour", "spelt"),))]


def test_two_conditions_that_should_pick_out_the_same_show_where_they_do_not(tmp_path: Path) -> None:
    check = "    - apart: {first: {crust: top}, second: {flour: [rye, spelt]}}\n"
    assert shown(tmp_path, check) == [("dough", (("crust", "not coded"), ("flour", "spelt")))]


def test_a_printed_number_is_shown_beside_the_present_one(tmp_path: Path) -> None:
    assert shown(tmp_path, "    - counted: {where: {flour: wheat}, printed: 1}\n") == [
        ("", (("flour wheat", "printed 1, now 2"),)), ("bun", (("added", "2026-01-05"),)), ("roll", (("added", "2026-02-20"),)),
    ]  # fmt: skip
    assert shown(tmp_path, "    - counted: {where: {flour: wheat}, printed: 2}\n") == []


def test_a_map_can_be_asked_for_a_level(tmp_path: Path) -> None:
    assert shown(tmp_path, "    - counted: {where: {crust: {top: hard}}, printed: 1}\n") == []
    assert shown(tmp_path, "    - counted: {where: {crust: {top: [soft]}}, printed: 1}\n") == [
        ("", (("crust top (soft)", "printed 1, now 0"),))
    ]


def test_what_a_reading_left_out_is_shown_with_its_day(tmp_path: Path) -> None:
    check = (
        "    - unread:\n        reading: first\n        any:\n          - {flour: [wheat, spelt]}\n          - {flour: rye, baked: no}\n"
    )
    assert shown(tmp_path, check) == [("roll", (("flour", "wheat"), ("baked", "yes"), ("added", "2026-02-20")))]


def test_open_disagreements_are_shown_and_settled_ones_are_not(tmp_path: Path) -> None:
    assert shown(tmp_path, "    - unsettled: {reading: first, field: flour}\n") == [("bun", (("flour here", "wheat"), ("there", "rye")))]
    assert shown(tmp_path, "    - unsettled: {reading: first, field: baked}\n") == [("dough", (("baked here", "no"), ("there", "a dash")))]


def test_a_corrected_fact_is_shown_with_what_was_published(tmp_path: Path) -> None:
    readings_pool.write(tmp_path, differences=HEAD + "    - corrected: {papers: [bun, loaf], field: authors}\n")
    log = "changes:\n  - {date: 2026-03-01, field: authors, from: ['Brandt Tor, M.'], why: so}\n"
    readings_pool.put(tmp_path, "corpus/bun.yaml", readings_pool.paper("bun", "2026-01-05", "{flour: wheat, baked: yes}", log))
    survey = Corpus.load(tmp_path)
    assert [(found.key, found.shows) for found in survey.differences[0].evidence(survey)] == [
        ("bun", (("authors as published", "Brandt Tor, M."), ("now", "Brandt, Tor"))),
    ]  # fmt: skip


def test_a_settled_difference_disappears(tmp_path: Path) -> None:
    survey = corpus(tmp_path, "    - tagged: {dough: {flour: spelt}}\n")
    assert [found.id for found, _ in contradictions.standing(survey.differences, survey)] == ["grain"]
    before = survey.at(date(2026, 2, 1))
    assert contradictions.standing(before.differences, before) == []
    assert "## Grain" in page.text(survey)
    assert page.text(before).rstrip().endswith("None is known: every difference that was listed is settled.")


BAD = {
    "a paper that does not exist": ("    - tagged: {bnu: {flour: rye}}\n", [(5, "unknown-entry")]),
    "a field that does not exist": ("    - tagged: {bun: {flower: rye}}\n", [(5, "unknown-field")]),
    "a value that does not exist": ("    - tagged: {bun: {flour: oat}}\n", [(5, "unknown-value")]),
    "a level that does not exist": ("    - counted: {where: {crust: {top: burnt}}, printed: 1}\n", [(5, "unknown-value")]),
    "two values with levels": ("    - counted: {where: {crust: {top: hard, bottom: hard}}, printed: 1}\n", [(5, "wrong-count")]),
    "a reading that does not exist": ("    - unsettled: {reading: third, field: flour}\n", [(5, "unknown-value")]),
    "a field that was not read": ("    - unsettled: {reading: first, field: seeds}\n", [(5, "unknown-value")]),
    "a fact that does not exist": ("    - corrected: {papers: [bun], field: tags}\n", [(5, "unknown-value")]),
    "a check that does not exist": ("    - guessed: {bun: {flour: rye}}\n", [(5, "unknown-field"), (5, "wrong-count")]),
    "two checks in one": ("    - {tagged: {bun: {flour: rye}}, apart: {}}\n", [(5, "wrong-count")]),
    "no number": ("    - counted: {where: {flour: rye}, printed: many}\n", [(5, "bad-number")]),
    "a check that is a text": ("    - tagged\n", [(5, "wrong-kind")]),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_named_with_its_line(case: str, tmp_path: Path) -> None:
    text, expected = BAD[case]
    readings_pool.write(tmp_path, readings={"first": READING}, differences=HEAD + text)
    found = readings_pool.problems(tmp_path)
    assert sorted((problem.place.line, problem.code) for problem in found) == expected
    assert {problem.place.path for problem in found} == {"survey/differences.yaml"}


def test_hostile_text_stays_text_on_the_page(tmp_path: Path) -> None:
    text = (
        HEAD.replace("Two tables differ.", '"<script>alert(1)</script> [x](https://example.org) | `a` *b*"')
        + "    - tagged: {bun: {flour: wheat}}\n"
    )
    made = page.text(Corpus.load(readings_pool.write(tmp_path, differences=text)))
    html = MarkdownIt("commonmark").enable("table").render(made)
    assert "<script>" not in html
    assert 'href="https://example.org"' not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; [x](https://example.org) | `a` *b*" in html


# -- the real survey


@pytest.fixture(scope="module")
def real() -> Corpus:
    return Corpus.load(ROOT).pool("published")


def test_the_known_differences_of_the_published_pool(real: Corpus) -> None:
    found = {
        difference.id: [one.key for one in evidence if one.key] for difference, evidence in contradictions.standing(real.differences, real)
    }
    assert {name: len(keys) for name, keys in found.items() if name.startswith("appendix")} == {
        "appendix-is-core": 20, "appendix-orchestration": 9, "appendix-scenario": 4, "appendix-reward-and-credit": 3, "appendix-is-rl": 1,
    }  # fmt: skip
    assert {name: keys for name, keys in found.items() if not name.startswith("appendix")} == {
        "reward-family-against-reward-type": [
            "agent-lightning", "context-folding", "depart2026", "hera", "malt", "marft", "marsrl", "matpo",
        ],
        "puppeteer-reward": ["puppeteer"],
        "message-column": ["agent-qmix2026", "debate-as-reward"],
        "stress-test-orchestrator": [
            "agentspawn", "hera", "kimi-k2-5", "mas-zero2025", "owl2025", "paramanager", "puppeteer", "wideseek-r1-2026",
            "kimi-k2-5", "owl2025", "paramanager", "puppeteer", "wideseek-r1-2026",
        ],
        "spot-check-cover": ["anthropic-trustworthy", "wideseek-r1-2026"],
        "spot-check-halo": ["halo"],
    }  # fmt: skip


def test_the_stress_test_was_right_on_its_own_day(real: Corpus) -> None:
    then = real.at(date(2026, 5, 3))
    assert "stress-test-orchestrator" not in {difference.id for difference, _ in contradictions.standing(then.differences, then)}


def test_the_stress_test_prints_seven_and_four_where_the_pool_has_eight_and_five(real: Corpus) -> None:
    (stress,) = [difference for difference in real.differences if difference.id == "stress-test-orchestrator"]
    assert [one.shows[0][1] for one in stress.evidence(real) if not one.key] == ["printed 7, now 8", "printed 4, now 5"]


def test_the_page_holds_a_section_for_each(real: Corpus) -> None:
    current = Corpus.load(ROOT)
    standing = contradictions.standing(current.differences, current)
    tokens = MarkdownIt("commonmark").enable("table").parse(page.text(current))
    headings = [tokens[number + 1].content for number, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings == ["Known differences", *(difference.title for difference, _ in standing)]
