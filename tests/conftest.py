"""What holds for every test."""

from __future__ import annotations

import hypothesis
import pytest

# A slow machine is no fault of what is tested, and the gate says the same of the same commit; ``make soak`` looks further each time.
hypothesis.settings.register_profile("gate", deadline=None, derandomize=True)
hypothesis.settings.load_profile("gate")


@pytest.fixture(autouse=True)
def _caches_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds or leaves anything in the caches of whoever runs it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "caches"))
