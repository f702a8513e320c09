"""Rows to entries: facts, duplicates, vocabularies, keys; and everything that could not be kept."""

from __future__ import annotations

from datetime import date

import pytest
from founding_run import AUTHOR

from pipeline.errors import CallFault
from pipeline.founding import answers, csv_tables, facts, guessing, importing, report, vocabularies
from pipeline.founding.report import Import

TODAY = date(2024, 12, 1)
HEAD = "key,title,authors,year,venue,arxiv,doi,url,tags"


def imported(*rows: str, head: str = HEAD) -> Import:
    text = "\n".join((head, *rows))
    table = csv_tables.read(text, "list.csv", lambda problem: pytest.fail(str(problem)))
    assert table is not None
    return importing.imported(table, guessing.guesses(table), TODAY)


def told(found: Import) -> list[str]:
    return [f"{loss.row}: {loss.column}: {loss.value}: {loss.why}" for loss in found.losses]


@pytest.mark.parametrize(
    ("text", "year", "fault"),
    [
        ("2020", 2020, ""), ("2020-05-01", 2020, ""), ("May 2020", 2020, ""), ("2020.0", 2020, ""), ("", None, ""),
        ("2020/2021", None, "names several years"), ("soon", None, "names no year"), ("2099", None, "lies in the future"),
        ("1066", None, "is before 1450"),
    ],
)  # fmt: skip
def test_a_year_is_taken_where_one_alone_is_named(text: str, year: int | None, fault: str):
    assert facts.year(text, TODAY) == (year, fault)


def test_addresses_are_taken_out_of_whatever_parts_them():
    found = facts.links(
        ["https://a.org/x; https://b.org/y,", "https://c.org/\u00fc https://a.org/x", "http://d.org javascript:alert(1) www.e.org"]
    )
    assert found.good == ("https://a.org/x", "https://b.org/y", "https://c.org/%C3%BC")
    assert [text for text, _ in found.refused] == ["http://d.org", "javascript:alert(1)", "www.e.org"]


def test_ids_and_addresses_name_one_another():
    found = imported(
        "a,A,Ana Vell,2020,X,,,https://arxiv.org/pdf/2001.00001v2.pdf,t",
        "b,B,Ana Vell,,,2002.00002,,,t",
        "c,C,Ana Vell,2021,X,,10.48550/arXiv.2003.00003,,t",
        "d,D,Ana Vell,2021,X,,10.5555/D.4,,t",
        "e,E,Ana Vell,2021,X,,,http://dx.doi.org/10.5555/e.5,t",
    )
    assert {key: (e.arxiv_id, e.doi, e.links, e.year, e.venue) for key, e in found.entries} == {
        "a": ("2001.00001", "", ("https://arxiv.org/abs/2001.00001",), 2020, "X"),
        "b": ("2002.00002", "", ("https://arxiv.org/abs/2002.00002",), 2020, "arXiv"),
        "c": ("2003.00003", "", ("https://arxiv.org/abs/2003.00003",), 2021, "X"),
        "d": ("", "10.5555/d.4", ("https://doi.org/10.5555/d.4",), 2021, "X"),
        "e": ("", "", ("https://doi.org/10.5555/e.5",), 2021, "X"),
    }
    assert told(found) == []


def test_what_contradicts_itself_is_named_and_kept_aside():
    found = imported(
        "a,A,Ana Vell; 123,2020 or 2021,X,2504.1251,11.5/x,https://arxiv.org/abs/2001.00001 https://arxiv.org/abs/2001.00002 http://e.org,t"
    )
    assert told(found) == [
        "1: authors: 123: is no name of an author that an entry takes",
        "1: arxiv: 2504.1251: has 4 digits after the point where 5 are due: was a final zero lost?",
        "1: doi: 11.5/x: is no DOI",
        "1: url: http://e.org: must begin with https://",
        "1: url: https://arxiv.org/abs/2001.00002: names another paper than arXiv:2001.00001",
        "1: year: 2020 or 2021: names several years, so 2020 is taken from the arXiv id",
    ]
    ((_, entry),) = found.entries
    assert (entry.year, entry.authors_complete) == (2020, False)
    assert set(entry.kept) == {"arxiv", "doi", "url", "authors", "year"}


