from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

import pytest
from example_survey import example
from pandas import DataFrame

from pipeline import coverage
from pipeline.corpus import Corpus
from pipeline.coverage import words
from pipeline.errors import CallFault


def plain(table: DataFrame) -> list[list[int]]:
    return [[int(cell) for cell in row] for row in table.to_numpy()]


def emptied() -> Corpus:
    return replace(example(), papers=())


def test_values_are_counted_in_the_order_of_the_taxonomy_with_their_labels() -> None:
    table = coverage.counts(example(), "placement")
    assert list(table.index) == ["farm", "row", "turbine", "blade", "NA"]
    assert list(table["label"]) == ["Farm", "Row", "Turbine", "Blade", "No placement"]
    assert list(table["count"]) == [1, 1, 2, 1, 2]


def test_a_table_of_counts_says_what_its_rows_are() -> None:
    table = coverage.counts(example(), "signals")
    assert (table.index.name, list(table.columns)) == ("value", ["label", "count"])
    assert table.loc["(uncoded)", "label"] == "not coded"


def test_a_condition_is_cut_at_its_first_sign() -> None:
    with pytest.raises(CallFault, match="'yes=no' is no value of powered"):
        coverage.conditions(["powered=yes=no"], example().taxonomy)


def test_counts_are_whole_numbers() -> None:
    assert str(coverage.counts(example(), "signals")["count"].dtype) == "int64"


def test_na_is_a_value_and_is_counted() -> None:
    assert coverage.counts(example(), "placement").loc["NA", "count"] == 2


def test_a_value_that_no_entry_carries_keeps_its_row() -> None:
    assert coverage.counts(example(), "approach")["count"].to_dict() == {"sensor": 4, "model": 2, "overview": 1, "norm": 0}


def test_an_entry_with_several_values_counts_under_each_and_one_without_any_is_uncoded() -> None:
    counted = coverage.counts(example(), "signals")["count"].to_dict()
    assert counted == {"vibration": 3, "sound": 3, "pressure": 2, "salinity": 0, "(uncoded)": 2}


def test_a_map_counts_its_names_unless_they_were_looked_for_in_vain() -> None:
    assert coverage.counts(example(), "coverage")["count"].to_dict() == {"fatigue": 3, "fouling": 2, "scour": 1, "(uncoded)": 4}
    assert coverage.counts(example(), "findings")["count"].to_dict() == {"farm": 0, "row": 1, "turbine": 2, "blade": 1, "(uncoded)": 4}


def test_each_level_of_a_value_is_counted() -> None:
    assert coverage.levels(example(), "coverage") == {
        ("fatigue", "direct"): 2, ("fatigue", "indirect"): 1, ("fouling", "indirect"): 2, ("fouling", "none"): 1,
        ("scour", "indirect"): 1, ("scour", "none"): 2,
    }  # fmt: skip


def test_a_paper_that_was_looked_at_in_vain_is_coded_and_holds_nothing() -> None:
    first, *rest = example().papers
    corpus = replace(example(), papers=(replace(first, tags={**first.tags, "coverage": {"scour": "none"}}), *rest))
    assert coverage.coded([corpus.papers[0]], "coverage") == 1
    assert first.key not in [paper.key for papers in coverage.holders(corpus, "coverage").values() for paper in papers]
    chosen = coverage.matching(corpus.papers, coverage.conditions(["coverage=(uncoded)"], corpus.taxonomy))
    assert first.key not in [paper.key for paper in chosen]


def test_a_field_that_all_entries_carry_has_no_uncoded_row() -> None:
    assert "(uncoded)" not in coverage.counts(example(), "powered").index


def test_an_entry_without_a_required_field_is_not_lost() -> None:
    papers = tuple(replace(paper, tags={k: v for k, v in paper.tags.items() if k != "powered"}) for paper in example().papers[:2])
    corpus = replace(example(), papers=papers + example().papers[2:])
    assert coverage.counts(corpus, "powered")["count"].to_dict() == {"yes": 2, "no": 3, "(uncoded)": 2}


def test_a_pool_without_entries_counts_zeros() -> None:
    assert list(coverage.counts(emptied(), "powered")["count"]) == [0, 0]
    assert plain(coverage.crosstab(emptied(), "powered", "placement", margins=True)) == [[0] * 6] * 3


def test_two_fields_are_crossed_with_every_declared_cell() -> None:
    table = coverage.crosstab(example(), "approach", "placement")
    assert list(table.index) == ["sensor", "model", "overview", "norm"]
    assert list(table.columns) == ["farm", "row", "turbine", "blade", "NA"]
    assert plain(table) == [[1, 1, 1, 1, 0], [0, 0, 1, 0, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]]
    assert (table.index.name, table.columns.name) == ("approach", "placement")


