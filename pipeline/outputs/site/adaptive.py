"""One figure for both themes: the light drawing, with the dark one's colors for readers in the dark."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

_TAG = re.compile(r"<[^>]*>")
_COLOR = re.compile(r'\b(fill|stroke)="(#[0-9a-f]{6})"')


class Pair(NamedTuple):
    """A color of the light drawing, and the one in its place in the dark drawing."""

    attribute: str
    """``fill`` or ``stroke``."""
    light: str
    dark: str


def adaptive(light: str, dark: str) -> str:
    """Return an SVG document that shows the dark colors where the reader's scheme is dark, else the light ones.

    The two documents differ in colors alone. An image in a page takes the scheme of the page, so that it also follows
    a switch there; a program that knows no schemes draws the light version. Raises ValueError for drawings of
    different form.
    """
    pairs = [list(_pairs(one, other)) for one, other in zip(_TAG.findall(light), _TAG.findall(dark), strict=True)]
    names = _names([pair for here in pairs for pair in here])
    following = iter(pairs)
    drawn = _TAG.sub(lambda tag: _named(tag[0], next(following), names), light)
    return drawn.replace(">", f">\n<style>{_rules(pairs, names)}</style>", 1)


def _pairs(light: str, dark: str) -> Iterator[Pair]:
    for (attribute, one), (_, other) in zip(_COLOR.findall(light), _COLOR.findall(dark), strict=True):
        if one != other:
            yield Pair(attribute, one, other)


def _names(pairs: Sequence[Pair]) -> Mapping[Pair, str]:
    """Return a class for each pair but the most frequent one of its light color, which needs none."""
    counts = Counter(pairs)
    by_light: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in sorted(counts, key=lambda pair: (-counts[pair], pair)):
        by_light[pair.attribute, pair.light].append(pair)
    others = [pair for alike in by_light.values() for pair in alike[1:]]
    return {pair: f"d{number}" for number, pair in enumerate(sorted(others))}


def _named(tag: str, pairs: Sequence[Pair], names: Mapping[Pair, str]) -> str:
    classes = " ".join(names[pair] for pair in pairs if pair in names)
    if not classes:
        return tag
    end = "/>" if tag.endswith("/>") else ">"
    return f'{tag.removesuffix(end)} class="{classes}"{end}'


def _rules(pairs: Sequence[Sequence[Pair]], names: Mapping[Pair, str]) -> str:
    every = sorted({pair for here in pairs for pair in here}, key=lambda pair: (pair in names, pair))
    rules = (f"{_selector(pair, names)}{{{pair.attribute}:{pair.dark}}}" for pair in every)
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def _selector(pair: Pair, names: Mapping[Pair, str]) -> str:
    return f".{names[pair]}" if pair in names else f'[{pair.attribute}="{pair.light}"]'
