"""Texts of lists: which are labels, which signs say nothing, where one part ends and the next begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .. import identifiers
from .item_venues import is_tag
from .markdown_blocks import Segment
from .pointers import is_pointer, pointers

_LABELS = frozenset({
    "paper", "papers", "pdf", "code", "codes", "arxiv", "link", "links", "project", "page", "website", "site", "web", "homepage",
    "github", "gitlab", "repo", "repository", "video", "videos", "talk", "slides", "poster", "blog", "post", "demo", "dataset",
    "datasets", "data", "doi", "html", "bib", "bibtex", "openreview", "model", "models", "weights", "hf", "huggingface", "colab",
    "notebook", "supp", "supplementary", "appendix", "abs", "abstract", "acm", "ieee", "official", "unofficial", "pytorch",
    "tensorflow", "tf", "jax", "keras", "here", "url", "read", "source", "implementation", "article", "preprint", "springer",
    "elsevier", "acl", "report", "docs", "documentation", "tutorial", "youtube", "twitter", "thread", "leaderboard", "benchmark",
    "project-page", "the", "hugging", "face", "full", "text", "material", "materials", "blogpost", "more", "home",
})  # fmt: skip
"""Words of which the texts of links are made that lead to a paper's parts and are no title."""
_BESIDE = frozenset({"our", "and"})
"""Words that stand beside them and are no label alone."""
_ADDRESS = re.compile(
    r"[a-z][a-z0-9+.-]*://\S+|(?:javascript|vbscript|data|file|mailto|about|blob|tel):\S+|www\.\S+|[\w-]+(?:\.[\w-]+)+/\S*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    re.IGNORECASE,
)
"""What leads somewhere, whether or not an entry may hold it as an address."""
_VERSION = re.compile(r"v\d+", re.IGNORECASE)
_EMOJI = re.compile(
    "[\u231a-\u23ff\u2500-\u27bf\u2b00-\u2bff\u3030\ufe0f\u200d\u20e3\U0001f000-\U0001faff\U000e0020-\U000e007f]"
    r"|(?<!\S)(?::[a-z0-9_+-]{2,40}:)+(?![\w:/])"
)
"""Emoji and their names between colons. Arrows and the signs of mathematics are none: ``\u221eBench`` is a name."""
_NUMBERED = re.compile(r"^(?:\(?\d{1,3}(?:\.\d{1,3})*[.)]|\[\d{1,3}\]|[-\u2013\u2014:*\u2022\u2190-\u21ff]+)\s+")
ENDS = " \t\n,;:.|\u2022\u00b7-\u2013\u2014"
"""What stands between the parts of an item and belongs to none of them."""
CUT = re.compile(r"\n|(?<=[a-z0-9)\]\"\u201d])\.\s+|\s+[-\u2013\u2014|\u2022\u00b7]+\s+|[()\[\]]|(?<=\w):\s+|\s*\u2014\s*")
"""Where one part of an item ends and the next begins."""


def without_emoji(text: str) -> str:
    """Return a text with a blank in the place of emoji and their names."""
    return _EMOJI.sub(" ", text)


def without_signs(text: str) -> str:
    """Return a text without emoji and their names, on one line."""
    return " ".join(without_emoji(text).split())


def is_label(text: str) -> bool:
    """Say whether the text of a link names a part of a paper, as ``PDF`` and ``Project page`` do, or is an address, and so is no title.

    A number of more than three digits is a year or a part of an id, and no label; neither is a venue with its year, as ``arXiv'23``.
    """
    if any(map(str.isdigit, text)) and is_tag(text):
        return False
    words = identifiers.folded(without_signs(text)).split()
    named = [word for word in words if word not in _BESIDE]
    return (
        not words
        or (bool(named) and all(map(_says_a_part, named)))
        or is_pointer(text)
        or _ADDRESS.fullmatch(text.strip(" <>()[].,;")) is not None
    )


def _says_a_part(word: str) -> bool:
    return word in _LABELS or (word.isdigit() and len(word) < 4) or _VERSION.fullmatch(word) is not None


def names_a_part(text: str) -> bool:
    """Say whether a text is empty or made of words for a part of a paper, as ``Code`` before an address; a number says more."""
    return not any(map(str.isdigit, text)) and is_label(text)


def addresses(line: Iterable[Segment]) -> list[str]:
    """Return where a line leads outside its file, in order and each once; addresses that merely stand in its text as well."""
    return list(dict.fromkeys(href for one in line for href in _led_to(one)))


def _led_to(one: Segment) -> Iterator[str]:
    if one.href and not one.href.startswith(("#", "mailto:")):
        yield one.href
    if "://" in one.text:
        shown = identifiers.comparable_link(one.href) if one.href else ""
        yield from (
            found.value for found in pointers(one.text) if found.kind == "links" and identifiers.comparable_link(found.value) != shown
        )


def cleaned(text: str) -> str:
    """Return a title without signs, a number before it, and what closes it."""
    plain = _NUMBERED.sub("", without_signs(text)).strip()
    plain = plain.strip('*_ "\u201c\u201d').rstrip(" ,;:")
    return plain.removesuffix(".") if not plain.endswith("..") else plain
