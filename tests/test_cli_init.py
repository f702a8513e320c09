"""``masrl init``: three invented lists of different shape, answers alone, and everything that can be wrong with a call or a table."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from atom_server import Invented, serving
from founding_lists import MILLERS, crafts_csv, mills_bibtex, sensing_markdown
from founding_run import AUTHOR, below, init, run, written
from masrl_run import on_a_terminal

from pipeline import build, checks
from pipeline.cli import init_shown
from pipeline.corpus import Corpus
from pipeline.errors import Place, Problem
from pipeline.outputs.exports import FORMATS, OPTIONAL, tables

pytestmark = pytest.mark.thorough

SHAPES = {"crafts.csv": crafts_csv, "puddles.md": sensing_markdown, "mills.bib": mills_bibtex}


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with each list and the survey that was made of it."""
    folder = tmp_path_factory.mktemp("lists")
    for name, made in SHAPES.items():
        assert init(folder / Path(name).stem, written(folder, name, made())) == 0
    return folder


@cache
def survey(root: Path) -> Corpus:
    return Corpus.load(root)


# -- three lists


@pytest.mark.parametrize(("name", "rows", "papers"), [("crafts", 600, 600), ("puddles", 17, 16), ("mills", 60, 60)])
def test_every_row_is_an_entry_or_named(lists: Path, name: str, rows: int, papers: int):
    assert len(survey(lists / name).papers) == papers
    merged = sum("into which it was put" in row["why"] for row in tables.rows((lists / name / "imported/losses.csv").read_text("utf-8")))
    assert papers + merged == rows


@pytest.mark.parametrize("name", ["crafts", "puddles", "mills"])
def test_what_was_made_passes_its_checks_and_is_built(lists: Path, name: str, capsys: pytest.CaptureFixture[str]):
    assert run("check", "--strict", "--root", str(lists / name)) == 0
    assert run("build", "--check", "--root", str(lists / name)) == 0
    assert re.search(r"\d+ files are up to date", capsys.readouterr().out)


@pytest.mark.parametrize("name", ["crafts", "puddles", "mills"])
def test_every_export_holds_every_paper(lists: Path, name: str, tmp_path: Path):
    keys = set(survey(lists / name).by_key)
    for form in FORMATS.keys() - OPTIONAL:
        assert run("export", form, "--root", str(lists / name), "-o", str(tmp_path / form)) == 0, form
    assert {row["key"] for row in tables.rows((tmp_path / "csv").read_text("utf-8"))} == keys
    assert set(re.findall(r"^@\w+\{([^,]+),", (tmp_path / "bibtex").read_text("utf-8"), re.MULTILINE)) == keys


def test_a_table_with_several_values_in_a_cell(lists: Path):
    corpus = survey(lists / "crafts")
    assert {field.name: (field.kind, field.required, len(field.values)) for field in corpus.taxonomy} == {
        "crafts": ("many", True, 9), "stage_tag": ("one", True, 3),
    }  # fmt: skip
    assert corpus.taxonomy.fields["crafts"].label_of("glass-blown") == "glass, blown"
    assert corpus.outputs.readme.group_by == "stage_tag"
    paper = next(paper for paper in corpus.papers if paper.title.endswith("Case 50"))
    assert [str(author) for author in paper.authors] == ["Mara Vale", "Teo Heath", "Ada Ørsted"]
    assert (paper.year, paper.venue, paper.doi) == (2013, "Proceedings of the Bench", "10.5555/crafts.50")
    assert paper.summary == "Looks at case 50, with a line break; and a semicolon."
    kept = tables.rows((lists / "crafts/imported/unmapped.csv").read_text("utf-8"))
    assert kept[50] == {"key": paper.key, "row": "51", "No.": "51", "Published": "2013-03-09", "Shelf mark": "S-050"}


def test_a_list_that_is_grouped_by_headings(lists: Path):
    corpus = survey(lists / "puddles")
    assert (corpus.about.name, [field.name for field in corpus.taxonomy]) == ("A Survey of Things", ["category", "subcategory"])
    assert [value.label for value in corpus.taxonomy.fields["subcategory"].values] == ["Rulers", "Floats", "By eye", "By instrument"]
    ruler = corpus.by_key["alder2021measuring"]
    assert (ruler.arxiv_id, ruler.tags) == ("2101.00011", {"category": ("Depth", "Colour"), "subcategory": ("Rulers", "by-eye")})
    readme = (lists / "puddles/README.md").read_text("utf-8")
    assert "### Depth" in readme
    assert "img.shields.io" not in readme


