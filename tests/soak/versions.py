"""The lowest and the highest versions of every dependency that pyproject.toml allows: the same records.

The same bytes are promised under the lock alone.
"""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

import environments
import surveys
from outcome import HERE, ROOT, TESTS, Outcome

FORMS = ("json", "csv-full", "csv-tags", "bibtex", "ris", "csl-json", "atom")


def run(folder: Path) -> Outcome:
    """Try both."""
    outcome, told = Outcome(), []
    lowest, missing = environments.lowest()
    outcome.expect(not missing, f"pyproject.toml names no lowest version of {', '.join(missing)}")
    wanted = _said(surveys.MASRL, folder / "lock", outcome)
    for name, packages in (("lowest", lowest), ("highest", environments.highest())):
        try:
            python = environments.fresh(folder / name / "venv", packages)
        except environments.Unmet as fault:
            outcome.expect(False, f"{name}: cannot be installed together: {fault}")
            continue
        found = _said(environments.masrl(python), folder / name, outcome)
        for what, text in wanted.items():
            outcome.expect(found.get(what) == text, f"{name}: {what} says something else: {_first(found.get(what, ''), text)}")
        told.append(f"{name} of {len(packages)} packages")
    outcome.did = f"{' and '.join(told) or 'nothing'}: {len(wanted)} records compared with those under the lock"
    return outcome


def _first(found: str, wanted: str) -> str:
    """Return the first line in which two texts differ."""
    lines = zip([*found.splitlines(), ""], [*wanted.splitlines(), ""], strict=False)
    return next((f"{one[:120]!r} for {other[:120]!r}" for one, other in lines if one != other), "its length")


def _said(command: tuple[str, ...], folder: Path, outcome: Outcome) -> dict[str, str]:
    """Return what commands say, by what was asked. A command that fails is a fault."""
    folder.mkdir(exist_ok=True)
    found = {}
    for what, call in _calls().items():
        done = surveys.masrl(*call, command=command)
        outcome.expect(done.returncode == 0, f"{folder.name}: {what}: {surveys.shown(done)}")
        found[what] = done.stdout
    for name in ("papers.csv", "references.bib", "awesome.md"):
        found[f"init from {name}"] = _founded(command, folder / name, name, outcome)
    root = surveys.frame(folder / "frame")
    built = surveys.masrl("build", "--root", str(root), command=command)
    outcome.expect(built.returncode == 0, f"{folder.name}: build: {surveys.shown(built)}")
    found["names of the files that are built"] = "\n".join(sorted(surveys.made(root)))
    table = surveys.masrl("export", "parquet", "--root", str(root), "-o", str(folder / "papers.parquet"), command=command)
    outcome.expect(table.returncode == 0, f"{folder.name}: export parquet: {surveys.shown(table)}")
    found["export parquet"] = _rows(folder / "papers.parquet")
    return found


@cache
def _calls() -> dict[str, tuple[str, ...]]:
    """Return what is asked of this survey and of the examples, by what it is called."""
    taxonomy = json.loads(surveys.masrl("export", "json", "--root", str(ROOT)).stdout)["taxonomy"]["fields"]
    names = [field["name"] for field in taxonomy]
    asked: dict[str, tuple[str, ...]] = {
        "check": ("check", "--format", "json"), "claims": ("claims",), "agreement": ("agreement",), "history": ("history", "papers"),
        **{f"stats {name}": ("stats", name) for name in names},
        **{f"stats {name} by {names[0]}": ("stats", names[0], name) for name in names[1:4]},
        **{f"export {form}": ("export", form) for form in FORMS},
    }  # fmt: skip
    return {
        **{what: (*call, "--root", str(ROOT)) for what, call in asked.items()},
        "trace check": ("trace", "check", *map(str, sorted((ROOT / "traces/examples").glob("*.json")))),
        "trace report": ("trace", "report", "--format", "json", str(ROOT / "traces/examples/debate.json")),
        "trace convert": ("trace", "convert", str(TESTS / "convert/otlp/agents.json")),
    }


def _rows(path: Path) -> str:
    import pyarrow.parquet

    return json.dumps(pyarrow.parquet.read_table(path).to_pylist(), default=str) if path.exists() else ""


def _founded(command: tuple[str, ...], root: Path, source: str, outcome: Outcome) -> str:
    """Return the data of a survey that is made of a list of others."""
    shutil.rmtree(root, ignore_errors=True)
    said = ("--title", "A", "--author", "Ana Vell", "--field", "topic x: one, two", "--yes")
    done = surveys.masrl("init", str(root), "--from", str(HERE / "seeds" / source), *said, command=command)
    outcome.expect(done.returncode == 0, f"{root.parent.name}: init from {source}: {surveys.shown(done)}")
    files = surveys.files(root) if root.exists() else {}
    return "\n".join(f"{path}\n{content.decode()}" for path, content in files.items() if path.split("/")[0] in surveys.DATA)
