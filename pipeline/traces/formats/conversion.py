"""Files in any form that is known to traces that were checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple, cast

from ...errors import Place, Problem
from .. import loading
from ..findings import JSON
from ..loading import Loaded
from . import contents, losses, mixture, registry
from .draft import Draft
from .identifiers import is_code
from .mixture import OWN
from .reading import Read
from .source import Source
from .writers import layout


class Converted(NamedTuple):
    """One run."""

    name: str
    """The run's id; for one of our own traces the file."""
    loaded: Loaded
    """The trace with what the checker says of it; lines are those of a version 2 file."""
    notes: tuple[str, ...]
    """What was left out of the source and why."""


def converted(reads: Iterable[Read], form: str | None, with_content: bool) -> tuple[list[Converted], list[Problem]]:
    """Return the runs that files hold, and what could not be used, with what was read otherwise than it stands.

    ``form`` is a reader's name, or None to see it from the content. Files of one form are read together, since one run may lie in
    several. The order of the files changes neither the runs nor their order.
    """
    problems: list[Problem] = []
    own: list[Read] = []
    foreign: list[tuple[str, Source]] = []
    for read in reads:
        seen = form or mixture.of_content(read.source)
        problems += read.problems if seen != OWN else []
        if seen is not None and read.source.documents and _fits(read.source, seen):
            problems += mixture.problems(read.source, mixture.Form(seen, form is not None))
            own += [read] if seen == OWN else []
            foreign += [(seen, read.source)] if seen != OWN else []
        elif not any(problem.severity == "error" for problem in read.problems):
            problems.append(_without_run(read.source, seen) if seen else mixture.unknown(read.source) or _unknown(read.source))
    runs = [Converted(read.source.name, *contents.own(read.data, read.source.name, with_content)) for read in own]
    for name, group in groupby(sorted(foreign, key=lambda one: one[0]), key=lambda one: one[0]):
        sources = sorted((source for _, source in group), key=lambda source: source.name)
        drafts = list(registry.reader(name).drafts(sources, with_content))
        found = [_checked(draft) for draft in drafts if draft.happened]
        problems += [_empty(draft) for draft in drafts if not draft.happened] if found else [_without_run(s, name) for s in sources]
        runs += found
    return sorted(runs, key=_place), problems


def _fits(source: Source, form: str) -> bool:
    return form == OWN or registry.reader(form).fits(source)


def _checked(draft: Draft) -> Converted:
    value = cast("dict[str, JSON]", draft.value())
    loaded = loading.load(layout.text(value).encode("utf-8"), draft.trace_id)
    return Converted(draft.trace_id, loaded, tuple(draft.notes))


def _place(run: Converted) -> tuple[str, str]:
    return (run.loaded.trace.trace_id if run.loaded.trace else "", run.name)


def _unknown(source: Source) -> Problem:
    titles = [f"{name} ({registry.reader(name).TITLE})" for name in registry.READERS]
    hint = f"known are {', '.join(titles)}, and traces of version 1 and 2; name the form with --from"
    return Problem(Place(source.name), "unknown-form", f"is in no form that is known: {_seen(source)}", hint=hint)


def _seen(source: Source) -> str:
    """Return what a file holds, in words that name keys of the first object and no contents."""
    first = source.documents[0] if source.documents else None
    lines = f"{len(source.documents)} JSON values, the first " if len(source.documents) > 1 else ""
    if isinstance(first, dict):
        keys = ", ".join(map(_key, sorted(first)[:_SOME])) or "none"
        return f"{lines}an object with the keys {keys}{', …' if len(first) > _SOME else ''}"
    kind = "a list" if isinstance(first, list) else "a text" if isinstance(first, str) else "a single value"
    return f"{lines}{kind}"


_SOME = 8


def _key(name: str) -> str:
    """Return a key that looks like one; of any other, which may hold what somebody wrote, only how long it is."""
    return name if is_code(name) else f"a key of {len(name)} characters"


def _empty(draft: Draft) -> Problem:
    return Problem(Place(draft.trace_id), "empty-run", "holds no event, and is left out", severity="warning")


def _without_run(source: Source, form: str) -> Problem:
    looks = mixture.of_content(source)
    hint = f"its content looks like {looks}" if looks not in (None, form) else ""
    return Problem(Place(source.name), "no-run", f"holds no run that could be read as {form}", hint=hint)


def unsaid(run: Converted, to: str) -> str | None:
    """Return in a line what a run says and another form has no place for, or None; of our own forms, which are read as traces again."""
    timeline = run.loaded.timeline
    return losses.told(timeline) if to == "v1" and timeline is not None else None


def drawn(runs: Iterable[Converted], to: str) -> Iterator[tuple[Converted, str]]:
    """Yield each run that keeps to the schema with its text in another form."""
    writer = registry.writer(to)
    yield from ((run, writer.text(run.loaded.timeline)) for run in runs if run.loaded.timeline is not None)
