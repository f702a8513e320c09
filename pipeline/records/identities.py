"""By what a record is known to be of one work or another."""

from __future__ import annotations

from .. import identifiers
from .exclusion import Exclusion
from .paper import Paper


def identities(record: Paper | Exclusion) -> frozenset[str]:
    """Return all that a record's ids and addresses name, as ``identifiers.identity`` gives it."""
    named = record.links if isinstance(record, Paper) else (record.identifier, record.url)
    return identifiers.identities((record.arxiv_id, record.doi, *named))
