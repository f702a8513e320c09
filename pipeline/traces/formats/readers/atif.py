"""ATIF: trajectories of agents, as Harbor and other harnesses write them, versions 1.0 to 1.7.

A run is a trajectory that no other one refers to, with all that it refers to: sub-agents, embedded or in files of their own, and
continuations.

| in a trajectory | in the trace |
|---|---|
| step of the user | ``message``; later, ``human_intervention``, which is inferred; of a sub-agent, a ``message`` by who spawned it |
| step of the agent | ``message`` to who asked; to itself where it calls tools; of a sub-agent, ``return`` where it is its last |
| tool call, its result | ``tool_call``, ``tool_result`` |
| result that refers to a sub-agent | ``spawn``, the sub-agent's events, ``return`` |
| first step after returns | begins with an ``aggregate``, which is inferred |
| step of the system, step copied from another trajectory | left out |

Tokens stand on the first event of a step. The time of a step is that of all its events; where sub-agents had begun by then, it is when the
step was over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..draft import Draft
from ..identifiers import Identifiers
from ..naming import digest
from ..shapes import mapping, text
from ..source import Source
from .atif_archive import Archive
from .atif_telling import Telling
from .atif_totals import totals
from .atif_trajectories import Trajectory, is_trajectory

NAME = "atif"
TITLE = "ATIF trajectories (Agent Trajectory Interchange Format) with their sub-agents"

_MISSING = ("category", "decision", "despawn", "orchestrator_decision", "rewards", "safety_event", "t_start", "trusted")


def fits(source: Source) -> bool:
    """Return whether a file holds a trajectory: a schema version that begins with ``ATIF-v``, and steps, or none at all."""
    return any(map(is_trajectory, source.documents))


def drafts(sources: Sequence[Source], with_content: bool) -> Iterator[Draft]:
    """Yield a run for each trajectory that is nobody's sub-agent and continues none."""
    archive = Archive(sources)
    for root in archive.roots():
        yield _draft(archive, root, with_content)


def _draft(archive: Archive, root: Trajectory, with_content: bool) -> Draft:
    agent = mapping(root.document.get("agent"))
    plain = Identifiers(with_content)
    name, version = plain.name("agent", text(agent.get("name"))), plain.name("version", text(agent.get("version")))
    system = f"{name} {version}" if name and version else name
    identity = root.session or root.identity or f"trajectory-{digest(root.document)}"
    draft = Draft(NAME, plain.id(identity) or identity, system=system, with_content=with_content)
    draft.missing |= set(_MISSING)
    telling = Telling(archive, draft, plain)
    telling.tell(root)
    whole = totals(telling.told, telling.absent)
    draft.costs |= whole.costs
    draft.notes += whole.notes
    for what, number in whole.untold.items():
        draft.incomplete(what, number)
    return draft
