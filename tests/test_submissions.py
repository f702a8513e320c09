"""From the issue that a filled-in form becomes to the exact text of the file, or to what is missing."""

from __future__ import annotations

import json
import shutil
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import filled_forms
import pytest
import yaml
from example_survey import ROOT, copied, example, problems
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from test_cli_history import masrl

from pipeline import characters, located, statements, submissions
from pipeline.corpus import Corpus
from pipeline.errors import Problem
from pipeline.fields import top_level
from pipeline.outputs import answers as written
from pipeline.records import Promotion
from pipeline.submissions import Answer
from pipeline.submissions.forms import forms

TODAY = date(2024, 11, 30)
PAPER = filled_forms.PAPER


def answered(name: str, given: dict[str, str], root: Path = ROOT) -> Answer:
    return submissions.answer(filled_forms.body(name, given), example(), root, TODAY)


def new(**given: str) -> Answer:
    """Return the answer to the form for a new paper with some answers changed; - stands for what cannot be written as a name."""
    return answered("new-paper", {**PAPER, **{name.replace("__", "-"): text for name, text in given.items()}})


# -- a new paper

NOT_MET = (
    "The survey's rule is not met: coding it fills no empty cell and flips no claim; what it may say on Signals is not judged. "
    "The rule: “A record is promoted when a second paper cites its readings.”"
)


def test_a_filled_in_form_is_the_exact_entry() -> None:
    answer = new()
    assert answer.good
    assert (answer.title, answer.path, answer.problems, answer.closes) == ("Add wren2024bells", "corpus/wren2024bells.yaml", (), True)
    assert answer.remarks == (NOT_MET,)
    assert answer.text == (
        'title: "Bells on a Buoy: A Study"\n'
        "authors:\n"
        "  - Ina Wren\n"
        "  - de la Mare, Jun\n"
        "  - {team: Strait Watch}\n"
        "year: 2024\n"
        "venue: arXiv\n"
        "arxiv_id: 2405.99991\n"
        "links:\n"
        "  - https://arxiv.org/abs/2405.99991\n"
        "added: 2024-11-30\n"
        "summary: Hangs bells on a buoy and counts how often they ring.\n"
        "tags:\n"
        "  approach: sensor\n"
        "  placement: farm\n"
        "  powered: no\n"
    )


def test_the_entry_is_clean_once_it_is_written(tmp_path: Path) -> None:
    root, answer = copied(tmp_path), new()
    (root / answer.path).write_text(answer.text, encoding="utf-8")
    assert problems(root) == []


def test_the_key_is_free_and_safe() -> None:
    assert new(short_name="", title="Hum: Another One").path == "corpus/hum.yaml"
    assert new(title="../../etc/passwd", authors="aux").path == "corpus/aux2024etc-passwd.yaml"
    taken = submissions.answer(
        filled_forms.body("new-paper", {**PAPER, "title": "Sand", "authors": "Ann Quill", "year": "2003"}), example(), ROOT, TODAY
    )
    assert taken.path == "corpus/quill2003sand2003.yaml"


def test_the_key_is_the_name_of_the_method_where_it_is_given() -> None:
    answer = new(short_name="BUOY-1")
    assert (answer.path, answer.good) == ("corpus/buoy-1.yaml", True)
    assert "short_name: BUOY-1\n" in answer.text
    assert new(short_name="Hum", title="Hum in a Bay").path == "corpus/hum.yaml"
    assert new(short_name="鈴").path == "corpus/wren2024bells.yaml"


def test_an_entry_of_a_survey_that_requires_no_tags_has_an_empty_mapping() -> None:
    fields = {name: replace(field, required=False) for name, field in example().taxonomy.fields.items()}
    free = replace(example(), taxonomy=replace(example().taxonomy, fields=fields, rules=()))
    asked = next(form for form in forms(free) if form.id == "new-paper").questions
    body = "\n\n".join(f"### {one.label}\n\n{PAPER.get(one.id, filled_forms.NO_RESPONSE)}" for one in asked)
    answer = submissions.answer(body, free, ROOT, TODAY)
    assert answer.good, answer.problems
    assert answer.text.endswith("\ntags: {}\n")


def test_a_value_that_is_given_two_levels_is_told() -> None:
    fields = dict(example().taxonomy.fields)
    fields["coverage"] = replace(fields["coverage"], required=True)
    strict = replace(example(), taxonomy=replace(example().taxonomy, fields=fields))
    asked = next(form for form in forms(strict) if form.id == "new-paper").questions
    given = {**PAPER, "tag-coverage": "Fouling: Direct\nfouling: Indirect\nScour: Direct\nScour: direct"}
    body = "\n\n".join(f"### {one.label}\n\n{given.get(one.id) or filled_forms.NO_RESPONSE}" for one in asked)
    assert submissions.answer(body, strict, ROOT, TODAY).problems == (
        "Coverage (tag): the lines give Fouling twice, with different text after the colon.",
    )


def test_others_say_that_the_authors_are_not_all() -> None:
    assert "  - Ina Wren\nauthors_complete: no\n" in new(authors="- Ina Wren\n- and others").text


def test_a_doi_alone_gives_the_link() -> None:
    answer = new(arxiv_id="", doi="https://doi.org/10.5555/BELLS.1", venue="Bells")
    assert "doi: 10.5555/bells.1\nlinks:\n  - https://doi.org/10.5555/bells.1\n" in answer.text
    assert answer.good


