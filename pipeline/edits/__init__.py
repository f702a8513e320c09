"""Edits to one record's YAML that leave everything else as it stands: comments, order, wrapping and line ends.

Each function takes the file's text, which must be one that can be read, and returns the new text. What stands where is
taken from the parser, and every result is read back: it holds what was meant, and nothing else of it has changed.
Raises Unsupported where a value is written in a way that these functions do not edit, or the result would be another.
"""

from .keys import with_key, with_list, without
from .lists import with_item_added, with_items, without_item
from .mappings import with_entry, with_entry_changed
from .record_file import Unsupported
from .remarks import comments
from .texts import source, with_text
from .unified_diff import difference

__all__ = [
    "Unsupported", "comments", "difference", "source", "with_entry", "with_entry_changed", "with_item_added", "with_items", "with_key",
    "with_list", "with_text", "without", "without_item",
]  # fmt: skip
