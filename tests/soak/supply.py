"""What the project is made of and what is made of it.

Known faults of dependencies, their licenses, none of them unused or missing, and packages that run where there is no repository.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import environments
import licenses
import surveys
from outcome import HERE, ROOT, TESTS, Outcome


def run(folder: Path) -> Outcome:
    """Try all of it."""
    outcome = Outcome()
    told = [_audited(outcome), _licensed(outcome), _depended(folder, outcome), _packed(folder, outcome)]
    outcome.did = ", ".join(told)
    return outcome


# -- known faults


def _audited(outcome: Outcome) -> str:
    looked_at, pinned = 0, 0
    for name in licenses.LOCKS:
        pinned += len(licenses.pins(name))
        found, why = _audit(name)
        outcome.expect(not why, f"not audited: {name}: {why}")
        looked_at += len(found)
        for package in found:
            known = ", ".join(one["id"] for one in package["vulns"])
            outcome.expect(not known, f"{name}: {package['name']} {package['version']} has known faults: {known}")
    return f"{looked_at} of {pinned} pins audited" if looked_at else "not audited"


def _audit(name: str) -> tuple[list[dict[str, Any]], str]:
    """Return the packages of a lock that were looked up, and why not all of them were; an empty text where all were."""
    options = ("--disable-pip", "--no-deps", "--progress-spinner", "off", "--format", "json", "--timeout", "30")
    call = [sys.executable, "-m", "pip_audit", "--requirement", ROOT / name, *options]
    done = subprocess.run(call, capture_output=True, text=True, timeout=900, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return [], (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1][:300]
    found = [one for one in packages if "skip_reason" not in one]
    skipped = [one for one in packages if "skip_reason" in one]
    if skipped:
        first = f"{skipped[0]['name']}: {skipped[0]['skip_reason'][:120]}"
        return found, f"the advisory service did not know {len(skipped)} of {len(packages)} pins, first {first}"
    pinned = len(licenses.pins(name))
    return found, "" if len(found) == pinned else f"{len(found)} of {pinned} pins"


# -- licenses


def _licensed(outcome: Outcome) -> str:
    run, tools = licenses.needed(), licenses.tools()
    for packages, allowed in ((run, licenses.COMPATIBLE), (tools, licenses.USABLE)):
        for name in packages:
            said = licenses.license_of(name) or "a license that it does not name"
            outcome.expect(licenses.is_among(said, allowed), f"{name} is under {said}, which is not known to be compatible")
    held = licenses.PAGE.read_text(encoding="utf-8") if licenses.PAGE.exists() else ""
    outcome.expect(held == licenses.page(), "docs/licenses.md is not as the packages say: run python tests/soak/licenses.py")
    _pinned(run, outcome)
    return f"{len(run)} licenses of what runs and {len(tools)} of what tests it compatible and listed"


def _pinned(run: Mapping[str, str], outcome: Outcome) -> None:
    """Hold the locks against what is installed, whose licenses were read, and against what is needed."""
    for lock in licenses.LOCKS:
        other = [f"{name} {version}" for name, version in licenses.pins(lock).items() if metadata.version(name) != version]
        outcome.expect(not other, f"{lock}: not installed in this version: {', '.join(other)}")
    pinned = set(licenses.pins("requirements.lock"))
    always = {name for name, extra in run.items() if not extra}
    outcome.expect(always <= pinned, f"requirements.lock does not pin {', '.join(sorted(always - pinned))}")
    build = [line for line in (ROOT / "requirements-build.in").read_text(encoding="utf-8").splitlines() if line[:1].isalnum()]
    idle = pinned - always - licenses.brought_by(build)
    outcome.expect(not idle, f"requirements.lock pins what nothing needs: {', '.join(sorted(idle))}")


# -- dependencies


def _depended(folder: Path, outcome: Outcome) -> str:
    report = folder / "deptry.json"
    options = ("--config", str(ROOT / "pyproject.toml"), "--known-first-party", "pipeline", "--json-output", str(report))
    call = [sys.executable, "-m", "deptry", str(ROOT / "pipeline"), *options]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    found = json.loads(report.read_text(encoding="utf-8")) if report.exists() else None
    outcome.expect(found is not None, f"deptry: {done.stderr[-300:]}")
    for one in found or ():
        path = Path(one["location"]["file"])
        outcome.expect(False, f"{path.name}:{one['location']['line']}: {one['error']['code']}: {one['error']['message']}")
    return f"{len(list(environments.declared()))} dependencies used and declared"


# -- packages


def _packed(folder: Path, outcome: Outcome) -> str:
    for kind in ("wheel", "sdist"):
        done = _hatched(kind, ROOT, folder / "dist")
        outcome.expect(done.returncode == 0, f"{kind}: {done.stderr[-400:]}")
    wheels, archives = sorted((folder / "dist").glob("*.whl")), sorted((folder / "dist").glob("*.tar.gz"))
    if not outcome.expect(len(wheels) == len(archives) == 1, f"{len(wheels)} wheels and {len(archives)} archives were built"):
        return "nothing packed"
    inside = set(zipfile.ZipFile(wheels[0]).namelist())
    lacking = [name for name in surveys.in_repository("pipeline") if name not in inside]
    outcome.expect(not lacking, f"the wheel lacks {', '.join(lacking[:5])}")
    strange = [name for name in inside if not name.startswith(("pipeline/", "awesome_llm_mas_rl-")) or "__pycache__" in name]
    outcome.expect(not strange, f"the wheel holds {', '.join(strange[:5])}")
    source, again = _from_archive(folder, archives[0])
    outcome.expect(again == inside, "the wheel that the source archive makes holds other files than that of the repository")
    _run_elsewhere(folder, wheels[0], source, outcome)
    return f"wheel of {len(inside)} files and sdist built, installed and run outside the repository"


def _hatched(kind: str, where: Path, target: Path) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", target]
    return subprocess.run(call, cwd=where, capture_output=True, text=True, check=False)


def _from_archive(folder: Path, archive: Path) -> tuple[Path, set[str]]:
    """Return the folder of an unpacked source archive, and the names in the wheel that it makes."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    _hatched("wheel", source, folder / "again").check_returncode()
    (wheel,) = (folder / "again").glob("*.whl")
    return source, set(zipfile.ZipFile(wheel).namelist())


