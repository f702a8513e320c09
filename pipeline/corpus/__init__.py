"""The whole survey as one value: every file in, or all the problems out."""

from .survey_files import EXCLUSIONS, PAPERS, SURVEY
from .whole import POOLS, Corpus, Pool, once

__all__ = ["EXCLUSIONS", "PAPERS", "POOLS", "SURVEY", "Corpus", "Pool", "once"]