def test_where_a_year_is_no_year_it_is_said_what_is_taken_in_its_place():
    found = imported(
        "a,Ants,Ana Vell,n.d.,X,2402.00002v2,,,t",
        "b,Bees,Bo Reed,n.d.,X,,,https://b.org,t",
        "c,Crows,Cy Lund,2099,X,math/0309001,,,t",
        *(f"d{n},Doves {n},Di Kern,{n},X,,,https://d.org/{n},t" for n in range(2001, 2009)),
    )
    assert told(found) == [
        "1: year: n.d.: names no year, so 2024 is taken from the arXiv id",
        "2: year: n.d.: names no year",
        "3: year: 2099: lies in the future, so 2003 is taken from the arXiv id",
    ]
    assert {key: entry.year for key, entry in found.entries if key in "abc"} == {"a": 2024, "b": None, "c": 2003}


def test_rows_of_one_paper_become_one_entry_with_the_tags_of_all():
    found = imported(
        "a,Ears for Tides,Ana Vell,2020,X,2001.00001,,https://e.org/a,one",
        "b,Sails,Bo Reed,2020,X,,,https://e.org/b,one",
        "c,EARS for tides!,,,Y,,10.5555/a,https://e.org/c,two",
    )
    assert [(key, e.tags["tags"], e.doi, e.links) for key, e in found.entries] == [
        ("a", ("one", "two"), "10.5555/a", ("https://e.org/a", "https://e.org/c")),
        ("b", ("one",), "", ("https://e.org/b",)),
    ]
    assert found.fields["tags"].kind == "many"
    assert told(found) == [
        "3: : EARS for tides!: is the same paper as row 1, into which it was put",
        "3: venue: Y: is the same paper as row 1, which says 'X'",
    ]
    assert report.summary(found) == "3 rows: 2 entries in the corpus, 1 put into another as the same paper."


def test_two_papers_of_one_title_stay_two_and_share_no_id_or_address():
    found = imported(
        "a,Ears,Ana Vell,2020,X,2001.00001,10.5555/a,https://e.org/a,t",
        "b,Ears,Bo Reed,2021,X,,10.5555/b,https://e.org/b,t",
        "c,Sails,Bo Reed,2021,X,2001.00001,10.5555/a,https://e.org/a https://e.org/c,t",
    )
    assert [(key, e.arxiv_id, e.doi, e.links) for key, e in found.entries][2] == ("c", "", "", ("https://e.org/c",))
    assert told(found) == [
        "3: arxiv_id: 2001.00001: is that of row 1 already, which has another title; left out here",
        "3: doi: 10.5555/a: is that of row 1 already, which has another title; left out here",
        "3: links: https://e.org/a: is that of row 1 already, which has another title; left out here",
    ]


@pytest.mark.parametrize(
    ("other", "differing"),
    [
        ("b,EARS,Ana Vell,2021,X,,10.5555/a,,t", "another year"),
        ("b,Ears,Bo Reed,2020,X,,10.5555/a,,t", "another first author"),
        ("b,Ears,Bo Reed,2021,X,,10.5555/a,,t", "another year and another first author"),
        ("b,Ears,Ana Vell,2020,X,2001.00002,10.5555/a,,t", "another arXiv id"),
    ],
)
def test_two_papers_of_one_title_and_one_id_are_told_apart_by_what_is_true_of_them(other: str, differing: str):
    found = imported("a,Ears,Ana Vell,2020,X,2001.00001,10.5555/a,,t", other)
    assert [(key, e.doi) for key, e in found.entries] == [("a", "10.5555/a"), ("b", "")]
    assert told(found)[0] == f"2: doi: 10.5555/a: is that of row 1 already, which has the same title and {differing}; left out here"


def test_a_title_that_more_than_fifty_papers_have_is_that_of_no_list():
    found = imported(*(f"k{n},Ears,Ana Vell,2020,X,,10.5555/{n},,t" for n in range(60)))
    assert (len(found.entries), len(found.left), len(found.losses)) == (50, 10, 10)


def test_what_a_row_does_not_say_is_unknown_and_what_has_no_title_is_no_entry():
    found = imported("a,A,,,,,,https://e.org/a,t", ",,Ana Vell,2020,X,,,https://e.org/b,t", "c,C,Ana Vell,2020,X,,,https://e.org/c,t")
    assert [(key, entry.unknown) for key, entry in found.entries] == [("a", ("authors", "year", "venue")), ("c", ())]
    assert [(row.number, kept["url"]) for row, kept in found.left] == [(2, "https://e.org/b")]
    assert told(found) == ["2: : Ana Vell | 2020 | X | https://e.org/b | t: has no title, so it is no entry"]


