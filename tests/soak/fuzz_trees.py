"""Trees of values, spoiled node by node or grown from nothing, and written as JSON or YAML."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import TypeAlias

import yaml
from fuzz_mutations import TOKENS

Tree: TypeAlias = "dict[str, Tree] | list[Tree] | str | int | float | bool | None"
_WORDS = tuple(token.decode("utf-8", "replace") for token in TOKENS if len(token) < 200)
_PLAIN: tuple[Tree, ...] = (
    None, True, False, 0, 1, -1, 2**53 + 1, -(2**63), 10**30, 0.1, -0.0, 1e308, 5e-324, "", " ", "x", "yes", "NA", "1", "2026-04-28", [],
    {}, [[]], [{}], {"": ""}, {"x": None},
)  # fmt: skip


def parsed_json(data: bytes) -> list[Tree] | None:
    """Return the values of a JSON file, or of a file with one a line; None where it is neither."""
    for texts in ([data], data.splitlines()):
        try:
            return [json.loads(text) for text in texts if text.strip()] or None
        except (ValueError, RecursionError):
            continue
    return None


def parsed_yaml(data: bytes) -> list[Tree] | None:
    """Return what a YAML file holds, every scalar a text; None where it cannot be read, or holds a node twice."""
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(data, Loader=yaml.CBaseLoader)):
            return None
        return [yaml.load(data, Loader=yaml.CBaseLoader)]
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def as_json(source: random.Random, trees: Sequence[Tree]) -> bytes:
    """Return values as JSON, one a line where there are several."""
    ascii_only, indent = source.random() < 0.5, 1 if len(trees) == 1 and source.random() < 0.5 else None
    texts = (json.dumps(tree, ensure_ascii=ascii_only, indent=indent) for tree in trees)
    return "\n".join(texts).encode("utf-8", "surrogatepass")


def as_yaml(source: random.Random, trees: Sequence[Tree]) -> bytes:
    """Return values as YAML, in the way of one editor or another."""
    flow, width = source.choice((False, False, None, True)), source.choice((40, 80, 10_000))
    try:
        text = yaml.dump(trees[0], Dumper=yaml.CSafeDumper, default_flow_style=flow, width=width, allow_unicode=True, sort_keys=False)
    except (yaml.YAMLError, UnicodeEncodeError, ValueError):
        return as_json(source, trees)
    return str(text).encode("utf-8", "surrogatepass")


def spoiled(source: random.Random, trees: Sequence[Tree], others: Sequence[Tree]) -> list[Tree]:
    """Return values after one to three changes, each at one node. ``others`` are values of the same kind."""
    found = [json.loads(json.dumps(tree)) for tree in trees]
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        at = source.randrange(len(found))
        found[at] = _changed(source, found[at], others)
    if len(found) > 1 and source.random() < 0.3:
        source.shuffle(found)
    return found


def altered(source: random.Random, trees: Sequence[Tree], others: Sequence[Tree]) -> list[Tree]:
    """Return values after one or two changes that a reader may well bear: another text, what stands elsewhere under the same name."""
    found = [json.loads(json.dumps(tree)) for tree in trees]
    for _ in range(source.choice((1, 1, 2))):
        places = _places(source.choice(found))
        if not places:
            break
        inside, key = source.choice(places)
        inside[key] = _alike(source, key, inside[key], others)  # type: ignore[index,call-overload]  # keys of the one kind or the other
    return found


def _alike(source: random.Random, key: str | int, value: Tree, others: Sequence[Tree]) -> Tree:
    same = [inside[key] for inside, name in _places(source.choice(others)) if name == key and isinstance(inside, dict)]  # type: ignore[index]
    if same and source.random() < 0.5:
        return deepcopy(source.choice(same))
    if isinstance(value, str):
        return source.choice((source.choice(_WORDS), f"{value} {source.choice(_WORDS)}", value * 40, source.choice(_TEXTS)))
    if isinstance(value, bool) or value is None:
        return source.choice((True, False, None))
    if isinstance(value, int | float):
        return source.choice((value + 1, -value, 0, value * 1_000_000, value / 7))
    return deepcopy(list(value)[:-1]) if isinstance(value, list) else dict(list(deepcopy(value).items())[:-1])


_TEXTS = ("2026-11-29", "2023-05-01", "https://example.org/x", "arXiv:2103.99991", "10.5555/hum.2021.1", "0", "NA", "Vell, Ana", "one two")


def _changed(source: random.Random, tree: Tree, others: Sequence[Tree]) -> Tree:
    places = list(_places(tree))
    if not places or source.random() < 0.02:
        return _other(source, tree, others)
    inside, key = source.choice(places)
    if isinstance(inside, dict):
        _change_member(source, inside, str(key), others)
    else:
        _change_item(source, inside, int(key), others)
    return tree


def _places(tree: Tree) -> list[tuple[dict[str, Tree] | list[Tree], str | int]]:
    found: list[tuple[dict[str, Tree] | list[Tree], str | int]] = []
    waiting = [tree]
    while waiting:
        inside = waiting.pop()
        if isinstance(inside, dict):
            found += [(inside, key) for key in inside]
            waiting += inside.values()
        elif isinstance(inside, list):
            found += [(inside, number) for number in range(len(inside))]
            waiting += inside
    return found


def _change_member(source: random.Random, inside: dict[str, Tree], key: str, others: Sequence[Tree]) -> None:
    match source.randrange(6):
        case 0:
            del inside[key]
        case 1:
            name = source.choice((source.choice(_WORDS), source.choice(list(inside)), key.upper(), f"{key} "))
            inside[name] = inside.pop(key)
        case 2:
            inside[source.choice(_WORDS)] = _other(source, inside[key], others)
        case 3:
            inside[source.choice(list(inside))] = deepcopy(inside[key])
        case _:
            inside[key] = _other(source, inside[key], others)


def _change_item(source: random.Random, inside: list[Tree], at: int, others: Sequence[Tree]) -> None:
    match source.randrange(6):
        case 0:
            del inside[at]
        case 1:
            inside.insert(at, deepcopy(inside[at]))
        case 2:
            source.shuffle(inside)
        case 3:
            inside[at:at] = [_other(source, inside[at], others)]
        case _:
            inside[at] = _other(source, inside[at], others)


def _other(source: random.Random, value: Tree, others: Sequence[Tree]) -> Tree:
    """Return something else in the place of a value: of another kind, a near one, or a part of another file."""
    match source.randrange(9):
        case 0:
            return [value]
        case 1:
            return {"x": value, source.choice(_WORDS): value}
        case 2:
            return source.choice(_WORDS)
        case 3:
            return _near(source, value)
        case 4:
            inside, key = source.choice(_places(source.choice(others)) or [({"": None}, "")])
            return deepcopy(inside[key])  # type: ignore[call-overload,index]  # keys of the one kind or the other
        case 5:
            return _deep(source, value)
        case 6:
            return grown(source, 3)
        case _:
            return source.choice(_PLAIN)


def _near(source: random.Random, value: Tree) -> Tree:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int | float):
        return source.choice((-value, value + 1, value * 1000, float(value), str(value), value / 3))
    if isinstance(value, str):
        word = source.choice(_WORDS)
        return source.choice(
            (value + word, word + value, value.upper(), value[:-1], f" {value}\n", value * 50, value.replace("-", ""), [value])
        )
    return value[:1] if isinstance(value, list) else [[name, inner] for name, inner in value.items()][:1]


def _deep(source: random.Random, value: Tree) -> Tree:
    for _ in range(source.choice((3, 13, 120))):
        value = [value] if source.random() < 0.5 else {"x": value}
    return value


def grown(source: random.Random, depth: int, names: Sequence[str] = ()) -> Tree:
    """Return a tree from nothing; its keys are taken from ``names`` or are nasty ones."""
    drawn = source.random()
    if depth == 0 or drawn < 0.4:
        return source.choice(_PLAIN) if source.random() < 0.4 else source.choice(_WORDS)
    if drawn < 0.6:
        return [grown(source, depth - 1, names) for _ in range(source.randrange(4))]
    chosen = (source.choice(names) if names and source.random() < 0.9 else source.choice(_WORDS) for _ in range(source.randrange(7)))
    return {name: grown(source, depth - 1, names) for name in chosen}


def names_in(trees: Sequence[Tree]) -> tuple[str, ...]:
    """Return all keys of some trees, sorted."""
    return tuple(sorted({key for tree in trees for inside, key in _places(tree) if isinstance(inside, dict) and isinstance(key, str)}))


Parse = Callable[[bytes], "list[Tree] | None"]
Write = Callable[[random.Random, "Sequence[Tree]"], bytes]
