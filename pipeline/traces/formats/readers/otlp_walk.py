"""One invocation of an agent while its events are made."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..draft import Draft
from .otlp_invocations import Invocation


@dataclass(slots=True)
class Walk:
    """One invocation while its events are made."""

    invocation: Invocation
    entries: list[str] = field(default_factory=list)
    """Events that nothing in the invocation leads to."""
    tips: list[tuple[float, str]] = field(default_factory=list)
    """Events that lead to what comes next, with the time from which on."""
    returned: list[tuple[float, str]] = field(default_factory=list)
    """The same of what sub-agents handed back and nobody aggregated yet."""
    decided: str | None = None
    """The last event of a model."""
    turns: int = 0
    """How many times a model was called."""

    def after(self, draft: Draft, event: str, begin: float, kind: str = "causal") -> None:
        """Join an event to what was complete when it began; without that, it is one that the invocation begins with."""
        done = [tip for tip in self.tips if tip[0] <= begin]
        for _, tip in done:
            draft.edge(tip, event, kind)
        if not done:
            self.entries.append(event)

    def from_model(self, draft: Draft, event: str, begin: float) -> None:
        """Join an event to the model's call that it goes back to, which then leads to nothing else by itself."""
        if self.decided is None:
            self.after(draft, event, begin, "temporal")
            return
        draft.edge(self.decided, event, "causal")
        self.tips = [tip for tip in self.tips if tip[1] != self.decided]

    def ready(self, begin: float) -> list[tuple[float, str]]:
        """Return what sub-agents had handed back by then."""
        return [delivered for delivered in self.returned if delivered[0] <= begin]
