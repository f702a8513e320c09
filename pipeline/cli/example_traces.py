"""The example traces of a survey, looked at for the claims about them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..corpus import Corpus

TRACES = "traces/examples"
"""Where the example traces stand, below the survey's root."""


def with_traces(corpus: Corpus, root: Path) -> Corpus:
    """Return a survey with the first error of each of its example traces; as it is where no claim is about them."""
    asked = any(claim.broad.selection.of == "traces" for claim in corpus.claims)
    return replace(corpus, example_traces=_faults(root)) if asked else corpus


def _faults(root: Path) -> dict[str, str]:
    from io import BytesIO

    from ..errors import in_reading_order
    from ..traces.loading import load_file

    found = {}
    for path in sorted((root / TRACES).glob("*.json")):
        problems = in_reading_order(load_file(str(path), BytesIO()).problems)
        found[path.name] = next((problem.message for problem in problems if problem.severity == "error"), "")
    return found
