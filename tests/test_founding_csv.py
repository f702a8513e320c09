"""CSV files of others: what is read, and the place of each fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from founding_run import written

from pipeline.errors import DataFault, Problem
from pipeline.founding import csv_tables, reading
from pipeline.founding.tables import Table


def table(text: str, delimiter: str = "") -> Table:
    found = csv_tables.read(text, "list.csv", lambda problem: pytest.fail(str(problem)), delimiter)
    assert found is not None
    return found


def faults(folder: Path, content: str | bytes) -> list[str]:
    """Return the problems of a file as ``line:column: code``."""
    with pytest.raises(DataFault) as caught:
        reading.table(Path(written(folder, "list.csv", content)))
    return [f"{p.place.line}:{p.place.column}: {p.code}" for p in caught.value.problems]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_delimiter_is_the_one_that_parts_the_names_of_the_columns(sign: str):
    found = table(f'title{sign}year{sign}tags\n"a, b; c|d\te"{sign}2020{sign}x\n')
    assert (found.columns, found.rows[0].cells) == (("title", "year", "tags"), ("a, b; c|d\te", "2020", "x"))


def test_of_two_delimiters_in_the_first_line_the_one_that_fits_the_rows_is_taken():
    found = table("title, in full;year;tags\nA;2020;x\nB, C;2021;y\n")
    assert found.columns == ("title, in full", "year", "tags")


@pytest.mark.parametrize("line", ["sep=;\r\n", "SEP=;\n", '"sep=;"\n', "sep=,\n"])
def test_the_line_by_which_excel_is_told_the_delimiter_names_no_column(line: str):
    found = table(f'{line}Title;Authors;Topic\n"Kite; a study";"Vell, Ana; Brandt, Tor";"box; delta"\nB, C, D;Bo;x\n')
    assert found.columns == ("Title", "Authors", "Topic")
    assert [(row.line, row.cells) for row in found.rows] == [
        (3, ("Kite; a study", "Vell, Ana; Brandt, Tor", "box; delta")), (4, ("B, C, D", "Bo", "x")),
    ]  # fmt: skip


def test_the_line_for_excel_can_name_any_sign_and_an_option_comes_first():
    assert table("sep=^\ntitle^year\nA^2020\n").rows[0].cells == ("A", "2020")
    assert table("sep=\t\ntitle\tyear, or so\nA\t2020\n").columns == ("title", "year, or so")
    assert table("sep=;\ntitle^year\nA^2020\n", "^").rows[0].cells == ("A", "2020")


def test_another_delimiter_can_be_named():
    assert table("title^year\nA^2020\n", "^").rows[0].cells == ("A", "2020")


def test_a_quoted_cell_may_hold_line_breaks_and_rows_know_the_line_at_which_they_begin():
    found = table('title,year\n"A\nB",2020\r\n\r\nC,2021\n')
    assert [(row.number, row.line, row.cells) for row in found.rows] == [(1, 2, ("A\nB", "2020")), (2, 5, ("C", "2021"))]


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path: Path):
    assert reading.table(Path(written(tmp_path, "x.csv", "\ufefftitle,year\nA,2020\n"))).columns == ("title", "year")


def test_what_lacks_at_the_end_of_a_row_is_empty_and_empty_cells_too_many_are_let_be():
    assert [row.cells for row in table("title,year,venue\nA\nB,2020,X,,\n").rows] == [("A", "", ""), ("B", "2020", "X")]


def test_columns_without_a_name_or_with_that_of_another_get_one():
    assert table("title,,title,year\nA,b,c,2020\n").columns == ("title", "column 2", "title (2)", "year")


def test_apostrophes_of_an_export_are_taken_off():
    assert table("title,year\n'=A,'20\n").rows[0].cells == ("=A", "'20")


def test_a_cell_may_be_a_megabyte_long():
    assert len(table(f"title,year\n{'x' * 1_000_000},2020\n").rows[0].cells[0]) == 1_000_000


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", ["1:1: empty-file"]),
        (b" \n\n", ["1:1: empty-file"]),
        ("title,year\nK\u00f6nig,2020\n".encode("latin-1"), ["2:2: not-utf8"]),
        ("title,year\nA,2020\n".encode("utf-16"), ["1:1: not-utf8"]),
        ("title,year\nA,2020\n".encode("utf-16-le"), ["1:2: forbidden-character"]),
        (b"title,year\nA\x00,2020\n", ["2:2: forbidden-character"]),
        (b"title\nA\n", ["1:1: no-columns"]),
        (b"title^year\nA^2020\n", ["1:1: no-columns"]),
        (b"sep=;\r\n", ["1:1: empty-file"]),
        (b"sep=;\ntitle\nA\n", ["1:1: no-columns"]),
        (b"sep=;\ntitle;year\nA;2020;x\n", ["3:1: ragged-row"]),
        (b"title,year\n", ["1:1: nothing-found"]),
        (b'title,year\nA,2020\nB, "x"\n"C,2021\n', ["4:1: csv-syntax"]),
        (b'title,year\n"A"x,2020\n', ["2:1: csv-syntax"]),
        (b"title,year\nA,2020\nB,2020,x\n\nC,1,,y\n", ["3:1: ragged-row", "5:1: ragged-row"]),
    ],
)
def test_each_fault_has_its_place_and_all_are_named_at_once(tmp_path: Path, content: bytes, expected: list[str]):
    assert faults(tmp_path, content) == expected


def test_more_rows_or_columns_than_were_ever_measured_are_refused():
    found: list[Problem] = []
    assert csv_tables.read("title,year\n" + "A,2020\n" * 100_000, "list.csv", found.append) is None
    assert csv_tables.read(",".join(["x"] * 501) + "\n", "list.csv", found.append) is None
    assert [(problem.place.line, problem.code) for problem in found] == [(50_002, "too-many-rows"), (1, "too-many-columns")]
