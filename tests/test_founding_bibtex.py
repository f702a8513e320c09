"""BibTeX files of others: LaTeX that is not known, commas that are missing, and names that cannot be told; each is named."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.errors import Problem
from pipeline.founding import bibtex_files, guessing, importing, latex_text, report
from pipeline.founding.report import Import
from pipeline.outputs.exports import tables

TODAY = date(2024, 12, 1)


def imported(text: str) -> Import:
    table = bibtex_files.read(text, "x.bib", lambda problem: pytest.fail(str(problem)))
    assert table is not None
    return importing.imported(table, guessing.guesses(table), TODAY)


def told(found: Import) -> list[str]:
    return [f"{loss.column}: {loss.value}: {loss.why}" for loss in found.losses]


def aside(found: Import) -> list[dict[str, str]]:
    return tables.rows(report.unmapped_text(found))


# -- LaTeX


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\TeX{} and \LaTeX{} by \textsc{Foo} and \texttt{bar}", "TeX and LaTeX by Foo and bar"),
        (
            r"\emph{em} \mbox{in a box} {\sc small} \enquote{said} \textcolor{red}{red} x\textsuperscript{2}",
            "em in a box small said red x2",
        ),
        (r"\url{https://e.org/a%20b_c} \href{https://e.org}{the \emph{text}}", "https://e.org/a%20b_c the text"),
        (r"A note \footnote{hey} of a\-b \copyright", "A note [hey] of ab ©"),
        (r"costs $5 and 50% more", "costs $5 and 50% more"),
        (r"$O(n^2)$, $\beta_1$ and $\lambda$", "O(n^2), β_1 and λ"),
        (r"{\'E}tienne {\v{C}}apek", "Étienne Čapek"),
    ],
)
def test_what_latex_prints_is_the_text(source: str, text: str):
    found = latex_text.printed(source)
    assert (found.text, found.fault) == (text, "")


@pytest.mark.parametrize(
    ("source", "text", "fault"),
    [
        (r"\sysname{}: Fast", r"\sysname: Fast", r"holds \sysname, not known here, which stands as written"),
        (r"\ours{a {b}} \cite{x}", r"\ours{a {b}} \cite{x}", r"holds \ours, \cite, not known here, which stand as written"),
        (r"as of \today in $\foo x$", r"as of \today in \foo x", r"holds \today, \foo, not known here, which stand as written"),
        (r"\begin{foo}x\end{foo}", r"\begin{foo}x\end{foo}", r"holds \begin{foo}, not known here, which stands as written"),
        (r"\frac{1", r"\frac1", "cannot be read as LaTeX and stands as written"),
    ],
)
def test_what_is_not_known_stands_as_written_and_is_named(source: str, text: str, fault: str):
    found = latex_text.printed(source)
    assert (found.text, found.fault) == (text, fault)


def test_a_source_that_was_not_read_whole_is_a_loss_and_goes_aside():
    found = imported(
        r"""@article{a, title={\sysname{}: Fast Kites with \textsc{Foo} and \TeX}, author={Vell, Ana}}
        @article{b, title={\custommacro}, author={Vell, Ana}}
        @article{c, title={Kites by \href{https://b.org}{text}}, note={\href{https://e.org}{there}}, author={Vell, Ana},
          file={C\:\Users\x}}"""
    )
    assert [entry.title for _, entry in found.entries] == [r"\sysname: Fast Kites with Foo and TeX", r"\custommacro", "Kites by text"]
    assert told(found) == [
        r"title: \sysname{}: Fast Kites with \textsc{Foo} and \TeX: holds \sysname, not known here, which stands as written",
        r"title: \custommacro: holds \custommacro, not known here, which stands as written",
        r"title: Kites by \href{https://b.org}{text}: leads to https://b.org, which is left out",
    ]
    assert [(row["title"], row["file"]) for row in aside(found)] == [
        (r"\sysname{}: Fast Kites with \textsc{Foo} and \TeX", ""),
        (r"\custommacro", ""),
        (r"Kites by \href{https://b.org}{text}", r"C\:\Users\x"),
    ]
    assert found.entries[2][1].links == ("https://e.org",)


# -- commas


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@article{b, title={Fine} author={B Bb}, year=2021}", ["1:25: a comma is missing between the fields 'title' and 'author'"]),
        ("@misc{b, title={T},\n journal={J}\n year=2020,}", ["2:13: a comma is missing between the fields 'journal' and 'year'"]),
        (
            "@misc{b, title=\"T\" author={X} year = 2020}\n@misc{c\n title={T}}",
            [
                "1:19: a comma is missing between the fields 'title' and 'author'",
                "1:30: a comma is missing between the fields 'author' and 'year'",
                "2:8: a comma is missing behind the key 'c'",
            ],
        ),
        ("@misc{b, title={T}, year=2020 month=jan}", ["1:30: a comma is missing between the fields 'year' and 'month'"]),
        ("@misc{b, title={T}, title={T} note={N}}", ["1:30: a comma is missing between the fields 'title' and 'note'"]),
    ],
)  # fmt: skip
def test_a_missing_comma_is_named_with_its_place_and_pours_no_field_into_another(text: str, expected: list[str]):
    found: list[Problem] = []
    assert bibtex_files.read(text, "x.bib", found.append) is None
    assert [f"{p.place.line}:{p.place.column}: {p.message}" for p in found] == expected
    assert {p.hint for p in found} == {"a comma stands behind the key of an entry and behind each of its fields"}


def test_what_only_looks_like_another_field_is_none():
    found = imported('@string{n={x = y}}@misc{b, title=n # { a = {c}, } # "d = e", url = {https://e.org/?a=b}}')
    assert [(entry.title, entry.links) for _, entry in found.entries] == [("x = y a = c, d = e", ("https://e.org/?a=b",))]


def test_a_value_that_is_none_stands_as_written_and_is_named():
    found = imported("@misc{b, title={A}{B}, author={Vell, Ana}}\n@string{n={x}{y}}@misc{c, title=n, author={Vell, Ana}}")
    assert [entry.title for _, entry in found.entries] == ["AB", "n"]
    assert told(found) == [
        "title: {A}{B}: is not one value in braces or quotes; it stands as written",
        "title: n: names a macro that the file does not define; it stands as written",
    ]


# -- names


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (r"X Yy and \'Etienne Foo and \~Nino Bb and \relax Foo Bar", ["X Yy", "Étienne Foo", "Ñino Bb", "Foo Bar"]),
        ("Vell, Ana AND Bo Reed", ["Ana Vell", "Bo Reed"]),
        ("van der Berg, Jan, Jr. and King, Jr., Martin", ["Jan van der Berg Jr.", "Martin King Jr."]),
        ("{Garcia Marquez}, Gabriel Jose and {Bells and Ropes}", ["Gabriel Jose Garcia Marquez", "Bells and Ropes"]),
        ("Garcia Marquez, Gabriel Jose and Li, Bo", ["Gabriel Jose Garcia Marquez", "Bo Li"]),
        ("Garcia Marquez, Gabriel", ["Gabriel Garcia Marquez"]),
    ],
)
def test_names_are_those_that_bibtex_takes(source: str, names: list[str]):
    found = imported(f"@misc{{a, title={{T}}, author={{{source}}}}}")
    ((_, entry),) = found.entries
    assert ([f"{a.given} {a.family}".strip() for a in entry.authors], entry.authors_complete, told(found)) == (names, True, [])


@pytest.mark.parametrize("source", ["Ana Vell et al.", "Ana Vell, et al.", "Ana Vell and others", "Ana Vell and et al."])
def test_others_in_any_writing_leave_the_list_incomplete(source: str):
    found = imported(f"@misc{{a, title={{T}}, author={{{source}}}}}")
    ((_, entry),) = found.entries
    assert ([(a.given, a.family) for a in entry.authors], entry.authors_complete, told(found)) == ([("Ana", "Vell")], False, [])


UNSURE, NO_NAME = "is one name or several, which cannot be told", "is no name of an author that an entry takes"


@pytest.mark.parametrize(
    ("source", "named", "why", "names"),
    [
        ("Bo Li, Ana Vell", "Bo Li, Ana Vell", UNSURE, []),
        ("A Aa, B Bb, C Cc", "A Aa, B Bb, C Cc", UNSURE, []),
        ("A Aa; B Bb; C Cc", "A Aa; B Bb; C Cc", UNSURE, []),
        ("A Aa; B Bb", "A Aa; B Bb", UNSURE, []),
        ("Ana Aa, Bo Bb and Cy Cc", "Ana Aa, Bo Bb", UNSURE, ["Cc"]),
        ("A Aa and and B Bb", "and", NO_NAME, ["Aa", "Bb"]),
        ("1st Person and A Aa", "1st Person and A Aa", NO_NAME, ["Aa"]),
    ],
)
def test_what_cannot_be_told_is_no_author_and_stands_in_the_message_and_aside_as_in_the_file(
    source: str, named: str, why: str, names: list[str]
):
    found = imported(f"@misc{{a, title={{T}}, author={{{source}}}}}")
    ((_, entry),) = found.entries
    assert told(found) == [f"author: {named}: {why}"]
    assert [row["author"] for row in aside(found)] == [source]
    assert [author.family for author in entry.authors] == names
    assert names == [] or not entry.authors_complete


def test_in_a_file_of_inverted_names_a_doubtful_one_is_read_so_and_named():
    found = imported("@misc{a, title={T}, author={Vell, Ana}}\n@misc{b, title={U}, author={Vell Reed, Ana Maria}}")
    assert [(a.given, a.family) for a in found.entries[1][1].authors] == [("Ana Maria", "Vell Reed")]
    assert told(found) == ["author: Vell Reed, Ana Maria: is read as one name, Family, Given, and may be two"]
