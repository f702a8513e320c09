"""JSON Schemas for editors: what ``corpus/*.yaml`` and ``exclusions/*.yaml`` may hold, with help for every value.

Draft 7, which every YAML language server knows; 2020-12 came to them late. They read YAML 1.2, where ``yes`` is text
but ``2508.04652`` is a number, so text is also taken where it looks like a number. ``masrl check`` has the last word.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...corpus import Corpus
from ...records import ACCEPTABLE, EXCLUSION_ID, SIMILAR_TITLE, UNKNOWABLE, UNKNOWN
from ...taxonomy import Field
from . import json_text
from .json_text import Json
from .tag_schemas import Schema, by_list, object_schema, tags_schema

_TEXT: Schema = {"type": ["string", "number"]}
_DATE: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
_LINK: Schema = {"type": "string", "pattern": "^https://"}
_ARXIV_ID: Schema = {"type": ["string", "number"], "pattern": r"^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7})$"}
_YES_NO: Schema = {"enum": ["yes", "no"]}
_AUTHOR: Schema = {"anyOf": [{"type": "string"}, object_schema({"team": _TEXT}, required=["team"])]}
_ACCEPTED: Schema = {
    "description": "Where the record knowingly differs from arXiv, or which newer version was looked at (v5), each with the reason.",
    "type": "object",
    "properties": dict.fromkeys(ACCEPTABLE, _TEXT),
    "patternProperties": {"^v[1-9][0-9]{0,3}$": _TEXT},
    "additionalProperties": False,
}
_ACCEPTED_OF_EXCLUSION: Schema = {**_ACCEPTED, "properties": dict.fromkeys((*ACCEPTABLE, SIMILAR_TITLE), _TEXT)}
_TAGS: Schema = {"$ref": "#/definitions/tags"}
"""What any record may be tagged with; said once, since it is most of a schema. Draft 7 heeds nothing that stands beside a reference."""
_REQUIRED_OF_PAPER = ("title", "authors", "year", "venue", "links", "added", "tags")
_REQUIRED_OF_EXCLUSION = ("title", "source", "query_family", "date_screened", "stage", "reason_codes", "reason")


def paper_text(corpus: Corpus) -> str:
    """Return the schema of an entry as text."""
    return json_text.text(paper_schema(corpus))


def exclusion_text(corpus: Corpus) -> str:
    """Return the schema of an exclusion as text."""
    return json_text.text(exclusion_schema(corpus))


def paper_schema(corpus: Corpus) -> Schema:
    """Return the schema of an entry."""
    properties: dict[str, Json] = {
        "title": _told(_TEXT, "As the paper has it. Quote it where it holds a colon followed by a blank."),
        "authors": _told(_list(_AUTHOR), "Given Family, or Family, Given where the split is not at the last word, or {team: Name}."),
        "authors_complete": _told(_YES_NO, "Write no where not all authors are listed."),
        "year": _told({"type": ["string", "integer"], "pattern": r"^[12]\d{3}$"}, "Of the version that the entry cites."),
        "venue": _told(_TEXT, "Where it was published; arXiv for a preprint."),
        "affiliation": _told(_TEXT, "Of the first author."),
        "short_name": _told(_TEXT, "By which the method or system is known."),
        "arxiv_id": _told(_ARXIV_ID, "Bare, without version."),
        "doi": _told({"type": "string", "pattern": r"^10\.\d{4,9}/\S+$"}, "Bare and in lower case."),
        "links": _told(_list(_LINK), "The first is where the title leads."),
        UNKNOWN: _told(_list({"enum": list(UNKNOWABLE)}) | {"uniqueItems": True}, "What nobody has found out yet and so is absent."),
        "added": _told(_DATE, "Day on which the entry joins the list."),
        "summary": _told(_TEXT, "One sentence in your own words, ending with a full stop."),
        "notes": _told(_TEXT, "Anything else worth knowing."),
        "tags": {"allOf": [_TAGS], "required": [field.name for field in corpus.taxonomy.required]},
        "exceptions": _told(_reasons(corpus), "Rules of the taxonomy that do not hold here, each with the reason."),
        "changes": _told(_list(_change(corpus)), "Corrections and retags after the entry had joined."),
        "accepted": _ACCEPTED,
        "promoted_from": _told(_promotion(corpus), "The log's record from which the entry came; masrl promote writes it."),
    }
    always = tuple(name for name in _REQUIRED_OF_PAPER if name not in UNKNOWABLE)
    return _top("An entry of the list", properties, always, corpus) | {"allOf": [_known_or_said(name) for name in UNKNOWABLE]}


def _known_or_said(name: str) -> Schema:
    """Return that a fact stands in the entry, or else among the unknown ones."""
    said: Schema = {"required": [UNKNOWN], "properties": {UNKNOWN: {"contains": {"const": name}}}}
    return {"oneOf": [{"required": [name]}, said]}


def exclusion_schema(corpus: Corpus) -> Schema:
    """Return the schema of an exclusion."""
    return _top("A record that was screened and excluded", _exclusion(corpus), _REQUIRED_OF_EXCLUSION, corpus) | {
        "anyOf": [{"required": ["identifier"]}, {"required": ["url"]}]
    }


def _promotion(corpus: Corpus) -> Schema:
    own: dict[str, Json] = {
        "id": _told({"type": "string", "pattern": f"^{EXCLUSION_ID.pattern}$"}, "Its id in the log."),
        "because": _told(_TEXT, "What coding it fills or flips, or another reason."),
    }
    return object_schema(own | _exclusion(corpus), required=("id", "because", *_REQUIRED_OF_EXCLUSION))


def _exclusion(corpus: Corpus) -> dict[str, Json]:
    vocabulary = corpus.taxonomy.exclusion
    return {
        "title": _told(_TEXT, "As the record has it. Quote it where it holds a colon followed by a blank."),
        "source": _told(_TEXT, "Where it was found."),
        "query_family": _told({"enum": list(corpus.protocol.logged_families)}, "The query that found it."),
        "identifier": _told(_TEXT, "For instance arXiv:2305.14325."),
        "url": _told(_LINK, "Its address."),
        "date_screened": _told(_DATE, "Day on which it was judged."),
        "stage": _choice(vocabulary, "stage"),
        "reason_codes": _list(_choice(vocabulary, "reason_codes")) | {"uniqueItems": True},
        "reason": _told(_TEXT, "Why it is not on the list, in your own words."),
        "tags": _told({"allOf": [_TAGS]}, "Only for a near miss: what it would carry."),
        "accepted": _ACCEPTED_OF_EXCLUSION,
    }


def _top(title: str, properties: dict[str, Json], required: tuple[str, ...], corpus: Corpus) -> Schema:
    head: Schema = {"$schema": "http://json-schema.org/draft-07/schema#", "title": title}
    definitions: Schema = {"tags": tags_schema(corpus.taxonomy)}
    return head | object_schema(properties, required=required) | {"definitions": definitions}


def _told(schema: Schema, description: str) -> Schema:
    return {"description": description, **schema}


def _list(items: Schema) -> Schema:
    return {"type": "array", "minItems": 1, "items": items}


def _choice(vocabulary: Mapping[str, Field], name: str) -> Schema:
    field = vocabulary.get(name)
    return _told(by_list(field.values), field.definition) if field else _TEXT


def _reasons(corpus: Corpus) -> Schema:
    rules: dict[str, Json] = {rule.name: _told(_TEXT, rule.why) for rule in corpus.taxonomy.rules}
    return object_schema(rules | {SIMILAR_TITLE: _told(_TEXT, "Why a title that reads like another's is that of another work.")})


def _change(corpus: Corpus) -> Schema:
    named: Schema = {"enum": [*_CHANGEABLE, *(f"tags.{field.name}" for field in corpus.taxonomy)]}
    return object_schema({"date": _DATE, "field": named, "from": {}, "to": {}, "why": _TEXT}, required=("date", "field", "why"))


_CHANGEABLE = (
    "title", "authors", "authors_complete", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links", "summary", "notes",
    UNKNOWN,
)  # fmt: skip
