"""Every command that a help text or a page shows, run as it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from arxiv_server import Server
from atom_server import Invented, serving
from test_git import commit, run

from pipeline.cli import COMMANDS, group, main
from pipeline.cli.trace_command import COMMANDS as TRACE_COMMANDS
from pipeline.corpus import Corpus
from pipeline.submissions.forms import forms

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "traces/README.md", "docs/queries.md", "docs/trace-metrics.md")
NOT_RUN = {
    "masrl build": "test_build.py makes and compares everything once",
    "masrl build --check": "likewise",
    "masrl candidates --interactive": "asks a person; test_cli_candidates.py runs it on a terminal",
    "masrl exclude 2605.01234": "asks a person; test_cli_exclude.py runs it on a terminal",
    "masrl init kites --from references.bib": "asks a person",
    "masrl links": "asks every host that the survey links to; test_metadata_links.py runs it on loopback",
    "masrl links --format markdown > issue.md": "likewise",
}
"""Shown commands that this file leaves to others, and why."""


def examples(*path: str) -> list[str]:
    """Return the lines of a help text's example, each with what it goes on with behind a backslash."""
    command: click.Command = group
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    text = re.search(r"Example: (.*?)(?:\n\s*\n|\n\s*Exit code|\Z)", command.help or "", re.DOTALL)
    lines = re.sub(r"\\\n\s*", "", text[1] if text else "").splitlines()
    return [line.strip() for line in lines if line.strip().startswith("masrl ")]


def on_pages() -> Iterator[str]:
    """Yield the commands in the code blocks and code spans of the pages; a name in capitals or alone names a command and is none."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in re.findall(r"```(?:sh)?\n(masrl .*?)```", text, re.DOTALL):
            yield from (re.split(r"\s+# ", line)[0].strip() for line in block.splitlines())
        yield from (
            span for span in re.findall(r"`(masrl (?:trace [a-z]+|(?!trace)[a-z]+) [^`]+)`", text) if not re.search(r"\b[A-Z]{2,}\b", span)
        )


def shown() -> list[str]:
    helps = [line for name in COMMANDS for line in examples(name)] + [line for name in TRACE_COMMANDS for line in examples("trace", name)]
    return list(dict.fromkeys((*helps, *(line for line in on_pages() if line.startswith("masrl ")))))


TABLE = "Title,Authors,Year,Venue,Link,Area\nA Box in the Wind,Ana Vell,2024,Kites,https://kites.example/1,lift; control\n"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the survey's data, two tags, and the files that the examples name."""
    root = tmp_path_factory.mktemp("stage") / "survey"
    for name in ("corpus", "exclusions", "survey", "traces"):
        shutil.copytree(ROOT / name, root / name)
    for source, name in PREPARED.items():
        (root / name).parent.mkdir(exist_ok=True)
        (shutil.copytree if (ROOT / source).is_dir() else shutil.copy)(ROOT / source, root / name)
    (root / "papers.csv").write_text(TABLE, encoding="utf-8")
    run(root.parent, "init", "--quiet", "--initial-branch", "main", str(root))
    commit(root, {"issue.md": filled()}, "2026-05-04")
    run(root, "tag", "v1.0")
    run(root, "tag", "v1.1")
    return root


PREPARED = {
    "arxiv.lock.json": "arxiv.lock.json", "traces/examples/swarm.json": "run.json",
    "tests/convert/claude_code/session-harbour.jsonl": "session.jsonl", "tests/convert/claude_code/session-harbour/subagents": "subagents",
    "tests/convert/otlp/agents.json": "spans.json", "tests/convert/who_when": "logs",
}  # fmt: skip
"""File or folder of this repository to what the examples call it."""


def filled() -> str:
    """Return a form as a person would have filled it in: the correction of one paper's venue."""
    asked = next(form for form in forms(Corpus.load(ROOT)) if form.id == "correction").questions
    answers = {"entry": "c3", "fact": "Venue", "value": "Journal of Ferries", "why": "Printed there in May."}
    return "\n\n".join(f"### {one.label}\n\n{answers.get(one.id, '_No response_')}" for one in asked)


@pytest.fixture(scope="module")
def arxiv() -> Iterator[Server]:
    """An arXiv that knows every record of the survey, and the paper that the examples add."""
    corpus = Corpus.load(ROOT)
    records = [(paper.arxiv_id, paper.title, tuple(map(str, paper.authors))) for paper in corpus.papers if paper.arxiv_id]
    records += [(exclusion.arxiv_id, exclusion.title, ("Ana Vell",)) for exclusion in corpus.exclusions if exclusion.arxiv_id]
    new = (Invented(name, f"Relay, Part {name[-1]}", published="2026-05-20") for name in ("2605.01234", "2601.00001"))
    with serving(*(Invented(*record) for record in records), *new) as server:
        yield server


@pytest.mark.parametrize("line", [line for line in shown() if line not in NOT_RUN])
def test_it_runs_as_it_is_shown(line: str, stage: Path, arxiv: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    run(stage, "checkout", "--quiet", "--force", "main")
    run(stage, "clean", "--quiet", "--force", "-d", "-x")
    monkeypatch.setenv("MASRL_ARXIV_ENDPOINT", arxiv.endpoint)
    if re.search(r"[|<>*]", line):
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=stage, env={"PATH": path}, capture_output=True, text=True)
        assert (done.returncode, done.stdout or "written") != (0, ""), line
        assert done.returncode == 0, done.stderr
        return
    if line.startswith("masrl fetch"):
        (stage / "arxiv.lock.json").unlink()  # the server sends every paper in its second version, which may be older than what is locked
    monkeypatch.chdir(stage)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    monkeypatch.setattr("sys.argv", shlex.split(line))
    with pytest.raises(SystemExit) as stop:
        main()
    assert not stop.value.code, line


def test_what_is_left_to_others_is_still_shown() -> None:
    assert set(NOT_RUN) <= set(shown())
