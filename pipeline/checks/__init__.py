"""Rules over the whole survey. Each is a generator; its docstring is the rule, and RULES names them all."""

from .changes import changes_follow_the_record
from .names import headlines_are_claims
from .rules import RULES, problems
from .scope import Record
from .tags import broken
from .titles import TITLE_LIKENESS

__all__ = ["RULES", "TITLE_LIKENESS", "Record", "broken", "changes_follow_the_record", "headlines_are_claims", "problems"]
