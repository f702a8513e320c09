"""The journeys of a reader through the pages beyond Browse."""

import json
import re
from io import BytesIO
from itertools import chain

import pytest
from accessibility import serious
from exports_pool import TITLES, hostile, published
from looking import focus_is_seen, painted, text, until, written
from PIL import Image

from pipeline import coverage
from pipeline.outputs.exports import bibtex, csl, ris, tables
from pipeline.outputs.exports.citations import citations
from pipeline.outputs.exports.citations import text as plain_citations
from pipeline.outputs.figures import palette
from pipeline.outputs.site import browse, heatmap, pages, papers, shell

KINDS = {
    "paper": "papers/c3.html",
    "long paper": "papers/kimi-k2-5.html",
    "taxonomy": "taxonomy.html",
    "coverage": "coverage.html",
    "gap": "gaps/reward_type.credit_granularity.html#shared.turn",
    "screening": "screening.html",
    "figures": "figures.html",
    "claims": "claims.html",
    "agreement": "agreement.html",
    "traces": "traces.html",
    "trace": "traces/swarm.html",
    "not found": "404.html",
}
PAGES = pytest.mark.parametrize("path", KINDS.values(), ids=KINDS)


def browse_count(page):
    page.wait_for_selector("#count")
    page.wait_for_load_state()
    return page.inner_text("#count")


@pytest.fixture(scope="session")
def hostile_papers(tmp_path_factory):
    """The pages of papers with hostile texts, and what these load."""
    made = (maker.files(hostile()) for maker in (shell, browse, pages, papers))
    return written(chain.from_iterable(made), tmp_path_factory.mktemp("hostile-papers"))


# -- journeys


def test_from_a_paper_to_a_tag_to_all_that_share_it(opened, root):
    page = opened(f"{root}papers/c3.html")
    row = page.locator("dl.tags dd", has=page.locator("a", has_text=re.compile("^Message$"))).first
    assert "2 papers" in text(row)
    row.locator("a", has_text="2 papers").click()
    page.wait_for_url("**/index.html#?f.credit_granularity=message")
    assert browse_count(page) == "2 of 84 papers"
    page.go_back()
    row.locator("a", has_text=re.compile("^Message$")).click()
    page.wait_for_url("**/taxonomy.html#credit_granularity.message")
    assert page.locator(":target h3").inner_text().startswith("Message")


def test_from_paper_to_paper(opened, root):
    page = opened(f"{root}papers/c3.html")
    title = page.locator("h1").inner_text()
    page.click("a[rel=next]")
    assert page.locator("h1").inner_text() != title
    page.click("a[rel=prev]")
    assert page.locator("h1").inner_text() == title
    related = page.locator("aside ul.plain a").first
    name = text(related)
    related.click()
    assert text(page.locator("h1")) == name


def test_every_number_of_the_coverage_leads_to_as_many_papers(opened, root):
    page = opened(f"{root}coverage.html")
    cells = page.locator("#chart tbody td:not(.total):not(.empty) a")
    assert cells.count() == 18
    for number in (0, 7, 17):
        cell = cells.nth(number)
        count = int(cell.inner_text())
        cell.click()
        assert browse_count(page) == f"{count} of 84 papers"
        page.go_back()
        page.wait_for_selector("#chart table")


def test_an_empty_cell_leads_to_its_gap_and_back(opened, root):
    page = opened(f"{root}coverage.html")
    page.locator("#chart td.empty a").first.click()
    assert page.locator(":target h3").inner_text() == "Shared \N{MULTIPLICATION SIGN} Token"
    fields = published().taxonomy.fields
    for means in (fields["reward_type"].by_name["shared"].definition, fields["credit_granularity"].by_name["token"].definition):
        assert means in text(page.locator(":target p"))
    assert page.locator(":target").evaluate("node => getComputedStyle(node).backgroundColor") != "rgba(0, 0, 0, 0)"
    page.click(".crumbs a")
    page.wait_for_selector("#chart table")
    assert page.input_value("#rows") == "reward_type"
    assert page.locator("h1").inner_text() == "Coverage"


def chart(page):
    """The numbers of the table, a list a row, without its margins."""
    return page.evaluate(
        "[...document.querySelectorAll('#chart tbody tr')].map(r => [...r.querySelectorAll('td:not(.total)')].map(c => +c.innerText))"
    )


def wanted(rows, columns):
    found = heatmap.heatmap(published(), rows, columns)
    return [[cell.count for cell in row.cells] for row in found.body]


