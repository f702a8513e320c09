"""Whether bounds on sums can be kept, and in how many ways, where some of the sums are open. Exact, without trying all ways."""

from .kept import Subsets, outcomes, subsets
from .spans import Choice, Outcome, Span, spans

__all__ = ["Choice", "Outcome", "Span", "Subsets", "outcomes", "spans", "subsets"]
