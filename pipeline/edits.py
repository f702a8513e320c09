"""Edits to one record's YAML that leave everything else as it stands: comments, order, wrapping and line ends.

Each function takes the file's text, which must be one that can be read, and returns the new text. What stands where is
taken from the parser, and every result is read back: it holds what was meant, and nothing else of it has changed.
Raises Unsupported where a value is written in a way that these functions do not edit, or the result would be another.
"""

from __future__ import annotations

import difflib
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Named
from dataclasses import dataclass
from typing import TypeAlias

from . import located
from .errors import Problem
from .located import Extent, Mapping, Scalar, Value

_TYPED = re.compile(
    r"[0-9.,:_+/-]+(?:[eE][0-9+-]+)?|0[xo][0-9a-fA-F]+|(?:null|true|false|yes|no|on|off|y|n|nan|inf|na)", re.IGNORECASE
)  # fmt: skip
"""What our reader or another takes for a number, a date, a truth value or nothing, and so must stand in quotes as text."""
_COMMENT = re.compile(r"\s*#")


class Unsupported(ValueError):  # noqa: N818 -- the file is good, only nothing for these functions
    """A value that only a person can edit."""


Plain: TypeAlias = "str | tuple[Plain, ...] | dict[str, Plain] | None"
"""What a text holds, without its places: a text that was folded over lines as one line."""


@dataclass(frozen=True, slots=True)
class _Block:
    """One key at the top level and what stands under it."""

    start: int
    """Index of the line that holds the key."""
    end: int
    """Index after its last line; blank lines and comments that follow belong to nobody."""
    value: Value | None
    extent: Extent


@dataclass(frozen=True, slots=True)
class _File:
    """A record's text, taken apart."""

    lines: Sequence[str]
    """With their ends, as YAML counts them."""
    end: str
    """How a line ends."""
    blocks: Named[str, _Block]

    @property
    def foot(self) -> int:
        """Index of the line before which a further key can stand: the end, or that of the document where it is marked."""
        last = max((block.end for block in self.blocks.values()), default=0)
        return next((n for n in range(last, len(self.lines)) if self.lines[n].startswith("...")), len(self.lines))

    def found(self, key: str) -> _Block:
        if key not in self.blocks:
            raise Unsupported(f"there is no {key}")
        return self.blocks[key]

    def replaced(self, start: int, stop: int, new: Sequence[str]) -> str:
        """Return the text with other lines, each with its end, in place of some."""
        before = list(self.lines[:start])
        if new and before and not before[-1].endswith("\n"):
            before[-1] += self.end
        return "".join([*before, *new, *self.lines[stop:]])

    def after(self, extent: Extent) -> str:
        """Return what follows a value on its last line, a comment mostly, without the line's end."""
        return self.lines[extent.last][extent.end :].rstrip()


def source(text: str, *, flow: bool = False) -> str:
    """Return a text as YAML that is read as it, plain where that is safe. ``flow`` is for within brackets."""
    plain = (
        text == " ".join(text.split())
        and bool(text)
        and (text[0].isalnum() or text[0] == "(")
        and not re.search(r":(?:\s|$)|\s#", text)
        and not (flow and re.search(r"[,:?\[\]{}]", text))
        and not _TYPED.fullmatch(text)
    )
    return text if plain else json.dumps(text, ensure_ascii=False)


def with_text(text: str, key: str, value: str) -> str:
    """Return the text in which one line of text stands under a key that is there; a wrapped one is wrapped again."""
    file = _file(text)
    block, extent = file.found(key), file.found(key).extent
    if not isinstance(block.value, Scalar):
        raise Unsupported(f"{key} holds no text")
    first = extent.line
    head, sign = file.lines[first][: extent.column], file.lines[first][extent.column : extent.column + 1]
    if sign in ("|", ">"):
        new = [file.lines[first], *_wrapped(value, file.lines[first + 1 : block.end], file.end)]
    elif extent.line == extent.last:
        new = [f"{head}{source(value)}{file.after(extent)}{file.end}"]
    else:
        new = [f"{head}>-{file.after(extent)}{file.end}", *_wrapped(value, file.lines[first + 1 : block.end], file.end)]
    return _read_back(text, file.replaced(first, block.end, new), {key: _folded(value)})