def test_the_arxiv_page_comes_first_and_once() -> None:
    answer = new(links="https://example.org/bells\nhttps://arxiv.org/pdf/2405.99991v1")
    assert "links:\n  - https://arxiv.org/abs/2405.99991\n  - https://example.org/bells\nadded" in answer.text


REMEDY = (
    "write one author a line, as Given Family or as Family, Given; a group as Team: Name; where you do not know all, end with the line: "
    "and others"
)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"title": ""}, "Title of the paper: please answer this question."),
        ({"year": "soon"}, "Year: is no year written with four digits (“soon”)."),
        ({"year": "2031"}, "Year: lies in the future (“2031”)."),
        ({"authors": "Ina Wren\nWren et al."}, f"Authors, number 2: is no author (“Wren et al.”); {REMEDY}."),
        ({"authors": "Ina Wren & Bo Reed"}, f"Authors, number 1: names more than one author (“Ina Wren & Bo Reed”); {REMEDY}."),
        ({"arxiv_id": "2405.999"}, "arXiv id: has 3 digits after the point where 5 are due: was a final zero lost? (“2405.999”)."),
        ({"arxiv_id": "", "venue": "Bells"}, "Links: please give an arXiv id, a DOI or a link."),
        ({"links": "http://example.org/a"},
         "Links, number 1: must begin with https:// (“http://example.org/a”)."),
        ({"links": "https://arxiv.org/abs/2404.99991v2\nhttps://example.org/a\n\n- http://example.org/b"},
         "Links, number 3: must begin with https:// (“http://example.org/b”)."),
        ({"summary": "No stop"}, "Summary: does not end with a full stop (“No stop”)."),
        ({"tag__placement": "Moon (moon)"},
         "Placement (tag): “Moon (moon)” is none of the choices; the form may have changed since you opened it."),
        ({"tag__powered": "Self-powered (yes)", "tag__approach": "Model (model)"},
         "Approach: Only a device can live on the stream, so retag or write down why this entry is an exception. "
         "(“powered yes, approach model”); if the rule is wrong here, say why under “Why a rule does not hold here”."),
        ({"title": "Forty ears, in a harbour."}, "Title: this is the title of corpus/straitwatch2024.yaml; to change what is there, use "
         "the form “Correction” or “Dispute of a tag”. If it is another work, say so under “Why a rule does not hold here”."),
        ({"title": "Poems on the Tide"}, "Title: this is the title of exclusions/E002.yaml; if the reason given there no longer holds, use "
         "the form “Reconsider an exclusion”. If it is another work, say so under “Why a rule does not hold here”."),
        ({"title": "Re\u202eversed"}, "Title of the paper: holds U+202E (right-to-left override); please delete it."),
        ({"title": "TBD"}, "Title: this is a placeholder."),
        ({"venue": "=HYPERLINK(1)"}, "Venue: begins like a spreadsheet formula (“=HYPERLINK(1)”); begin with a word."),
        ({"arxiv_id": "2103.99991"}, "arXiv id: the arXiv id is also that of corpus/alder2021hum.yaml (“2103.99991”); "
         "to change what is there, use the form “Correction” or “Dispute of a tag”."),
        ({"arxiv_id": "2201.99992"}, "arXiv id: the arXiv id is also that of exclusions/E001.yaml (“2201.99992”); "
         "if the reason given there no longer holds, use the form “Reconsider an exclusion”."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_the_words_of_the_form(given: dict[str, str], problem: str) -> None:
    answer = new(**given)
    assert problem in answer.problems
    assert not answer.good


def test_no_paper_joins_before_there_was_arxiv() -> None:
    answer = submissions.answer(filled_forms.body("new-paper", PAPER), example(), ROOT, date(1800, 1, 1))
    hint = "write the day on which it joined, not that of the work"
    assert f"Day of joining: is before 1991-08-14, when arXiv opened (“1800-01-01”); {hint}." in answer.problems


def test_everything_that_is_wrong_is_told_at_once() -> None:
    answer = new(year="soon", authors="", tag__placement="")
    assert [text.partition(":")[0] for text in answer.problems] == ["Authors", "Placement (tag)", "Year"]


@pytest.mark.parametrize(
    ("given", "labels"),
    [
        ({"tag__placement": "Moon (moon)"}, ["Placement (tag)"]),
        ({"arxiv_id": "2405.999"}, ["arXiv id"]),
        ({"arxiv_id": "", "doi": "doi"}, ["DOI"]),
        ({"arxiv_id": "2103.99991", "doi": "10.5555/hum.2021.1", "title": "Hum: Finding a Loose Bolt in a Row of Turbines"}, ["arXiv id"]),
        ({"title": "TBD", "summary": "TODO"}, ["Title", "Summary"]),
        ({"links": "", "arxiv_id": ""}, ["Links"]),
    ],
)
def test_no_answer_is_complained_of_twice(given: dict[str, str], labels: list[str]) -> None:
    assert [text.partition(":")[0] for text in new(**given).problems] == labels


@pytest.mark.parametrize(
    "given",
    [
        {"links": "https://arxiv.org/pdf/2405.99991v2\nhttps://example.org/bells"},
        {"links": "https://example.org/bells", "doi": "https://doi.org/10.48550/arXiv.2405.99991"},
        {"links": "https://example.org/bells", "doi": "10.48550/arXiv.2405.99991", "arxiv_id": "2405.99991"},
    ],
)
def test_an_arxiv_id_is_taken_from_a_link_or_a_doi(given: dict[str, str]) -> None:
    text = new(**{"arxiv_id": "", **given}).text
    head = "venue: arXiv\narxiv_id: 2405.99991\nlinks:\n  - https://arxiv.org/abs/2405.99991\n  - https://example.org/bells\nadded:"
    assert head in text


def test_of_two_arxiv_ids_among_the_links_none_is_taken() -> None:
    answer = new(arxiv_id="", links="https://arxiv.org/abs/2405.99991\nhttps://arxiv.org/abs/2405.99992")
    assert "arxiv_id" not in answer.text
    assert [text.partition(":")[0] for text in answer.problems] == ["Links", "Links"]


# -- rules that do not hold


def test_a_rule_that_does_not_hold_is_excepted_with_the_reason_that_is_given(tmp_path: Path) -> None:
    answer = new(tag__powered="Self-powered (yes)", tag__approach="Model (model)", exception="It runs: on a buoy.")
    assert answer.problems == ()
    assert answer.text.endswith('  powered: yes\nexceptions:\n  self-powered-sensors: "It runs: on a buoy."\n')
    root = copied(tmp_path)
    (root / answer.path).write_text(answer.text, encoding="utf-8")
    assert problems(root) == []


def test_a_title_that_two_works_have_is_excepted_too() -> None:
    answer = new(title="Poems on the Tide", exception="A paper, while the other is a book.")
    assert answer.problems == ()
    assert "exceptions:\n  similar-title: A paper, while the other is a book.\n" in answer.text
    assert answer.remarks == (NOT_MET,)


def test_a_reason_that_no_rule_asks_for_is_not_kept_and_that_is_said() -> None:
    answer = new(exception="It just does not.")
    assert answer.text == new().text
    assert answer.remarks[0] == "What stands under “Why a rule does not hold here” is not kept, since no rule stands against this."


def test_a_paper_that_meets_the_survey_s_rule_says_what_it_fills() -> None:
    assert new(tag__approach="Norm (norm)").remarks == (
        "The survey's rule is met: coding it fills the empty cells Approach: Norm; Approach: Norm with Self-powered: Fed. "
        "So it can join at once, without a record in the log first.",
    )


def test_a_title_like_another_is_worth_a_look() -> None:
    assert new(title="Forty Ears in the Harbour").remarks == (
        "Title: reads like 'Forty Ears in a Harbour' in corpus/straitwatch2024.yaml (91 % alike) (“Forty Ears in the Harbour”).",
        NOT_MET,
    )


# -- the body


def test_line_ends_of_a_browser_and_blank_lines_do_not_matter() -> None:
    body = filled_forms.body("new-paper", PAPER).replace("\n", "\r\n") + "\r\n\r\n"
    assert submissions.answer(body, example(), ROOT, TODAY) == new()


def test_a_heading_within_an_answer_is_refused_not_obeyed() -> None:
    answer = new(summary="Rings.\n\n### Placement (tag)\n\nBlade (blade)")
    assert "Placement (tag): this heading stands there 2 times; please begin no line of an answer with ###." in answer.problems


def test_headings_that_are_no_question_are_part_of_the_answer() -> None:
    assert 'summary: "Rings. ### Else is text."' in new(summary="Rings.\n### Else\nis text.").text


@pytest.mark.parametrize("body", ["", "Hello", "### Title of the paper\n\nAlone", "### Year\n\n2024", "#" * 1000, "\0", "x" * 300_000])
def test_what_is_no_form_says_so(body: str) -> None:
    answer = submissions.answer(body, example(), ROOT, TODAY)
    assert answer.form == ""
    assert not answer.good
    assert len(answer.problems) == 1


def test_a_form_that_was_cut_names_what_it_lacks() -> None:
    body = filled_forms.body("new-paper", PAPER).replace("### Year\n", "")
    assert submissions.answer(body, example(), ROOT, TODAY).problems == (
        "The form was cut or changed: it lacks “Year”. Please open a new issue with the form.",
    )


TEXTS = st.text(max_size=60) | st.sampled_from(
    [
        "---",
        "a: b",
        "- x",
        "#",
        "'",
        '"',
        "{{ x }}",
        "&a",
        "*a",
        "!!python/object",
        "]",
        "{team: x}",
        "yes",
        "~",
        "null",
        "1e3",
        "\\u0000",
        "%",
        "@x",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from([name for name in PAPER if not name.startswith("tag-")]), TEXTS, max_size=4))
def test_whatever_is_written_is_read_back_as_written_or_refused(given: dict[str, str]) -> None:
    answer = answered("new-paper", {**PAPER, **given})
    assert answer.path.startswith("corpus/") or answer.problems
    if answer.good:
        read = yaml.safe_load(answer.text)
        assert read["tags"] == {"approach": "sensor", "placement": "farm", "powered": False}
        assert str(read["title"]) == " ".join({**PAPER, **given}["title"].split())
        assert str(read["venue"]) == " ".join({**PAPER, **given}["venue"].split())


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=400), st.sampled_from(["", "### Entry to correct\n\n", "### Excluded record\n\nE001\n\n### "]))
def test_any_text_gives_an_answer(text: str, head: str) -> None:
    answer = submissions.answer(head + text, example(), ROOT, TODAY)
    assert answer.problems or answer.path or answer.remarks
    written.comment(answer, example())


