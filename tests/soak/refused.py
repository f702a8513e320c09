"""Places that cannot be written, a full disk, no home, two builds at once: a clear line, nothing lost."""

from __future__ import annotations

import multiprocessing as mp
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
from outcome import Outcome, size, source


def run(folder: Path) -> Outcome:
    """Try all of it."""
    outcome, began = Outcome(), 0
    address, server = _server()
    loaded()
    told = []
    for name, part in (
        ("read-only", _read_only),
        ("full disk", _full_disk),
        ("no home", _no_home),
        ("at once", _at_once),
        ("lost reader", _no_reader),
    ):
        below = folder / name
        below.mkdir()
        how = part(below, address, outcome)
        told.append(f"{name} {outcome.tried - began} trials{how}")
        began = outcome.tried
    server.terminate()
    outcome.did = ", ".join(told)
    return outcome


def _server() -> tuple[str, mp.process.BaseProcess]:
    context = mp.get_context("fork")
    asked, told = context.Pipe()
    server = context.Process(target=kill._serve, args=(told,), daemon=True)
    server.start()
    return asked.recv(), server


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


def _read_only(folder: Path, address: str, outcome: Outcome) -> str:
    with _mounted(folder / "disk", "size=64m") as held:
        root, _, _ = kill.two_states(folder / "disk")
        fetched = kill.fetched_survey(folder / "disk/fetched")
        how = _lock_folder(folder / "disk", folder / "disk", held)
        if not outcome.expect(
            bool(how), "nothing can be made read-only here: neither may a tmpfs be mounted nor does a mode hold for root"
        ):
            return ""
        run = folder / "disk/survey/traces.json"
        calls = {
            "build": (["build", "--root", str(root)], root),
            "fetch": (["fetch", "--root", str(fetched), "--endpoint", address, "--delay", "0"], fetched),
            "convert": (["trace", "convert", "traces/examples/debate.json", "-o", str(run)], root),
            "draw": (["trace", "draw", "traces/examples/debate.json", "-o", str(run)], root),
            "export": (["export", "json", "--root", str(root), "-o", str(run)], root),
            "init": (["init", str(root / "new"), "--title", "A", "--author", "Ana Vell", "--field", "topic: a, b"], root),
            "add": (
                ["add", "https://example.org/bells", "--title", "Bells on a Buoy", "--key", "bells", "--root", str(root), "--offline"],
                root,
            ),
        }
        for name, (arguments, where) in calls.items():
            _refused(outcome, f"read-only: {name}", Child(arguments, folder / "said"), where, surveys.files(where))
        check = Child(["check", "--root", str(root)], folder / "said")
        outcome.expect(check.ended() == 0, f"read-only: check: {check.said[-300:]}")
        if not held:
            for path in (folder / "disk").rglob("*"):
                path.chmod(path.stat().st_mode | 0o200)
    return how


# -- full disk


def _full_disk(folder: Path, address: str, outcome: Outcome) -> str:
    with _mounted(folder / "disk", "size=64m") as held:
        root, old, new = kill.two_states(folder / "disk")
        shutil.move(folder / "disk/after", folder / "after")
        shutil.copytree(root, folder / "began")
        arguments = ["build", "--root", str(root)]
        for room, before in ((0, old), (8_192, old), (16_384, old), (40_000, {}), (300_000, {})):
            _begin_anew(root, folder / "began", before)
            child = _with_room(arguments, folder / "said", folder / "disk", room, held)
            refused = _is_clear(child) or (room and surveys.made(root) == new)  # what is replaced makes room for what follows
            outcome.expect(bool(refused), f"full disk, {room} bytes left: no clear line: exit {child.code}: {child.said[-500:]}")
            bad = kill.torn(surveys.made(root), before, new)
            outcome.expect(not bad, f"full disk, {room} bytes left: torn: {', '.join(bad[:5])}")
            left = [path for path in surveys.files(root) if path.endswith(kill.UNFINISHED)]
            outcome.expect(not left, f"full disk, {room} bytes left: lies about: {left[:3]}")
        (folder / "disk/filler").unlink(missing_ok=True)
        again = Child(arguments, folder / "said")
        outcome.expect(again.ended() == 0 and surveys.made(root) == new, f"full disk, then room: not mended: {again.said[-300:]}")
        fetched = kill.fetched_survey(folder / "disk/fetched")
        before = surveys.files(fetched)
        fetch = ["fetch", "--root", str(fetched), "--endpoint", address, "--delay", "0"]
        _refused(outcome, "full disk: fetch", _with_room(fetch, folder / "said", folder / "disk", 0, held), fetched, before)
    return " on a full file system" if held else " beyond a limit of the size of files"


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


