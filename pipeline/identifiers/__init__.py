"""arXiv ids, DOIs, links, keys and titles in the one form in which they can be compared, and the works that they name."""

from .arxiv_ids import (
    ARXIV_OPENED,
    arxiv_fault,
    arxiv_id_in,
    arxiv_link,
    arxiv_month,
    bare_arxiv_id,
    comparable_arxiv_id,
    is_said_to_be_arxiv,
)
from .dois import bare_doi, doi_link
from .keys import key_fault
from .links import Link, checked_link, comparable_link, parts_of
from .openreview_ids import openreview_id_in, openreview_link
from .titles import ALIKE, folded
from .works import ARXIV, DOI, LINK, identities, identity

__all__ = [
    "ALIKE", "ARXIV", "ARXIV_OPENED", "DOI", "LINK", "Link", "arxiv_fault", "arxiv_id_in", "arxiv_link", "arxiv_month", "bare_arxiv_id",
    "bare_doi", "checked_link", "comparable_arxiv_id", "comparable_link", "doi_link", "folded", "identities", "identity",
    "is_said_to_be_arxiv", "key_fault", "openreview_id_in", "openreview_link", "parts_of",
]  # fmt: skip
