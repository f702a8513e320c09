"""What changed in meaning between two surveys: each kind of change, and that looking back mirrors looking forward."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import claims_pool
import pytest
import readings_pool
from example_survey import example
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from test_readings import READING

from pipeline import coverage, taxonomy_diff
from pipeline.corpus import Corpus
from pipeline.errors import Place
from pipeline.outputs import open_cells, review
from pipeline.records import Change, Exclusion, Paper
from pipeline.taxonomy import Field, Tag, TagValue, Taxonomy
from pipeline.taxonomy_diff import Diff, Pair

# -- states of the invented survey


def with_papers(corpus: Corpus, papers: list[Paper]) -> Corpus:
    return replace(corpus, papers=tuple(sorted(papers, key=lambda paper: paper.key)))


def edited(corpus: Corpus, key: str, /, **facts: Any) -> Corpus:
    return with_papers(corpus, [replace(paper, **facts) if paper.key == key else paper for paper in corpus.papers])


def tagged(corpus: Corpus, key: str, /, **tags: Tag | None) -> Corpus:
    paper = corpus.by_key[key]
    return edited(corpus, key, tags={name: tag for name, tag in {**paper.tags, **tags}.items() if tag is not None})


def without(corpus: Corpus, key: str) -> Corpus:
    return with_papers(corpus, [paper for paper in corpus.papers if paper.key != key])


def with_field(corpus: Corpus, name: str, changed: Field | None) -> Corpus:
    """Replace a field of the taxonomy, in its place, under the name that it has then; None takes it out."""
    pairs = [
        (field.name, field) if field.name != name else (changed.name, changed) for field in corpus.taxonomy if field.name != name or changed
    ]  # type: ignore[union-attr]
    return replace(corpus, taxonomy=replace(corpus.taxonomy, fields=dict(pairs)))


def renamed(value: TagValue, name: str, **more: Any) -> TagValue:
    return replace(value, name=name, **more)


def with_value_renamed(corpus: Corpus, name: str, old: str, new: str, **more: Any) -> Corpus:
    """Rename a value in the taxonomy, in every paper that holds it, and in the logs of changes."""
    field = corpus.taxonomy.fields[name]
    changed = replace(field, values=tuple(renamed(value, new, **more) if value.name == old else value for value in field.values))

    def written(paper: Paper) -> Paper:
        tags = {field: _with_name(tag, old, new) if field == name else tag for field, tag in paper.tags.items()}
        changes = (
            replace(c, before=_with_name(c.before, old, new), after=_with_name(c.after, old, new)) if c.field == f"tags.{name}" else c
            for c in paper.changes
        )
        return replace(paper, tags=tags, changes=tuple(changes))

    logged = (
        replace(e, tags={field: _with_name(tag, old, new) if field == name else tag for field, tag in e.tags.items()})
        for e in corpus.exclusions
    )
    return replace(with_papers(with_field(corpus, name, changed), list(map(written, corpus.papers))), exclusions=tuple(logged))


def _with_name(tag: Any, old: str, new: str) -> Any:
    def one(value: str) -> str:
        return new if value == old else value

    if tag is None or isinstance(tag, str):
        return tag and one(tag)
    return {one(value): text for value, text in tag.items()} if isinstance(tag, dict) else tuple(map(one, tag))


def as_exclusion(paper: Paper, name: str) -> Exclusion:
    return Exclusion(
        id=name, title=paper.title, source="arXiv", query_family="noise", identifier=f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else "",
        url=paper.links[0], arxiv_id=paper.arxiv_id, doi=paper.doi, date_screened=date(2024, 11, 1), stage="full_text",
        reason_codes=("no_reading",), reason="Nothing is read.", tags={}, place=Place(f"exclusions/{name}.yaml"), places={},
    )  # fmt: skip


def moved_out(corpus: Corpus, key: str, name: str) -> Corpus:
    return replace(without(corpus, key), exclusions=(*corpus.exclusions, as_exclusion(corpus.by_key[key], name)))


def told(diff: Diff) -> str:
    return review.plain_text(diff, "base", "head")


# -- records


def test_nothing_changed_says_so() -> None:
    found = taxonomy_diff.diff(example(), example())
    assert not found
    assert told(found) == "From base (7 papers and 3 exclusions) to head (7 papers and 3 exclusions).\n\nNothing changed in meaning.\n"


def test_an_added_paper_is_told_with_all_its_tags() -> None:
    found = taxonomy_diff.diff(without(example(), "pike2024tether"), example())
    assert [(change.record.before, change.record.after.key) for change in found.records] == [(None, "pike2024tether")]  # type: ignore[union-attr]
    assert (
        "A Tether That Listens (pike2024tether), 2024, arXiv\n    Approach: Sensor; Placement: Turbine; Self-powered: Fed; Signals: "
        in told(found)
    )
    assert "Findings: Turbine: a worn bearing two weeks early" in told(found)


def test_a_retag_is_told_in_the_readers_words_with_the_reason_that_the_entry_gives() -> None:
    change = Change(date(2024, 11, 1), "tags.placement", "turbine", None, "the line hangs on a blade")
    after = edited(tagged(example(), "pike2024tether", placement="blade"), "pike2024tether", changes=(change,))
    found = taxonomy_diff.diff(example(), after)
    reason = "reason given: “the line hangs on a blade”"
    assert f"Papers retagged (1)\n  A Tether That Listens (pike2024tether)\n    Placement: Turbine → Blade\n    {reason}" in told(found)


def test_other_facts_are_corrections() -> None:
    found = taxonomy_diff.diff(example(), edited(example(), "quill2003sand", venue="Sand", affiliation="Dune"))
    assert [fact.name.after for change in found.records for fact in change.facts] == ["venue", "affiliation"]
    assert (
        "Papers corrected (1)\n  Sand and Current (quill2003sand)\n    Venue: “arXiv” → “Sand”\n    Affiliation: nothing → “Dune”"
        in told(found)
    )


UNLOGGED = "Changed without a line under changes that says why"


def test_a_retag_that_no_line_of_the_log_names_is_told() -> None:
    found = taxonomy_diff.diff(example(), tagged(example(), "pike2024tether", placement="blade"))
    line = "- {date: YYYY-MM-DD, field: tags.placement, from: turbine, why: ...}"
    assert f"{UNLOGGED} (1)\n  A Tether That Listens (pike2024tether): Placement\n    {line}" in told(found)


def test_what_is_not_logged_is_a_warning_at_its_line_in_the_entry() -> None:
    (problem,) = review.problems(taxonomy_diff.diff(example(), tagged(example(), "pike2024tether", placement="blade")), "main")
    assert (problem.place.path, problem.place.line) == ("corpus/pike2024tether.yaml", 11)
    assert (problem.code, problem.field, problem.severity) == ("unlogged-change", "tags.placement", "warning")


def test_a_retag_with_its_line_is_logged() -> None:
    change = Change(date(2024, 11, 1), "tags.placement", "turbine", None, "the line hangs on a blade")
    after = edited(tagged(example(), "pike2024tether", placement="blade"), "pike2024tether", changes=(change,))
    assert UNLOGGED not in told(taxonomy_diff.diff(example(), after))


@pytest.mark.parametrize(
    ("field", "said", "told"),
    [
        ("tags.placement", "farm", "the log says from farm, main says turbine"),
        ("tags.placement", None, "the log says it was added, main says turbine"),
        ("year", 2023, "the log says from 2023, main says 2024"),
        ("affiliation", "Deep Lab", "the log says from Deep Lab, main says nothing"),
    ],
)  # fmt: skip
def test_a_log_that_gives_a_fact_another_past_is_an_error_at_its_line(field: str, said: object, told: str) -> None:
    change = Change(date(2024, 11, 1), field, said, None, "so", Place("corpus/pike2024tether.yaml", 15, 5))
    after = edited(
        tagged(example(), "pike2024tether", placement="blade"), "pike2024tether", year=2022, affiliation="Reef", changes=(change,)
    )
    found = taxonomy_diff.diff(example(), after)
    (problem,) = (problem for problem in review.problems(found, "main") if problem.code == "misquoted-change")
    assert (problem.message, problem.severity, problem.field) == (told, "error", field)
    assert (problem.place.path, problem.place.line) == ("corpus/pike2024tether.yaml", 15)
    assert told in review.plain_text(found, "main", "head")
    assert told in review.markdown_text(found, "main", "head")


def test_a_log_begins_with_what_stood_there_or_corrects_nothing() -> None:
    after = tagged(example(), "pike2024tether", placement="blade")
    right = Change(date(2024, 11, 1), "tags.placement", "turbine", "farm", "a farm")
    then = Change(date(2024, 11, 2), "tags.placement", "farm", None, "a blade")
    late = Change(date(2024, 11, 2), "year", 2019, None, "told later of a change that was made earlier")
    for changes in ((right, then), (replace(right, after=None), late)):
        found = taxonomy_diff.diff(example(), edited(after, "pike2024tether", changes=changes))
        assert [fact for record in found.records for fact in record.misquoted] == []


def test_a_renamed_value_gives_a_log_no_other_past() -> None:
    logged = Change(date(2024, 11, 1), "tags.placement", "turbine", None, "it hangs on a blade")
    after = edited(tagged(example(), "pike2024tether", placement="blade"), "pike2024tether", changes=(logged,))
    found = taxonomy_diff.diff(example(), with_value_renamed(after, "placement", "turbine", "mill"))
    assert [fact for record in found.records for fact in record.misquoted] == []


def test_a_line_that_stood_there_before_logs_no_later_change() -> None:
    change = Change(date(2024, 11, 1), "year", "2023", None, "the journal's")
    before = edited(example(), "pike2024tether", changes=(change,))
    found = taxonomy_diff.diff(before, edited(before, "pike2024tether", year=1999, venue="Air"))
    assert [fact.name.after for record in found.records for fact in record.unlogged] == ["year", "venue"]


@pytest.mark.parametrize("fact", ["summary", "notes", "short_name"])
def test_what_is_no_fact_of_the_paper_needs_no_line(fact: str) -> None:
    found = taxonomy_diff.diff(example(), edited(example(), "pike2024tether", **{fact: "Otherwise."}))
    assert [record.unlogged for record in found.records] == [()]


def test_lists_are_told_by_what_came_and_went() -> None:
    paper = example().by_key["quill2003sand"]
    found = taxonomy_diff.diff(example(), edited(example(), paper.key, authors=paper.authors[1:]))
    assert "Authors: without Ana Quill" in told(found)
    turned = taxonomy_diff.diff(example(), edited(example(), paper.key, authors=paper.authors[::-1]))
    assert "Authors: in another order" in told(turned)


@pytest.mark.parametrize("key", ["alder2021hum", "flint2023load", "weir2020overview"])
def test_a_new_key_is_a_renaming_not_a_loss(key: str) -> None:
    """One has an arXiv id, one a DOI, one only a link and a title."""
    after = edited(example(), key, key="renamed")
    found = taxonomy_diff.diff(example(), after)
    assert [change.renamed for change in found.records] == [True]
    assert f"formerly {key}" in told(found)
    assert not found.counts


def test_a_title_alone_links_two_keys_unless_their_arxiv_ids_differ() -> None:
    paper = example().by_key["alder2021hum"]
    bare = edited(example(), paper.key, key="other", arxiv_id="", doi="", links=("https://example.org/other",))
    assert [change.renamed for change in taxonomy_diff.diff(example(), bare).records] == [True]
    another = edited(example(), paper.key, key="other", arxiv_id="2103.99992", doi="", links=("https://example.org/other",))
    assert [None in change.record for change in taxonomy_diff.diff(example(), another).records] == [True, True]


def test_an_id_and_an_address_that_holds_it_name_one_work() -> None:
    elsewhere = {"title": "Wholly Unlike It", "authors": ()}
    addressed = edited(example(), "alder2021hum", arxiv_id="", doi="", links=("https://www.alphaxiv.org/abs/2103.99991v2",), **elsewhere)
    assert [None in change.record for change in taxonomy_diff.diff(example(), addressed).records] == [False]
    unlike = edited(example(), "alder2021hum", arxiv_id="", doi="", links=("https://example.org/u",), **elsewhere)
    assert [None in change.record for change in taxonomy_diff.diff(example(), unlike).records] == [True, True]


def test_where_two_could_be_meant_neither_is_guessed() -> None:
    paper = example().by_key["weir2020overview"]
    twins = with_papers(
        without(example(), paper.key), [*without(example(), paper.key).papers, replace(paper, key="one"), replace(paper, key="two")]
    )
    assert [None in change.record for change in taxonomy_diff.diff(example(), twins).records] == [True, True, True]


def test_a_key_that_was_given_to_another_work_is_a_loss_and_an_addition() -> None:
    other = replace(
        example().by_key["pike2024tether"],
        key="quill2003sand",
        title="Wholly Unlike It",
        arxiv_id="2408.99993",
        links=("https://example.org/u",),
    )
    after = with_papers(example(), [*without(example(), "quill2003sand").papers, other])
    found = taxonomy_diff.diff(example(), after)
    assert sorted(change.record.before is None for change in found.records) == [False, True]


def test_a_reworded_title_keeps_the_record() -> None:
    found = taxonomy_diff.diff(
        example(), edited(example(), "weir2020overview", title="Overview of Ears Under Water", links=("https://example.org/o",))
    )
    assert [change.record.after.key for change in found.records] == ["weir2020overview"]  # type: ignore[union-attr]


def test_a_paper_that_moves_to_the_log_is_neither_lost_nor_new() -> None:
    found = taxonomy_diff.diff(example(), moved_out(example(), "brook2022blade", "E004"))
    assert [change.moved for change in found.records] == [True]
    assert "Strain Along One Blade, Week by Week (E004), formerly brook2022blade: from the corpus to the exclusions" in told(found)
    assert found.records[0].facts == ()


def test_exclusions_are_told_by_stage_and_reasons() -> None:
    first = example().exclusions[0]
    after = replace(example(), exclusions=(replace(first, stage="full_text", reason_codes=("no_reading",)), *example().exclusions[1:]))
    found = taxonomy_diff.diff(example(), after)
    assert "Exclusions corrected (1)" in told(found)
    assert "Stage: Abstract → Full text" in told(found)
    assert "Reasons: without No water and with No reading" in told(found)
    assert "Counts of the exclusion log" in told(found)


def test_a_record_with_an_error_on_one_side_is_not_called_lost() -> None:
    after = replace(without(example(), "pike2024tether"), left_out=frozenset({"pike2024tether"}))
    found = taxonomy_diff.diff(example(), after)
    assert found.records == ()
    assert found.counts == ()
    assert "pike2024tether has an error now and is left out on both sides" in told(found)


# -- vocabulary


def test_a_value_that_was_renamed_retags_nobody() -> None:
    after = with_value_renamed(example(), "placement", "farm", "site")
    found = taxonomy_diff.diff(example(), after)
    assert found.records == ()
    assert found.counts == ()
    assert "value farm is now called site (Farm)" in told(found)


def test_a_value_with_new_name_label_and_definition_is_known_by_its_holders() -> None:
    after = with_value_renamed(example(), "signals", "pressure", "load", label="Load", definition="How heavy it is.")
    found = taxonomy_diff.diff(example(), after)
    assert [change.renamed for field in found.fields for change in field.values] == [True]
    assert found.records == ()


def test_a_renamed_value_whose_holders_changed_too_is_known_by_its_label() -> None:
    after = tagged(with_value_renamed(example(), "placement", "farm", "site"), "pike2024tether", placement="site")
    found = taxonomy_diff.diff(example(), after)
    assert [(fact.value.before, fact.value.after) for change in found.records for fact in change.facts] == [("turbine", "site")]


def test_a_value_nobody_held_and_nothing_tells_apart_is_gone_and_new() -> None:
    after = with_value_renamed(example(), "signals", "salinity", "brine", label="Brine", definition="Salty water.")
    assert [None in change.value for field in taxonomy_diff.diff(example(), after).fields for change in field.values] == [True, True]


def test_two_values_merged_into_one_retag_the_holders() -> None:
    field = example().taxonomy.fields["placement"]
    merged = with_field(example(), "placement", replace(field, values=tuple(value for value in field.values if value.name != "farm")))
    found = taxonomy_diff.diff(example(), tagged(merged, "straitwatch2024", placement="row"))
    assert "value Farm (farm) is gone" in told(found)
    assert "Placement: Farm → Row" in told(found)
    assert "Farm 1 → 0, Row 1 → 2" in told(found)


def test_a_renamed_level_retags_nobody() -> None:
    field = example().taxonomy.fields["coverage"]
    levels = tuple(renamed(level, "own") if level.name == "direct" else level for level in field.levels)
    after = with_field(example(), "coverage", replace(field, levels=levels))
    papers = [
        replace(p, tags={**p.tags, "coverage": {k: "own" if v == "direct" else v for k, v in p.tags["coverage"].items()}})  # type: ignore[union-attr]
        if "coverage" in p.tags
        else p
        for p in after.papers
    ]
    found = taxonomy_diff.diff(example(), with_papers(after, papers))
    assert found.records == ()
    assert "level direct is now called own (Direct)" in told(found)
    silent = with_field(example(), "coverage", replace(field, absent=""))
    assert "the level for “not found”: none → nothing" in told(taxonomy_diff.diff(example(), silent))


def test_a_renamed_field_retags_nobody_and_the_log_of_changes_follows() -> None:
    field = example().taxonomy.fields["placement"]
    after = with_field(example(), "placement", replace(field, name="seat", label="Seat"))
    papers = [
        replace(
            p,
            tags={"seat" if name == "placement" else name: tag for name, tag in p.tags.items()},
            changes=tuple(replace(c, field=c.field.replace("tags.placement", "tags.seat")) for c in p.changes),
        )
        for p in after.papers
    ]
    near_miss = replace(after.by_id["E003"], tags={"approach": "sensor", "seat": "farm"})
    after = replace(with_papers(after, papers), exclusions=(*after.exclusions[:2], near_miss))
    found = taxonomy_diff.diff(example(), after)
    assert found.records == ()
    assert found.counts == ()
    assert "Seat (seat), formerly placement\n    label: Placement → Seat" in told(found)


def test_a_base_older_than_a_field_has_no_retags_but_a_new_field() -> None:
    papers = [replace(p, tags={name: tag for name, tag in p.tags.items() if name != "signals"}) for p in example().papers]
    before = with_papers(with_field(example(), "signals", None), papers)
    before = replace(before, outputs=replace(before.outputs, figures=(), tables=()))
    found = taxonomy_diff.diff(before, example())
    assert found.records == ()
    assert found.crosstabs == ()
    assert "New field Signals (signals), carried by 5: What is listened to. Values: Vibration, Sound, Pressure, Salinity." in told(found)


def test_a_field_that_takes_several_values_now_retags_nobody() -> None:
    field = example().taxonomy.fields["placement"]
    after = with_field(example(), "placement", replace(field, kind="many"))
    papers = [replace(p, tags={**p.tags, "placement": (p.tags["placement"],)}) for p in after.papers]  # type: ignore[dict-item]
    found = taxonomy_diff.diff(example(), with_papers(after, papers))
    assert found.records == ()
    assert "kind: one → many" in told(found)


def test_definitions_rules_and_order_are_told() -> None:
    field = example().taxonomy.fields["placement"]
    first, *others = field.values
    after = with_field(example(), "placement", replace(field, values=(*others, replace(first, definition="A whole site."))))
    after = replace(after, taxonomy=replace(after.taxonomy, rules=()))
    text = told(taxonomy_diff.diff(example(), after))
    assert "its values stand in another order" in text
    assert "value Farm (farm) is defined otherwise: “All turbines of a site.” → “A whole site.”" in text
    assert "self-powered-sensors (gone)" in text


# -- numbers


def test_counts_and_cells_are_those_of_coverage() -> None:
    after = tagged(example(), "pike2024tether", placement="blade", signals=("salinity",))
    found = taxonomy_diff.diff(example(), after)
    counts = {(count.field.after.name, count.value.after.name): count.count for count in found.counts if count.value.after}
    assert counts == {
        ("placement", "turbine"): (2, 1), ("placement", "blade"): (1, 2),
        ("signals", "vibration"): (3, 2), ("signals", "sound"): (3, 2), ("signals", "salinity"): (0, 1),
    }  # fmt: skip
    for table in found.crosstabs:
        for side, corpus in enumerate((example(), after)):
            expected = coverage.crosstab(corpus, table.rows[side].name, table.columns[side].name)
            for cell in table.cells:
                assert cell.count[side] == expected.loc[cell.row[side].name, cell.column[side].name]  # type: ignore[union-attr]
    assert [(cell.row.after.name, cell.column.after.name) for table in found.crosstabs for cell in table.cells if cell.filled] == [
        ("salinity", "blade")
    ]  # type: ignore[union-attr]
    said = "Signals against Placement; empty cells 8 → 9 of 16, leaving out “No placement”; with it 12 → 13 of 20"
    assert f"{said}\n    Salinity with Blade: 0 → 1" in told(found)
    assert "Vibration with Turbine: 1 → 0" in told(found)


def test_empty_cells_are_those_that_the_survey_tells_of() -> None:
    after = tagged(example(), "pike2024tether", placement="blade", signals=("salinity",))
    (table,) = taxonomy_diff.diff(example(), after).crosstabs
    for side, corpus in enumerate((example(), after)):
        shown = open_cells.open_cells(corpus, "signals", "placement")
        assert table.gaps[side] == (len(shown.gaps), shown.cells)
    value = review.value(taxonomy_diff.diff(example(), after))["crosstabs"][0]  # type: ignore[index,call-overload]
    assert {name: value[name] for name in ("empty", "of", "with_not_applicable")} == {  # type: ignore[index,call-overload]
        "empty": {"before": 8, "after": 9}, "of": {"before": 16, "after": 16},
        "with_not_applicable": {"empty": {"before": 12, "after": 13}, "of": {"before": 20, "after": 20}},
    }  # fmt: skip


def test_a_cell_of_what_does_not_apply_fills_no_gap() -> None:
    without = tagged(example(), "pike2024tether", placement="blade", signals=("salinity",))
    after = tagged(without, "pike2024tether", placement="NA", signals=("salinity",))
    text = told(taxonomy_diff.diff(without, after))
    named = "Signals against Placement; empty cells 9 → 10 of 16, leaving out “No placement”; with it 13 of 20"
    assert f"Cells that became empty (1)\n  {named}\n    Salinity with Blade: 1 → 0" in text
    assert f"Other cells that change (1)\n  {named}\n    Salinity with No placement: 0 → 1" in text
    assert "Cells filled for the first time" not in text


def test_cells_that_come_with_a_value_are_told_beside_those_that_were() -> None:
    placement = example().taxonomy.fields["placement"]
    more = with_field(
        example(), "placement", replace(placement, none="", values=(*placement.values, TagValue("bolt", "Bolt", "One bolt.")))
    )
    after = tagged(more, "pike2024tether", placement="bolt")
    assert "; empty cells 8 of 16 → 16 of 24, leaving out “No placement”; with it 12 of 20 → 16 of 24" in told(
        taxonomy_diff.diff(example(), after)
    )


def test_levels_are_counted_where_a_map_is_retagged() -> None:
    levels = {"fatigue": "direct", "fouling": "direct", "scour": "none"}
    found = taxonomy_diff.diff(example(), tagged(example(), "alder2021hum", coverage=levels))
    assert "Coverage: Fouling (Direct) 0 → 1, Fouling (Indirect) 2 → 1" in told(found)
    assert review.value(found)["counts"] == [
        {
            "field": {"before": "coverage", "after": "coverage"}, "value": {"before": "fouling", "after": "fouling"},
            "level": {"before": level, "after": level}, "count": {"before": before, "after": after},
        }
        for level, before, after in (("direct", 0, 1), ("indirect", 2, 1))
    ]  # fmt: skip


def test_what_a_reader_saw_in_a_paper_that_is_left_out_is_compared_on_neither_side(tmp_path: Path) -> None:
    root = readings_pool.write(tmp_path, readings={"second": READING})
    before = Corpus.load(root)
    readings_pool.put(root, "corpus/loaf.yaml", "title: Broken\n")
    after = Corpus.read(root, lambda problem: None)
    assert after is not None
    assert set(before.readings[0].stated.codings) - set(after.readings[0].stated.codings) == {"loaf"}
    assert taxonomy_diff.diff(before, after).parts == taxonomy_diff.diff(after, before).parts == ()


def test_a_claim_that_flips_comes_first() -> None:
    body = "where: {flour: [rye]}\nexpect: {at_most: 1}"
    before = claims_pool.corpus(claims_pool.claim(body, "current"))
    papers = {**claims_pool.PAPERS, "knot": {"flour": "rye"}}
    found = taxonomy_diff.diff(before, claims_pool.corpus(claims_pool.claim(body, "current"), papers))
    assert [change.flipped for change in found.claims] == [True]
    text = told(found)
    flipped = "Claims whose verdict flips (1)\n  said on the current pool: holds → fails\n    “So it is.”\n"
    flipped += "    before: 1 found, at most 1\n    now: 2 found, at most 1\n"
    assert text.index(flipped) < text.index("Papers added")


def test_a_claim_that_flips_says_which_numbers_changed_and_why_only_where_that_says_more() -> None:
    counted = "expect: {counts: {flour: {rye: 1, wheat: 3}}}"
    named = "where: {flour: [wheat]}\nexpect: {exactly: [bun, roll, rusk]}"
    papers = {**claims_pool.PAPERS, "knot": {"flour": "rye"}, "rusk": {**claims_pool.PAPERS["rusk"], "flour": "rye"}}
    lines = {
        body: told(taxonomy_diff.diff(claims_pool.corpus(claims_pool.claim(body)), claims_pool.corpus(claims_pool.claim(body), papers)))
        for body in (counted, named)
    }
    assert "    now counted: Rye 1 → 3, Wheat 3 → 2\n" in lines[counted], lines[counted]
    assert (
        "    before: 3 found, 3 of the 3 named and no other\n"
        "    now: 2 found, 2 of the 3 named and no other, since rusk is not among them: it holds flour rye\n"
    ) in lines[named]


def test_what_a_map_tells_otherwise_is_told_value_by_value() -> None:
    coverage = {"fatigue": "direct", "fouling": "direct"}
    found = taxonomy_diff.diff(example(), tagged(example(), "alder2021hum", coverage=coverage))
    assert "Coverage: Fouling: Indirect → Direct; without Scour: Not covered\n" in told(found)
    back = taxonomy_diff.diff(tagged(example(), "alder2021hum", coverage=coverage), example())
    assert "Coverage: Fouling: Direct → Indirect; with Scour: Not covered\n" in told(back)


def test_claims_that_came_or_are_asked_otherwise_are_told_apart() -> None:
    few, more = (claims_pool.claim(f"where: {{flour: [rye]}}\nexpect: {{at_most: {n}}}") for n in (1, 2))
    changed = taxonomy_diff.diff(claims_pool.corpus(few), claims_pool.corpus(more))
    assert [(change.flipped, change.reworded) for change in changed.claims] == [(False, True)]
    assert "said (asked otherwise, holds): So it is." in told(changed)
    assert "said (new, holds)" in told(taxonomy_diff.diff(claims_pool.corpus(), claims_pool.corpus(few)))
    assert "said (gone)" in told(taxonomy_diff.diff(claims_pool.corpus(few), claims_pool.corpus()))


def test_other_files_are_named() -> None:
    after = replace(example(), about=replace(example().about, name="Another Name"), scale=())
    assert taxonomy_diff.diff(example(), after).parts == ("survey/about.yaml", "survey/scale.yaml")


# -- looking back


def mirrored(value: Any) -> Any:
    """Return a comparison as it would be made from the other side."""
    if isinstance(value, Pair):
        return Pair(value.after, value.before)
    if isinstance(value, tuple):
        return tuple(map(mirrored, value))
    if dataclasses.is_dataclass(value) and type(value).__module__.startswith("pipeline.taxonomy_diff"):
        return replace(value, **{f.name: mirrored(getattr(value, f.name)) for f in dataclasses.fields(value)})  # type: ignore[type-var]
    return value


KEYS = [paper.key for paper in example().papers]
Edit = Callable[[Corpus], Corpus]


def _if_there(key: str, edit: Callable[[Corpus, str], Corpus]) -> Edit:
    return lambda corpus: edit(corpus, key) if key in corpus.by_key else corpus


def _retags() -> st.SearchStrategy[Edit]:
    fields = [field for field in example().taxonomy if field.kind == "one"]
    choices = st.sampled_from([(field.name, value.name) for field in fields for value in field.values])
    return st.builds(lambda key, tag: _if_there(key, lambda c, k: tagged(c, k, **{tag[0]: tag[1]})), st.sampled_from(KEYS), choices)


def _renames() -> st.SearchStrategy[Edit]:
    values = [(field.name, value.name) for field in example().taxonomy for value in field.values]

    def edit(place: tuple[str, str], label: bool) -> Edit:
        more = {"label": f"{place[1]} told anew", "definition": "Told anew."} if label else {}

        def change(corpus: Corpus) -> Corpus:
            known = place[0] in corpus.taxonomy.fields and place[1] in corpus.taxonomy.fields[place[0]].by_name
            return with_value_renamed(corpus, *place, f"{place[1]}2", **more) if known else corpus

        return change

    return st.builds(edit, st.sampled_from(values), st.booleans())


def _without_field(name: str) -> Edit:
    def edit(corpus: Corpus) -> Corpus:
        papers = [replace(p, tags={k: v for k, v in p.tags.items() if k != name}) for p in corpus.papers]
        outputs = replace(corpus.outputs, figures=(), tables=())
        return with_papers(replace(with_field(corpus, name, None), outputs=outputs), papers)

    return edit


EDITS: st.SearchStrategy[Edit] = st.one_of(
    _retags(), _renames(),
    st.sampled_from(KEYS).map(lambda key: _if_there(key, without)),
    st.sampled_from(KEYS).map(lambda key: _if_there(key, lambda c, k: edited(c, k, key=f"{k}-anew"))),
    st.sampled_from(KEYS).map(lambda key: _if_there(key, lambda c, k: moved_out(c, k, f"E{10 + KEYS.index(k):03d}"))),
    st.sampled_from(KEYS).map(lambda key: _if_there(key, lambda c, k: edited(c, k, title="A Title of Its Own", venue="Elsewhere"))),
    st.sampled_from(KEYS).map(lambda key: lambda c: replace(without(c, key), left_out=c.left_out | {key})),
    st.sampled_from(["signals", "layout", "trial"]).map(_without_field),
    st.just(lambda corpus: replace(corpus, exclusions=corpus.exclusions[1:], taxonomy=replace(corpus.taxonomy, rules=()))),
)  # fmt: skip


class State:
    """A survey whose representation is short."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus

    def __repr__(self) -> str:
        return f"State of {len(self.corpus.papers)}"


