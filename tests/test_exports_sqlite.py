import sqlite3
from contextlib import closing
from dataclasses import replace

import pandas
import pytest
from exports_pool import TITLES, hostile, published

from pipeline.outputs.exports import sqlite
from pipeline.taxonomy import Taxonomy


@pytest.fixture(params=[published, hostile])
def opened(request, tmp_path):
    path = tmp_path / "papers.db"
    path.write_bytes(sqlite.content(request.param()))
    with closing(sqlite3.connect(path)) as database:
        yield database


def test_pandas_reads_every_record(opened):
    assert len(pandas.read_sql("SELECT * FROM papers", opened)) == 84
    assert len(pandas.read_sql("SELECT * FROM exclusions", opened)) == 32


def test_the_file_is_sound_and_every_reference_leads_somewhere(opened):
    assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert opened.execute("PRAGMA foreign_key_check").fetchall() == []


def test_tags_count_as_the_survey_does(opened):
    counted = opened.execute("SELECT value, count(*) FROM tags WHERE field = 'is_rl' GROUP BY value ORDER BY 2 DESC")
    assert counted.fetchall() == [("yes", 49), ("no", 26), ("partial", 9)]
    assert opened.execute("SELECT count(*) FROM papers WHERE credit_granularity = 'NA'").fetchone() == (36,)


def test_the_vocabulary_keeps_values_that_nobody_carries(opened):
    found = opened.execute("SELECT label, position FROM vocabulary WHERE field = 'credit_granularity' AND value = 'token'")
    assert found.fetchall() == [("Token", 1)]


def test_reasons_count_as_the_log_does(opened):
    stages = dict(opened.execute("SELECT stage, count(*) FROM exclusions GROUP BY stage"))
    assert stages == {"abstract_screen": 16, "full_text_screen": 9, "artifact_screen": 6, "duplicate_screen": 1}
    assert opened.execute("SELECT count(DISTINCT exclusion) FROM exclusion_reasons").fetchone() == (32,)


def found(database, query):
    sql = "SELECT key FROM papers WHERE rowid IN (SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?) ORDER BY key"
    return [key for (key,) in database.execute(sql, (query,))]


def test_the_index_finds_words_in_titles_and_names_without_their_accents():
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(sqlite.content(published()))
        assert found(database, "counterfactual") == ["c3", "coma2018"]
        assert found(database, "mialon") == ["gaia2023"]
        assert found(database, "gregoire") == ["gaia2023"]


def test_hostile_texts_come_back_as_they_were():
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(sqlite.content(hostile()))
        titles = [title for (title,) in database.execute("SELECT title FROM papers ORDER BY rowid")]
        assert titles[: len(TITLES)] == list(TITLES)


def test_fields_that_differ_in_case_only_have_a_column_each():
    corpus = published()
    field = next(iter(corpus.taxonomy))
    fields = {name: replace(field, name=name, kind="one") for name in ("Title", "x", "X", "select")}
    papers = tuple(replace(paper, tags={}) for paper in corpus.papers)
    other = replace(corpus, papers=papers, exclusions=(), taxonomy=Taxonomy(fields))
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(sqlite.content(other))
        names = [name for (name,) in database.execute("SELECT name FROM pragma_table_info('papers')")]
    assert names[1] == "title"
    assert [name for name in names if name.removeprefix("tags.") in fields] == ["tags.Title", "x", "tags.X", "select"]


def test_the_dump_shows_what_a_change_changed():
    one, other = published(), replace(published(), papers=published().papers[1:])
    assert sqlite.dump(sqlite.content(one)) == sqlite.dump(sqlite.content(one))
    assert sqlite.dump(sqlite.content(one)) != sqlite.dump(sqlite.content(other))
    assert "papers_fts_data" not in sqlite.dump(sqlite.content(one))


def test_what_is_no_database_is_refused():
    with pytest.raises(sqlite3.DatabaseError):
        sqlite.dump(b"no database" * 100)
