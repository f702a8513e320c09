"""YAML text to values that know their line. The only room that knows the YAML library.

Every scalar is text: YAML's own typing would turn ``2504.12510`` into a number that loses its zero and
``no`` into False. What a text means is decided by the field that asks for it (see ``fields``).
"""

from .extents import Extent, extent
from .parsing import parse
from .reading import MAX_BYTES, read, read_text
from .values import Mapping, Report, Scalar, Sequence, Value

__all__ = ["MAX_BYTES", "Extent", "Mapping", "Report", "Scalar", "Sequence", "Value", "extent", "parse", "read", "read_text"]
