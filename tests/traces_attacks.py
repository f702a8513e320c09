"""A trace in which every text is an attack on the page that shows it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from traces_values import edge, event, trace

SCRIPTS = (
    "</script><script>alert(1)</script>", "</title><script>alert(2)</script>", "<img src=x onerror=alert(3)>", "\"><svg onload=alert(4)>",
    "' onmouseover='alert(5)", "javascript:alert(6)", "<!--", "]]>", "${alert(7)}", "$title", "{{7*7}}", "\\u003cscript\\u003e",
)  # fmt: skip
NAMES = ("__proto__", "constructor", "toString", "hasOwnProperty", "then")
UNSEEN = ("\u202eevil", "\u2066x\u2069", "a\u0007\u001b[31mb", "zero\u200bwidth", "line\u2028break", "\ufefftext")
LONG = ("W" * 3000, "a\u0301" * 400, "\N{GRINNING FACE}" * 200)


def attack() -> dict[str, Any]:
    """Return a trace that passes the checker but for warnings, with these texts as ids, agents, tools, keys and values."""
    texts = [*SCRIPTS, *NAMES, *UNSEEN, *LONG]
    events = [
        event(text, number, ("spawn", "message", "tool_call", "tool_result")[number % 4], texts[-number - 1], to=text, tool=text, role=text)
        for number, text in enumerate(texts)
    ]
    for number, one in enumerate(events):
        one |= {texts[number]: {"polluted": True}} if texts[number] not in one else {}
        one["note"] = [texts[number], {texts[-number - 1]: None}]
    events[3] |= {"error": {"message": "<script>alert(8)</script>", "cause": texts[0]}, "rewards": {"<u>x</u>": 1}, "trusted": False}
    edges = [edge(one["id"], other["id"], "causal") for one, other in pairwise(events)]
    return trace(trace_id=SCRIPTS[1], task_id=SCRIPTS[3], system=SCRIPTS[0], events=events, edges=edges, rewards={SCRIPTS[2]: 1.0})
