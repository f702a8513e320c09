"""Tables and lists of references that a survey of hostile texts is made into, read back by other libraries."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from outcome import same

from pipeline.corpus import Corpus


def _csv(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline=""), strict=True))


def _bare(cell: str) -> str:
    """Return a cell as it was before an apostrophe disarmed it; LibreOffice and Excel hide that."""
    return cell[1:] if re.match(r"'+[=+\-@\uff1d\uff0b\uff0d\uff20\t|%]", cell) else cell


def _papers_csv(content: bytes, corpus: Corpus) -> Iterator[str]:
    rows = _csv(content)
    yield from same("keys", [row["key"] for row in rows], [paper.key for paper in corpus.papers])
    yield from same("titles", [_bare(row["title"]) for row in rows], [paper.title for paper in corpus.papers])
    yield from (f"a cell that begins a formula: {cell!r:.60}" for row in rows for cell in row.values() if re.match(r"[=@]", cell or ""))


def _tags_csv(content: bytes, corpus: Corpus) -> Iterator[str]:
    wanted = sum(len([tag] if isinstance(tag, str) else tag) for paper in corpus.papers for tag in paper.tags.values())
    yield from same("rows", len(_csv(content)), wanted)


def _log_csv(content: bytes, corpus: Corpus) -> Iterator[str]:
    rows = _csv(content)
    yield from same("ids", [row["id"] for row in rows], [one.id for one in corpus.exclusions])
    yield from same("reasons", [_bare(row["reason"]) for row in rows], [one.reason for one in corpus.exclusions])


def _any_csv(content: bytes, _corpus: Corpus) -> Iterator[str]:
    widths = Counter(map(len, csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)))
    yield from same("widths", len(widths), 1)


def _sqlite(content: bytes, corpus: Corpus) -> Iterator[str]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(content)
        yield from same("soundness", database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        yield from same("references", database.execute("PRAGMA foreign_key_check").fetchall(), [])
        titles = [title for (title,) in database.execute("SELECT title FROM papers ORDER BY rowid")]
        yield from same("titles", titles, [paper.title for paper in corpus.papers])
        yield from same("exclusions", database.execute("SELECT count(*) FROM exclusions").fetchone(), (len(corpus.exclusions),))


def _bibtex(content: bytes, corpus: Corpus) -> Iterator[str]:
    import bibtexparser
    import pybtex.database

    text, keys = content.decode("utf-8"), [paper.key for paper in corpus.papers]
    library = bibtexparser.parse_string(text)
    yield from same("failed blocks", library.failed_blocks, [])
    yield from same("keys", [entry.key for entry in library.entries], keys)
    database = pybtex.database.parse_string(text, "bibtex")
    yield from same("keys by pybtex", list(database.entries), keys)
    people = [len(database.entries[paper.key].persons["author"]) for paper in corpus.papers]
    yield from same("authors", people, [len(paper.authors) + (not paper.authors_complete) for paper in corpus.papers])


def _ris(content: bytes, corpus: Corpus) -> Iterator[str]:
    import rispy

    records = rispy.loads(content.decode("utf-8"))
    yield from same("ids", [record["id"] for record in records], [paper.key for paper in corpus.papers])
    yield from same("titles", [record["title"] for record in records], [paper.title for paper in corpus.papers])
    yield from same("strange tags", [record["unknown_tag"] for record in records if "unknown_tag" in record], [])


def _csl(content: bytes, corpus: Corpus) -> Iterator[str]:
    items = json.loads(content)
    yield from same("titles", [item["title"] for item in items], [paper.title for paper in corpus.papers])


def _lines(content: bytes, corpus: Corpus) -> Iterator[str]:
    yield from same("lines", len(content.decode("utf-8").splitlines()), len(corpus.papers))


def _cff(content: bytes, corpus: Corpus) -> Iterator[str]:
    import yaml

    found = yaml.safe_load(content)
    titles = {found["title"], found.get("preferred-citation", {}).get("title", "")}
    if not titles & {corpus.about.title, corpus.about.name}:
        yield f"the title is not there: {titles}"


JUDGES = {
    r"data/papers(-full)?\.csv$": _papers_csv, r"data/tags\.csv$": _tags_csv, r"data/exclusions\.csv$": _log_csv, r"\.csv$": _any_csv,
    r"\.db$": _sqlite, r"\.bib$": _bibtex, r"\.ris$": _ris, r"\.csl\.json$": _csl, r"data/papers\.txt$": _lines, r"\.cff$": _cff,
}  # fmt: skip
"""What yields the faults of a file, by the first pattern that its path matches."""
