"""Texts that act on what stands around them, and traces that hold them wherever a trace holds text."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

from hypothesis import strategies as st
from traces_values import edge, event, trace

TEXTS = (
    "end", "END", "lead", "Lead", "lead\u200b", " lead", "", "  ", "<script>alert(1)</script>", "<b>", "&lt;b&gt;", "&#60;", "#60;",
    "#35;35;", 'a"b', "a\\", "a\\N\\G\\l", "a\\\\", "x\ny: z", "x\r\ny", "a\u2028b", "%%{init: {}}%%", "%% x", "style a:#fff;",
    "classDef a:#fff;", "\ufb02\xb0\xb060\xb6\xdf", "\u202etxt.exe", "\u2066x", "$$\\frac{1}{2}$$", "participant a1", "wrap: no",
    "; drop", "a1->>a2: x", "--x", "graph", "digraph {", "subgraph x }", "*/", "// x", "e1", "a1", "cluster_1", "null", "true", "1",
    "__proto__", "constructor", "\x00\x1b[31m", "\x7f\x9f", "\ufffe", "n" * 10_000, "\u540d\u524d", "e\u0301",
    "\U0001f469\u200d\U0001f4bb", "{x|y}", "[*]", "box red", "Note over a1", "@{ }", "`", "'", "=1+1",
)  # fmt: skip

texts = st.one_of(st.sampled_from(TEXTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=12))


def run(names: list[str]) -> dict[str, Any]:
    """Return a trace in which agents, tools and everything else that is text have these names."""
    events, edges = [], []
    for number, (name, other) in enumerate(zip(names, islice(cycle(names), 1, None), strict=False)):
        at = [f"{name}/{number}/{step}" for step in range(5)]
        t = number * 5
        said = {"role": other, "content_ref": name, "status": "error", "error": {"kind": name, "message": other}, "trusted": False}
        events += [
            event(at[0], t, "spawn", "root", to=name),
            event(at[1], t + 1, "message", name, to=other, rewards={name: 1, other: 2}, stage=name, inferred=[name], **said),
            event(at[2], t + 2, "tool_call", name, tool=other, call_id=name),
            event(at[3], t + 3, "tool_result", name, tool=other, call_id=name, content={name: [other]}),
            event(at[4], t + 4, "return", name, to="root"),
        ]
        edges += [edge(at[0], at[1], "spawn"), edge(at[2], at[3], "tool_dependency")]
    top = {"trace_id": names[0], "task_id": names[-1], "system": names[0], "metrics": dict.fromkeys(names, 0.5)}
    costs = dict.fromkeys(names, 1) | {"tokens": 0, "wall_clock_s": 0}
    return trace(events=events, edges=edges, rewards=dict.fromkeys(names, 1), costs=costs, **top)
