"""BibTeX files and Markdown lists of others to tables."""

from __future__ import annotations

import re
import sys

import pytest
from founding_lists import sensing_markdown

from pipeline.errors import CallFault, Problem
from pipeline.founding import bibtex_files, item_cells, item_texts, list_items, markdown_blocks, markdown_lists, said
from pipeline.founding.tables import Table


def bibtex(text: str) -> Table:
    found = bibtex_files.read(text, "x.bib", lambda problem: pytest.fail(str(problem)))
    assert found is not None
    return found


def cells(table: Table, number: int = 0) -> dict[str, str]:
    return {column: cell for column, cell in zip(table.columns, table.rows[number].cells, strict=True) if cell}


# -- BibTeX


def test_macros_cross_references_accents_and_braces_are_resolved():
    table = bibtex(
        r"""@string{mc = "MillConf"}
        @inproceedings{a, title = {{A} {MILL} of M{\"u}ller \& S{\o}n: 50% of $\beta$}, crossref = {p}, year = 2019,
          author = "N\'u\~nez, Zo{\"e} and {\AA}se {\O}rsted and {The Mill Group} and King, Jr., Martin and others", keywords = mc # { 20}}
        @proceedings{p, title = mc # " 2019", year = {2018}, publisher = {Weir Press}}"""
    )
    assert cells(table) == {
        "key": "a", "title": "A MILL of Müller & Søn: 50% of β", "year": "2019", "venue": "MillConf 2019", "keywords": "MillConf 20",
        "author": "Núñez, Zoë; {Ørsted}, Åse; {The Mill Group}; King Jr., Martin; others", "type": "inproceedings",
        "publisher": "Weir Press",
    }  # fmt: skip
    assert [(loss.line, loss.value) for loss in table.losses] == [(4, "p")]


@pytest.mark.parametrize(
    ("entry", "venue", "eprint"),
    [
        ("@misc{a, title={T}, eprint={2101.00001v2}, archivePrefix={arXiv}}", "arXiv", "2101.00001"),
        ("@article{a, title={T}, journal={arXiv preprint arXiv:2101.00001}}", "arXiv", "2101.00001"),
        ("@article{a, title={T}, journal={CoRR}, volume={abs/2101.00001}}", "CoRR", "2101.00001"),
        ("@misc{a, title={T}, eprint={12345}, eprinttype={jstor}}", "", ""),
        ("@phdthesis{a, title={T}, school={U of {W}}}", "PhD thesis, U of W", ""),
        ("@misc{a, title={T}, howpublished={\\url{https://e.org/x_y}}}", "", ""),
        ("@book{a, title={T}, publisher={Weir Press}}", "Weir Press", ""),
    ],
)
def test_the_venue_is_what_the_kind_of_entry_says(entry: str, venue: str, eprint: str):
    found = cells(bibtex(entry))
    assert (found.get("venue", ""), found.get("eprint", "")) == (venue, eprint)


def test_addresses_are_taken_as_they_are():
    found = cells(bibtex(r"@misc{a, title={T}, url={https://e.org/a\_b\%20c}, howpublished={\url{https://e.org/d~e}}, doi={10.5555/x\_1}}"))
    assert (found["url"], found["doi"]) == ("https://e.org/a_b%20c ; https://e.org/d~e", "10.5555/x_1")


def test_what_is_no_entry_and_what_stands_twice_is_named():
    table = bibtex("before\n@comment{kept}\n@misc{a, title={A}, title={B}, note=nomacro}\n@misc{a, title={C}}\n")
    assert [cells(table, n)["title"] for n in (0, 1)] == ["A", "C"]
    assert [(loss.line, loss.column, loss.value) for loss in table.losses] == [
        (1, "", "before"), (2, "", "kept"), (3, "title", "B"), (3, "note", "nomacro"),
    ]  # fmt: skip


def test_every_entry_that_cannot_be_read_is_named_with_its_line():
    found: list[Problem] = []
    assert bibtex_files.read('@article{a, title={x\n@misc{b, title={y}}\n@misc{c, title="z}\n\n@misc{d\n', "x.bib", found.append) is None
    assert [(problem.place.line, problem.code) for problem in found] == [(1, "bibtex-syntax"), (3, "bibtex-syntax"), (5, "bibtex-syntax")]


# -- Markdown


def item(text: str) -> item_cells.Said:
    (block,) = markdown_blocks.read(f"- {text}\n")
    assert isinstance(block, markdown_blocks.Item)
    return list_items.read(block.line)


@pytest.mark.parametrize(
    ("text", "title", "authors", "venue", "year"),
    [
        ("[A Long Title](https://e.org/a) - *Ana Vell, Bo Reed*, **PuddleConf 2021** [[code](https://e.org/c)]",
         "A Long Title", "Ana Vell; Bo Reed", "PuddleConf 2021", 2021),
        ("**Bent Rulers** [[paper](https://e.org/p)]<br>Ana Vell and Bo Reed. *WetSense'22*",
         "Bent Rulers", "Ana Vell; Bo Reed", "WetSense'22", 2022),
        ("(ICML 2020) [Are Rulers Wet?](https://e.org/a) Bo Weir et al.", "Are Rulers Wet?", "Bo Weir; others", "ICML 2020", 2020),
        ("[2023/05] [Ruler: A Stick](https://e.org/a), L. Marsh, N. Thorn. 🔥", "Ruler: A Stick", "L. Marsh; N. Thorn", "", 2023),
        ("[Floats](https://e.org/a). Pia Vale, Sol Heath. Journal of Puddles, 2019.",
         "Floats", "Pia Vale; Sol Heath", "Journal of Puddles, 2019", 2019),
        ("Old Floats of the North, Lev Marsh et al., 1987", "Old Floats of the North", "Lev Marsh; others", "", 1987),
        ("Brown, Mostly, 1999", "Brown, Mostly", "", "", 1999),
        ("\"A Quoted Title of a Paper\", [pdf](https://e.org/a)", "A Quoted Title of a Paper", "", "", None),
        ("[PDF](https://e.org/a) :star: A Title Behind Its Link. *NeurIPS 2021* (oral)",
         "A Title Behind Its Link", "", "NeurIPS 2021", 2021),
        ("[Tool](https://e.org/a) - Fast Box Kites, for all seasons.", "Tool", "", "", None),
        ("[Deltas](https://e.org/a): Box Kites, Delta Kites", "Deltas", "", "", None),
        ("[Greys](https://aclanthology.org/2022.wet-main.3/)", "Greys", "", "", 2022),
        ("[Reds](https://aclanthology.org/P19-1001/)", "Reds", "", "", 2019),
    ],
)  # fmt: skip
def test_an_item_says_what_can_be_told_beyond_doubt_and_no_more(text: str, title: str, authors: str, venue: str, year: int | None):
    found = item(text)
    assert (found.title, found.authors, found.venue, found.year) == (title, authors, venue, year)