# -- corrections


def corrected(fact: str, value: str, entry: str = "alder2021hum", why: str = "as its page says", root: Path = ROOT) -> Answer:
    return answered("correction", {"entry": entry, "fact": fact, "value": value, "why": why}, root)


def changed(answer: Answer) -> list[str]:
    """Return the lines that went and came, with their sign."""
    old, new = answer.old.splitlines(), answer.text.splitlines()
    return [f"-{line}" for line in old if line not in new] + [f"+{line}" for line in new if line not in old]


def test_a_correction_changes_one_line_and_logs_it() -> None:
    assert changed(corrected("Venue", "Hydrophone Letters")) == [
        "-venue: Journal of Invented Hydrophones",
        "+venue: Hydrophone Letters",
        "+  - {date: 2024-11-30, field: venue, from: Journal of Invented Hydrophones, why: as its page says}",
    ]


@pytest.mark.parametrize("entry", ["alder2021hum", "Hum", "2103.99991", "arXiv:2103.99991v2", "10.5555/hum.2021.1",
    "corpus/alder2021hum.yaml",
    "https://example.org/list/papers/alder2021hum.html", "hum: finding a loose bolt in a row of turbines", "ALDER2021HUM",
    "http://www.example.org/hum/", "https://www.alphaxiv.org/abs/2103.99991"])  # fmt: skip