def test_margins_count_entries_and_not_cells() -> None:
    table = coverage.crosstab(example(), "signals", "placement", margins=True)
    assert list(table.index) == ["vibration", "sound", "pressure", "salinity", "(uncoded)", "(total)"]
    assert plain(table) == [
        [0, 1, 1, 1, 0, 3],
        [1, 1, 1, 0, 0, 3],
        [1, 0, 1, 0, 0, 2],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 2, 2],
        [1, 1, 2, 1, 2, 7],
    ]


def test_a_field_crossed_with_itself_stands_on_the_diagonal() -> None:
    assert plain(coverage.crosstab(example(), "powered", "powered", margins=True)) == [[3, 0, 3], [0, 4, 4], [3, 4, 7]]


def test_the_order_of_the_entries_changes_nothing() -> None:
    papers = list(example().papers)
    random.Random(7).shuffle(papers)
    shuffled = replace(example(), papers=tuple(papers))
    assert coverage.crosstab(shuffled, "signals", "placement").equals(coverage.crosstab(example(), "signals", "placement"))
    assert coverage.counts(shuffled, "findings").equals(coverage.counts(example(), "findings"))


def test_empty_cells_are_gaps_in_reading_order() -> None:
    assert coverage.gaps(coverage.crosstab(example(), "powered", "placement")) == [
        ("yes", "row"),
        ("yes", "NA"),
        ("no", "farm"),
        ("no", "blade"),
    ]


def test_counts_of_a_day_are_those_of_its_records_and_tags() -> None:
    published = example().at(date(2024, 6, 30))
    assert coverage.counts(published, "placement")["count"].to_dict() == {"farm": 1, "row": 0, "turbine": 2, "blade": 1, "NA": 2}
    assert coverage.counts(published, "layout")["count"].to_dict() == {"chain": 0, "star": 1, "(uncoded)": 5}


@pytest.mark.parametrize(
    ("texts", "keys"),
    [
        ([], "alder2021hum brook2022blade flint2023load pike2024tether quill2003sand straitwatch2024 weir2020overview"),
        (["placement=turbine"], "flint2023load pike2024tether"),
        (["placement=NA"], "quill2003sand weir2020overview"),
        (["placement=farm,blade"], "brook2022blade straitwatch2024"),
        (["placement=farm", "placement=blade"], "brook2022blade straitwatch2024"),
        (["placement=turbine", "powered=no"], "pike2024tether"),
        (["signals=sound"], "alder2021hum pike2024tether straitwatch2024"),
        (["signals=(uncoded)"], "quill2003sand weir2020overview"),
        (["signals=pressure,(uncoded)"], "flint2023load quill2003sand straitwatch2024 weir2020overview"),
        (["findings=blade"], "brook2022blade"),
        (["coverage.fouling=none"], "brook2022blade"),
        (["coverage=fouling:none"], "brook2022blade"),
        (["coverage=fouling"], "alder2021hum weir2020overview"),
        (["coverage=fouling:none,fouling"], "alder2021hum brook2022blade weir2020overview"),
        (["coverage.fatigue=direct,indirect", "coverage.scour=none"], "alder2021hum brook2022blade"),
        (["coverage.scour=(uncoded)"], "flint2023load pike2024tether quill2003sand straitwatch2024"),
        (["approach=norm"], ""),
    ],
)
def test_conditions_choose_entries(texts: list[str], keys: str) -> None:
    chosen = coverage.matching(example().papers, coverage.conditions(texts, example().taxonomy))
    assert [paper.key for paper in chosen] == keys.split()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("placement", "'placement' is no condition; write FIELD=VALUE"),
        ("", "'' is no condition; write FIELD=VALUE"),
        ("placment=row", "'placment' is no field of the taxonomy (did you mean placement?); known are approach, "),
        ("zebra=row", "'zebra' is no field of the taxonomy; known are approach, "),
        (
            "placement=turbin",
            "'turbin' is no value of placement (did you mean turbine?); known are farm, row, turbine, blade, NA (No placement), (uncoded)",
        ),
        ("placement=na", "'na' is no value of placement (did you mean NA?); known are "),
        ("placement=", "'' is no value of placement; known are "),
        ("placement=row,", "'' is no value of placement; known are "),
        ("coverage.foulin=none", "'foulin' is no value of coverage (did you mean fouling?); known are fatigue, fouling, scour"),
        ("coverage.fouling=dirct", "'dirct' is no level of coverage.fouling (did you mean direct?); known are direct, indirect, none, "),
        ("coverage=fouling:dirct", "'dirct' is no level of coverage (did you mean direct?); known are direct, indirect, none"),
        ("coverage.fouling", "'coverage.fouling' is no condition; write FIELD=VALUE"),
        ("signals.sound=loud", "the values of signals have no levels; write signals=sound"),
        ("findings=blade:hot", "the values of findings have no levels; write findings=blade"),
        ("stage=abstract", "'stage' is a field of the exclusion log, and not one of papers"),
    ],
)
def test_a_condition_that_cannot_be_met_is_a_fault_of_the_call_with_a_guess(text: str, message: str) -> None:
    with pytest.raises(CallFault) as raised:
        coverage.conditions([text], example().taxonomy)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    "call", [lambda: coverage.counts(example(), "aproach"), lambda: coverage.crosstab(example(), "powered", "aproach")]
)
def test_an_unknown_field_is_a_fault_of_the_call_with_a_guess(call: object) -> None:
    with pytest.raises(CallFault, match=r"did you mean approach\?"):
        call()  # type: ignore[operator]


