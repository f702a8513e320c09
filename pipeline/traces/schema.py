"""The schema files, and what a JSON value does against them.

The files in ``traces/`` are the truth: no key and no enumeration of the format stands in this package a second time unless
something is computed with it. The only module that knows the JSON Schema library.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path as FilePath
from typing import cast

import jsonschema_rs
from jsonschema_rs import ValidationErrorKind as ErrorKind

from ..errors import nearest
from .findings import JSON, Finding, Path, shown
from .json_faults import MAX_DEPTH

VERSION_1, PROFILE, VERSION_2 = "v1", "v1.1", "v2"
"""Names of the schemas, as in ``trace.v1.schema.json``."""
VERSIONS = (VERSION_1, PROFILE, VERSION_2)
MAJOR = "2"
"""The only major version that a file names; version 1 has no key for it."""


def text(version: str) -> str:
    """Return a schema file as it stands in ``traces/``, or in the installed package."""
    name = f"trace.{version}.schema.json"
    packaged = resources.files(__package__) / "schemas" / name
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (FilePath(__file__).resolve().parents[2] / "traces" / name).read_text(encoding="utf-8")


def enumeration(version: str, name: str) -> tuple[str, ...]:
    """Return the values of an enumeration under ``$defs`` of a schema, in its order."""
    definition = json.loads(text(version))["$defs"][name]
    return tuple(definition["enum"])


def version_of(value: JSON) -> str:
    """Return which schema a file is to be judged by: version 2 where it says so, else version 1."""
    return VERSION_2 if isinstance(value, dict) and "schema_version" in value else VERSION_1


def unknown_version(value: JSON) -> Finding | None:
    """Return what is wrong with a version that this program does not know, or None."""
    stated = value.get("schema_version") if isinstance(value, dict) else None
    if not isinstance(stated, str) or stated.partition(".")[0] == MAJOR:
        return None
    hint = "leave the key out of a version 1 file" if stated.partition(".")[0] == "1" else "use a newer masrl"
    return Finding(("schema_version",), "unknown-version", "not a version that can be read", stated, (f"{MAJOR}.0",), hint)


def findings(value: JSON, version: str) -> Iterator[Finding]:
    """Yield what a value breaks of a schema: first the document as a whole, then item by item.

    The library puts the value that is at fault into each message, so it is never handed more than one item.
    """
    if _validator(version).is_valid(value):
        return
    if not isinstance(value, dict):
        yield Finding((), "wrong-type", "must be an object", shown(value))
        return
    if version == VERSION_1 and (later := _of_version_2(value)):
        what = "a list belongs" if later == ["rewards"] else "belongs"
        message = f"{what} to version 2, and the file does not say that it is of that version"
        yield Finding((later[0],), "missing-version", message, ", ".join(later), hint=_SAY_SO)
        yield from findings(value | {"schema_version": f"{MAJOR}.0"}, VERSION_2)
        return
    lists: dict[str, list[JSON]] = {name: items for name in LISTS if isinstance(items := value.get(name), list)}
    outline = value | {name: items[:1] for name, items in lists.items()}
    yield from (f for f in _broken(outline, version) if f.path[1:] == () or f.path[0] not in lists)
    for name, items in lists.items():
        yield from _items_findings(name, items, version)


_SAY_SO = f'add "schema_version": "{MAJOR}.0"'


def later_keys() -> set[str]:
    """Return the keys at the top that only version 2 has."""
    return {*_names((), VERSION_2)} - {*_names((), VERSION_1)}


def _of_version_2(value: dict[str, JSON]) -> list[str]:
    """Return the keys of a file without a version that only version 2 has, in the file's order; else rewards if they are a list."""
    newer = later_keys()
    later = [key for key in value if key in newer]
    return later or ["rewards"] * isinstance(value.get("rewards"), list)


def _items_findings(name: str, items: list[JSON], version: str) -> Iterator[Finding]:
    is_valid = _validator(version).is_valid
    least = LEAST if version != VERSION_2 else LEAST | {"schema_version": f"{MAJOR}.0"}
    for position, item in enumerate(items):
        document = least | {name: [item]}
        if not is_valid(document):
            yield from (_at(f, name, position) for f in _broken(document, version))