def test_an_entry_is_found_by_all_its_names(entry: str) -> None:
    assert corrected("Year", "2020", entry).path == "corpus/alder2021hum.yaml"


def test_an_entry_that_is_not_there_is_told_with_the_nearest() -> None:
    assert corrected("Year", "2020", "alder2021hun").problems == (
        "Entry to correct: nothing here goes by “alder2021hun”. "
        "Did you mean alder2021hum (“Hum: Finding a Loose Bolt in a Row of Turbines”)?",
    )


@pytest.mark.parametrize(
    "typed", ["https://[x/y", "a://[b]c", "https://exa\u2100mple.com/", "http://example.org:99999/", "//[", "x" * 65_000]
)
def test_what_is_no_name_of_anything_is_not_found(typed: str) -> None:
    begun = time.monotonic()
    assert corrected("Year", "2020", typed).problems == (f"Entry to correct: nothing here goes by “{typed[:80]}”.",)
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Forty ears", "nothing here goes by “Forty ears”. Did you mean straitwatch2024 (“Forty Ears in a Harbour”)?"),
        ("A", "nothing here goes by “A”."),
        ("E001", "“E001” was excluded and stands in the log (exclusions/E001.yaml); if the reason given there no longer holds, use the "
         "form “Reconsider an exclusion”."),
        ("2201.99992", "“2201.99992” was excluded and stands in the log (exclusions/E001.yaml); if the reason given there no longer "
         "holds, use the form “Reconsider an exclusion”."),
    ],
)  # fmt: skip
def test_what_stands_elsewhere_is_sent_there_and_a_beginning_is_completed(typed: str, told: str) -> None:
    assert corrected("Year", "2020", typed).problems == (f"Entry to correct: {told}",)
    assert disputed("Placement: Farm (farm)", True, typed).problems == (f"Entry in dispute: {told}",)


@pytest.mark.parametrize("typed", ["Hum", "alder2021hum", "2103.99991"])
def test_an_entry_is_no_excluded_record_and_is_sent_to_its_forms(typed: str) -> None:
    assert answered("reconsider-exclusion", {"record": typed, "why": "so"}).problems == (
        f"Excluded record: “{typed}” is in the list (corpus/alder2021hum.yaml); to change what is there, use the form “Correction” or "
        "“Dispute of a tag”.",
    )


def test_a_record_that_was_promoted_is_the_entry_that_it_became() -> None:
    promoted = replace(example().by_key["alder2021hum"], promoted_from=Promotion(replace(example().by_id["E003"], id="E009"), "a test"))
    corpus = replace(example(), papers=tuple(promoted if one.key == promoted.key else one for one in example().papers))
    body = filled_forms.body("correction", {"entry": "e009", "fact": "Year", "value": "2020", "why": "so"})
    assert submissions.answer(body, corpus, ROOT, TODAY).path == "corpus/alder2021hum.yaml"
    body = filled_forms.body("reconsider-exclusion", {"record": "E009", "why": "so"})
    assert "“E009” is in the list (corpus/alder2021hum.yaml)" in submissions.answer(body, corpus, ROOT, TODAY).problems[0]


@pytest.mark.parametrize(
    ("fact", "value", "lines"),
    [
        ("Year", "2020", ["-year: 2021", "+year: 2020", "+  - {date: 2024-11-30, field: year, from: 2021, why: as its page says}"]),
        ("Affiliation", "", ["-affiliation: Harbour College",
                             "+  - {date: 2024-11-30, field: affiliation, from: Harbour College, why: as its page says}"]),
        ("Notes", "Read twice.", ["+notes: Read twice.", "+  - {date: 2024-11-30, field: notes, to: Read twice., why: as its page says}"]),
        ("DOI", "https://doi.org/10.5555/HUM.2", ["-doi: 10.5555/hum.2021.1", "+doi: 10.5555/hum.2",
                                                  "+  - {date: 2024-11-30, field: doi, from: 10.5555/hum.2021.1, why: as its page says}"]),
        ("Links", "https://arxiv.org/abs/2103.99991", ["-  - https://example.org/hum",
            '+  - {date: 2024-11-30, field: links, from: ["https://arxiv.org/abs/2103.99991", "https://example.org/hum"], '
            "why: as its page says}"]),
        ("Authors", "Ines Alder\nde la Mare, Jun\nBo Reed", ["+  - Bo Reed",
            '+  - {date: 2024-11-30, field: authors, from: [Ines Alder, "de la Mare, Jun"], why: as its page says}']),
    ],
)  # fmt: skip
def test_every_kind_of_fact_can_be_corrected(fact: str, value: str, lines: list[str]) -> None:
    answer = corrected(fact, value)
    assert answer.problems == ()
    assert changed(answer) == lines