def test_the_script_makes_the_table_that_stood_there_before(opened, on_disk):
    strip = "node => node.innerHTML.replace(/ (title|data-about)=\"[^\"]*\"/g, '').replace(/\\s*\\n\\s*/g, '')"
    before = opened(f"{on_disk}coverage.html", java_script_enabled=False).locator("#chart")
    after = opened(f"{on_disk}coverage.html").locator("#chart")
    assert after.evaluate(strip) == before.evaluate(strip)


@pytest.mark.parametrize(
    ("rows", "columns"), [("orchestration_form", "credit_granularity"), ("coverage", "bucket"), ("credit_signals", "category")]
)
def test_any_two_fields_can_be_picked(opened, on_disk, rows, columns):
    page = opened(f"{on_disk}coverage.html")
    page.select_option("#columns", columns)
    page.select_option("#rows", rows)
    assert chart(page) == wanted(rows, columns)
    assert page.evaluate("location.hash") == f"#rows={rows}&cols={columns}"
    again = opened(page.url)
    assert chart(again) == wanted(rows, columns)
    again.click("#swap")
    assert chart(again) == wanted(columns, rows)
    again.go_back()
    assert chart(again) == wanted(rows, columns)
    table = coverage.crosstab(published(), rows, columns)
    total = sum(map(sum, chart(again)))
    assert total == int(table.to_numpy().sum())


def test_the_same_field_twice_exchanges_the_two(opened, on_disk):
    page = opened(f"{on_disk}coverage.html")
    page.select_option("#rows", "credit_granularity")
    assert (page.input_value("#rows"), page.input_value("#columns")) == ("credit_granularity", "reward_type")


@pytest.mark.parametrize(
    ("fragment", "columns"),
    [
        *((bad, "credit_granularity") for bad in ("#rows=%E0%A4%A", "#rows=nothing&cols=__proto__", "#", "#rows", "#rows=&cols=&x=y")),
        ("#cols=reward_type", "category"),
    ],
)
def test_a_malformed_address_shows_the_first_table_as_far_as_it_asks_for_no_other(opened, on_disk, fragment, columns):
    page = opened(f"{on_disk}coverage.html{fragment}")
    assert (page.input_value("#rows"), page.input_value("#columns")) == ("reward_type", columns)
    assert chart(page) == wanted("reward_type", columns)


def test_a_gap_without_a_page_is_told_on_the_spot(opened, on_disk):
    page = opened(f"{on_disk}coverage.html#rows=category&cols=scenario")
    page.locator("#chart td.empty button").first.click()
    detail = page.locator("#detail")
    assert "no paper" in text(detail)
    assert page.evaluate("document.activeElement.id") == "detail"
    assert detail.locator("ul.near a[href^=papers]").count() == 8
    detail.locator("button").click()
    assert not detail.is_visible()


def test_a_gap_that_is_told_on_the_spot_names_near_misses(opened, on_disk):
    page = opened(f"{on_disk}coverage.html#rows=credit_granularity&cols=scenario")
    page.locator("#chart td.empty button[aria-label='0: Role, Debate']").click()
    near = page.locator("#detail ul.near li", has=page.locator("a[href='screening.html#E013']"))
    assert text(near).startswith("Near miss: ")
    assert text(near).endswith("Credit granularity: Role, Scenario: not coded, as proposed")
    assert "57 of 72" not in text(page.locator("#said"))
    assert "cells are empty, leaving out “Not applicable”." in text(page.locator("#said"))


def test_where_a_field_does_not_apply_nothing_is_missing(opened, on_disk):
    page = opened(f"{on_disk}coverage.html#rows=category&cols=scenario")
    row = page.locator("#chart tbody tr").first.locator("td:not(.total)")
    assert row.nth(5).get_attribute("class") == "empty"
    assert row.nth(7).get_attribute("class") == "none"
    assert row.nth(7).locator("a, button").count() == 0


def test_heads_tell_what_they_mean_on_hover_and_on_focus(opened, on_disk):
    page = opened(f"{on_disk}coverage.html")
    means = published().taxonomy.fields["credit_granularity"].by_name["message"].definition
    head = page.locator("#chart thead a", has_text="Message")
    head.hover()
    assert text(page.locator("#tip")) == means
    page.locator("h1").hover()
    assert not page.locator("#tip").is_visible()
    head.focus()
    assert text(page.locator("#tip")) == means
    box = page.locator("#tip").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1440
    page.keyboard.press("Escape")
    assert not page.locator("#tip").is_visible()


