"""Checking and measuring a trace of 100,000 events, against ``json.load`` of the same file; all in one run.

Prints for each kind of trace the processor time and the largest memory of whole processes, and the ratios: time to the time that
``json.load`` takes (a Python that does nothing else), memory to the size of the file. Also whether time is linear: a trace ten times
as long takes about ten times as long. Exits with 1 where a ratio is above what is allowed. Processor time, because a busy machine
stretches the wall clock and not the ratio.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

RUNS = 5
"""Whole processes for each figure; the median counts."""
EVENTS = 100_000
MOST_TIME = 12.0
"""Times ``json.load``."""
MOST_TIME_CROWDED = 30.0
"""The same where there is an agent for every event or two, each with a life, a place in the tables and a depth."""
MOST_MEMORY = 20.0
"""Times the file."""
LOAD = "import json, sys; json.load(open(sys.argv[1], encoding='utf-8'))"
TYPES = ("message", "tool_call", "tool_result", "orchestrator_decision")


def plain(count: int) -> dict[str, object]:
    """Return a version 1 trace with nothing but required keys, a chain of edges among them: the smallest file for its events."""
    events = [
        {"id": f"e{n}", "t": round(n * 0.01, 3), "type": TYPES[n % 4], "agent": f"worker_{n % 97}" if n % 10 else "lead"}
        for n in range(count)
    ]
    edges = [{"src": f"e{n - 1}", "dst": f"e{n}", "type": "temporal"} for n in range(1, count)]
    costs = {"tokens": 1, "wall_clock_s": count * 0.01}
    return {"trace_id": "x", "task_id": "y", "events": events, "edges": edges, "rewards": {"team": 1.0}, "costs": costs}


def rich(count: int) -> dict[str, object]:
    """Return a swarm with the keys of profile 1.1: a lead spawns workers, who call tools and return, and aggregates."""
    chance = random.Random(7)
    events: list[dict[str, object]] = []
    edges: list[dict[str, str]] = []

    def add(type_: str, agent: str, after: str | None, edge: str, **more: object) -> str:
        name, t = f"e{len(events)}", round(len(events) * 0.1, 3)
        tokens = {"in": chance.randrange(4000), "out": chance.randrange(400), "cached": 0, "category": "work"}
        events.append(
            {
                "id": name,
                "seq": len(events),
                "t_start": max(0.0, round(t - 0.3, 3)),
                "t": t,
                "type": type_,
                "agent": agent,
                "role": "worker",
            }
            | more
        )
        events[-1].update({"tokens": tokens, "status": "ok"} if type_ != "tool_result" else {})
        edges.extend([{"src": after, "dst": name, "type": edge}] if after else [])
        return name

    last = None
    for number in range(count // 6):
        worker = f"worker_{number}"
        spawn = add("spawn", "lead", last, "causal", to=worker, decision="O1", stage=number)
        call = add("tool_call", worker, spawn, "spawn", tool="search", call_id=f"c{number}", parent_agent="lead", stage=number)
        result = add("tool_result", worker, call, "tool_dependency", tool="search", call_id=f"c{number}", trusted=False, stage=number)
        add("message", worker, result, "causal", to="lead", content_sha256=f"{chance.getrandbits(256):064x}", stage=number)
        returned = add("return", worker, result, "causal", to="lead", stage=number)
        last = add("aggregate", "lead", returned, "aggregate", decision="O4")
    total = sum(t["in"] + t["out"] for e in events if isinstance(t := e.get("tokens"), dict))
    costs = {"tokens": total, "wall_clock_s": count * 0.1}
    return {
        "trace_id": "x",
        "task_id": "y",
        "topology": "swarm",
        "events": events,
        "edges": edges,
        "rewards": {"team": 1.0},
        "costs": costs,
    }


def broadcast(count: int) -> dict[str, object]:
    """Return a trace with an agent for every two events: each is spawned and says something to all."""
    half = count // 2
    events: list[dict[str, object]] = [{"id": f"s{n}", "t": n, "type": "spawn", "agent": "lead", "to": f"w{n}"} for n in range(half)]
    events += [{"id": f"m{n}", "t": half + n, "type": "message", "agent": f"w{n}", "content_ref": f"c{n % 7}"} for n in range(half)]
    edges = [{"src": f"s{n}", "dst": f"m{n}", "type": "spawn"} for n in range(half)]
    return _bare(events, edges)


def chain(count: int) -> dict[str, object]:
    """Return a trace in which each agent does nothing but spawn the next."""
    events: list[dict[str, object]] = [{"id": f"e{n}", "t": n, "type": "spawn", "agent": f"a{n}", "to": f"a{n + 1}"} for n in range(count)]
    return _bare(events, [{"src": f"e{n - 1}", "dst": f"e{n}", "type": "spawn"} for n in range(1, count)])


def _bare(events: list[dict[str, object]], edges: list[dict[str, str]]) -> dict[str, object]:
    costs = {"tokens": 1, "wall_clock_s": len(events)}
    return {"trace_id": "x", "task_id": "y", "events": events, "edges": edges, "rewards": {}, "costs": costs}


def measured(command: list[str]) -> tuple[float, float]:
    """Return the median processor seconds and the largest memory in bytes of a command, run RUNS times after a first time."""
    seconds, memory = [], []
    for number in range(RUNS + 1):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            raise SystemExit(f"{' '.join(command)} failed")
        if number:
            seconds.append(usage.ru_utime + usage.ru_stime)
            memory.append(usage.ru_maxrss * 1024)
    return statistics.median(seconds), max(memory)


def lines(make: Callable[[int], dict[str, object]], folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield for one kind of trace what was measured, and whether it is above what is allowed."""
    masrl = str(Path(sys.executable).parent / "masrl")
    small, large = folder / "small.json", folder / "large.json"
    small.write_text(json.dumps(make(EVENTS // 10)), encoding="utf-8")
    large.write_text(json.dumps(make(EVENTS)), encoding="utf-8")
    size = large.stat().st_size
    most = MOST_TIME if make in (plain, rich) else MOST_TIME_CROWDED
    floor, least = measured([sys.executable, "-c", LOAD, str(large)])
    yield (
        f"{make.__name__}: {EVENTS:,} events, {size / 1e6:.1f} MB; json.load takes {floor:.2f} s and {least / size:.1f} times the file",
        False,
    )
    for command in ("check", "report"):
        tenth, _ = measured([masrl, "trace", command, str(small)])
        seconds, memory = measured([masrl, "trace", command, str(large)])
        time = f"{seconds:5.2f} s, {seconds / floor:5.2f} times json.load (at most {most:g}), {seconds / tenth:4.1f} times a tenth of it"
        yield f"  {command:<7} {time}", seconds / floor > most
        yield f"          memory {memory / size:5.1f} times the file (at most {MOST_MEMORY:g})", memory / size > MOST_MEMORY


def main() -> int:
    """Print what was measured, and return the exit code."""
    above = 0
    for make in (plain, rich, broadcast, chain):
        with tempfile.TemporaryDirectory() as folder:
            for line, too_much in lines(make, Path(folder)):
                above += too_much
                print(line + ("   TOO MUCH" if too_much else ""))
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