def test_an_arxiv_id_takes_its_link_along() -> None:
    answer = corrected("arXiv id", "2103.99992")
    assert answer.good
    assert "  - https://arxiv.org/abs/2103.99992\n" in answer.text
    assert "field: links, from: [" in answer.text


def test_what_is_read_back_is_what_was_meant(tmp_path: Path) -> None:
    """The corrected file is clean, and the earlier state can be had back."""
    root = copied(tmp_path)
    for fact, value in (
        ("Title", 'A "Hum": Found'),
        ("Authors", "Ines Alder\nand others"),
        ("Links", "https://example.org/hum\nhttps://arxiv.org/abs/2103.99991"),
    ):
        corpus = type(example()).load(root)
        body = filled_forms.body("correction", {"entry": "alder2021hum", "fact": fact, "value": value, "why": "seen: there"})
        answer = submissions.answer(body, corpus, root, TODAY)
        assert answer.problems == ()
        (root / answer.path).write_text(answer.text, encoding="utf-8")
    assert problems(root) == []
    after = type(example()).load(root).by_key["alder2021hum"]
    assert (after.title, after.authors_complete, after.links[0]) == ('A "Hum": Found', False, "https://example.org/hum")
    before = after.at(date(2024, 11, 29))
    assert before == example().by_key["alder2021hum"]


@pytest.mark.parametrize(
    ("fact", "value", "problem"),
    [
        ("Venue", "Journal of Invented Hydrophones", "What should stand there: that is what stands there already."),
        ("Title", "", "What should stand there: every entry needs it, so please say what should stand there."),
        ("Links", "", "What should stand there: every entry needs a link."),
        ("Authors", "", "What should stand there: every entry needs an author."),
        ("Authors", "Ines Alder\nde la Mare, Jun", "What should stand there: these are the authors that stand there already."),
        ("Year", "21", "Year: is no year written with four digits (“21”)."),
        ("Links", "ftp://example.org", "Links, number 1: must begin with https:// (“ftp://example.org”)."),
    ],
)
def test_a_correction_that_cannot_be_made_says_why(fact: str, value: str, problem: str) -> None:
    assert problem in corrected(fact, value).problems


