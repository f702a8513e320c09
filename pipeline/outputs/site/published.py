"""The files that the site hands out: figures, tables, and the pool in every format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from ...corpus import Corpus
from .. import figures, tables
from ..exports import FORMATS, OPTIONAL, Format
from .adaptive import adaptive
from .natural import natural

Files = Mapping[str, bytes]
"""Path below the site's root to content."""
SAID_ELSEWHERE = frozenset({"jsonld", "latex"})
"""Formats of which the site has every part: JSON-LD stands in the pages, and each table is a LaTeX file of its own."""
_TABLES = "figures/tables/"
"""Where a build puts the tables."""
_BLANKS, _RULE = re.compile(r" {2,}"), re.compile(r"-{4,}")


class Export(NamedTuple):
    """The pool in one format."""

    path: str
    """Below the site's root."""
    description: str
    media_type: str
    size: str
    """In words."""


@dataclass(frozen=True, slots=True)
class Published:
    """What is handed out beside the exports, which may fill the memory."""

    figures: Files
    tables: Files


def drawn(corpus: Corpus, made: Files) -> Files:
    """Return the figures, each for both themes.

    ``made`` are files of the same survey that were made before, by path below its root: what is found there is not made again.
    """
    names = [output.name for output in corpus.outputs.figures]
    paths = [f"figures/{name}.{theme}.svg" for name in names for theme in ("light", "dark")]
    found = made if all(path in made for path in paths) else dict(figures.files(corpus))
    pairs = {name: (found[f"figures/{name}.light.svg"].decode(), found[f"figures/{name}.dark.svg"].decode()) for name in names}
    return {f"figures/{name}.svg": natural(adaptive(light, dark)).encode() for name, (light, dark) in pairs.items()}


def counted(corpus: Corpus, made: Files) -> Files:
    """Return the tables. ``made`` is as ``drawn`` takes it."""
    known = {path: content for path, content in made.items() if path.startswith(_TABLES)} or dict(tables.files(corpus))
    own = {output.name for output in corpus.outputs.tables}
    given = {path.removeprefix(_TABLES): content for path, content in known.items() if _handed_out(path, own)}
    return {f"data/tables/{name}": _close_set(name, content) for name, content in given.items()}


def _handed_out(path: str, own: Set[str]) -> bool:
    """Return whether a table's file is: the survey's own come in every form, mere counts as CSV, from which the others follow."""
    return path.endswith(".csv") or path.removeprefix(_TABLES).rpartition(".")[0] in own


def _close_set(path: str, content: bytes) -> bytes:
    """Return a table; of Markdown without what lines up its columns, which is half of it and nothing to a program."""
    if not path.endswith(".md"):
        return content
    return _RULE.sub("---", _BLANKS.sub(" ", content.decode())).encode()


def written(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the pool in every format, one after the other."""
    forms = {f"data/{form.file_name}": form for name, form in FORMATS.items() if name not in OPTIONAL | SAID_ELSEWHERE}
    for path, form in forms.items():
        if path not in (_ENTRY, _LOGGED):
            yield path, _content(form, corpus)
    yield from _said_once({path: _content(forms[path], corpus) for path in (_ENTRY, _LOGGED)}).items()


_ENTRY, _LOGGED = (f"data/{FORMATS[name].file_name}" for name in ("entry-schema", "exclusion-schema"))
_TAGS = "#/definitions/tags"


def _said_once(made: Files) -> Files:
    """Return the exports with the schema of an exclusion leading to that of an entry, beside it, for the tags of both.

    They are nine tenths of either. ``masrl export`` writes each whole.
    """
    entry, logged = (json.loads(made[path]) for path in (_ENTRY, _LOGGED))
    if entry["definitions"] != logged.pop("definitions"):
        return made
    beside = _ENTRY.rpartition("/")[2]
    logged["$comment"] = f"The tags are those of {beside}, which is to lie beside this file."
    text = json.dumps(logged, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace(f'"{_TAGS}"', f'"{beside}{_TAGS}"')
    return {**made, _LOGGED: f"{text}\n".encode()}


def _content(form: Format, corpus: Corpus) -> bytes:
    """Return a format as ``masrl export`` writes it; JSON and XML without white space, which would be a tenth of the whole site."""
    content = form.content(corpus) if form.value is None else ""
    if isinstance(content, bytes):
        return content
    if form.media_type.endswith("json"):
        value = json.loads(content) if form.value is None else form.value(corpus)
        content = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"
    if form.media_type.endswith("xml"):
        content = content.replace(">\n<", "><")
    return content.encode()


def exports(sizes: Mapping[str, int]) -> Iterable[Export]:
    """Yield the formats that are among the files, in the order in which they are declared."""
    for form in FORMATS.values():
        path = f"data/{form.file_name}"
        if path in sizes:
            yield Export(path, form.description, form.media_type, size(sizes[path]))


def size(count: int) -> str:
    """Return a number of bytes in words."""
    return f"{count} B" if count < 1000 else f"{count / 1000:.0f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"
