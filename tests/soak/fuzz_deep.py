"""What is made of a file that was read: outputs of a survey, measures of a trace, a new survey of a table."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from pipeline import claims
from pipeline.corpus import Corpus
from pipeline.errors import SurveyError
from pipeline.traces import comparison, loading, playback_state, replay
from pipeline.traces.formats import conversion, reading, registry
from pipeline.traces.loading import Loaded
from pipeline.traces.report import report
from pipeline.traces.report_json import as_json

READERS = registry.READERS
TODAY = date(2026, 11, 30)


def of_survey(corpus: Corpus, source: random.Random) -> None:
    """Make outputs of a survey without a fault: its claims always, one of the others now and then."""
    failing = claims.failing(corpus)
    drawn = source.random()
    if drawn < 0.1:
        claims.sensitivity(corpus)
    elif drawn < 0.2:
        _exported(corpus, source)
    elif drawn < 0.25:
        _paged(corpus)
    elif drawn < 0.26 and not failing:
        _drawn(corpus, source)


def _exported(corpus: Corpus, source: random.Random) -> None:
    from pipeline.outputs import exports, readme

    name = source.choice(sorted(set(exports.FORMATS) - exports.OPTIONAL))
    exports.FORMATS[name].content(corpus)
    readme.text(corpus)


def _paged(corpus: Corpus) -> None:
    from pipeline.outputs import differences, forms, table_guide
    from pipeline.outputs.site import browse, papers

    for maker in (differences.text, table_guide.text):
        maker(corpus)
    for maker in (forms.files, browse.files, papers.files):
        list(maker(corpus))


def _drawn(corpus: Corpus, source: random.Random) -> None:
    from dataclasses import replace

    from pipeline.outputs import figures

    if corpus.outputs.figures:
        one = source.choice(corpus.outputs.figures)
        list(figures.files(replace(corpus, outputs=replace(corpus.outputs, figures=(one,)))))


# -- traces


def trace(data: bytes, _folder: Path, source: random.Random) -> None:
    """Read a trace of ours, and compute what can be computed."""
    loaded = loading.load(data, "run.json")
    _judge(loaded, data, "run.json")
    if loaded.timeline is not None:
        _used(loaded, data, source)


def foreign(name: str) -> Callable[[bytes, Path, random.Random], None]:
    """Return what reads runs in a form of others, seen from their content or told by its name."""

    def read(data: bytes, _folder: Path, source: random.Random) -> None:
        files = [reading.read(data, "run.json")]
        runs, problems = conversion.converted(files, source.choice((None, name)), with_content=source.random() < 0.5)
        if not runs and not problems:
            raise AssertionError("no run and no problem")
        for run in runs:
            if run.loaded.trace is None:
                raise AssertionError(f"what was made of it is no trace: {run.loaded.problems[:2]}")
            _used(run.loaded, None, source)

    return read


def _judge(loaded: Loaded, data: bytes, name: str) -> None:
    from fuzz_readers import located_in

    located_in(loaded.problems, name, data)
    if loaded.timeline is None and not loaded.faulty:
        raise AssertionError("no trace and no error")


def _used(loaded: Loaded, data: bytes | None, source: random.Random) -> None:
    timeline = loaded.timeline
    assert timeline is not None
    drawn = source.random()
    if drawn < 0.3:
        found = report(timeline, "run.json")
        as_json(found)
        comparison.as_text(comparison.by_file([found]))
    elif drawn < 0.5:
        for state in replay.states(timeline):
            playback_state.as_json(state)
    elif drawn < 0.6 and data is not None:
        from pipeline.traces.drawing import data as drawing
        from pipeline.traces.drawing import page

        page.text(timeline, drawing.document(data), loaded.problems)
    else:
        registry.writer(source.choice(registry.WRITERS)).text(timeline)


# -- tables and feeds


def of_table(table: object, source: random.Random) -> None:
    """Take a table for what it most likely is, and write all files of the new survey but the built ones."""
    from pipeline.founding import answers, guessing, importing, making, report

    today = TODAY
    guessed = guessing.guesses(table)  # type: ignore[arg-type]
    if not any(guess.role.kind == "title" for guess in guessed):
        return
    found = importing.imported(table, guessed, today)  # type: ignore[arg-type]
    report.summary(found)
    said = answers.Answers("A Survey", answers.author("Ana Vell"), (answers.field("topic x: one, two", lambda said: None),), today)
    try:
        files = list(making.files(said, found))
    except SurveyError as fault:
        if not str(fault).strip():
            raise AssertionError("refused without a word") from fault
        return
    if source.random() < 0.25:
        _accepted(files)


def _accepted(files: Sequence[tuple[str, str]]) -> None:
    """Raise where what was made of a table does not pass the rules that every survey is held to."""
    import tempfile

    from pipeline import checks

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in files:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(text.encode())
        problems = []  # type: ignore[var-annotated]
        corpus = Corpus.read(root, problems.append)
        problems += checks.problems(corpus, TODAY) if corpus is not None else []
        errors = [problem for problem in problems if problem.severity == "error"]
        if errors:
            raise AssertionError(f"what was made of it breaks a rule: {errors[0]}")


def of_feed(page: object) -> None:
    """Let the library read a page that was found good; it must see as many entries as were counted."""
    import feedparser

    content: bytes = page.content  # type: ignore[attr-defined]
    found = feedparser.parse(io.BytesIO(content))
    if len(found.entries) != page.entries:  # type: ignore[attr-defined]
        raise AssertionError(f"{page.entries} entries were counted, the library sees {len(found.entries)}")  # type: ignore[attr-defined]
