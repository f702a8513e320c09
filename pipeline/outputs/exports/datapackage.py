"""The description of the CSV files as a Frictionless data package, version 1 (https://specs.frictionlessdata.io/)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...corpus import Corpus
from . import json_text
from .columns import TableColumn, full, plain
from .json_text import Json
from .tables import EXCLUSION_COLUMNS, TAG_COLUMNS

PLAIN, FULL, TAGS, EXCLUSIONS = "papers.csv", "papers-full.csv", "tags.csv", "exclusions.csv"
"""File names of the tables, beside the description."""
Object = dict[str, Json]
_POLICY = (
    "Read every column as text, or ids lose their zeros and the value NA is taken for a missing one. A cell that a spreadsheet would run "
    "as a formula begins with one apostrophe that is no part of the value."
)


def text(corpus: Corpus) -> str:
    """Return the description as text."""
    return json_text.text(package(corpus))


def package(corpus: Corpus) -> Object:
    """Return the description: name, license, and each table with its columns, types, keys and vocabularies.

    Only an empty cell is a missing value, so that a value called NA stays one.
    """
    about = corpus.about
    optional = {"homepage": about.site_url or about.repository}
    return {
        "profile": "tabular-data-package",
        "name": slug(about.name),
        "title": about.name,
        "description": about.description,
        "licenses": [{"name": about.license_data, "path": f"https://spdx.org/licenses/{about.license_data}.html"}],
        "contributors": [{"title": str(about.author), "role": "author"}],
        **{name: value for name, value in optional.items() if value},
        "resources": [_resource(table) for table in _tables(corpus)],
    }


def slug(name: str) -> str:
    """Return a name in lower-case ASCII letters, digits and hyphens; ``survey`` where it has none of them."""
    return "-".join(re.findall("[a-z0-9]+", name.lower())) or "survey"


class _Table(NamedTuple):
    path: str
    title: str
    fields: list[Json]
    key: list[Json]
    links: list[Json]


def _tables(corpus: Corpus) -> list[_Table]:
    stage = corpus.taxonomy.exclusion.get("stage")
    allowed = {"stage": tuple(stage.by_name)} if stage else {}
    to_papers: Json = {"fields": "paper", "reference": {"resource": _name(FULL), "fields": "key"}}
    return [
        _Table(PLAIN, "Papers, the columns that the survey asks for", _fields(plain(corpus)), _key(plain(corpus)), []),
        _Table(FULL, "Papers, every field", _fields(full(corpus)), ["key"], []),
        _Table(TAGS, "Tags, one row per paper, field and value", _described(TAG_COLUMNS, {}), ["paper", "field", "value"], [to_papers]),
        _Table(EXCLUSIONS, "Records that were screened and excluded", _described(EXCLUSION_COLUMNS, allowed), ["id"], []),
    ]


def _resource(table: _Table) -> Object:
    schema: Object = {"fields": table.fields, "missingValues": [""]}
    schema |= {"primaryKey": table.key} if table.key else {}
    schema |= {"foreignKeys": table.links} if table.links else {}
    return {
        "profile": "tabular-data-resource", "name": _name(table.path), "title": table.title, "description": _POLICY, "path": table.path,
        "format": "csv", "mediatype": "text/csv", "encoding": "utf-8", "dialect": {"lineTerminator": "\n"}, "schema": schema,
    }  # fmt: skip


def _name(path: str) -> str:
    return path.removesuffix(".csv")


def _key(columns: Iterable[TableColumn]) -> list[Json]:
    return [column.name for column in columns if column.name == "key"]


def _fields(columns: Iterable[TableColumn]) -> list[Json]:
    return [_field(c.name, c.description, c.type, c.allowed, required=c.required) for c in columns]


def _described(columns: Mapping[str, str], allowed: Mapping[str, tuple[str, ...]]) -> list[Json]:
    dates = {"date_screened": "date"}
    return [_field(name, told, dates.get(name, "string"), allowed.get(name, ()), required=False) for name, told in columns.items()]


def _field(name: str, description: str, kind: str, allowed: tuple[str, ...], *, required: bool) -> Json:
    constraints: Object = ({"required": True} if required else {}) | ({"enum": list(allowed)} if allowed else {})
    return {"name": name, "description": description, "type": kind} | ({"constraints": constraints} if constraints else {})
