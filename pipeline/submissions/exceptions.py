"""Why a rule of the survey does not hold for an entry: which rules that can be said of, and the lines in which it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import checks, edits
from ..corpus import Corpus
from ..edits import source
from ..records import PAPER_KEYS, SIMILAR_TITLE
from ..taxonomy import Tag
from .checking import Checked
from .questions import EXCEPTION

UNUSED = f"What stands under “{EXCEPTION}” is not kept, since no rule stands against this."


def due(corpus: Corpus, tags: Mapping[str, Tag], found: Checked) -> tuple[str, ...]:
    """Return the names of the rules that an entry with some tags does not keep. ``found`` is what was found without exceptions."""
    twins = (SIMILAR_TITLE,) if SIMILAR_TITLE in found.codes else ()
    return (*checks.broken(corpus.taxonomy, tags), *twins)


def block(rules: Sequence[str], reason: str) -> str:
    """Return the lines of a new entry that say why some rules do not hold for it."""
    return "".join(("exceptions:\n", *(f"  {rule}: {source(reason)}\n" for rule in rules)))


def added(text: str, rules: Sequence[str], reason: str) -> str:
    """Return an entry's text in which it is said of further rules why they do not hold. Raises Unsupported as edits do."""
    for rule in rules:
        text = edits.with_entry(text, "exceptions", rule, source(reason), PAPER_KEYS)
    return text