def test_cells_that_say_that_there_is_nothing_are_empty_and_named_once_a_column():
    found = imported(
        "A,#N/A,2020,#REF!,x", "B,nan,#VALUE!,#DIV/0!,y", "C,None,2021,N/A,-", "D,none,2021,X,#NAME?", "E,Ana Vell,2021,X,NULL",
        "F,Ana Vell,2021,-,x; None", "G,Ana Vell,2021,X,none; y", head="title,authors,year,venue,tags",
    )  # fmt: skip
    assert [(entry.authors == (), entry.year, entry.venue, entry.tags.get("tags", ())) for _, entry in found.entries] == [
        (True, 2020, "", ("x",)), (True, None, "", ("y",)), (True, 2021, "", ()), (True, 2021, "X", ()), (False, 2021, "X", ()),
        (False, 2021, "", ("x",)), (False, 2021, "X", ("none", "y")),
    ]  # fmt: skip
    why = "times and says that there is nothing; taken as empty"
    assert [(loss.row, loss.line, loss.column, loss.value, loss.why) for loss in found.losses] == [
        (0, 2, "authors", "#N/A, nan, None, none", f"stands there 4 {why}"),
        (0, 2, "venue", "#REF!, #DIV/0!, N/A, -", f"stands there 4 {why}"),
        (0, 3, "year", "#VALUE!", "stands there once and says that there is nothing; taken as empty"),
        (0, 4, "tags", "-, #NAME?, NULL, None", f"stands there 4 {why}"),
    ]


def test_a_column_that_goes_aside_keeps_what_says_nothing():
    found = imported("A,Ana Vell,#REF!", "B,Ana Vell,N/A", head="title,authors,shelf")
    assert [entry.kept for _, entry in found.entries] == [{"shelf": "#REF!"}, {"shelf": "N/A"}]


def test_authors_that_cannot_be_told_are_named_and_kept_as_they_stood():
    found = imported(
        'Alpha,"Ana Vell, Bo Li",a', "Beta,Ana Vell and Bo Li,b", 'Gamma,"Vell, A., Li, B.",b', "Delta,Vell A; Li B,b",
        head="title,authors,topic",
    )  # fmt: skip
    why = "is one name or several, which cannot be told"
    assert told(found) == [
        f"1: authors: Ana Vell, Bo Li: {why}", f"2: authors: Ana Vell and Bo Li: {why}", f"3: authors: Vell, A., Li, B.: {why}",
    ]  # fmt: skip
    assert [(e.kept.get("authors", ""), [(a.family, a.given) for a in e.authors]) for _, e in found.entries] == [
        ("Ana Vell, Bo Li", []), ("Ana Vell and Bo Li", []), ("Vell, A., Li, B.", []), ("", [("Vell", "A"), ("Li", "B")]),
    ]  # fmt: skip


def test_keys_are_kept_where_they_can_be_and_proposed_where_they_cannot():
    found = imported(
        "Not Safe,A Kite,Ana Vell,2020,X,,,https://e.org/a,t", "con,Bells,Ana Vell,2020,X,,,https://e.org/b,t",
        "mine,C,Ana Vell,2020,X,,,https://e.org/c,t", "mine,D,Ana Vell,2020,X,,,https://e.org/d,t",
        ",\u98a8,\u738b \u660e,2020,X,,,https://e.org/e,t",
    )  # fmt: skip
    assert [key for key, _ in found.entries] == ["vell2020kite", "vell2020bells", "mine", "vell2020d", "entry-5"]
    assert told(found) == ["4: key: mine: is the key of an earlier row, so this one gets another"]


def test_thousands_of_like_titles_each_get_a_key():
    found = imported(*(f",Kite: number {n},Ana Vell,2020,X,,,https://e.org/{n},t" for n in range(1500)))
    assert len({key for key, _ in found.entries}) == 1500


def test_labels_become_values_that_are_safe_and_no_twins():
    labels = ["NA", "rl_method", "Natural Language", "natural language", "C", "C++", "\u98a8", "null", "Null & Void", "yes", "x" * 90]
    found = vocabularies.value_names(labels)
    assert list(found.values()) == ["NA", "rl_method", "natural-language", "C", "c-2", "value", "value-2", "null-void", "yes", "x" * 40]


