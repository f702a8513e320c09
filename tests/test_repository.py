"""The survey's own data. Counts are those of the published pool, which never change; none is stated of the current one."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from pipeline import checks, coverage
from pipeline.corpus import Corpus
from pipeline.errors import Problem

ROOT = Path(__file__).parent.parent


@cache
def current() -> Corpus:
    return Corpus.load(ROOT)


@cache
def published() -> Corpus:
    return current().pool("published")


def counted(name: str) -> dict[str, int]:
    return {str(value): int(count) for value, count in coverage.counts(published(), name)["count"].items()}


def test_the_data_keep_every_rule() -> None:
    found: list[Problem] = []
    corpus = Corpus.read(ROOT, found.append)
    assert corpus is not None
    found.extend(checks.problems(corpus, date.today()))
    assert [problem for problem in found if problem.severity != "notice"] == []


def test_the_cutoff_is_that_of_the_survey() -> None:
    assert current().about.cutoff == date(2026, 5, 4)


@pytest.mark.parametrize(
    ("day", "papers"), [(date(2026, 4, 27), 0), (date(2026, 4, 28), 73), (date(2026, 5, 3), 73), (date(2026, 5, 4), 84)]
)
def test_the_pool_grew_as_it_did(day: date, papers: int) -> None:
    assert len(current().at(day).papers) == papers


def test_the_published_pool_holds_116_screened_records() -> None:
    assert (len(published().papers), len(published().exclusions)) == (84, 32)


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("category", {"rl_method": 42, "survey": 5, "benchmark": 18, "framework": 3, "industry": 6, "classical_marl": 10}),
        ("is_rl", {"yes": 49, "no": 26, "partial": 9}),
        (
            "reward_type",
            {
                "shared": 10,
                "individual": 4,
                "role": 3,
                "process": 2,
                "tool": 0,
                "debate": 4,
                "verifier": 6,
                "orchestration": 7,
                "hybrid": 15,
                "NA": 33,
            },
        ),
        (
            "credit_granularity",
            {"token": 0, "turn": 5, "message": 2, "tool": 0, "agent": 23, "role": 10, "orchestrator": 8, "team": 0, "NA": 36},
        ),
        (
            "orchestration_form",
            {"centralized": 18, "planner_executor_critic": 4, "debate": 8, "swarm": 4, "hierarchical": 13, "harness": 3, "NA": 34},
        ),
        ("scenario", {"general": 45, "coding": 10, "math": 9, "tool_use": 8, "research": 6, "web": 6, "debate": 0, "NA": 0}),
        ("is_core", {"core": 54, "supporting": 24, "case": 6}),
        ("verified", {"yes": 76, "partial": 8, "no": 0}),
    ],
)
def test_the_published_counts_are_had_back(field: str, expected: dict[str, int]) -> None:
    assert counted(field) == expected


def test_every_value_with_an_entry_is_declared_and_every_entry_carries_each_required_field() -> None:
    for field in current().taxonomy.required:
        assert sum(counted(field.name).values()) == 84


def test_exclusions_left_at_the_stages_that_were_published() -> None:
    stages = Counter(exclusion.stage for exclusion in published().exclusions)
    assert stages == {"abstract_screen": 16, "full_text_screen": 9, "artifact_screen": 6, "duplicate_screen": 1}


COLUMNS = ["NA", "agent", "message", "orchestrator", "role", "turn", "token", "tool", "team"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            "reward_type",
            {
                "shared": [0, 9, 1, 0, 0, 0, 0, 0, 0],
                "hybrid": [0, 6, 0, 1, 4, 4, 0, 0, 0],
                "orchestration": [0, 0, 0, 6, 1, 0, 0, 0, 0],
                "individual": [0, 4, 0, 0, 0, 0, 0, 0, 0],
                "debate": [0, 3, 1, 0, 0, 0, 0, 0, 0],
                "process": [0, 1, 0, 0, 0, 1, 0, 0, 0],
                "role": [0, 0, 0, 0, 3, 0, 0, 0, 0],
                "verifier": [4, 0, 0, 0, 2, 0, 0, 0, 0],
                "tool": [0, 0, 0, 0, 0, 0, 0, 0, 0],
                "NA": [32, 0, 0, 1, 0, 0, 0, 0, 0],
            },
        ),
        (
            "orchestration_form",
            {
                "centralized": [0, 14, 1, 3, 0, 0, 0, 0, 0],
                "hierarchical": [0, 2, 0, 3, 5, 3, 0, 0, 0],
                "debate": [1, 3, 1, 0, 1, 2, 0, 0, 0],
                "swarm": [2, 0, 0, 2, 0, 0, 0, 0, 0],
                "harness": [2, 1, 0, 0, 0, 0, 0, 0, 0],
                "planner_executor_critic": [0, 0, 0, 0, 4, 0, 0, 0, 0],
                "NA": [31, 3, 0, 0, 0, 0, 0, 0, 0],
            },
        ),
    ],
)
def test_the_published_cross_tabs_are_had_back_with_their_empty_cells(rows: str, expected: dict[str, list[int]]) -> None:
    table = coverage.crosstab(published(), rows, "credit_granularity")
    assert {str(row): [int(table.loc[row, column]) for column in COLUMNS] for row in table.index} == expected


@pytest.mark.parametrize(
    ("day", "entries"),
    [(date(2026, 4, 28), 8), (date(2026, 4, 29), 8), (date(2026, 4, 30), 7), (date(2026, 5, 3), 7), (date(2026, 5, 4), 8)],
)
def test_credit_to_the_orchestrator_fell_with_a_retag_and_rose_again(day: date, entries: int) -> None:
    assert coverage.counts(current().at(day), "credit_granularity").loc["orchestrator", "count"] == entries


def test_the_retag_is_that_of_one_entry() -> None:
    before = {paper.key for paper in current().at(date(2026, 4, 28)).papers if paper.tags["credit_granularity"] == "orchestrator"}
    after = {paper.key for paper in current().at(date(2026, 4, 30)).papers if paper.tags["credit_granularity"] == "orchestrator"}
    assert (before - after, after - before) == ({"kimi-k2-6"}, set())


def test_the_papers_behind_the_message_cells_are_named() -> None:
    chosen = coverage.matching(published().papers, coverage.conditions(["credit_granularity=message"], published().taxonomy))
    assert [paper.key for paper in chosen] == ["c3", "debate-as-reward"]


def test_each_exception_to_a_rule_carries_its_reason() -> None:
    exceptions = [(paper.key, why) for paper in published().papers for why in paper.exceptions.values()]
    assert len(exceptions) == 7
    assert [key for key, why in exceptions if len(why.split()) < 4] == []


def test_every_change_since_publication_says_why() -> None:
    changes = [change for paper in current().papers for change in paper.changes]
    assert changes
    assert [change for change in changes if len(change.why.split()) < 2] == []


def test_no_module_names_a_value_of_this_survey() -> None:
    taxonomy = current().taxonomy
    names = {value.name for field in taxonomy for value in field.values if "_" in value.name} | {
        name for name in taxonomy.fields if "_" in name
    }
    # The traces' wing knows nothing of the corpus; where a word of another program's form is one of ours, it is by chance.
    ours = (path for path in sorted((ROOT / "pipeline").rglob("*.py")) if "traces" not in path.relative_to(ROOT).parts)
    found = [
        f"{path.relative_to(ROOT)}: {name}" for path in ours for name in sorted(names) if f'"{name}"' in path.read_text(encoding="utf-8")
    ]
    assert found == []
