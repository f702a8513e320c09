"""How counts came to be: the same question asked of the pool at several dates, or at several revisions."""

from .points import Point
from .series import EXCLUSIONS, PAPERS, Series, series
from .through_dates import dates, over_dates
from .through_revisions import commits, over_revisions

__all__ = ["EXCLUSIONS", "PAPERS", "Point", "Series", "commits", "dates", "over_dates", "over_revisions", "series"]
