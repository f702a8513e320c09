"""All that ``survey/outputs.yaml`` asks for."""

from __future__ import annotations

from dataclasses import dataclass

from ..fields import Fields
from ..taxonomy import Taxonomy
from .columns import Column, columns_in
from .output import FIGURE_KINDS, TABLE_KINDS, Output, outputs_in
from .readme import Readme, readme_in


@dataclass(frozen=True, slots=True)
class Outputs:
    """Everything that ``survey/outputs.yaml`` asks for."""

    figures: tuple[Output, ...]
    tables: tuple[Output, ...]
    readme: Readme
    columns: tuple[Column, ...]
    """Of the plain CSV export."""


def parse_outputs(top: Fields, taxonomy: Taxonomy) -> Outputs:
    """Return what the survey wants made; what is wrong is reported and left out."""
    top.allow(("figures", "tables", "readme", "columns"))
    top.require("readme", "columns")
    figures = tuple(outputs_in(top, "figures", FIGURE_KINDS, taxonomy))
    groups = {figure.name: figure.groups for figure in figures if figure.groups}
    tables = tuple(outputs_in(top, "tables", TABLE_KINDS, taxonomy, groups))
    named = {section: tuple(below.mapping.keys) if (below := top.below(section)) else () for section in ("figures", "tables")}
    readme = readme_in(top, taxonomy, named["figures"], named["tables"])
    return Outputs(figures, tables, readme, tuple(columns_in(top, taxonomy)))
