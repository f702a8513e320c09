"""The exclusion log in brief: stage by stage, each record with its reasons."""

from __future__ import annotations

from dataclasses import dataclass

from .. import identifiers
from ..corpus import EXCLUSIONS, Corpus
from ..records import Exclusion
from ..taxonomy import Field
from . import markdown, tables
from .markdown import Markdown
from .tables.table import lowered


@dataclass(frozen=True, slots=True)
class Record:
    """What the log says of one excluded record."""

    title: Markdown
    """Leading to the record, where an address is known."""
    reasons: str
    """In words, beginning with a capital."""
    file: Markdown
    """Its id, leading to its file."""

    @property
    def line(self) -> Markdown:
        """All of it in one line, without a bullet."""
        return Markdown(f"{self.title} - {markdown.inline(self.reasons)} ({self.file}).")


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the screening, and the records that went no further."""

    name: str
    label: str
    said: str
    """What happens there; empty where the protocol does not know the stage."""
    records: tuple[Record, ...]


def stages(corpus: Corpus, root: str = "") -> tuple[Stage, ...]:
    """Return the stages in the protocol's order; every excluded record stands in exactly one.

    ``root`` leads from the page on which they are shown to the survey's folder: empty, or ``../``.
    """
    names = dict.fromkeys((*corpus.protocol.stages, *(exclusion.stage for exclusion in corpus.exclusions)))
    return tuple(_stage(name, corpus, root) for name in names)


def _stage(name: str, corpus: Corpus, root: str) -> Stage:
    records = tuple(_record(exclusion, corpus, root) for exclusion in corpus.exclusions if exclusion.stage == name)
    return Stage(name, _label(corpus.taxonomy.exclusion.get("stage"), name), corpus.protocol.stages.get(name, ""), records)


def _record(exclusion: Exclusion, corpus: Corpus, root: str) -> Record:
    codes = corpus.taxonomy.exclusion.get("reason_codes")
    first, *further = (_label(codes, code) for code in exclusion.reason_codes or ("no reason logged",))
    reasons = ", ".join([first[:1].upper() + first[1:], *map(lowered, further)])
    file = markdown.link(exclusion.id, f"{root}{EXCLUSIONS}/{exclusion.id}.yaml")
    return Record(markdown.link(exclusion.title, address(exclusion)), reasons, file)


def _label(field: Field | None, value: str) -> str:
    return field.label_of(value) if field else value


def address(exclusion: Exclusion) -> str:
    """Return where an excluded record is found: its address, else its arXiv page, else its DOI, else nothing."""
    if exclusion.url or exclusion.arxiv_id:
        return exclusion.url or identifiers.arxiv_link(exclusion.arxiv_id)
    return identifiers.doi_link(exclusion.doi) if exclusion.doi else ""


def counted(corpus: Corpus, field: str) -> str:
    """Return the values of a field of the log with their counts, the most frequent first; empty without such a field."""
    if field not in corpus.taxonomy.exclusion:
        return ""
    rows = sorted(tables.exclusion_table(corpus, field).rows, key=lambda row: -int(row[2]))
    return ", ".join(f"{lowered(str(label))} {count}" for _, label, count in rows if count)
