from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from example_survey import TODAY, copied, example, heads, problems

from pipeline import checks
from pipeline.checks import RULES
from pipeline.corpus import Corpus
from pipeline.errors import Place, Problem
from pipeline.outputs import listing
from pipeline.records import Author, Paper


def with_paper(key: str, **changes: object) -> Corpus:
    """Return the example survey with one paper changed."""
    papers = tuple(replace(paper, **changes) if paper.key == key else paper for paper in example().papers)
    return replace(example(), papers=papers)


def found_in(corpus: Corpus) -> list[Problem]:
    return [problem for problem in checks.problems(corpus, TODAY) if problem.severity != "notice"]


def test_every_rule_says_in_one_sentence_what_it_demands() -> None:
    assert [rule.__name__ for rule in RULES if not (rule.__doc__ or "").strip().endswith(".")] == []


def test_the_example_keeps_every_rule() -> None:
    assert found_in(example()) == []


def test_one_arxiv_id_in_four_spellings_is_told_with_all_its_files(tmp_path: Path) -> None:
    root = copied(tmp_path)
    spellings = {"one": "2404.99991", "two": "2404.99991v3", "three": "arXiv:2404.99991", "four": "https://arxiv.org/pdf/2404.99991v1.pdf"}
    paper = (Path(__file__).parent / "faults/paper/good.yaml").read_text()
    for key, spelling in spellings.items():
        (root / f"corpus/{key}.yaml").write_text(paper.replace("arxiv_id: 2404.99991", f"arxiv_id: {spelling}"))
    exclusion = (Path(__file__).parent / "faults/exclusion/good.yaml").read_text()
    (root / "exclusions/E901.yaml").write_text(exclusion.replace("2403.99991", "2404.99991v2"))
    told = {problem.place.path: problem.message for problem in problems(root) if problem.code == "duplicate-record"}
    assert list(told) == ["corpus/four.yaml", "corpus/one.yaml", "corpus/three.yaml", "corpus/two.yaml", "exclusions/E901.yaml"]
    assert told["corpus/one.yaml"] == (
        "the arXiv id is also that of corpus/four.yaml, corpus/three.yaml, corpus/two.yaml, exclusions/E901.yaml"
    )


def test_two_addresses_of_one_page_at_openreview_are_one_link(tmp_path: Path) -> None:
    root = copied(tmp_path)
    paper = (Path(__file__).parent / "faults/paper/good.yaml").read_text()
    for key, arxiv_id, link in (("one", "2404.99991", "forum?id=x1&noteId=y2"), ("two", "2404.99992", "pdf?id=x1")):
        text = paper.replace("2404.99991", arxiv_id).replace("links: [", f'links: ["https://openreview.net/{link}", ')
        (root / f"corpus/{key}.yaml").write_text(text)
    told = {problem.place.path: (problem.message, problem.found) for problem in problems(root) if problem.code == "duplicate-record"}
    assert told == {
        "corpus/one.yaml": ("the link is also that of corpus/two.yaml", "openreview.net/forum?id=x1"),
        "corpus/two.yaml": ("the link is also that of corpus/one.yaml", "openreview.net/forum?id=x1"),
    }


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("Relay: A Study", "Relay - a study.", True),
        ("Relay\u200b Credit for Planner Teams", "Relay Credit for Planner Teams", True),
        ("Relay Credit for Planner Teams", "Relay Credits for Planer Teams", True),
        ("Relay Credit I", "Relay Credit II", False),
        ("Relay Credit, Part One", "Relay Credit, Part Two", False),
        ("Relay Credit 2", "Relay Credit 2.5", False),
        ("Relay Credit for Planner Teams", "Relay Rewards for Solver Crews", False),
        ("聞く", "聞く。", True),
        ("***", "???", False),
        ("Relay Credit for Planner Teams", "Relay Credit for Planner Teams: Extended Version", True),
        ("RelayArena: A Realistic Relay Yard", "RelayArena: A Realistic Relay Yard for Building Autonomous Planners", True),
        ("Training Planner Teams by Relays", "RelayRL: Training Planner Teams via Relays of Credit", True),
        ("Relay Credit for Teams", "Relay Credit for Teams and Every Planner That They Meet on a Long Walk", False),
        ("Relay Credit for Planner Teams", "Relay Credit for Planner Teams: Extended Version 2", False),
        ("Credit Assignment in MARL", "Credit Assignment in Multi-Agent Reinforcement Learning", True),
        ("Planning for Teams in MDPs", "Planning for Teams in a Markov Decision Process", True),
        ("Planner Credit by Relays of Teams", "Relays of Planner Teams: Credit Where None Was Due", False),
    ],
)
def test_titles_that_are_nearly_the_same_are_told_on_both_records(first: str, second: str, told: bool) -> None:
    corpus = with_paper("flint2023load", title=first)
    corpus = replace(corpus, exclusions=(replace(corpus.exclusions[0], title=second), *corpus.exclusions[1:]))
    places = [(problem.place.path, problem.code, problem.severity) for problem in found_in(corpus)]
    both = [("corpus/flint2023load.yaml", "similar-title", "warning"), ("exclusions/E001.yaml", "similar-title", "warning")]
    assert places == (both if told else [])


