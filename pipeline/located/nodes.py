"""A text to the nodes of the YAML library, none of which has a type but text."""

from __future__ import annotations

import yaml


class _Loader(yaml.CSafeLoader):
    """libyaml's parser with no types but text."""

    def resolve(self, kind: type[yaml.Node], value: object, implicit: object) -> str:
        """Return no tag: those that a file may not write are seen by their sign, and nothing else asks for one."""
        return ""


def compose(text: str) -> yaml.Node | None:
    """Return the root node of a text, or None where it holds nothing. Raises what the library raises."""
    loader = _Loader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()
