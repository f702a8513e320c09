"""Whatever an item of a Markdown list says stands in its entry as it stood, beside it in ``imported/``, or among the losses."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.founding import fields, guessing, importing, markdown_lists, report, writing
from pipeline.founding.entries import Entry
from pipeline.founding.report import Import

TODAY = date(2024, 12, 1)


def imported(*lines: str) -> Import:
    table = markdown_lists.read("\n".join(("# T", "", *lines, "")), "list.md", lambda problem: pytest.fail(str(problem)))
    assert table is not None
    return importing.imported(table, guessing.guesses(table), TODAY)


def entry(line: str) -> Entry:
    ((_, found),) = imported(f"- {line}").entries
    return found


A, G, X = "https://example.org/a", "https://arxiv.org/abs/2305.15334", "https://github.com/x/y"


@pytest.mark.parametrize(
    ("line", "title", "known", "year", "venue", "links"),
    [
        (f"[Title B]({A}), arXiv:2305.15338, 2023", "Title B", "2305.15338", 2023, "arXiv", (A,)),
        (f"[Title A]({A}). arXiv:2305.15337", "Title A", "2305.15337", 2023, "arXiv", (A,)),
        (f"[Title A]({A}) (arXiv 2305.15337v2)", "Title A", "2305.15337", 2023, "arXiv", (A,)),
        (f"[Title A]({A}). arXiv preprint arXiv:2305.15337 (2023)", "Title A", "2305.15337", 2023, "arXiv preprint", (A,)),
        (f"[Title A]({A}) [[arXiv:2305.15337]({X})]", "Title A", "2305.15337", 2023, "arXiv", (A, X)),
        (f"[Title A]({A}). arxiv.org/abs/2305.15337", "Title A", "2305.15337", 2023, "arXiv", (A,)),
        (f"[Title C]({A}). doi:10.1145/1234567.8901234", "Title C", "10.1145/1234567.8901234", None, "", (A,)),
        (f"[Title C]({A}). DOI: 10.1145/1234567.8901234.", "Title C", "10.1145/1234567.8901234", None, "", (A,)),
        (f"[Title C]({A}) (https://doi.org/10.1145/1.2)", "Title C", "", None, "", (A, "https://doi.org/10.1145/1.2")),
        (f"Gorilla 2, {G}", "Gorilla 2", "2305.15334", 2023, "arXiv", (G,)),
        (f"Gorilla: Massive APIs. {G}", "Gorilla: Massive APIs", "2305.15334", 2023, "arXiv", (G,)),
        (f"Title D. {X}", "Title D", "", None, "", (X,)),
        (f"Title D {X}", "Title D", "", None, "", (X,)),
        (f"{X} Title D", "Title D", "", None, "", (X,)),
        (f"Gorilla: APIs. NeurIPS 2024. {G}", "Gorilla: APIs", "2305.15334", 2024, "NeurIPS 2024", (G,)),
        (f"Patil et al. Gorilla 3 (NeurIPS 2024). <{G}>", "Gorilla 3", "2305.15334", 2024, "NeurIPS 2024", (G,)),
        (f"**Title D**. Paper: <{G}>, code: {X}.", "Title D", "2305.15334", 2023, "arXiv", (G, X)),
        (f"[{G}]({G}) Title D", "Title D", "2305.15334", 2023, "arXiv", (G,)),
        (f"[2023/05] [Title A]({A})", "Title A", "", 2023, "", (A,)),
        (f"[[2023] Title A]({A})", "Title A", "", 2023, "", (A,)),
        (f"[\u221eBench: \u2200x \u2192 y]({A})", "\u221eBench: \u2200x \u2192 y", "", None, "", (A,)),
    ],
)  # fmt: skip
def test_ids_and_addresses_anywhere_in_an_item_are_what_they_are(
    line: str, title: str, known: str, year: int | None, venue: str, links: tuple[str, ...]
):
    found = entry(line)
    assert (found.title, found.arxiv_id or found.doi, found.year, found.venue, found.links) == (title, known, year, venue, links)
    assert (found.summary, found.notes) == ("", "")


def test_names_before_a_title_are_its_authors_where_there_is_no_doubt():
    found = entry('A. Vell, B. Reed. "Quoted Title of Work." *ICML*, 2023. doi: 10.1145/3583780.3614700 (oral)')
    assert [(one.given, one.family) for one in found.authors] == [("A.", "Vell"), ("B.", "Reed")]
    assert (found.title, found.venue, found.year, found.doi) == ("Quoted Title of Work", "ICML", 2023, "10.1145/3583780.3614700")
    assert (found.summary, found.notes) == ("", "oral")


@pytest.mark.parametrize(
    ("line", "summary", "notes"),
    [
        (f"[Title F]({A}) - We ask: does it help? Yes: it does.", "We ask: does it help? Yes: it does.", ""),
        (f"[Title G]({A}) - arXiv 2305.15339 - Summary here.", "", "Summary here."),
        (f"[Title G]({A}) - Uses *gradient* descent (twice) -- and [the code]({X}) too.",
         "Uses gradient descent (twice) -- and the code too.", ""),
        (f"[Title G]({A}) - Builds upon arXiv:2305.15339 with more, see {X} for all.",
         f"Builds upon arXiv:2305.15339 with more, see {X} for all.", ""),
        (f"[Title G]({A}) | Tells what it is at 10:30:45 sharp \U0001f525 :star: [[code]({X})]", "Tells what it is at 10:30:45 sharp.", ""),
        (f"[Title G]({A}). arXiv:2305.15339. arXiv:2305.15340.", "", "arXiv:2305.15340."),
        (f"[2022/05] [Title G]({A}). ICML 2023", "", "2022/05"),
        (f"[Title G]({A}), 2022, 2023", "", "2022, 2023"),
        (f"[Title G]({A}), ICML 2023, ICLR 2024", "", "ICML 2023"),
        (f"[Title G]({A}), poster", "", "poster"),
        (f"[Title G]({A}) poster arXiv:2305.15338", "", "poster"),
        (f"[Title G]({A}) (see the appendix)", "", "see the appendix"),
        (f"[Title G]({A}) - A thing of note. ICML 2023. And a word more", "A thing of note. And a word more.", ""),
    ],
)  # fmt: skip
def test_what_is_left_stands_as_it_stood(line: str, summary: str, notes: str):
    found = entry(line)
    assert (found.summary, found.notes) == (summary, notes)


def test_lines_that_are_no_entry_are_named_with_all_that_they_say():
    found = imported(
        f"- [Title A]({A})", f"- {G}", "- more in [the part below](#below)", "- [Below](#below)", "", "## About", "", "- plain words",
        "  - [Deep](https://e.org/d)", "", "| a | b |", "| - | - |", f"| one | [two]({X}) |",
    )  # fmt: skip
    why = "stands under “About”, which is no part of a list"
    assert [(loss.line, loss.value, loss.why) for loss in found.losses] == [
        (4, G, "is an item without a title"),
        (5, "more in the part below", "leads nowhere but within the file"),
        (10, "plain words", why),
        (11, "Deep https://e.org/d", why),
        (15, f"one | two {X}", why),
    ]


def test_cells_of_a_table_that_say_the_same_fact_twice_keep_both():
    found = imported(
        "| Paper | Year | arXiv | DOI | Link | Notes | Notes |", "| - | - | - | - | - | - | - |",
        f"| [Title A]({A}) (ICML 2022) nice | 2023 | arXiv:2305.15337 | 10.5555/a | since May [code]({X}) | one | two |",
        f"| [Title B]({A}b) |  | [link]({G}) | | {X}b | | |",
    )  # fmt: skip
    (_, one), (_, two) = found.entries
    assert (one.arxiv_id, one.doi, one.year, one.venue, one.links) == ("2305.15337", "10.5555/a", 2023, "ICML 2022", (A, X))
    assert one.notes == "nice. 2022. since May code. one."
    assert one.kept == {"Notes 7": "two"}
    assert (two.arxiv_id, two.links, two.notes) == ("2305.15334", (f"{A}b", G, f"{X}b"), "")


# -- anything at all

WORDS = (
    "Relay", "credit", "We", "ask", "does", "it", "help", "Yes", "NeurIPS 2024", "ICML", "2023", "1998", "May 2021", "2022/05", "poster",
    "Code", "PDF", "oral", "Ana Vell", "B. Reed", "Lev Marsh et al.", "by Pia Vale", "arXiv:2305.15338", "arXiv 2305.15339", "Nature 2019",
    "doi:10.1145/1234567.8901234", "10.5555/x.7", "https://arxiv.org/abs/2305.15334", "<https://example.org/b>", "https://e.org/c_(d)",
    "*slanted text*", "**bold text**", "`code`", "~~gone~~", "[a link](https://e.org/l)", "[PDF](https://e.org/p)", "café", "x-y", "3.5",
    "arXiv 2023.05", "arXiv, May 2023", "2023, ICML", "C3", "[C3](https://arxiv.org/abs/2305.15342)", "see also", "Code:",
    "arXiv preprint", "\u221e", "\u03c4-bench", "GPT-4", "v2", "arXiv:2399.12345", "[2305.15341](https://e.org/q)", "Journal of Kites",
)  # fmt: skip
SIGNS = (" ", " ", " ", ", ", ". ", ": ", " - ", " | ", " (", ") ", "? ", "; ", " [", "] ", " -- ", "\u2014", "<br>", " \u201c", "\u201d ")
DROPPED = {"pdf", "code", "et", "al", "by", "and", "others", "br", "https", "doi", "poster"}
"""Labels of links, and words that say of names that they are names."""


def words(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[^\W_]+", text)} - DROPPED


def stands(found: Import) -> str:
    """Return all that is written of an import."""
    entries = (
        writing.text(one, fields.tags(one, found.fields), tuple(found.fields.values()), TODAY) + str(one.doi) for _, one in found.entries
    )
    return "\n".join((*entries, report.losses_text(found), report.unmapped_text(found)))


@settings(max_examples=60, deadline=None)
@example([("arXiv preprint", " \u201c"), ("https://arxiv.org/abs/2305.15334", " ")], "[Title of it](https://e.org/t)", " ")
@example([("https://arxiv.org/abs/2305.15334", "\u2014"), ("Relay", " ")], "[Title of it](https://e.org/t)", " ")
@example([("3.5", " "), ("arXiv:2305.15338", " ")], "[Title of it](https://e.org/t)", " ")
@example([("Relay", " - "), ("2023", " ("), ("2022/05", ") ")], "[Title of it](https://e.org/t)", " - ")
@given(
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SIGNS)), max_size=12),
    st.sampled_from(("[Title of it](https://e.org/t)", "**Title of it**", "Title of it", "\"Title of it all\"", "")),
    st.sampled_from(SIGNS),
)  # fmt: skip
def test_every_word_of_an_item_stands_somewhere(rest: list[tuple[str, str]], title: str, sign: str):
    line = f"{title}{sign}" + "".join(f"{word}{behind}" for word, behind in rest)
    table = markdown_lists.read(f"# T\n\n- {line}\n", "list.md", lambda problem: None)
    if table is not None:
        found = importing.imported(table, guessing.guesses(table), TODAY)
        shown = re.sub(r"[*`~<>]", "", line.replace("<br>", " "))
        assert words(shown) <= words(stands(found)), line


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.lists(st.sampled_from(WORDS), min_size=1, max_size=5)), min_size=1, max_size=6))
def test_every_word_of_items_below_items_stands_somewhere(items: list[tuple[int, list[str]]]):
    lines = []
    depth = -1
    for deep, said in items:
        depth = min(deep, depth + 1)
        lines.append(f"{'  ' * depth}- {' '.join(said)}")
    table = markdown_lists.read("\n".join(("# T", "", *lines, "")), "list.md", lambda problem: None)
    if table is not None:
        found = importing.imported(table, guessing.guesses(table), TODAY)
        names = " ".join(f"{label} {name}" for one in found.fields.values() for name, label in one.values.items())
        shown = re.sub(r"[*`~<>]", "", "\n".join(lines))
        assert words(shown) <= words(f"{stands(found)} {names}"), lines
