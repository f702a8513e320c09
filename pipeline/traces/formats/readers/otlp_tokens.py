"""Tokens of the spans of one trace, each counted once.

A model's span says what one call took, that of an agent or a tool what all within it took, and another layer's span the same again.
So sums count where what they sum up was not recorded: for the first call that says nothing, else for what states the sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ...findings import JSON
from .otlp_invocations import Tree
from .otlp_spans import Span
from .otlp_sums import Tokens, Within, added, larger, rest, stated_by, total, whole, written

SILENT = "calls of a model, or sub-agents, whose tokens no span states in full"
MORE = "spans of agents and tools that state more tokens than the calls of models within them, which count"
DOUBTFUL = "sums of agents' spans that may be with their sub-agents or without, and are taken as with them"


class Counted:
    """The tokens of one trace."""

    def __init__(self, spans: Mapping[str, Span], tree: Tree) -> None:
        self.by_span: dict[str, dict[str, JSON]] = {}
        """Id of a span to the tokens that its event tells."""
        self.total = 0
        """Read and written, with what is stated of which no event tells."""
        self.guessed: set[str] = set()
        """Those of them that are guessed."""
        self.untold: Counter[str] = Counter()
        """What makes the sum a lower bound; nothing where no tokens are known at all."""
        self._found: dict[str, Tokens] = {}
        self._spans = spans
        self._tree = tree
        self._agents = {one.id for one in tree.invocations if one.span is not None}
        self._layered = {one.id for inner in tree.inner.values() for one in inner}
        acts = (act for one in tree.invocations for act in one.acts)
        self._telling = {act.id for act in acts if act.over and act.kind in ("model", "tool", "search")}
        self._telling |= {identity for identity in self._agents if spans[identity].over}
        self._count()

    def _count(self) -> None:
        within: dict[str, Within] = {}
        top = Within()
        for identity, outer in reversed(self._tree.outer.items()):
            inner = within.pop(identity, Within())
            around = top if outer is None else within.setdefault(outer, Within())
            self._add(self._spans[identity], inner, around)
        self.untold[SILENT] = top.silent + top.mute
        self.by_span = {identity: written(tokens) for identity, tokens in self._found.items()}
        self.total = sum(map(total, self._found.values())) + total(top.loose or Counter())
        if not self.total:
            self.untold.clear()

    def _add(self, span: Span, inner: Within, around: Within) -> None:
        """Count a span after all that lies within it."""
        if span.id in self._layered:
            stated = larger(stated_by(span), inner.layer)
            around.layer = added(around.layer, stated)
            around.unlayered += inner.unlayered if stated_by(span) is None and inner.layer is not None else not whole(stated)
            around.take(inner)
        elif span.kind == "model" and span.id in self._telling:
            self._add_model(span, inner, around)
        elif span.id in self._agents:
            self._settle(span, inner)
            around.delegated(inner)
        else:
            if span.kind != "model":
                self._settle(span, inner)
            around.take(inner)
            around.layer, around.unlayered = added(around.layer, inner.layer), around.unlayered + inner.unlayered

    def _add_model(self, span: Span, inner: Within, around: Within) -> None:
        stated = larger(stated_by(span), inner.layer)
        around.models += 1
        if stated is not None:
            self._tell(span, stated, around, guessed=span.sums_cached)
        if not whole(stated) or (stated_by(span) is None and inner.unlayered):
            around.wants(span)
        around.take(inner)

    def _tell(self, span: Span, tokens: Tokens, around: Within, guessed: bool) -> None:
        self._found[span.id] = added(self._found.get(span.id), tokens) or tokens
        self.guessed |= {span.id} if guessed else set()
        around.own += tokens
        around.told = True

    def _settle(self, span: Span, inner: Within) -> None:
        """Count what a span states of all that lies within it."""
        stated = stated_by(span) or inner.loose
        if stated is None:
            return
        known = inner.own + inner.below
        left = rest(stated, known) if inner.told else stated
        if inner.told and total(stated) <= total(known):
            # A sum without sub-agents that is smaller than theirs says what no call of a model does.
            alone = span.id in self._agents and not inner.models and not inner.own and total(stated) < total(known)
            self.untold[DOUBTFUL] += alone
            inner.loose = None
            return
        target = inner.first or (span if span.id in self._telling and not inner.models else None)
        if target is None:
            self.untold[MORE] += inner.told
            inner.loose = None if inner.told else stated
            if not inner.told:
                inner.silent, inner.first, inner.mute = int(not whole(stated)), None, 0
            return
        self.untold[DOUBTFUL] += bool(inner.below)
        self._tell(target, left, inner, guessed=target is not span or inner.told or span.sums_cached)
        inner.silent, inner.first, inner.loose = 0, None, None
        if span.kind == "agent" and not whole(stated):
            inner.wants(None)