STATES = st.lists(EDITS, max_size=5).map(lambda edits: State(_applied(edits)))


def _applied(edits: list[Edit]) -> Corpus:
    corpus = example()
    for edit in edits:
        corpus = edit(corpus)
    return corpus


@settings(max_examples=60, deadline=None)
@given(STATES, STATES)
def test_looking_back_mirrors_looking_forward(one: State, other: State) -> None:
    forward, back = taxonomy_diff.diff(one.corpus, other.corpus), taxonomy_diff.diff(other.corpus, one.corpus)
    assert mirrored(forward) == back
    assert bool(forward) == bool(back)
    assert not taxonomy_diff.diff(one.corpus, one.corpus)
    for comparison in (forward, back):
        review.plain_text(comparison, "a", "b")
        review.value(comparison)
        assert len(review.markdown_text(comparison, "a", "b").encode()) <= review.MARKDOWN_LIMIT


# -- as Markdown

HOSTILE = "# Head\n<img src=x onerror=alert(1)> @someone ![p](https://evil.example/p.png) [x](javascript:1) `a` | **b** $x$ <!-- --> #12"


def test_hostile_texts_show_literally() -> None:
    after = edited(example(), "pike2024tether", title=HOSTILE, venue=HOSTILE)
    page = review.markdown_text(taxonomy_diff.diff(example(), after), "base", "ref`@team")
    tokens = MarkdownIt("commonmark").enable("table").parse(page)
    inline = [child for token in tokens for child in token.children or ()]
    assert not {token.type for token in (*tokens, *inline)} & {"html_block", "image", "link_open"}
    assert {child.content for child in inline if child.type == "html_inline"} == {"<span>", "</span>"}, "only about dollar signs"
    shown = " ".join(child.content for child in inline if child.type == "text")
    assert "@someone" in shown
    assert "<img src=x" in shown
    assert sum(token.type == "heading_open" for token in tokens) == 2


