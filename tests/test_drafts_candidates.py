"""The questions that are put to arXiv, and what is made of the answers."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from example_survey import ROOT, example

from pipeline.corpus import Corpus
from pipeline.drafts import candidates, known
from pipeline.lock import Listing
from pipeline.metadata.client import Received
from pipeline.survey import QueryFamily

REAL = Path(__file__).parent.parent
DAY = date(2024, 11, 2)


def received(arxiv_id: str, title: str, published: date | None = DAY, doi: str | None = None) -> Received:
    listing = Listing(title, ("Ana Vell",), published, None, 1, "eess.SP", ("eess.SP",), doi, None, None, "api", DAY)
    return Received(arxiv_id, listing, "An abstract.")


def test_a_family_asks_for_its_terms_in_title_and_abstract():
    family = QueryFamily("hearing", "Hearing", ("hydrophone", 'tidal "noise": OR*'), ("hearing",))
    assert candidates.query(family, (), (), date(2024, 1, 2), DAY) == (
        '(ti:"hydrophone" OR abs:"hydrophone" OR ti:"tidal noise OR" OR abs:"tidal noise OR")'
        " AND submittedDate:[202401020000 TO 202411022359]"
    )


def test_scope_and_categories_narrow_the_question():
    family = QueryFamily("hearing", "Hearing", ("hydrophone",), ("hearing",))
    assert candidates.query(family, ("tide", "stream"), ("cs.LG", "eess.SP"), DAY, DAY) == (
        '(ti:"hydrophone" OR abs:"hydrophone") AND (ti:"tide" OR abs:"tide" OR ti:"stream" OR abs:"stream")'
        " AND (cat:cs.LG OR cat:eess.SP) AND submittedDate:[202411020000 TO 202411022359]"
    )


def test_the_categories_are_those_in_which_the_survey_s_papers_are():
    assert candidates.categories(example()) == ("eess.SP",)
    assert "cs.MA" in candidates.categories(Corpus.load(REAL))


def test_what_is_known_is_dropped_and_the_rest_ranked_by_families_then_date():
    found = {
        "hearing": [
            received("2103.99991", "Hum, again"), received("2201.99992", "Logged already"),
            received("2411.00001", "Old and once", date(2024, 10, 2)),
            received("2411.00002", "New and once"), received("2411.00003", "Twice", date(2024, 10, 5)),
        ],
        "feeling": [
            received("2411.00003", "Twice", date(2024, 10, 5)), received("2411.00004", "Known by DOI", doi="10.5555/SLACK.7"),
            received("2411.00005", "Undated", None), received("2411.00006", "Poems on the Tides", date(2024, 10, 3)),
        ],
    }  # fmt: skip
    search = candidates.gathered(found, known.read(ROOT), DAY, ["feeling"])
    assert [(one.arxiv_id, one.families, one.twin) for one in search.candidates] == [
        ("2411.00003", ("hearing", "feeling"), ""),
        ("2411.00002", ("hearing",), ""),
        ("2411.00006", ("feeling",), "exclusions/E002.yaml"),
        ("2411.00001", ("hearing",), ""),
        ("2411.00005", ("feeling",), ""),
    ]
    assert (search.known, search.cut) == (3, ("feeling",))
