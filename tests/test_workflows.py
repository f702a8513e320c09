"""The workflows: no right where code of strangers runs, no text of strangers in a shell, no action that can change."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from example_survey import example

from pipeline.submissions.forms import forms

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / ".github/workflows").glob("*.yml"))
NAMES = {"check.yml", "comment.yml", "form.yml", "main.yml", "release.yml", "weekly.yml"}
BIN = Path(sys.executable).parent


def texts() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in FILES}


def workflow(name: str) -> Any:
    """Return a workflow as GitHub reads it; YAML takes its key ``on`` for a truth value."""
    return yaml.safe_load(texts()[name])


def jobs() -> Iterator[tuple[str, str, Any]]:
    for name in texts():
        yield from ((name, job, content) for job, content in workflow(name)["jobs"].items())


def steps() -> Iterator[tuple[str, Any]]:
    for name, _, job in jobs():
        yield from ((name, step) for step in job["steps"])


def ran(*command: str | Path) -> str:
    """Return what a tool of the environment says; fail where it finds something or is not installed."""
    tool = BIN / command[0]
    assert tool.is_file(), f"{command[0]} is missing: it stands in requirements-dev.in"
    done = subprocess.run([tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_every_workflow_is_there() -> None:
    assert set(texts()) == NAMES


def test_nothing_runs_with_the_rights_of_the_base_on_code_of_a_fork() -> None:
    assert not [name for name, text in texts().items() if "pull_request_target" in text]


def test_a_pull_request_is_checked_without_rights() -> None:
    check = workflow("check.yml")
    assert check[True] == {"pull_request": None}
    assert check["permissions"] == {"contents": "read"}
    assert not [job for job in check["jobs"].values() if "permissions" in job or "environment" in job]
    assert "secrets." not in texts()["check.yml"]
    assert "github.token" not in texts()["check.yml"]


def test_every_workflow_says_which_rights_it_has_and_none_has_them_all() -> None:
    for name in NAMES - {"check.yml"}:
        assert workflow(name)["permissions"] == {}, name
    for name, job, content in jobs():
        rights = content.get("permissions", {})
        assert isinstance(rights, dict), f"{name}: {job}"
        assert name == "check.yml" or rights, f"{name}: {job} has no rights of its own"


def test_no_expression_stands_in_a_shell() -> None:
    """Titles, bodies, names of branches: a value reaches a script through its environment only."""
    assert not [(name, step["run"]) for name, step in steps() if "${{" in step.get("run", "")]


def test_every_action_is_pinned_to_a_commit_with_its_version_beside_it() -> None:
    used = [line.strip() for text in texts().values() for line in text.splitlines() if "uses:" in line]
    assert used
    for line in used:
        assert re.fullmatch(r"(?:- )?uses: actions/[a-z-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+", line), line


def test_one_action_has_one_commit_everywhere() -> None:
    pins = {match for text in texts().values() for match in re.findall(r"uses: (\S+)@(\S+)", text)}
    assert len({action for action, _ in pins}) == len(pins)


def test_no_token_is_left_on_disk() -> None:
    checkouts = [(name, step["with"].get("persist-credentials")) for name, step in steps() if "checkout" in step.get("uses", "")]
    assert {name for name, _ in checkouts} == NAMES
    assert {kept for _, kept in checkouts} == {False}


def test_what_comments_runs_the_code_of_the_main_branch() -> None:
    (job,) = workflow("comment.yml")["jobs"].values()
    assert job["steps"][0]["with"]["ref"] == "main"
    assert workflow("comment.yml")[True]["workflow_run"]["workflows"] == [workflow("check.yml")["name"]]
    assert not [step for step in job["steps"] if "download-artifact" in step.get("uses", "")]


def test_only_the_label_of_a_maintainer_opens_a_pull_request() -> None:
    form = workflow("form.yml")["jobs"]
    assert "github.event.label.name == 'approved'" in form["open"]["if"]
    assert form["answer"]["permissions"] == {"contents": "read", "issues": "write"}


def test_every_job_ends_in_time() -> None:
    assert not [(name, job) for name, job, content in jobs() if not content.get("timeout-minutes")]


def test_shell_steps_are_scripts_that_are_there() -> None:
    plain = {"make .venv/.run", "make .venv/.dev", "gh workflow run main.yml --ref main"}
    for name, step in steps():
        if (run := step.get("run", "").strip()) and run not in plain:
            script = ROOT / run.removeprefix("python3 ").split()[0]
            assert script.is_file(), f"{name}: {run}"
            assert script.suffix == ".py" or script.stat().st_mode & 0o111, f"{script} cannot be run"


def test_the_labels_of_the_forms_are_made_and_answered() -> None:
    made = set(re.findall(r"^([a-z-]+)\|", (ROOT / "scripts/labels.sh").read_text(encoding="utf-8"), re.MULTILINE))
    ids = {form.id for form in forms(example())}
    reports = set(workflow("weekly.yml")["jobs"]["report"]["strategy"]["matrix"]["report"])
    assert made == ids | reports | {"approved"}
    assert set(re.findall(r"labels\.\*\.name, '([a-z-]+)'", texts()["form.yml"])) == ids


def test_one_finding_is_ignored_and_the_reason_stands_beside_it() -> None:
    ignored = [(name, line) for name, text in texts().items() for line in text.splitlines() if "zizmor: ignore" in line]
    assert [name for name, _ in ignored] == ["comment.yml"]
    assert re.search(r"zizmor: ignore\[dangerous-triggers\] -- \w+", ignored[0][1])


def test_zizmor_finds_nothing() -> None:
    assert "No findings to report" in ran("zizmor", "--offline", "--no-progress", "--persona=pedantic", ".github/workflows")


def test_actionlint_finds_nothing() -> None:
    assert ran("actionlint", "-no-color", "-shellcheck", str(BIN / "shellcheck"), *(str(path) for path in FILES)) == ""


def test_shellcheck_finds_nothing() -> None:
    scripts = sorted((ROOT / "scripts").glob("*.sh"))
    assert scripts
    assert ran("shellcheck", *map(str, scripts), str(ROOT / ".ci/run")) == ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_github_would_take_the_workflows(path: Path) -> None:
    ran("check-jsonschema", "--builtin-schema", "vendor.github-workflows", path)