def _at(finding: Finding, name: str, position: int) -> Finding:
    """Return a finding about an item where it really stands."""
    whole = f"{name.removesuffix('s')} {position + 1} " if len(finding.path) == 2 and finding.code == "wrong-type" else ""
    f, path = finding, (name, position, *finding.path[2:])
    return Finding(path, f.code, f"{whole}{f.message}", f.found, f.allowed, f.hint, f.severity)  # replace takes twice the time


LISTS = ("events", "edges")
"""The keys of a trace that hold as many items as the run was long."""
LEAST: dict[str, JSON] = {
    "trace_id": "", "task_id": "", "events": [{"id": "", "t": 0, "type": "message", "agent": ""}], "edges": [], "rewards": {},
    "costs": {"tokens": 0, "wall_clock_s": 0},
}  # fmt: skip
"""A valid document, into which one item at a time is put."""


@cache
def _validator(version: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads(text(version)))


def _errors(document: JSON, version: str) -> Iterator[jsonschema_rs.ValidationError | None]:
    """Yield what the library finds, and None where a document is nested too deeply for it."""
    try:
        yield from _validator(version).iter_errors(document)
    except ValueError:
        yield None


def _broken(document: JSON, version: str) -> Iterator[Finding]:
    for error in _errors(document, version):
        if error is None:
            yield Finding((), "too-deep", f"is nested more than {MAX_DEPTH} levels deep")
            return
        path: Path = tuple(error.instance_path)
        instance = cast("JSON", error.instance)
        if isinstance(error.kind, ErrorKind.AdditionalProperties):
            free = tuple(name for name in _names(_kind(path), version) if not (isinstance(instance, dict) and name in instance))
            yield from (Finding((*path, key), "unknown-key", "no such key here", key, free) for key in error.kind.unexpected)
        elif isinstance(error.kind, ErrorKind.Required):
            yield Finding(path, "missing-key", f"lacks {error.kind.property}", hint=_instead(error.kind.property, path, instance, version))
        else:
            yield _finding(path, error.kind, instance)


def _instead(key: str, path: Path, instance: JSON, version: str) -> str:
    """Return which unknown key of an object may be meant as the one that it lacks."""
    known = _names(_kind(path), version)
    strangers = [name for name in instance if name not in known] if isinstance(instance, dict) else []
    near = nearest(key, strangers)
    return f"{near} stands there and may be meant" if near is not None else ""


def _kind(path: Path) -> tuple[str, ...]:
    """Return of a path to an object what tells which keys it may have: neither places in lists nor names of agents."""
    steps = tuple(step for step in path if isinstance(step, str))
    return steps[:1] if steps[:1] == ("agents",) else steps


@cache
def _names(kind: tuple[str, ...], version: str) -> tuple[str, ...]:
    from . import schema_keys

    return tuple(key.name for key in schema_keys.keys_of(kind, version))


def _finding(path: Path, kind: ErrorKind, instance: JSON) -> Finding:
    match kind:
        case ErrorKind.Type(types):
            return Finding(path, "wrong-type", f"must be {' or '.join(map(_with_article, types))}", shown(instance, quoted=True))
        case ErrorKind.Enum(options):
            return Finding(path, "unknown-value", "not in the vocabulary", shown(instance), tuple(map(str, options)))
        case ErrorKind.Minimum(limit):
            return Finding(path, "out-of-range", f"must not be below {limit}", shown(instance))
        case ErrorKind.Maximum(limit):
            return Finding(path, "out-of-range", f"must not be above {limit}", shown(instance))
        case ErrorKind.MinItems():
            return Finding(path, "empty-list", "must hold at least one item")
        case ErrorKind.Pattern(pattern):
            return Finding(path, "wrong-form", f"must be {_FORMS.get(pattern, f'of the form {pattern}')}", shown(instance))
        case _:
            return Finding(path, "schema", f"breaks the schema's {kind.name}", shown(instance))


_FORMS = {
    r"^2\.(0|[1-9][0-9]*)$": '2 and a minor number, as in "2.0"',
    "^[0-9a-f]{64}$": "64 digits from 0 to 9 and a to f, as SHA-256 has them",
}
"""The patterns of the schemas in words."""


def _with_article(type_name: str) -> str:
    named = {"string": "text", "boolean": "true or false", "null": "null", "array": "a list"}
    return named.get(type_name) or f"{'an' if type_name[0] in 'aio' else 'a'} {type_name}"
