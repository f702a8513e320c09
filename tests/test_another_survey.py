"""The pipeline serves any survey: every command runs in the invented one and in one that was just made, and nothing of the present
survey stands in the code or in what is made for another.
"""

from __future__ import annotations

import ast
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from atom_server import Invented, serving
from example_survey import ROOT as EXAMPLE
from founding_lists import crafts_csv, sensing_markdown
from founding_run import init, run, written

from pipeline.cli import COMMANDS
from pipeline.corpus import Corpus
from pipeline.outputs.exports import FORMATS, OPTIONAL
from pipeline.submissions.forms import NEW, forms

pytestmark = pytest.mark.thorough

HOME = Path(__file__).parent.parent
SURVEYS = ("example", "made", "begun")


@pytest.fixture(scope="module")
def surveys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the invented survey, one made of a list and one of answers alone, each in a git repository."""
    folder = tmp_path_factory.mktemp("surveys")
    shutil.copytree(EXAMPLE, folder / "example")
    assert run("build", "--root", str(folder / "example")) == 0
    assert init(folder / "made", written(folder, "list.md", sensing_markdown())) == 0
    assert run("init", str(folder / "begun"), "--title", "Kites", "--author", "Ana Vell", "--field", "shape (many): box, delta") == 0
    for name in SURVEYS:
        for arguments in (
            ["init", "-q", "-b", "main"],
            ["add", "."],
            ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "x"],
        ):
            subprocess.run(["git", *arguments], cwd=folder / name, check=True)
    return folder


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no command reach another machine."""
    asked = socket.getaddrinfo

    def resolved(host: str, *more: object, **named: object) -> object:
        if host not in ("127.0.0.1", "localhost"):
            raise socket.gaierror(socket.EAI_NONAME, "nobody is asked")
        return asked(host, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture(params=SURVEYS)
def root(request: pytest.FixtureRequest, surveys: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(surveys / request.param, tmp_path / "survey"))


@pytest.fixture
def arxiv(root: Path) -> Iterator[str]:
    corpus = Corpus.load(root)
    known = [Invented(paper.arxiv_id, paper.title, tuple(map(str, paper.authors)), f"{paper.year}-01-02") for paper in corpus.papers]
    logged = [Invented(exclusion.arxiv_id, exclusion.title) for exclusion in corpus.exclusions]
    with serving(*(one for one in (*known, *logged) if one.id)) as server:
        yield server.endpoint


def calls(root: Path, arxiv: str, folder: Path) -> dict[str, list[list[str]]]:
    """Return the ways in which each command is called, in an order in which they can be."""
    corpus = Corpus.load(root)
    field = next(iter(corpus.taxonomy))
    pair = [one.name for one in corpus.taxonomy][:2]
    condition = f"{field.name}={field.values[0].name}"
    server = ["--endpoint", arxiv, "--delay", "0"]
    stage, code = (corpus.taxonomy.exclusion[name].values[0].name for name in ("stage", "reason_codes"))
    required = [f"--tag={one.name}={one.values[0].name}" for one in corpus.taxonomy.required]
    logged = [
        "--stage",
        stage,
        "--reason-code",
        code,
        "--reason",
        "Tried out.",
        "--source",
        "A friend",
        "--query-family",
        corpus.protocol.logged_families[0],
    ]
    new = "https://example.org/one-more"
    last = f"E{max((int(one.id[1:]) for one in corpus.exclusions), default=0) + 1:03d}"
    return {
        "check": [["--strict"], ["--format", "json"], ["--format", "github", "--notices"]],
        "build": [["--check"], []],
        "stats": [[], [field.name, "--format", "latex"], [*pair, "--margins"], ["exclusions"], ["exclusions.reason_codes"]],
        "list": [[], ["--where", condition, "--format", "json"]],
        "claims": [[], ["--sensitivity"], ["--format", "json"]],
        "agreement": [[], ["--format", "json"]],
        "history": [["papers"], [condition, "--revisions"], [field.name, "--format", "csv"]],
        "diff": [["HEAD"], ["HEAD", "HEAD", "--format", "json"]],
        "form": [[str(filled_in(corpus, folder))]],
        "export": [[], *([form, "-o", str(folder / form)] for form in FORMATS if form not in OPTIONAL)],
        "init": [],  # makes surveys; the other tests here and those of its own call it
        "candidates": [[*server, "--since", "2020-01-01"]],
        "add": [["--offline", "--dry-run", "--title", "One More", new]],
        "exclude": [["--offline", "--title", "One More", *logged, new]],
        "promote": [["--offline", "--dry-run", "--because", "tried out", *required, last]],
        "fetch": [server],
        "drift": [[], ["--format", "json"]],
        "links": [["--delay", "0", "--pause", "0"]],
        "trace": [],  # knows nothing of a survey
    }  # fmt: skip


def filled_in(corpus: Corpus, folder: Path) -> Path:
    """Return a file with the form for a new paper as a reader of the survey would fill it in."""
    form = next(one for one in forms(corpus) if one.id == NEW)
    known = {
        "title": "Bells on a Buoy",
        "authors": "Ina Wren\nde la Mare, Jun",
        "year": "2024",
        "venue": "arXiv",
        "links": "https://example.org/bells",
    }
    answers = {one.id: known.get(one.id) or next(iter(one.options), "") for one in form.questions}
    path = folder / "issue.md"
    path.write_text("\n\n".join(f"### {one.label}\n\n{answers[one.id] or '_No response_'}" for one in form.questions), encoding="utf-8")
    return path


NOTHING_TO_DO = {"fetch": "no record of the survey has an arXiv id", "drift": "nothing could be compared"}
"""What commands say, with exit code 1, that have nothing to look at in a survey without arXiv ids."""
CUT_OFF = {"links": "there is no network"}
"""What commands say, with exit code 1, that asked other machines than those which the tests are."""


def test_every_command_runs_in_any_survey(root: Path, arxiv: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    wanted = calls(root, arxiv, tmp_path)
    assert set(wanted) == set(COMMANDS)
    without_ids = not any(paper.arxiv_id for paper in Corpus.load(root).papers)
    for name, ways in wanted.items():
        for arguments in ways:
            code, said = run(name, "--root", str(root), *arguments), capsys.readouterr()
            idle = without_ids and name in NOTHING_TO_DO and code == 1 and NOTHING_TO_DO[name] in said.err
            idle |= name in CUT_OFF and code == 1 and CUT_OFF[name] in said.err
            assert code == 0 or idle, (name, arguments, said)
            assert "Traceback" not in said.err
            assert said.out or said.err or "-o" in arguments, (name, arguments)


# -- the code


ORDINARY = {
    "agent", "broad", "category", "coverage", "message", "no", "none", "openreview", "preprint", "research", "role", "scenario", "strict",
    "survey", "team", "yes",
}  # fmt: skip
"""Words of English or of file formats that a field or value of the present survey happens to be called by. In the code they are
section names of survey files (coverage, broad, strict, scenario), keys of formats (role and category of Atom and Frictionless, message
of CITATION.cff), forms of names (team), kinds of venues (preprint, openreview, research), switches (yes, no, none), the folder survey/,
and the noun that figures of scale count (agent)."""
SINGLE = {
    "founding/item_texts.py": {"web", "benchmark", "full"},
    "identifiers/arxiv_ids.py": {"math"},
    "outputs/site/citation_scripts.py": {"shared"},
    "outputs/site/facets.py": {"shared"},
}
"""Further ones that stand in one module only: texts of links in lists, an archive of arXiv, and the name of what scripts share."""
STRUCTURAL = {"stage", "reason_codes"}
"""Fields of the exclusion log that records of any survey have; only their values are a survey's own."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each string of a module with its line, but for docstrings and the strings under fields: they may name an example."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = (body for node in ast.walk(tree) if isinstance(body := getattr(node, "body", None), list))
    spoken = {id(one.value) for body in bodies for one in body if isinstance(one, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken:
            yield node.lineno, node.value


def vocabulary() -> set[str]:
    """Return what the present survey calls its fields, their values and the levels of these, but for single letters and ``E1``."""
    taxonomy = Corpus.load(HOME).taxonomy
    fields = (*taxonomy, *taxonomy.exclusion.values())
    names = {name for field in fields for name in (field.name, *field.by_name, *field.level_by_name)}
    return {name for name in names if len(name) > 2 or name.islower()}


def test_no_string_outside_the_wing_of_traces_names_a_field_or_a_value_of_the_present_survey():
    names = vocabulary()
    assert names >= ORDINARY
    assert len(names) > 100
    found = [
        f"{path.relative_to(HOME)}:{line}: {name}"
        for path in sorted((HOME / "pipeline").rglob("*.py"))
        if "traces" not in path.parts
        for line, text in texts(path)
        for name in sorted(names - ORDINARY - STRUCTURAL - SINGLE.get(path.relative_to(HOME / "pipeline").as_posix(), set()))
        if text == name or ("_" in name and re.search(rf"(?<![A-Za-z0-9_]){name}(?![A-Za-z0-9_])", text))
    ]
    assert found == []


def test_the_search_would_find_a_name(tmp_path: Path):
    (tmp_path / "x.py").write_text(
        '"""A module: credit_granularity."""\nKIND = "credit_granularity"\ndef f():\n    """reward_type"""\n'
        '    return f"by {KIND} reward_type"\n'
    )
    assert [text for _, text in texts(tmp_path / "x.py")] == ["credit_granularity", "by ", " reward_type"]


# -- what is made


def test_a_new_survey_holds_no_word_of_the_present_one(surveys: Path, tmp_path: Path):
    assert init(tmp_path / "crafts", written(tmp_path, "crafts.csv", crafts_csv(40))) == 0
    present = Corpus.load(HOME)
    about = present.about
    words = {
        about.name,
        about.title,
        str(about.author),
        about.author.family + ",",
        about.arxiv_id,
        about.description[:60],
    }
    words |= {paper.title for paper in present.papers} | {paper.key for paper in present.papers if len(paper.key) > 8}
    words |= {str(author) for paper in present.papers for author in paper.authors if len(str(author)) > 8}
    words |= {name for name in vocabulary() if "_" in name} - STRUCTURAL
    words |= {one.label for field in present.taxonomy for one in (field, *field.values) if len(one.label.split()) > 1} - {"Not applicable"}
    words |= {value.definition for field in present.taxonomy for value in field.values}
    words |= {"LLM", "orchestrat", "multi-agent", "reinforcement", "GitHub Copilot"}
    found = {
        (root.name, word)
        for root in (surveys / "made", surveys / "begun", tmp_path / "crafts")
        for word in words
        if word in everything(root)
    }
    assert found == set()
    for root in (surveys / "made", surveys / "begun", tmp_path / "crafts"):
        files = [path for path in root.rglob("*") if path.is_file() and ".git" not in path.relative_to(root).parts[:1]]
        named = {path.name for path in files if b"awesome-llm-mas-rl" in path.read_bytes()}
        assert named == {"Makefile", "CONTRIBUTING.md"}  # where they say what the command is part of


@cache
def everything(root: Path) -> str:
    """Return the names and the content of all files below a folder, git's own apart, as one text."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.relative_to(root).parts[:1]]
    return "\0".join(f"{path.relative_to(root)}\0{path.read_bytes().decode('utf-8', 'replace')}" for path in files)
