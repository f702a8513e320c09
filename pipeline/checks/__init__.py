"""Rules over the whole survey. Each is a generator; its docstring is the rule, and RULES names them all."""

from .changes import changes_follow_the_record
from .names import headlines_are_claims
from .rules import RULES, problems
from .tags import broken

__all__ = ["RULES", "broken", "changes_follow_the_record", "headlines_are_claims", "problems"]
