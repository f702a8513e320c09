from dataclasses import replace
from datetime import date

import pytest
from exports_pool import published

from pipeline.outputs.exports import references


@pytest.mark.parametrize(
    ("venue", "kind"),
    [
        ("arXiv", "preprint"),
        ("arXiv (ICLR 2026 submitted)", "preprint"),
        ("OpenReview (ICLR 2026 submission)", "preprint"),
        ("ICLR 2026 (under review)", "preprint"),
        ("Tech Report", "page"),
        ("Engineering Blog", "page"),
        ("", "page"),
        ("TMLR", "journal"),
        ("JMLR 2024", "journal"),
        ("IEEE Transactions on Ants", "journal"),
        ("Nature 2025", "journal"),
        ("Mathematics of Operations Research", "journal"),
        ("NeurIPS 2024 D&B", "meeting"),
        ("ICML", "meeting"),
        ("Findings of ACL 2024", "meeting"),
        ("ACM AISec 2023", "meeting"),
        ("Third Workshop on Ants", "meeting"),
    ],
)
def test_the_name_of_a_venue_tells_its_kind(venue, kind):
    assert references.kind_of(venue) == kind


def of(key, **changed):
    corpus = published()
    return references.reference(replace(corpus.by_key[key], **changed), corpus)


def test_a_preprint_has_the_day_on_which_it_was_submitted():
    assert of("agent-lightning").day == date(2025, 8, 5)
    assert of("agent-lightning").arxiv_class == "cs.AI"


def test_the_day_of_a_preprint_is_not_that_of_a_meeting_or_of_another_year():
    assert of("agent-lightning", venue="ICML 2025").day is None
    assert of("agent-lightning", year=2026).day is None


def test_the_doi_is_that_of_the_entry_or_of_its_links_or_the_listed_one():
    assert of("agent-lightning", doi="10.1000/x").doi == "10.1000/x"
    assert of("difference-rewards2001").doi == "10.1142/s0219525901000188"
    assert of("deepseek-r12025").doi == "10.1038/s41586-025-09422-z"
    assert of("agent-lightning").doi == ""


def test_the_address_is_the_first_link_or_derived_from_what_is_known():
    assert of("openai-codex").url == "https://openai.com/index/introducing-codex/"
    assert of("agent-lightning", links=()).url == "https://arxiv.org/abs/2508.03680"
    assert of("agent-lightning", links=(), arxiv_id="", doi="10.1002/(a)<1::b>3").url == "https://doi.org/10.1002/(a)%3C1::b%3E3"
    assert of("agent-lightning", links=(), arxiv_id="").url == ""


def test_keywords_leave_out_what_does_not_apply():
    assert of("openai-codex").keywords[0] == "Category: Industry"
    assert not [word for word in of("openai-codex").keywords if "Not applicable" in word]
