"""Typed access to one mapping: each method returns a good value, or reports why there is none.

A method never raises for what a file holds. It returns None (or an empty collection) after it has reported, so
that one run names every fault of a file.
"""

from .mapping import Fields, top_level
from .scalars import MAX_TEXT

__all__ = ["MAX_TEXT", "Fields", "top_level"]
