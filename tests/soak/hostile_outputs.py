"""Every output of a survey read back by another library, with its records counted."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping

import hostile_documents
import hostile_tables
from outcome import Outcome, same

from pipeline.corpus import Corpus

Files = Mapping[str, bytes]
Judge = Callable[[bytes, Corpus], Iterator[str]]
_JUDGES: Mapping[str, Judge] = {**hostile_tables.JUDGES, **hostile_documents.JUDGES}


def checked(files: Files, corpus: Corpus, outcome: Outcome) -> int:
    """Read every file back, and return how many were."""
    read = 0
    for path, content in files.items():
        judge = next((judge for pattern, judge in _JUDGES.items() if re.search(pattern, path)), None)
        if judge is not None:
            read += 1
            _judged(path, judge, content, corpus, outcome)
        else:
            outcome.expect(path.endswith((".css", ".js", ".txt")), f"{path}: nothing reads it back")
    for name, whole in _WHOLE.items():
        _judged(name, lambda _c, _s, whole=whole: whole(files, corpus), b"", corpus, outcome)
    return read


def _judged(path: str, judge: Judge, content: bytes, corpus: Corpus, outcome: Outcome) -> None:
    try:
        faults = list(judge(content, corpus))
    except Exception as error:  # whatever another library says of a file is a fault of the file
        faults = [f"cannot be read back: {type(error).__name__}: {str(error)[:300]}"]
    outcome.expect(not faults, f"{path}: {'; '.join(faults[:3])}")


def _pages(files: Files, corpus: Corpus) -> Iterator[str]:
    found = sorted(
        path.rpartition("/")[2].removesuffix(".html") for path in files if path.startswith("site/papers/") and path.endswith(".html")
    )
    yield from same("pages of papers", found, [paper.key for paper in corpus.papers])


def _listed(files: Files, corpus: Corpus) -> Iterator[str]:
    """Look for every paper in the list on the front page, or on the pages that it is split into, and in that of the site."""
    lists = "\n".join(content.decode("utf-8") for path, content in files.items() if path.endswith(".md"))
    for path, text in (("README.md", lists), ("site/index.html", files["site/index.html"].decode("utf-8"))):
        missing = [paper.key for paper in corpus.papers if paper.links[0] not in text and paper.links[0].replace("&", "&amp;") not in text]
        yield from same(f"papers that {path} lacks", missing, [])


def _packaged(files: Files, corpus: Corpus) -> Iterator[str]:
    described = json.loads(files["site/data/datapackage.json"])
    yield from same("resources", [one["path"] for one in described["resources"] if f"site/data/{one['path']}" not in files], [])
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(json.loads(files["site/data/papers.schema.json"]))
    yield from (f"papers.json: {error.message:.200}" for error in validator.iter_errors(json.loads(files["site/data/papers.json"])))


def _exported(_files: Files, corpus: Corpus) -> Iterator[str]:
    """Judge the formats that a build does not write."""
    import pyarrow.parquet
    from pyld import jsonld

    from pipeline.outputs.exports import FORMATS

    content = {
        name: FORMATS[name].content(corpus) for name in ("parquet", "parquet-tags", "parquet-vocabulary", "jsonld", "latex", "entry-schema")
    }
    for name in ("parquet", "parquet-tags", "parquet-vocabulary"):
        data = content[name]
        assert isinstance(data, bytes)
        table = pyarrow.parquet.read_table(io.BytesIO(data))
        if name == "parquet":
            yield from same("titles in parquet", table["title"].to_pylist(), [paper.title for paper in corpus.papers])
    described = json.loads(content["jsonld"])
    nodes = jsonld.flatten({**described, "@context": {"@vocab": "https://schema.org/"}})
    articles = [
        node for node in nodes if node.get("@type") == ["https://schema.org/ScholarlyArticle"] and "https://schema.org/headline" in node
    ]
    yield from same("articles", len(articles), len(corpus.papers))
    yield from hostile_documents.tex(str(content["latex"]).encode(), corpus)


_WHOLE: Mapping[str, Callable[[Files, Corpus], Iterator[str]]] = {
    "pages": _pages, "lists": _listed, "data package": _packaged, "exports": _exported,
}  # fmt: skip
