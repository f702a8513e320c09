"""A comparison of two states in the reader's words: for the terminal, for a pull request's comment, for programs."""

from .lines import Line, Section
from .texts import MARKDOWN_LIMIT, markdown_text, plain_text
from .unlogged import problems
from .values import value

__all__ = ["MARKDOWN_LIMIT", "Line", "Section", "markdown_text", "plain_text", "problems", "value"]
