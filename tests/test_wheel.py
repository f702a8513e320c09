"""The wheel holds everything that the command needs, so that an installation from it works."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILT = {"__pycache__"}


def test_the_wheel_holds_every_file_of_the_program_and_every_schema(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path]
    subprocess.run(call, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("pipeline/")}
    program = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "pipeline").rglob("*")
        if path.is_file() and BUILT.isdisjoint(path.relative_to(ROOT).parts)
    }
    assert len(program) > 300
    assert held == program | {f"pipeline/traces/schemas/{path.name}" for path in (ROOT / "traces").glob("*.schema.json")}
