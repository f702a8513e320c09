"""ATIF trajectories as the events of one run, each sub-agent's where it was delegated to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ...findings import JSON
from ..draft import Draft
from ..identifiers import Identifiers
from ..moments import NO_COUNTS, counted, stamped, time_notes
from ..naming import Names
from ..shapes import items, mapping, text
from ..strands import Strand
from .atif_archive import Archive
from .atif_part import Part, When
from .atif_totals import odd, odd_totals
from .atif_trajectories import Step, Trajectory, references

Later: TypeAlias = "Iterator[Later]"
"""A trajectory that is being told, and stops at each of its sub-agents until that one has been told."""
_NOTES = {
    "copied": "steps that were copied from another trajectory are left out",
    "system": "steps of the harness itself, such as system prompts, are left out",
    "absent": "sub-agents whose trajectory was not given; their spawn and return are all that is known",
    "loose": "results that name no tool call of their trajectory",
    "open": "tool calls that no result answers",
}


class Telling:
    """A run that is being told."""

    def __init__(self, archive: Archive, draft: Draft, plain: Identifiers) -> None:
        self.told: dict[Trajectory, None] = {}
        """What was told so far, the run's own trajectory first."""
        self._archive = archive
        self._plain = plain
        self._draft = draft
        self._names = Names()
        self._call_ids = Names()
        self._parts: list[Part] = []
        self._person: Strand | None = None
        self._counts: Counter[str] = Counter()

    def tell(self, root: Trajectory) -> None:
        """Give the draft all events of a run, however deep its sub-agents are nested."""
        telling: list[Later] = [self._trajectory(root, self._part(root, None))]
        while telling:
            inner = next(telling[-1], None)
            if inner is None:
                telling.pop()
            else:
                telling.append(inner)
        for strand in [part.strand for part in self._parts] + ([self._person] if self._person else []):
            strand.link()
        self._counts["loose"] = sum(part.loose for part in self._parts)
        self._counts["open"] = sum(len(part.open) for part in self._parts)
        self._draft.notes += [f"{note}: {self._counts[kind]}" for kind, note in _NOTES.items() if self._counts[kind]]
        self._draft.missing |= {"tool_result"} if self._counts["open"] and not any(part.answers for part in self._parts) else set()
        steps = [step for trajectory in self.told for step in trajectory.steps if step.get("is_copied_context") is not True]
        self._draft.notes += time_notes(step.get("timestamp") for step in steps)
        self._draft.incomplete(NO_COUNTS, sum(map(odd, steps)))
        self._draft.notes += counted("totals that can be none are left out: {}", odd_totals(self.told)) + self._plain.notes()

    @property
    def absent(self) -> int:
        """How many sub-agents there are whose trajectory was not given."""
        return self._counts["absent"]

    def _part(self, trajectory: Trajectory | None, parent: Part | None, spawned: str | None = None, name: str | None = None) -> Part:
        asker = parent.agent if parent else None
        part = Part(self._draft, name or self._named(trajectory, None), self._call_ids, self._plain, asker, spawned)
        self._parts.append(part)
        return part

    def _named(self, trajectory: Trajectory | None, parent: Part | None) -> str:
        """Return a new name for an agent, by what its trajectory calls it, and say what is known of it."""
        stated = mapping(trajectory.document.get("agent")) if trajectory else {}
        wanted = self._plain.name("agent", text(stated.get("name")))
        name = self._names.new(wanted or ("sub-agent" if parent else "agent"))
        model = self._plain.model(text(stated.get("model_name")))
        self._draft.agent(name, role=wanted, parent=parent.agent if parent else None, model=model)
        self._draft.inferred |= {"role"} if wanted else set()
        return name

    def _trajectory(self, trajectory: Trajectory, part: Part) -> Later:
        """Tell a trajectory, what it goes on in, and the sub-agents in it that nothing refers to."""
        going: Trajectory | None = trajectory
        while going is not None and going not in self.told:
            self.told[going] = None
            after = self._archive.continuation(going)
            last = going.steps[-1] if part.spawned and going.steps and after is None else None
            for step in going.steps:
                yield from self._step(step, part, going, step is last)
            for inner in going.embedded:
                if inner not in self.told:
                    yield self._unasked(inner, part)
            going = after

    def _step(self, step: Step, part: Part, trajectory: Trajectory, last: bool) -> Later:
        if step.get("is_copied_context") is True:
            self._counts["copied"] += 1
            return
        stamp = stamped(step.get("timestamp"))
        part.last = max((t for t in (part.last, stamp) if t is not None), default=None)
        delegated, source = list(references(step)), step.get("source")
        if source == "user":
            part.heard(step, stamp, None if part.spawned else self._human())
        elif source == "agent" or delegated:
            when = self._when(step, stamp, trajectory)
            tokens = self._acted(step, part, when, last) if source == "agent" else None
            made = map(mapping, reversed(items(step.get("tool_calls"))))
            calls = {wanted: call for call in made if (wanted := text(call.get("tool_call_id")))}
            for result, reference in delegated:
                yield from self._delegated(calls, result, reference, part, trajectory, when, tokens)
                tokens = None
        else:
            self._counts["system"] += 1

    def _human(self) -> Strand:
        if self._person is None:
            self._person = Strand(self._draft, self._names.new("user"))
            self._draft.agent(self._person.agent, kind="human")
        return self._person

    def _when(self, step: Step, stamp: float | None, trajectory: Trajectory) -> When:
        """Return when a step was. Some harnesses give it the time at which it was over; then it began before its sub-agents."""
        inner = (self._archive.meant(reference, trajectory) for _, reference in references(step))
        begins = [self._archive.earliest(found) for found in inner if found is not None and found not in self.told]
        began = min((t for t in (stamp, *begins) if t is not None), default=None)
        return When(began, stamp if began != stamp else None, began != stamp)

    def _acted(self, step: Step, part: Part, when: When, last: bool) -> JSON:
        """Tell what an agent said, called and was answered; return the tokens that are still to be told."""
        delegating = {text(result.get("source_call_id")) for result, _ in references(step)} - {None}
        calls = [call for call in map(mapping, items(step.get("tool_calls"))) if call]
        results = [result for result in map(mapping, items(mapping(step.get("observation")).get("results"))) if result]
        plain = [call for call in calls if text(call.get("tool_call_id")) not in delegating]
        answers = [result for result in results if "subagent_trajectory_ref" not in result or not _refers(result)]
        tokens = part.said(step, when, last and not calls and not results)
        for call in plain:
            part.called(call, when, tokens)
            tokens = None
        for result in answers:
            part.answered(result, when, len(plain) == len(answers) == 1)
        return tokens

    def _delegated(
        self,
        calls: Mapping[str, Step],
        result: dict[str, JSON],
        reference: dict[str, JSON],
        part: Part,
        by: Trajectory,
        when: When,
        tokens: JSON,
    ) -> Later:
        """Tell of a sub-agent: its spawn, what it did, and its return. ``calls`` are those of the step, by id."""
        inner = self._archive.meant(reference, by)
        if inner is not None and inner in self.told:
            return
        self._counts["absent"] += inner is None
        wanted = text(result.get("source_call_id"))
        call = calls.get(wanted or "")
        name, call_id = self._named(inner, part), part.call_id(wanted)
        sub = self._part(inner, part, part.spawns(name, call, call_id, when, tokens), name)
        sub.strand.spawned(sub.spawned or "")
        if inner is not None:
            yield self._trajectory(inner, sub)
        t = max((t for t in (sub.last, when.ended) if t is not None), default=None)
        part.strand.returned(sub.returns(part.agent, result.get("content"), t, call_id), t if t is not None else when.began)

    def _unasked(self, inner: Trajectory, part: Part) -> Later:
        """Tell of a sub-agent that is embedded though no step refers to it: who spawned it is plain, when is not."""
        name, t = self._named(inner, part), self._archive.earliest(inner)
        spawn = self._draft.event("spawn", part.agent, t, to=name, inferred=["type"] if t is None else ["type", "t"])
        sub = self._part(inner, part, spawn, name)
        sub.unasked = True
        sub.strand.spawned(spawn)
        yield from self._trajectory(inner, sub)


def _refers(result: dict[str, JSON]) -> bool:
    stated = result.get("subagent_trajectory_ref")
    return any(isinstance(reference, dict) for reference in (stated if isinstance(stated, list) else [stated]))
