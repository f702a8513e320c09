"""Places that cannot be written, a full disk, no home, two builds at once: a clear line, nothing lost.

SOAK_STEPS names the steps that are taken, SOAK_CASES says how many cases of each, SOAK_PAIRS how many pairs of builds.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import kill
import surveys
from forked import Child, loaded
from outcome import ROOT, Outcome, chosen, size, some, source


def run(folder: Path) -> Outcome:
    """Try all of it."""
    outcome, told = Outcome(), []
    address, server = kill.served()
    loaded()
    (folder / "states").mkdir()
    states = kill.two_states(folder / "states")
    for name in chosen(_PARTS):
        (folder / name).mkdir()
        began = outcome.tried
        how = _PARTS[name](folder / name, states, address, outcome)
        told.append(f"{name} {outcome.tried - began} trials{how}")
    server.terminate()
    outcome.did = ", ".join(told)
    return outcome


def _laid(states: kill.States, folder: Path) -> kill.States:
    """Lay the survey of two states down in a folder, for a step to spoil, with its outputs as they are and as they will be."""
    root, old, new = states
    return shutil.copytree(root, folder / "survey"), old, new


def _is_clear(child: Child) -> bool:
    return child.ended() in (1, 2) and bool(child.said.strip()) and "Traceback" not in child.said


def _refused(outcome: Outcome, what: str, child: Child, root: Path, before: dict[str, bytes]) -> None:
    outcome.expect(_is_clear(child), f"{what}: no clear line: exit {child.code}: {child.said[-500:]}")
    after = surveys.files(root)
    changed = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    outcome.expect(not changed, f"{what}: changed: {', '.join(changed[:5])}")


# -- read-only


@contextmanager
def _mounted(folder: Path, options: str) -> Iterator[bool]:
    """Let a file system of its own stand in a folder; False where this process may not mount one."""
    folder.mkdir(parents=True, exist_ok=True)
    done = (
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, check=False)
        if shutil.which("mount")
        else None
    )
    held = done is not None and done.returncode == 0
    try:
        yield held
    finally:
        if held:
            subprocess.run(["umount", folder], check=True)


def _lock_folder(root: Path, mounted: Path, held: bool) -> str:
    """Make a survey read-only, and return in what way; empty where that is not possible."""
    if held:
        subprocess.run(["mount", "-o", "remount,ro", mounted], check=True)
        return " on a read-only file system"
    if os.geteuid() == 0:
        return ""
    for path in (root, *root.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    return " without the right to write"


def _read_only(folder: Path, states: kill.States, address: str, outcome: Outcome) -> str:
    disk = folder / "disk"
    with _mounted(disk, "size=64m") as held:
        _laid(states, disk)
        kill.fetched_survey(disk / "fetched")
        how = _lock_folder(disk, disk, held)
        if not outcome.expect(bool(how), "nothing can be made read-only here: no tmpfs may be mounted, and no mode holds for root"):
            return ""
        for name, arguments in some(_writing(disk / "survey", disk / "fetched", address).items()):
            where = disk / ("fetched" if name == "fetch" else "survey")
            _refused(outcome, f"read-only: {name}", Child(arguments, folder / "said"), where, surveys.files(where))
        check = Child(["check", "--root", str(disk / "survey")], folder / "said")
        outcome.expect(check.ended() == 0, f"read-only: check: {check.said[-300:]}")
        if not held:
            for path in disk.rglob("*"):
                path.chmod(path.stat().st_mode | 0o200)
    return how


def _writing(root: Path, fetched: Path, address: str) -> dict[str, list[str]]:
    """Return each command that writes into a survey, by name."""
    into = ["-o", str(root / "run.json")]
    debate = str(ROOT / "traces/examples/debate.json")
    return {
        "build": ["build", "--root", str(root)],
        "fetch": ["fetch", "--root", str(fetched), "--endpoint", address, "--delay", "0"],
        "convert": ["trace", "convert", debate, *into],
        "draw": ["trace", "draw", debate, *into],
        "export": ["export", "json", "--root", str(root), *into],
        "init": ["init", str(root / "new"), "--title", "A", "--author", "Ana Vell", "--field", "topic: a, b"],
        "add": ["add", "https://example.org/b", "--title", "Bells on a Buoy", "--key", "bells", "--root", str(root), "--offline"],
    }


# -- full disk


def _full_disk(folder: Path, states: kill.States, address: str, outcome: Outcome) -> str:
    disk, said = folder / "disk", folder / "said"
    with _mounted(disk, "size=64m") as held:
        root, old, new = _laid(states, disk)
        began = shutil.copytree(root, folder / "began")
        for room, before in some(((0, old), (8_192, old), (16_384, old), (40_000, {}), (300_000, {}))):
            _begin_anew(root, began, before)
            child = _with_room(["build", "--root", str(root)], said, disk, room, held)
            _bears_it(child, root, before, new, f"full disk, {room} bytes left", outcome)
        (disk / "filler").unlink(missing_ok=True)
        again = Child(["build", "--root", str(root)], said)
        outcome.expect(again.ended() == 0 and surveys.made(root) == new, f"full disk, then room: not mended: {again.said[-300:]}")
        fetched = kill.fetched_survey(disk / "fetched")
        before = surveys.files(fetched)
        fetch = ["fetch", "--root", str(fetched), "--endpoint", address, "--delay", "0"]
        _refused(outcome, "full disk: fetch", _with_room(fetch, said, disk, 0, held), fetched, before)
    return " on a full file system" if held else " beyond a limit of the size of files"


def _bears_it(child: Child, root: Path, before: dict[str, bytes], new: dict[str, bytes], what: str, outcome: Outcome) -> None:
    """Hold a build without enough room to its promise: a clear line, and every file old or new."""
    found = surveys.made(root)
    outcome.expect(_is_clear(child) or found == new, f"{what}: no clear line: exit {child.code}: {child.said[-500:]}")
    bad = kill.torn(found, before, new)
    outcome.expect(not bad, f"{what}: torn: {', '.join(bad[:5])}")
    left = [path for path in surveys.files(root) if path.endswith(kill.UNFINISHED)]
    outcome.expect(not left, f"{what}: lies about: {left[:3]}")


def _begin_anew(root: Path, began: Path, outputs: dict[str, bytes]) -> None:
    """Lay a survey down again, with some outputs."""
    (root.parent / "filler").unlink(missing_ok=True)
    shutil.rmtree(root)
    for path, content in surveys.files(began).items():
        if path.split("/")[0] in surveys.DATA or path in outputs:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)


def _with_room(arguments: list[str], said: Path, disk: Path, room: int, held: bool) -> Child:
    """Run a command with so much room left on the disk, or where none can be mounted with so much in any one file."""
    if not held:
        return _ended(Child(arguments, said, lambda: _limit_files(room)))
    filler = disk / "filler"
    filler.unlink(missing_ok=True)
    left = shutil.disk_usage(disk).free - room
    filler.write_bytes(b"\0" * max(0, left))
    return _ended(Child(arguments, said))


def _limit_files(most: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(4096, most), resource.RLIM_INFINITY))  # what it says must still be written


def _ended(child: Child) -> Child:
    child.ended()
    return child


# -- no home


def _no_home(folder: Path, states: kill.States, _address: str, outcome: Outcome) -> str:
    root, _, new = _laid(states, folder)
    began = folder / "began"
    shutil.copytree(root, began)
    homes = (("none", ""), ("one that is not there", str(folder / "no such" / "home")), ("a file", str(folder / "said")))
    for name, home in some(homes):
        shutil.rmtree(root)
        shutil.copytree(began, root)
        env = {"HOME": home, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "MPLCONFIGDIR": ""}
        done = surveys.masrl("build", "--root", str(root), env=env)
        outcome.expect(done.returncode == 0, f"home is {name}: {surveys.shown(done)}")
        outcome.expect(not done.stderr.strip(), f"home is {name}: what nobody can use is said: {done.stderr[-400:]}")
        outcome.expect(surveys.made(root) == new, f"home is {name}: other bytes were built")
        drawn = surveys.masrl("check", "--root", str(root), env=env)
        outcome.expect(drawn.returncode == 0 and not drawn.stderr.strip(), f"home is {name}: check: {surveys.shown(drawn)}")
    return ""


# -- two at once


def _at_once(folder: Path, states: kill.States, address: str, outcome: Outcome) -> str:
    root, _, new = _laid(states, folder)
    began = shutil.copytree(root, folder / "began")
    build = ["build", "--root", str(root)]
    for turn in range(size("SOAK_PAIRS", 8)):
        shutil.rmtree(root)
        shutil.copytree(began, root)
        what = f"two builds at once, {turn}"
        if not _both_end_well(build, folder, what, outcome):
            outcome.expect(Child(build, folder / "said").ended() == 0, f"{what}: the next failed")
        found = surveys.made(root)
        bad = sorted(path for path in {*found, *new} if found.get(path) != new.get(path))
        outcome.expect(not bad, f"{what}: not as one would have it: {', '.join(bad[:5])}")
    fetched = kill.fetched_survey(folder / "fetched")
    fetch = ["fetch", "--root", str(fetched), "--endpoint", address, "--delay", "0"]
    _both_end_well(fetch, folder, "two fetches at once", outcome)
    again = Child([*fetch, "--max-age", "0"], folder / "said")
    outcome.expect(again.ended() == 0, f"after two fetches at once: {again.said[-300:]}")
    faults: list[str] = []
    outcome.expect(len(kill.records(fetched, faults)) == kill.IDS and not faults, f"after two fetches at once: {faults[:2]}")
    return ""


def _both_end_well(arguments: list[str], folder: Path, what: str, outcome: Outcome) -> bool:
    """Run a command twice at once; each must succeed or refuse in a clear line. Return whether both succeeded."""
    pair = [Child(arguments, folder / f"said-{n}") for n in range(2)]
    for child in pair:
        outcome.expect(child.ended() == 0 or _is_clear(child), f"{what}: exit {child.code}: {child.said[-600:]}")
    return not any(child.code for child in pair)


# -- nobody reads what is printed


def _no_reader(folder: Path, _states: kill.States, _address: str, outcome: Outcome) -> str:
    root = str(surveys.frame(folder / "survey"))
    for arguments in some((["check", "--format", "json"], ["stats", "approach"], ["export", "json"], ["list"], ["claims"])):
        call = [*surveys.MASRL, arguments[0], "--root", root, *arguments[1:]]
        _to_a_full_device(call, arguments[0], outcome)
        _to_a_closed_pipe(call, arguments[0], outcome)
    return ""


def _to_a_full_device(call: list[str], name: str, outcome: Outcome) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, env=_env(), check=False)
    clear = done.returncode != 0 and bool(done.stderr.strip()) and "Traceback" not in done.stderr
    outcome.expect(clear, f"{name} to a full device: exit {done.returncode}: {done.stderr[-400:]}")


def _to_a_closed_pipe(call: list[str], name: str, outcome: Outcome) -> None:
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_env()) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read().decode("utf-8", "replace")
    outcome.expect("Traceback" not in told and "Exception ignored" not in told, f"{name} to a pipe that is closed: {told[-400:]}")


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(source())}


_PARTS = {"read-only": _read_only, "full disk": _full_disk, "no home": _no_home, "at once": _at_once, "lost reader": _no_reader}