def _no_home(folder: Path, _address: str, outcome: Outcome) -> str:
    root, _, new = kill.two_states(folder)
    began = folder / "began"
    shutil.copytree(root, began)
    for name, home in (("none", ""), ("one that is not there", str(folder / "no such" / "home")), ("a file", str(folder / "said"))):
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


def _at_once(folder: Path, address: str, outcome: Outcome) -> str:
    root, _, new = kill.two_states(folder)
    began = folder / "began"
    shutil.copytree(root, began)
    for turn in range(size("SOAK_PAIRS", 8)):
        shutil.rmtree(root)
        shutil.copytree(began, root)
        pair = [Child(["build", "--root", str(root)], folder / f"said-{n}") for n in range(2)]
        for child in pair:
            child.ended()
            outcome.expect(child.code == 0 or _is_clear(child), f"two builds at once, {turn}: exit {child.code}: {child.said[-600:]}")
        if any(child.code for child in pair):
            outcome.expect(
                Child(["build", "--root", str(root)], folder / "said").ended() == 0, f"two builds at once, {turn}: the next failed"
            )
        found = surveys.made(root)
        bad = sorted(path for path in {*found, *new} if found.get(path) != new.get(path))
        outcome.expect(not bad, f"two builds at once, {turn}: not as one would have it: {', '.join(bad[:5])}")
    fetched = kill.fetched_survey(folder / "fetched")
    fetch = ["fetch", "--root", str(fetched), "--endpoint", address, "--delay", "0"]
    for child in [Child(fetch, folder / f"said-{n}") for n in range(2)]:
        outcome.expect(child.ended() == 0 or _is_clear(child), f"two fetches at once: exit {child.code}: {child.said[-600:]}")
    again = Child([*fetch, "--max-age", "0"], folder / "said")
    outcome.expect(again.ended() == 0, f"after two fetches at once: {again.said[-300:]}")
    faults: list[str] = []
    outcome.expect(len(kill._records(fetched, faults)) == kill.IDS and not faults, f"after two fetches at once: {faults[:2]}")
    return ""


# -- nobody reads what is printed


def _no_reader(folder: Path, _address: str, outcome: Outcome) -> str:
    root = str(surveys.frame(folder / "survey"))
    calls = (["check", "--format", "json"], ["stats", "approach"], ["export", "json"], ["list"], ["claims"])
    for arguments in calls:
        call = [*surveys.MASRL, arguments[0], "--root", root, *arguments[1:]]
        env = {**os.environ, "PYTHONPATH": str(source())}
        with Path("/dev/full").open("w", encoding="utf-8") as full:
            done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, env=env, check=False)
        said = f"exit {done.returncode}: {done.stderr[-400:]}"
        outcome.expect(
            done.returncode != 0 and "Traceback" not in done.stderr and bool(done.stderr.strip()),
            f"{arguments[0]} to a full device: {said}",
        )
        with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            told = process.stderr.read().decode("utf-8", "replace")
        outcome.expect(
            "Traceback" not in told and "Exception ignored" not in told, f"{arguments[0]} to a pipe that is closed: {told[-400:]}"
        )
    return ""