def test_a_likely_twin_is_named() -> None:
    corpus = with_paper("flint2023load", title="Sand and current.")
    assert "reads like 'Sand and Current' in corpus/quill2003sand.yaml (100 % alike)" in [problem.message for problem in found_in(corpus)]


def test_an_entry_may_say_why_its_title_is_like_another() -> None:
    paper = example().by_key["flint2023load"]
    why = {**paper.exceptions, "similar-title": "another team, another river"}
    assert found_in(with_paper("flint2023load", title="Sand and Current", exceptions=why)) == []


def test_an_exclusion_says_under_accepted_why_its_title_is_like_that_of_another(tmp_path: Path) -> None:
    root = copied(tmp_path)
    paths = [root / f"exclusions/E00{number}.yaml" for number in (1, 2)]
    for path in paths:
        rest = path.read_text(encoding="utf-8").partition("\n")[2]
        path.write_text(f"title: A Bell That Nobody Heard\n{rest}", encoding="utf-8")
    told = [problem for problem in problems(root) if problem.code == "similar-title"]
    assert [problem.place.path for problem in told] == ["exclusions/E001.yaml", "exclusions/E002.yaml"]
    assert told[0].hint == "keep one, or write under accepted of one of the two: similar-title: why they are two works"
    with paths[0].open("a", encoding="utf-8") as file:
        file.write("accepted: {similar-title: another bell}\n")
    assert [problem for problem in problems(root) if problem.severity != "notice"] == []


@pytest.mark.parametrize(
    ("venues", "told"),
    [
        (("arxiv", "ArXiv"), [("corpus/brook2022blade.yaml", "arxiv"), ("corpus/flint2023load.yaml", "ArXiv")]),
        (("Journal of invented Hydrophones", "arXiv 2022"), [("corpus/brook2022blade.yaml", "Journal of invented Hydrophones")]),
        (("arXiv:2022", "Ar-Xiv"), []),
        (("HydroMeet 2022", "Hydromeet"), [("corpus/flint2023load.yaml", "Hydromeet")]),
        (("A Meeting of Ears 2022", "a meeting of Ears 2023"), []),
    ],
)
def test_a_venue_is_written_as_most_entries_write_it(venues: tuple[str, str], told: list[tuple[str, str]]) -> None:
    corpus = with_paper("brook2022blade", venue=venues[0])
    papers = [replace(paper, venue=venues[1]) if paper.key == "flint2023load" else paper for paper in corpus.papers]
    found = [problem for problem in found_in(replace(corpus, papers=tuple(papers))) if problem.code == "venue-form"]
    assert [(problem.place.path, problem.found) for problem in found] == told
    assert {problem.severity for problem in found} <= {"warning"}


