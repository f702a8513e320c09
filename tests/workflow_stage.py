"""A stage for the workflows' scripts: the invented survey in a repository with a remote, and a ``gh`` that writes down what it is asked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from example_survey import copied
from test_git import commit, run

from pipeline import reuse

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "scripts"
GH = f"""#!{sys.executable}
import json, os, pathlib, sys
folder = pathlib.Path(os.environ["STAGE"])
sent = sys.stdin.read() if "-" in sys.argv else ""
with (folder / "calls").open("a") as file:
    file.write(json.dumps([sys.argv[1:], sent]) + "\\n")
for part, answer, code in json.loads((folder / "answers").read_text()):
    if part in " ".join(sys.argv[1:]):
        if isinstance(answer, dict):
            for name, text in answer.items():
                pathlib.Path(sys.argv[sys.argv.index("--dir") + 1], name).write_text(text)
        else:
            print(answer)
        sys.exit(code)
"""


OUTPUTS = """\
figures:
  screening:
    kind: flow
    title: "{screened} records"
tables:
  approaches:
    kind: counts
    fields: [approach]
    title: Approaches
readme:
  group_by: approach
  chips: [placement]
  maps: [screening]
  coverage: [screening]
columns:
  key: {from: key}
"""
"""Little to build, since every test builds it."""


def template(folder: Path) -> Path:
    """Return a folder for ``Stage`` to copy: the invented survey with little to build, built and committed, and its remote."""
    root = copied(folder).rename(folder / "survey")
    (root / "survey/outputs.yaml").write_text(OUTPUTS, encoding="utf-8")
    (root / ".gitattributes").write_text("* text=auto eol=lf\n", encoding="utf-8")
    around = {**os.environ, "XDG_CACHE_HOME": str(folder / ".cache")}
    subprocess.run([Path(sys.executable).parent / "masrl", "build"], cwd=root, env=around, check=True, capture_output=True)
    run(folder, "init", "--quiet", "--bare", "--initial-branch", "main", "remote.git")
    run(root, "init", "--quiet", "--initial-branch", "main")
    run(root, "remote", "add", "origin", "../remote.git")
    commit(root, {}, "2024-12-01")
    run(root, "push", "--quiet", "origin", "main")
    (folder / "bin").mkdir()
    (folder / "bin/gh").write_text(GH, encoding="utf-8")
    (folder / "bin/gh").chmod(0o755)
    return folder


def index_name(root: Path) -> str:
    """Return the name of the file in which the builds of a survey are noted."""
    path = reuse.place(root)
    assert path is not None
    return path.name


class Done(NamedTuple):
    """What a script did."""

    code: int
    out: str
    err: str


class Stage:
    """A clone of a remote that holds the invented survey, built, and a folder with the stand-in for ``gh``."""

    def __init__(self, folder: Path, template: Path) -> None:
        self.folder = Path(shutil.copytree(template, folder / "stage"))
        self.root, self.remote = self.folder / "survey", self.folder / "remote.git"
        self._know_the_last_build(template / "survey")
        self.answers: list[tuple[str, str | dict[str, str], int]] = []

    def _know_the_last_build(self, template: Path) -> None:
        """Let builds here take over what the template's left, as a second build of one clone does."""
        caches = self.folder / ".cache/masrl"
        (caches / index_name(template)).rename(caches / index_name(self.root))

    def masrl(self, *arguments: str) -> str:
        """Run the command line in the clone."""
        command = [Path(sys.executable).parent / "masrl", *arguments]
        around = {**os.environ, "XDG_CACHE_HOME": str(self.folder / ".cache")}
        return subprocess.run(command, cwd=self.root, env=around, check=True, capture_output=True, text=True).stdout

    def script(self, name: str, *arguments: str, **environment: str) -> Done:
        """Run a script as a workflow does, in the clone."""
        (self.folder / "answers").write_text(json.dumps(self.answers), encoding="utf-8")
        around = {
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "STAGE": str(self.folder), "HOME": str(self.folder),
            "GITHUB_REPOSITORY": "someone/survey", "MASRL": str(Path(sys.executable).parent / "masrl"), "PYTHON": sys.executable,
            "TMPDIR": str(self.folder), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **environment,
        }  # fmt: skip
        command = [sys.executable, SCRIPTS / name] if name.endswith(".py") else [SCRIPTS / name]
        done = subprocess.run([*command, *arguments], cwd=self.root, env=around, capture_output=True, text=True, check=False)
        return Done(done.returncode, done.stdout, done.stderr)

    def event(self, body: str | None) -> str:
        """Return the path of the file in which GitHub tells of an issue with a text."""
        path = self.folder / "event.json"
        path.write_text(json.dumps({"action": "opened", "issue": {"number": 12, "body": body}}), encoding="utf-8")
        return str(path)

    @property
    def calls(self) -> list[tuple[list[str], str]]:
        """What ``gh`` was asked: arguments and what came on standard input."""
        path = self.folder / "calls"
        return [tuple(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []

    def sent(self, part: str) -> list[Any]:
        """Return the JSON that was sent in calls whose arguments hold a text."""
        return [json.loads(sent) for arguments, sent in self.calls if part in " ".join(arguments) and sent]

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace a text in a file of the clone."""
        text = (self.root / path).read_text(encoding="utf-8")
        assert old in text
        (self.root / path).write_text(text.replace(old, new), encoding="utf-8")

    def append(self, path: str, text: str) -> None:
        """Write a text behind what a file of the clone holds."""
        with (self.root / path).open("a", encoding="utf-8") as file:
            file.write(text)

    def pull_request(self, number: int) -> str:
        """Commit what was edited to a branch, offer it at the remote as GitHub does, merge it as GitHub does, and return its commit."""
        run(self.root, "switch", "--quiet", "--create", f"change-{number}")
        head = commit(self.root, {}, "2024-12-02")
        run(self.root, "push", "--quiet", "origin", f"HEAD:refs/pull/{number}/head")
        run(self.root, "switch", "--quiet", "main")
        return head

    def merged(self, head: str) -> None:
        """Check out the merge of a pull request's commit into main, of which the first parent is main."""
        run(self.root, "switch", "--quiet", "--detach", "main")
        run(self.root, "merge", "--quiet", "--no-ff", "--message", "merge", head)

    def add_entry(self, key: str, title: str) -> None:
        """Write a further good entry into the clone."""
        path = self.root / "corpus/weir2020overview.yaml"
        text = path.read_text(encoding="utf-8").replace("An Overview of Ears Under Water", title)
        (self.root / f"corpus/{key}.yaml").write_text(
            text.replace("https://example.org/overview", f"https://example.org/{key}"), encoding="utf-8"
        )


def copy_of(stage: Stage, folder: Path) -> Path:
    """Return another clone of the remote."""
    run(folder, "clone", "--quiet", str(stage.remote), "other")
    return folder / "other"
