"""How conditions and the rules made of them are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..fields import Fields
from .reading_values import named, verbatim
from .vocabulary import Field, Rule

_RULE_KEYS = ("when", "then", "then_not", "why")


def conditions_under(source: Fields, key: str) -> dict[str, tuple[str, ...]]:
    """Return the conditions under a key, field name to values; none where it is absent."""
    below = source.below(key)
    return {name: below.texts(name, verbatim) for name in below.mapping.keys} if below else {}


def rules_in(top: Fields, fields: Mapping[str, Field], declared: tuple[str, ...]) -> Iterator[Rule]:
    """Yield the rules of a file; what is wrong is reported and left out. ``declared`` as for ``is_sound``."""
    for name, source in named(top.below("rules")):
        source.allow(_RULE_KEYS)
        source.require("when", "why", *(() if "then_not" in source else ("then",)))
        conditions = {key: conditions_under(source, key) for key in ("when", "then", "then_not")}
        sound = [is_sound(source, key, fields, declared) for key in conditions]
        if all(sound):
            yield Rule(name, conditions["when"], conditions["then"], conditions["then_not"], source.text("why") or "")


def is_sound(source: Fields, key: str, fields: Mapping[str, Field], declared: tuple[str, ...]) -> bool:
    """Report what a condition names that the taxonomy does not know; say whether it was sound.

    ``declared`` are all names of the file: a field that was left out for its own faults is not reported again.
    """
    below = source.below(key)
    sound = True
    for name in below.mapping.keys if below else ():
        assert below is not None
        if name not in fields:
            sound = False
            if name not in declared:
                below.problem(below.mapping.keys[name], "unknown-field", "the taxonomy has no such field", name, allowed=declared)
        elif len(below.values_of(name, fields[name].by_name)) < len(below.texts(name, verbatim)):
            sound = False
    return sound
