"""Names of columns that say what stands in them."""

from __future__ import annotations

from collections.abc import Mapping

from .. import identifiers

_NAMES: Mapping[str, str] = {
    "title": "title, paper, paper title, name, titel, titre",
    "authors": "authors, author, author s, authors list, author names, autoren, auteurs, by",
    "first_author": "first author, lead author",
    "authors_complete": "authors complete",
    "year": ("year, publication year, pub year, published year, jahr, date, publication date, published, published on, released"),
    "venue": (
        "venue, journal, conference, publication, publication title, booktitle, journal venue, conference journal, published in, source"
    ),
    "affiliation": "affiliation",
    "short_name": "short name, acronym, abbreviation, nickname",
    "arxiv_id": "arxiv id, arxiv, arxivid, arxiv number, eprint",
    "doi": "doi",
    "links": (
        "url, link, links, urls, paper url, paper link, pdf, pdf link, arxiv url, arxiv link, code, code url, code "
        "link, github, project, project page, website, homepage, webpage, page, repo, repository, dataset url"
    ),
    "added": "added, date added, added on",
    "summary": "summary, tldr, tl dr, one liner, description, gist, abstract, abstract note",
    "notes": "notes, note, remarks, remark, comment, comments",
    "key": "key, cite key, citekey, citation key, bibtex key, id",
}
"""Fact to the names of columns that give it, the surest first, as ``identifiers.folded`` gives them."""
ROLES: Mapping[str, tuple[str, int]] = {
    name: (kind, rank) for kind, names in _NAMES.items() for rank, name in enumerate(names.split(", "))
}  # fmt: skip
"""Folded name of a column to the fact that it gives, and how late it stands among such names."""
_TAGS = (
    "tags, tag, keywords, keyword, topic, topics, category, categories, area, areas, task, tasks, type, types, domain, "
    "domains, field, fields, subject, subjects, method, methods, modality, modalities, language, languages, manual tags, "
    "item type, section, group, class, label, labels, status, level, format, platform"
)
_AS_TAGS = frozenset(_TAGS.split(", "))
_DETAILS = (
    "month, day, volume, number, issue, pages, page range, num pages, numpages, articleno, publisher, address, series, "
    "editor, editors, isbn, issn, edition, organization, location, timestamp, biburl, bibsource, langid, copyright, "
    "shorttitle, short title, urldate, access date, archiveprefix, file, crossref"
)
_AS_DETAILS = frozenset(_DETAILS.split(", "))


def fact(column: str) -> tuple[str, int] | None:
    """Return the fact that a column gives by its name alone, and a rank by which the surest is found; None where it names none."""
    return ROLES.get(identifiers.folded(column))


def are_tags(column: str) -> bool:
    """Say whether a column's name is one under which people put tags."""
    return identifiers.folded(column) in _AS_TAGS


def is_detail(column: str) -> bool:
    """Say whether a column's name is that of a bibliographic detail, which is neither a fact of an entry nor a way to tag it."""
    return identifiers.folded(column) in _AS_DETAILS