def test_a_comment_is_cut_at_the_end_of_a_line_and_says_so() -> None:
    before = replace(example(), papers=())
    page = review.markdown_text(taxonomy_diff.diff(before, example()), "base", "head", limit=600)
    assert len(page.encode()) <= 600
    assert page.splitlines()[-1] == "Cut here: 36 more lines. The whole is printed by `masrl diff`."
    whole = review.markdown_text(taxonomy_diff.diff(before, example()), "base", "head")
    assert sum(line.lstrip().startswith("- ") for line in whole.splitlines()) - 36 == sum(
        line.lstrip().startswith("- ") for line in page.splitlines()
    )


def test_the_markdown_is_pinned_for_one_change() -> None:
    page = review.markdown_text(taxonomy_diff.diff(example(), tagged(example(), "weir2020overview", placement="farm")), "base", "head")
    assert page == (
        "From base (7 papers and 3 exclusions) to head (7 papers and 3 exclusions).\n"
        "\n"
        "Papers retagged: 1; changed without a line under changes that says why: 1; counts that change: 2.\n"
        "\n"
        "#### Papers retagged (1)\n"
        "\n"
        "- **An Overview of Ears Under Water** (`weir2020overview`)\n"
        "  - Placement: No placement → Farm\n"
        "\n"
        "#### Changed without a line under changes that says why (1)\n"
        "\n"
        "- **An Overview of Ears Under Water** (`weir2020overview`): Placement\n"
        "  - `- {date: YYYY-MM-DD, field: tags.placement, from: NA, why: ...}`\n"
        "\n"
        "#### Counts that change (2)\n"
        "\n"
        "- **Placement**: Farm 1 → 2, No placement 2 → 1\n"
    )


def test_json_holds_both_sides_of_everything() -> None:
    after = with_value_renamed(tagged(example(), "weir2020overview", placement="row"), "signals", "sound", "noise")
    found = review.value(taxonomy_diff.diff(example(), after))
    assert found["papers"] == {"before": 7, "after": 7}
    (record,) = found["records"]  # type: ignore[misc,union-attr]
    assert record["change"] == "retagged"  # type: ignore[index,call-overload]
    assert record["facts"] == [
        {"field": {"before": "tags.placement"} | {"after": "tags.placement"}, "value": {"before": "NA", "after": "row"}}
    ]  # type: ignore[index,call-overload]
    assert found["fields"][0]["values"][0]["value"] == {"before": "sound", "after": "noise"}  # type: ignore[index,call-overload]


def test_taxonomies_without_fields_compare() -> None:
    empty = replace(example(), taxonomy=Taxonomy({}), papers=(), exclusions=())
    assert taxonomy_diff.diff(empty, empty).records == ()
    assert len(taxonomy_diff.diff(empty, example()).fields) == len(example().taxonomy.fields)
