"""Items of Markdown lists in the shapes that people give them: dates before titles, remarks below them, boxes, short names, headings."""

from __future__ import annotations

import pytest

from pipeline.errors import Problem
from pipeline.founding import item_texts, item_venues, list_headings, markdown_blocks, markdown_lists

PAPER = "https://arxiv.org/abs/2305.11111"


def rows(*lines: str) -> tuple[list[dict[str, str]], list[tuple[int, str, str]]]:
    """Return what a list says by row and column, and its losses as line, text and reason."""
    found: list[Problem] = []
    table = markdown_lists.read("\n".join(("# T", "", *lines, "")), "list.md", found.append)
    assert table is not None, found
    cells = [{column: cell for column, cell in zip(table.columns, row.cells, strict=True) if cell} for row in table.rows]
    return cells, [(loss.line, loss.value, loss.why) for loss in table.losses]


def row(line: str) -> dict[str, str]:
    (found,), losses = rows(f"- {line}")
    assert losses == []
    return found


# -- dates and venues before a title


@pytest.mark.parametrize(
    ("tag", "venue", "date"),
    [
        ("arXiv 2023.05", "arXiv", "2023.05"),
        ("arXiv 2023/05", "arXiv", "2023/05"),
        ("arXiv 2023-05-11", "arXiv", "2023-05-11"),
        ("arXiv'23", "arXiv", "2023"),
        ("arXiv, May 2023", "arXiv", "May 2023"),
        ("arXiv 2023 May", "arXiv", "2023 May"),
        ("arXiv 23.05", "arXiv", "2023-05"),
        ("arXiv 2305", "arXiv", "2023-05"),
        ("arXiv 2023", "arXiv", "2023"),
        ("arxiv 2023.05", "arxiv", "2023.05"),
        ("2023.05, arXiv", "arXiv", "2023.05"),
        ("arXiv preprint 2023.05", "arXiv preprint", "2023.05"),
        ("Preprint 2023.05", "Preprint", "2023.05"),
        ("2023/05", None, "2023/05"),
        ("2023-05", None, "2023-05"),
        ("May 2023", None, "May 2023"),
        ("NeurIPS 2023", "NeurIPS 2023", "2023"),
        ("NeurIPS 23", "NeurIPS 23", "2023"),
        ("TMLR 2023.05", "TMLR 2023.05", "2023"),
        ("2023, ICML", "ICML", "2023"),
        ("ICLR 2023 Workshop on Kites", "ICLR 2023 Workshop on Kites", "2023"),
        ("ICLR 2023 Workshop, May 2023", "ICLR 2023 Workshop, May 2023", "2023"),
    ],
)
@pytest.mark.parametrize(
    "shape",
    [
        "({tag}) Eps Kite: a study [[Paper]({paper})]",
        "(*{tag}*) Eps Kite: a study [[Paper]({paper})]",
        "**[{tag}]** Eps Kite: a study. [[paper]]({paper})",
        "`{tag}` Eps Kite: a study. [[paper]]({paper})",
        "**{tag}** Eps Kite: a study [[paper]]({paper})",
        "[{tag}] [Eps Kite: a study]({paper})",
        "**[{tag}] Eps Kite: a study** [paper]({paper})",
        "[[{tag}] Eps Kite: a study]({paper})",
        "[{tag}]({paper}) Eps Kite: a study",
        "[Eps Kite: a study]({paper}) ({tag})",
        "Eps Kite: a study. {tag} [[paper]]({paper})",
    ],
)
def test_a_date_or_a_venue_is_no_title_wherever_and_however_it_stands(shape: str, tag: str, venue: str | None, date: str):
    expected = {"title": "Eps Kite: a study", "year": date, "links": PAPER} | ({"venue": venue} if venue else {})
    assert row(shape.format(tag=tag, paper=PAPER)) == expected


@pytest.mark.parametrize("tag", ["arXiv 2023.05", "2023-05", "arXiv, May 2023", "NeurIPS 2023"])
def test_a_date_or_a_venue_before_a_colon_is_none_either(tag: str):
    assert row(f"{tag}: Eps Kite, a study [[Paper]({PAPER})]")["title"] == "Eps Kite, a study"


