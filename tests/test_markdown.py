from __future__ import annotations

from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pipeline.outputs import markdown

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
HOSTILE = [
    "Relay ]credit[ [Re] A|B `p|q` Alpha* and _k_ for $5 <webview> # !",
    "Alpha* and _k_-relay for $5 to $9",
    "A|B relay with `p|q` tags",
    "![](https://evil.example/p.png)",
    "[x](https://evil.example) and [y]: https://evil.example",
    "adds <webview> support <!-- and --> more </details>",
    "a &amp; b &lt; c &copy; R&D &#35;",
    "# Heading",
    "## Trailing #",
    "- item",
    "+ item",
    "* item",
    "1. item",
    "2024) item",
    "---",
    "===",
    "- - -",
    "> quote",
    "> [!WARNING]",
    "```fence",
    "~~~ fence",
    "~~gone~~ and ~gone~",
    "back\\slash \\* and \\",
    "ends with `",
    "``two`` ` one",
    "**bold** __bold__ *a*b",
    "math $x_0$ and $$y$$ stay",
    "a footnote[^1]",
    "hello @octocat and a@b.example",
    "see https://evil.example or www.evil.example",
    ":tada: stays",
    "{{ template }} {% raw %}",
    "Zoé Ørsted 李明 🧭",
]


def text_of(tokens: list[Token]) -> str:
    return "".join(text_of(t.children) if t.children else t.content for t in tokens if t.type in ("inline", "text", "code_inline"))


class Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def parsed(source: str) -> Text:
    page = Text()
    page.feed(PARSER.render(source))
    return page


@pytest.mark.parametrize("text", HOSTILE)
def test_text_shows_literally_where_a_line_begins(text: str) -> None:
    page = parsed(markdown.inline(text))
    assert page.text.strip() == text
    assert {tag for tag, _ in page.tags} <= {"p", "span"}


@pytest.mark.parametrize("text", HOSTILE)
def test_text_shows_literally_in_a_heading(text: str) -> None:
    page = parsed(f"## {markdown.inline(text)}")
    assert page.text.strip() == text
    assert {tag for tag, _ in page.tags} <= {"h2", "span"}


@pytest.mark.parametrize("text", HOSTILE)
def test_text_shows_literally_in_a_table_cell(text: str) -> None:
    page = parsed(f"| a | b |\n| --- | --- |\n| {markdown.inline(text)} | {markdown.code_cell(text)} |\n| c | d |")
    assert [tag for tag, _ in page.tags].count("td") == 4
    assert page.text.split() == ["a", "b", *text.split(), *text.split(), "c", "d"]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_shows_literally_as_the_text_of_a_link(text: str) -> None:
    page = parsed(f"- {markdown.link(text, 'https://ex.org/a_(b')} - More.")
    assert [attributes["href"] for tag, attributes in page.tags if tag == "a"] == ["https://ex.org/a_%28b"]
    assert page.text.strip() == f"{text} - More."
    assert "img" not in {tag for tag, _ in page.tags}


@pytest.mark.parametrize("text", HOSTILE)
def test_code_shows_literally(text: str) -> None:
    (paragraph,) = (token for token in PARSER.parse(f"x {markdown.code(text)} y") if token.type == "inline")
    assert [child.content for child in paragraph.children or [] if child.type == "code_inline"] == [text]


@pytest.mark.parametrize("text", [*HOSTILE, "say \"no\" and 'yes'"])
def test_an_attribute_holds_the_text(text: str) -> None:
    page = parsed(f'<p>\n<img src="x.svg" alt="{markdown.attribute(text)}">\n</p>')
    assert [attributes["alt"] for tag, attributes in page.tags if tag == "img"] == [text]


def test_line_breaks_and_runs_of_blanks_become_one_blank() -> None:
    assert markdown.inline("note\n# Injected   heading\u2028end ") == "note \\# Injected heading end"
    assert markdown.code("a\n\nb") == "`a b`"
    assert markdown.attribute("a\n\nb") == "a b"


def test_ordinary_text_stays_as_it_is() -> None:
    assert markdown.inline("SWE-bench: Can Models (Really) Resolve Issues?") == "SWE-bench: Can Models (Really) Resolve Issues?"


def test_dollar_signs_get_a_span_only_where_they_could_enclose_a_formula() -> None:
    assert markdown.inline("for $5 to $9") == "for \\$5 to \\$9"
    assert markdown.inline("a $x$ b") == "a <span>$</span>x<span>$</span> b"


def test_text_that_is_markdown_already_is_taken_as_it_is() -> None:
    assert markdown.inline(markdown.inline("a*b")) == "a\\*b"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://ex.org/a_(b)", "https://ex.org/a_%28b%29"),
        ("https://ex.org/?a=1&lt;=2", "https://ex.org/?a=1&amp;lt;=2"),
        ("https://ex.org/a b|c", "https://ex.org/a%20b%7Cc"),
        ("https://ex.org/[1]*`<x>", "https://ex.org/%5B1%5D%2A%60%3Cx%3E"),
    ],
)
def test_an_address_ends_where_it_should(address: str, expected: str) -> None:
    assert markdown.target(address) == expected


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", " JaVaScRiPt:alert(1)", "data:text/html,x", "//evil.example", "http://ex.org", "", "https://", "/etc"],
)
def test_a_link_that_does_not_lead_to_https_is_no_link(address: str) -> None:
    assert markdown.link("title", address) == "title"


def test_a_block_is_not_ended_by_what_it_holds() -> None:
    (token,) = PARSER.parse(markdown.block("a\n```\n````\nb", "text"))
    assert (token.type, token.content) == ("fence", "a\n```\n````\nb\n")


def test_anchors_are_those_of_github() -> None:
    headings = ["Réward & Crédit", "🧭 Surveys", "Surveys", "Surveys", "Surveys 1", "Surveys", "A_b (c): D.", "E1\u2013E4", "李明 2.0"]
    assert markdown.anchors(headings) == [
        "#réward--crédit",
        "#-surveys",
        "#surveys",
        "#surveys-1",
        "#surveys-1-1",
        "#surveys-2",
        "#a_b-c-d",
        "#e1e4",
        "#李明-20",
    ]
