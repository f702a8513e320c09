"""What only a large survey meets: invented pools, long tables, figures with more entries than they can show."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import example_survey
import pytest

from pipeline import checks, claims
from pipeline.corpus import EXCLUSIONS, Corpus
from pipeline.outputs import figures, tables
from pipeline.outputs.figures import matrix
from pipeline.outputs.outline import outline
from pipeline.outputs.tables import Table
from pipeline.outputs.tables.latex import _rendered, _styled, as_latex
from pipeline.outputs.tables.table import Column
from pipeline.records import SIMILAR_TITLE

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))
import invented  # noqa: E402 -- a benchmark, not a module of the package


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("invented") / "survey"
    invented.write(folder, 232)
    return folder


def test_an_invented_survey_is_in_order_but_for_titles_that_are_nearly_alike(pool: Path) -> None:
    corpus = Corpus.load(pool)
    found = [problem for problem in checks.problems(corpus, date(2027, 1, 1)) if problem.severity != "notice"]
    assert {problem.code for problem in found} == {SIMILAR_TITLE}
    assert (len(corpus.papers), len(corpus.exclusions)) == (168, 64)
    assert {verdict.outcome for verdict in claims.verdicts(corpus)} == {"holds"}
    assert len(corpus.readings) == 2


def test_an_invented_survey_is_the_same_every_time(pool: Path, tmp_path: Path) -> None:
    invented.write(tmp_path / "again", 232)
    assert digests(pool) == digests(tmp_path / "again")


def test_an_entry_that_is_added_changes_nothing_of_what_is_invented(tmp_path: Path, pool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = Corpus.load(ROOT)
    late = replace(today.papers[0], key="zz-late", title="A Title of Words that None Has", added=today.about.cutoff + timedelta(days=1))
    monkeypatch.setattr(Corpus, "load", lambda root: replace(today, papers=(*today.papers, late)))
    invented.write(tmp_path / "later", 232)
    assert digests(pool) == digests(tmp_path / "later")


def digests(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): hashlib.sha256(path.read_bytes()).digest() for path in folder.rglob("*") if path.is_file()}


def test_the_thousandth_exclusion_comes_after_the_hundredth(tmp_path: Path) -> None:
    root = example_survey.copied(tmp_path)
    text = (root / EXCLUSIONS / "E003.yaml").read_text(encoding="utf-8")
    for name in ("E999", "E1000", "E0999", "E10000000"):
        (root / EXCLUSIONS / f"{name}.yaml").write_text(text.replace("identifier:", f"identifier: X{name} #"), encoding="utf-8")
    found = example_survey.problems(root)
    faulty = {problem.place.path for problem in found if problem.code == "bad-key"}
    assert faulty == {f"{EXCLUSIONS}/E0999.yaml", f"{EXCLUSIONS}/E10000000.yaml"}
    for path in faulty:
        (root / path).unlink()
    corpus = Corpus.read(root, lambda _: None)
    assert corpus is not None
    assert [exclusion.id for exclusion in corpus.exclusions][-2:] == ["E999", "E1000"]
    assert [exclusion.id for exclusion in corpus.at(date(2030, 1, 1)).exclusions][-2:] == ["E999", "E1000"]


def test_figures_and_tables_need_no_more_than_the_outline() -> None:
    corpus = example_survey.example()
    made = (corpus.outputs.figures, corpus.outputs.tables)
    here = Corpus.load(ROOT).outputs
    assert {one.kind for outputs in made for one in outputs} >= {one.kind for one in (*here.figures, *here.tables)}
    assert dict(figures.files(outline(corpus))) == dict(figures.files(corpus))
    assert dict(tables.files(outline(corpus))) == dict(tables.files(corpus))


def test_an_outline_is_its_own() -> None:
    once = outline(example_survey.example())
    assert outline(once) is once
    assert {paper.summary for paper in once.papers} == {""}
    assert [paper.tags for paper in once.papers] == [paper.tags for paper in example_survey.example().papers]


def test_a_matrix_of_many_entries_shows_those_that_hold_most_values(pool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = Corpus.load(pool)
    output = next(one for one in corpus.outputs.figures if one.kind == "matrix")
    whole = len(figures.sheet_of(output, corpus).marks)
    monkeypatch.setattr(matrix, "_MOST", 3)
    sheet = figures.sheet_of(output, corpus)
    assert len(sheet.marks) < whole
    assert "Shown are the 3 that hold most values." in figures.drawn(output, corpus)


HOSTILE = ("a\\b", "~ x", "^ y", "\\ z", "{a}", "$x_1$", "\u00e9 ~", "  a  b ", "100%", "a#b", "a&b", "plain")


def test_a_long_table_is_set_as_pandas_sets_it() -> None:
    table = Table("x", "A caption", (Column("a_b"), Column("n", numeric=True)), tuple((text, n) for n, text in enumerate(HOSTILE * 5)))
    assert _rendered(table, "lr", long=True) == _styled(table, "lr", long=True)
    assert as_latex(table).count("\\\\\n") > len(table.rows)
    short = replace(table, rows=table.rows[:5])
    assert _rendered(short, "lr", long=False) == _styled(short, "lr", long=False)