def with_items(text: str, key: str, items: Sequence[tuple[str, int | None]]) -> str:
    """Return the text in which a list holds some items, each given as YAML and the position of the item that it was.

    Items that were there keep their lines; None stands for a new one. What was said of items that go stays as a comment.
    """
    file = _file(text)
    block, extent = file.found(key), file.found(key).extent
    if not isinstance(block.value, located.Sequence) or not block.value.items:
        raise Unsupported(f"{key} holds no list")
    held = _plain(block.value)
    meant = tuple(held[at] if at is not None else _meant(item) for item, at in items) if isinstance(held, tuple) else None
    if not block.value.flow:
        starts = _dashes(file, block)
        new = _item_lines(file, block, starts, items)
        return _read_back(text, file.replaced(starts[0], block.end, new), {key: meant})
    if extent.line != extent.last:
        raise Unsupported(f"{key} is a list in brackets over several lines")
    head = file.lines[extent.line][: extent.column]
    line = f"{head}[{', '.join(item for item, _ in items)}]{file.after(extent)}{file.end}"
    return _read_back(text, file.replaced(extent.line, block.end, [line]), {key: meant})


def _dashes(file: _File, block: _Block) -> list[int]:
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


def _item_lines(file: _File, block: _Block, starts: Sequence[int], items: Sequence[tuple[str, int | None]]) -> list[str]:
    bounds = list(zip(starts, [*starts[1:], block.end], strict=True))
    before = _dash(file, block, starts, 0)
    kept = {index for _, index in items if index is not None}
    new: list[str] = []
    for item, index in items:
        new += _closed(file.lines[slice(*bounds[index])], file.end) if index is not None else [f"{before}{item}{file.end}"]
    left = [line for index, bound in enumerate(bounds) if index not in kept for line in _comments(file, block.extent.items[index], *bound)]
    return [*left, *new]


def _closed(lines: Sequence[str], end: str) -> list[str]:
    return [line if line.endswith("\n") else line + end for line in lines]


def _comments(file: _File, extent: Extent, start: int, stop: int) -> list[str]:
    """Return the comments on some lines, each on a line of its own. ``extent`` is that of the value that stands there."""
    indent = " " * (len(file.lines[start]) - len(file.lines[start].lstrip()))
    return [f"{indent}{said}{file.end}" for said in _said(file.lines, extent, start, stop)]


def comments(text: str) -> tuple[str, ...]:
    """Return the comments of a file that can be read, however it is written, each from its sign on."""
    lines = _lines(text)
    return tuple(_said(lines, located.extent(text), 0, len(lines)))


def _said(lines: Sequence[str], extent: Extent, start: int, stop: int) -> Iterator[str]:
    """Yield the comments on some lines: what begins with their sign outside of all texts of a value."""
    rest = dict(enumerate(lines[start:stop], start))
    for leaf in _leaves(extent):
        for n in range(max(leaf.line, start), min(leaf.last + 1, stop)):
            begin, end = (leaf.column if n == leaf.line else 0), (leaf.end if n == leaf.last else len(rest[n]))
            rest[n] = f"{rest[n][:begin]}{'x' * (end - begin)}{rest[n][end:]}"
    yield from (match[1] for line in rest.values() if (match := re.search(r"(?:^|\s)(#.*\S|#)\s*$", line)))


def _leaves(extent: Extent) -> Iterator[Extent]:
    if not extent.items:
        yield extent
    for item in extent.items:
        yield from _leaves(item)


def _dash(file: _File, block: _Block, starts: Sequence[int], index: int) -> str:
    """Return what stands before an item of a list: indentation, dash and blanks."""
    item = block.extent.items[index]
    written = file.lines[starts[index]][: item.column]
    return written if item.line == starts[index] and written.strip() == "-" else f"{' ' * block.extent.column}- "


