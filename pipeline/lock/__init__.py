"""``arxiv.lock.json``: arXiv metadata as last fetched, one record an id."""

from .file import FILE_NAME, parse, read, text_of
from .json_records import faults
from .listing import Listing

__all__ = ["FILE_NAME", "Listing", "faults", "parse", "read", "text_of"]
