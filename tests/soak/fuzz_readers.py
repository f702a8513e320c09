"""What reads files, each held to its promise: a value, or problems with a place in that file, and no other exception."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import fuzz_deep
import fuzz_seeds
import surveys
from fuzz_seeds import Seeds
from outcome import ROOT

from pipeline import audits, checks, differences, located, statements, survey, taxonomy
from pipeline.corpus import Corpus
from pipeline.errors import CallFault, DataFault, Problem
from pipeline.fields import Fields, top_level
from pipeline.records import parse_exclusion, parse_paper

TODAY = date(2026, 11, 30)


class Wrong(Exception):  # noqa: N818 -- a promise that was not kept
    """What a reader did otherwise than it promises."""


Read = Callable[[bytes, Path, random.Random], None]
"""Takes a file's bytes, a folder to put them into, and a source by which a part of the inputs is looked at longer."""


@dataclass(frozen=True)
class Kind:
    """A kind of file."""

    seeds: Callable[[], Seeds]
    read: Read
    weight: int = 1
    suffix: str = ".yaml"


def located_in(problems: Iterable[Problem], name: str, data: bytes) -> None:
    """Raise Wrong where a problem of a file does not stand in it."""
    lines = data.count(b"\n") + data.count(b"\r") + data.decode("utf-8", "replace").count("\u2028") + 2
    for problem in problems:
        if problem.place.path == name and not (1 <= problem.place.line <= lines and problem.place.column >= 1):
            raise Wrong(f"{problem.place} lies outside the file: {problem.message}")
        if not problem.code or not problem.message or "\n" in problem.message:
            raise Wrong(f"{problem.place}: a problem without words, or with more than a line of them: {problem}")


# -- in the frame: the whole survey is read with the file in its place


def _framed(name: str) -> Read:
    def read(data: bytes, folder: Path, source: random.Random) -> None:
        root = _frame(folder)
        path = root / name
        before = path.read_bytes() if path.exists() else None
        path.write_bytes(data)
        try:
            _judge(root, name, data, source)
        finally:
            path.unlink() if before is None else path.write_bytes(before)

    return read


def _frame(folder: Path) -> Path:
    root = folder / "frame"
    if not root.exists():
        surveys.frame(root)
        _remember_texts(root)
    return root