def test_a_bracket_that_begins_with_a_date_and_says_more_is_kept_as_it_stands():
    found = row(f"(arXiv 2023.05, updated 2024) Eps Kite [[Paper]({PAPER})]")
    assert found == {"title": "Eps Kite", "links": PAPER, "summary": "arXiv 2023.05, updated 2024"}


def test_of_two_dates_in_one_year_both_are_kept():
    found = row(f"[Eps Kite]({PAPER}) [arXiv 2023.05] [2023.06] [2023]")
    assert (found["year"], found["venue"], found["notes"]) == ("2023.05", "arXiv", "2023.06")


@pytest.mark.parametrize("text", ["arXiv 2305.11111", "GPT 4, 2023", "Kites 2023.05", "arXiv 2023.05.111", "ICML 2399", "23.05"])
def test_what_only_looks_like_a_date_or_a_venue_is_none(text: str):
    assert not item_venues.is_tag(text)


# -- what stands below


def test_a_remark_below_a_paper_is_its_note_with_the_address_and_the_title_stays():
    found, losses = rows(
        f"- Kite-Net: Learning to Fly [[Paper]]({PAPER})",
        "  - See also [our project page](https://z.org)",
        "  - See also the follow-up [[paper]](https://arxiv.org/abs/2305.22222)",
        "  - We build on [an earlier list of kites](https://y.org/list) and more",
        "  - ExpEnv: [Sky](https://github.com/sky/sky)",
    )
    assert (found, losses) == ([{
        "title": "Kite-Net: Learning to Fly", "links": f"{PAPER} https://z.org",
        "notes": "See also our project page (https://z.org). See also the follow-up [paper] (https://arxiv.org/abs/2305.22222). "
        "We build on an earlier list of kites (https://y.org/list) and more. ExpEnv: Sky (https://github.com/sky/sky)",
    }], [])  # fmt: skip


def test_a_paper_below_a_remark_is_an_entry_and_takes_nothing_from_the_paper_above():
    found, losses = rows(
        f"1. Kite-Net: Learning to Fly, **CVPR'23**, [[Paper]({PAPER})][[Code](https://github.com/x/y)]",
        "   - Nested remark with [another link](https://z.org)",
        "     - [Deeper paper](https://arxiv.org/abs/2305.00009)",
    )
    assert losses == []
    assert found == [
        {"title": "Kite-Net: Learning to Fly", "year": "2023", "venue": "CVPR'23", "links": f"{PAPER} https://github.com/x/y",
         "notes": "Nested remark with another link (https://z.org)"},
        {"title": "Deeper paper", "links": "https://arxiv.org/abs/2305.00009"},
    ]  # fmt: skip


def test_a_paper_below_another_with_a_link_of_its_own_is_an_entry():
    found, _ = rows(
        f"- [Iota Kite]({PAPER})",
        "  - [Kappa Kite](https://arxiv.org/abs/2305.00001)",
        "  - (ICML 2023) [Lambda Kite, its follow-up](https://x.org/l)",
        "  - My Kite: a follow-up study. [[paper]](https://arxiv.org/abs/2305.00003)",
    )
    assert [(one["title"], one["links"]) for one in found] == [
        ("Iota Kite", PAPER), ("Kappa Kite", "https://arxiv.org/abs/2305.00001"), ("Lambda Kite, its follow-up", "https://x.org/l"),
        ("My Kite: a follow-up study", "https://arxiv.org/abs/2305.00003"),
    ]  # fmt: skip


def test_details_below_a_paper_are_taken_as_what_they_say():
    found, _ = rows(
        "- **Text Kite with Many Words in It**",
        f"  - Paper: [Arxiv]({PAPER})",
        "  - Code: [kite-repo of ours](https://github.com/k/k)",
        "  - Ana Vell, Bo Li, Cy Ng",
        "  - ICLR 2023",
        "  - [Slides](https://x.org/s), [our video](https://x.org/v)",
    )
    assert found == [{
        "title": "Text Kite with Many Words in It", "authors": "Ana Vell; Bo Li; Cy Ng", "year": "2023", "venue": "ICLR 2023",
        "links": f"{PAPER} https://github.com/k/k https://x.org/s https://x.org/v", "summary": "Code: kite-repo of ours",
    }]  # fmt: skip