def test_the_preset_that_is_shown_is_marked(opened, on_disk):
    page = opened(f"{on_disk}coverage.html")
    assert page.locator(".presets [aria-current]").all_inner_texts() == ["Reward type by credit granularity"]
    page.click("text=Orchestration form by credit granularity")
    assert page.locator(".presets [aria-current]").all_inner_texts() == ["Orchestration form by credit granularity"]
    assert "Orchestrator-level credit is found in 8 of 84 entries" in text(page.locator("#said"))


def test_from_the_screening_to_the_log_in_browse(opened, root):
    page = opened(f"{root}screening.html")
    page.locator("dl.rows a", has_text="16 excluded").click()
    assert browse_count(page) == "16 of 32 excluded records"
    page.go_back()
    page.click("#E003 .chip.gap")
    assert page.locator("#near").is_visible()


def test_from_a_claim_to_a_paper_and_back(opened, root):
    page = opened(f"{root}claims.html#message-credit-still-sparse")
    card = page.locator("#message-credit-still-sparse")
    assert "holds" in text(card)
    card.locator("a", has_text=re.compile("^C3$")).first.click()
    assert page.locator("h1").inner_text() == published().by_key["c3"].title
    page.locator("aside a[href*='claims.html#']").first.click()
    assert page.locator("h1").inner_text() == "Claims"


# -- citing


@pytest.mark.parametrize(("form", "which"), [("txt", "plain"), ("bib", "bibtex"), ("ris", "ris"), ("json", "csl")])
def test_a_citation_is_copied_and_downloaded(opened, root, form, which):
    page = opened(f"{root}papers/c3.html", permissions=["clipboard-read", "clipboard-write"] if root.startswith("http") else [])
    wanted = getattr(citations(published().by_key["c3"], published()), which)
    block = page.locator(f"[data-form={form}]")
    folded = page.locator("details", has=block)
    if folded.count() and not folded.evaluate("node => node.open"):
        folded.locator("summary").click()
    tools = page.locator(f"[data-form={form}] + .cite-tools")
    tools.locator("button", has_text="Copy").click()
    page.wait_for_function("form => document.querySelector(`[data-form=${form}] ~ .note`).textContent", arg=form)
    assert block.evaluate("node => node.textContent").strip() == wanted.strip()
    if root.startswith("http"):
        assert page.evaluate("navigator.clipboard.readText()").replace("\r", "").strip() == wanted.strip()
    with page.expect_download() as download:
        tools.locator("button", has_text="Download").click()
    assert download.value.suggested_filename == f"c3.{form}"
    with open(download.value.path(), encoding="utf-8") as file:  # noqa: PTH123
        assert file.read().strip() == wanted.strip()


@pytest.mark.parametrize("corpus", [published, hostile])
def test_every_citation_is_that_of_the_exports(opened, on_disk, hostile_papers, corpus):
    page = opened(f"{on_disk if corpus is published else hostile_papers}papers/{corpus().papers[0].key}.html")
    page.locator("summary", has_text="RIS").click()
    page.wait_for_selector("[data-form=ris] + .cite-tools button")
    made = "form => [citations(form).head, [...citations(form).byKey.values()]]"
    whole = {form: page.evaluate(made, form) for form in ("bib", "ris", "csv", "txt", "json")}
    assert "\n".join(whole["bib"][1]) == bibtex.text(corpus())
    assert "\n".join(whole["ris"][1]) == ris.text(corpus())
    assert whole["csv"][0] + "".join(whole["csv"][1]) == tables.plain_text(corpus())
    assert "".join(whole["txt"][1]) == plain_citations(corpus())
    assert whole["json"][1] == json.loads(csl.text(corpus()))


def test_where_nothing_can_be_copied_the_text_is_selected(opened, on_server):
    page = opened("about:blank")
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error()); document.execCommand = () => false;")
    page.goto(f"{on_server}papers/c3.html")
    page.locator("[data-form=bib] + .cite-tools button", has_text="Copy").click()
    page.wait_for_function("document.querySelector('[data-form=bib] ~ .note').textContent.includes('selected')")
    assert page.evaluate("getSelection().toString()").startswith("@")


def test_without_a_script_the_citation_is_there_and_the_rest_a_link_away(opened, on_disk):
    page = opened(f"{on_disk}papers/c3.html", java_script_enabled=False)
    assert page.locator("[data-form=bib]").inner_text().startswith("@")
    assert page.locator(".cite-tools").count() == 0
    page.locator("summary", has_text="RIS").click()
    assert page.locator("[data-form=ris] a").get_attribute("href") == "../data/papers.ris"


