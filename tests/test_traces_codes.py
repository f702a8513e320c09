"""The table of codes in ``traces/README.md`` is that of the code: each code that a check can give, with its severities."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from pipeline.traces import encodings
from pipeline.traces.formats import recognition

ROOT = Path(__file__).parent.parent
WING = ROOT / "pipeline" / "traces"
MAKERS = {"Finding": "error", "Problem": "error", "warning": "warning", "notice": "notice"}
COMPUTED = {
    "tool-calls-total": {"error", "warning"},
    "messages-total": {"error", "warning"},
    recognition.CODE: {"error"},
    encodings.CODE: {"error", "warning"},
}
"""Codes that stand in the code as names."""
ALSO_WARNINGS = {"wrong-type", "unknown-value", "out-of-range", "empty-list", "wrong-form", "schema"}
"""What breaks the schema is a warning where only profile 1.1 is broken, which version 1 allows."""


def sources() -> Iterator[Path]:
    yield from (path for path in sorted(WING.glob("*.py")) if path.stem != "comparison")
    yield from sorted((WING / "checks").glob("*.py"))


def made(call: ast.Call) -> tuple[str, str] | None:
    """Return code and severity where a call makes a finding with a literal code."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if name not in MAKERS or len(call.args) < 2 or not isinstance(call.args[1], ast.Constant):
        return None
    more = [*call.args[6:7], *(one.value for one in call.keywords if one.arg == "severity")] if name in {"Finding", "Problem"} else []
    severity = next((one.value for one in more if isinstance(one, ast.Constant) and one.value in MAKERS.values()), MAKERS[name])
    return str(call.args[1].value), str(severity)


def given() -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (one := made(node)):
                found[one[0]].add(one[1])
    for code in ALSO_WARNINGS:
        found[code].add("warning")
    return {**found, **COMPUTED}


def listed() -> dict[str, set[str]]:
    text = (ROOT / "traces" / "README.md").read_text(encoding="utf-8").partition("### Codes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| ([a-z, ]+) \| \S", text, re.MULTILINE)
    assert len(rows) == len({code for code, _ in rows})
    return {code: set(severities.split(", ")) for code, severities in rows}


def test_every_code_is_listed_with_its_severities() -> None:
    assert len(given()) > 60
    assert listed() == given()


def test_every_code_of_the_cases_is_listed() -> None:
    cases = ROOT / "tests" / "faults" / "trace"
    said = {
        found
        for path in cases.glob("*.expected")
        for found in re.findall(r"^\d+:\d+: (?:warning: |notice: )?([a-z0-9-]+):", path.read_text(), re.MULTILINE)
    }
    assert said <= set(listed())