def test_items_without_links_by_title_below_a_short_name_are_the_entries_of_a_group():
    found, losses = rows(
        "- RL",
        f"  - Kappa Kite: a study. ICML 2023 [[paper]]({PAPER})",
        "  - Lambda Kite for All of Us. [[paper]](https://arxiv.org/abs/2305.22222)",
        "- **Surveys** [[top](#contents)]",
        "  - [C3](https://x.org/c3)",
        "- 🔥",
        "  - [Sigma Kite](https://x.org/s)",
    )
    assert [(one.get("Category"), one["title"]) for one in found] == [
        ("RL", "Kappa Kite: a study"), ("RL", "Lambda Kite for All of Us"), ("Surveys", "C3"), (None, "Sigma Kite"),
    ]  # fmt: skip
    assert losses == [(8, "🔥", "is a heading without words, so that no field holds it")]


# -- boxes, short names, addresses


@pytest.mark.parametrize("box", ["[ ]", "[x]", "[X]"])
@pytest.mark.parametrize("title", ["[Todo Kite](https://x.org/3)", "**Todo Kite** [paper](https://x.org/3)"])
def test_the_box_of_a_task_is_left_away(box: str, title: str):
    assert row(f"{box} {title}, 2022") == {"title": "Todo Kite", "year": "2022", "links": "https://x.org/3"}


@pytest.mark.parametrize("name", ["C3", "K1", "R1", "τ2", "强化"])
def test_a_short_name_that_leads_somewhere_and_stands_first_is_the_title(name: str):
    assert row(f"[{name}]({PAPER}) - Contextual credit.") == {"title": name, "links": PAPER, "notes": "Contextual credit."}
    assert row(f"(ICML 2023) [{name}]({PAPER})")["title"] == name if name.isascii() else True
    assert row(f"**{name}** [[paper]]({PAPER})")["title"] == name


@pytest.mark.parametrize(
    "label", ["Paper", "Code", "PDF", "Link", "Page", "Web", "arXiv", "🔗", "1", "[12]", "v2", "Our page", "code and data"]
)
def test_a_label_is_none(label: str):
    assert row(f"[{label}]({PAPER}) Eps Kite: a study")["title"] == "Eps Kite: a study"


def test_a_letter_that_leads_somewhere_is_the_title_where_nothing_else_is():
    assert row("[P](https://x.org/p) [C](https://x.org/c) Eps Kite")["title"] == "Eps Kite"
    assert row("[Q](https://x.org/q)")["title"] == "Q"


@pytest.mark.parametrize(
    "text", ["javascript:alert", "javascript:alert(1)", "data:text/html,x", "www.x.org", "x.org/a", "ftp://x.org", "a@x.org", "file:///x"]
)
def test_an_address_is_no_title(text: str):
    assert item_texts.is_label(text)
    assert rows(f"- {text}", f"- [Eps Kite]({PAPER})")[0] == [{"title": "Eps Kite", "links": PAPER}]


def test_a_link_that_no_entry_may_hold_is_a_link_all_the_same():
    assert row("[K2](javascript:alert(1))") == {"title": "K2", "links": "javascript:alert(1)"}


# -- headings


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("Surveys [[back to top](#contents)]", "Surveys"),
        ("Surveys ([↑](#top))", "Surveys"),
        ('Surveys <a href="#top">back to top</a>', "Surveys"),
        ("[Surveys](#contents)", "Surveys"),
        ("[Surveys](#contents) [back to top](#top)", "Surveys"),
        ("[⬆](#top) 2. Surveys (2023)", "Surveys (2023)"),
        ("[Deep Surveys](https://x.org) 🧠", "Deep Surveys"),
        ("🔥", ""),
        ("---", ""),
    ],
)
def test_links_within_the_file_are_no_words_of_a_heading_unless_it_has_no_others(heading: str, label: str):
    (block,) = markdown_blocks.read(f"## {heading}\n")
    assert isinstance(block, markdown_blocks.Heading)
    assert list_headings.labeled(block.line) == label


def test_a_heading_without_words_and_where_a_heading_leads_are_named():
    found, losses = rows("## 🔥", "", f"- [Fire Kite]({PAPER})", "", "## [Methods](https://x.org/m)", "", "- [Brain Kite](https://x.org/b)")
    assert [(one["title"], one.get("Category")) for one in found] == [("Fire Kite", None), ("Brain Kite", "Methods")]
    assert losses == [
        (3, "🔥", "is a heading without words, so that no field holds it"),
        (7, "https://x.org/m", "is where a heading leads, which no field holds"),
    ]
