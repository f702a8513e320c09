"""One paper and one exclusion, as frozen values, and how each is read from its file."""

from .addresses import arxiv_id
from .author import Author
from .authors import person
from .exclusion import EXCLUSION_ID, EXCLUSION_ID_FORM, Exclusion, Promotion, by_number
from .exclusion_file import parse_exclusion
from .keys import DRAFT_LINE, EXCLUSION_KEYS, PAPER_KEYS
from .paper import SIMILAR_TITLE, TAGS, UNKNOWABLE, UNKNOWN, Change, Paper
from .paper_file import parse_paper
from .reading import ACCEPTABLE
from .tags import parse_tags

__all__ = [
    "ACCEPTABLE", "DRAFT_LINE", "EXCLUSION_ID", "EXCLUSION_ID_FORM", "EXCLUSION_KEYS", "PAPER_KEYS", "SIMILAR_TITLE", "TAGS",
    "UNKNOWABLE", "UNKNOWN", "Author", "Change", "Exclusion", "Paper", "Promotion", "Record", "arxiv_id", "by_number", "parse_exclusion",
    "parse_paper", "parse_tags", "person",
]  # fmt: skip

Record = Paper | Exclusion
"""Whatever was screened: retained or not."""
