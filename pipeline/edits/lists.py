"""Lists, one item a line or in brackets."""

from __future__ import annotations

from collections.abc import Sequence

from .. import located
from .keys import without
from .reading_back import meant_by, plain_of, read_back
from .record_file import Block, File, Unsupported, taken_apart
from .remarks import comment_lines
from .texts import source


def with_items(text: str, key: str, items: Sequence[tuple[str, int | None]]) -> str:
    """Return the text in which a list holds some items, each given as YAML and the position of the item that it was.

    Items that were there keep their lines; None stands for a new one. What was said of items that go stays as a comment.
    """
    file = taken_apart(text)
    block, extent = file.found(key), file.found(key).extent
    if not isinstance(block.value, located.Sequence) or not block.value.items:
        raise Unsupported(f"{key} holds no list")
    held = plain_of(block.value)
    meant = tuple(held[at] if at is not None else meant_by(item) for item, at in items) if isinstance(held, tuple) else None
    if not block.value.flow:
        starts = _dashes(file, block)
        new = _item_lines(file, block, starts, items)
        return read_back(text, file.replaced(starts[0], block.end, new), {key: meant})
    if extent.line != extent.last:
        raise Unsupported(f"{key} is a list in brackets over several lines")
    head = file.lines[extent.line][: extent.column]
    line = f"{head}[{', '.join(item for item, _ in items)}]{file.after(extent)}{file.end}"
    return read_back(text, file.replaced(extent.line, block.end, [line]), {key: meant})


def with_item_added(text: str, key: str, item: str) -> str:
    """Return the text in which a list ends with one more item, given as YAML; a list that is absent is begun at the end."""
    file = taken_apart(text)
    block = file.blocks.get(key)
    if block is None:
        new = [f"{key}:{file.end}", f"  - {item}{file.end}"]
        return read_back(text, file.replaced(file.foot, file.foot, new), {key: (meant_by(item),)})
    if not isinstance(block.value, located.Sequence) or block.value.flow or not block.value.items:
        raise Unsupported(f"{key} is no list with one item a line")
    starts, held = _dashes(file, block), plain_of(block.value)
    line = f"{_dash(file, block, starts, len(starts) - 1)}{item}{file.end}"
    meant = (*held, meant_by(item)) if isinstance(held, tuple) else None
    return read_back(text, file.replaced(block.end, block.end, [line]), {key: meant})


def without_item(text: str, key: str, item: str) -> str:
    """Return the text in which a list of texts holds one of them no more; without the key where it was the only one."""
    held = plain_of(taken_apart(text).found(key).value)
    if not isinstance(held, tuple) or item not in held:
        raise Unsupported(f"{key} is no list that holds {item}")
    left = [(source(one, flow=True), at) for at, one in enumerate(held) if isinstance(one, str) and one != item]
    return with_items(text, key, left) if left else without(text, key)


def _dashes(file: File, block: Block) -> list[int]:
    """Return the indexes of the lines on which the items of a list begin, each with its dash."""
    found: list[int] = []
    free, indent = block.start, " " * block.extent.column
    for item in block.extent.items:
        dash = next((n for n in range(free, item.line + 1) if file.lines[n].startswith(f"{indent}-")), None)
        if dash is None:
            raise Unsupported("several items stand on one line")
        found.append(dash)
        free = item.last + 1
    return found


def _item_lines(file: File, block: Block, starts: Sequence[int], items: Sequence[tuple[str, int | None]]) -> list[str]:
    bounds = list(zip(starts, [*starts[1:], block.end], strict=True))
    before = _dash(file, block, starts, 0)
    kept = {index for _, index in items if index is not None}
    new: list[str] = []
    for item, index in items:
        new += _closed(file.lines[slice(*bounds[index])], file.end) if index is not None else [f"{before}{item}{file.end}"]
    left = [
        line for index, bound in enumerate(bounds) if index not in kept for line in comment_lines(file, block.extent.items[index], *bound)
    ]
    return [*left, *new]


def _closed(lines: Sequence[str], end: str) -> list[str]:
    return [line if line.endswith("\n") else line + end for line in lines]


def _dash(file: File, block: Block, starts: Sequence[int], index: int) -> str:
    """Return what stands before an item of a list: indentation, dash and blanks."""
    item = block.extent.items[index]
    written = file.lines[starts[index]][: item.column]
    return written if item.line == starts[index] and written.strip() == "-" else f"{' ' * block.extent.column}- "
