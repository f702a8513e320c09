"""What the README shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from ..errors import Place
from ..fields import Fields
from ..located import Scalar
from ..taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class Readme:
    """What the README shows."""

    group_by: str
    """The field whose values are the sections of the list."""
    chips: tuple[str, ...]
    """The fields whose values stand behind each paper."""
    maps: tuple[str, ...]
    """Names of the figures under the heading of the survey's maps."""
    coverage: tuple[str, ...]
    """Names of the figures and tables under the heading of the coverage."""
    claims: tuple[str, ...] = ()
    """Ids of the claims that are shown first; the others are folded."""
    place: Place = dataclass_field(default=Place("survey/outputs.yaml"), compare=False)


def readme_in(top: Fields, taxonomy: Taxonomy, figures: tuple[str, ...], tables: tuple[str, ...]) -> Readme:
    """Return what the README shows of the figures and tables that are named; what is wrong is reported and left out."""
    source = top.below("readme")
    if source is None:
        return Readme("", (), (), ())
    source.allow(("group_by", "chips", "maps", "coverage", "claims"))
    source.require("group_by", "chips")

    def among(allowed: tuple[str, ...]) -> Callable[[Scalar, str], str | None]:
        return lambda scalar, where: source.among(scalar, where, allowed)

    return Readme(
        source.value_of("group_by", tuple(taxonomy.fields)) or "",
        source.texts("chips", among(tuple(taxonomy.fields))),
        source.texts("maps", among(figures)),
        source.texts("coverage", among((*figures, *tables))),
        source.texts("claims"),
        source.place(),
    )