def test_badges_are_gone_but_for_where_they_lead_and_html_links_are_links():
    found = item(
        "[![arXiv](https://img.shields.io/x.svg)](https://arxiv.org/abs/2101.00001) "
        '<a href="https://e.org/p">An HTML Title</a> ![x](https://e.org/i.png)'
    )
    assert (found.title, found.links) == ("An HTML Title", ["https://arxiv.org/abs/2101.00001", "https://e.org/p"])


def test_what_is_left_is_a_summary_where_it_reads_like_one_else_a_note():
    assert (
        item_cells.cells(item("[T one](https://e.org/a) - Tells the depth of a puddle. Works."))["summary"]
        == "Tells the depth of a puddle. Works."
    )
    assert item_cells.cells(item("[T one](https://e.org/a) - very good"))["notes"] == "very good"


@pytest.mark.parametrize("text", ["Code", "PDF", "Project Page", "[1]", "paper link", "🤗 Models", "📄"])
def test_labels_of_links_are_no_titles(text: str):
    assert item_texts.is_label(text)


@pytest.mark.parametrize(
    "text", ["New York, Los Angeles", "Ana Vell", "the first, the second", "2020", "Vision and Speech for All of Us Here Today"]
)
def test_what_may_be_no_names_is_not_taken_for_sure_ones(text: str):
    found = said.names(text)
    assert found is None or not found.sure


def test_a_list_is_read_by_its_headings_its_tables_and_its_items():
    found: list[Problem] = []
    table = markdown_lists.read(sensing_markdown(), "list.md", found.append)
    assert table is not None
    assert (found, table.title) == ([], "Awesome Puddle Sensing")
    filed = [
        (cells(table, n).get("Category"), cells(table, n).get("Subcategory"), cells(table, n)["title"]) for n in range(len(table.rows))
    ]
    assert filed == [
        ("Depth", "Rulers", "Measuring Puddles with a Ruler"),
        ("Depth", "Rulers", "Bent Rulers for Bent Puddles"),
        ("Depth", "Rulers", "Are Rulers Wet?"),
        ("Depth", "Rulers", "Ruler: A Stick That Knows"),
        ("Depth", "Floats", "Floats That Tell"),
        ("Depth", "Floats", "Corks and Their Kin"),
        ("Depth", "Floats", "Old Floats of the North"),
        ("Depth", "Floats", "A Float That Sank"),
        ("Colour", "By eye", "Brown, Mostly"),
        ("Colour", "By eye", "A Chart of Greys"),
        ("Colour", "By eye", "Measuring Puddles with a Ruler"),
        ("Colour", "By instrument", "Prisms in the Rain"),
        ("Colour", "By instrument", "Lamps over Water"),
        ("Colour", "By instrument", "Filters, Stacked | Reviewed"),
        ("Colour", "By instrument", "Undated Mirrors"),
        ("Tools", None, "puddlekit"),
        ("Tools", None, "A Spreadsheet of Puddles"),
    ]
    assert [(loss.line, loss.why) for loss in table.losses] == [
        (6, "is prose, and belongs to no entry"), (55, "stands under “Contributing”, which is no part of a list"),
    ]  # fmt: skip


def test_a_text_without_entries_is_a_problem():
    found: list[Problem] = []
    assert markdown_lists.read("# T\n\nprose only\n", "x.md", found.append) is None
    assert [problem.code for problem in found] == ["nothing-found"]


@pytest.mark.parametrize(
    "text",
    [
        "- " * 300 + "x",
        "[" * 5000,
        "- " + "[x](" * 2000,
        "> " * 500 + "- [A b c](https://e.org)",
        "|" * 3000 + "\n" + "|-" * 3000,
        "# " + "#" * 3000,
    ],
)
def test_nothing_that_is_written_takes_long_or_breaks_it(text: str):
    markdown_lists.read(text, "x.md", lambda problem: None)


@pytest.mark.parametrize(
    ("library", "read", "told"),
    [
        ("markdown_it", markdown_lists.read, "Markdown needs markdown-it-py: pip install markdown-it-py"),
        ("bibtexparser.entrypoint", bibtex_files.read, "BibTeX needs bibtexparser: pip install 'bibtexparser>=2'"),
    ],
)
def test_without_the_library_that_reads_it_the_package_is_named(monkeypatch: pytest.MonkeyPatch, library: str, read: object, told: str):
    monkeypatch.setitem(sys.modules, library, None)
    assert callable(read)
    with pytest.raises(CallFault, match=f"^{re.escape(told)}$"):
        read("x", "x", pytest.fail)
