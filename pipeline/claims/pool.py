"""A survey's records, ready for claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..corpus import Corpus, once
from ..statements import Claim, Vocabulary
from ..statements.claims import Sense
from .scenarios import under
from .subjects import Subject, known, subjects
from .tally import Tally, tally
from .worlds import World


@dataclass(frozen=True, slots=True)
class Pool:
    """A survey's records, ready for claims."""

    corpus: Corpus
    known: Vocabulary
    world: World

    @property
    def by_key(self) -> Mapping[str, Subject]:
        """The records by key."""
        return self.world.certain.by_key

    def tally(self, sense: Sense) -> Tally:
        """Return how a sense of a claim is counted in this pool."""
        return tally(sense.selection, sense.expectation, self.known.fields(sense.selection.of))

    def world_of(self, claim: Claim) -> World:
        """Return the world that a claim is run over: the records as they are, or as the scenario has them that it names."""
        return self.variant(claim.under, self.world) if claim.under else self.world

    def variant(self, name: str, world: World) -> World:
        """Return a world as one of the declared scenarios has it, by its name."""
        scenario = next(scenario for scenario in self.corpus.scenarios if scenario.name == name)
        return under(world, scenario, self.corpus, self.known)


@once
def pool_of(corpus: Corpus) -> Pool:
    """Return the pool of a survey as it stands."""
    return Pool(corpus, known(corpus), World(subjects(corpus)))