def test_no_second_reading_lies_ahead(tmp_path: Path) -> None:
    root = copied(tmp_path)
    text = "reader: Mia Holt\nkind: reading\ndate: 2027-05-03\nmethod: Read.\ncaveat: None.\nfields: [placement]\n"
    (root / "survey/audits").mkdir()
    (root / "survey/audits/r1.yaml").write_text(text + "codings:\n  alder2021hum: {tags: {placement: row}}\n", encoding="utf-8")
    (problem,) = problems(root)
    assert (str(problem.place), problem.code, problem.field) == ("survey/audits/r1.yaml:1:1", "future-date", "date")
    assert problem.found == "2027-05-03"


def test_a_venue_that_others_name_with_a_year_has_one_and_what_is_published_only_informs() -> None:
    dated = with_paper("brook2022blade", venue="HydroMeet 2022")
    for added, severity in ((date(2024, 6, 30), "notice"), (date(2024, 7, 1), "warning")):
        papers = [replace(one, venue="HydroMeet", added=added) if one.key == "flint2023load" else one for one in dated.papers]
        found = [problem for problem in checks.problems(replace(dated, papers=tuple(papers)), TODAY) if "venue" in problem.code]
        assert [(one.code, one.found, one.severity) for one in found] == [("venue-year", "HydroMeet", severity)]


def test_the_one_venue_with_a_year_is_odd_where_others_name_none() -> None:
    (dated,) = (replace(one, venue="HydroMeet 2022") for one in example().papers if one.key == "brook2022blade")
    papers = tuple(dated if one.key == dated.key else replace(one, venue="HydroMeet") for one in example().papers)
    (found,) = [problem for problem in checks.problems(replace(example(), papers=papers), TODAY) if problem.code == "venue-year"]
    assert (found.found, found.message) == ("HydroMeet 2022", "names a year, where other entries name none")


def test_a_record_with_an_error_is_judged_by_what_could_be_read_of_it() -> None:
    paper = replace(example().by_key["flint2023load"], key="twin", place=Place("corpus/twin.yaml"), places={}, title="", exceptions={})
    for unread, codes in (
        ({"title"}, ["broken-rule", "duplicate-record"]),
        ({"title", "tags.approach"}, ["duplicate-record"]),
        ({"title", "exceptions"}, ["duplicate-record"]),
        ({"title", "tags"}, ["duplicate-record"]),
    ):
        corpus = replace(example(), partial=(replace(paper, unread=frozenset(unread)),), left_out=frozenset({"twin"}))
        found = [problem for problem in found_in(corpus) if problem.place.path == "corpus/twin.yaml"]
        assert sorted(problem.code for problem in found) == codes


def test_two_records_without_ids_share_none() -> None:
    papers = tuple(replace(paper, arxiv_id="", doi="", links=(f"https://example.org/{paper.key}",)) for paper in example().papers)
    assert found_in(replace(example(), papers=papers)) == []


@pytest.mark.parametrize(
    ("link", "code"),
    [
        ("https://arxiv.org/abs/2209.99992", "id-against-link"),
        ("https://arxiv.org/abs/2209.99991v2", "versioned-link"),
        ("https://arxiv.org/pdf/2209.99991v2.pdf", "versioned-link"),
        ("https://arxiv.org/abs/2209.99991?context=cs", None),
        ("https://arxiv.org/pdf/2209.99991.pdf", None),
        ("https://doi.org/10.48550/arXiv.2209.99991", None),
        ("https://doi.org/10.48550/arXiv.2209.99992", "id-against-link"),
    ],
)
def test_a_link_names_the_arxiv_id_of_its_entry_and_no_version(link: str, code: str | None) -> None:
    assert [problem.code for problem in found_in(with_paper("brook2022blade", links=(link,)))] == ([code] if code else [])


