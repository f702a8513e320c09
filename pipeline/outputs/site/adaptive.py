"""One figure for both themes: the light drawing, with the dark one's colors for readers in the dark."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import NamedTuple

_TAG = re.compile(r"<[^>]*>")
_STYLED = re.compile(r' (fill|stroke|stroke-[a-z]+|font-[a-z]+|text-anchor)="([^"{};&\\]*)"')
"""What style rules can say as well as attributes. Its values are the drawing's own, never the data's."""

Style = tuple[tuple[str, str], ...]
"""Properties with their values, in the order of the drawing."""


class Look(NamedTuple):
    """How something is drawn."""

    light: Style
    dark: Style
    """What is different in the dark."""


def adaptive(light: str, dark: str) -> str:
    """Return an SVG document that shows the dark colors where the reader's scheme is dark, else the light ones.

    The two documents differ in colors alone. An image in a page takes the scheme of the page, so that it also follows
    a switch there; a program that knows no schemes draws the light version. What is drawn alike names one rule for its
    looks, since a figure repeats few of them hundreds of times. Raises ValueError for drawings of different form.
    """
    looks = [_look(one, other) for one, other in zip(_TAG.findall(light), _TAG.findall(dark), strict=True)]
    names = _names(look for look in looks if look.light)
    following = iter(looks)
    drawn = _TAG.sub(lambda tag: _named(tag[0], names.get(next(following), "")), light)
    return drawn.replace(">", f">\n<style>{''.join(_rules(names))}</style>", 1)


def _look(light: str, dark: str) -> Look:
    if light.startswith("<svg"):
        return Look((), ())  # what holds for the whole figure stays where programs look for it first
    styles = list(zip(_STYLED.findall(light), _STYLED.findall(dark), strict=True))
    return Look(tuple(one for one, _ in styles), tuple(other for one, other in styles if one != other))


def _names(looks: Iterable[Look]) -> Mapping[Look, str]:
    """Return a class for each look, the shortest for the most frequent."""
    order = sorted(Counter(looks).items(), key=lambda counted: (-counted[1], counted[0]))
    return dict(zip((look for look, _ in order), _letters(), strict=False))


def _letters() -> Iterator[str]:
    for number in count():
        yield from (f"{letter}{number or ''}" for letter in "abcdefghijklmnopqrstuvwxyz")


def _named(tag: str, name: str) -> str:
    if not name:
        return tag
    bare = _STYLED.sub("", tag)
    end = "/>" if bare.endswith("/>") else ">"
    return f'{bare.removesuffix(end)} class="{name}"{end}'


def _rules(names: Mapping[Look, str]) -> Iterator[str]:
    yield from (_rule(name, look.light) for look, name in names.items())
    yield "\n@media (prefers-color-scheme:dark){"
    yield from (_rule(name, look.dark) for look, name in names.items() if look.dark)
    yield "}"


def _rule(name: str, style: Style) -> str:
    return f".{name}{{{';'.join(f'{key}:{value}' for key, value in style)}}}"
