"""The CSV files: RFC 4180 with line feeds, UTF-8 without a mark, every cell text.

A cell that a spreadsheet would run as a formula gets one apostrophe in front, and so does a cell that begins with
apostrophes before such a sign; numbers stay bare. ``rows`` takes it off again and returns exactly what was written.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from ...corpus import Corpus
from ...records import EXCLUSION_ID_FORM, Exclusion
from ...taxonomy import Field, Tag
from .columns import JOINT, TableColumn, full, plain, tag_text

_FORMULA = re.compile("'*[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20]")
"""What Excel, LibreOffice and Sheets take for a formula, the full-width forms of East Asian locales included."""
_BEGINNINGS = frozenset("'=+-@\t\r\uff1d\uff0b\uff0d\uff20")
"""With which of these a formula begins: hardly any cell does, so that few need a closer look."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")

TAG_COLUMNS = {
    "paper": "Key of the entry.",
    "field": "Field of the taxonomy.",
    "value": "One value that the entry holds in it.",
    "detail": "Level or text that the entry gives to the value; empty for fields without.",
}
"""Name to description of each column of the long table."""
EXCLUSION_COLUMNS = {
    "id": f"{EXCLUSION_ID_FORM}.",
    "title": "Title of the record.",
    "source": "Where it was found.",
    "query_family": "Query that found it, as logged.",
    "identifier": "As logged; empty where only an address is known.",
    "url": "Address.",
    "arxiv_id": "Bare arXiv id. Read it as text: as a number it loses its last zero.",
    "doi": "Bare DOI.",
    "date_screened": "Day of screening.",
    "stage": "Stage at which it was excluded.",
    "reason_codes": "Why, from the survey's vocabulary.",
    "reason": "Why, in words.",
    "proposed_tags": "What a near miss would carry if it were retained; empty for all others.",
}
"""Name to description of each column of the exclusion log."""


def plain_text(corpus: Corpus) -> str:
    """Return the table of papers with the columns that the survey asks for, a row per paper."""
    return _papers(corpus, plain(corpus))


def full_text(corpus: Corpus) -> str:
    """Return the table of papers with every field of the entries and of the taxonomy, a row per paper."""
    return _papers(corpus, full(corpus))


def plain_rows(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the row that each paper has in ``plain_text``, by key; no cell holds a line break."""
    line, columns = io.StringIO(newline=""), plain(corpus)
    writer = csv.writer(line, lineterminator="\n")
    for paper in corpus.papers:
        writer.writerow([_guarded(column.of(paper)) for column in columns])
        yield paper.key, line.getvalue()
        line.seek(0)
        line.truncate()


def _papers(corpus: Corpus, columns: Sequence[TableColumn]) -> str:
    return written([column.name for column in columns], ([column.of(paper) for column in columns] for paper in corpus.papers))


def tags_text(corpus: Corpus) -> str:
    """Return the long table of tags: a row per paper, field and value."""
    return written(TAG_COLUMNS, tag_rows(corpus))


def tag_rows(corpus: Corpus) -> list[tuple[str, str, str, str]]:
    """Return key, field, value and detail of every tag, by paper and then in the taxonomy's order."""
    return [
        (paper.key, field.name, value, detail)
        for paper in corpus.papers
        for field in corpus.taxonomy
        for value, detail in details(paper.tag(field.name))
    ]


def details(tag: Tag | None) -> list[tuple[str, str]]:
    """Return each value that a tag names with its level or text; the text is empty for tags that have none."""
    if tag is None:
        return []
    if isinstance(tag, str):
        return [(tag, "")]
    return list(tag.items()) if isinstance(tag, dict) else [(value, "") for value in tag]


def exclusions_text(corpus: Corpus) -> str:
    """Return the exclusion log, a row per record."""
    return written(EXCLUSION_COLUMNS, (exclusion_row(exclusion, list(corpus.taxonomy)) for exclusion in corpus.exclusions))


def exclusion_row(exclusion: Exclusion, fields: Iterable[Field]) -> list[str]:
    """Return a record's cells, one for each of EXCLUSION_COLUMNS."""
    proposed = JOINT.join(f"{f.name}={tag_text(exclusion.tags[f.name])}" for f in fields if f.name in exclusion.tags)
    return [
        exclusion.id, exclusion.title, exclusion.source, exclusion.query_family, exclusion.identifier, exclusion.url,
        exclusion.arxiv_id, exclusion.doi, exclusion.date_screened.isoformat(), exclusion.stage,
        JOINT.join(exclusion.reason_codes), exclusion.reason, proposed,
    ]  # fmt: skip


def written(header: Iterable[str], table: Iterable[Iterable[str]]) -> str:
    """Return a table as CSV, formulas guarded."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_guarded(cell) for cell in row] for row in table)
    return text.getvalue()


def _guarded(cell: str) -> str:
    return f"'{cell}" if cell[:1] in _BEGINNINGS and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a table written here, by column name, each cell as it was before it was written."""
    table = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    return [{name: bare(cell) for name, cell in row.items()} for row in table]


def bare(cell: str) -> str:
    """Return a cell as it was before it was guarded."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
