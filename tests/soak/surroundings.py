"""Other machines, locales, clocks, folders and checkouts: the same bytes, or one clear line.

The example survey stands for most; this survey itself is built in a few. SOAK_HASH_SEEDS says how many seeds of Python's hashes are tried.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import surveys
from outcome import HERE, ROOT, Outcome, size, source

REVERSED = {"PYTHONPATH": f"{HERE / 'reversed'}:{source()}"}
GIT = {
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2024-12-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2024-12-01T00:00:00Z",
}  # fmt: skip
EVERYWHERE: Mapping[str, Mapping[str, str]] = {
    "the C locale": {"LC_ALL": "C", "LANG": "", "PYTHONCOERCECLOCALE": "0"}, "no UTF-8 mode": {"PYTHONUTF8": "0", "LC_ALL": "POSIX"},
    "another encoding of streams": {"PYTHONIOENCODING": "latin-1"}, "far west": {"TZ": "Etc/GMT+12"},
    "far east": {"TZ": "Pacific/Kiritimati"}, "an unknown time zone": {"TZ": "Nowhere/Land"}, "the wrong way round": REVERSED,
    "no environment": dict.fromkeys(("LANG", "LC_ALL", "TERM", "USER"), ""), "a narrow terminal": {"COLUMNS": "20", "TERM": "dumb"},
    "optimized": {"PYTHONOPTIMIZE": "2"}, "warnings as errors": {"PYTHONWARNINGS": "error"},
    "a person's drawing style": {"MPLBACKEND": "agg", "MPLCONFIGDIR": str(HERE / "style")},
}  # fmt: skip
"""What may surround a command, by what it is called; an empty text takes a name away."""


def run(folder: Path) -> Outcome:
    """Try all of it."""
    outcome = Outcome()
    seeds = size("SOAK_HASH_SEEDS", 21)
    _same_everywhere(folder, seeds, outcome)
    _checkouts(folder, outcome)
    _present(folder, outcome)
    _made(folder, outcome)
    outcome.did = (
        f"{len(EVERYWHERE)} environments, {seeds} hash seeds, CRLF, blanks and accents in the path, worktree, shallow clone, no git, make: "
        f"{outcome.tried} comparisons"
    )
    return outcome


def _differing(found: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> list[str]:
    return sorted(path for path in {*found, *wanted} if found.get(path) != wanted.get(path))


def _said(root: Path, env: Mapping[str, str]) -> dict[str, str]:
    """Return what commands that write nothing say, by command."""
    calls = {
        "check": ("check", "--format", "json", "--root", str(root)), "stats": ("stats", "approach", "placement", "--root", str(root)),
        "export": ("export", "json", "--root", str(root)), "claims": ("claims", "--root", str(root)),
        "report": ("trace", "report", str(ROOT / "traces/examples/debate.json")),
    }  # fmt: skip
    runs = {name: surveys.masrl(*call, env=env) for name, call in calls.items()}
    return {name: f"{run.returncode}\n{run.stdout}\n{run.stderr}" for name, run in runs.items()}


def _same_everywhere(folder: Path, seeds: int, outcome: Outcome) -> None:
    root = surveys.frame(folder / "frame")
    began = shutil.copytree(root, folder / "began")
    built = surveys.masrl("build", "--root", str(root), env={"PYTHONHASHSEED": "0"})
    outcome.expect(built.returncode == 0, f"build: {surveys.shown(built)}")
    wanted, told = surveys.made(root), _said(root, {})
    several = {**EVERYWHERE, **{f"hash seed {seed}": {"PYTHONHASHSEED": str(seed)} for seed in range(1, seeds)}}
    for name, env in several.items():
        shutil.rmtree(root)
        shutil.copytree(began, root)
        built = surveys.masrl("build", "--root", str(root), env=env)
        if outcome.expect(built.returncode == 0 and not built.stderr, f"build in {name}: {surveys.shown(built)}"):
            outcome.expect(not (bad := _differing(surveys.made(root), wanted)), f"build in {name}: other bytes in {bad[:5]}")
        if not name.startswith("hash") and name != "a narrow terminal":
            other = {} if "seed" in name else _said(root, env)
            bad = [call for call, text in other.items() if text != told[call]]
            outcome.expect(not bad, f"{name}: {bad} say something else: {[other[call][-300:] for call in bad[:1]]}")


# -- checkouts


def _git(root: Path, *arguments: str) -> None:
    import os

    subprocess.run(["git", "-C", root, *arguments], env={**os.environ, **GIT}, check=True, capture_output=True)


def _commit(root: Path) -> None:
    _git(root, "add", "--all")
    _git(root, "commit", "--quiet", "--message", "x")


def _checkouts(folder: Path, outcome: Outcome) -> None:
    root = surveys.frame(folder / "repository")
    _git(root, "init", "--quiet", "--initial-branch", "main")
    _commit(root)
    entry = root / "corpus/pike2024tether.yaml"
    entry.write_text(entry.read_text(encoding="utf-8").replace("placement: turbine", "placement: blade"), encoding="utf-8")
    _commit(root)
    built = surveys.masrl("build", "--root", str(root))
    outcome.expect(built.returncode == 0, f"build in a repository: {surveys.shown(built)}")
    wanted, diff = surveys.made(root), surveys.masrl("diff", "HEAD~1", "--root", str(root)).stdout
    outcome.expect("Blade" in diff, f"diff in a repository: {diff[-300:]}")
    _git(root, "worktree", "add", "--quiet", "--detach", str(folder / "work tree"), "main")
    _git(folder, "clone", "--quiet", "--depth", "1", root.as_uri(), "shallow")
    _git(folder, "-c", "core.autocrlf=true", "clone", "--quiet", str(root), "crlf")
    outcome.expect(b"\r\n" in (folder / "crlf/survey/about.yaml").read_bytes(), "the CRLF checkout has no CRLF")
    accents = folder / "Ein Ort mit Blank & Ümläuten (日本) 'x'"
    shutil.copytree(
        root, accents, ignore=lambda _where, names: [name for name in names if name in wanted or name in ("site", "figures", "docs")]
    )
    for name, where in {
        "a worktree": "work tree",
        "a shallow clone": "shallow",
        "a CRLF checkout": "crlf",
        "a path with accents": accents.name,
    }.items():
        _built_there(name, folder / where, wanted, outcome)
    for name, where, good in (("a worktree", "work tree", True), ("a CRLF checkout", "crlf", True), ("a shallow clone", "shallow", False)):
        told = surveys.masrl("diff", "HEAD~1", "--root", str(folder / where))
        held = (told.returncode == 0 and told.stdout == diff) if good else surveys.is_clear(told) and "shallow" in told.stderr
        outcome.expect(held, f"diff in {name}: {surveys.shown(told)}")
        told = surveys.masrl("history", "papers", "--root", str(folder / where), "--revisions") if not good else None
        outcome.expect(told is None or surveys.is_clear(told), f"history in {name}: {surveys.shown(told) if told else ''}")
    _without_git(folder, root, wanted, outcome)


def _built_there(name: str, root: Path, wanted: Mapping[str, bytes], outcome: Outcome) -> None:
    """Build a survey from within its folder in the C locale, and by its name from elsewhere."""
    for env, cwd, arguments in (({"LC_ALL": "C"}, root, ()), ({}, None, ("--root", str(root)))):
        built = surveys.masrl("build", *arguments, env=env, cwd=cwd)
        found = {path: content for path, content in surveys.made(root).items() if path in wanted or path.startswith(("site/", "figures/"))}
        outcome.expect(built.returncode == 0 and not built.stderr, f"build in {name}: {surveys.shown(built)}")
        outcome.expect(not (bad := _differing(found, wanted)), f"build in {name}: other bytes in {bad[:5]}")
        checked = surveys.masrl("build", "--check", *arguments, env=env, cwd=cwd)
        outcome.expect(checked.returncode == 0, f"build --check in {name}: {surveys.shown(checked)}")


def _without_git(folder: Path, root: Path, wanted: Mapping[str, bytes], outcome: Outcome) -> None:
    alone = surveys.frame(folder / "no repository")
    for name, where, env in (
        ("without git", root, {"PATH": str(folder / "nothing")}),
        ("outside a repository", alone, {"GIT_CEILING_DIRECTORIES": str(folder)}),
    ):
        built = surveys.masrl("build", "--root", str(where), env=env)
        outcome.expect(built.returncode == 0 and not built.stderr, f"build {name}: {surveys.shown(built)}")
        if where == root:
            outcome.expect(not (bad := _differing(surveys.made(where), wanted)), f"build {name}: other bytes in {bad[:5]}")
        told = surveys.masrl("diff", "HEAD", "--root", str(where), env=env)
        outcome.expect(surveys.is_clear(told), f"diff {name}: {surveys.shown(told)}")
        checked = surveys.masrl("check", "--root", str(where), env=env)
        outcome.expect(checked.returncode == 0, f"check {name}: {surveys.shown(checked)}")


# -- this survey itself


def _present(folder: Path, outcome: Outcome) -> None:
    root = surveys.present(folder / "present")
    began = shutil.copytree(root, folder / "present-began")
    built = surveys.masrl("build", "--root", str(root))
    outcome.expect(built.returncode == 0, f"build of this survey: {surveys.shown(built)}")
    wanted = surveys.made(root)
    several = {
        "the C locale": {"LC_ALL": "C", "PYTHONHASHSEED": "1", "TZ": "Etc/GMT+12"},
        "the wrong way round": {**REVERSED, "PYTHONHASHSEED": "20", "TZ": "Pacific/Kiritimati"},
    }
    for name, env in several.items():
        shutil.rmtree(root)
        shutil.copytree(began, root)
        built = surveys.masrl("build", "--root", str(root), env=env)
        outcome.expect(built.returncode == 0 and not built.stderr, f"build of this survey in {name}: {surveys.shown(built)}")
        outcome.expect(not (bad := _differing(surveys.made(root), wanted)), f"build of this survey in {name}: other bytes in {bad[:5]}")


# -- make


def _made(folder: Path, outcome: Outcome) -> None:
    """Set the project up by its own Makefile in a folder with blanks and accents, as somebody does who has just cloned it."""
    clone = folder / "Mein Ordner é"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    for name in listed.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, clone / name)
    import os

    env = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    }
    done = subprocess.run(["make", "check", "build"], cwd=clone, env=env, capture_output=True, text=True, timeout=1_200, check=False)
    outcome.expect(done.returncode == 0, f"make in a folder with blanks: {done.stdout[-300:]}{done.stderr[-500:]}")
