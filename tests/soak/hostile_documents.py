"""Pages, drawings, feeds and documents that a survey of hostile texts is made into, read back by other libraries."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from outcome import same

from pipeline.corpus import Corpus

_SCHEMES = ("https:", "mailto:", "#", "data:image/svg+xml")
"""What an address in a page may begin with, besides a path."""
_ALLOWED_HTML = frozenset({
    "a", "b", "br", "code", "details", "div", "em", "h1", "h2", "h3", "img", "p", "picture", "source", "span", "strong", "sub", "summary",
    "sup",
})  # fmt: skip
"""What our own README writes as HTML."""


def _json(content: bytes, _corpus: Corpus) -> Iterator[str]:
    json.loads(content)
    yield from ()


def _whole(content: bytes, corpus: Corpus) -> Iterator[str]:
    found = json.loads(content)
    yield from same("titles", [paper["title"] for paper in found["papers"]], [paper.title for paper in corpus.papers])
    yield from same("exclusions", len(found["exclusions"]), len(corpus.exclusions))


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
    yield from same("entries", len(feed.entries), len(corpus.papers))
    yield from same("wrong titles", wrong, [])


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


def tex(content: bytes, _corpus: Corpus) -> Iterator[str]:
    """Yield each command that would read or write a file or change the language, and raise where LaTeX could not be read."""
    from pylatexenc.latexwalker import LatexWalker

    text = content.decode("utf-8")
    LatexWalker(text, tolerant_parsing=False).get_latex_nodes()
    strange = set(re.findall(r"\\(input|write|include|immediate|openout|read|csname|catcode|def|let|end\{document\})\b", text))
    yield from (f"holds \\{name}" for name in strange)


JUDGES = {
    r"data/papers\.json$": _whole, r"schema\.json$": _schema, r"\.json$": _json, r"\.atom$": _atom, r"\.ya?ml$": _yaml,
    r"\.svg$": _svg, r"\.html$": _html, r"\.md$": _markdown, r"\.tex$": tex,
}  # fmt: skip
"""What yields the faults of a file, by the first pattern that its path matches."""
