from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import identifiers
from pipeline.identifiers import links


@pytest.mark.parametrize(
    "text",
    [
        "2504.12510",
        "arXiv:2504.12510v3",
        "arxiv: 2504.12510",
        "https://arxiv.org/abs/2504.12510",
        "http://www.arxiv.org/abs/2504.12510v2/",
        "https://arxiv.org/pdf/2504.12510v1.pdf",
        "https://arxiv.org/pdf/2504.12510",
        "https://export.arxiv.org/abs/2504.12510?context=cs#top",
        "arxiv.org/html/2504.12510V1",
        "https://doi.org/10.48550/arXiv.2504.12510",
        "10.48550/arxiv.2504.12510",
        "https://huggingface.co/papers/2504.12510",
        "https://www.alphaxiv.org/abs/2504.12510v1",
        "https://ar5iv.labs.arxiv.org/html/2504.12510",
        " 2504.12510\n",
    ],
)
def test_every_spelling_of_an_arxiv_id_is_read_as_the_bare_one(text: str) -> None:
    assert identifiers.arxiv_id_in(text) == "2504.12510"


@pytest.mark.parametrize(
    "text", ["", "https://example.org/2504.12510", "https://arxiv.org/list/cs.AI/new", "2504.1251", "10.1000/relay.7", "v2"]
)
def test_what_names_no_arxiv_id_names_none(text: str) -> None:
    assert identifiers.arxiv_id_in(text) == ""


@pytest.mark.parametrize(
    "text", ["2504.12510", "1412.9999", "0704.0010", "2504.00000", "hep-th/9901001", "math.GT/0309136", "cond-mat/0703999"]
)
def test_new_and_old_style_ids_are_good(text: str) -> None:
    assert identifiers.arxiv_fault(text) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2504.1251", "has 4 digits after the point where 5 are due: was a final zero lost?"),
        ("2504.1", "has 1 digit after the point where 5 are due: was a final zero lost?"),
        ("704.001", "has 3 digits before the point where 4 are due: was a zero lost?"),
        ("1404.12345", "has 5 digits after the point; ids before 2015 have 4"),
        ("2513.00001", "names month 13"),
        ("2500.12345", "names month 00"),
        ("hep-th/0013001", "names month 13"),
        ("0703.0001", "names 0703; ids up to 0703 are written archive/YYMMNNN, later ones YYMM.NNNN"),
        ("hep-th/0704001", "names 0704; ids up to 0703 are written archive/YYMMNNN, later ones YYMM.NNNN"),
        ("2504.12510v2", "is not an arXiv id (YYMM.NNNNN, or archive/YYMMNNN before April 2007)"),
        ("25O4.12510", "is not an arXiv id (YYMM.NNNNN, or archive/YYMMNNN before April 2007)"),
        ("\uff12504.12510", "is not an arXiv id (YYMM.NNNNN, or archive/YYMMNNN before April 2007)"),
        ("2504.12510\n", "is not an arXiv id (YYMM.NNNNN, or archive/YYMMNNN before April 2007)"),
    ],
)
def test_a_bad_id_is_told_what_is_wrong_with_it(text: str, fault: str) -> None:
    assert identifiers.arxiv_fault(text) == fault


@pytest.mark.parametrize(
    ("arxiv_id", "month"),
    [
        ("2504.12510", "2025-04"),
        ("0704.0010", "2007-04"),
        ("hep-th/9901001", "1999-01"),
        ("math.GT/0309136", "2003-09"),
        ("2513.00001", None),
        ("", None),
    ],
)
def test_an_id_names_its_month(arxiv_id: str, month: str | None) -> None:
    assert identifiers.arxiv_month(arxiv_id) == month


def test_the_subject_class_of_an_old_id_says_nothing_about_which_paper_it_is() -> None:
    assert identifiers.comparable_arxiv_id("math.GT/0309136") == "math/0309136"
    assert identifiers.comparable_arxiv_id("hep-th/0309136") == "hep-th/0309136"


