"""What the survey says of itself: title page, protocol, scale points, and which outputs it wants."""

from .about import About, parse_about
from .columns import EXTRA_FIELDS, Column
from .drawing import Drawing
from .output import FIGURE_KINDS, RECORDS, TABLE_KINDS, Output
from .outputs import Outputs, parse_outputs
from .protocol import Protocol, QueryFamily, parse_protocol
from .readme import Readme
from .scale import SCALE_KINDS, ScalePoint, Span, parse_scale
from .titles import Placeholder, placeholder_fault, placeholders

__all__ = [
    "EXTRA_FIELDS", "FIGURE_KINDS", "RECORDS", "SCALE_KINDS", "TABLE_KINDS", "About", "Column", "Drawing", "Output",
    "Outputs", "Placeholder", "Protocol", "QueryFamily", "Readme", "ScalePoint", "Span", "parse_about", "parse_outputs", "parse_protocol",
    "parse_scale", "placeholder_fault", "placeholders",
]  # fmt: skip
