"""What a person may type to name a paper."""

import pytest

from pipeline.drafts import references
from pipeline.drafts.references import Reference
from pipeline.errors import CallFault


@pytest.mark.parametrize(
    "typed",
    [
        "2605.01234", "arXiv:2605.01234", "arxiv: 2605.01234v3", " 2605.01234v1 ", "https://arxiv.org/abs/2605.01234",
        "http://arxiv.org/abs/2605.01234v2", "arxiv.org/pdf/2605.01234v2.pdf", "https://arxiv.org/pdf/2605.01234",
        "https://export.arxiv.org/abs/2605.01234?context=cs", "https://arxiv.org/html/2605.01234v1#S2",
        "10.48550/arXiv.2605.01234", "https://doi.org/10.48550/arXiv.2605.01234",
    ],
)  # fmt: skip
def test_every_form_of_an_arxiv_id_names_the_same_paper(typed: str):
    assert references.parse(typed) == Reference("https://arxiv.org/abs/2605.01234", arxiv_id="2605.01234")


@pytest.mark.parametrize(
    ("typed", "bare"), [("math.GT/0309136", "math.GT/0309136"), ("https://arxiv.org/pdf/hep-th/9901001v3", "hep-th/9901001")]
)
def test_an_old_id_keeps_its_archive(typed: str, bare: str):
    assert references.parse(typed) == Reference(f"https://arxiv.org/abs/{bare}", arxiv_id=bare)


@pytest.mark.parametrize(
    "typed", ["https://openreview.net/forum?id=Ab_1-x", "https://openreview.net/pdf?id=Ab_1-x", "OpenReview:Ab_1-x",
              "https://openreview.net/forum?noteId=zz&id=Ab_1-x#discussion"],
)  # fmt: skip
def test_every_page_of_openreview_leads_to_the_forum(typed: str):
    assert references.parse(typed) == Reference("https://openreview.net/forum?id=Ab_1-x", openreview_id="Ab_1-x")


@pytest.mark.parametrize("typed", ["10.1000/Relay.7", "doi:10.1000/relay.7", "https://doi.org/10.1000/relay.7"])
def test_a_doi_is_bare_and_in_lower_case(typed: str):
    assert references.parse(typed) == Reference("https://doi.org/10.1000/relay.7", doi="10.1000/relay.7")


def test_another_address_is_taken_as_it_stands():
    assert references.parse("https://example.org/blog#relay") == Reference("https://example.org/blog#relay")


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("2605.1234", "'2605.1234' has 4 digits after the point where 5 are due: was a final zero lost?"),
        ("2613.01234", "'2613.01234' names month 13"),
        (
            "https://arxiv.org/abs/relay",
            "'https://arxiv.org/abs/relay' is not an arXiv id (YYMM.NNNNN, or archive/YYMMNNN before April 2007)",
        ),
        ("relay", "'relay' is neither an arXiv id, nor a DOI, nor an https address"),
        ("", "'' is neither an arXiv id, nor a DOI, nor an https address"),
        ("http://example.org", "'http://example.org' is neither an arXiv id, nor a DOI, nor an https address"),
        ("https://user@example.org", "the address 'https://user@example.org' holds a user name"),
        ("10.1000/\x08", "'10.1000/\\x08' holds a character that no name of a paper has"),
        ("https://127.0.0.1/x", "the address 'https://127.0.0.1/x' names no host"),
    ],
)
def test_what_names_no_paper_is_refused_with_the_reason(typed: str, message: str):
    with pytest.raises(CallFault) as fault:
        references.parse(typed)
    assert str(fault.value) == message


def test_a_reference_says_what_the_log_would_call_it():
    found = [references.parse(text) for text in ("2605.01234", "OpenReview:x1", "10.1000/a", "https://example.org/a")]
    assert [one.identifier for one in found] == ["arXiv:2605.01234", "OpenReview:x1", "10.1000/a", ""]
    assert [one.source for one in found] == ["arXiv", "OpenReview", "", ""]
    assert [str(one) for one in found] == ["arXiv:2605.01234", "OpenReview:x1", "10.1000/a", "https://example.org/a"]
