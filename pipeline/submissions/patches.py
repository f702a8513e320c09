"""An entry's text with one fact or one tag changed, and the line that the change leaves in the entry's log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from .. import edits, identifiers, located
from ..drafts.tag_lines import tag_text
from ..edits import source
from ..records import PAPER_KEYS, TAGS, UNKNOWN, Paper, author_item
from ..taxonomy import Tag, Taxonomy
from . import authors
from .new_papers import plain

_UNQUOTED = ("year", "arxiv_id")
_NEEDED = ("title", "year", "venue")


class Refused(ValueError):  # noqa: N818 -- the answers are at fault, not the program
    """A change that cannot be made; its text is what to tell the person who asked for it."""


@dataclass(frozen=True, slots=True)
class Log:
    """Writes the lines of an entry's log of changes."""

    day: date
    why: str

    def added(self, text: str, field: str, before: str, after: str = "") -> str:
        """Return the text with one change more. ``before`` is YAML for what stood there, empty where nothing did."""
        ends = f"from: {before}" if before else f"to: {after}"
        return edits.with_item_added(text, "changes", f"{{date: {self.day}, field: {field}, {ends}, why: {source(self.why, flow=True)}}}")

    def found_out(self, text: str, paper: Paper, field: str) -> str:
        """Return a text to which a fact was added that was unknown, now off that list, with the change that says so."""
        return self.added(edits.without_item(text, UNKNOWN, field), UNKNOWN, _listed(paper.unknown))


# -- facts


def corrected(text: str, paper: Paper, fact: str, value: str, log: Log) -> str:
    """Return the text with another value in a fact of one line; an empty one takes the fact out.

    Raises Refused where nothing would change or the fact is needed, Unsupported where only a person can edit it.
    """
    if fact in _NEEDED and not value:
        raise Refused("every entry needs it, so please say what should stand there")
    held = str(paper.value_of(fact) or "")
    given = _bare(fact, value)
    if given == held:
        raise Refused("that is what stands there already")
    changed = _with_fact(text, fact, given)
    if fact in paper.unknown:
        return log.found_out(changed, paper, fact)
    changed = log.added(changed, fact, _yaml(fact, held, flow=True) if held else "", _yaml(fact, given, flow=True))
    return _with_arxiv_link(changed, paper, given, log) if fact == "arxiv_id" and given else changed


def _bare(fact: str, value: str) -> str:
    """Return an id without what people write about it; what is none stays for the reader of entries to refuse."""
    if fact == "arxiv_id":
        return identifiers.arxiv_id_in(value) or value
    return identifiers.bare_doi(value) or value if fact == "doi" else value


def _yaml(fact: str, value: str, *, flow: bool = False) -> str:
    return plain(value) if fact in _UNQUOTED else source(value, flow=flow)


def _with_fact(text: str, fact: str, value: str) -> str:
    top = located.parse(text, "", lambda problem: None)
    there = isinstance(top, located.Mapping) and fact in top.items
    if there and value and fact not in _UNQUOTED:
        return edits.with_text(text, fact, value)
    kept = edits.without(text, fact) if there else text
    return edits.with_key(kept, fact, _yaml(fact, value), PAPER_KEYS) if value else kept


def _with_arxiv_link(text: str, paper: Paper, arxiv_id: str, log: Log) -> str:
    """Let the links that name the old id name the new one; where none did, the new one comes first."""
    page = identifiers.arxiv_link(arxiv_id)
    named = [bool(identifiers.arxiv_id_in(link)) for link in paper.links]
    links = [page if is_arxiv else link for link, is_arxiv in zip(paper.links, named, strict=True)]
    if not any(named):
        links = [page, *links]
    return relinked(text, paper, links, log) if links != list(paper.links) else text


def relinked(text: str, paper: Paper, links: Sequence[str], log: Log) -> str:
    """Return the text with other links. Raises Refused where they are the same, or none."""
    distinct = list(dict.fromkeys(links))
    if distinct == list(paper.links):
        raise Refused("these are the links that stand there already")
    if not distinct:
        raise Refused("every entry needs a link")
    if not paper.links:
        return log.found_out(edits.with_list(text, "links", [source(link) for link in distinct], PAPER_KEYS), paper, "links")
    places = {link: number for number, link in enumerate(paper.links)}
    changed = edits.with_items(text, "links", [(source(link), places.get(link)) for link in distinct])
    return log.added(changed, "links", _listed(source(link, flow=True) for link in paper.links))


def resigned(text: str, paper: Paper, named: authors.Names, log: Log) -> str:
    """Return the text with other authors. Raises Refused where they are the same, or none."""
    old = [author_item(author) for author in paper.authors]
    if not named.values:
        raise Refused("every entry needs an author")
    if not paper.authors:
        changed = log.found_out(edits.with_list(text, "authors", named.values, PAPER_KEYS), paper, "authors")
        return changed if named.complete else edits.with_key(changed, "authors_complete", "no", PAPER_KEYS)
    if [*named.values] == old and named.complete == paper.authors_complete:
        raise Refused("these are the authors that stand there already")
    changed = text
    if [*named.values] != old:
        places = {name: number for number, name in reversed(list(enumerate(old)))}
        changed = edits.with_items(changed, "authors", [(name, places.get(name)) for name in named.values])
        changed = log.added(changed, "authors", _listed(author_item(author, flow=True) for author in paper.authors))
    if named.complete == paper.authors_complete:
        return changed
    kept = edits.without(changed, "authors_complete") if named.complete and not paper.authors_complete else changed
    changed = kept if named.complete else edits.with_key(kept, "authors_complete", "no", PAPER_KEYS)
    return log.added(changed, "authors_complete", "no" if named.complete else "yes")


def _listed(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


# -- tags


def retagged(text: str, field: str, new: Tag | None, taxonomy: Taxonomy) -> str:
    """Return the text in which a field of the taxonomy holds another tag, or None for none; all other lines as they are.

    Raises Unsupported where the tags are not written one a line.
    """
    order = list(taxonomy.fields)
    return edits.with_entry_changed(text, "tags", field, None if new is None else tag_text(new), order[: order.index(field)])


def tag_field(field: str) -> str:
    """Return how a log of changes names a field of the taxonomy."""
    return f"{TAGS}{field}"


Tags = Mapping[str, Tag]
