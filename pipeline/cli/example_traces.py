"""The example traces of a survey: looked at for the claims about them, and read for the site."""

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


def with_trace_files(corpus: Corpus, root: Path) -> Corpus:
    """Return a survey with its example traces as they stand; what cannot be read, or is no file, is left out."""
    from io import BytesIO

    from ..traces.loading import bytes_of

    read = {path.name: bytes_of(str(path), BytesIO()) for path in sorted((root / TRACES).glob("*.json"))}
    return replace(corpus, traces={name: content for name, content in read.items() if isinstance(content, bytes)})


def _faults(root: Path) -> dict[str, str]:
    from io import BytesIO

    from ..errors import in_reading_order
    from ..traces.loading import load_file

    found = {}
    for path in sorted((root / TRACES).glob("*.json")):
        problems = in_reading_order(load_file(str(path), BytesIO()).problems)
        found[path.name] = next((problem.message for problem in problems if problem.severity == "error"), "")
    return found
