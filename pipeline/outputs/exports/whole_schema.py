"""The JSON Schema of the whole pool's JSON document, made from the survey's own vocabulary."""

from __future__ import annotations

from ...corpus import Corpus
from ...taxonomy import KINDS, Field
from . import json_text
from .json_text import Json
from .tag_schemas import Schema, by_name, names_schema, object_schema
from .whole import FORMAT

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_DATE: Schema = {"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
_TRUTH: Schema = {"type": "boolean"}
_NAMED_TEXTS: Schema = {"type": "object", "additionalProperties": _TEXT}
_NAMED_LISTS: Schema = {"type": "object", "additionalProperties": _TEXTS}
_ABOUT = "name title arxiv_id description cite license_data license_code repository site_url rights_holder"
_AUTHOR: Schema = object_schema({"family": _TEXT, "given": _TEXT, "team": {"const": True}}, required=["family"])


def text(corpus: Corpus) -> str:
    """Return the schema as text."""
    return json_text.text(schema(corpus))


def schema(corpus: Corpus) -> Schema:
    """Return the schema (draft 2020-12) that the document of this survey meets, and no other survey's need.

    Of a field's values it tells the names; what they mean stands in the document, under ``taxonomy``.
    """
    fields = list(corpus.taxonomy)
    definitions: dict[str, Json] = {
        "author": _AUTHOR,
        "about": _every(_texts(_ABOUT) | {"author": {"$ref": "#/$defs/author"}, "cutoff": _DATE}),
        "value": _every(_texts("name label definition not_for") | {"confused_with": _TEXTS, "attributes": _NAMED_TEXTS}),
        "field": _every(_texts("name label definition none absent") | {
            "kind": {"enum": list(KINDS)}, "required": _TRUTH, "ordered": _TRUTH, "attributes": _NAMED_TEXTS, "applies_to": _NAMED_LISTS,
            "values": _list("value"), "levels": _list("value"),
        }),
        "rule": _every(_texts("name why") | {"when": _NAMED_LISTS, "then": _NAMED_LISTS, "then_not": _NAMED_LISTS}),
        "change": _every(_texts("field why") | {"date": _DATE, "before": {"description": "As it was; null where there was nothing."}}),
        "arxiv": _every({
            "published": _or_null(_DATE), "updated": _or_null(_DATE), "fetched": _DATE, "version": _or_null({"type": "integer"}),
            **{name: _or_null(_TEXT) for name in ("primary_category", "doi", "journal_ref", "comment")},
        }),
        "tags": names_schema(fields),
        "paper": _every(_paper(fields)),
        "exclusion": _every(_exclusion(corpus)),
        "promotion": _every({"because": _TEXT, "exclusion": {"$ref": "#/$defs/exclusion"}}),
    }  # fmt: skip
    taxonomy = _every({"fields": _list("field"), "exclusion": _list("field"), "rules": _list("rule")})
    parts: dict[str, Json] = {
        "format": {"const": FORMAT}, "about": {"$ref": "#/$defs/about"}, "taxonomy": taxonomy,
        "papers": _list("paper"), "exclusions": _list("exclusion"),
    }  # fmt: skip
    head: Schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": corpus.about.name}
    return head | {"description": corpus.about.description} | _every(parts) | {"$defs": definitions}


def _paper(fields: list[Field]) -> dict[str, Json]:
    required: list[Json] = [field.name for field in fields if field.required]
    return _texts("key title venue affiliation short_name arxiv_id doi summary notes") | {
        "authors": _list("author"), "authors_complete": _TRUTH, "year": _or_null({"type": "integer"}), "links": _TEXTS, "added": _DATE,
        "tags": {"$ref": "#/$defs/tags", "required": required}, "exceptions": _NAMED_TEXTS, "accepted": _NAMED_TEXTS,
        "changes": _list("change"),
        "arxiv": _or_null({"$ref": "#/$defs/arxiv"}), "promoted_from": _or_null({"$ref": "#/$defs/promotion"}),
    }  # fmt: skip


def _exclusion(corpus: Corpus) -> dict[str, Json]:
    vocabulary = corpus.taxonomy.exclusion
    stage = by_name(vocabulary["stage"].values) if "stage" in vocabulary else _TEXT
    code = by_name(vocabulary["reason_codes"].values) if "reason_codes" in vocabulary else _TEXT
    return _texts("id title source query_family identifier url arxiv_id doi reason") | {
        "date_screened": _DATE, "stage": stage, "reason_codes": {"type": "array", "items": code},
        "proposed_tags": {"$ref": "#/$defs/tags"}, "accepted": _NAMED_TEXTS,
    }  # fmt: skip


def _every(properties: dict[str, Json]) -> Schema:
    return object_schema(properties, required=properties)


def _texts(names: str) -> dict[str, Json]:
    return dict.fromkeys(names.split(), _TEXT)


def _list(name: str) -> Schema:
    return {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}
