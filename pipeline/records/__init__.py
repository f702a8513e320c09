"""One paper and one exclusion, as frozen values, and how each is read from its file."""

from .addresses import arxiv_id
from .author import Author
from .authors import is_read_as_written, person
from .authors import item as author_item
from .exclusion import EXCLUSION_ID, EXCLUSION_ID_FORM, LOGGED, Exclusion, Promotion, by_number
from .exclusion_file import parse_exclusion
from .identities import identities
from .keys import DRAFT_LINE, EXCLUSION_KEYS, MISSING, PAPER_KEYS
from .paper import SIMILAR_TITLE, TAGS, UNKNOWABLE, UNKNOWN, Change, Paper
from .paper_file import parse_paper
from .reading import ACCEPTABLE
from .tags import parse_tags

__all__ = [
    "ACCEPTABLE", "DRAFT_LINE", "EXCLUSION_ID", "EXCLUSION_ID_FORM", "EXCLUSION_KEYS", "LOGGED", "MISSING", "PAPER_KEYS", "SIMILAR_TITLE",
    "TAGS", "UNKNOWABLE", "UNKNOWN", "Author", "Change", "Exclusion", "Paper", "Promotion", "Record", "arxiv_id", "author_item",
    "by_number", "identities", "is_read_as_written", "parse_exclusion", "parse_paper", "parse_tags", "person",
]  # fmt: skip

Record = Paper | Exclusion
"""Whatever was screened: retained or not."""
