"""A text to the nodes of the YAML library, none of which has a type but text."""

from __future__ import annotations

import yaml
from yaml._yaml import CParser


class _Parser(CParser):
    """libyaml's parser, which asks for the type of each node, and told that there is none but text.

    It stands by itself, since the library's own answers to these three calls take a tenth of the time of parsing.
    """

    def resolve(self, kind: type[yaml.Node], value: object, implicit: object) -> str:
        """Return no tag: those that a file may not write are seen by their sign, and nothing else asks for one."""
        return ""

    def descend_resolver(self, parent: yaml.Node | None, index: object) -> None:
        """Hear that the parser goes into a node."""

    def ascend_resolver(self) -> None:
        """Hear that it comes back out of one."""


def compose(text: str) -> yaml.Node | None:
    """Return the root node of a text, or None where it holds nothing. Raises what the library raises."""
    return _Parser(text).get_single_node()