def test_references_with_accents_macros_and_keywords(lists: Path):
    corpus = survey(lists / "mills")
    assert {str(author) for paper in corpus.papers for author in paper.authors} == set(MILLERS)
    assert {author for paper in corpus.papers for author in paper.authors if author.team} == {
        author for author in corpus.by_key["mill05"].authors if author.team
    }
    assert (corpus.by_key["mill04"].venue, corpus.by_key["mill04"].year) == ("MillConf 2019", 2019)
    assert corpus.by_key["mill12"].title == "A Tidal MILL for Storage & More: 62% of β"
    assert set(corpus.taxonomy.fields["keywords"].by_name) == {"wind", "water", "tide", "hand", "sail", "wheel", "stone", "gear"}
    assert {paper.key: paper.unknown for paper in corpus.papers if paper.unknown} == {
        "mill17": ("authors",), "mill34": ("authors",), "mill21": ("links",), "mill46": ("links",), "mill50": ("year",),
    }  # fmt: skip


def test_what_nobody_knows_yet_stands_in_the_entry_in_the_report_and_in_what_is_left_to_do(
    lists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    root = tmp_path / "copy"
    assert init(root, str(lists / "mills.bib")) == 0
    said = "authors of 2, year of 1, links of 2"
    assert f"Still to be found out: {said}; imported/report.md lists the entries." in capsys.readouterr().err
    report = (root / "imported/report.md").read_text("utf-8")
    assert f"The table does not say it: {said}. Each entry lists" in report
    assert "- [mill50](../corpus/mill50.yaml), row 51, lacks year: " in report
    entry = root / "corpus/mill50.yaml"
    text = entry.read_text("utf-8")
    assert "unknown: [year]\n" in text
    entry.write_text(text.replace("unknown: [year]", "year: 2001"), encoding="utf-8")
    assert run("check", "--strict", "--root", str(root)) == 0
    assert Corpus.load(root).by_key["mill50"].year == 2001


# -- what it says


def test_the_guess_and_every_loss_are_shown_and_written(lists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    init(tmp_path / "out", str(lists / "puddles.md"))
    said = capsys.readouterr()
    assert said.out.startswith(f"{tmp_path / 'out'}: 16 papers, ")
    assert "Category     Depth " in said.err
    assert "Subcategory: field, many a row: a paper that stood in several rows has the values of all\n" in said.err
    assert f"{lists / 'puddles.md'}:26: row 6: links: “http://example.org/corks” must begin with https://" in said.err
    losses = (tmp_path / "out/imported/losses.csv").read_text("utf-8")
    assert tables.rows(losses)[1] == {
        "row": "6", "line": "26", "column": "links", "value": "http://example.org/corks", "why": "must begin with https://",
    }  # fmt: skip
    page = (tmp_path / "out/imported/report.md").read_text("utf-8")
    assert "| Subcategory | field, many a row: subcategory, 4 values | headings of the list say so |" in page


def test_what_no_terminal_and_no_page_should_show_is_shown_as_its_code_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    source = written(tmp_path, "x.csv", "title,authors,year,venue,url,tags\n\u202eT\x1b[31m,Ana Vell,2020,X,https://e.org,<script>\n")
    assert init(tmp_path / "out", source) == 0
    said = capsys.readouterr().err
    assert "\x1b" not in said
    assert "\u202e" not in said
    for path in (tmp_path / "out").rglob("*"):
        assert not path.is_file() or path.suffix == ".db" or not re.search("[\x1b\u202e]", path.read_text("utf-8")), path


# -- answers alone


def test_three_answers_make_a_survey(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    root = tmp_path / "kites"
    fields = ("--field", "shape: box, delta", "--field", "use (many): sport, weather", "--license", "CC-BY-4.0")
    assert run("init", str(root), "--title", "Kites: A Survey", "--author", "de la Mare, Jun", *fields, "--date", "2024-06-30") == 0
    assert "masrl add drafts your first paper" in capsys.readouterr().err
    corpus = Corpus.load(root)
    assert (corpus.about.title, str(corpus.about.author), str(corpus.about.cutoff), corpus.about.license_data) == (
        "Kites: A Survey", "Jun de la Mare", "2024-06-30", "CC-BY-4.0",
    )  # fmt: skip
    assert [(field.name, field.kind, list(field.by_name)) for field in corpus.taxonomy] == [
        ("shape", "one", ["box", "delta"]),
        ("use", "many", ["sport", "weather"]),
    ]
    assert run("check", "--strict", "--root", str(root)) == 0
    assert not (root / "imported").exists()


def test_a_title_is_mended_as_one_in_a_table_is_and_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    arguments = ("--title", "A {{ x }} survey", "--author", "Ana Vell", "--field", "topic: {{a}}, b", "--yes")
    assert run("init", str(tmp_path / "out"), *arguments) == 0
    assert capsys.readouterr().err.startswith(
        "the title 'A {{ x }} survey' held the marks of a template; each was made one brace: 'A { x } survey'\n"
        "'topic: {{a}}, b': '{{a}}' held the marks of a template; each was made one brace: '{a}'\n"
    )
    assert Corpus.load(tmp_path / "out").about.title == "A { x } survey"


def test_what_is_not_given_is_asked_on_a_terminal(tmp_path: Path):
    answers = ["Kites", "42", "Ana Vell", "shape", "shape: box, delta", ""]
    seen = on_a_terminal(["init", str(tmp_path / "kites")], answers)
    assert seen.code == 0, seen.out
    assert "is no name" in seen.out
    assert "is no field" in seen.out
    assert [field.name for field in Corpus.load(tmp_path / "kites").taxonomy] == ["shape"]


def test_a_guess_can_be_mended_on_a_terminal(tmp_path: Path):
    source = written(
        tmp_path,
        "x.csv",
        "title,authors,year,venue,url,room\nA,Ana Vell,2020,X,https://e.org/a,one\nB,Ana Vell,2020,X,https://e.org/b,two\n",
    )
    seen = on_a_terminal(["init", str(tmp_path / "out"), "--from", source], ["rooms=one", "room=one", "", "Things", "Ana Vell"])
    assert seen.code == 0, seen.out
    assert "did you mean room?" in seen.out
    assert [field.name for field in Corpus.load(tmp_path / "out").taxonomy] == ["room"]


def test_options_mend_the_guess_and_add_fields(tmp_path: Path):
    source = written(tmp_path, "x.csv", "name;who;when;where;at;kind;a=b\nA;Ana Vell;2020;X;https://e.org/a;x/y;z\n")
    chosen = [f"--column={one}" for one in ("who=authors", "when=year", "where=venue", "kind=many:/", "a=b=one")]
    assert init(tmp_path / "out", source, *chosen, "--field", "mood: good, bad") == 0
    corpus = Corpus.load(tmp_path / "out")
    assert [(field.name, list(field.by_name)) for field in corpus.taxonomy] == [
        ("kind", ["x", "y"]),
        ("a_b", ["z"]),
        ("mood", ["good", "bad"]),
    ]
    assert corpus.papers[0].tags == {"kind": ("x", "y"), "a_b": "z"}


# -- what it says of itself


@pytest.fixture
def kites(tmp_path: Path) -> Path:
    """A survey that was made of answers, with two fields."""
    fields = ("--field", "shape: box, delta", "--field", "use (many): sport, weather")
    assert run("init", str(tmp_path / "kites"), "--title", "Kites", "--author", "Ana Vell", *fields) == 0
    return tmp_path / "kites"


def made(root: Path, folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Call make in a survey with nothing on the path but a folder and what every system has."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")} | {"PATH": f"{folder}:/usr/bin:/bin"}
    return subprocess.run(["make", *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False)


def a_masrl(folder: Path) -> str:
    """Return a folder with nothing in it but the command."""
    folder.mkdir(parents=True)
    command = folder / "masrl"
    command.write_text(f"#!{sys.executable}\nfrom pipeline.cli import main\nmain()\n", encoding="utf-8")
    command.chmod(0o755)
    return str(folder)


def test_every_make_that_the_front_page_shows_does_what_stands_behind_it(kites: Path, tmp_path: Path):
    page = (kites / "README.md").read_text("utf-8")
    assert re.findall(r"^make .*", page, re.MULTILINE) == [
        "make build   # check the data, then render this page, the figures and the tables",
        "make test    # check the data, and that everything made of them is up to date",
    ]
    folder = a_masrl(tmp_path / "bin")
    (kites / "README.md").unlink()
    assert made(kites, folder, "test").returncode != 0
    assert made(kites, folder, "build").returncode == 0
    assert (kites / "README.md").read_text("utf-8") == page
    done = made(kites, folder, "test")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "81 files are up to date")


def test_make_takes_the_command_in_the_environment_before_the_one_on_the_path(kites: Path, tmp_path: Path):
    a_masrl(kites / ".venv/bin")
    assert made(kites, str(tmp_path / "nothing"), "check").stdout.startswith(
        ".venv/bin/masrl check\n1 paper and 0 exclusions read: 0 errors"
    )
    assert ".venv/\n" in (kites / ".gitignore").read_text("utf-8")


def test_make_without_the_command_says_how_to_get_it(kites: Path, tmp_path: Path):
    for goal in ("build", "check", "test"):
        done = made(kites, str(tmp_path / "nothing"), goal)
        assert done.returncode != 0
        assert done.stderr.splitlines()[0] == (
            "make: there is no command masrl; from a clone or a wheel of awesome-llm-mas-rl, make setup SOFTWARE=path/to/it "
            "installs it here (CONTRIBUTING.md says more)"
        )
    for named in ("", "awesome-llm-mas-rl"):
        done = made(kites, str(tmp_path / "nothing"), "setup", f"SOFTWARE={named}")
        assert done.returncode != 0
        assert done.stderr.splitlines()[0] == (
            "make: say where a clone or a wheel of awesome-llm-mas-rl is: make setup SOFTWARE=path/to/it, with a slash"
        )
    assert not (kites / ".venv").exists()
    assert "`make setup SOFTWARE=path/to/it` installs it in `.venv`" in (kites / "CONTRIBUTING.md").read_text("utf-8")


def test_what_a_new_survey_says_is_true_of_it(kites: Path):
    page, license_text = ((kites / name).read_text("utf-8") for name in ("README.md", "LICENSE"))
    assert page.endswith(
        "All of it is under CC0-1.0, but for the scripts and styles of the site in `site/assets/`, which are under MIT; "
        "[LICENSE](LICENSE) says more.\n"
    )
    assert "Data, that is everything but site/assets/: CC0-1.0" in license_text
    assert not (kites / ".github/workflows").exists()
    for path in (kites / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        assert "program" not in path.read_text("utf-8")
    assert re.findall('alt="([^"]*)"', page) == ["One paper by shape and use", "Three of 4 pairs of shape and use are empty"]


NUMBERS = re.compile(r"\b(?:1|[Oo]ne|The 1) (?:papers|entries|records|exclusions|cells|pairs|fields|claims|values|rows)\b|None of 1 \w+s\b")


def test_a_survey_of_one_paper_counts_in_words_that_agree(kites: Path, tmp_path: Path):
    source = written(tmp_path, "x.csv", "title,authors,year,venue,url,tags\nA,Ana Vell,2020,X,https://e.org/a,x\n")
    assert init(tmp_path / "out", source) == 0
    for root in (kites, tmp_path / "out"):
        for path in root.rglob("*"):
            if path.is_file() and path.suffix in (".md", ".html", ".svg", ".tex"):
                assert NUMBERS.findall(re.sub(r"<[^>]*>", "", path.read_text("utf-8"))) == [], path
                assert NUMBERS.findall(path.read_text("utf-8")) == [], path


def test_where_nothing_was_kept_aside_no_table_of_it_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    source = written(tmp_path, "x.csv", "title,authors,year,venue,url,tags\nA,Ana Vell,2020,X,https://e.org/a,x\n")
    assert init(tmp_path / "out", source) == 0
    assert "From 1 row: 1 entry in the corpus." in capsys.readouterr().out
    report = (tmp_path / "out/imported/report.md").read_text("utf-8")
    assert "\nNothing was kept aside.\n" in report
    assert "unmapped" not in report
    assert below(tmp_path / "out/imported") == ["losses.csv", "report.md"]


# -- arXiv


@pytest.fixture
def arxiv() -> Iterator[str]:
    with serving(Invented("2001.00001", "Ears", ("Ana Vell", "Jan van der Berg")), Invented("2002.00002", "Sails")) as server:
        yield server.endpoint


def test_how_arxiv_is_asked_is_no_matter_of_a_call_that_does_not_ask_it(tmp_path: Path, arxiv: str, capsys: pytest.CaptureFixture[str]):
    source = written(tmp_path, "l.md", "# L\n\n## A\n\n- [Ears](https://arxiv.org/abs/2001.00001)\n")
    assert init(tmp_path / "out", source, "--endpoint", arxiv) == 2
    assert "--endpoint says how arXiv is asked, which needs --fetch" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_arxiv_is_asked_about_entries_that_lack_authors_where_that_is_wished(
    tmp_path: Path, arxiv: str, capsys: pytest.CaptureFixture[str]
):
    text = "# L\n\n## A\n\n- [Ears for Tides](https://arxiv.org/abs/2001.00001)\n"
    text += "- [Sails](https://arxiv.org/abs/2002.00002) *Bo Reed, Cy Stone*\n"
    source = written(tmp_path, "l.md", text + "- [None](https://arxiv.org/abs/2003.00003)\n")
    assert init(tmp_path / "out", source, "--fetch", "--endpoint", arxiv, "--delay", "0") == 0
    corpus = Corpus.load(tmp_path / "out")
    assert {p.title: [str(a) for a in p.authors] for p in corpus.papers} == {
        "Ears for Tides": ["Ana Vell", "Jan van der Berg"],
        "Sails": ["Bo Reed", "Cy Stone"],
        "None": [],
    }
    assert list(corpus.listings) == ["2001.00001"]
    said = capsys.readouterr()
    assert "arXiv was asked about 2 entries, and answered about 1" in said.err
    assert "Still to be found out: authors of 1; imported/report.md lists the entries.\n" in said.err


def test_a_list_of_bare_addresses_is_a_corpus_and_fetch_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    source = written(tmp_path, "l.md", "# L\n\n## A\n\n- [Ears for Tides](https://arxiv.org/abs/2001.00001)\n")
    assert init(tmp_path / "out", source) == 0
    assert "arXiv knows authors and year of 1 of them: --fetch asks it." in capsys.readouterr().err
    assert Corpus.load(tmp_path / "out").papers[0].unknown == ("authors",)


def test_a_table_of_which_no_row_has_a_title_is_no_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    source = written(tmp_path, "t.csv", "title,year,kind\n,2020,x\n,2021,y\n")
    assert init(tmp_path / "out", source, "--column", "title=title", "--column", "kind=one") == 1
    assert "gives no entry: no row has a title" in capsys.readouterr().err
    assert below(tmp_path) == ["t.csv"]


# -- what is wrong


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([*AUTHOR], 2, "--field 'topic: vision, speech', or --from FILE"),
        (["--field", "a: b"], 2, "--title TEXT\n  --author 'Given Family'"),
        ([*AUTHOR, "--field", "a"], 2, "'a' is no field"),
        (["--title", "\u202e", "--author", "Ana Vell", "--field", "a: b"], 2, "held U+202E"),
        ([*AUTHOR, "--field", "a: b", "--date", "2999-01-01"], 2, "--date 2999-01-01 is still to come; a survey begins today or before"),
        ([*AUTHOR, "--field", "a: b", "--field", "A: c"], 2, "'A: c' names the field A again; name it once, with all its values"),
        ([*AUTHOR, "--field", "a: b", "--fetch"], 2, "--fetch speak of a table; name it: --from FILE"),
        (["--title", "x", "--author", "a@b", "--field", "a: b"], 2, "the author 'a@b'"),
        ([*AUTHOR, "--field", "a: b", "--license", "the best one"], 2, "no SPDX identifier"),
        ([*AUTHOR, "--field", "a: b", "--column", "x=title"], 2, "speak of a table"),
        ([*AUTHOR, "--from", "nowhere.csv", "--yes"], 2, "there is no file nowhere.csv"),
        ([*AUTHOR, "--from", ".", "--yes"], 1, "is no plain file"),
        ([*AUTHOR, "--from", "good.csv"], 2, "--yes takes it"),
        ([*AUTHOR, "--from", "good.csv", "--yes", "--column", "titel=title"], 2, "did you mean title?"),
        ([*AUTHOR, "--from", "good.csv", "--yes", "--column", "title"], 2, "write NAME=FIELD"),
        ([*AUTHOR, "--from", "good.csv", "--yes", "--column", "title=keep"], 2, "no column is the title"),
        ([*AUTHOR, "--from", "good.csv", "--yes", "--delimiter", ",,"], 2, "one character"),
        (["--from", "good.csv", "--yes"], 2, "--author 'Given Family'"),
        ([*AUTHOR, "--from", "bad.csv", "--yes"], 1, "bad.csv:2:1: ragged-row: has 3 cells where the first line names 2 columns"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_told_apart_from_a_wrong_table_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "good.csv", "title,authors,year,venue,url,tags\nA,Ana Vell,2020,X,https://e.org/a,x\n")
    written(tmp_path, "bad.csv", "title,year\nA,2020,x\n")
    assert run("init", "out", *arguments) == code
    said = capsys.readouterr()
    assert message in said.err
    assert "Traceback" not in said.err
    assert below(tmp_path) == ["bad.csv", "good.csv"]


def test_a_survey_that_would_not_pass_its_checks_is_not_made_and_nobody_is_sent_to_check_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(checks, "problems", lambda *_: [Problem(Place("survey/about.yaml", 3), "bad", "is bad")])
    assert run("init", str(tmp_path / "out"), *AUTHOR, "--field", "a: b") == 1
    assert capsys.readouterr().err == (
        f"survey/about.yaml:3:1: bad: is bad\n{tmp_path / 'out'} was not made: it would not pass its own checks\n"
    )
    assert below(tmp_path) == []


def test_a_folder_with_something_in_it_or_without_a_place_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    written(tmp_path, "taken", "x")
    (tmp_path / "full").mkdir()
    written(tmp_path / "full", ".hidden", "x")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name, message in (("taken", "is no folder"), ("full", "is not empty"), ("a/b/c", "there is no folder"), ("link", "is no folder")):
        assert run("init", str(tmp_path / name), *AUTHOR, "--field", "a: b") == 2
        assert message in capsys.readouterr().err
    assert below(tmp_path) == ["full", "full/.hidden", "link", "taken"]


def test_an_empty_folder_and_the_present_one_become_the_survey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("empty", "here"):
        (tmp_path / name).mkdir()
    assert run("init", str(tmp_path / "empty"), *AUTHOR, "--field", "a: b") == 0
    monkeypatch.chdir(tmp_path / "here")
    assert run("init", ".", *AUTHOR, "--field", "a: b") == 0
    assert Path.cwd() == tmp_path / "here"
    assert run("check", "--strict") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "here"]
    assert stat.S_IMODE((tmp_path / "empty").stat().st_mode) == 0o755


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "closed").mkdir(mode=0o500)
    assert run("init", str(tmp_path / "closed" / "out"), *AUTHOR, "--field", "a: b") == 1
    assert "permission denied" in capsys.readouterr().err


def test_a_run_that_is_stopped_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "write", stop)
    assert run("init", str(tmp_path / "out"), *AUTHOR, "--field", "a: b") == 130
    assert below(tmp_path) == []


