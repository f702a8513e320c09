"""A survey read from git's objects."""

from pathlib import Path

import pytest
import readings_pool
from test_git import commit, run

from pipeline import revisions
from pipeline.corpus import Corpus
from pipeline.errors import CallFault, Problem


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    run(tmp_path, "init", "--quiet")
    commit(tmp_path, {"notes": "none yet\n"}, "2026-01-01")
    readings_pool.write(tmp_path)
    commit(tmp_path, {}, "2026-02-01")
    commit(tmp_path, {"corpus/bun.yaml": "title: Broken\n"}, "2026-02-02")
    return tmp_path


def test_a_survey_of_a_revision_is_the_survey_that_stood_there(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    found = revisions.survey_at(repository, "HEAD~1", lambda problem: pytest.fail(str(problem)))
    assert found == Corpus.load(readings_pool.write(tmp_path_factory.mktemp("same")))


def test_what_was_wrong_at_a_revision_is_reported_by_its_place(repository: Path) -> None:
    problems: list[Problem] = []
    found = revisions.survey_at(repository, "HEAD", problems.append)
    assert found is not None
    assert [paper.key for paper in found.papers] == ["dough", "loaf", "roll"]
    assert {problem.place.path for problem in problems if problem.severity == "error"} == {"corpus/bun.yaml"}


def test_before_the_survey_there_is_none(repository: Path) -> None:
    assert revisions.survey_at(repository, "HEAD~2", lambda problem: pytest.fail(str(problem))) is None


def test_an_unknown_revision_is_the_callers_fault(repository: Path) -> None:
    with pytest.raises(CallFault, match="no revision 'nope'"):
        revisions.survey_at(repository, "nope", lambda _: None)
