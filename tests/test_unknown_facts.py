"""Entries that say what nobody has found out yet: authors, year, venue, links. What every output makes of them."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
from datetime import date
from pathlib import Path
from xml.etree import ElementTree as ET

import arxiv_pool
import bibtexparser
import filled_forms
import pytest
import rispy
from arxiv_pool import RYE, listing
from example_survey import copied, problems
from jsonschema import Draft7Validator, Draft202012Validator
from masrl_run import Masrl
from test_git import commit, run

from pipeline import plan, submissions
from pipeline.corpus import Corpus
from pipeline.edits import Unsupported, with_list, without_item
from pipeline.metadata import drift, proposals
from pipeline.outputs import listing as listed
from pipeline.outputs.exports import FORMATS, citations, entry_schemas, jsonld, parquet, references, whole, whole_schema
from pipeline.outputs.site import cards, facets
from pipeline.records import UNKNOWABLE, Author

TAGS = "tags:\n  approach: sensor\n  placement: row\n  powered: no\n"
FACTS = {
    "authors": "authors: [Ana Vell]\n", "year": "year: 2019\n", "venue": "venue: Rust Letters\n", "links": "links: [https://example.org/weir]\n",
}  # fmt: skip


def entry(*unknown: str, more: str = "") -> str:
    """Return the text of an entry that lacks some facts."""
    known = "".join(text for name, text in FACTS.items() if name not in unknown)
    return f"title: A Quiet Word on Bolts\n{known}unknown: [{', '.join(unknown)}]\nadded: 2024-04-28\n{more}{TAGS}"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the invented survey with an entry that has nothing, and for each fact one that lacks it alone."""
    folder = copied(tmp_path_factory.mktemp("unknown"))
    titles = {"authors": "Wires Over the Weir", "year": "Ears Below the Keel", "venue": "Rust, Counted", "links": "Kelp on a Cable"}
    (folder / "corpus/nothing.yaml").write_text(entry(*UNKNOWABLE), encoding="utf-8")
    for name, title in titles.items():
        text = entry(name).replace("A Quiet Word on Bolts", title).replace("/weir", f"/{name}")
        (folder / f"corpus/no-{name}.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def corpus(root: Path) -> Corpus:
    return Corpus.load(root)


# -- the record


def test_an_entry_is_without_what_it_says_is_unknown(corpus: Corpus) -> None:
    nothing = corpus.by_key["nothing"]
    assert (nothing.authors, nothing.authors_complete, nothing.year, nothing.venue, nothing.links) == ((), False, None, "", ())
    assert {paper.key: paper.unknown for paper in corpus.papers if paper.unknown} == {
        "nothing": UNKNOWABLE, "no-authors": ("authors",), "no-year": ("year",), "no-venue": ("venue",), "no-links": ("links",),
    }  # fmt: skip
    assert corpus.by_key["no-year"].imprint == ("Rust Letters",)


def test_check_counts_what_is_still_to_be_found_out(root: Path) -> None:
    assert problems(root) == []
    (found,) = (problem for problem in problems(root, notices=True) if problem.code == "unknown-facts")
    assert found.message == "5 entries lack facts that are still to be found out: authors of 2, year of 2, venue of 2, links of 2"
    assert found.found == "no-authors, no-links, no-venue, no-year, nothing"
    assert [p for p in problems(Path(__file__).parent / "example", notices=True) if p.code == "unknown-facts"] == []


def test_on_the_day_before_it_was_found_out_a_fact_was_unknown(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    changes = "changes:\n  - {date: 2024-06-01, field: unknown, from: [authors, year], why: seen}\n"
    (folder / "corpus/bolts.yaml").write_text(entry("links", more=changes), "utf-8")
    paper = Corpus.load(folder).by_key["bolts"]
    before = paper.at(date(2024, 5, 31))
    assert (before.authors, before.authors_complete, before.year, before.venue) == ((), False, None, "Rust Letters")
    assert before.unknown == ("authors", "year", "links")
    assert paper.at(date(2024, 6, 1)) is paper


# -- what is made of it


def test_everything_is_built(root: Path, corpus: Corpus) -> None:
    made = dict(plan.files(corpus))
    assert {f"site/papers/{key}.html" for key in corpus.by_key} <= made.keys()
    assert not [path for path, content in made.items() if path.startswith("site/papers/no") and b"None" in content]


def test_the_readme_shows_what_is_known(corpus: Corpus) -> None:
    lines = {item.key: item.line for section in listed.sections(corpus) for item in section.items}
    tags = "`row` `no`."
    assert lines["nothing"] == f"A Quiet Word on Bolts - {tags}"
    assert lines["no-authors"] == f"[Wires Over the Weir](https://example.org/authors) - 2019, Rust Letters. {tags}"
    assert lines["no-year"] == f"[Ears Below the Keel](https://example.org/year) - By Ana Vell, Rust Letters. {tags}"
    assert lines["no-venue"] == f"[Rust, Counted](https://example.org/venue) - By Ana Vell, 2019. {tags}"
    assert lines["no-links"] == f"Kelp on a Cable - By Ana Vell, 2019, Rust Letters. {tags}"


def test_an_item_of_which_nothing_is_known_is_its_title_alone() -> None:
    link = listed.markdown.link("A Quiet Word", "")
    assert listed.Item("quiet", link, "", "", ()).line == "A Quiet Word"
    assert listed.Item("quiet", link, "Says a word.", "", ()).line == "A Quiet Word - Says a word."
    tag = listed.markdown.code("row")
    assert listed.Item("quiet", link, "", "", (tag,)).line == "A Quiet Word - `row`."


def test_what_was_never_dated_is_listed_last(corpus: Corpus) -> None:
    assert [paper.key for paper in listed.newest_first(corpus)][-2:] == ["nothing", "no-year"]


def test_plain_citations_leave_out_what_is_unknown(corpus: Corpus) -> None:
    assert [citations.plain(corpus.by_key[key]) for key in ("nothing", "no-authors", "no-year", "no-venue", "no-links")] == [
        "A Quiet Word on Bolts.",
        "(2019). Wires Over the Weir. Rust Letters. https://example.org/authors",
        "Ana Vell. Ears Below the Keel. Rust Letters. https://example.org/year",
        "Ana Vell (2019). Rust, Counted. https://example.org/venue",
        "Ana Vell (2019). Kelp on a Cable. Rust Letters.",
    ]


def test_bibliographies_name_no_fact_that_is_unknown(corpus: Corpus) -> None:
    forms = citations.citations(corpus.by_key["nothing"], corpus)
    (block,) = bibtexparser.parse_string(forms.bibtex).entries
    assert {field.key: field.value for field in block.fields} == {"title": "A Quiet Word on Bolts"}
    (record,) = rispy.loads(forms.ris)
    assert record.keys() == {"type_of_reference", "id", "title", "notes", "keywords"}
    (item,) = json.loads(forms.csl)
    assert item.keys() == {"id", "type", "title", "keyword", "note"}
    assert jsonld.article(corpus.by_key["nothing"], corpus).keys() == {
        "@context", "@type", "name", "headline", "identifier", "keywords",
    }  # fmt: skip
    assert references.reference(corpus.by_key["no-year"], corpus).year is None


def test_tables_leave_the_cell_empty(corpus: Corpus) -> None:
    content = FORMATS["csv-full"].content(corpus)
    assert isinstance(content, str)
    rows = {row["key"]: row for row in csv.DictReader(io.StringIO(content))}
    assert [rows["nothing"][name] for name in ("authors", "authors_complete", "year", "venue", "links")] == ["", "no", "", "", ""]
    database = sqlite3.connect(":memory:")
    content = FORMATS["sqlite"].content(corpus)
    assert isinstance(content, bytes)
    database.deserialize(content)
    assert database.execute("SELECT authors, year, venue, links FROM papers WHERE key = 'nothing'").fetchall() == [(None,) * 4]
    assert database.execute("SELECT count(*), sum(year) FROM papers WHERE key GLOB 'no-*'").fetchall() == [(4, 3 * 2019)]
    package = json.loads(str(FORMATS["datapackage"].content(corpus)))
    required = [field["name"] for field in package["resources"][1]["schema"]["fields"] if field.get("constraints", {}).get("required")]
    assert "year" not in required
    assert "title" in required


def test_parquet_holds_null(corpus: Corpus) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.read_table(io.BytesIO(parquet.content(corpus)))
    years = dict(zip(table["key"].to_pylist(), table["year"].to_pylist(), strict=True))
    assert (years["nothing"], years["no-venue"]) == (None, 2019)


def test_the_json_document_meets_its_schema(corpus: Corpus) -> None:
    document = json.loads(whole.text(corpus))
    Draft202012Validator(json.loads(whole_schema.text(corpus))).validate(document)
    assert [paper["year"] for paper in document["papers"] if paper["key"] == "nothing"] == [None]


def test_the_feed_has_content_for_each_entry(corpus: Corpus) -> None:
    feed = ET.fromstring(str(FORMATS["atom"].content(corpus)))
    atom = "{http://www.w3.org/2005/Atom}"
    said = {one.findtext(f"{atom}title"): one.findtext(f"{atom}content") for one in feed.iter(f"{atom}entry")}
    assert said["A Quiet Word on Bolts"] == "A Quiet Word on Bolts"
    assert (said["Ears Below the Keel"], said["Rust, Counted"]) == ("Rust Letters", "2019")


@pytest.mark.parametrize(
    ("facts", "good"),
    [
        ({"unknown": [*UNKNOWABLE]}, True),
        ({"unknown": ["year", "venue"], "authors": ["Ana Vell"], "links": ["https://example.org"]}, True),
        ({"unknown": ["year"], "authors": ["Ana Vell"], "links": ["https://example.org"]}, False),
        ({"unknown": [*UNKNOWABLE], "year": "2020"}, False),
        ({"unknown": [*UNKNOWABLE, "title"]}, False),
        ({"unknown": []}, False),
        ({}, False),
    ],
)
def test_the_schema_for_editors_wants_each_fact_or_its_name_under_unknown(corpus: Corpus, facts: dict[str, object], good: bool) -> None:
    schema = Draft7Validator(json.loads(entry_schemas.paper_text(corpus)))
    tags = {"approach": "sensor", "placement": "row", "powered": "no"}
    assert schema.is_valid({"title": "T", "added": "2024-04-28", "tags": tags, **facts}) is good


def test_cards_and_the_search_have_no_year_to_show(corpus: Corpus) -> None:
    assert cards.of_paper(corpus.by_key["nothing"], corpus).details == ()
    assert cards.of_paper(corpus.by_key["no-venue"], corpus).details == ("2019",)
    records = facets.data(corpus)["papers"]
    assert isinstance(records, dict)
    assert {row[0]: row[1] for row in records["records"]}["no-year"] is None  # type: ignore[index,union-attr,misc,call-overload]


@pytest.fixture
def masrl(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Masrl:
    return Masrl(root, monkeypatch, capsys)


def test_list_leaves_the_column_of_the_year_empty(masrl: Masrl) -> None:
    lines = masrl("list").out.splitlines()
    assert "no-venue          2019  Rust, Counted" in lines
    assert "no-year                 Ears Below the Keel" in lines
    assert [one["year"] for one in json.loads(masrl("list", "--format", "json").out) if one["key"] == "nothing"] == [None]


# -- what is found out


def test_what_becomes_known_is_told_by_diff_and_asks_for_no_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(tmp_path)
    run(folder, "init", "--quiet", "--initial-branch", "main")
    commit(folder, {"corpus/bolts.yaml": entry(*UNKNOWABLE)}, "2024-12-01")
    masrl = Masrl(folder, monkeypatch, capsys)
    (folder / "corpus/bolts.yaml").write_text(entry("links"), encoding="utf-8")
    said = masrl("diff", "main").out
    assert "  A Quiet Word on Bolts (bolts)\n" in said
    assert [line.strip() for line in said.splitlines() if " → " in line] == [
        "Year: nothing → “2019”", "Venue: nothing → “Rust Letters”", "Authors: nothing → Ana Vell",
        "Whether all authors are listed: “no” → “yes”",
    ]  # fmt: skip
    assert "without a line under changes" not in said
    commit(folder, {}, "2024-12-02")
    (folder / "corpus/bolts.yaml").write_text(entry("year", "links"), encoding="utf-8")
    said = masrl("diff", "main").out
    assert "Changed without a line under changes that says why (1)" in said
    assert '- {date: YYYY-MM-DD, field: year, from: "2019", why: ...}' in said


def test_a_new_entry_is_told_with_what_is_known_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(tmp_path)
    run(folder, "init", "--quiet", "--initial-branch", "main")
    commit(folder, {}, "2024-12-01")
    (folder / "corpus/bolts.yaml").write_text(entry(*UNKNOWABLE), encoding="utf-8")
    assert "  A Quiet Word on Bolts (bolts)\n" in Masrl(folder, monkeypatch, capsys)("diff", "main").out


@pytest.mark.parametrize(
    ("fact", "value", "there", "left"),
    [
        ("Year", "2019", "year: 2019\n", "[authors, venue, links]"),
        ("Venue", "Rust: Letters", 'venue: "Rust: Letters"\n', "[authors, year, links]"),
        ("Authors", "Ana Vell\nde la Mare, Jun", "authors:\n  - Ana Vell\n  - de la Mare, Jun\n", "[year, venue, links]"),
        ("Authors", "Ana Vell\nand others", "authors:\n  - Ana Vell\nauthors_complete: no\n", "[year, venue, links]"),
        ("Links", "https://example.org/weir", "links:\n  - https://example.org/weir\n", "[authors, year, venue]"),
    ],
)
def test_a_correction_writes_an_unknown_fact_in_and_logs_it(tmp_path: Path, fact: str, value: str, there: str, left: str) -> None:
    folder = copied(tmp_path)
    (folder / "corpus/bolts.yaml").write_text(entry(*UNKNOWABLE), encoding="utf-8")
    body = filled_forms.body("correction", {"entry": "bolts", "fact": fact, "value": value, "why": "seen there"})
    answer = submissions.answer(body, Corpus.load(folder), folder, date(2024, 11, 30))
    assert answer.problems == ()
    assert there in answer.text
    assert f"unknown: {left}\n" in answer.text
    assert "  - {date: 2024-11-30, field: unknown, from: [authors, year, venue, links], why: seen there}\n" in answer.text
    assert answer.after is not None
    assert answer.after.by_key["bolts"].at(date(2024, 11, 29)).unknown == UNKNOWABLE


def test_arxiv_fills_in_authors_and_venue(tmp_path: Path) -> None:
    text = arxiv_pool.entry().replace("authors:\n  - Ana Vell\n  - Tor Brandt\n", "").replace("venue: arXiv\n", "")
    text = text.replace("added:", "unknown: [authors, venue]\nadded:")
    seen = listing(journal_ref="Journal of Rye 3 (2025)")
    arxiv_pool.write(tmp_path, {"rye": text}, {RYE: seen})
    corpus = Corpus.load(tmp_path)
    found = list(drift.findings(corpus, corpus.papers))
    assert {finding.field: finding.why for finding in found if finding.open} == {
        "authors": "the entry names none", "venue": "the entry names no venue",
    }  # fmt: skip
    (proposal,) = proposals.proposals(tmp_path, found, corpus, date(2026, 12, 1))
    assert proposal.left == ()
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=proposal.patch.encode(), check=True)
    after = Corpus.load(tmp_path).by_key["rye"]
    assert (after.unknown, after.venue) == ((), "Journal of Rye 3 (2025)")
    assert [change.before for change in after.changes] == [("authors", "venue"), ("venue",)]
    assert after.authors == (Author("Vell", "Ana"), Author("Brandt", "Tor"))


def test_the_last_item_takes_its_list_with_it() -> None:
    assert without_item("a: 1\nunknown: [year, venue]\n", "unknown", "year") == "a: 1\nunknown: [venue]\n"
    assert without_item("a: 1\nunknown:\n  - year\nb: 2\n", "unknown", "year") == "a: 1\nb: 2\n"
    with pytest.raises(Unsupported, match="unknown is no list that holds year"):
        without_item("unknown: [venue]\n", "unknown", "year")
    assert with_list("a: 1\nc: 2\n", "b", ["x", "{team: Y}"], ("a", "b", "c")) == "a: 1\nb:\n  - x\n  - {team: Y}\nc: 2\n"
