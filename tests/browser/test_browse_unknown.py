"""The Browse page where years and authors of some papers are unknown."""

import pytest
from example_survey import copied
from looking import written
from test_browse import count, keys, search

from pipeline.corpus import Corpus
from pipeline.outputs import site

ENTRY = "title: A Quiet Word on Bolts\nunknown: [authors, year, venue, links]\nadded: 2022-04-28\n"
TAGS = "tags:\n  approach: sensor\n  placement: row\n  powered: no\n"
ALL = 8


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("unknown")
    (copied(folder) / "corpus/nothing.yaml").write_text(ENTRY + TAGS, encoding="utf-8")
    corpus = Corpus.load(folder / "survey copy")
    return written(site.files(corpus), folder / "made")


def test_a_range_of_years_holds_no_paper_without_one(opened, listed):
    page = opened(f"{listed}index.html")
    assert (count(page), "nothing" in keys(page)) == ("8 papers", True)
    years = page.locator("select[aria-label='To year'] option").all_text_contents()
    assert years == ["latest", "2024", "2023", "2022", "2021", "2020", "2003"]
    page.select_option("select[aria-label='To year']", "2024")
    assert (count(page), "nothing" in keys(page)) == ("7 of 8 papers", False)
    page.select_option("select[aria-label='To year']", "")
    page.select_option("select[aria-label='From year']", "2003")
    assert (count(page), "nothing" in keys(page)) == ("7 of 8 papers", False)


@pytest.mark.parametrize("order", ["year", "newest"])
def test_what_has_no_year_comes_after_what_has(opened, listed, order):
    page = opened(f"{listed}index.html#?sort={order}")
    assert len(keys(page)) == ALL
    assert keys(page)[-1] == "nothing"


def test_it_is_found_by_its_title_and_its_page_says_what_is_missing(opened, listed):
    page = opened(f"{listed}index.html")
    search(page, "quiet bolts")
    assert keys(page) == ["nothing"]
    assert page.inner_text(".card .meta") == "Sensor"
    page.click(".card h3 a")
    assert page.inner_text(".page-head .byline") == "The authors are not recorded"
    assert "No address is known." in page.inner_text(".page-head .leads")
    assert page.inner_text("#cite .cited").startswith("A Quiet Word on Bolts.")
