"""Where an entry says that a paper appeared, against comment, journal reference and DOI."""

from __future__ import annotations

import pytest
from arxiv_pool import listing

from pipeline.metadata import venues

KNOWN = venues.known(["ACL 2025", "NeurIPS 2024 D&B", "Nature 2025", "ACM AISec 2023", "arXiv", "Journal of Invented Hydrophones"])


@pytest.mark.parametrize(
    ("venue", "seen", "same"),
    [
        ("ACL 2025", {"doi": "10.18653/v1/2025.acl-long.1459"}, True),
        ("AAAI 2020", {"doi": "10.1609/aaai.v34i05.6220"}, True),
        ("ICML 2025 MAS Workshop", {"doi": "10.18653/v1/2026.acl-long.1442"}, False),
        ("ACL 2025", {"doi": "10.18653/v1/2026.acl-long.1442"}, False),
        ("Nature 2025", {"doi": "10.1038/s41586-025-09422-z"}, None),
        ("Nature 2025", {"journal_ref": "Nature 645, 633 (2025)"}, True),
        ("Nature 2025", {"journal_ref": "Science 2025"}, False),
        ("arXiv", {"journal_ref": "AAAI 2026, 40(35):29820-29828"}, False),
        ("arXiv", {"doi": "10.1038/s41586-025-09422-z"}, False),
        ("arXiv", {"doi": "10.48550/arxiv.2504.12510"}, True),
        ("arXiv (ICLR 2026 submitted)", {"comment": "Accepted at ICLR 2026"}, False),
        ("arXiv (ICLR 2026 submitted)", {"comment": "Under review at ICLR 2026"}, True),
        ("arXiv", {"comment": "12 pages, 3 figures. On the nature of relays"}, True),
        ("arXiv", {"comment": "Accepted to the Shelf Symposium"}, False),
        ("arXiv", {}, True),
        ("NeurIPS 2024 D&B", {"comment": "NeurIPS 2024 Datasets and Benchmarks"}, True),
        ("NeurIPS 2024 D&B", {"comment": "NIPS 2024"}, True),
        ("NeurIPS 2024", {"comment": "Published as a conference paper at ICLR 2025"}, False),
        ("NeurIPS 2024", {"comment": "to appear in NeurIPS 2025"}, False),
        ("NeurIPS 2024", {"comment": "Withdrawn from ICLR 2024; 12 pages"}, None),
        ("NeurIPS 2024", {}, None),
        ("ACM AISec 2023", {"comment": "AISec workshop"}, True),
        ("Tech Report", {}, None),
        ("ACL ARR 2026 January Submission", {}, None),
        ("Journal of Invented Hydrophones", {"journal_ref": "J. of Invented Hydrophones 3"}, True),
    ],
)
def test_a_venue_is_borne_out_or_not_or_cannot_be_checked(venue: str, seen: dict[str, str], same: bool | None) -> None:
    assert venues.verdict(venue, listing(**seen), KNOWN).same is same


def test_what_was_not_seen_speaks_neither_for_nor_against() -> None:
    assert venues.verdict("arXiv", listing(source="listing"), KNOWN).same is None
    assert venues.verdict("arXiv", listing(source="listing"), KNOWN).why == "comment and journal reference were not seen yet"


def test_a_verdict_quotes_what_it_rests_on() -> None:
    found = venues.verdict("arXiv", listing(journal_ref="AAAI 2026", doi="10.1609/aaai.v40i35.40228"), KNOWN)
    assert found.theirs == "AAAI 2026; 10.1609/aaai.v40i35.40228"
    assert found.why == "the entry names a preprint, arXiv a publication"
