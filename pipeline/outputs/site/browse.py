"""The Browse page: every record in the page itself, and what a script needs to search and filter them."""

from __future__ import annotations

from collections.abc import Iterator

from ...corpus import Corpus
from ..exports import atom, json_text
from . import cards, citation_scripts, facets, shell

VOCABULARY = "vocabulary.js"
"""The fields with their values and definitions, for every page whose script tells of them. A script, since a page from disk may
load no other file."""


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the Browse page and the assets that it alone loads."""
    yield from shown(corpus)
    yield from cited(corpus)


def shown(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the Browse page and what it loads at once."""
    page = shell.Page(
        path="index.html", title="", description=corpus.about.description, section="browse",
        styles=("browse.css",), scripts=(VOCABULARY, "search.js", "filters.js", "cite.js", "browse.js"),
    )  # fmt: skip
    taxonomy, readme = corpus.taxonomy, corpus.outputs.readme
    yield shell.render(
        corpus, page, "index.html",
        groups=tuple(cards.groups(corpus)),
        exclusions=tuple(cards.of_exclusion(exclusion, corpus) for exclusion in corpus.exclusions),
        columns=tuple(taxonomy.fields[name] for name in readme.chips),
        log_columns=tuple(taxonomy.exclusion.values()),
        grouping=taxonomy.fields[readme.group_by],
        feed=f"data/{atom.FILE_NAME}",
        data=json_text.for_script(facets.data(corpus)),
    )  # fmt: skip
    for name in (*page.styles, *page.scripts):
        yield shell.asset(name) if name != VOCABULARY else _vocabulary(corpus)


def cited(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield what it loads when somebody asks for citations; has most of its work in common with the exports."""
    yield from citation_scripts.files(corpus)


_WHOLE = (
    "for (const field of VOCABULARY.fields) for (const value of field.values) "
    'if (typeof value[2] === "number") value[2] = VOCABULARY.shared[value[2]];'
)


def _vocabulary(corpus: Corpus) -> tuple[str, bytes]:
    value = json_text.for_script(facets.vocabulary(corpus))
    return f"{shell.FOLDER}/assets/{VOCABULARY}", f"const VOCABULARY = {value};\n{_WHOLE}\n".encode()
