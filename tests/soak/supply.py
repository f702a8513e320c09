"""What the project is made of and what is made of it.

Known faults of dependencies, their licences, none of them unused or missing, and packages that run where there is no repository.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import environments
import licences
import surveys
from outcome import HERE, ROOT, TESTS, Outcome

LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-soak.lock")


def run(folder: Path) -> Outcome:
    """Try all of it."""
    outcome = Outcome()
    told = [_audited(outcome), _licensed(outcome), _depended(folder, outcome), _packed(folder, outcome)]
    outcome.did = ", ".join(told)
    return outcome


# -- known faults


def _audited(outcome: Outcome) -> str:
    looked_at = 0
    for name in LOCKS:
        found, why = _audit(name)
        outcome.expect(bool(found) and not why, f"not audited: {name}: {why}")
        looked_at += len(found)
        for package in found:
            known = ", ".join(one["id"] for one in package["vulns"])
            outcome.expect(not known, f"{name}: {package['name']} {package['version']} has known faults: {known}")
    return f"{looked_at} pins audited"


def _audit(name: str) -> tuple[list[dict[str, list[dict[str, str]]]], str]:
    """Return the packages of a lock that were looked up, and why not all of them were; an empty text where all were."""
    options = ("--disable-pip", "--no-deps", "--progress-spinner", "off", "--format", "json", "--timeout", "30")
    call = [sys.executable, "-m", "pip_audit", "--requirement", ROOT / name, *options]
    done = subprocess.run(call, capture_output=True, text=True, timeout=900, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return [], (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1][:300]
    skipped = [one for one in packages if "skip_reason" in one]
    pins = sum("==" in line for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#"))
    found = [one for one in packages if "skip_reason" not in one]
    if skipped:
        first = f"{skipped[0]['name']}: {skipped[0]['skip_reason'][:120]}"
        return found, f"of {pins} pins the advisory service did not know {len(skipped)}, first {first}"
    return found, "" if len(found) == pins else f"{len(found)} of {pins} pins"


# -- licences


def _licensed(outcome: Outcome) -> str:
    needed = licences.needed()
    for name in needed:
        said = licences.licence(name)
        outcome.expect(
            licences.is_compatible(said),
            f"{name} is under {said or 'a licence that it does not name'!r}, which is not known to be compatible",
        )
    held = licences.PAGE.read_text(encoding="utf-8") if licences.PAGE.exists() else ""
    outcome.expect(held == licences.page(), "docs/licences.md is not as the packages say: run python tests/soak/licences.py")
    pinned = {
        licences.name_of(line)
        for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
        if "==" in line and line[0].isalnum()
    }
    always = {name for name, extra in needed.items() if not extra}
    outcome.expect(always <= pinned, f"requirements.lock does not pin {', '.join(sorted(always - pinned))}")
    build = [line for line in (ROOT / "requirements-build.in").read_text(encoding="utf-8").splitlines() if line[:1].isalnum()]
    idle = pinned - always - licences.brought_by(build)
    outcome.expect(not idle, f"requirements.lock pins what nothing needs: {', '.join(sorted(idle))}")
    return f"{len(needed)} licences compatible and listed"


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
    target = folder / "dist"
    for kind in ("wheel", "sdist"):
        done = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", target],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        outcome.expect(done.returncode == 0, f"{kind}: {done.stderr[-400:]}")
    wheels, archives = sorted(target.glob("*.whl")), sorted(target.glob("*.tar.gz"))
    if not outcome.expect(len(wheels) == len(archives) == 1, f"{len(wheels)} wheels and {len(archives)} archives were built"):
        return "nothing packed"
    inside = set(zipfile.ZipFile(wheels[0]).namelist())
    lacking = [name for name in _files_of_the_package() if name not in inside]
    outcome.expect(not lacking, f"the wheel lacks {', '.join(lacking[:5])}")
    strange = [name for name in inside if not name.startswith(("pipeline/", "awesome_llm_mas_rl-")) or "__pycache__" in name]
    outcome.expect(not strange, f"the wheel holds {', '.join(strange[:5])}")
    source, again = _from_archive(folder, archives[0])
    outcome.expect(again == inside, "the wheel that the source archive makes holds other files than that of the repository")
    _run_elsewhere(folder, wheels[0], source, outcome)
    return f"wheel of {len(inside)} files and sdist built, installed and run outside the repository"


def _files_of_the_package() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "pipeline"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def _from_archive(folder: Path, archive: Path) -> tuple[Path, set[str]]:
    """Return the folder of an unpacked source archive, and the names in the wheel that it makes."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder / "again"],
        cwd=source,
        check=True,
        capture_output=True,
    )
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
    away = folder / "away"
    away.mkdir()
    command, env = (str(python.parent / "masrl"),), {"PYTHONPATH": "", "VIRTUAL_ENV": ""}
    shutil.copytree(ROOT / "traces" / "examples", away / "traces")
    shutil.copytree(TESTS / "convert" / "otlp", away / "otlp")
    shutil.copyfile(HERE / "seeds" / "papers.csv", away / "papers.csv")
    root, again = surveys.frame(away / "survey"), surveys.frame(folder / "again-built")
    calls: dict[str, tuple[str, ...]] = {
        "version": ("--version",), "help": ("--help",), "check": ("check", "--root", "survey"), "build": ("build", "--root", "survey"),
        "claims": ("claims", "--root", "survey"),
        "trace check": ("trace", "check", *(f"traces/{path.name}" for path in sorted((away / "traces").iterdir()))),
        "trace report": ("trace", "report", "traces/debate.json"),
        "trace draw": ("trace", "draw", "traces/debate.json", "-o", "run.html"),
        "trace convert": ("trace", "convert", "otlp/agents.json"),
        "trace convert to dot": ("trace", "convert", "traces/debate.json", "--to", "dot"),
        "init": ("init", "new", "--from", "papers.csv", "--title", "A", "--author", "Ana Vell", "--yes"),
    }  # fmt: skip
    for name, call in calls.items():
        done = surveys.masrl(*call, env=env, cwd=away, command=command)
        outcome.expect(done.returncode == 0, f"outside the repository: {name}: {surveys.shown(done)}")
    here = surveys.masrl("build", "--root", str(again), env={"PYTHONPATH": str(source)})
    outcome.expect(
        here.returncode == 0 and surveys.made(again) == surveys.made(root), "the installed wheel builds other bytes than its source"
    )
    where = subprocess.run(
        [python, "-c", "import pipeline; print(pipeline.__file__)"], cwd=away, capture_output=True, text=True, env={}, check=True
    ).stdout
    outcome.expect(str(ROOT) not in where, f"what ran stands in the repository: {where}")
