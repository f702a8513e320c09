"""Every paper's citation, a script for each form, which the Browse page loads when somebody asks for that form.

Scripts and not JSON, since a page opened from disk may load the one and not the other. What many papers share is said once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from ...corpus import Corpus
from ..exports import bibtex, citations, csl, ris, tables
from ..exports.json_text import Json, for_script
from ..exports.references import references

Plain = dict[str, Json]

_LINES = 'paper[1] = paper[1].map((part) => (typeof part === "number" ? made.shared[part] : part)).join("")'
_ITEMS = (
    "{\n  const item = paper[1];\n"
    "  item.author &&= item.author.map((one) => (Array.isArray(one) ? { family: one[0], given: one[1] } : one));\n"
    '  item.keyword &&= item.keyword.map((one) => made.shared[one]).join("; ");\n}'
)
"""What makes a citation of its parts again, in a loop over ``made.papers``."""


def files(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield each script as (file name, content).

    It sets one member of ``citations``, named like the file's ending of the form, to ``{head, papers}``: what stands
    before all, and for each paper its key and its text; for CSL-JSON its item. In the file, ``shared`` holds what several
    papers have in common, which stands in theirs as its position.
    """
    for form, value, whole in _forms(corpus):
        again = f"for (const paper of made.papers) {whole};\n" if whole else ""
        yield f"citations-{form}.js", f"{{\nconst made = {for_script(value)};\n{again}(globalThis.citations ??= {{}}).{form} = made;\n}}\n"


def _forms(corpus: Corpus) -> Iterator[tuple[str, Plain, str]]:
    """Yield each form's ending, its papers, and what makes them whole again; one after the other, since each may fill the memory."""
    keys = [paper.key for paper in corpus.papers]
    yield "bib", _by_lines(keys, list(bibtex.entries(corpus).values())), _LINES
    yield "ris", _by_lines(keys, list(ris.records(corpus).values())), _LINES
    yield "json", _items(keys, [csl.item(reference) for reference in references(corpus)]), _ITEMS
    head = tables.plain_text(replace(corpus, papers=()))
    yield "csv", {"head": head, "papers": _paired(keys, [line for _, line in tables.plain_rows(corpus)])}, ""
    yield "txt", {"head": "", "papers": _paired(keys, [f"{citations.plain(paper)}\n" for paper in corpus.papers])}, ""


def _paired(keys: Sequence[str], cited: Sequence[Json]) -> list[Json]:
    return [[key, one] for key, one in zip(keys, cited, strict=True)]


def _by_lines(keys: Sequence[str], texts: Sequence[str]) -> Plain:
    """Return texts as lists of parts: a line that several have is a position, all that stands between these a text."""
    counts = Counter(line for text in texts for line in text.splitlines(keepends=True))
    shared = [line for line, count in counts.most_common() if count > 1 and len(line) > _SHORT]
    places = {line: place for place, line in enumerate(shared)}
    parted: list[Json] = [_parts(text, places) for text in texts]
    return {"head": "", "shared": list(shared), "papers": _paired(keys, parted)}


_SHORT = 8
"""Characters; a position with its commas is as long."""


def _parts(text: str, places: Mapping[str, int]) -> list[Json]:
    parts: list[Json] = []
    for known, run in groupby(text.splitlines(keepends=True), places.__contains__):
        lines = list(run)
        parts += [places[line] for line in lines] if known else ["".join(lines)]
    return parts


def _items(keys: Sequence[str], items: Sequence[Json]) -> Plain:
    """Return CSL items in which a person is ``[family, given]`` and a keyword a position."""
    found = [item for item in items if isinstance(item, dict)]
    words = Counter(word for item in found for word in _keywords(item))
    places = {word: place for place, (word, _) in enumerate(words.most_common())}
    packed: list[Json] = [_packed(item, places) for item in found]
    return {"head": "", "shared": list(places), "papers": _paired(keys, packed)}


def _packed(item: Plain, places: Mapping[str, int]) -> Json:
    shorter: Plain = {}
    if isinstance(authors := item.get("author"), list):
        shorter["author"] = [_person(author) for author in authors]
    if keywords := _keywords(item):
        shorter["keyword"] = [places[word] for word in keywords]
    return {**item, **shorter}


def _person(author: Json) -> Json:
    known = isinstance(author, dict) and list(author) == ["family", "given"]
    return list(author.values()) if known and isinstance(author, dict) else author


def _keywords(item: Plain) -> list[str]:
    keywords = item.get("keyword")
    return keywords.split("; ") if isinstance(keywords, str) and keywords else []
