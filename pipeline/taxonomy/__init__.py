"""The survey's vocabulary: which fields an entry carries, which values each knows, and what they mean.

Everything here is read from ``survey/taxonomy.yaml``. No module of the pipeline names a field or a value.
"""

from .reading import parse
from .tags import KINDS, Kind, Tag, hashable, holds, restored, values_in
from .vocabulary import Field, Rule, TagValue, Taxonomy

__all__ = ["KINDS", "Field", "Kind", "Rule", "Tag", "TagValue", "Taxonomy", "hashable", "holds", "parse", "restored", "values_in"]
