"""The text of a new ``exclusions/EXXX.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import date

from ..taxonomy import Tag
from . import tag_lines, yaml_text
from .references import Reference


@dataclass(frozen=True, slots=True)
class Screening:
    """A record and why it is not retained."""

    reference: Reference
    title: str
    source: str
    query_family: str
    """As the log names it."""
    date: date
    stage: str
    reason_codes: tuple[str, ...]
    """The weightiest first."""
    reason: str
    tags: Mapping[str, Tag] = dataclass_field(default_factory=dict)
    """What a near miss would carry if it were retained."""


def text(screening: Screening) -> str:
    """Return the text of the log's record."""
    lines = [f"{name}: {value}" for name, value in _fields(screening) if value]
    lines += ["tags:"] * bool(screening.tags) + [f"  {name}: {tag_lines.tag_text(tag)}" for name, tag in screening.tags.items()]
    return "".join(f"{line}\n" for line in lines)


def _fields(screening: Screening) -> Iterator[tuple[str, str]]:
    reference = screening.reference
    yield "title", yaml_text.scalar(yaml_text.cleaned(screening.title))
    yield "source", yaml_text.scalar(yaml_text.cleaned(screening.source))
    yield "query_family", yaml_text.scalar(screening.query_family)
    yield "identifier", yaml_text.scalar(reference.identifier) if reference.identifier else ""
    yield "url", yaml_text.scalar(reference.link)
    yield "date_screened", screening.date.isoformat()
    yield "stage", screening.stage
    yield "reason_codes", f"[{', '.join(screening.reason_codes)}]"
    yield "reason", yaml_text.scalar(yaml_text.cleaned(_ended(screening.reason.strip())))


def _ended(reason: str) -> str:
    """Return a reason with the full stop that ``check`` asks for: whoever types one at a prompt seldom ends it."""
    return f"{reason}." if reason[-1:].isalnum() else reason
