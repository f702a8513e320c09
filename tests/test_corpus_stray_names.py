"""A file whose name ends nearly as a record's is told how to end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.corpus import Corpus
from pipeline.errors import Problem

EXAMPLE = Path(__file__).parent / "example"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("relay2026.yml", "rename it to relay2026.yaml"), ("relay2026.YAML", "rename it to relay2026.yaml"),
        ("relay2026.Yml", "rename it to relay2026.yaml"), ("relay2026.yaml.orig", "move it away"), ("notes.txt", "move it away"),
    ],
)  # fmt: skip
def test_a_stray_file_is_told_where_to(tmp_path: Path, name: str, hint: str):
    root = Path(shutil.copytree(EXAMPLE, tmp_path / "survey"))
    (root / "corpus" / name).write_text("a: b\n")
    found: list[Problem] = []
    Corpus.read(root, found.append)
    assert [(one.code, one.hint) for one in found if one.code == "stray-file"] == [("stray-file", hint)]
