"""Every output of a survey read back by another library, with its records counted."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing

from outcome import Outcome

from pipeline.corpus import Corpus

Files = Mapping[str, bytes]
_SCHEMES = ("https:", "mailto:", "#", "data:image/svg+xml")
"""What an address in a page may begin with, besides a path."""
_ALLOWED_HTML = {
    "a",
    "b",
    "br",
    "code",
    "details",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "img",
    "p",
    "picture",
    "source",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
}
"""What our own README writes as HTML."""


def checked(files: Files, corpus: Corpus, outcome: Outcome) -> int:
    """Read every file back, and return how many were."""
    read = 0
    for path, content in files.items():
        for pattern, judge in _JUDGES.items():
            if re.search(pattern, path):
                read += 1
                _judged(path, judge, content, corpus, outcome)
                break
        else:
            outcome.expect(path.endswith((".css", ".js", ".txt", "manifest.txt")), f"{path}: nothing reads it back")
    for name, judge in _WHOLE.items():
        _judged(name, lambda _c, _s, j=judge: j(files, corpus), b"", corpus, outcome)
    return read


Judge = Callable[[bytes, Corpus], Iterator[str]]


def _judged(path: str, judge: Judge, content: bytes, corpus: Corpus, outcome: Outcome) -> None:
    try:
        faults = list(judge(content, corpus))
    except Exception as error:  # whatever another library says of a file is a fault of the file
        faults = [f"cannot be read back: {type(error).__name__}: {str(error)[:300]}"]
    outcome.expect(not faults, f"{path}: {'; '.join(faults[:3])}")


def _same(what: str, found: object, wanted: object) -> Iterator[str]:
    if found != wanted:
        if isinstance(found, list) and isinstance(wanted, list):
            differing = [(one, other) for one, other in zip(found, wanted, strict=False) if one != other]
            yield f"{what}: {len(found)} for {len(wanted)}, of which {len(differing)} differ, first {differing[:1]}"
        else:
            yield f"{what}: {found!r:.200} for {wanted!r:.200}"


# -- tables


def _csv(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline=""), strict=True))


def _bare(cell: str) -> str:
    """Return a cell as it was before an apostrophe disarmed it; LibreOffice and Excel hide that."""
    return cell[1:] if re.match(r"'+[=+\-@\uff1d\uff0b\uff0d\uff20\t|%]", cell) else cell


def _papers_csv(content: bytes, corpus: Corpus) -> Iterator[str]:
    rows = _csv(content)
    yield from _same("keys", [row["key"] for row in rows], [paper.key for paper in corpus.papers])
    yield from _same("titles", [_bare(row["title"]) for row in rows], [paper.title for paper in corpus.papers])
    yield from (f"a cell that begins a formula: {cell!r:.60}" for row in rows for cell in row.values() if re.match(r"[=@]", cell or ""))


def _tags_csv(content: bytes, corpus: Corpus) -> Iterator[str]:
    wanted = sum(len([tag] if isinstance(tag, str) else tag) for paper in corpus.papers for tag in paper.tags.values())
    yield from _same("rows", len(_csv(content)), wanted)


def _log_csv(content: bytes, corpus: Corpus) -> Iterator[str]:
    rows = _csv(content)
    yield from _same("ids", [row["id"] for row in rows], [one.id for one in corpus.exclusions])
    yield from _same("reasons", [_bare(row["reason"]) for row in rows], [one.reason for one in corpus.exclusions])


def _any_csv(content: bytes, _corpus: Corpus) -> Iterator[str]:
    widths = Counter(map(len, csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)))
    yield from _same("widths", len(widths), 1)


def _sqlite(content: bytes, corpus: Corpus) -> Iterator[str]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(content)
        yield from _same("soundness", database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        yield from _same("references", database.execute("PRAGMA foreign_key_check").fetchall(), [])
        titles = [title for (title,) in database.execute("SELECT title FROM papers ORDER BY rowid")]
        yield from _same("titles", titles, [paper.title for paper in corpus.papers])
        yield from _same("exclusions", database.execute("SELECT count(*) FROM exclusions").fetchone(), (len(corpus.exclusions),))


# -- references


def _bibtex(content: bytes, corpus: Corpus) -> Iterator[str]:
    import bibtexparser
    import pybtex.database

    text, keys = content.decode("utf-8"), [paper.key for paper in corpus.papers]
    library = bibtexparser.parse_string(text)
    yield from _same("failed blocks", library.failed_blocks, [])
    yield from _same("keys", [entry.key for entry in library.entries], keys)
    database = pybtex.database.parse_string(text, "bibtex")
    yield from _same("keys by pybtex", list(database.entries), keys)
    people = [len(database.entries[paper.key].persons["author"]) for paper in corpus.papers]
    yield from _same("authors", people, [len(paper.authors) + (not paper.authors_complete) for paper in corpus.papers])


def _ris(content: bytes, corpus: Corpus) -> Iterator[str]:
    import rispy

    records = rispy.loads(content.decode("utf-8"))
    yield from _same("ids", [record["id"] for record in records], [paper.key for paper in corpus.papers])
    yield from _same("titles", [record["title"] for record in records], [paper.title for paper in corpus.papers])
    yield from _same("strange tags", [record["unknown_tag"] for record in records if "unknown_tag" in record], [])


def _csl(content: bytes, corpus: Corpus) -> Iterator[str]:
    items = json.loads(content)
    yield from _same("titles", [item["title"] for item in items], [paper.title for paper in corpus.papers])


def _lines(content: bytes, corpus: Corpus) -> Iterator[str]:
    yield from _same("lines", len(content.decode("utf-8").splitlines()), len(corpus.papers))


def _cff(content: bytes, corpus: Corpus) -> Iterator[str]:
    import yaml

    found = yaml.safe_load(content)
    titles = {found["title"], found.get("preferred-citation", {}).get("title", "")}
    if not titles & {corpus.about.title, corpus.about.name}:
        yield f"the title is not there: {titles}"


# -- documents


def _json(content: bytes, _corpus: Corpus) -> Iterator[str]:
    json.loads(content)
    yield from ()


def _whole(content: bytes, corpus: Corpus) -> Iterator[str]:
    found = json.loads(content)
    yield from _same("titles", [paper["title"] for paper in found["papers"]], [paper.title for paper in corpus.papers])
    yield from _same("exclusions", len(found["exclusions"]), len(corpus.exclusions))


def _schema(content: bytes, _corpus: Corpus) -> Iterator[str]:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(json.loads(content))
    yield from ()


def _atom(content: bytes, corpus: Corpus) -> Iterator[str]:
    import feedparser

    feed = feedparser.parse(content, sanitize_html=False)
    if feed.bozo:
        yield f"is no feed: {feed.bozo_exception}"
    titles = {paper.key: paper.title for paper in corpus.papers}
    wrong = [entry.id for entry in feed.entries if titles[entry.id.rpartition("/")[2]] != entry.title]
    yield from _same("entries", len(feed.entries), len(corpus.papers))
    yield from _same("wrong titles", wrong, [])


def _yaml(content: bytes, _corpus: Corpus) -> Iterator[str]:
    import yaml

    yaml.safe_load(content)
    yield from ()


def _svg(content: bytes, _corpus: Corpus) -> Iterator[str]:
    from lxml import etree

    for node in etree.fromstring(content).iter(etree.Element):
        name = etree.QName(node).localname
        if name in ("script", "foreignObject", "image", "iframe", "animate", "set"):
            yield f"holds a {name}"
        for key, value in node.attrib.items():
            if key.lower().startswith("on") or (key.endswith("href") and not value.startswith("#")):
                yield f"holds {key}={value[:40]!r}"


def _html(content: bytes, _corpus: Corpus) -> Iterator[str]:
    from lxml import html

    for node in html.document_fromstring(content.decode("utf-8")).iter():
        for key, value in node.attrib.items() if isinstance(node.tag, str) else ():
            if key.lower().startswith("on") or key == "style" or key == "srcdoc":
                yield f"<{node.tag}> holds {key}={value[:40]!r}"
            scheme = re.match(r"\s*([a-z][a-z0-9+.-]*:)", value, re.IGNORECASE) if key in ("href", "src", "action") else None
            if scheme and not value.strip().lower().startswith(_SCHEMES):
                yield f"<{node.tag}> leads to {value[:60]!r}"
        if node.tag in ("base", "iframe", "object", "embed", "form") or (
            node.tag == "meta" and node.get("http-equiv", "").lower() == "refresh"
        ):
            yield f"holds a <{node.tag}>"


def _markdown(content: bytes, _corpus: Corpus) -> Iterator[str]:
    from markdown_it import MarkdownIt

    for token in MarkdownIt("commonmark").enable("table").parse(content.decode("utf-8")):
        for one in (token, *(token.children or ())):
            if one.type in ("html_inline", "html_block"):
                strange = {tag.lower() for tag in re.findall(r"<\s*/?\s*([a-zA-Z][^\s/>]*)", one.content)} - _ALLOWED_HTML
                yield from (f"HTML that is not ours: {one.content[:80]!r}" for _ in strange)
                if re.search(r"\son\w+\s*=|javascript:", re.sub(r'"[^"]*"', "", one.content), re.IGNORECASE):
                    yield f"HTML that acts: {one.content[:80]!r}"
            address = str(one.attrs.get("href", "") or one.attrs.get("src", "")) if one.type in ("link_open", "image") else ""
            if re.match(r"\s*[a-z][a-z0-9+.-]*:", address, re.IGNORECASE) and not address.startswith(("https://", "mailto:")):
                yield f"leads to {address[:60]!r}"


def _tex(content: bytes, _corpus: Corpus) -> Iterator[str]:
    from pylatexenc.latexwalker import LatexWalker

    text = content.decode("utf-8")
    LatexWalker(text, tolerant_parsing=False).get_latex_nodes()
    strange = set(re.findall(r"\\(input|write|include|immediate|openout|read|csname|catcode|def|let|end\{document\})\b", text))
    yield from (f"holds \\{name}" for name in strange)


_JUDGES: Mapping[str, Judge] = {
    r"data/papers(-full)?\.csv$": _papers_csv, r"data/tags\.csv$": _tags_csv, r"data/exclusions\.csv$": _log_csv, r"\.csv$": _any_csv,
    r"\.db$": _sqlite, r"\.bib$": _bibtex, r"\.ris$": _ris, r"\.csl\.json$": _csl, r"data/papers\.txt$": _lines, r"\.cff$": _cff,
    r"data/papers\.json$": _whole, r"schema\.json$": _schema, r"\.json$": _json, r"\.atom$": _atom, r"\.ya?ml$": _yaml, r"\.svg$": _svg,
    r"\.html$": _html, r"\.md$": _markdown, r"\.tex$": _tex,
}  # fmt: skip


# -- over several files


def _pages(files: Files, corpus: Corpus) -> Iterator[str]:
    found = sorted(
        path.rpartition("/")[2].removesuffix(".html") for path in files if path.startswith("site/papers/") and path.endswith(".html")
    )
    yield from _same("pages of papers", found, [paper.key for paper in corpus.papers])


def _listed(files: Files, corpus: Corpus) -> Iterator[str]:
    """Look for every paper in the list on the front page, or on the pages that it is split into, and in that of the site."""
    lists = "\n".join(content.decode("utf-8") for path, content in files.items() if path.endswith(".md"))
    for path, text in (("README.md", lists), ("site/index.html", files["site/index.html"].decode("utf-8"))):
        missing = [paper.key for paper in corpus.papers if paper.links[0] not in text and paper.links[0].replace("&", "&amp;") not in text]
        yield from _same(f"papers that {path} lacks", missing, [])


def _packaged(files: Files, corpus: Corpus) -> Iterator[str]:
    described = json.loads(files["site/data/datapackage.json"])
    yield from _same("resources", [one["path"] for one in described["resources"] if f"site/data/{one['path']}" not in files], [])
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
            yield from _same("titles in parquet", table["title"].to_pylist(), [paper.title for paper in corpus.papers])
    described = json.loads(content["jsonld"])
    nodes = jsonld.flatten({**described, "@context": {"@vocab": "https://schema.org/"}})
    articles = [
        node for node in nodes if node.get("@type") == ["https://schema.org/ScholarlyArticle"] and "https://schema.org/headline" in node
    ]
    yield from _same("articles", len(articles), len(corpus.papers))
    yield from _tex(str(content["latex"]).encode(), corpus)


_WHOLE: Mapping[str, Callable[[Files, Corpus], Iterator[str]]] = {
    "pages": _pages, "lists": _listed, "data package": _packaged, "exports": _exported,
}  # fmt: skip
