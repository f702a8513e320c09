"""One run as one page, which asks for nothing else and opens from disk."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from string import Template

from ... import look
from ...errors import Problem
from ..checks.names import called
from ..findings import JSON
from ..timeline import Timeline
from . import event_table, parts, problem_list
from .data import drawn, facts
from .markup import for_script, shown
from .salvage import Salvaged


def text(timeline: Timeline, value: JSON, problems: Iterable[Problem], salvaged: Salvaged | None = None) -> str:
    """Return the page of a trace, given its timeline, its document as the file has it, and what the checker says.

    ``salvaged`` says where the timeline comes from if the document is no valid trace.
    The same text for the same trace. Its policy allows the scripts and styles that stand in it, by their hashes, and nothing else.
    """
    data = drawn(timeline, value, salvaged)
    styles = (look.text("base.css"), parts.style(), parts.text("page.css"))
    scripts = (look.text("theme.js"), parts.script() + parts.text("page.js"))
    return Template(parts.text("page.html")).substitute(
        policy=_policy(scripts, styles),
        title=shown(called(timeline.trace.trace_id) if timeline.trace.trace_id else "A run without an id"),
        about=_about(timeline),
        facts="\n".join(
            f"<div><dt>{shown(fact.name)}<dd>{shown(called(fact.value))}</div>"
            for fact in facts(timeline, salvaged is None or salvaged.ordered)
        ),
        problems=problem_list.listed(problems),
        path=shown(data.path),
        table=event_table.table(timeline, data.critical),
        styles="\n".join(f"<style>{style}</style>" for style in styles),
        theme=scripts[0],
        data=for_script(data.as_json()),
        script=scripts[1],
    )


def _about(timeline: Timeline) -> str:
    trace = timeline.trace
    agents = len(timeline.agents)
    return f"{len(trace.events):,} events of {agents:,} {'agent' if agents == 1 else 'agents'}"


def _policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    allowed = (f"{name}-src {' '.join(map(_hash, texts))}" for name, texts in (("script", scripts), ("style", styles)))
    return f"default-src 'none'; {'; '.join(allowed)}; img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
