"""Claims: what they come to on an invented survey, what stands behind them, and that the real ones hold."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import claims_pool
import pytest
from claims_pool import PAPERS, claim, corpus
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import claims
from pipeline.corpus import Corpus
from pipeline.records import Change

ROOT = Path(__file__).parent.parent


def verdict(body: str, survey: Corpus | None = None, pool: str = "published") -> claims.Verdict:
    base = survey or corpus()
    said = corpus(claim(body, pool))
    (found,) = claims.verdicts(replace(base, claims=said.claims, scenarios=said.scenarios))
    return found


@pytest.mark.parametrize(
    ("body", "outcome", "found"),
    [
        ("where: {flour: [wheat]}\nexpect: {count: 3}", "holds", "3 found, 3 expected"),
        ("where: {flour: [wheat]}\nexpect: {count: 2}", "fails", "3 found, 2 expected"),
        ("where: {flour: [wheat]}\nexpect: {at_most: 3}", "holds", "3 found, at most 3"),
        ("where: {flour: [wheat]}\nexpect: {at_most: 2}", "fails", "3 found, at most 2"),
        ("where: {flour: [wheat]}\nexpect: {at_least: 4}", "fails", "3 found, at least 4"),
        ("where: {flour: [NA]}\nexpect: {none: yes}", "holds", "0 found, none expected"),
        ("where: {flour: [wheat], seeds: [poppy]}\nexpect: {exactly: [bun, roll]}", "holds", "2 found, 2 of the 2 named and no other"),
        ("where: {flour: [wheat]}\nnot: {seeds: [poppy]}\nexpect: {exactly: [rusk]}", "holds", "1 found, 1 of the 1 named and no other"),
        ("where: {crust.top: [hard]}\nexpect: {exactly: [loaf, rusk]}", "holds", "2 found, 2 of the 2 named and no other"),
        ("where: {crust: [bottom]}\nexpect: {exactly: [loaf]}", "holds", "1 found, 1 of the 1 named and no other"),
        ("any:\n  - where: {flour: [rye]}\n  - where: {seeds: [sesame]}\nexpect: {exactly: [bun, loaf]}", "holds",
         "2 found, 2 of the 2 named and no other"),
        ("where: {flour: [rye, spelt]}\nexpect: {fewer_than: {where: {flour: [wheat]}}}", "holds", "2 against 3, fewer expected"),
        ("where: {flour: [rye]}\nexpect: {equal_to: {where: {flour: [spelt]}}}", "holds", "1 against 1, as many expected"),
        ("where: {seeds: [poppy]}\nexpect: {every: {where: {flour: [wheat]}}}", "holds", "2 of 2 meet it"),
        ("where: {flour: [wheat]}\nexpect: {every: {where: {seeds: [poppy]}}}", "fails", "2 of 3 meet it"),
        ("expect: {counts: {flour: {rye: 1, wheat: 3, NA: 0}}}", "holds", "Rye 1, Wheat 3, No flour 0; as stated"),
        ("expect: {counts: {flour: {rye: 1, wheat: 2}}}", "fails", "Rye 1, Wheat 3; Rye 1, Wheat 2 expected"),
        ("expect: {each: {seeds: [poppy, sesame]}}", "holds", "Poppy 2, Sesame 1; at least one each"),
        ("expect: {most_common: {flour: wheat}}", "holds", "Wheat 3, Rye 1; the first one ahead"),
        ("expect: {most_common: {flour: rye}}", "fails", "Rye 1, Wheat 3; the first one expected ahead"),
        ("of: exclusions\nwhere: {stage: [shelf], reason_codes: [burnt]}\nexpect: {exactly: [E002]}", "holds",
         "1 found, 1 of the 1 named and no other"),
        ("of: exclusions\nwhere: {flour: [rye]}\nexpect: {count: 1}", "holds", "1 found, 1 expected"),
        ("of: screened\nexpect: {count: 8}", "holds", "8 found, 8 expected"),
        ("of: exclusions\nexpect: {fewer_than: {of: papers}}", "holds", "3 against 5, fewer expected"),
    ],
)  # fmt: skip
def test_each_expectation_is_judged_by_what_is_found(body: str, outcome: str, found: str) -> None:
    judged = verdict(body)
    assert (judged.outcome, judged.findings[0].found) == (outcome, found)


def test_a_verdict_names_the_records_behind_it_and_on_the_other_side() -> None:
    finding = verdict("where: {flour: [rye, spelt]}\nexpect: {fewer_than: {where: {seeds: [poppy]}}}").findings[0]
    assert finding.matched == ("dough", "loaf")
    assert finding.compared == ("bun", "roll")
    assert finding.outcome == "fails"


def test_a_claim_is_as_good_as_the_worse_of_its_senses() -> None:
    judged = verdict("where: {crust: [top]}\nexpect: {at_most: 3}\nstrict: {where: {crust.top: [hard]}, expect: {at_most: 1}}")
    assert [(finding.sense, finding.outcome) for finding in judged.findings] == [("broad", "holds"), ("strict", "fails")]
    assert judged.outcome == "fails"


@pytest.mark.parametrize(
    ("body", "breaking", "why"),
    [
        ("where: {flour: [wheat]}\nexpect: {at_most: 1}", ("roll", "rusk"), "3 found, at most 1"),
        ("where: {flour: [wheat]}\nexpect: {none: yes}", ("bun", "roll", "rusk"), "3 found, none expected"),
        ("where: {flour: [wheat]}\nexpect: {every: {where: {seeds: [poppy]}}}", ("rusk",), "2 of 3 meet it"),
        ("where: {flour: [wheat]}\nexpect: {exactly: [bun, loaf, roll]}", ("rusk",),
         "loaf is not among them: it holds flour rye; one more than named"),
        ("where: {flour: [wheat]}\nexpect: {at_least: 5}", (), "3 found, at least 5"),
        ("where: {flour: [wheat]}\nexpect: {fewer_than: {where: {seeds: [poppy]}}}", (), "3 against 2, fewer expected"),
        ("where: {flour: [wheat]}\nexpect: {fewer_than: {where: {crust: [top]}}}", ("roll",), "3 against 3, fewer expected"),
    ],
)  # fmt: skip
def test_what_breaks_a_claim_is_a_smallest_set_of_records_that_are_too_many(body: str, breaking: tuple[str, ...], why: str) -> None:
    finding = verdict(body).findings[0]
    assert (finding.breaking, finding.why) == (breaking, why)


def test_what_came_or_was_retagged_last_is_what_breaks_a_claim() -> None:
    retagged = {"bun": (Change(date=date(2026, 2, 1), field="tags.flour", before="rye", after="wheat", why="read again"),)}
    finding = verdict("where: {flour: [wheat]}\nexpect: {at_most: 2}", corpus(changes=retagged)).findings[0]
    assert finding.breaking == ("bun",)


@pytest.mark.parametrize(
    ("body", "papers", "why"),
    [
        ("where: {flour: [wheat]}\nexpect: {none: yes}", {}, "there are no papers"),
        ("where: {crust: [top]}\nexpect: {none: yes}", {"bun": PAPERS["bun"]}, "none of the papers is coded in crust"),
        ("where: {flour: [rye]}\nexpect: {every: {where: {seeds: [poppy]}}}", {"bun": PAPERS["bun"]},
         "none of the papers is meant by the query"),
    ],
)  # fmt: skip
def test_a_claim_that_looked_at_nothing_cannot_be_checked(body: str, papers: dict[str, dict[str, str]], why: str) -> None:
    finding = verdict(body, corpus(papers=papers)).findings[0]
    assert (finding.outcome, finding.why) == ("cannot be checked", why)


def test_published_and_current_pool_are_told_apart() -> None:
    later = corpus()
    later = replace(later, papers=(*later.papers, claims_pool.paper("bap", {"flour": "rye"}, added=date(2026, 3, 1))))
    body = "where: {flour: [rye]}\nexpect: {count: 1}"
    assert verdict(body, later).outcome == "holds"
    assert verdict(body, later, "current").outcome == "fails"
    said = corpus(claim(body, "current"))
    assert claims.failing(replace(later, claims=said.claims)) == ()
    said = corpus(claim(body.replace("1", "2")))
    assert [found.claim.id for found in claims.failing(replace(later, claims=said.claims))] == ["said"]


def test_a_claim_can_be_about_every_variant_of_a_scenario() -> None:
    assert verdict("where: {flour: [rye]}\nexpect: {at_most: 2}\nunder: near-misses").outcome == "holds"
    judged = verdict("where: {flour: [rye]}\nexpect: {at_most: 1}\nunder: near-misses").findings[0]
    assert (judged.outcome, judged.breaking, judged.why) == ("fails", ("E003",), "fails once E003 is retained")
    judged = verdict("where: {slices: [lots]}\nexpect: {at_most: 0}\nunder: near-misses").findings[0]
    assert (judged.outcome, judged.why) == ("cannot be checked", "it depends on tags that are not known")


def test_a_claim_about_traces_is_judged_by_what_is_handed_in() -> None:
    said = corpus(claim("of: traces\nexpect: {valid: yes}", "current"))
    assert [claims.verdicts(said, traces)[0].outcome for traces in (None, {}, {"a": ""}, {"a": "", "b": "is no trace"})] == [
        "cannot be checked", "cannot be checked", "holds", "fails",
    ]  # fmt: skip
    assert claims.verdicts(said, {"a": "", "b": "is no trace"})[0].findings[0].breaking == ("b",)


def test_claims_can_be_run_on_the_records_of_any_day() -> None:
    said = corpus(claim("expect: {count: 5}"))
    emptied = said.at(date(2026, 1, 1))
    assert claims.verdicts_on(said, said.claims)[0].outcome == "holds"
    assert claims.verdicts_on(emptied, said.claims)[0].outcome == "cannot be checked"


@given(st.permutations(sorted(PAPERS)), st.permutations(["E001", "E002", "E003"]))
@settings(max_examples=20, deadline=None)
def test_no_verdict_depends_on_the_order_of_files(keys: list[str], ids: list[str]) -> None:
    bodies = ["where: {flour: [wheat]}\nexpect: {at_most: 1}", "of: screened\nexpect: {counts: {flour: {rye: 2, wheat: 1}}}"]
    survey = corpus()
    papers, exclusions = tuple(survey.by_key[key] for key in keys), tuple(survey.by_id[name] for name in ids)
    shuffled = replace(survey, papers=papers, exclusions=exclusions)
    for body in bodies:
        said = corpus(claim(body))
        assert claims.sensitivity(replace(shuffled, claims=said.claims, scenarios=said.scenarios)) == claims.sensitivity(said)


# -- the real survey


@pytest.fixture(scope="module")
def survey() -> Corpus:
    return Corpus.load(ROOT)


def test_every_published_claim_of_the_survey_holds(survey: Corpus) -> None:
    found = claims.verdicts(survey)
    assert {v.claim.id: v.outcome for v in found if v.claim.pool == "published" and v.outcome != "holds"} == {}
    assert claims.failing(survey) == ()
    assert sum(v.claim.pool == "published" for v in found) >= 25


def test_the_records_behind_the_sparse_claims_are_these(survey: Corpus) -> None:
    found = {v.claim.id: v for v in claims.verdicts(survey)}
    assert [finding.matched for finding in found["message-credit-sparse"].findings] == [("c3", "debate-as-reward"), ("c3",)]
    assert [finding.matched for finding in found["orchestrator-credit-sparse"].findings] == [
        ("agentspawn", "hera", "kimi-k2-5", "mas-zero2025", "owl2025", "paramanager", "puppeteer", "wideseek-r1-2026"),
        ("kimi-k2-5", "owl2025", "paramanager", "puppeteer", "wideseek-r1-2026"),
    ]
    assert found["stopping-untrained"].matched == ()
    assert found["kimi-is-the-trained-anchor"].matched == ("kimi-k2-5",)
    assert found["partial-verification"].matched == (
        "collabuiagents2025", "comas2026", "depart2026", "multiagent-finetuning2025", "owl2025", "rema2025", "sage2026", "sirius2025",
    )  # fmt: skip
    assert [finding.found for finding in found["pool-audited"].findings] == ["116 found, 116 expected"]


def test_every_claim_says_what_it_does_not_say(survey: Corpus) -> None:
    for said in survey.claims:
        assert said.sentence.endswith("."), said.id
        assert said.boundary.endswith("."), said.id


def test_publication_follows_the_venue(survey: Corpus) -> None:
    """Of the published pool, in which every entry says it; of later ones the tag is optional, and theirs to judge."""
    for paper in survey.pool("published").papers:
        venue = paper.venue
        if venue.startswith(("arXiv", "OpenReview")) or "ARR" in venue or "ubmi" in venue:
            expected = "preprint"
        elif venue.endswith(("Report", "Blog", "Blog Post", "Documentation")):
            expected = "company_document"
        else:
            expected = "peer_reviewed"
        assert paper.tag("publication") == expected, paper.key
