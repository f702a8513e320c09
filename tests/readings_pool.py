"""An invented survey of four papers on bread, written to a folder, for the tests of readings, history and differences."""

from __future__ import annotations

from pathlib import Path

from pipeline.corpus import Corpus
from pipeline.errors import Problem

ABOUT = """\
name: Bread
title: A Survey of Bread
author: Ana Vell
cutoff: 2026-02-10
description: Papers on bread.
license_data: CC0-1.0
license_code: MIT
"""
PROTOCOL = """\
sources: [shelves]
query_families:
  bread: {label: Bread, terms: [bread], logged_as: [bread]}
stages: {abstract_screen: Read.}
"""
OUTPUTS = """\
readme: {group_by: flour, chips: [flour]}
columns:
  key: {from: key}
"""
TAXONOMY = """\
fields:
  flour:
    label: Flour
    kind: one
    required: yes
    none: NA
    definition: What it is made of.
    values:
      rye: {label: Rye, definition: Rye.}
      wheat: {label: Wheat, definition: Wheat.}
      spelt: {label: Spelt, definition: Spelt.}
      NA: {label: Not applicable, definition: No flour.}
  baked:
    label: Baked
    kind: one
    required: yes
    definition: Whether it is baked.
    values:
      "yes": {label: Baked, definition: Baked.}
      "no": {label: Raw, definition: Raw.}
  seeds:
    label: Seeds
    kind: many
    definition: What is strewn on it.
    values:
      poppy: {label: Poppy, definition: Poppy.}
      sesame: {label: Sesame, definition: Sesame.}
  crust:
    label: Crust
    kind: map
    definition: How hard each side is.
    to:
      soft: {label: Soft, definition: Soft.}
      hard: {label: Hard, definition: Hard.}
    values:
      top: {label: Top, definition: Top.}
      bottom: {label: Bottom, definition: Bottom.}
  origin:
    label: Origin
    kind: map
    to: text
    definition: Where a part comes from.
    values:
      yeast: {label: Yeast, definition: Yeast.}
      salt: {label: Salt, definition: Salt.}
"""
PAPERS = {
    "bun": ("2026-01-05", "{flour: wheat, baked: yes, seeds: [poppy, sesame]}", ""),
    "loaf": ("2026-01-05", "{flour: rye, baked: yes, crust: {top: hard, bottom: soft}}", ""),
    "dough": (
        "2026-01-05", "{flour: spelt, baked: no, origin: {yeast: a jar}}",
        "changes:\n  - {date: 2026-03-01, field: tags.flour, from: wheat, why: read again}\n",
    ),
    "roll": ("2026-02-20", "{flour: wheat, baked: yes}", ""),
}  # fmt: skip
"""Key to the day it was added, its tags and its log. Two papers of wheat until March, then the bun and the roll."""


def paper(key: str, added: str, tags: str, more: str = "") -> str:
    """Return the text of an entry."""
    return (
        f"title: On the {key.capitalize()}\nauthors:\n  - Tor Brandt\nyear: 2026\nvenue: Shelf\nlinks:\n  - https://example.org/{key}\n"
        f"added: {added}\ntags: {tags}\n{more}"
    )


def write(root: Path, *, readings: dict[str, str] | None = None, differences: str = "", taxonomy: str = TAXONOMY) -> Path:
    """Write the survey below a folder and return the folder."""
    texts = {"about": ABOUT, "protocol": PROTOCOL, "outputs": OUTPUTS, "taxonomy": taxonomy}
    texts |= {"differences": differences} if differences else {}
    texts |= {f"audits/{name}": text for name, text in (readings or {}).items()}
    for name, text in texts.items():
        put(root, f"survey/{name}.yaml", text)
    for key, (added, tags, more) in PAPERS.items():
        put(root, f"corpus/{key}.yaml", paper(key, added, tags, more))
    return root


def put(root: Path, path: str, text: str) -> None:
    """Write one file, with the folders that it needs."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def problems(root: Path) -> list[Problem]:
    """Return the problems of a survey, those that only inform left out."""
    found: list[Problem] = []
    Corpus.read(root, found.append)
    return [problem for problem in found if problem.severity != "notice"]
