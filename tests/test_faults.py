"""Each YAML file below ``tests/faults`` is a bad input, and the ``.expected`` file beside it holds what must be said of it.

The frame is the invented survey in ``tests/example``: a case of ``paper/`` stands there as ``corpus/vell2025relay.yaml``,
one of ``exclusion/`` as ``exclusions/E901.yaml``, and one of ``survey/NAME/`` in the place of ``survey/NAME.yaml``. What is
expected are all problems of that one file, in order: ``line:column: code: field: message``, with the severity before the
code where it is no error, then the nearest value and the hint where there are any. Of survey files no notices are expected.
A case whose name begins with ``good`` is no fault, and so nothing is said of it.
"""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from pipeline import checks
from pipeline.corpus import Corpus
from pipeline.errors import Problem, in_reading_order

HERE = Path(__file__).parent
FAULTS = HERE / "faults"
TODAY = date(2024, 12, 1)
PLACES = {"paper": "corpus/vell2025relay.yaml", "exclusion": "exclusions/E901.yaml"}
KINDS = (*PLACES, "survey")
CASES = sorted(path.relative_to(FAULTS).as_posix() for kind in KINDS for path in (FAULTS / kind).rglob("*.yaml"))


@pytest.fixture(scope="module")
def frame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the example survey, which each case leaves as it was."""
    return Path(shutil.copytree(HERE / "example", tmp_path_factory.mktemp("faults") / "survey"))


def told(problem: Problem) -> str:
    severity = "" if problem.severity == "error" else problem.severity
    head = ": ".join(part for part in (severity, problem.code, problem.field, problem.message) if part)
    lines = [f"{problem.place.line}:{problem.place.column}: {head}"]
    lines += [f"    nearest {problem.nearest}"] if problem.nearest else []
    lines += [f"    hint {problem.hint}"] if problem.hint else []
    return "\n".join(lines)


def problems_of(case: str, frame: Path) -> list[Problem]:
    """Return the problems of a case's file once it stands in its place."""
    kind, *rest = case.split("/")
    name = PLACES.get(kind) or f"survey/{rest[0]}.yaml"
    path = frame / name
    before = path.read_bytes() if path.exists() else None
    shutil.copyfile(FAULTS / case, path)
    try:
        found: list[Problem] = []
        corpus = Corpus.read(frame, found.append)
        if corpus is not None:
            found.extend(checks.problems(corpus, TODAY))
    finally:
        path.unlink() if before is None else path.write_bytes(before)
    wanted = [problem for problem in found if problem.place.path == name and (kind != "survey" or problem.severity != "notice")]
    return in_reading_order(wanted)


@pytest.mark.parametrize("case", CASES)
def test_what_is_said_of_a_bad_file_is_what_stands_beside_it(case: str, frame: Path) -> None:
    expected = (FAULTS / case).with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    assert "\n".join(map(told, problems_of(case, frame))).splitlines() == expected


def test_every_expectation_has_its_case() -> None:
    expected = {path.with_suffix(".yaml") for kind in KINDS for path in (FAULTS / kind).rglob("*.expected")}
    assert expected == {FAULTS / case for case in CASES}


def test_the_frame_itself_is_clean(frame: Path) -> None:
    found: list[Problem] = []
    corpus = Corpus.read(frame, found.append)
    assert corpus is not None
    found.extend(checks.problems(corpus, TODAY))
    assert [problem for problem in found if problem.severity != "notice"] == []


@pytest.mark.parametrize("case", [case for case in CASES if "/good" in case])
def test_a_good_case_expects_nothing(case: str) -> None:
    assert (FAULTS / case).with_suffix(".expected").read_text(encoding="utf-8") == ""
