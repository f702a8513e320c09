"""What columns are taken for, and by what evidence."""

from __future__ import annotations

import pytest

from pipeline.errors import CallFault
from pipeline.founding import evidence, guessing, people, roles
from pipeline.founding.roles import Role
from pipeline.founding.tables import Row, Table


def table(**columns: list[str]) -> Table:
    rows = tuple(Row(n, n + 1, cells) for n, cells in enumerate(zip(*columns.values(), strict=True), 1))
    return Table("list.csv", tuple(name.replace("_", " ") for name in columns), rows)


def kinds(table: Table, **said: Role) -> dict[str, str]:
    return {guess.column: guess.role.kind for guess in guessing.guesses(table, said)}


def test_columns_are_known_by_the_names_that_people_and_programs_give_them():
    found = kinds(
        table(Publication_Title=["X"], Title=["A"], Author=["Vell, Ana"], Publication_Year=["2020"], Url=["https://e.org"], Pages=["3-4"])
    )
    assert found == {
        "Publication Title": "venue", "Title": "title", "Author": "authors", "Publication Year": "year", "Url": "links", "Pages": "keep",
    }  # fmt: skip


def test_of_two_columns_for_one_fact_the_surer_name_is_taken_and_the_other_is_looked_at_by_its_cells():
    assert kinds(table(paper=["A", "B"], title=["A", "B"], date=["2020-01-02", "x"], year=["2020", "2021"])) == {
        "paper": "keep", "title": "title", "date": "keep", "year": "year",
    }  # fmt: skip


def test_a_name_that_its_cells_contradict_is_not_believed():
    found = kinds(table(title=["A", "B", "C", "D"], code=["x", "y", "x", "y"], source=["https://a.org", "https://b.org", "", ""]))
    assert found == {"title": "title", "code": "one", "source": "links"}


def test_ids_and_addresses_are_known_by_their_form_whatever_the_column_is_called():
    found = kinds(
        table(
            title=["A", "B"],
            where=["https://a.org/x", "https://b.org"],
            number=["2504.12510", "2301.00001"],
            handle=["10.5555/a", "10.5555/b"],
        )
    )
    assert found == {"title": "title", "where": "links", "number": "arxiv_id", "handle": "doi"}


def test_abstracts_do_not_fill_the_front_page():
    assert kinds(table(title=["A", "B"], abstract=["word " * 200, "word " * 150])) == {"title": "title", "abstract": "keep"}
    assert kinds(table(title=["A", "B"], abstract=["Short.", "Shorter."])) == {"title": "title", "abstract": "summary"}


def test_several_columns_give_links():
    assert kinds(table(title=["A"], pdf=["https://e.org/a.pdf"], code=["https://e.org/code"])) == {
        "title": "title",
        "pdf": "links",
        "code": "links",
    }


@pytest.mark.parametrize(
    ("cells", "named", "kind", "separator"),
    [
        (["a; b", "b", "c; a", "c"] * 3, False, "many", ";"),
        (["a, b", "b", "c, a", "c, b, a"] * 3, False, "many", ","),
        (["a/b", "b/c", "a/c", "a/b/c", "a"] * 3, False, "many", "/"),
        (["Speech, Language and Audio", "Vision"] * 5, False, "one", ""),
        (["a, b", "b", "a, c"], True, "many", ","),
        (["kites, wind", "looms, wool", "bells, bronze, sound"], True, "many", ","),
        (["a\nb", "b", "a; c"] * 2, True, "many", ";"),
        (["x", "y", "x"] * 3, False, "one", ""),
    ],
)
def test_values_are_parted_by_evidence(cells: list[str], named: bool, kind: str, separator: str):
    found = evidence.vocabulary(cells, named=named)
    assert found is not None
    assert found.role == Role(kind, separator)


@pytest.mark.parametrize("cells", [["a", "b", "c", "d"], ["word " * 20] * 4, ["x"] * 5, [], ["", "-"]])
def test_what_never_comes_back_or_always_is_the_same_or_is_a_sentence_is_no_vocabulary(cells: list[str]):
    assert evidence.vocabulary(cells, named=False) is None