def test_an_id_leads_to_its_abstract_page() -> None:
    assert identifiers.arxiv_link("math.GT/0309136") == "https://arxiv.org/abs/math.GT/0309136"


@pytest.mark.parametrize(
    "text",
    [
        "10.1000/relay.7",
        "https://doi.org/10.1000/RELAY.7",
        "doi:10.1000/Relay.7",
        "http://dx.doi.org/10.1000/relay.7",
        "https://doi.org/10.1000%2Frelay.7",
    ],
)
def test_every_spelling_of_a_doi_is_read_as_the_bare_one(text: str) -> None:
    assert identifiers.bare_doi(text) == "10.1000/relay.7"


@pytest.mark.parametrize("text", ["", "10.1000", "10.1000/", "11.1000/relay", "10.1000/re lay", "https://example.org/10.1000/relay"])
def test_what_is_no_doi_is_none(text: str) -> None:
    assert identifiers.bare_doi(text) is None


def test_the_address_of_a_doi_is_percent_encoded() -> None:
    assert identifiers.doi_link("10.1002/(sici)1097<1::aid>3.0.co;2-o") == "https://doi.org/10.1002/(sici)1097%3C1::aid%3E3.0.co;2-o"


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org",
        "https://example.org/a?b=c#d",
        "https://example.org:8443/(a)",
        "https://xn--bcher-kva.example/",
        "https://example.org/%C3%A9",
    ],
)
def test_an_absolute_https_address_may_be_published(text: str) -> None:
    assert identifiers.checked_link(text).fault is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("http://example.org", "must begin with https://"),
        ("//example.org", "must begin with https://"),
        ("javascript:alert(1)", "must begin with https://"),
        (" https://example.org", "must begin with https://"),
        ("https://example.org/a b", "holds a character that an address may not hold"),
        ("https://example.org/a\x12", "holds a character that an address may not hold"),
        ("https://example.org/\x7f", "holds a character that an address may not hold"),
        ("https://example.org\\@a.org", "holds a character that an address may not hold"),
        ("https://a@example.org", "holds a user name"),
        ("https://@example.org", "holds a user name"),
        ("https://:@example.org", "holds a user name"),
        ("https://localhost", "names no host"),
        ("https://", "names no host"),
        ("https://10.0.0.1", "names no host"),
        ("https://[::ffff:10.0.0.1]", "names no host"),
        ("https://a..org", "names no host"),
        ("https://-a.org", "names no host"),
        ("https://example.org:0", "names no host"),
        ("https://example.org:x", "is not an address"),
        ("https://[::1", "is not an address"),
        ("https://ex\u0430mple.org", "holds a character that must be percent-encoded"),
        ("https://example.org/\u200b", "holds a character that must be percent-encoded"),
        ("https://example.org/" + "a" * 2000, "has more than 2,000 characters"),
    ],
)
def test_another_address_is_told_what_is_wrong_with_it(text: str, fault: str) -> None:
    assert identifiers.checked_link(text).fault == fault


@pytest.mark.parametrize(
    "url", ["https://www.example.org/a/", "https://EXAMPLE.org/a", "https://example.org/a#top", "https://example.org/%61"]
)
def test_spellings_of_one_address_compare_as_equal(url: str) -> None:
    assert identifiers.comparable_link(url) == "example.org/a"


def test_addresses_that_differ_in_path_or_query_are_two() -> None:
    assert identifiers.comparable_link("https://example.org/a?id=1") != identifiers.comparable_link("https://example.org/a?id=2")
    assert identifiers.comparable_link("https://example.org/A") != identifiers.comparable_link("https://example.org/a")


@pytest.mark.parametrize(
    "text", ["10.1000/%00", "doi:10.1000/%1b[31m", "10.1000/\u202ex", "https://doi.org/10.1000/%C2%9B1m", "10.1000/%0Ax"]
)
def test_a_doi_holds_nothing_that_no_file_may_hold(text: str) -> None:
    assert identifiers.bare_doi(text) is None


