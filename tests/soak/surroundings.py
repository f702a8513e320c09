"""Other machines, locales, clocks, folders and checkouts: the same bytes, or one clear line.

The example survey stands for most; this survey itself is built in a few. SOAK_HASH_SEEDS says how many seeds of Python's hashes are tried,
SOAK_STEPS names the steps that are taken, SOAK_CASES says how many environments and checkouts are.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import surveys
from outcome import HERE, ROOT, Outcome, chosen, size, some, source

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
}  # fmt: skip
"""What may surround a command, by what it is called; an empty text takes a name away."""
STYLED = "a person's drawing style"


def run(folder: Path) -> Outcome:
    """Try all of it."""
    outcome = Outcome()
    told = [_STEPS[name](folder, outcome) for name in chosen(_STEPS)]
    outcome.did = f"{', '.join(told)}: {outcome.tried} comparisons"
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
    runs = {name: surveys.masrl(*call, env=env) for name, call in some(calls.items())}
    return {name: f"{run.returncode}\n{run.stdout}\n{run.stderr}" for name, run in runs.items()}


def _same_everywhere(folder: Path, outcome: Outcome) -> str:
    seeds = size("SOAK_HASH_SEEDS", 21)
    root = surveys.frame(folder / "frame")
    began = shutil.copytree(root, folder / "began")
    built = surveys.masrl("build", "--root", str(root), env={"PYTHONHASHSEED": "0"})
    outcome.expect(built.returncode == 0, f"build: {surveys.shown(built)}")
    wanted, told = surveys.made(root), _said(root, {})
    style = shutil.copytree(HERE / "style", folder / "style")  # matplotlib writes into it
    several = dict(some({**EVERYWHERE, STYLED: {"MPLBACKEND": "agg", "MPLCONFIGDIR": str(style)}}.items()))
    for name, env in several.items():
        _built_anew(f"build in {name}", root, began, env, wanted, outcome)
        if name != "a narrow terminal":
            other = _said(root, env)
            bad = [call for call, text in other.items() if text != told[call]]
            outcome.expect(not bad, f"{name}: {bad} say something else: {[other[call][-300:] for call in bad[:1]]}")
    for seed in range(1, seeds):
        _built_anew(f"build with hash seed {seed}", root, began, {"PYTHONHASHSEED": str(seed)}, wanted, outcome)
    return f"{len(several)} environments, {seeds} hash seeds"


def _built_anew(what: str, root: Path, began: Path, env: Mapping[str, str], wanted: Mapping[str, bytes], outcome: Outcome) -> None:
    """Build a survey from its data alone, and hold it against the bytes that are wanted."""
    shutil.rmtree(root)
    shutil.copytree(began, root)
    built = surveys.masrl("build", "--root", str(root), env=env)
    if outcome.expect(built.returncode == 0 and not built.stderr, f"{what}: {surveys.shown(built)}"):
        outcome.expect(not (bad := _differing(surveys.made(root), wanted)), f"{what}: other bytes in {bad[:5]}")


# -- checkouts


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", root, *arguments], env={**os.environ, **GIT}, check=True, capture_output=True)


def _commit(root: Path) -> None:
    _git(root, "add", "--all")
    _git(root, "commit", "--quiet", "--message", "x")


def _checkouts(folder: Path, outcome: Outcome) -> str:
    root = _repository(folder / "repository")
    built = surveys.masrl("build", "--root", str(root))
    outcome.expect(built.returncode == 0, f"build in a repository: {surveys.shown(built)}")
    wanted = surveys.made(root)
    copies = some(_copies(folder, root, set(wanted)).items())
    for name, where in copies:
        _built_there(name, folder / where, wanted, outcome)
    outcome.expect(b"\r\n" in (folder / "crlf/survey/about.yaml").read_bytes(), "the CRLF checkout has no CRLF")
    _compared(folder, root, outcome)
    _without_git(folder, root, wanted, outcome)
    return f"{', '.join(name for name, _ in copies)}, no git"


def _repository(root: Path) -> Path:
    """Return a repository of two commits, of which the second changes a tag."""
    surveys.frame(root)
    _git(root, "init", "--quiet", "--initial-branch", "main")
    _commit(root)
    entry = root / "corpus/pike2024tether.yaml"
    entry.write_text(entry.read_text(encoding="utf-8").replace("placement: turbine", "placement: blade"), encoding="utf-8")
    _commit(root)
    return root


def _copies(folder: Path, root: Path, made: set[str]) -> Mapping[str, str]:
    """Check a repository out in other ways, and return the name of each folder by the way."""
    _git(root, "worktree", "add", "--quiet", "--detach", str(folder / "work tree"), "main")
    _git(folder, "clone", "--quiet", "--depth", "1", root.as_uri(), "shallow")
    _git(folder, "-c", "core.autocrlf=true", "clone", "--quiet", str(root), "crlf")
    accents = "Ein Ort mit Blank & Ümläuten (日本) 'x'"
    left_out = {*made, "site", "figures", "docs"}
    shutil.copytree(root, folder / accents, ignore=lambda _where, names: left_out.intersection(names))
    return {"a worktree": "work tree", "a shallow clone": "shallow", "a CRLF checkout": "crlf", "a path with accents": accents}


def _compared(folder: Path, root: Path, outcome: Outcome) -> None:
    """Compare with the commit before: the same everywhere, and one clear line where that commit is not at hand."""
    wanted = surveys.masrl("diff", "HEAD~1", "--root", str(root)).stdout
    outcome.expect("Blade" in wanted, f"diff in a repository: {wanted[-300:]}")
    for name, where in some((("a worktree", "work tree"), ("a CRLF checkout", "crlf"))):
        told = surveys.masrl("diff", "HEAD~1", "--root", str(folder / where))
        outcome.expect(told.returncode == 0 and told.stdout == wanted, f"diff in {name}: {surveys.shown(told)}")
    shallow = str(folder / "shallow")
    told = surveys.masrl("diff", "HEAD~1", "--root", shallow)
    outcome.expect(surveys.is_clear(told) and "shallow" in told.stderr, f"diff in a shallow clone: {surveys.shown(told)}")
    told = surveys.masrl("history", "papers", "--root", shallow, "--revisions")
    outcome.expect(surveys.is_clear(told), f"history in a shallow clone: {surveys.shown(told)}")


def _built_there(name: str, root: Path, wanted: Mapping[str, bytes], outcome: Outcome) -> None:
    """Build a survey from within its folder in the C locale, and by its name from elsewhere."""
    ways: list[tuple[dict[str, str], Path | None, tuple[str, ...]]] = [({"LC_ALL": "C"}, root, ()), ({}, None, ("--root", str(root)))]
    for env, cwd, arguments in some(ways):
        built = surveys.masrl("build", *arguments, env=env, cwd=cwd)
        found = {path: content for path, content in surveys.made(root).items() if path in wanted or path.startswith(("site/", "figures/"))}
        outcome.expect(built.returncode == 0 and not built.stderr, f"build in {name}: {surveys.shown(built)}")
        outcome.expect(not (bad := _differing(found, wanted)), f"build in {name}: other bytes in {bad[:5]}")
        checked = surveys.masrl("build", "--check", *arguments, env=env, cwd=cwd)
        outcome.expect(checked.returncode == 0, f"build --check in {name}: {surveys.shown(checked)}")


def _without_git(folder: Path, root: Path, wanted: Mapping[str, bytes], outcome: Outcome) -> None:
    alone = surveys.frame(folder / "no repository")
    places = (
        ("without git", root, {"PATH": str(folder / "nothing")}),
        ("outside a repository", alone, {"GIT_CEILING_DIRECTORIES": str(folder)}),
    )
    for name, where, env in some(places):
        built = surveys.masrl("build", "--root", str(where), env=env)
        outcome.expect(built.returncode == 0 and not built.stderr, f"build {name}: {surveys.shown(built)}")
        if where == root:
            outcome.expect(not (bad := _differing(surveys.made(where), wanted)), f"build {name}: other bytes in {bad[:5]}")
        told = surveys.masrl("diff", "HEAD", "--root", str(where), env=env)
        outcome.expect(surveys.is_clear(told), f"diff {name}: {surveys.shown(told)}")
        checked = surveys.masrl("check", "--root", str(where), env=env)
        outcome.expect(checked.returncode == 0, f"check {name}: {surveys.shown(checked)}")


# -- this survey itself


def _present(folder: Path, outcome: Outcome) -> str:
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
        _built_anew(f"build of this survey in {name}", root, began, env, wanted, outcome)
    return "this survey itself"


# -- make


def _made(folder: Path, outcome: Outcome) -> str:
    """Set the project up by its own Makefile in a folder with blanks and accents, as somebody does who has just cloned it."""
    clone = folder / "Mein Ordner é"
    for name in surveys.in_repository():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, clone / name)
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    done = subprocess.run(["make", "check", "build"], cwd=clone, env=env, capture_output=True, text=True, timeout=1_200, check=False)
    outcome.expect(done.returncode == 0, f"make in a folder with blanks: {done.stdout[-300:]}{done.stderr[-500:]}")
    return "make"


_STEPS = {"environments": _same_everywhere, "checkouts": _checkouts, "present": _present, "make": _made}