def chosen(**asked: object) -> list[str]:
    return [paper.key for paper in coverage.Choice(**asked).of(example())]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("search", "keys"),
    [
        ("tether", "pike2024tether"),
        ("TETHER lis", "pike2024tether"),
        ("ears", "alder2021hum straitwatch2024 weir2020overview"),
        ("ars", ""),
        ("nunez", "pike2024tether"),
        ("di weir", "quill2003sand weir2020overview"),
        ("hum: finding", "alder2021hum"),
    ],
)
def test_words_find_papers_by_their_beginnings_without_case_and_accents(search: str, keys: str) -> None:
    assert chosen(search=search) == keys.split()


@pytest.mark.parametrize(
    ("asked", "text", "found"),
    [
        ("m-grpo", "M-GRPO: a method", True), ("mgrpo", "M-GRPO: a method", True), ("grpo", "M-GRPO: a method", True),
        ("straße", "STRASSE", True), ("***", "***", True), ("***", "plain", False), ("", "plain", True), ("\uff21\uff29", "ai", True),
    ],
)  # fmt: skip
def test_words_with_signs_are_found_with_and_without_them(asked: str, text: str, found: bool) -> None:
    assert words.found(asked, [text]) is found


def test_years_keys_and_conditions_narrow_together() -> None:
    assert chosen(years=((2023, 2024),)) == ["flint2023load", "pike2024tether", "straitwatch2024"]
    assert chosen(years=((2003, 2003), (2020, 2020))) == ["quill2003sand", "weir2020overview"]
    assert chosen(keys=("weir2020overview", "alder2021hum")) == ["alder2021hum", "weir2020overview"]
    narrow = coverage.conditions(["approach=sensor"], example().taxonomy)
    assert chosen(years=((2023, 2024),), conditions=narrow, search="ears") == ["straitwatch2024"]


def test_a_wrong_key_answers_with_the_nearest() -> None:
    with pytest.raises(CallFault, match=r"'brook2022blad' is no key of the pool \(did you mean brook2022blade\?\)"):
        chosen(keys=("brook2022blad",))
    with pytest.raises(CallFault, match="E001 is a record of the exclusion log"):
        chosen(keys=("E001",))


def test_years_are_read_alone_or_as_spans() -> None:
    assert coverage.year_spans(["2024", "2020-2022"]) == ((2024, 2024), (2020, 2022))
    for wrong in ("24", "2024-2020", "2024-", "soon"):
        with pytest.raises(CallFault, match="is no year; write YEAR, or YEAR-YEAR"):
            coverage.year_spans([wrong])


def test_a_choice_says_in_words_what_was_asked() -> None:
    asked = coverage.conditions(["approach=norm,overview", "coverage.scour=none,(uncoded)", "signals=(uncoded)"], example().taxonomy)
    assert coverage.Choice(asked, ("alder2021hum",), ((2020, 2020), (2021, 2022)), "a  b").in_words() == (
        "Approach: Norm or Overview", "Coverage: Scour: Not covered or Scour: not coded", "Signals: not coded", "key: alder2021hum",
        "year: 2020 or 2021 to 2022", "found by “a b”",
    )  # fmt: skip


def test_a_facet_says_how_many_entries_carry_it_and_how_many_could() -> None:
    papers, trial = example().papers, example().taxonomy.fields["trial"]
    assert coverage.coded(papers, "trial") == 3
    assert [paper.key for paper in coverage.applicable(papers, trial)] == [
        "alder2021hum", "brook2022blade", "flint2023load", "pike2024tether", "quill2003sand", "straitwatch2024",
    ]  # fmt: skip


def test_a_field_without_conditions_applies_to_every_entry() -> None:
    assert coverage.applicable(example().papers, example().taxonomy.fields["signals"]) == example().papers