@pytest.mark.parametrize(
    ("cell", "separator", "names"),
    [
        ("Ana Vell, Jan van der Berg and Bo Reed", ",", ["Ana Vell", "Jan van der Berg", "Bo Reed"]),
        ("Vell, Ana; de la Mare, Jun; Kite Team", roles.INVERTED, ["Ana Vell", "Jun de la Mare", "Kite Team (team)"]),
        ("Vell, A., Berg, J. B.", roles.PAIRED, ["A. Vell", "J. B. Berg"]),
        ("Vell, Ana and Reed, Bo", "and", ["Ana Vell", "Bo Reed"]),
        ("Ana Vell\nBo Reed", "", ["Ana Vell", "Bo Reed"]),
        ("Ana Vell", "", ["Ana Vell"]),
        ("Vell, Ana", roles.PAIRED, ["Ana Vell"]),
    ],
)
def test_names_are_parted_as_the_column_writes_them(cell: str, separator: str, names: list[str]):
    assert people.separator([cell]) == separator
    found = people.people(cell, separator)
    assert [f"{a.given} {a.family}".strip() + " (team)" * a.team for a in found.authors] == names
    assert (found.complete, found.refused) == (True, ())


@pytest.mark.parametrize("cell", ["Ana Vell, et al.", "Ana Vell et al", "Ana Vell, and others", "Ana Vell and 12 more", "Ana Vell, ..."])
def test_others_who_are_not_named_leave_the_list_incomplete(cell: str):
    found = people.people(cell, ",")
    assert ([author.family for author in found.authors], found.complete) == (["Vell"], False)


def test_what_is_no_name_is_named():
    found = people.people("Ana Vell; 12345; a@b.org", ";")
    assert (len(found.authors), found.complete, found.refused) == (1, False, ("12345", "a@b.org"))


def test_a_name_is_judged_as_it_will_be_written():
    assert people.people("Mar, Jun Brook and; Reed, Bo", roles.INVERTED).refused == ("Mar, Jun Brook and",)


@pytest.mark.parametrize(
    ("cell", "separator", "names", "refused"),
    [
        ("Ana Vell, Bo Li", ";", [], ("Ana Vell, Bo Li",)),
        ("Ana Vell and Bo Li", ";", [], ("Ana Vell and Bo Li",)),
        ("Vell, A., Li, B.", ";", [], ("Vell, A., Li, B.",)),
        ("Vell A; Li B", ";", ["A Vell", "B Li"], ()),
        ("Vell, A., Li, B.", ",", ["A. Vell", "B. Li"], ()),
        ("Vell, Ana", ",", [], ("Vell,, Ana",)),
        ("Ana Vell, Jr., Bo Li", ",", ["Ana Vell Jr.", "Bo Li"], ()),
        ("Ana Vell, Bo Li, Cy Ng", roles.PAIRED, ["Ana Vell", "Bo Li", "Cy Ng"], ()),
        ("Ana Vell, Bo Li", roles.PAIRED, [], ("Ana Vell, Bo Li",)),
        ("Vell, A., Li, B., Reed", roles.PAIRED, [], ("Vell,, A.,, Li,, B.,, Reed",)),
        ("B. Li, A. Vell; Reed, Cy", roles.INVERTED, ["Cy Reed"], ("B. Li, A. Vell",)),
        ("Vell Reed, Ana Maria; Li, Bo", roles.INVERTED, ["Ana Maria Vell Reed", "Bo Li"], ()),
    ],
)
def test_several_people_are_never_made_one_nor_one_several(cell: str, separator: str, names: list[str], refused: tuple[str, ...]):
    found = people.people(cell, separator)
    assert ([f"{a.given} {a.family}".strip() for a in found.authors], found.refused, found.doubted) == (names, refused, ())
    assert found.complete is (refused == ())


def test_a_name_that_may_be_two_is_read_as_the_column_writes_names_and_doubted():
    found = people.people("Vell Reed, Ana Maria", roles.INVERTED)
    assert ([author.family for author in found.authors], found.doubted) == (["Vell Reed"], ("Vell Reed, Ana Maria",))


def test_a_person_can_say_what_a_column_is():
    found = {
        guess.column: (guess.role, guess.why)
        for guess in guessing.guesses(table(x=["a/b", "b"], y=["A", "B"]), {"x": Role("many"), "y": Role("title")})
    }
    assert found == {"x": (Role("many", "/"), guessing.SAID), "y": (Role("title"), guessing.SAID)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("titel", "did you mean title"),
        ("many:x", "only many takes a separator"),
        ("one:;", "only many takes a separator"),
        ("", "nothing that a column can be"),
    ],
)
def test_what_no_column_can_be_is_refused(text: str, message: str):
    with pytest.raises(CallFault, match=message):
        roles.parse(text)


def test_a_column_that_is_not_there_or_a_fact_of_two_columns_is_refused():
    with pytest.raises(CallFault, match="did you mean title"):
        guessing.guesses(table(title=["A"]), {"titles": Role("title")})
    with pytest.raises(CallFault, match="only one column can be the title"):
        guessing.guesses(table(a=["A"], b=["B"]), {"a": Role("title"), "b": Role("title")})
