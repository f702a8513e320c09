"""Keys at the top level, added and taken away."""

from __future__ import annotations

from collections.abc import Sequence

from .reading_back import meant_by, read_back
from .record_file import taken_apart


def with_key(text: str, key: str, value: str, order: Sequence[str]) -> str:
    """Return the text with a key that was absent, its value given as YAML, behind the keys that ``order`` puts before it."""
    return read_back(text, with_block(text, key, (f"{key}: {value}",), order), {key: meant_by(value)})


def with_list(text: str, key: str, items: Sequence[str], order: Sequence[str]) -> str:
    """Return the text with a list that was absent, its items given as YAML, placed as ``with_key`` places a key."""
    block = (f"{key}:", *(f"  - {item}" for item in items))
    return read_back(text, with_block(text, key, block, order), {key: tuple(map(meant_by, items))})


def without(text: str, key: str) -> str:
    """Return the text without a key and what stands under it."""
    file = taken_apart(text)
    block = file.found(key)
    return read_back(text, file.replaced(block.start, block.end, []), {key: None})


def with_block(text: str, key: str, block: Sequence[str], order: Sequence[str]) -> str:
    """Return the text with the lines of a key that was absent, behind the keys that ``order`` puts before it."""
    file = taken_apart(text)
    earlier = [file.blocks[name].end for name in order[: order.index(key)] if name in file.blocks]
    first = min((one.start for one in file.blocks.values()), default=file.foot)
    at = max(earlier, default=first)
    return file.replaced(at, at, [f"{line}{file.end}" for line in block])