# -- every kind of page


@PAGES
@pytest.mark.thorough
def test_axe_finds_nothing_serious(opened, on_disk, path):
    page = opened(f"{on_disk}{path}", bypass_csp=True)
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    painted(page)
    assert serious(page) == []


@pytest.mark.thorough
def test_axe_finds_nothing_serious_in_a_gap_that_is_told_on_the_spot(opened, on_disk):
    page = opened(f"{on_disk}coverage.html#rows=category&cols=scenario", width=320, bypass_csp=True)
    page.locator("#chart td.empty button").first.click()
    assert serious(page) == []


@PAGES
@pytest.mark.parametrize("width", [320, 768, 1440])
def test_nothing_is_wider_than_the_window(kept, on_disk, path, width):
    page = kept(f"{on_disk}{path}", width=width)
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", ["agreement.html", "screening.html", "taxonomy.html"])
def test_what_a_table_is_called_is_read_without_scrolling(kept, on_disk, path):
    page = kept(f"{on_disk}{path}", width=320)
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    ends = page.evaluate("[...document.querySelectorAll('.table caption')].map(node => node.getBoundingClientRect().right)")
    assert ends
    assert max(ends) <= 320


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_a_heat_map_of_nine_columns_is_seen_as_a_whole(kept, on_disk, width):
    page = kept(f"{on_disk}coverage.html", width=width)
    assert page.locator(".heat thead th").count() == 11
    assert page.evaluate("document.querySelector('.heat').scrollWidth <= document.querySelector('.heat').clientWidth")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_figure_that_goes_on_beyond_the_window_is_shaded_at_its_edge(opened, on_disk, theme):
    page = opened(f"{on_disk}figures.html", width=390, theme=theme)
    box = page.locator(".figure .table").first
    box.scroll_into_view_if_needed()
    until(page, lambda: box.locator("img").evaluate("node => node.complete && node.naturalWidth > 0"), "the figure")
    seen = Image.open(BytesIO(box.screenshot())).convert("L")
    assert abs(seen.getpixel((seen.width - 2, 4)) - seen.getpixel((seen.width - 40, 4))) > 15


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_narrow_window_shows_tables_of_readers_as_a_whole(opened, on_disk, theme):
    page = opened(f"{on_disk}agreement.html", width=390, theme=theme)
    heads = page.locator("#raw ~ .table th[scope=col]").first.locator("xpath=..").locator("th")
    assert [text(head) for head in heads.all()] == ["Field and readers", "Agree", "Share", "Kappa", "Interval", "Differ"]
    assert heads.nth(5).evaluate("node => node.getBoundingClientRect().right") <= 390
    tables = "[...document.querySelectorAll('.table:has(.agreed, .rows-differ)')].filter(node => node.offsetParent)"
    assert page.evaluate(f"{tables}.length") > 8
    assert page.evaluate(f"{tables}.filter(node => node.scrollWidth > node.clientWidth).map(node => node.ariaLabel)") == []


BROKEN = """() => [...document.querySelectorAll('.heat th')].flatMap(head => {
    const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), broken = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const word of node.data.matchAll(/[^\\s-]+-?/g)) {
            const range = document.createRange()
            range.setStart(node, word.index)
            range.setEnd(node, word.index + word[0].length)
            if (range.getClientRects().length > 1) broken.push(word[0])
        }
    return broken
})"""
"""The words in the heads of heat maps that go on in another line, but for behind a hyphen."""


@pytest.mark.thorough
@pytest.mark.parametrize("width", [390, 768, 1024, 1280, 1440])
@pytest.mark.parametrize("fields", ["rows=reward_type&cols=credit_granularity", "rows=category&cols=orchestration_form"])
def test_no_word_is_broken_in_the_heads_of_a_heat_map(kept, on_disk, width, fields):
    page = kept(f"{on_disk}coverage.html#{fields}", width=width)
    assert page.locator(".heat th").count() > 10
    assert page.evaluate(BROKEN) == []


@PAGES
@pytest.mark.thorough
def test_controls_are_large_enough_for_fingers(opened, kept, on_disk, path):
    small = """least => [...document.querySelectorAll('button, select, nav a, summary, .button')]
        .filter(node => node.checkVisibility() && node.getBoundingClientRect().height < least).map(node => node.outerHTML)"""
    assert kept(f"{on_disk}{path}").evaluate(small, 32) == []
    assert opened(f"{on_disk}{path}", width=400, has_touch=True, is_mobile=True).evaluate(small, 44) == []