def with_item_added(text: str, key: str, item: str) -> str:
    """Return the text in which a list ends with one more item, given as YAML; a list that is absent is begun at the end."""
    file = _file(text)
    block = file.blocks.get(key)
    if block is None:
        new = [f"{key}:{file.end}", f"  - {item}{file.end}"]
        return _read_back(text, file.replaced(file.foot, file.foot, new), {key: (_meant(item),)})
    if not isinstance(block.value, located.Sequence) or block.value.flow or not block.value.items:
        raise Unsupported(f"{key} is no list with one item a line")
    starts, held = _dashes(file, block), _plain(block.value)
    line = f"{_dash(file, block, starts, len(starts) - 1)}{item}{file.end}"
    meant = (*held, _meant(item)) if isinstance(held, tuple) else None
    return _read_back(text, file.replaced(block.end, block.end, [line]), {key: meant})


def without_item(text: str, key: str, item: str) -> str:
    """Return the text in which a list of texts holds one of them no more; without the key where it was the only one."""
    held = _plain(_file(text).found(key).value)
    if not isinstance(held, tuple) or item not in held:
        raise Unsupported(f"{key} is no list that holds {item}")
    left = [(source(one, flow=True), at) for at, one in enumerate(held) if isinstance(one, str) and one != item]
    return with_items(text, key, left) if left else without(text, key)


def with_key(text: str, key: str, value: str, order: Sequence[str]) -> str:
    """Return the text with a key that was absent, its value given as YAML, behind the keys that ``order`` puts before it."""
    return _read_back(text, _with_block(text, key, (f"{key}: {value}",), order), {key: _meant(value)})


def with_list(text: str, key: str, items: Sequence[str], order: Sequence[str]) -> str:
    """Return the text with a list that was absent, its items given as YAML, placed as ``with_key`` places a key."""
    block = (f"{key}:", *(f"  - {item}" for item in items))
    return _read_back(text, _with_block(text, key, block, order), {key: tuple(map(_meant, items))})


def with_entry(text: str, key: str, name: str, value: str, order: Sequence[str]) -> str:
    """Return the text in which a mapping holds one more name, its value given as YAML; a mapping that is absent is begun.

    ``order`` says where it then belongs, as for ``with_key``.
    """
    file = _file(text)
    block = file.blocks.get(key)
    if block is None:
        return _read_back(text, _with_block(text, key, (f"{key}:", f"  {name}: {value}"), order), {key: {name: _meant(value)}})
    held = _plain(block.value)
    if not isinstance(block.value, Mapping) or block.value.flow or not isinstance(held, dict) or not held or name in held:
        raise Unsupported(f"{key} holds no names and values, one a line, to which {name} could be added")
    line = f"{' ' * (block.value.column - 1)}{name}: {value}{file.end}"
    return _read_back(text, file.replaced(block.end, block.end, [line]), {key: {**held, name: _meant(value)}})


def with_entry_changed(text: str, key: str, name: str, value: str | None, before: Sequence[str]) -> str:
    """Return the text in which a mapping holds another value under a name, given as YAML, or with None no such name.

    A name that was absent comes behind the last of those in ``before`` that are there. Comments stay, also the one that
    follows the value on its line.
    """
    file = _file(text)
    block = file.found(key)
    held = _plain(block.value)
    if not isinstance(block.value, Mapping) or block.value.flow or not isinstance(held, dict) or not held:
        raise Unsupported(f"{key} holds no names and values, one a line")
    names, indent = list(block.value.keys), " " * (block.value.column - 1)
    line = f"{indent}{name}: {value}"
    if name in names:
        at, extent = block.value.keys[name].line - 1, block.extent.items[names.index(name)]
        said, behind = _comments(file, extent, at, extent.last + 1), ""
        if value is not None and at == extent.last:
            said, behind = [], file.after(extent)
        changed = file.replaced(at, extent.last + 1, [*said, *([] if value is None else [f"{line}{behind}{file.end}"])])
    else:
        earlier = [block.extent.items[names.index(one)].last + 1 for one in before if one in names]
        at = max(earlier, default=block.value.keys[names[0]].line - 1)
        changed = file.replaced(at, at, [] if value is None else [f"{line}{file.end}"])
    rest = {one: below for one, below in held.items() if one != name}
    return _read_back(text, changed, {key: rest if value is None else {**rest, name: _meant(value)}})


