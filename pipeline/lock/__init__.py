"""``arxiv.lock.json``: arXiv metadata as last fetched, one record an id."""

from .file import FILE_NAME, FORMAT, MAX_BYTES, parse, read, text_of
from .json_records import SOURCES, faults
from .listing import Listing

__all__ = ["FILE_NAME", "FORMAT", "MAX_BYTES", "SOURCES", "Listing", "faults", "parse", "read", "text_of"]