@pytest.mark.parametrize(
    ("label", "name"),
    [("Topic", "topic"), ("Year", "year_tag"), ("Crafts & Trades", "crafts_trades"), ("\u98a8", "field"), ("9 lives", "9_lives")],
)
def test_a_field_is_called_like_nothing_else(label: str, name: str):
    assert vocabularies.field_name(label, ()) == name


def test_without_a_column_of_tags_entries_are_filed_by_year():
    found = imported("A,Ana Vell,2020,X,https://e.org/a", "B,Ana Vell,2021,X,https://e.org/b", head="title,authors,year,venue,url")
    assert {column: (one.name, list(one.values)) for column, one in found.fields.items()} == {"by year": ("period", ["2021", "2020"])}


def test_a_column_with_a_thousand_values_is_no_vocabulary():
    table = csv_tables.read("title,x\n" + "".join(f"T{n},v{n}\n" for n in range(1001)), "l.csv", pytest.fail)
    assert table is not None
    with pytest.raises(CallFault, match="1,001 different values"):
        importing.imported(table, guessing.guesses(table, {"x": guessing.Role("one")}), TODAY)


# -- answers


def test_a_field_is_named_with_its_values():
    found = answers.field("Topic (many): vision, Speech & sound", pytest.fail)
    assert (found.name, found.label, found.kind, dict(found.values)) == (
        "topic",
        "Topic",
        "many",
        {"vision": "vision", "speech-sound": "Speech & sound"},
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topic", "is no field"), ("topic:", "names no value"), ("topic: ,", "names no value"), ("topic (map): a", "one or many"),
        (": a", "is no field"),
        ("topic: a, A", "names a value twice"), ("topic: a, \u202e", "U\\+202E"), ("topic: a, =", "spreadsheet"),
        ("topic: TBD", "says nothing"), ("topic: a, TODO write these", "still to be written, and was left out; write it in words"),
    ],
)  # fmt: skip
def test_what_is_no_field_is_refused(text: str, message: str):
    with pytest.raises(CallFault, match=message):
        answers.field(text, lambda line: None)


def test_a_field_is_named_once():
    topic = answers.field("topic: a", pytest.fail)
    with pytest.raises(CallFault, match=r"^'Topic \(many\): b' names the field Topic again; name it once, with all its values$"):
        answers.field("Topic (many): b", pytest.fail, [topic])


@pytest.mark.parametrize("text", ["", " ", "TBD", "=", "\u202e", "TODO write it"])
def test_what_says_nothing_is_no_title(text: str):
    with pytest.raises(CallFault, match="the title"):
        answers.title(text, lambda line: None)


@pytest.mark.parametrize(
    ("text", "mended", "noted"),
    [
        ("A Survey", "A Survey", []),
        ("Todo Lists at Work", "Todo Lists at Work", []),
        ("=x", "x", ["the title '=x' began like a spreadsheet formula; = was taken from its front: 'x'"]),
        ("a\u202eb", "ab", ["the title 'a\\u202eb' held U+202E, which no text may hold; taken out: 'ab'"]),
        ("A {{ x }} survey", "A { x } survey",
         ["the title 'A {{ x }} survey' held the marks of a template; each was made one brace: 'A { x } survey'"]),
    ],
)  # fmt: skip
def test_a_title_and_a_value_are_mended_as_a_cell_of_a_table_is_and_that_is_noted(text: str, mended: str, noted: list[str]):
    found: list[str] = []
    assert answers.title(text, found.append) == mended
    assert found == noted
    found.clear()
    assert list(answers.field(f"topic: {text}", found.append).values.values()) == [mended]
    assert [line.removeprefix(f"{f'topic: {text}'!r}: {text!r}") for line in found] == [
        line.removeprefix(f"the title {text!r}") for line in noted
    ]


@pytest.mark.parametrize("text", ["", "Ana Vell, Bo Reed, Cy", "a@b.org", "Ana Vell and Bo Reed", "42", "\x1b[31mAna"])
def test_what_is_no_name_is_no_author(text: str):
    with pytest.raises(CallFault, match="the author"):
        answers.author(text)


def test_an_author_is_given_in_either_order():
    assert [str(answers.author(text)) for text in (AUTHOR[3], "de la Mare, Jun", "Plato")] == ["Ana Vell", "Jun de la Mare", "Plato"]