def _with_block(text: str, key: str, block: Sequence[str], order: Sequence[str]) -> str:
    """Return the text with the lines of a key that was absent, behind the keys that ``order`` puts before it."""
    file = _file(text)
    earlier = [file.blocks[name].end for name in order[: order.index(key)] if name in file.blocks]
    first = min((one.start for one in file.blocks.values()), default=file.foot)
    at = max(earlier, default=first)
    return file.replaced(at, at, [f"{line}{file.end}" for line in block])


def without(text: str, key: str) -> str:
    """Return the text without a key and what stands under it."""
    file = _file(text)
    block = file.found(key)
    return _read_back(text, file.replaced(block.start, block.end, []), {key: None})


def difference(old: str, new: str, path: str) -> str:
    """Return what leads from one text to the other as a unified diff that ``git apply`` takes; empty where nothing does."""
    compared = difflib.unified_diff(_lines(old), _lines(new), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in compared)


def _lines(text: str) -> list[str]:
    """Return the lines with their ends, as YAML counts them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


# -- taking apart and reading back


def _file(text: str) -> _File:
    top = _parsed(text)
    lines, extent = _lines(text), located.extent(text)
    values = zip(top.keys.items(), extent.items, strict=True)
    blocks = {key: _Block(scalar.line - 1, below.last + 1, top.items.get(key), below) for (key, scalar), below in values}
    return _File(lines, "\r\n" if "\r\n" in text else "\n", blocks)


def _parsed(text: str) -> Mapping:
    problems: list[Problem] = []
    top = located.parse(text, "", problems.append)
    if not isinstance(top, Mapping) or top.flow or any(problem.severity == "error" for problem in problems):
        raise Unsupported("the file is no list of names and values, one a line")
    return top


def _read_back(old: str, new: str, meant: Named[str, Plain]) -> str:
    """Return the new text. Raises Unsupported where it does not hold what was meant, or anything else than the old one.

    ``meant`` holds under each key that was edited what should stand there, None where it should be gone.
    """
    before, after = _plain(_parsed(old)), _plain(_parsed(new))
    assert isinstance(before, dict)
    wanted = {key: value for key, value in {**before, **meant}.items() if key not in meant or value is not None}
    if after != wanted:
        raise Unsupported(f"{', '.join(meant)} would not read as it is meant")
    return new


def _meant(item: str) -> Plain:
    """Return what a value that is given as YAML on one line holds."""
    read = _plain(_parsed(f"held: {item}\n"))
    return read["held"] if isinstance(read, dict) and read.keys() == {"held"} else None


def _plain(value: Value | None) -> Plain:
    if value is None:
        return None
    if isinstance(value, Scalar):
        return _folded(value.text)
    if isinstance(value, Mapping):
        return {name: _plain(value.items.get(name)) for name in value.keys}
    return tuple(_plain(item) for item in value.items)


def _folded(text: str) -> str:
    return " ".join(text.split())


def _wrapped(value: str, old: Sequence[str], end: str) -> list[str]:
    """Return the lines of a text, indented and filled as the old ones were."""
    written = [line.rstrip() for line in old if line.strip()] or ["  "]
    indent = written[0][: len(written[0]) - len(written[0].lstrip())] or "  "
    width = max(map(len, written))
    return [
        f"{line}{end}"
        for line in textwrap.wrap(
            value, max(width, 40), initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
    ]
