"""schema.org descriptions for search engines: the list as a Dataset, each paper as a ScholarlyArticle."""

from __future__ import annotations

from ... import identifiers
from ...corpus import Corpus
from ...records import Author, Paper
from ...survey import About
from . import json_text
from .json_text import Json
from .references import Reference, reference, references

Object = dict[str, Json]
_CONTEXT = "https://schema.org"
Download = tuple[str, str]
"""Address and media type of a file that holds the data."""


def text(corpus: Corpus) -> str:
    """Return the data set with all its papers as one JSON-LD document."""
    graph: list[Json] = [_dataset(corpus, ()), *(_article(cited) for cited in references(corpus))]
    return json_text.text({"@context": _CONTEXT, "@graph": graph})


def dataset(corpus: Corpus, downloads: tuple[Download, ...] = ()) -> Object:
    """Return the description of the list, for a page about it. Embed it with ``json_text.for_script``."""
    return {"@context": _CONTEXT, **_dataset(corpus, downloads)}


def article(paper: Paper, corpus: Corpus) -> Object:
    """Return the description of one paper, for its page. Embed it with ``json_text.for_script``."""
    return {"@context": _CONTEXT, **_article(reference(paper, corpus))}


def _dataset(corpus: Corpus, downloads: tuple[Download, ...]) -> Object:
    about = corpus.about
    latest = max((paper.added for paper in corpus.papers), default=about.cutoff)
    return _filled({
        "@type": "Dataset",
        "name": about.name,
        "description": about.description,
        "url": about.site_url or about.repository,
        "license": f"https://spdx.org/licenses/{about.license_data}.html",
        "creator": _agent(about.author),
        "dateModified": latest.isoformat(),
        "isAccessibleForFree": True,
        "citation": _survey(about),
        "variableMeasured": [{"@type": "PropertyValue", "name": field.label, "description": field.definition} for field in corpus.taxonomy],
        "distribution": [{"@type": "DataDownload", "contentUrl": url, "encodingFormat": media_type} for url, media_type in downloads],
    })  # fmt: skip


def _survey(about: About) -> Object:
    address = identifiers.arxiv_link(about.arxiv_id) if about.arxiv_id else ""
    return _filled({"@type": "ScholarlyArticle", "name": about.title, "author": _agent(about.author), "url": address})


def _article(cited: Reference) -> Object:
    same = [link for link in cited.links if link != cited.url]
    return _filled({
        "@type": "ScholarlyArticle",
        "name": cited.title,
        "headline": cited.title,
        "author": [_agent(author) for author in cited.authors],
        "datePublished": cited.day.isoformat() if cited.day else str(cited.year or ""),
        "description": cited.summary,
        "url": cited.url,
        "sameAs": [*same, *([identifiers.doi_link(cited.doi)] if cited.doi else [])],
        "identifier": _identifiers(cited),
        "isPartOf": {"@type": "CreativeWork", "name": cited.venue} if cited.venue else "",
        "keywords": list(cited.keywords),
    })  # fmt: skip


def _identifiers(cited: Reference) -> list[Json]:
    named = {"arXiv": cited.arxiv_id, "DOI": cited.doi, "key": cited.key}
    return [{"@type": "PropertyValue", "propertyID": name, "value": value} for name, value in named.items() if value]


def _agent(author: Author) -> Object:
    if author.team:
        return {"@type": "Organization", "name": author.family}
    return _filled({"@type": "Person", "name": str(author), "givenName": author.given, "familyName": author.family})


def _filled(properties: Object) -> Object:
    return {name: value for name, value in properties.items() if value not in ("", [], None)}
