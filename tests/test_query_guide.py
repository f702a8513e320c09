"""The queries on the page, each run by DuckDB on the exported tables and held against what we count."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest
from example_survey import example

from pipeline import coverage
from pipeline.corpus import Corpus
from pipeline.outputs import query_guide
from pipeline.outputs.exports import FORMATS

ROOT = Path(__file__).parent.parent
TABLES = ("parquet", "parquet-tags", "parquet-vocabulary")


@pytest.fixture(scope="module", params=["example", "current"])
def corpus(request: pytest.FixtureRequest) -> Corpus:
    return example() if request.param == "example" else Corpus.load(ROOT)


@pytest.fixture(scope="module")
def folder(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tables")
    for name in TABLES:
        content = FORMATS[name].content(corpus)
        assert isinstance(content, bytes)
        (made / FORMATS[name].file_name).write_bytes(content)
    return made


def blocks(corpus: Corpus) -> list[str]:
    return re.findall(r"```sql\n(.*?)```", query_guide.text(corpus), re.DOTALL)


def answer(query: str, folder: Path) -> list[tuple[object, ...]]:
    connection = duckdb.connect()
    connection.execute(f"SET file_search_path = '{folder}'")
    return connection.execute(query).fetchall()


def test_every_count_of_the_page_is_ours(corpus: Corpus, folder: Path) -> None:
    queries = blocks(corpus)[: len(corpus.taxonomy.fields)]
    for field, query in zip(corpus.taxonomy, queries, strict=True):
        ours, at = coverage.counts(corpus, field.name)["count"], coverage.levels(corpus, field.name)
        levels = {value: [at.get((value, level), 0) for level in field.level_by_name] for value in field.by_name}
        assert answer(query, folder) == [(value, *levels[value], int(ours[value])) for value in field.by_name], field.name


def test_every_cross_tab_of_the_page_is_ours(corpus: Corpus, folder: Path) -> None:
    for query in blocks(corpus)[len(corpus.taxonomy.fields) :]:
        rows, columns = re.findall(r'value AS "([^"]+)"', query)
        ours = coverage.crosstab(corpus, rows, columns)
        declared = [corpus.taxonomy.fields[name].by_name for name in (rows, columns)]
        assert answer(query, folder) == [(row, column, int(ours.loc[row, column])) for row in declared[0] for column in declared[1]]


def test_each_declared_pair_stands_there_once() -> None:
    titles = re.findall(r"^### (.* against .*)$", query_guide.text(Corpus.load(ROOT)), re.MULTILINE)
    assert titles == ["Reward type against Credit granularity", "Orchestration form against Credit granularity"]


def test_the_page_says_how_to_make_the_tables() -> None:
    page = query_guide.text(example())
    for name in TABLES:
        assert f"masrl export {name} --output {FORMATS[name].file_name}" in page
