"""Files that are packed, as their first bytes tell: how, and how to get at what is in them."""

from __future__ import annotations

from typing import NamedTuple


class Packed(NamedTuple):
    """What a file is, in words."""

    kind: str
    """How it is packed."""
    hint: str
    """What to do first."""


_ZIP = Packed(
    "a zip archive", "unpack it first; an inspect_ai log (.eval) becomes JSON by 'inspect log dump', which masrl trace convert reads"
)
_KINDS = {
    b"PK\x03\x04": _ZIP,
    b"PK\x05\x06": _ZIP,
    b"\x1f\x8b": Packed("gzip", "unpack it first: gunzip FILE"),
    b"BZh": Packed("bzip2", "unpack it first: bunzip2 FILE"),
    b"\xfd7zXZ\0": Packed("xz", "unpack it first: unxz FILE"),
    b"\x28\xb5\x2f\xfd": Packed("zstd", "unpack it first: unzstd FILE"),
}
"""How packed files begin. No JSON begins so."""


def packed(data: bytes) -> Packed | None:
    """Return how a file is packed, or None where it is not."""
    return next((kind for start, kind in _KINDS.items() if data.startswith(start)), None)