def test_the_same_table_makes_the_same_bytes_whatever_the_surroundings(tmp_path: Path):
    source = written(tmp_path, "mills.bib", mills_bibtex(12))
    script = "from pipeline.cli import main; main()"
    for name, environment in (
        ("one", {"PYTHONHASHSEED": "1", "LC_ALL": "C"}),
        ("two", {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "PYTHONUTF8": "0"}),
    ):
        arguments = ["init", str(tmp_path / name / "out"), "--from", source, *AUTHOR, "--yes", "--date", "2024-06-30"]
        (tmp_path / name).mkdir()
        subprocess.run([sys.executable, "-c", script, *arguments], check=True, env={**os.environ, **environment}, capture_output=True)
    one, two = (tmp_path / name / "out" for name in ("one", "two"))
    assert below(one) == below(two)
    assert [path for path in below(one) if (one / path).is_file() and (one / path).read_bytes() != (two / path).read_bytes()] == []


def test_losses_without_end_are_counted_and_written_but_not_all_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rows = "".join(f"T{n},Ana Vell,2020,X,https://e.org/{n} http://e.org/{n},abc\n" for n in range(init_shown._MOST + 5))
    assert init(tmp_path / "out", written(tmp_path, "x.csv", f"title,authors,year,venue,url,tags\n{rows}")) == 0
    assert "and 5 more; imported/losses.csv names all 205" in capsys.readouterr().err
    assert len(tables.rows((tmp_path / "out/imported/losses.csv").read_text("utf-8"))) == 205