def _run_elsewhere(folder: Path, wheel: Path, source: Path, outcome: Outcome) -> None:
    """Install the wheel under the lock and run it with nothing of the repository in reach."""
    try:
        python = environments.fresh(folder / "venv", ["--requirement", str(ROOT / "requirements.lock")])
        environments.install(python, "--no-deps", "--no-index", str(wheel))
    except environments.Unmet as fault:
        outcome.expect(False, f"the wheel cannot be installed: {fault}")
        return
    away = _away(folder / "away")
    env = {"PYTHONPATH": "", "VIRTUAL_ENV": ""}
    for name, call in _CALLS.items():
        done = surveys.masrl(*call, env=env, cwd=away, command=(str(python.parent / "masrl"),))
        outcome.expect(done.returncode == 0, f"outside the repository: {name}: {surveys.shown(done)}")
    again = surveys.frame(folder / "again-built")
    here = surveys.masrl("build", "--root", str(again), env={"PYTHONPATH": str(source)})
    same = here.returncode == 0 and surveys.made(again) == surveys.made(away / "survey")
    outcome.expect(same, "the installed wheel builds other bytes than its source")
    call = [python, "-c", "import pipeline; print(pipeline.__file__)"]
    where = subprocess.run(call, cwd=away, capture_output=True, text=True, env={}, check=True).stdout
    outcome.expect(str(ROOT) not in where, f"what ran stands in the repository: {where}")


def _away(folder: Path) -> Path:
    """Return a folder with what the calls read."""
    surveys.frame(folder / "survey")
    shutil.copytree(ROOT / "traces" / "examples", folder / "traces")
    shutil.copytree(TESTS / "convert" / "otlp", folder / "otlp")
    shutil.copyfile(HERE / "seeds" / "papers.csv", folder / "papers.csv")
    return folder


_CALLS: Mapping[str, tuple[str, ...]] = {
    "version": ("--version",), "help": ("--help",), "check": ("check", "--root", "survey"), "build": ("build", "--root", "survey"),
    "claims": ("claims", "--root", "survey"),
    "trace check": ("trace", "check", *(f"traces/{path.name}" for path in sorted((ROOT / "traces/examples").iterdir()))),
    "trace report": ("trace", "report", "traces/debate.json"),
    "trace draw": ("trace", "draw", "traces/debate.json", "-o", "run.html"),
    "trace convert": ("trace", "convert", "otlp/agents.json"),
    "trace convert to dot": ("trace", "convert", "traces/debate.json", "--to", "dot"),
    "init": ("init", "new", "--from", "papers.csv", "--title", "A", "--author", "Ana Vell", "--yes"),
}  # fmt: skip
"""What is run in that folder, by what it is called."""
