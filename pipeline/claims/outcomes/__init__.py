"""Whether bounds on sums can be kept, and in how many ways, where some of the sums are open. Exact, without trying all ways."""

from .crossed import empties, subsets_of_cells
from .kept import Subsets, outcomes, subsets
from .spans import Choice, Outcome, Span, spans

__all__ = ["Choice", "Outcome", "Span", "Subsets", "empties", "outcomes", "spans", "subsets", "subsets_of_cells"]