@PAGES
@pytest.mark.thorough
def test_whatever_scrolls_can_be_reached_by_keyboard(kept, on_disk, path):
    page = kept(f"{on_disk}{path}", width=320)
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    stuck = """[...document.querySelectorAll('main *')].filter(node => /auto|scroll/.test(getComputedStyle(node).overflowX)
        && node.scrollWidth > node.clientWidth && node.tabIndex < 0).map(node => node.outerHTML.slice(0, 200))"""
    assert page.evaluate(stuck) == []


def test_the_focus_is_seen_wherever_it_goes(opened, on_disk):
    page = opened(f"{on_disk}papers/c3.html")
    assert focus_is_seen(page, 30) > 20


def test_a_cell_is_reached_and_opened_by_keyboard(opened, on_disk):
    page = opened(f"{on_disk}coverage.html")
    page.focus("#chart")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('td:not(.total):not(.empty)') !== null"):
            break
    count = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    assert browse_count(page) == f"{count} of 84 papers"


def test_the_theme_that_was_chosen_holds_on_every_page_and_for_the_figures(opened, root):
    page = opened(f"{root}figures.html")
    page.click("[data-theme-switch]")
    page.goto(f"{root}papers/c3.html")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 26)"
    page.goto(f"{root}figures.html")
    image = page.locator(".figure img").first
    image.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.figure img').complete")
    assert image.evaluate("node => getComputedStyle(node).colorScheme") == "dark"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_size_of_a_file_stands_on_one_line(opened, root, width):
    page = opened(f"{root}figures.html", width=width)
    lines = """cells => cells.map(cell => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    })"""
    found = page.locator("td.number", has_text=re.compile(r"^\d+ k?B$")).evaluate_all(lines)
    assert len(found) > 10
    assert set(found) == {1}


def test_figures_take_the_colors_of_the_page(opened, on_disk):
    page = opened(f"{on_disk}figures.html", theme="light")
    image = page.locator(".figure img").first
    image.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.figure img').complete && document.querySelector('.figure img').naturalWidth > 0")
    light = image.screenshot()
    page.locator("[data-theme-switch]").click()
    image.scroll_into_view_if_needed()
    until(page, lambda: image.screenshot() != light, "the figure in other colors")


def test_paper_shows_no_controls(opened, on_disk):
    page = opened(f"{on_disk}papers/c3.html")
    page.emulate_media(media="print")
    assert [page.locator(name).first.is_visible() for name in (".site-nav", ".cite-tools", "[data-theme-switch]")] == [False] * 3


def rgb(color):
    """A color such as #0a5a87 as the browser says it."""
    return f"rgb({', '.join(str(int(color[n : n + 2], 16)) for n in (1, 3, 5))})"


COLORS = "node => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_paper_shows_the_main_link_in_ink_and_the_heat_map_in_its_light_shades(opened, on_disk, theme):
    page = opened(f"{on_disk}papers/c3.html", theme=theme, reduced_motion="reduce")
    page.emulate_media(media="print", color_scheme=theme)
    assert page.locator(".button.primary").evaluate(COLORS) == ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]
    page = opened(f"{on_disk}coverage.html#rows=category&cols=scenario", theme=theme, reduced_motion="reduce")
    page.emulate_media(media="print", color_scheme=theme)
    values = palette.VALUES["light"]
    hexes = page.locator("#chart td.shade-8").first.evaluate(COLORS)
    assert hexes == [rgb(values["on-8"]), rgb(values["shade-8"])]
    assert page.locator("td.empty button").first.is_visible()


@pytest.mark.parametrize("number", [6, 7, 13, 14])
def test_hostile_titles_are_text(opened, hostile_papers, number):
    page = opened(f"{hostile_papers}papers/{hostile().papers[number].key}.html")
    assert text(page.locator("h1")) == " ".join(TITLES[number].split())
    assert json.loads(page.locator("script[type='application/ld+json']").inner_text())["name"] == TITLES[number]
    page.locator("summary", has_text="RIS").click()
    page.wait_for_selector("[data-form=ris] + .cite-tools button")
    wanted = citations(hostile().papers[number], hostile()).ris
    assert page.locator("[data-form=ris]").evaluate("node => node.textContent").strip() == wanted.strip()


def test_axe_is_heard_where_something_is_wrong(opened, on_disk):
    page = opened(f"{on_disk}404.html", bypass_csp=True)
    page.evaluate("document.querySelector('h1').style.color = '#eee'")
    assert [(theme, rule) for theme, rule, _ in serious(page)] == [("light", "color-contrast")]