def _remember_texts(root: Path) -> None:
    """Let the unspoiled files of the frame be parsed once: reading them again and again would be most of the time."""
    texts = {(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in root.rglob("*.yaml")}
    known: dict[tuple[str, str], tuple[located.Value | None, list[Problem]]] = {}
    parse = located.parse

    def remembered(text: str, name: str, report: located.Report) -> located.Value | None:
        if (name, text) not in texts:
            return parse(text, name, report)
        if (name, text) not in known:
            problems: list[Problem] = []
            known[name, text] = parse(text, name, problems.append), problems
        value, problems = known[name, text]
        for problem in problems:
            report(problem)
        return value

    located.parse = remembered  # type: ignore[assignment]


def _judge(root: Path, name: str, data: bytes, source: random.Random) -> None:
    problems: list[Problem] = []
    corpus = Corpus.read(root, problems.append)
    if corpus is None and not any(problem.severity == "error" for problem in problems):
        raise Wrong("no survey and no error")
    if corpus is not None:
        problems += checks.problems(corpus, TODAY)
    located_in(problems, name, data)
    if corpus is None or any(problem.severity == "error" for problem in problems):
        if corpus is not None and corpus.left_out and not any(problem.severity == "error" for problem in problems):
            raise Wrong("a record is left out and no error says why")
        return
    fuzz_deep.of_survey(corpus, source)


# -- by itself: one file of the present survey is read with its vocabulary


def _alone(name: str, parse: Callable[[Fields, Corpus], object]) -> Read:
    def read(data: bytes, folder: Path, source: random.Random) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        problems: list[Problem] = []
        value = located.read(path, folder, problems.append)
        top = None if value is None else top_level(value, name, problems.append)
        found = None if top is None else parse(Fields(top.mapping, name, problems.append), _present())
        located_in(problems, name, data)
        if found is None and not any(problem.severity == "error" for problem in problems):
            raise Wrong("no value and no error")

    return read


@cache
def _present() -> Corpus:
    return Corpus.load(ROOT)


def _stated(top: Fields, corpus: Corpus) -> object:
    logged = corpus.exclusions
    sources, keys, ids = {one.source for one in logged}, tuple(corpus.by_key), [one.id for one in logged]
    return statements.parse(top, statements.vocabulary(corpus.taxonomy, corpus.protocol.logged_families, sources, keys, ids))


def _reading(top: Fields, corpus: Corpus) -> object:
    pool = audits.Pool(corpus.taxonomy, corpus.by_key, tuple(corpus.by_key), corpus.about.cutoff)
    return audits.parse("spot-check-2026-05-03", top, pool)


def _differences(top: Fields, corpus: Corpus) -> object:
    known = differences.Known(corpus.taxonomy, tuple(corpus.by_key), {reading.id: reading.fields for reading in corpus.readings})
    return differences.parse(top, known)


def _paper(top: Fields, corpus: Corpus) -> object:
    return parse_paper("c3", top, corpus.taxonomy, corpus.protocol.logged_families)


def _exclusion(top: Fields, corpus: Corpus) -> object:
    return parse_exclusion("E001", top, corpus.taxonomy, corpus.protocol.logged_families)


# -- other programs' forms


def _imported(suffix: str) -> Read:
    def read(data: bytes, folder: Path, source: random.Random) -> None:
        from pipeline.founding import reading

        path = folder / f"list{source.choice((suffix, suffix, suffix, '.txt'))}"
        path.write_bytes(data)
        try:
            table = reading.table(path)
        except DataFault as fault:
            if not fault.problems:
                raise Wrong("refused without a problem") from fault
            located_in(fault.problems, str(path), data)
            return
        try:
            fuzz_deep.of_table(table, source)
        except CallFault as fault:
            if not str(fault).strip():
                raise Wrong("refused without a word") from fault

    return read


def _issue(data: bytes, folder: Path, source: random.Random) -> None:
    from pipeline import submissions
    from pipeline.outputs import answers
    from pipeline.outputs.exports import json_text

    corpus, root = fuzz_seeds.framed(), _frame(folder)
    answer = submissions.answer(data.decode("utf-8", "replace"), corpus, root, TODAY)
    if not answer.good and not answer.problems and answer.path:
        raise Wrong("no file and no problem")
    answers.comment(answer, corpus)
    json_text.text(answers.value(answer))


def _feed(data: bytes, folder: Path, source: random.Random) -> None:
    from pipeline.metadata import pages

    try:
        page = pages.read(data, TODAY)
    except pages.NoAnswer as fault:
        if not str(fault).strip():
            raise Wrong("refused without a word") from fault
        pages.message(data)
        return
    fuzz_deep.of_feed(page)


_AUDIT = "harbour-2024-10-01"


def kinds() -> Mapping[str, Kind]:
    """Return every kind of file by name."""
    seeds, example = fuzz_seeds, ROOT / "tests"
    entry = lambda *patterns: lambda: seeds.yaml_files(*patterns, root=example)  # noqa: E731 -- shorter where it is used
    own = lambda *patterns: lambda: seeds.yaml_files(*patterns)  # noqa: E731
    found = {
        "entry": Kind(entry("example/corpus/*.yaml", "faults/paper/*.yaml"), _framed("corpus/alder2021hum.yaml"), 6),
        "exclusion": Kind(entry("example/exclusions/*.yaml", "faults/exclusion/*.yaml"), _framed("exclusions/E001.yaml"), 4),
        "claims": Kind(entry("soak/frame/survey/claims.yaml", "faults/survey/claims/*.yaml"), _framed("survey/claims.yaml"), 4),
        "differences": Kind(
            entry("soak/frame/survey/differences.yaml", "faults/survey/differences/*.yaml"), _framed("survey/differences.yaml"), 2
        ),
        "audit": Kind(entry("soak/frame/survey/audits/*.yaml", "faults/survey/audits/*.yaml"), _framed(f"survey/audits/{_AUDIT}.yaml"), 3),
        "lock": Kind(seeds.locks, _framed("arxiv.lock.json"), 3, ".json"),
        "present-entry": Kind(own("corpus/*.yaml"), _alone("corpus/c3.yaml", _paper), 4),
        "present-exclusion": Kind(own("exclusions/*.yaml"), _alone("exclusions/E001.yaml", _exclusion), 3),
        "present-taxonomy": Kind(own("survey/taxonomy.yaml"), _alone("survey/taxonomy.yaml", lambda top, _: taxonomy.parse(top)), 1),
        "present-claims": Kind(own("survey/claims.yaml"), _alone("survey/claims.yaml", _stated), 2),
        "present-audit": Kind(own("survey/audits/*.yaml"), _alone("survey/audits/spot.yaml", _reading), 2),
        "present-differences": Kind(own("survey/differences.yaml"), _alone("survey/differences.yaml", _differences), 1),
        "present-outputs": Kind(
            own("survey/outputs.yaml"), _alone("survey/outputs.yaml", lambda top, corpus: survey.parse_outputs(top, corpus.taxonomy)), 1
        ),
        "feed": Kind(seeds.feeds, _feed, 3, ".xml"),
        "form": Kind(seeds.forms, _issue, 3, ".md"),
        "csv": Kind(lambda: seeds.lists("papers.csv"), _imported(".csv"), 3, ".csv"),
        "bibtex": Kind(lambda: seeds.lists("references.bib"), _imported(".bib"), 3, ".bib"),
        "markdown": Kind(lambda: seeds.lists("awesome.md"), _imported(".md"), 3, ".md"),
        "trace": Kind(lambda: seeds.json_files("traces/examples/*.json", "tests/faults/trace/*.json"), fuzz_deep.trace, 8, ".json"),
        **{f"trace-{name}": Kind(_runs(name), fuzz_deep.foreign(name), 2, ".json") for name in fuzz_deep.READERS},
    }  # fmt: skip
    for name in ("taxonomy", "outputs", "about", "protocol", "scale"):
        weight = 3 if name in ("taxonomy", "outputs") else 2
        found[name] = Kind(entry(f"example/survey/{name}.yaml", f"faults/survey/{name}/*.yaml"), _framed(f"survey/{name}.yaml"), weight)
    return found


def _runs(name: str) -> Callable[[], Seeds]:
    folder = f"tests/convert/{name.replace('-', '_')}"
    return lambda: fuzz_seeds.json_files(f"{folder}/*.json*", f"{folder}/**/*.json*")