def test_comments_order_and_line_ends_stay(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "corpus/quill2003sand.yaml"
    text = path.read_text(encoding="utf-8").replace("venue: arXiv", "# checked twice\nvenue: arXiv  # as of today").replace("\n", "\r\n")
    path.write_bytes(text.encode())
    answer = corrected("Affiliation", "Dune College", "quill2003sand", root=root)
    assert "# checked twice\r\nvenue: arXiv  # as of today\r\naffiliation: Dune College\r\n" in answer.text
    assert answer.text.count("\n") == answer.text.count("\r\n")


# -- disputes


def disputed(tag: str, should: bool, entry: str = "alder2021hum", root: Path = ROOT, **more: str) -> Answer:
    verdict = f"The entry should {'' if should else 'not '}carry it"
    return answered("dispute-a-tag", {"entry": entry, "tag": tag, "verdict": verdict, "why": "section 2", **more}, root)


@pytest.mark.parametrize(
    ("tag", "should", "entry", "lines"),
    [
        ("Placement: Farm (farm)", True, "alder2021hum",
         ["-  placement: row", "+  placement: farm", "+  - {date: 2024-11-30, field: tags.placement, from: row, why: section 2}"]),
        ("Signals: Pressure (pressure)", True, "alder2021hum",
         ["-  signals: [sound, vibration]", "+  signals: [vibration, sound, pressure]",
          "+  - {date: 2024-11-30, field: tags.signals, from: [vibration, sound], why: section 2}"]),
        ("Signals: Sound (sound)", False, "alder2021hum",
         ["-  signals: [sound, vibration]", "+  signals: [vibration]",
          "+  - {date: 2024-11-30, field: tags.signals, from: [vibration, sound], why: section 2}"]),
        ("Layout: Chain (chain)", False, "alder2021hum",
         ["-  layout: [chain]", "+  - {date: 2024-11-30, field: tags.layout, from: [chain], why: section 2}"]),
        ("Coverage: Scour (scour), Direct", True, "alder2021hum",
         ["-  coverage: {fatigue: direct, fouling: indirect, scour: none}",
          "+  coverage: {fatigue: direct, fouling: indirect, scour: direct}",
          "+  - {date: 2024-11-30, field: tags.coverage, from: {fatigue: direct, fouling: indirect, scour: none}, why: section 2}"]),
        ("Trial: Channel (channel)", True, "quill2003sand",
         ["+  trial: channel", "+changes:", "+  - {date: 2024-11-30, field: tags.trial, to: channel, why: section 2}"]),
    ],
)  # fmt: skip
def test_a_dispute_changes_one_tag_and_logs_it(tag: str, should: bool, entry: str, lines: list[str]) -> None:
    answer = disputed(tag, should, entry)
    assert answer.problems == ()
    assert changed(answer) == lines


def test_a_tag_goes_to_its_place_among_the_others(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "corpus/quill2003sand.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("  powered: no\n", "  powered: no\n  layout:\n    - star\n    # one box\n"),
        encoding="utf-8",
    )
    answer = disputed("Signals: Sound (sound)", True, "quill2003sand", root)
    assert "  powered: no\n  signals: [sound]\n  layout:\n    - star\n    # one box\nchanges:\n" in answer.text


@pytest.mark.parametrize(
    ("tag", "should", "problem"),
    [
        ("Placement: Row (row)", True, "Tag in question: the entry carries this tag already."),
        ("Placement: Farm (farm)", False, "Tag in question: the entry does not carry this tag; it carries Placement: Row."),
        (
            "Coverage: Scour (scour), Direct",
            False,
            "Tag in question: the entry does not carry this tag; "
            "it carries Coverage: Fatigue: Direct, Fouling: Indirect, Scour: Not covered.",
        ),
        (
            "Placement: Row (row)",
            False,
            "Tag in question: every entry carries one, this one Placement: Row; please choose under “Tag that the entry should carry "
            "besides” what it is instead.",
        ),
        (
            "Self-powered: Moon (moon)",
            True,
            "Tag in question: “Self-powered: Moon (moon)” is none of the choices; the form may have changed since you opened it.",
        ),
    ],
)
def test_a_dispute_that_changes_nothing_says_so(tag: str, should: bool, problem: str) -> None:
    assert problem in disputed(tag, should).problems


def test_a_tag_that_an_entry_lacks_is_told_of_an_empty_field() -> None:
    assert disputed("Trial: Channel (channel)", False, "quill2003sand").problems == (
        "Tag in question: the entry does not carry this tag; it carries nothing under Trial.",
    )


def test_two_tags_that_are_tied_change_in_one_step() -> None:
    answer = disputed("Approach: Model (model)", True, also="Signals: Pressure (pressure)")
    assert answer.problems == ()
    assert changed(answer) == [
        "-  approach: sensor", "-  signals: [sound, vibration]", "+  approach: model", "+  signals: [vibration, sound, pressure]",
        "+  - {date: 2024-11-30, field: tags.approach, from: sensor, why: section 2}",
        "+  - {date: 2024-11-30, field: tags.signals, from: [vibration, sound], why: section 2}",
    ]  # fmt: skip
    instead = disputed("Placement: Row (row)", False, also="Placement: Farm (farm)")
    assert changed(instead) == [
        "-  placement: row", "+  placement: farm", "+  - {date: 2024-11-30, field: tags.placement, from: row, why: section 2}",
    ]  # fmt: skip
    again = disputed("Placement: Farm (farm)", True, also="Approach: Sensor (sensor)")
    assert again.problems == ("Tag that the entry should carry besides: the entry carries this tag already.",)


@pytest.mark.parametrize(
    ("tag", "should", "also", "told"),
    [
        ("Placement: Farm (farm)", True, "Placement: Blade (blade)",
         ("Placement: Farm", "Placement: Blade", "the field takes one value")),
        ("Coverage: Fouling (fouling), Direct", True, "Coverage: Fouling (fouling), Indirect",
         ("Coverage: Fouling: Direct", "Coverage: Fouling: Indirect", "a value takes one level")),
        ("Coverage: Fouling (fouling), Direct", False, "Coverage: Fouling (fouling), Direct",
         ("Coverage: Fouling: Direct", "Coverage: Fouling: Direct", "the entry should not carry a tag and carry it besides")),
        ("Placement: Row (row)", False, "Placement: Row (row)",
         ("Placement: Row", "Placement: Row", "the entry should not carry a tag and carry it besides")),
    ],
)  # fmt: skip
def test_two_answers_that_contradict_each_other_are_both_named(tag: str, should: bool, also: str, told: tuple[str, str, str]) -> None:
    answer = disputed(tag, should, also=also)
    first, second, why = told
    assert answer.problems == (
        f"“Tag in question” ({first}) and “Tag that the entry should carry besides” ({second}) contradict each other: {why}.",
    )
    assert not answer.good


def test_two_tags_of_one_field_that_takes_several_do_not_contradict_each_other() -> None:
    answer = disputed("Coverage: Fouling (fouling), Direct", True, "quill2003sand", also="Coverage: Fatigue (fatigue), Indirect")
    assert not any("contradict" in problem for problem in answer.problems)
    answer = disputed("Signals: Pressure (pressure)", True, also="Signals: Salinity (salinity)")
    assert not any("contradict" in problem for problem in answer.problems)


READING = """\
reader: Mia Holt
kind: reading
date: 2024-10-01
method: Read twice.
caveat: Not blind.
fields: [placement]
codings:
  alder2021hum: {tags: {placement: farm}}
disagreements:
  - {field: placement, papers: [alder2021hum], status: open, why: Both can be read into it.}
"""


def test_a_tag_that_is_left_open_on_purpose_is_told_as_such(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "survey/audits").mkdir()
    (root / "survey/audits/r1.yaml").write_text(READING, encoding="utf-8")
    given = {"entry": "alder2021hum", "verdict": "The entry should carry it", "why": "section 2"}
    issue = filled_forms.body("dispute-a-tag", {**given, "tag": "Placement: Farm (farm)"})
    answer = submissions.answer(issue, Corpus.load(root), root, TODAY)
    told = "Placement: Mia Holt saw another tag here, and the survey leaves this open on purpose: Both can be read into it."
    assert (answer.problems, answer.remarks) == ((), (told,))
    other = filled_forms.body("dispute-a-tag", {**given, "tag": "Approach: Model (model)", "also": "Signals: Pressure (pressure)"})
    assert submissions.answer(other, Corpus.load(root), root, TODAY).remarks == ()


def test_a_dispute_against_a_rule_can_be_made_in_one_step_with_the_reason(tmp_path: Path) -> None:
    root = copied(tmp_path)
    answer = disputed("Self-powered: Self-powered (yes)", True, "weir2020overview", exception="It tells of one that is.")
    assert answer.problems == ()
    assert changed(answer) == [
        "-  powered: no", "+  powered: yes", "+exceptions:", "+  self-powered-sensors: It tells of one that is.", "+changes:",
        "+  - {date: 2024-11-30, field: tags.powered, from: no, why: section 2}",
    ]  # fmt: skip
    (root / answer.path).write_text(answer.text, encoding="utf-8")
    assert problems(root) == []
    assert type(example()).load(root).by_key["weir2020overview"].exceptions == {"self-powered-sensors": "It tells of one that is."}


def test_a_further_exception_joins_those_that_are_there_and_none_is_given_twice(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "corpus/weir2020overview.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "exceptions:\n  similar-title: another work # seen\n", encoding="utf-8")
    answer = disputed("Self-powered: Self-powered (yes)", True, "weir2020overview", root, exception="So it is.")
    assert "exceptions:\n  similar-title: another work # seen\n  self-powered-sensors: So it is.\n" in answer.text
    kept = disputed("Placement: Row (row)", True, "flint2023load", exception="So it is.")
    assert kept.text.count("self-powered-sensors") == 1
    assert kept.remarks == ("What stands under “Why a rule does not hold here” is not kept, since no rule stands against this.",)


def test_a_retag_that_breaks_a_rule_is_refused_with_its_reason() -> None:
    answer = disputed("Self-powered: Self-powered (yes)", True, "weir2020overview")
    assert any("Only a device can live on the stream" in problem for problem in answer.problems)


def test_an_entry_in_another_style_is_left_to_a_person(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "corpus/weir2020overview.yaml"
    path.write_text(
        "".join(path.read_text(encoding="utf-8").partition("tags:")[:1]) + "tags: {approach: overview, placement: NA, powered: no}\n",
        encoding="utf-8",
    )
    answer = disputed("Placement: Farm (farm)", True, "weir2020overview", root)
    assert (answer.good, answer.problems) == (False, ())
    assert written.comment(answer, example()) == (
        "Thank you. A maintainer will look at this.\n\n"
        "- corpus/weir2020overview.yaml is written in a way that only a person can edit; nothing is left for you to do.\n"
    )


# -- exclusions


def test_a_plea_without_tags_is_left_to_a_maintainer() -> None:
    answer = answered("reconsider-exclusion", {"record": "2201.99992", "why": "it got wet"})
    assert not answer.good
    assert answer.problems == ()
    assert answer.remarks == (
        "E001 was excluded on 2023-04-20 (No water): The device is shaken on a desk and never meets water.",
        "Why the reason no longer holds: it got wet",
        "No tags were proposed, so no file changes; a maintainer decides.",
    )
    assert answer.following == (
        "masrl promote E001 --tag FIELD=VALUE says what it fills and flips, and moves it into the list if it does.",
    )
    assert not answer.closes


def test_proposed_tags_are_written_into_the_record_with_what_they_would_change() -> None:
    given = {"record": "E001", "why": "it got wet", "tag-approach": "Norm (norm)", "tag-placement": "Row (row)", "tag-powered": "Fed (no)"}
    answer = answered("reconsider-exclusion", given)
    assert answer.good
    assert answer.text == answer.old + "tags:\n  approach: norm\n  placement: row\n  powered: no\n"
    assert answer.remarks[1] == "Why the reason no longer holds: it got wet"
    assert answer.following == (
        "It fills the empty cells Approach: Norm; Approach: Norm with Self-powered: Fed.",
        "The survey's rule lets it in then: a maintainer who agrees moves it with masrl promote E001. Until then it stays in the log, and "
        "this issue stays open.",
    )
    assert not answer.closes


def test_a_record_that_fills_and_flips_nothing_needs_a_reason_and_is_told_how_it_is_given() -> None:
    given = {"record": "E001", "why": "it got wet", "tag-approach": "Sensor (sensor)", "tag-placement": "Row (row)"}
    assert answered("reconsider-exclusion", given).following == (
        "It fills no empty cell and flips no claim.",
        'Moving it then takes a reason of its own: a maintainer who agrees moves it with masrl promote E001 --because "the reason". Until '
        "then it stays in the log, and this issue stays open.",
    )


def test_what_the_answer_says_of_promoting_is_what_promote_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, (approach, code) in enumerate((("Norm (norm)", 0), ("Sensor (sensor)", 2))):
        root = tmp_path / str(number)
        shutil.copytree(ROOT, root)
        given = {"record": "E001", "why": "it got wet", "tag-approach": approach, "tag-placement": "Row (row)", "tag-powered": "Fed (no)"}
        answer = answered("reconsider-exclusion", given)
        (root / answer.path).write_text(answer.text, encoding="utf-8")
        assert ("masrl promote E001. Until" in answer.following[-1]) is (code == 0)
        assert masrl(monkeypatch, "promote", "E001", "--offline", "--root", str(root)) == code
        capsys.readouterr()


def test_a_claim_that_a_record_flips_is_told_with_its_sentence() -> None:
    said = claims_on_norms()
    given = {"record": "E001", "why": "it got wet", "tag-approach": "Norm (norm)", "tag-placement": "Row (row)", "tag-powered": "Fed (no)"}
    answer = submissions.answer(filled_forms.body("reconsider-exclusion", given), said, ROOT, TODAY)
    assert answer.following[1:3] == (
        "It flips the claim no-norms, which holds now and fails then (“No entry is a norm”).",
        "Claims are tried here on today's records; the published pool is not touched.",
    )
    page = written.comment(answer, said)
    assert "What comes next, once that is written:\n\n- It fills the empty cells Approach: Norm; Approach" in page
    assert written.value(answer)["closes"] is False


def claims_on_norms() -> Corpus:
    text = (
        "claims:\n  no-norms:\n    sentence: No entry is a norm.\n    pool: current\n    where: {approach: [norm]}\n"
        "    expect: {none: yes}\n    boundary: None.\n"
    )
    found: list[Problem] = []
    top = top_level(located.parse(text, "survey/claims.yaml", found.append), "survey/claims.yaml", found.append)
    assert top is not None
    asked = statements.vocabulary(example().taxonomy, (), set(), tuple(example().by_key), sorted(example().by_id))
    made = replace(example(), claims=statements.parse(top, asked).claims)
    assert found == []
    return made


def test_tags_that_were_proposed_before_are_amended() -> None:
    answer = answered(
        "reconsider-exclusion", {"record": "Ears for a Dam", "why": "built", "tag-placement": "Row (row)", "tag-powered": "Fed (no)"}
    )
    assert changed(answer) == ["-  placement: farm", "+  placement: row", "+  powered: no"]


def test_a_record_that_is_not_there_is_told_with_the_nearest() -> None:
    answer = answered("reconsider-exclusion", {"record": "E0001", "why": "so"})
    assert answer.problems[0].startswith("Excluded record: nothing here goes by “E0001”. Did you mean E00")


# -- the comment and the command


def test_the_comment_shows_the_file_and_what_it_changes() -> None:
    page = written.comment(new(), example())
    tokens = MarkdownIt().parse(page)
    (fence,) = (token for token in tokens if token.type == "fence")
    assert (fence.info, fence.content) == ("yaml", new().text)
    assert "#### Papers added (1)" in page


def test_a_correction_is_shown_as_a_difference() -> None:
    (fence,) = (token for token in MarkdownIt().parse(written.comment(corrected("Year", "2020"), example())) if token.type == "fence")
    assert fence.info == "diff"
    assert "-year: 2021\n+year: 2020\n" in fence.content


HOSTILE = "```\n# Head\n<script>x</script> @someone ![p](https://evil.example/p.png) `` ~~~ [x](javascript:1)"


def test_hostile_answers_show_literally() -> None:
    for answer in (
        new(title=HOSTILE, venue=HOSTILE),
        new(year=HOSTILE),
        answered("reconsider-exclusion", {"record": "E001", "why": HOSTILE}),
        answered("reconsider-exclusion", {"record": "E001", "why": HOSTILE, "tag-approach": "Norm (norm)"}),
        disputed("Self-powered: Self-powered (yes)", True, "weir2020overview", exception=HOSTILE),
        answered("reconsider-exclusion", {"record": HOSTILE, "why": HOSTILE}),
    ):
        page = written.comment(answer, example())
        tokens = MarkdownIt("commonmark").parse(page)
        types = {token.type for token in (*tokens, *(child for token in tokens for child in token.children or ()))}
        assert not types & {"html_block", "html_inline", "image", "link_open"}
        assert len(page.encode()) < 65_000


def test_a_comment_stays_below_what_github_takes() -> None:
    many = "\n".join(
        f"Author{'abcdefghij'[n % 10]}{chr(97 + n // 26 % 26)}{chr(97 + n % 26)} {'X' * 80}{chr(65 + n % 26)}" for n in range(500)
    )
    for answer in (new(authors=many), new(authors="\n".join(["1"] * 3000))):
        assert len(written.comment(answer, example()).encode()) < 65_000


def test_the_command_prints_the_comment_or_the_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    issue = str(filled_forms.written(tmp_path, filled_forms.body("new-paper", PAPER)))
    assert masrl(monkeypatch, "form", issue, "--root", str(ROOT), "--date", "2024-11-30") == 0
    assert capsys.readouterr().out.startswith("Thank you. This is what will be written to `corpus/wren2024bells.yaml`")
    assert masrl(monkeypatch, "form", issue, "--root", str(ROOT), "--date", "2024-11-30", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["good"], found["path"], found["title"], found["text"]) == (
        True,
        "corpus/wren2024bells.yaml",
        "Add wren2024bells",
        new().text,
    )


def test_the_command_exits_with_1_where_something_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    issue = filled_forms.written(tmp_path, "")
    assert masrl(monkeypatch, "form", str(issue), "--root", str(ROOT), "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["good"], found["path"], found["text"]) == (False, None, None)
    issue.write_bytes(b"\xff\xfe")
    assert masrl(monkeypatch, "form", str(issue), "--root", str(ROOT)) == 1
    assert masrl(monkeypatch, "form", str(tmp_path / "nowhere"), "--root", str(ROOT)) == 2


def test_nothing_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    root = copied(tmp_path)
    before = shutil.make_archive(str(tmp_path / "before"), "tar", root)
    masrl(monkeypatch, "form", str(filled_forms.written(tmp_path, filled_forms.body("new-paper", PAPER))), "--root", str(root))
    after = shutil.make_archive(str(tmp_path / "after"), "tar", root)
    assert Path(before).read_bytes() == Path(after).read_bytes()


@pytest.mark.parametrize(("form", "escape"), [("markdown", "<U+001B>"), ("json", "\\u001b")])
def test_what_the_answer_quotes_acts_on_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str, escape: str
) -> None:
    given = {"entry": "\x1b[31mred\x9b1m\u202e", "fact": "Year", "value": "2020", "why": "\x07 so"}
    path = filled_forms.written(tmp_path, filled_forms.body("correction", given))
    assert masrl(monkeypatch, "form", "--root", str(ROOT), str(path), "--format", form) == 1
    out, err = capsys.readouterr()
    assert not characters.REFUSED.search(out + err)
    assert escape in out
