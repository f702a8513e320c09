"""Names and values under one key."""

from __future__ import annotations

from collections.abc import Sequence

from ..located import Mapping
from .keys import with_block
from .reading_back import meant_by, plain_of, read_back
from .record_file import Unsupported, taken_apart
from .remarks import comment_lines


def with_entry(text: str, key: str, name: str, value: str, order: Sequence[str]) -> str:
    """Return the text in which a mapping holds one more name, its value given as YAML; a mapping that is absent is begun.

    ``order`` says where it then belongs, as for ``with_key``.
    """
    file = taken_apart(text)
    block = file.blocks.get(key)
    if block is None:
        return read_back(text, with_block(text, key, (f"{key}:", f"  {name}: {value}"), order), {key: {name: meant_by(value)}})
    held = plain_of(block.value)
    if not isinstance(block.value, Mapping) or block.value.flow or not isinstance(held, dict) or not held or name in held:
        raise Unsupported(f"{key} holds no names and values, one a line, to which {name} could be added")
    line = f"{' ' * (block.value.column - 1)}{name}: {value}{file.end}"
    return read_back(text, file.replaced(block.end, block.end, [line]), {key: {**held, name: meant_by(value)}})


def with_entry_changed(text: str, key: str, name: str, value: str | None, before: Sequence[str]) -> str:
    """Return the text in which a mapping holds another value under a name, given as YAML, or with None no such name.

    A name that was absent comes behind the last of those in ``before`` that are there. Comments stay, also the one that
    follows the value on its line.
    """
    file = taken_apart(text)
    block = file.found(key)
    held = plain_of(block.value)
    if not isinstance(block.value, Mapping) or block.value.flow or not isinstance(held, dict) or not held:
        raise Unsupported(f"{key} holds no names and values, one a line")
    names, indent = list(block.value.keys), " " * (block.value.column - 1)
    line = f"{indent}{name}: {value}"
    if name in names:
        at, extent = block.value.keys[name].line - 1, block.extent.items[names.index(name)]
        said, behind = comment_lines(file, extent, at, extent.last + 1), ""
        if value is not None and at == extent.last:
            said, behind = [], file.after(extent)
        changed = file.replaced(at, extent.last + 1, [*said, *([] if value is None else [f"{line}{behind}{file.end}"])])
    else:
        earlier = [block.extent.items[names.index(one)].last + 1 for one in before if one in names]
        at = max(earlier, default=block.value.keys[names[0]].line - 1)
        changed = file.replaced(at, at, [] if value is None else [f"{line}{file.end}"])
    rest = {one: below for one, below in held.items() if one != name}
    return read_back(text, changed, {key: rest if value is None else {**rest, name: meant_by(value)}})
