"""docs/outputs.md lists every kind of figure and table, with the number of fields that it takes, and every key of an output."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.survey.output import FIGURE_KINDS, TABLE_KINDS

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/outputs.md").read_text(encoding="utf-8")


def listed(heading: str) -> dict[str, str]:
    """Return kind to fields of the table below a heading."""
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `([a-z]+)` \| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE))


def test_every_kind_is_listed_in_order_with_the_fields_that_it_takes() -> None:
    for heading, kinds in (("Figures", FIGURE_KINDS), ("Tables", TABLE_KINDS)):
        assert list(listed(heading).items()) == [(kind, str(n) if n >= 0 else "1 or more") for kind, n in kinds.items()]


def test_every_key_of_an_output_is_explained() -> None:
    head = TEXT.split("## Figures")[0]
    named = set(re.findall(r"`([a-z_]+)`(?=[^|]*\|[^|]*\|$)", head, re.MULTILINE))
    assert named == {"kind", "fields", "title", "subtitle", "alt", "groups", "groups_from", "drawings", "asked"}


def test_what_speaks_of_the_kinds_points_there() -> None:
    for name in ("survey/outputs.yaml", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        assert "docs/outputs.md" in (ROOT / name).read_text(encoding="utf-8"), name