def test_a_versioned_link_is_shown_with_the_one_to_write() -> None:
    link = "https://arxiv.org/abs/2209.99991v2"
    (problem,) = found_in(with_paper("brook2022blade", links=(link,)))
    assert (problem.field, problem.found, problem.severity) == ("links", link, "warning")
    assert problem.hint == "write https://arxiv.org/abs/2209.99991, which leads to the latest"


def test_a_broken_rule_says_why_and_how_to_except_it() -> None:
    (problem,) = found_in(with_paper("flint2023load", exceptions={}))
    assert (problem.code, problem.field, problem.found) == ("broken-rule", "tags.approach", "powered yes, approach model")
    assert problem.hint == "retag, or write under exceptions: self-powered-sensors: why it holds here"


def test_an_exception_that_is_not_needed_is_a_warning() -> None:
    (problem,) = found_in(with_paper("pike2024tether", exceptions={"self-powered-sensors": "to be safe"}))
    assert (problem.code, problem.severity) == ("unused-exception", "warning")


def test_a_rule_may_forbid_instead_of_demand() -> None:
    (rule,) = example().taxonomy.rules
    forbidding = replace(rule, then={}, then_not={"approach": ("model",)})
    corpus = replace(example(), taxonomy=replace(example().taxonomy, rules=(forbidding,)))
    assert found_in(corpus) == []
    papers = tuple(replace(paper, exceptions={}) for paper in corpus.papers)
    assert [problem.place.path for problem in found_in(replace(corpus, papers=papers))] == ["corpus/flint2023load.yaml"]


def test_a_field_stands_only_where_it_applies() -> None:
    tags = {**example().by_key["weir2020overview"].tags, "trial": "tank"}
    (problem,) = found_in(with_paper("weir2020overview", tags=tags))
    assert (problem.code, problem.message) == ("does-not-apply", "only for entries with approach sensor or model")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "=1+1"),
        ("venue", "+1"),
        ("affiliation", "@home"),
        ("summary", "-1 is the answer."),
        ("notes", "|x"),
        ("short_name", "%x"),
        ("authors", (Author("=cmd", team=True),)),
        ("tags", {"approach": "model", "placement": "NA", "powered": "no", "findings": {"row": "=1"}}),
        ("exceptions", {"self-powered-sensors": "=1"}),
    ],
)
def test_no_text_that_a_table_shows_begins_like_a_formula(field: str, value: object) -> None:
    assert "formula" in [problem.code for problem in found_in(with_paper("flint2023load", **{field: value}))]


@pytest.mark.parametrize("field", ["title", "source", "reason", "identifier"])
def test_no_text_of_the_log_begins_like_a_formula(field: str) -> None:
    first, *others = example().exclusions
    corpus = replace(example(), exclusions=(replace(first, **{field: "=1+1"}), *others))
    (told,) = (problem for problem in found_in(corpus) if problem.code == "formula")
    assert (told.place.path, told.field, told.found) == (first.place.path, field, "=1+1")


@pytest.mark.parametrize(
    ("summary", "code"),
    [("It hums", "no-full-stop"), ("It hums.", None), ("Does it hum?", None), ("it hums.", "lower-case"), ("3D ears hum.", None)],
)
def test_a_summary_is_a_sentence(summary: str, code: str | None) -> None:
    assert [problem.code for problem in found_in(with_paper("flint2023load", summary=summary))] == ([code] if code else [])


def test_an_entry_without_a_summary_and_a_value_without_an_entry_are_notices() -> None:
    told = [(problem.code, problem.severity, problem.message) for problem in checks.problems(example(), TODAY)]
    assert told == [
        ("no-summary", "notice", "has no summary yet"),
        ("unused-value", "notice", "no entry carries norm"),
        ("unused-value", "notice", "no entry carries salinity"),
        ("unused-value", "notice", "no entry carries farm"),
    ]


