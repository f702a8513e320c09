from __future__ import annotations

from datetime import date

import pytest
from example_survey import example, fields

from pipeline.errors import Problem
from pipeline.records import Author
from pipeline.survey import Placeholder, Span, parse_about, parse_outputs, parse_protocol, parse_scale, placeholder_fault, placeholders


def test_the_title_page_reads_its_author_as_papers_do() -> None:
    assert example().about.author == Author("Lune", "Ada de la")


def test_what_the_title_page_leaves_out_is_empty() -> None:
    about = example().about
    assert (about.repository, about.site_url, about.rights_holder, about.arxiv_id, about.cutoff) == ("", "", "", "", date(2024, 6, 30))


def test_addresses_have_a_slash_at_the_end_or_none_whichever_way_they_are_written() -> None:
    text = "name: N\ntitle: T\nauthor: A B\ncutoff: 2024-01-01\ndescription: D\nlicense_data: X\nlicense_code: Y\n"
    found: list[Problem] = []
    about = parse_about(fields(f"{text}repository: https://example.org/r/\nsite_url: https://example.org/s\n", found))
    assert found == []
    assert about is not None
    assert (about.repository, about.site_url) == ("https://example.org/r", "https://example.org/s/")


def test_the_families_that_a_log_may_name_are_those_of_the_protocol() -> None:
    assert example().protocol.logged_families == ("hearing", "noise", "feeling")


def test_a_protocol_without_promotion_has_no_rule_for_it() -> None:
    protocol = parse_protocol(fields("sources: [a]\nquery_families: {}\nstages: {a: b}\n", []))
    assert (protocol.promotion_rule, protocol.promotion_cells) == ("", ())


def test_a_scale_point_is_a_range_or_words() -> None:
    first, *_, last = example().scale
    assert (first.agents, first.steps, first.agents_in_words) == (Span(1, 1), Span(10, 100), "")
    assert (last.agents, last.agents_in_words) == (None, "a handful")


def test_a_scale_without_points_is_empty() -> None:
    assert parse_scale(fields("note: None yet.\n", [])) == ()


def test_outputs_come_in_the_order_of_the_file() -> None:
    outputs = example().outputs
    assert [output.kind for output in outputs.figures] == [
        "flow",
        "counts",
        "crosstab",
        "timeline",
        "scale",
        "groups",
        "hierarchy",
        "entries",
        "drawings",
        "matrix",
        "sensitivity",
        "history",
    ]


def test_a_table_borrows_the_groups_of_a_figure() -> None:
    outputs = {output.name: output for output in example().outputs.tables}
    assert outputs["wear-groups"].groups == (("alder2021hum", "brook2022blade"), ("straitwatch2024",))


def test_a_drawing_holds_nodes_and_edges_with_their_direction() -> None:
    (layouts,) = (output for output in example().outputs.figures if output.kind == "drawings")
    assert layouts.drawings["chain"].nodes == {"a": ("ear", 10, 50), "b": ("", 50, 50), "c": ("box", 90, 50)}
    assert layouts.drawings["chain"].edges == (("a", "b", False), ("b", "c", False))
    assert layouts.drawings["star"].edges == (("left", "hub", True), ("right", "hub", True))


def test_columns_say_what_stands_where_an_entry_has_nothing() -> None:
    assert [(column.name, column.source, column.empty) for column in example().outputs.columns][-1] == ("gist", "summary", "none given")


def test_the_placeholders_of_a_title_are_found_with_their_arguments() -> None:
    found = [placeholder for _, placeholder in placeholders("{papers} in {count a=b c=d}, not { this} nor {papers|this}")]
    assert found == [Placeholder("papers", ()), Placeholder("count", ("a=b", "c=d"))]
    found = [placeholder for _, placeholder in placeholders("{papers|paper|papers}, {count a=b|is left|are left}")]
    assert found == [Placeholder("papers", (), ("paper", "papers")), Placeholder("count", ("a=b",), ("is left", "are left"))]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("papers", ()),
        ("count", ("approach=sensor",)),
        ("count", ("approach=sensor,model", "powered=no")),
        ("names", ("placement=NA",)),
        ("coded", ("signals",)),
        ("gaps", ("signals", "placement")),
        ("stages", ()),
    ],
)
def test_a_placeholder_that_can_be_filled_has_no_fault(name: str, arguments: tuple[str, ...]) -> None:
    assert placeholder_fault(Placeholder(name, arguments), example().taxonomy) is None


@pytest.mark.parametrize(
    ("name", "arguments", "fault"),
    [
        ("papers", ("signals",), "'papers' takes 0"),
        ("coded", (), "'coded' takes 1 fields"),
        ("coded", ("approach=sensor",), "'approach=sensor' is a condition, where a field is wanted"),
        ("gaps", ("signals",), "'gaps' takes 2 fields"),
        ("gaps", ("signals", "placment"), "the taxonomy has no field 'placment'"),
        ("count", ("approach",), "'' is no value of approach"),
        ("count", ("approach=sensor,modle",), "'modle' is no value of approach"),
        ("color", (), "there is no placeholder 'color'"),
    ],
)
def test_a_placeholder_that_cannot_be_filled_says_why(name: str, arguments: tuple[str, ...], fault: str) -> None:
    found = placeholder_fault(Placeholder(name, arguments), example().taxonomy)
    assert found is not None
    assert found.startswith(fault)


def test_stages_can_be_named_only_where_the_taxonomy_declares_them() -> None:
    from dataclasses import replace

    taxonomy = replace(example().taxonomy, exclusion={})
    assert placeholder_fault(Placeholder("stages", ()), taxonomy) == "the taxonomy declares no stage of exclusions"


def test_a_figure_with_a_fault_is_not_told_again_by_the_page_that_shows_it() -> None:
    text = "figures:\n  one: {kind: counts, fields: [aproach], title: T}\n"
    text += "readme: {group_by: approach, chips: [placement], maps: [one]}\ncolumns: {}\n"
    found: list[Problem] = []
    parse_outputs(fields(text, found), example().taxonomy)
    assert [(problem.code, problem.field) for problem in found] == [("unknown-value", "figures.one.fields[1]")]


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ("[papers, color=red]", "bad-condition", "figures.one.asked[2]"),
        ("[approach=modle]", "bad-condition", "figures.one.asked[1]"),
        ("[approach]", "bad-condition", "figures.one.asked[1]"),
        (None, "missing-field", "figures.one.asked"),
    ],
)
def test_a_history_counts_only_what_can_be_counted(asked: str | None, code: str, field: str) -> None:
    more = f", asked: {asked}" if asked else ""
    text = f"figures:\n  one: {{kind: history, title: T{more}}}\nreadme: {{group_by: approach, chips: [placement]}}\ncolumns: {{}}\n"
    found: list[Problem] = []
    parse_outputs(fields(text, found), example().taxonomy)
    assert [(problem.code, problem.field) for problem in found] == [(code, field)]
