"""The variants of a pool under which claims are tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..corpus import Corpus
from ..readings import Reading
from ..records import Paper
from ..statements import Scenario, Vocabulary
from ..taxonomy import Tag
from .subjects import Records, overlaid, retained
from .worlds import Candidate, Candidates, World


def under(world: World, scenario: Scenario, corpus: Corpus, known: Vocabulary) -> World:
    """Return a world as a scenario has it: only some papers, or some exclusions retained."""
    if scenario.restrict is not None:
        kept = world.certain.meant(scenario.restrict)
        certain = tuple(subject for subject in world.certain.all if subject.of != "papers" or subject.key in kept)
        return replace(world, certain=Records(certain, world.certain))
    candidates = _candidates(world, scenario, corpus, known)
    taken = {candidate.paper.key for candidate in candidates}
    optional = [candidate for candidate in world.optional.all if candidate.paper.key not in taken]
    fixed = [candidate for candidate in world.retained.all if candidate.paper.key not in taken]
    (optional if scenario.subsets else fixed).extend(candidates)
    return replace(world, retained=Candidates(tuple(fixed)), optional=Candidates(tuple(optional)))


def _candidates(world: World, scenario: Scenario, corpus: Corpus, known: Vocabulary) -> list[Candidate]:
    assert scenario.retain is not None
    meant = world.certain.meant(scenario.retain)
    fields, uncoded = frozenset(known.papers), frozenset(scenario.uncoded)
    return [
        Candidate(world.certain.by_key[exclusion.id], retained(exclusion, fields, uncoded))
        for exclusion in sorted(corpus.exclusions, key=lambda exclusion: exclusion.id)
        if exclusion.id in meant and (exclusion.tags or not scenario.proposed)
    ]


Replacements = Mapping[str, Mapping[str, Tag | None]]
"""Paper to field to the tag that stands there instead; None takes a field away."""


def replaced(world: World, tags: Replacements) -> World:
    """Return a world with other tags in place of ours."""
    certain = (overlaid(s, tags[s.key]) if s.of == "papers" and tags.get(s.key) else s for s in world.certain.all)
    return replace(world, certain=Records(tuple(certain), world.certain))


def seen_by(reading: Reading, papers: Iterable[Paper]) -> Replacements:
    """Return a reader's tags. Those that an entry got after the reading stay: the reader never saw them."""
    found: dict[str, Mapping[str, Tag | None]] = {}
    for paper in papers:
        coding, stale = reading.codings.get(paper.key), reading.stale(paper)
        tags: dict[str, Tag | None] = {**dict.fromkeys(coding.blank), **coding.tags} if coding else {}
        found[paper.key] = {name: tag for name, tag in tags.items() if name not in stale}
    return found