def test_metadata_of_a_paper_that_is_gone_is_a_notice() -> None:
    corpus = replace(example(), papers=tuple(paper for paper in example().papers if paper.key != "alder2021hum"))
    told = [problem.message for problem in checks.problems(corpus, TODAY) if problem.code == "unwanted-listing"]
    assert told == ["no record has the arXiv id 2103.99991"]


def withdrawn(corpus: Corpus, **facts: object) -> Corpus:
    """The survey, in which arXiv's comment on one paper says that it was taken back."""
    paper = corpus.by_key["alder2021hum"]
    taken_back = replace(corpus.listings[paper.arxiv_id], comment="This paper has been withdrawn by the authors")
    papers = tuple(replace(one, **facts) if one is paper else one for one in corpus.papers)  # type: ignore[arg-type]
    return replace(corpus, papers=papers, listings={**corpus.listings, paper.arxiv_id: taken_back})


def test_a_paper_that_was_withdrawn_is_a_warning() -> None:
    told = [(p.place.path, p.code, p.severity) for p in checks.problems(withdrawn(example()), TODAY) if p.severity != "notice"]
    assert told == [("corpus/alder2021hum.yaml", "withdrawn", "warning")]


def test_a_withdrawn_paper_that_stays_for_a_reason_is_none() -> None:
    corpus = withdrawn(example(), accepted={"withdrawn": "the method is used by others"})
    assert [p for p in checks.problems(corpus, TODAY) if p.severity != "notice"] == []


def test_the_list_says_that_a_paper_was_withdrawn() -> None:
    items = [item for section in listing.sections(withdrawn(example())) for item in section.items]
    assert [item.key for item in items if item.byline.endswith("Withdrawn by its authors.")] == ["alder2021hum"]


def test_a_figure_that_names_an_unknown_paper_is_told_with_the_nearest_key() -> None:
    corpus = replace(example(), papers=tuple(paper for paper in example().papers if paper.key != "straitwatch2024"))
    told = [(problem.place.path, problem.code, problem.found) for problem in found_in(corpus)]
    assert told == [("survey/outputs.yaml", "unknown-entry", "straitwatch2024")] * 2 + [
        ("survey/scale.yaml", "unknown-entry", "straitwatch2024")
    ]


@pytest.mark.parametrize(("today", "codes"), [(date(2024, 9, 30), ["future-date"]), (date(2024, 10, 1), [])])
def test_the_day_itself_does_not_lie_ahead(today: date, codes: list[str]) -> None:
    told = [problem.code for problem in checks.problems(example(), today) if problem.severity == "error"]
    assert told == codes


def test_no_date_of_a_record_lies_ahead() -> None:
    told = [(problem.place.path, problem.field) for problem in checks.problems(example(), date(2024, 6, 30)) if problem.severity == "error"]
    assert told == [
        ("corpus/alder2021hum.yaml", "changes"),
        ("corpus/alder2021hum.yaml", "changes"),
        ("corpus/brook2022blade.yaml", "changes"),
        ("corpus/brook2022blade.yaml", "changes"),
        ("corpus/pike2024tether.yaml", "added"),
        ("corpus/pike2024tether.yaml", "arxiv_id"),
        ("exclusions/E003.yaml", "date_screened"),
    ]


def test_metadata_fetched_on_a_day_to_come_is_told_once() -> None:
    listings = example().listings
    assert [one.fetched for one in listings.values()] == [date(2024, 11, 1)]
    assert not [problem for problem in checks.problems(example(), date(2024, 10, 31)) if problem.place.path == "arxiv.lock.json"]
    twice = replace(example(), listings=dict(listings) | {"2401.00001": next(iter(listings.values()))})
    (told,) = [problem for problem in checks.problems(twice, date(2024, 10, 30)) if problem.field == "fetched"]
    assert (told.place.path, told.severity) == ("arxiv.lock.json", "warning")
    assert told.message == "holds 2 records fetched on a day to come"


