"""Counts through time: by dates on an invented and on the real pool, by revisions on a repository made for it."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
import readings_pool
from example_survey import copied
from test_git import commit, run
from test_promoted_records import PAPER as PROMOTED

from pipeline import git, history
from pipeline.corpus import Corpus
from pipeline.errors import CallFault
from pipeline.history.points import value
from pipeline.records import Promotion

ROOT = Path(__file__).parent.parent


@pytest.fixture
def bread(tmp_path: Path) -> Corpus:
    return Corpus.load(readings_pool.write(tmp_path))


@pytest.fixture(scope="module")
def real() -> Corpus:
    return Corpus.load(ROOT)


def counted(corpus: Corpus, *asked: str, days: tuple[str, ...] = ()) -> dict[str, tuple[int | None, ...]]:
    """Return the counts by day, on the days on which something changed where none is given."""
    series = history.series(asked, corpus.taxonomy)
    wanted = [date.fromisoformat(day) for day in days] or history.dates(corpus, series)
    return {point.date.isoformat(): point.counts for point in history.over_dates(corpus, series, wanted)}


def test_the_pool_is_counted_on_every_day_on_which_it_changed(bread: Corpus) -> None:
    assert counted(bread, "papers") == {"2026-01-05": (3,), "2026-02-20": (4,), "2026-03-01": (4,)}


def test_a_retag_moves_a_paper_from_one_value_to_another(bread: Corpus) -> None:
    assert counted(bread, "flour=wheat") == {"2026-01-05": (2,), "2026-02-20": (3,), "2026-03-01": (2,)}
    assert counted(bread, "flour=spelt") == {"2026-01-05": (0,), "2026-02-20": (0,), "2026-03-01": (1,)}


def test_a_bare_field_counts_each_of_its_values(bread: Corpus) -> None:
    series = history.series(["flour"], bread.taxonomy)
    assert [one.name for one in series] == ["rye", "wheat", "spelt", "NA"]
    assert counted(bread, "flour")["2026-03-01"] == (1, 2, 1, 0)


def test_a_facet_counts_those_that_do_not_carry_it_as_well(bread: Corpus) -> None:
    series = history.series(["seeds"], bread.taxonomy)
    assert [one.name for one in series] == ["poppy", "sesame", "(uncoded)"]
    assert counted(bread, "seeds")["2026-03-01"] == (1, 1, 3)


def test_two_conditions_are_a_cell(bread: Corpus) -> None:
    assert counted(bread, "flour=wheat", "baked=yes") == {"2026-01-05": (1,), "2026-02-20": (2,), "2026-03-01": (2,)}
    assert counted(bread, "baked=no", "flour")["2026-01-05"] == (0, 1, 0, 0)


def test_a_bare_field_beside_a_value_of_its_own_is_cut_down_to_it(bread: Corpus) -> None:
    assert counted(bread, "flour", "flour=rye,wheat")["2026-03-01"] == (1, 2, 0, 0)


def test_any_day_can_be_asked_for(bread: Corpus) -> None:
    assert counted(bread, "papers", days=("2025-12-31", "2026-02-19", "2030-01-01")) == {
        "2025-12-31": (0,), "2026-02-19": (3,), "2030-01-01": (4,),
    }  # fmt: skip


def test_a_level_of_a_map_is_followed(bread: Corpus) -> None:
    assert counted(bread, "crust.top=hard") == {"2026-01-05": (1,), "2026-02-20": (1,), "2026-03-01": (1,)}
    assert counted(bread, "crust=top:soft")["2026-03-01"] == (0,)
    series = history.series(["crust.top"], bread.taxonomy)
    assert [one.name for one in series] == ["soft", "hard", "(uncoded)"]
    assert counted(bread, "crust.top")["2026-03-01"] == (0, 1, 3)


def test_fields_of_the_exclusion_log_count_excluded_records(real: Corpus) -> None:
    published = real.pool("published")
    assert counted(published, "stage=abstract_screen") == counted(published, "exclusions.stage=abstract_screen") == {"2026-04-26": (16,)}
    assert counted(published, "stage") == {"2026-04-26": (16, 9, 6, 1)}
    assert counted(published, "stage=abstract_screen", "reason_codes=single_agent")["2026-04-26"] < (16,)


def test_a_record_that_was_promoted_leaves_the_counts_of_the_log(real: Corpus) -> None:
    (exclusion, *rest), paper = real.exclusions, real.papers[0]
    was = replace(exclusion, date_screened=paper.added - timedelta(days=1))
    promoted = replace(paper, promoted_from=Promotion(was, "fills a cell"))
    corpus = replace(real, papers=(promoted, *real.papers[1:]), exclusions=tuple(rest))
    days = (was.date_screened.isoformat(), paper.added.isoformat())
    screened = counted(corpus, f"stage={exclusion.stage}", days=days)
    assert screened[days[0]][0] == (screened[days[1]][0] or 0) + 1


@pytest.mark.parametrize(
    ("asked", "counts"),
    [
        ("exclusions", {"2023-04-20": 2, "2024-07-20": 3, "2024-11-02": 2}),
        ("stage=full_text", {"2023-04-20": 0, "2024-07-20": 1, "2024-11-02": 0}),
    ],
)
def test_the_day_of_a_promotion_is_a_day_on_which_the_log_changed(tmp_path: Path, asked: str, counts: dict[str, int]) -> None:
    root = copied(tmp_path)
    (root / "corpus" / "dam.yaml").write_text(PROMOTED, encoding="utf-8")
    (root / "exclusions" / "E003.yaml").unlink()
    assert {day: count for day, (count,) in counted(Corpus.load(root), asked).items()} == counts


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["crust.side=hard"], "'side' is no value of crust"), (["crust.top=firm"], "'firm' is no level of crust.top"),
        (["flour.rye=hard"], "the values of flour have no levels; write flour=rye"), (["flour.rye"], "have no levels"),
        (["flower"], "'flower' is no field of the taxonomy"), (["flour=oat"], "'oat' is no value of flour"),
        (["flour", "baked"], "two conditions of which at most one has no value"), (["papers", "papers"], "two conditions"),
        (["flour=rye", "baked=yes", "seeds"], "two conditions"), ([], "ask for papers"), (["papers=1"], "'papers' is no field"),
    ],
)  # fmt: skip
def test_what_cannot_be_counted_is_the_callers_fault(bread: Corpus, asked: list[str], message: str) -> None:
    with pytest.raises(CallFault, match=message):
        history.series(asked, bread.taxonomy)


# -- the real pool


def test_the_refresh_of_may_brought_eleven_papers(real: Corpus) -> None:
    assert counted(real, "papers", days=("2026-04-28", "2026-05-03", "2026-05-04")) == {
        "2026-04-28": (73,), "2026-05-03": (73,), "2026-05-04": (84,),
    }  # fmt: skip


def test_orchestrator_level_credit_fell_by_a_retag_and_rose_by_the_refresh(real: Corpus) -> None:
    found = counted(real, "credit_granularity=orchestrator", days=("2026-04-28", "2026-04-30", "2026-05-04"))
    assert found == {"2026-04-28": (8,), "2026-04-30": (7,), "2026-05-04": (8,)}


def test_the_days_of_the_published_pool_are_those_of_its_log(real: Corpus) -> None:
    published = real.pool("published")
    asked = history.series(["papers"], real.taxonomy)
    assert history.dates(published, asked) == (date(2026, 4, 28), date(2026, 4, 30), date(2026, 5, 4))


def test_exclusions_are_counted_by_the_day_of_their_screening(real: Corpus) -> None:
    published = real.pool("published")
    assert counted(published, "exclusions") == {"2026-04-26": (32,)}


# -- revisions


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "bread"
    root.mkdir()
    run(root, "init", "--quiet")
    commit(root, {"notes": "none yet\n", "survey/README": "soon\n"}, "2026-01-01")
    readings_pool.write(root, taxonomy=readings_pool.TAXONOMY.partition("  seeds:")[0])
    for key in ("bun", "loaf", "dough", "roll"):
        readings_pool.put(root, f"corpus/{key}.yaml", readings_pool.paper(key, "2026-01-05", "{flour: rye, baked: yes}"))
    commit(root, {}, "2026-02-01")
    commit(root, {"notes": "nothing of the survey\n"}, "2026-02-02")
    commit(root, {"corpus/bun.yaml": "title: Broken\n"}, "2026-02-03")
    readings_pool.write(root)
    commit(root, {}, "2026-02-04")
    commit(root, {"corpus/roll.yaml": None}, "2026-02-05")
    return root


def at_revisions(root: Path, *asked: str) -> list[tuple[int, tuple[int | None, ...], str]]:
    corpus = Corpus.load(root)
    points = history.over_revisions(root, history.series(asked, corpus.taxonomy), history.commits(root))
    return [(point.date.day, point.counts, point.note) for point in points]


def test_every_revision_that_touched_the_survey_is_counted_or_says_why_not(repository: Path) -> None:
    found = at_revisions(repository, "flour=wheat")
    assert [(day, counts) for day, counts, _ in found] == [(1, (None,)), (1, (0,)), (3, (None,)), (4, (2,)), (5, (1,))]
    assert found[0][2].startswith("survey/")
    assert found[2][2].startswith("corpus/bun.yaml:1:1: ")
    assert found[1][2] == found[3][2] == found[4][2] == ""


def test_a_field_that_did_not_exist_yet_is_not_counted_as_nothing(repository: Path) -> None:
    found = at_revisions(repository, "seeds=poppy")
    assert [(counts, note) for _, counts, note in found[1::2]] == [((None,), "no field seeds yet"), ((1,), "")]


def test_points_carry_the_whole_hash(repository: Path) -> None:
    points = list(
        history.over_revisions(repository, history.series(["papers"], Corpus.load(repository).taxonomy), history.commits(repository))
    )
    assert points[-1].revision == git.resolved(repository, "HEAD")
    assert points[-1].counts == (3,)


# -- claims


def test_a_claim_is_followed_by_its_verdict_and_by_what_was_found(real: Corpus) -> None:
    series = history.series(["pool-retained"], real.taxonomy, real.claims)
    assert [one.name for one in series] == ["pool-retained", "found"]
    found = {point.date.isoformat(): point.counts for point in history.over_dates(real, series, history.dates(real, series))}
    assert found["2026-04-30"] == ("fails", "73 found, 84 expected")
    assert found["2026-05-04"] == ("holds", "84 found, 84 expected")


def test_a_claim_is_known_by_its_id_with_or_without_what_may_stand_before_it(real: Corpus) -> None:
    asked = history.series(["claim:message-credit-sparse"], real.taxonomy, real.claims)
    assert asked == history.series(["message-credit-sparse"], real.taxonomy, real.claims)
    with pytest.raises(CallFault, match="did you mean message-credit-sparse"):
        history.series(["claim:message-credit-spars"], real.taxonomy, real.claims)
    with pytest.raises(CallFault, match="is no field"):
        history.series(["message-credit-spars"], real.taxonomy, real.claims)


def test_a_claim_of_today_is_asked_of_revisions_that_did_not_make_it(tmp_path: Path, real: Corpus) -> None:
    root = readings_pool.write(tmp_path)
    run(root, "init", "--quiet")
    commit(root, {}, "2026-02-21")
    for name, expected in (("pool-retained", "holds"), ("message-credit-sparse", None)):
        claim = next(claim for claim in real.claims if claim.id == name)
        (point,) = history.over_revisions(root, history.series([name], real.taxonomy, [claim]), history.commits(root))
        assert (point.counts[0] in ("holds", "fails")) == (expected is not None)
        assert bool(point.note) == (expected is None)


@pytest.mark.thorough
@pytest.mark.parametrize("asked", [("papers",), ("exclusions",), ("is_rl",), ("credit_granularity", "is_rl=yes"), ("strict_credit",)])
def test_a_course_is_what_the_pool_of_each_day_gives(real: Corpus, asked: tuple[str, ...]) -> None:
    series = history.series(asked, real.taxonomy)
    start = date(2026, 4, 20)
    days = [start + timedelta(days=number) for number in range(0, 240, 3)]
    for point in history.over_dates(real, series, days):
        assert point.counts == tuple(value(real.at(point.date), one) for one in series)
