"""From the issue that a filled-in form becomes to the exact text of the file, or to what is missing."""

from __future__ import annotations

import json
import shutil
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

from pipeline import submissions
from pipeline.outputs import answers as written
from pipeline.submissions import Answer

TODAY = date(2024, 11, 30)
PAPER = filled_forms.PAPER


def answered(name: str, given: dict[str, str], root: Path = ROOT) -> Answer:
    return submissions.answer(filled_forms.body(name, given), example(), root, TODAY)


def new(**given: str) -> Answer:
    """Return the answer to the form for a new paper with some answers changed; - stands for what cannot be written as a name."""
    return answered("new-paper", {**PAPER, **{name.replace("__", "-"): text for name, text in given.items()}})


# -- a new paper


def test_a_filled_in_form_is_the_exact_entry() -> None:
    answer = new()
    assert answer.good
    assert (answer.title, answer.path, answer.problems, answer.remarks) == ("Add wren2024bells", "corpus/wren2024bells.yaml", (), ())
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


def test_others_say_that_the_authors_are_not_all() -> None:
    assert "  - Ina Wren\nauthors_complete: no\n" in new(authors="- Ina Wren\n- and others").text


def test_a_doi_alone_gives_the_link() -> None:
    answer = new(arxiv_id="", doi="https://doi.org/10.5555/BELLS.1", venue="Bells")
    assert "doi: 10.5555/bells.1\nlinks:\n  - https://doi.org/10.5555/bells.1\n" in answer.text
    assert answer.good


def test_the_arxiv_page_comes_first_and_once() -> None:
    answer = new(links="https://example.org/bells\nhttps://arxiv.org/pdf/2405.99991v1")
    assert "links:\n  - https://arxiv.org/abs/2405.99991\n  - https://example.org/bells\nadded" in answer.text


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"title": ""}, "Title of the paper: please answer this question."),
        ({"year": "soon"}, "Year: is no year written with four digits (“soon”)."),
        ({"year": "2031"}, "Year: lies in the future (“2031”)."),
        ({"authors": "Ina Wren\nWren et al."}, "Authors, number 2: is no author (“Wren et al.”)."),
        ({"authors": "Ina Wren & Bo Reed"}, "Authors, number 1: names more than one author (“Ina Wren & Bo Reed”)."),
        ({"arxiv_id": "2405.999"}, "arXiv id: has 3 digits after the point where 5 are due: was a final zero lost? (“2405.999”)."),
        ({"arxiv_id": "", "venue": "Bells"}, "Links: please answer this question."),
        ({"links": "http://example.org/a"},
         "Links, number 2: must begin with https:// (“http://example.org/a”)."),
        ({"summary": "No stop"}, "Summary: does not end with a full stop (“No stop”)."),
        ({"tag__placement": "Moon (moon)"},
         "Placement (tag): “Moon (moon)” is none of the choices; the form may have changed since you opened it."),
        ({"tag__powered": "Self-powered (yes)", "tag__approach": "Model (model)"},
         "Approach: Only a device can live on the stream, so retag or write down why this entry is an exception. "
         "(“powered yes, approach model”)."),
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


def test_everything_that_is_wrong_is_told_at_once() -> None:
    answer = new(year="soon", authors="", tag__placement="")
    assert [text.partition(":")[0] for text in answer.problems] == ["Authors", "Placement (tag)", "Year"]


def test_a_title_like_another_is_worth_a_look() -> None:
    assert new(title="Forty Ears in the Harbour").remarks == (
        "Title: reads like 'Forty Ears in a Harbour' in corpus/straitwatch2024.yaml (91 % alike) (“Forty Ears in the Harbour”).",
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


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from([name for name in PAPER if not name.startswith("tag-")]), TEXTS, max_size=4))
def test_whatever_is_written_is_read_back_as_written_or_refused(given: dict[str, str]) -> None:
    answer = answered("new-paper", {**PAPER, **given})
    assert answer.path.startswith("corpus/") or answer.problems
    if answer.good:
        read = yaml.safe_load(answer.text)
        assert read["tags"] == {"approach": "sensor", "placement": "farm", "powered": False}
        assert str(read["title"]) == " ".join({**PAPER, **given}["title"].split())
        assert str(read["venue"]) == " ".join({**PAPER, **given}["venue"].split())


@settings(max_examples=100, deadline=None)
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
    "https://example.org/list/papers/alder2021hum.html", "hum: finding a loose bolt in a row of turbines", "ALDER2021HUM"])  # fmt: skip
def test_an_entry_is_found_by_all_its_names(entry: str) -> None:
    assert corrected("Year", "2020", entry).path == "corpus/alder2021hum.yaml"


def test_an_entry_that_is_not_there_is_told_with_the_nearest() -> None:
    assert corrected("Year", "2020", "alder2021hun").problems == (
        "Entry to correct: nothing here goes by “alder2021hun”. Did you mean alder2021hum?",
    )


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


def disputed(tag: str, should: bool, entry: str = "alder2021hum", root: Path = ROOT) -> Answer:
    verdict = f"The entry should {'' if should else 'not '}carry it"
    return answered("dispute-a-tag", {"entry": entry, "tag": tag, "verdict": verdict, "why": "section 2"}, root)


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
        ("Placement: Farm (farm)", False, "Tag in question: the entry does not carry this tag."),
        (
            "Placement: Row (row)",
            False,
            "Tag in question: every entry carries Placement: please name the value that it should carry instead.",
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
    assert answer.problems == (
        "Tag in question: corpus/weir2020overview.yaml is written in a way that only a person can edit; a maintainer will.",
    )


# -- exclusions


def test_a_plea_without_tags_is_left_to_a_maintainer() -> None:
    answer = answered("reconsider-exclusion", {"record": "2201.99992", "why": "it got wet"})
    assert not answer.good
    assert answer.problems == ()
    assert answer.remarks[0] == "E001 was set aside on 2023-04-20 (No water): The device is shaken on a desk and never meets water."


def test_proposed_tags_are_written_into_the_record_with_what_they_would_change() -> None:
    given = {"record": "E001", "why": "it got wet", "tag-approach": "Norm (norm)", "tag-placement": "Row (row)", "tag-powered": "Fed (no)"}
    answer = answered("reconsider-exclusion", given)
    assert answer.good
    assert answer.text == answer.old + "tags:\n  approach: norm\n  placement: row\n  powered: no\n"
    assert (
        answer.remarks[1]
        == "With these tags it fills the empty cell Approach: Norm; fills the empty cell Approach: Norm with Self-powered: Fed."
    )


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
    assert masrl(monkeypatch, "form", issue, "--root", str(ROOT), "--on", "2024-11-30") == 0
    assert capsys.readouterr().out.startswith("Thank you. This is what will be written to `corpus/wren2024bells.yaml`")
    assert masrl(monkeypatch, "form", issue, "--root", str(ROOT), "--on", "2024-11-30", "--format", "json") == 0
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
