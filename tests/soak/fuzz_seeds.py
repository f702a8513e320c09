"""The good files from which spoiled ones are made, by what reads them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import fuzz_trees
from fuzz_trees import Parse, Tree, Write
from outcome import HERE, ROOT, TESTS

LARGEST = 40_000
"""Bytes of a seed; what is larger is cut to whole lines."""


@dataclass(frozen=True)
class Seeds:
    """Files of one kind."""

    files: tuple[bytes, ...]
    trees: tuple[tuple[Tree, ...], ...] = ()
    """The values in them, where they are JSON or YAML."""
    names: tuple[str, ...] = ()
    """The keys that occur in them."""
    write: Write | None = None
    good: int = 0
    """How many of the files, and of the trees, are without a fault; these come first. 0 where all are."""


def of(
    paths: Iterable[Path], parse: Parse | None = None, write: Write | None = None, more: Iterable[bytes] = (), good: str = ""
) -> Seeds:  # fmt: skip
    """Return the seeds in some files, of which those that match ``good`` are without a fault and come first."""
    files = {path: path.read_bytes() for path in dict.fromkeys(paths) if path.is_file()}
    count = sum(path.match(good) for path in files) if good else 0
    texts = [_short(data) for data in (*files.values(), *more)]
    assert texts, "no seed"
    trees = tuple(tuple(values) for data in texts if parse and (values := parse(data)))
    return Seeds(tuple(texts), trees, fuzz_trees.names_in([tree for found in trees for tree in found]), write if trees else None, count)


def _short(data: bytes) -> bytes:
    return data if len(data) <= LARGEST else data[: data.rfind(b"\n", 0, LARGEST) + 1]


def yaml_files(*patterns: str, root: Path = ROOT) -> Seeds:
    """Return the seeds in the YAML files that match patterns; those of the first are good."""
    return of(
        [path for pattern in patterns for path in sorted(root.glob(pattern))], fuzz_trees.parsed_yaml, fuzz_trees.as_yaml, good=patterns[0]
    )


def json_files(*patterns: str, root: Path = ROOT) -> Seeds:
    """Return the seeds in the JSON files that match patterns; those of the first are good."""
    return of(
        [path for pattern in patterns for path in sorted(root.glob(pattern))], fuzz_trees.parsed_json, fuzz_trees.as_json, good=patterns[0]
    )


def locks() -> Seeds:
    """Return the locks of the surveys, that of the present one with a few records only."""
    content = json.loads((ROOT / "arxiv.lock.json").read_bytes())
    few = {**content, "records": dict(list(content["records"].items())[::20])}
    example = (TESTS / "example/arxiv.lock.json").read_bytes()
    return of((), fuzz_trees.parsed_json, fuzz_trees.as_json, (example, json.dumps(few, ensure_ascii=False, indent=1).encode()))


def feeds() -> Seeds:
    """Return pages as arXiv answers."""
    import arxiv_server

    more = '<arxiv:comment>12 pages</arxiv:comment><arxiv:doi>10.5555/x</arxiv:doi><link href="http://arxiv.org/abs/x" rel="alternate"/>'
    two = arxiv_server.feed(arxiv_server.entry(more=more), arxiv_server.entry("math.GT/0309136v2", "Stones & Sand", ("A", "B Team")))
    error = arxiv_server.entry(id_text="http://arxiv.org/api/errors#incorrect_id", title="Error", summary="incorrect id format")
    html = b"<!DOCTYPE html><html><body><h1>Rate exceeded.</h1></body></html>"
    return of((), more=(two, arxiv_server.feed(error), arxiv_server.feed(), html))


def forms() -> Seeds:
    """Return issues as GitHub makes them of the forms, each question answered."""
    from pipeline.submissions import forms as asked

    bodies = []
    for form in asked.forms(framed()):
        answers = (
            (question.label, next(iter(question.options), _ANSWERS.get(question.id, "_No response_"))) for question in form.questions
        )
        bodies.append("\n\n".join(f"### {label}\n\n{answer}" for label, answer in answers).encode())
    return of((), more=bodies)


_ANSWERS = {
    "title": "Bells on a Buoy: A Study", "authors": "Ina Wren\nde la Mare, Jun\nTeam: Strait Watch", "year": "2024", "venue": "arXiv",
    "arxiv_id": "https://arxiv.org/abs/2405.99991v2", "summary": "Hangs bells on a buoy.", "key": "alder2021hum", "id": "E001",
    "paper": "alder2021hum", "record": "E001", "field": "venue", "value": "arXiv", "why": "The paper says so.", "links": "https://example.org/x",
}  # fmt: skip


@cache
def framed():  # type: ignore[no-untyped-def]
    """Return the example survey with claims, a reading and differences of its own."""
    from tempfile import TemporaryDirectory

    import surveys

    from pipeline.corpus import Corpus

    with TemporaryDirectory() as folder:
        return Corpus.load(surveys.frame(Path(folder) / "frame"))


def lists(name: str) -> Seeds:
    """Return a list of papers in a form of others, the file of ours and what this survey publishes in that form."""
    own = {"papers.csv": "papers.csv", "references.bib": "papers.bib", "awesome.md": ""}[name]
    published = (ROOT / "site/data" / own).read_bytes() if own else (ROOT / "README.md").read_bytes()
    few = {"papers.csv": b"\n", "references.bib": b"\n@", "awesome.md": b"\n"}[name]
    parts = published.split(few)
    return of([HERE / "seeds" / name], more=(few.join(parts[:12]), few.join(parts[40:60])))
