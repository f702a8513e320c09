"""The pool as an SQLite database: wide and long tables, the vocabulary, and a full-text index. Opens in datasette."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from ...corpus import Corpus
from ...taxonomy import Field
from . import tables
from .columns import TableColumn, full

Row = Iterable[object]

_SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE fields (name TEXT PRIMARY KEY, position INTEGER, label TEXT, kind TEXT, required INTEGER, ordered INTEGER, definition TEXT);
CREATE TABLE vocabulary (field TEXT REFERENCES fields(name), value TEXT, position INTEGER, label TEXT, definition TEXT, not_for TEXT,
  PRIMARY KEY (field, value));
CREATE TABLE authors (paper TEXT REFERENCES papers(key), position INTEGER, family TEXT, given TEXT, team INTEGER,
  PRIMARY KEY (paper, position)) WITHOUT ROWID;
CREATE TABLE links (paper TEXT REFERENCES papers(key), position INTEGER, url TEXT, PRIMARY KEY (paper, position)) WITHOUT ROWID;
CREATE TABLE tags (paper TEXT REFERENCES papers(key), field TEXT REFERENCES fields(name), value TEXT, detail TEXT,
  PRIMARY KEY (paper, field, value)) WITHOUT ROWID;
CREATE TABLE exclusions (id TEXT PRIMARY KEY, title TEXT, source TEXT, query_family TEXT, identifier TEXT, url TEXT, arxiv_id TEXT,
  doi TEXT, date_screened TEXT, stage TEXT, reason TEXT);
CREATE TABLE exclusion_reasons (exclusion TEXT REFERENCES exclusions(id), position INTEGER, code TEXT,
  PRIMARY KEY (exclusion, position)) WITHOUT ROWID;
CREATE TABLE exclusion_vocabulary (field TEXT, value TEXT, position INTEGER, label TEXT, definition TEXT, not_for TEXT,
  PRIMARY KEY (field, value));
CREATE TABLE proposed_tags (exclusion TEXT REFERENCES exclusions(id), field TEXT REFERENCES fields(name), value TEXT, detail TEXT,
  PRIMARY KEY (exclusion, field, value)) WITHOUT ROWID;
CREATE VIRTUAL TABLE papers_fts USING fts5(title, authors, affiliation, venue, short_name, summary, notes, content=[papers],
  tokenize='unicode61 remove_diacritics 2');
"""
"""Brackets round the indexed table's name are how datasette knows the index. Narrow tables have no rowid, as their key would else
be stored twice."""
_PAGE = 512
"""Bytes, the least. Most tables are small, and SQLite's usual 4,096 would leave a third of the file empty."""
_ABOUT = ("name", "title", "author", "arxiv_id", "cutoff", "description", "cite", "license_data", "license_code")


def content(corpus: Corpus) -> bytes:
    """Return the database file. What an entry does not have is NULL; a value called NA stays the text NA.

    The header of the file names the SQLite that wrote it, so compare two by ``dump``.
    """
    database = sqlite3.connect(":memory:")
    try:
        database.execute(f"PRAGMA page_size = {_PAGE}")
        database.executescript(f"{_papers_table(full(corpus))}\n{_SCHEMA}")
        for table, rows in _content(corpus):
            _insert(database, table, rows)
        database.execute("INSERT INTO papers_fts(papers_fts) VALUES ('rebuild')")
        database.commit()
        database.execute("VACUUM")
        return database.serialize()
    finally:
        database.close()


def _papers_table(columns: Iterable[TableColumn]) -> str:
    declared = ", ".join(f'"{c.name}" {"INTEGER" if c.type == "integer" else "TEXT"}' for c in columns)
    return f'CREATE TABLE papers ({declared}, PRIMARY KEY ("key"));'


def _insert(database: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    marks = ", ".join("?" * len(database.execute(f"PRAGMA table_info({table})").fetchall()))
    values = ([None if value == "" else value for value in row] for row in rows)
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608 -- our own table names


def _content(corpus: Corpus) -> Iterator[tuple[str, Iterable[Row]]]:
    columns, fields = full(corpus), list(corpus.taxonomy)
    yield "papers", ([column.of(paper) for column in columns] for paper in corpus.papers)
    yield "about", ((name, text) for name in _ABOUT if (text := str(getattr(corpus.about, name))))
    yield "fields", ((f.name, n, f.label, f.kind, f.required, f.ordered, f.definition) for n, f in enumerate(fields, 1))
    yield "vocabulary", _vocabulary(fields)
    yield "authors", ((p.key, n, a.family, a.given, a.team) for p in corpus.papers for n, a in enumerate(p.authors, 1))
    yield "links", ((p.key, n, link) for p in corpus.papers for n, link in enumerate(p.links, 1))
    yield "tags", tables.tag_rows(corpus)
    yield "exclusions", _exclusions(corpus)
    yield "exclusion_reasons", ((e.id, n, code) for e in corpus.exclusions for n, code in enumerate(e.reason_codes, 1))
    yield "exclusion_vocabulary", _vocabulary(corpus.taxonomy.exclusion.values())
    yield "proposed_tags", _proposed(corpus)


def _vocabulary(fields: Iterable[Field]) -> Iterator[Row]:
    for field in fields:
        for number, value in enumerate(field.values, 1):
            yield field.name, value.name, number, value.label, value.definition, value.not_for


def _exclusions(corpus: Corpus) -> Iterator[Row]:
    for e in corpus.exclusions:
        found: Row = (e.id, e.title, e.source, e.query_family, e.identifier, e.url, e.arxiv_id, e.doi)
        yield *found, e.date_screened.isoformat(), e.stage, e.reason


def _proposed(corpus: Corpus) -> Iterator[Row]:
    for exclusion in corpus.exclusions:
        for field in corpus.taxonomy:
            for value, detail in tables.details(exclusion.tags.get(field.name)):
                yield exclusion.id, field.name, value, detail


def dump(content: bytes) -> str:
    """Return what a database holds as text: each statement that made it, by name, and each table's rows by their key.

    The index's own tables are left out, since their form is SQLite's affair; what they index is in ``papers``. Raises
    ``sqlite3.DatabaseError`` for bytes that are no database.
    """
    database = sqlite3.connect(":memory:")
    try:
        database.deserialize(content)
        lines: list[str] = []
        for name, kind, statement in _made(database):
            lines.append(f"{statement};")
            if kind == "table":
                lines.extend(_rows(database, name))
        return "\n".join(lines) + "\n"
    finally:
        database.close()


def _made(database: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """Return name, kind (table, virtual, index) and statement of what is in a database, by name, without inner tables."""
    kinds = {name: kind for _, name, kind, *_ in database.execute("PRAGMA main.table_list")}
    listed = database.execute("SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    return [(name, kinds.get(name, kind), sql) for name, kind, sql in listed if kinds.get(name) != "shadow"]


def _rows(database: sqlite3.Connection, table: str) -> Iterator[str]:
    columns = database.execute(f'PRAGMA table_info("{table}")').fetchall()
    names, keys = [column[1] for column in columns], sorted((column[5], column[1]) for column in columns if column[5])
    order = ", ".join(f'"{name}"' for _, name in keys) or "rowid"
    quoted = " || ', ' || ".join(f'quote("{name}")' for name in names)
    for (row,) in database.execute(f'SELECT {quoted} FROM "{table}" ORDER BY {order}'):  # noqa: S608 -- names from the database itself
        yield f"  {row}"
