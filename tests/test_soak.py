"""The long tests in their smallest form, so that they cannot fall behind the code unseen; ``make soak`` runs them as they are meant.

``versions`` and ``supply`` need the network, as the steps of ``surroundings`` that are left out do, and this survey itself takes too long.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).parent / "soak"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
HAS_BROWSER = bool(os.environ.get("CHROMIUM") or any(map(shutil.which, BROWSERS)))
SMALL = {
    "fuzz": {"SOAK_INPUTS": "60", "SOAK_SECONDS": "60"},  # a busy machine is no fault of what is read
    "hostile": {"SOAK_TEXTS": "24", "SOAK_PAGES": str(int(HAS_BROWSER))},
    "kill": {"SOAK_KILLS": "2"},
    "refused": {"SOAK_CASES": "1", "SOAK_STEPS": "read-only, full disk, no home, lost reader"},
    "surroundings": {"SOAK_CASES": "1", "SOAK_HASH_SEEDS": "1", "SOAK_STEPS": "environments, checkouts"},
}


@pytest.mark.thorough
@pytest.mark.parametrize("part", SMALL)
def test_a_part_of_the_long_tests_still_fits_the_code(part: str) -> None:
    settings = {name: value for name, value in os.environ.items() if not name.startswith("SOAK_")} | SMALL[part]
    done = subprocess.run(
        [sys.executable, str(SOAK), part], env=settings, capture_output=True, text=True, encoding="utf-8", timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{part}: ")
    assert ": passed, " in done.stdout


def test_every_setting_of_the_long_tests_is_explained() -> None:
    text = (SOAK / "README.md").read_text(encoding="utf-8")
    used = {name for settings in SMALL.values() for name in settings}
    assert [name for name in sorted(used) if f"| `{name}` " not in text] == []


def test_what_is_no_part_is_told() -> None:
    done = subprocess.run([sys.executable, str(SOAK), "fuz"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "there is no part 'fuz'; there are fuzz, hostile, kill, refused, surroundings, versions, supply\n"