@pytest.mark.parametrize("url", ["https://[x/y", "a://[b]c", "https://exa\u2100mple.com/", "https://x:99999/", "https://[::1"])
def test_what_has_no_parts_is_no_address_and_nothing_is_raised(url: str) -> None:
    assert identifiers.parts_of(url) is None
    assert identifiers.comparable_link(url) == url
    assert identifiers.checked_link(url).fault


@pytest.mark.parametrize("key", ["halo", "m-grpo", "deepseek-r12025", "a", "7", "com10", "x" * 60])
def test_a_key_of_small_letters_digits_and_inner_hyphens_is_good(key: str) -> None:
    assert identifiers.key_fault(key) is None


@pytest.mark.parametrize(
    "key", ["", "M-GRPO", "m_grpo", "-a", "a-", "a b", "a ", "a.b", "a:b", "../a", "a/b", "a\n", "café", "cafe\u0301", "\u0430bc", "²"]
)
def test_other_keys_are_refused(key: str) -> None:
    assert identifiers.key_fault(key) == "may hold lower-case letters, digits and inner hyphens only"


@pytest.mark.parametrize("key", ["con", "aux", "nul", "prn", "com1", "lpt9"])
def test_a_key_is_no_device_of_windows(key: str) -> None:
    assert identifiers.key_fault(key) == "is a device name on Windows"


def test_a_key_has_sixty_characters_at_most() -> None:
    assert identifiers.key_fault("x" * 61) == "is longer than 60 characters"


@pytest.mark.parametrize(
    "title",
    [
        "Relay: A Study",
        "Relay - a study.",
        "RELAY\u200b a  Study!",
        "Re\u0301lay a Study",
        "\uff32\uff45\uff4c\uff41\uff59 A study",
        "relay_a_study",
    ],
)
def test_titles_that_are_the_same_but_for_signs_fold_to_one(title: str) -> None:
    assert identifiers.folded(title) == "relay a study"


def test_an_ampersand_is_the_word_and() -> None:
    assert identifiers.folded("Sand & Current") == identifiers.folded("Sand and current")


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("arXiv:2103.99991v4", "arxiv:2103.99991"), ("math.GT/0309136", "arxiv:math/0309136"),
        ("https://doi.org/10.5555/HUM.1", "doi:10.5555/hum.1"), ("10.48550/arXiv.2103.99991", "arxiv:2103.99991"),
        ("https://www.example.org/hum/", "link:example.org/hum"), ("http://example.org/hum", "link:example.org/hum"),
        ("OpenReview:x1", "link:openreview.net/forum?id=x1"),
        ("https://openreview.net/pdf?id=x1", "link:openreview.net/forum?id=x1"), ("DEVIN-DOCS", ""), ("", ""),
    ],
)  # fmt: skip
def test_two_spellings_of_one_thing_have_one_identity(text: str, identity: str) -> None:
    assert identifiers.identity(text) == identity


LINK_PARTS = (
    "https://",
    "http://",
    "example.org",
    "EXAMPLE.org",
    "a@b",
    "/",
    "?a=b",
    "#c",
    ":0",
    ":80",
    ",https://x.org",
    "%20",
    "é",
    " ",
    "[",
    "-",
    ".",
)


@given(st.lists(st.sampled_from(LINK_PARTS), max_size=6).map("".join))
def test_a_link_of_the_usual_form_is_judged_as_one_that_is_looked_at_closely(text: str) -> None:
    usual = identifiers.checked_link(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(links, "_PLAIN", re.compile(r"(?!)"))
        assert identifiers.checked_link(text) == usual


@given(st.lists(st.sampled_from(("arXiv:", "2504.12510", "math/0309136", "v2", ".pdf", "/", "?x", "#y", " ")), max_size=4).map("".join))
def test_an_id_in_the_usual_address_is_found_as_in_any_other(rest: str) -> None:
    usual, other = f"https://arxiv.org/abs/{rest}", f"https://www.arxiv.org/abs/{rest}"
    assert identifiers.bare_arxiv_id(usual) == identifiers.bare_arxiv_id(other)
