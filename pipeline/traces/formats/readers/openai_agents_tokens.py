"""Tokens of the OpenAI Agents SDK's spans, each counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...findings import JSON
from ..moments import uncounted
from ..shapes import PRECISE, count, known, mapping, text
from .openai_agents_recorded import Recorded
from .openai_agents_spans import Span

MODEL = frozenset({"generation", "response"})
"""Kinds of spans that are calls of a model."""
SILENT = "calls of a model that do not state all of their tokens"
MUTE = "runs of agents without any call of a model"
MORE = "turns and agents that state more tokens than the calls of a model within them, which count"


def tokens(usage: dict[str, JSON]) -> dict[str, JSON] | None:
    """Return what was read and written, by the names of either of the two programming interfaces. Those read include cached ones."""
    found: dict[str, JSON] = {key: _first(values) for key, values in _stated(usage).items()}
    return known(found)


def _stated(usage: dict[str, JSON]) -> dict[str, list[JSON]]:
    """Return all that a usage says of each of our kinds of tokens."""
    details = usage | mapping(usage.get("details"))
    read, written = (
        [mapping(details.get(f"{name}_tokens_details")) for name in names] for names in (("input", "prompt"), ("output", "completion"))
    )
    return {
        "in": [usage.get("input_tokens"), usage.get("prompt_tokens")],
        "out": [usage.get("output_tokens"), usage.get("completion_tokens")],
        "cached": [*(part.get("cached_tokens") for part in read), details.get("cached_input_tokens"), details.get("cached_tokens")],
        "reasoning": [*(part.get("reasoning_tokens") for part in written), details.get("reasoning_tokens")],
    }


def odd(trace: Recorded) -> int:
    """Return how many numbers of tokens can be none."""
    return sum(uncounted(values) for span in trace.spans for values in _stated(span.usage).values())


def _first(values: Iterable[JSON]) -> int | None:
    return next((number for value in values if (number := count(value)) is not None), None)


def repeated(trace: Recorded) -> set[Span]:
    """Return the spans of responses that an earlier span tells of already."""
    first: dict[str, Span] = {}
    found: set[Span] = set()
    for span in (span for span in trace.spans if span.kind == "response"):
        response = text(span.data.get("response_id"))
        if response is not None and first.setdefault(response, span) is not span:
            found.add(span)
    return found


class Counted:
    """The tokens of one trace, each with the span that it is to be told with."""

    def __init__(self, trace: Recorded, left: set[Span]) -> None:
        """Count all but the responses that are left out.

        A model's span has its own. A turn's are the sum of its model's: what they are more is that of the first of those that does not
        state all, or else the turn's own where there is none at all.
        """
        self.by_span: dict[Span, dict[str, JSON]] = {}
        self.guessed: set[Span] = set()
        """Those of which a part is guessed."""
        self.untold: Counter[str] = Counter()
        """What makes the sum a lower bound; nothing where no tokens are known at all."""
        self._trace = trace
        calls = [span for span in trace.spans if span.kind in MODEL and span.over]
        self._silent = {span: None for span in calls if span not in left and not _whole(tokens(span.usage))}
        self.by_span |= {span: own for span in calls if span not in left and (own := tokens(span.usage))}
        self._turns()
        whole = declared(trace)
        covered = whole > total(self.by_span.values()) and all(span.kind == "task" for span in trace.spans if trace.outer(span) is None)
        if self.by_span and not covered:
            mute = self._mute({trace.places[span].agent for span in calls})
            self.untold += Counter({SILENT: len(self._silent), MUTE: mute})
            self.untold[MORE] += self._understated()

    def _turns(self) -> None:
        inside: dict[Span, list[Span]] = {}
        for span in (span for span in self._trace.spans if span in self.by_span or span in self._silent):
            if (turn := self._trace.places[span].turn) is not None:
                inside.setdefault(turn, []).append(span)
        for turn in (span for span in self._trace.spans if span.kind == "turn"):
            stated, calls = tokens(turn.usage), inside.get(turn, [])
            known = total(self.by_span.get(span, {}) for span in calls)
            if not calls and turn.over and not _whole(stated):
                self._silent[turn] = None
            if not stated or _total(stated) <= known:
                continue
            silent = [span for span in calls if span in self._silent]
            if calls and not silent:
                self.untold[MORE] += 1
                continue
            target = silent[0] if silent else turn
            left = _left(stated, [self.by_span[span] for span in calls if span in self.by_span])
            self.by_span[target] = _left(left, [self.by_span[target]], 1) if target in self.by_span else left
            self.guessed |= {target} - {turn}
            for span in silent if _whole(stated) else []:
                del self._silent[span]

    def _mute(self, calling: set[Span | None]) -> int:
        """Return how many runs of agents there are in which nothing was recorded that tokens could have been spent on."""
        places = self._trace.places
        spending = calling | {places[span].agent for span in self._trace.spans if span.kind == "agent" or span in self.by_span}
        # A call that lies in no run may be one of those at the top.
        runs = (span for span in self._trace.spans if span.kind == "agent" and (places[span].agent is not None or None not in calling))
        return sum(span not in spending for span in runs)

    def _understated(self) -> int:
        """Return how many agents' spans state more than what was recorded within them, but for other agents."""
        within: Counter[Span | None] = Counter()
        for span, spent in self.by_span.items():
            within[self._trace.places[span].agent] += _total(spent)
        return sum(span.kind == "agent" and _total(tokens(span.usage) or {}) > within[span] for span in self._trace.spans)


def _left(stated: dict[str, JSON], known_: Iterable[dict[str, JSON]], sign: int = -1) -> dict[str, JSON]:
    """Return tokens without others, or with them."""
    found: Counter[str] = Counter({key: number for key, number in stated.items() if isinstance(number, int)})
    for spent in known_:
        for key, number in spent.items():
            if isinstance(number, int):
                found[key] += sign * number
    # Where one of both parts is known to be more than is stated, the other is less by that.
    short = Counter({"in": min(0, found["out"]), "out": min(0, found["in"])})
    read, written = (min(max(0, found[key] + short[key]), PRECISE) for key in ("in", "out"))
    most = {"in": read, "out": written, "cached": read, "reasoning": written}
    return {key: min(max(0, found[key] + short[key]), most[key]) for key in most if key in stated or found[key]}


def _whole(spent: dict[str, JSON] | None) -> bool:
    """Return whether it is known both what was read and what was written."""
    return {"in", "out"} <= (spent or {}).keys()


def declared(trace: Recorded) -> int:
    """Return the tokens that whole runs below no agent declare."""
    return sum(map(_total, (tokens(span.usage) or {} for span in trace.spans if span.kind == "task" and trace.places[span].agent is None)))


def total(spent: Iterable[dict[str, JSON]]) -> int:
    """Return tokens read and written, over all."""
    return sum(map(_total, spent))


def _total(spent: dict[str, JSON]) -> int:
    return sum(number for key in ("in", "out") if isinstance(number := spent.get(key), int))