def test_a_year_may_be_the_next_one_and_no_later() -> None:
    assert found_in(with_paper("flint2023load", year=2025)) == []
    assert [problem.code for problem in found_in(with_paper("flint2023load", year=2026))] == ["future-date"]


def changed(*changes: tuple[date, object, object]) -> list[str]:
    """Return the codes found where one field of one paper was changed so: date, before, after."""
    paper: Paper = example().by_key["alder2021hum"]
    (first, *_) = paper.changes
    made = tuple(replace(first, date=day, before=before, after=after) for day, before, after in changes)
    return [problem.code for problem in found_in(with_paper("alder2021hum", changes=made))]


def test_changes_form_a_chain_that_ends_in_the_entry() -> None:
    one, two = date(2023, 6, 1), date(2023, 7, 1)
    assert changed((one, "farm", "turbine"), (two, "turbine", "row")) == []
    assert changed((one, "farm", None), (two, "turbine", None)) == []
    assert changed((one, "farm", "turbine")) == ["broken-change"]
    assert changed((one, "farm", "turbine"), (two, "blade", "row")) == ["broken-change"]
    assert changed((one, "farm", "turbine"), (two, None, "row")) == ["broken-change"]


def test_a_change_is_not_older_than_the_record() -> None:
    assert changed((date(2023, 4, 30), "farm", "row")) == ["change-before-record"]
    assert changed((date(2023, 5, 1), "farm", "row")) == []


def test_a_change_waits_where_the_day_on_which_the_record_joined_cannot_be_read() -> None:
    paper = example().by_key["alder2021hum"]
    early = tuple(replace(change, date=date(2020, 1, 1)) for change in paper.changes[:1])
    corpus = with_paper("alder2021hum", changes=early, added=date(2023, 5, 1), unread=frozenset({"added"}))
    assert "change-before-record" not in [problem.code for problem in found_in(corpus)]


def test_a_spoiled_copy_of_a_paper_is_told_once_for_each_fault(tmp_path: Path) -> None:
    root = copied(tmp_path)
    shutil.copyfile(root / "corpus/straitwatch2024.yaml", root / "corpus/straitwatch2025.yaml")
    assert heads(problems(root)) == [
        "corpus/straitwatch2024.yaml:1:8: similar-title",
        "corpus/straitwatch2024.yaml:6:8: duplicate-record",
        "corpus/straitwatch2025.yaml:1:8: similar-title",
        "corpus/straitwatch2025.yaml:6:8: duplicate-record",
    ]


def test_the_front_page_puts_first_only_claims_that_are_made() -> None:
    outputs = replace(example().outputs, readme=replace(example().outputs.readme, claims=("nobody-said",)))
    (problem,) = checks.headlines_are_claims(replace(example(), outputs=outputs))
    assert (problem.code, problem.place.path, problem.found) == ("unknown-claim", "survey/outputs.yaml", "nobody-said")


@pytest.mark.parametrize(
    ("year", "venue", "arxiv_id", "told"),
    [
        (2024, "arXiv", "2601.00001", True),
        (2024, "ArXiv preprint arXiv:2601.00001", "2601.00001", True),
        (2025, "CoRR abs/2601.00001", "2601.00001", True),
        (2026, "arXiv", "2601.00001", False),
        (2027, "arXiv", "2601.00001", False),
        (2024, "Journal of Tides", "2601.00001", False),
        (2024, "arXiv and Friends Workshop", "2601.00001", False),
    ],
)
def test_a_bare_preprint_is_not_older_than_its_id(year: int, venue: str, arxiv_id: str, told: bool) -> None:
    corpus = with_paper("pike2024tether", year=year, venue=venue, arxiv_id=arxiv_id)
    found = [problem for problem in found_in(corpus) if problem.code == "year-before-id"]
    assert [(problem.severity, problem.field) for problem in found] == ([("warning", "year")] if told else [])
