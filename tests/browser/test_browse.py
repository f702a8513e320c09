"""The journeys of a reader on the Browse page."""

import json
import re

import pytest
from accessibility import serious
from exports_pool import TITLES
from looking import eventually, painted, rested, text

KEYS = "[...document.querySelectorAll('.view:not([hidden]) .group:not([hidden]) .card')].map(card => card.dataset.id)"


def keys(page):
    return page.evaluate(KEYS)


def search(page, text):
    page.fill("#q", text)
    rested(page, text)


def count(page):
    return page.inner_text("#count")


def fragment(page):
    return page.evaluate("location.hash")


def facet(page, field, value):
    """The row of a value in an open facet."""
    name = page.locator(".facet-name", has_text=re.compile(f"^{field}$"))
    details = page.locator("details.facet", has=name).locator("visible=true").first
    if not details.evaluate("node => node.open"):
        details.locator("summary").click()
    return details.locator(".row", has=page.locator(".row-label", has_text=re.compile(f"^{value}$"))).first


# -- the list


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_whole_list_is_there_both_ways_and_in_both_themes(opened, root, theme):
    page = opened(f"{root}index.html", theme=theme)
    assert count(page) == "84 papers"
    assert len(keys(page)) == 84
    paper = {"light": "rgb(251, 250, 247)", "dark": "rgb(18, 22, 26)"}[theme]
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    search(page, "m-grpo")
    assert keys(page)[0] == "m-grpo"


def test_without_a_script_the_whole_list_is_there_grouped(opened, root):
    page = opened(f"{root}index.html", java_script_enabled=False)
    assert page.locator("#papers .card").count() == 84
    assert page.locator("#exclusions .card").count() == 32
    assert page.locator("#papers h2").all_inner_texts()[0].split() == ["RL", "method", "42"]
    assert not page.locator("#q").is_visible()
    assert not page.locator("[data-theme-switch]").is_visible()
    assert page.locator(".no-js").is_visible()
    assert page.locator("#papers .card").first.locator(".field").first.is_visible()


# -- search


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("m-grpo", "m-grpo"), ("mgrpo", "m-grpo"), ("M-GRPO", "m-grpo"), ("m grpo", "m-grpo"), ("qmix", "qmix2018"),
        ("arxiv:2511.13288", "m-grpo"), ("2511.13288", "m-grpo"), ("context-fold", "context-folding"), ("contextfold", "context-folding"),
        ("magrpo", "magrpo"), ("swe-bench", "swe-bench2024"), ("anthropic-c-compiler", "anthropic-c-compiler"),
    ],
)  # fmt: skip
def test_the_best_match_comes_first(kept, on_disk, text, first):
    page = kept(f"{on_disk}index.html")
    search(page, text)
    assert keys(page)[0] == first


PUNCTUATION = ["(", "*", "[a", "C++", "\\", "~", "^", "a:b", '"relay: credit"', "a|b", "$&", "%", "+", "<b>", "__proto__", "constructor"]


@pytest.mark.parametrize("text", PUNCTUATION)
def test_whatever_is_typed_is_text(opened, kept, on_disk, text):
    page = kept(f"{on_disk}index.html")
    search(page, text)
    assert count(page).endswith("84 papers")
    again = opened(page.url)
    assert again.input_value("#q") == text
    assert keys(again) == keys(page)


def test_every_word_must_match_and_may_stand_anywhere(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    search(page, "swarm")
    assert sorted(keys(page)) == ["agentspawn", "anthropic-c-compiler", "kimi-k2-5", "kimi-k2-6"]
    for words in ("swarm kimi", "kimi swarm"):
        search(page, words)
        assert sorted(keys(page)) == ["kimi-k2-5", "kimi-k2-6"]


def test_tags_and_their_labels_are_found(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    search(page, "classical_marl")
    assert len(keys(page)) == 11
    search(page, "planner-executor-critic")
    assert page.locator(".card .chip mark").all_inner_texts() == ["Planner-executor-critic"] * 4


ADDRESSES = [
    "https://arxiv.org/abs/2511.13288", "https://arxiv.org/abs/2511.13288v2", "http://arxiv.org/pdf/2511.13288v1.pdf",
    "https://doi.org/10.48550/arXiv.2511.13288", "10.48550/arxiv.2511.13288", "arXiv:2511.13288v3", "2511.13288v1",
    "<https://www.alphaxiv.org/abs/2511.13288>,",
]  # fmt: skip


@pytest.mark.parametrize("text", ADDRESSES)
def test_a_pasted_address_finds_its_paper(kept, on_disk, text):
    page = kept(f"{on_disk}index.html")
    search(page, text)
    assert keys(page) == ["m-grpo"]
    assert page.locator(".why").all_inner_texts() == ["Found by arXiv:2511.13288"]


def test_a_pasted_address_of_another_site_finds_what_it_links_to(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    search(page, "https://www.kimi.com/blog/kimi-k2-5.html")
    assert keys(page) == ["kimi-k2-5"]
    search(page, "https://www.kimi.com/blog/elsewhere")
    assert count(page) == "0 of 84 papers"


def test_a_card_that_does_not_show_what_was_searched_for_names_the_tag(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    search(page, "credit")
    why = page.locator("[data-id=agent-qmix2026] .why")
    assert text(why) == "Found by Coverage: Credit"
    assert why.locator("mark").all_inner_texts() == ["Credit"]
    assert page.locator("[data-id=c3] .why").count() == 0  # its title has the word
    search(page, "kimi swarm")
    assert page.locator(".why").count() == 0
    search(page, "")
    assert page.locator(".why").count() == 0


NOTHING = [
    ("#?f.scenario=debate", "No paper carries this value: in a survey that is a finding, too."),
    ("#?f.credit_granularity=token&f.credit_granularity=team", "No paper carries any of these values: in a survey that is a finding, too."),
    ("#?view=exclusions&f.reward_type=hybrid", "No excluded record carries this value: in a survey that is a finding, too."),
    ("#?x.is_rl=yes&x.is_rl=no&x.is_rl=partial", "There is no paper without any of these values."),
    ("#?y=1800-1801", "No paper is of these years."),
    ("#?f.reward_type=tool&f.is_rl=yes", "These filters exclude one another: in a survey that is a finding, too."),
    ("#?q=nowhere", "Words match from their beginning, in titles, names, authors, summaries and tags."),
]


@pytest.mark.parametrize(("address", "said"), NOTHING)
def test_where_nothing_is_shown_the_reason_is_said(opened, on_disk, address, said):
    page = opened(f"{on_disk}index.html{address}")
    assert text(page.locator("#nothing p")) == said


def test_matches_are_marked_and_unmarked(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    search(page, "multiagent")
    assert "Multi-Agent" in page.locator(".card h3 mark").all_inner_texts()
    search(page, "")
    assert page.locator(".card mark").count() == 0
    assert len(keys(page)) == 84


def test_hostile_titles_stay_text_when_they_are_marked(opened, hostile_on_disk):
    page = opened(f"{hostile_on_disk}index.html")
    titles = page.locator("#papers h3").all_inner_texts()
    assert {" ".join(title.split()) for title in TITLES} <= {" ".join(title.split()) for title in titles}
    search(page, "</script><b>Relay")
    assert page.locator(".card h3").first.inner_text() == "</script><b>Relay"
    assert page.locator(".card b").count() == 0
    for spelling in ("Zoé", "zoe", "Zoe\u0301", "ZOE"):
        search(page, spelling)
        assert page.locator(".card h3").first.inner_text() == "Zoé, 李明, 🤖 and \ufb01ne"
        assert page.locator(".card h3 mark").first.inner_text() == "Zoé"
    for spelling, found in (("李明", 26), ("fine", 5), ("orsted", 26), ("lukasz", 26), ("odell", 26)):
        search(page, spelling)
        assert len(keys(page)) == found, spelling
    search(page, "40% of R&D")
    assert page.locator(".card h3").first.inner_text().startswith("Saving 40%")


def test_an_author_whom_the_card_only_counts_is_named_when_searched_for(opened, hostile_on_disk):
    page = opened(f"{hostile_on_disk}index.html")
    search(page, "sandoval")
    assert page.locator(".card .authors mark").first.inner_text() == "Sandoval"


def test_nothing_jumps_while_somebody_types(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    where = "['q', 'facets', 'sort', 'count', 'papers'].map(id => document.getElementById(id).getBoundingClientRect().top)"
    before = page.evaluate(where)
    page.focus("#q")
    for letter in "swarmx":
        page.keyboard.press(letter)
        assert page.evaluate(where) == before


def test_results_begin_where_they_are_seen_however_far_the_list_was_scrolled(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    page.evaluate("scrollTo(0, 5000)")
    painted(page)
    search(page, "agent")
    box = page.locator(".card").locator("visible=true").first.bounding_box()
    toolbar = page.locator("#toolbar").bounding_box()
    assert abs(box["y"] - toolbar["y"] - toolbar["height"]) < 40


# -- facets


def test_values_of_one_field_add_up_and_fields_narrow(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    facet(page, "Reward type", "Shared").locator("label").click()
    assert count(page) == "10 of 84 papers"
    facet(page, "Reward type", "Hybrid").locator("label").click()
    assert count(page) == "25 of 84 papers"
    assert facet(page, "Reward type", "Verifier").locator(".n").inner_text() == "6"
    facet(page, "Category", "RL method").locator("label").click()
    assert count(page) == "19 of 84 papers"
    assert facet(page, "Category", "RL method").locator(".n").inner_text() == "19"
    assert fragment(page) == "#?f.reward_type=shared&f.reward_type=hybrid&f.category=rl_method"


def test_a_value_can_be_left_out(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    row = facet(page, "Reward type", "Not applicable")
    row.hover()
    row.locator(".not").click()
    assert count(page) == "51 of 84 papers"
    assert fragment(page) == "#?x.reward_type=NA"
    assert row.locator(".not").get_attribute("aria-pressed") == "true"
    row.locator("label").click()
    assert count(page) == "33 of 84 papers"
    assert fragment(page) == "#?f.reward_type=NA"


def test_empty_values_stay_and_are_named_as_gaps(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    row = facet(page, "Reward type", "Tool")
    assert "gap" in row.get_attribute("class").split()
    assert row.locator(".n").inner_text() == "0"
    assert row.locator("label").get_attribute("title").startswith("A gap")
    row.locator("label").click()
    assert page.inner_text("#nothing h2") == "No paper matches"
    page.click("#nothing button >> text=Clear all filters")
    assert len(keys(page)) == 84


def test_a_facet_that_not_all_carry_has_a_row_for_the_rest(opened, on_disk):
    page = opened(f"{on_disk}index.html#?f.sub_decisions=%28uncoded%29")
    assert count(page) == "72 of 84 papers"
    label = page.locator("#active .chip").first.inner_text()
    assert label.rstrip("\u00d7\n ").endswith(": not coded")
    row = facet(page, label.partition(":")[0], "not coded")
    assert row.locator(".n").inner_text() == "72"
    assert row.locator("input").is_checked()
    row.locator("label").click()
    assert page.locator("details[open] .note", has_text="12 of 84 coded").count() == 1


def test_the_levels_of_a_value_stand_below_it(opened, on_disk):
    page = opened(f"{on_disk}index.html#?f.coverage=safety%3Adirect")
    assert count(page) == "3 of 84 papers"
    label = page.locator("#active .chip").first.inner_text().rstrip("\u00d7\n ")
    assert label.endswith(": Safety: Direct")
    row = page.locator("details[open] .row.level", has=page.locator("input:checked"))
    assert row.locator(".row-label").inner_text() == "Direct"
    assert row.locator(".n").inner_text() == "3"


def test_years_are_a_range(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    page.select_option("select[aria-label='To year']", "2018")
    assert count(page) == "8 of 84 papers"
    page.select_option("select[aria-label='From year']", "2001")
    assert count(page) == "7 of 84 papers"
    assert fragment(page) == "#?y=2001-2018"


def test_filters_can_be_taken_off_one_by_one(opened, on_disk):
    page = opened(f"{on_disk}index.html#?f.reward_type=shared&x.category=survey&y=2020-2026")
    chips = page.locator("#active .chip")
    names = ["Year: 2020 to 2026", "Category: not Survey", "Reward type: Shared", "Clear all"]
    assert [text.rstrip("\u00d7\n ") for text in chips.all_inner_texts()] == names
    page.click("#active .chip >> text=Reward type: Shared")
    assert fragment(page) == "#?x.category=survey&y=2020-2026"
    assert page.evaluate("document.activeElement.closest('#active') !== null")
    page.click("#active .chip >> text=Clear all")
    assert (fragment(page), count(page)) == ("", "84 papers")


def test_a_chip_of_a_card_filters_by_its_value(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    page.locator(".card[data-id=c3] .chip").nth(1).click()
    assert fragment(page) == "#?f.credit_granularity=message"
    assert len(keys(page)) == 2


# -- order


def test_the_order_can_be_chosen(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    page.select_option("#sort", "title")
    assert (keys(page)[:2], keys(page)[-1]) == (["survey-mas", "tmcht2025"], "wideseek-r1-2026")
    assert fragment(page) == "#?sort=title"
    page.select_option("#sort", "year")
    assert (keys(page)[:2], keys(page)[-1]) == (["agent-qmix2026", "agentspawn"], "markov-games1994")
    page.select_option("#sort", "newest")
    assert (keys(page)[:2], keys(page)[-1]) == (["agent-qmix2026", "collm-maac2026"], "markov-games1994")
    page.select_option("#sort", "group")
    assert fragment(page) == ""


# -- exclusions


def test_the_other_view_holds_the_exclusions(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    page.click("[data-view=exclusions]")
    assert count(page) == "32 excluded records"
    assert keys(page)[0] == "E001"
    search(page, "swarm")
    assert len(keys(page)) == 2
    assert fragment(page) == "#?view=exclusions&q=swarm"
    assert page.inner_text("[data-view=papers] .n") == "4"
    page.click("[data-view=papers]")
    assert page.input_value("#q") == "swarm"
    assert count(page) == "4 of 84 papers"


def test_the_name_of_a_view_counts_what_it_shows(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    papers, excluded = page.locator("[data-view=papers]"), page.locator("[data-view=exclusions]")
    facet(page, "Reward type", "Debate").locator("label").click()
    assert count(page) == "4 of 84 papers"
    assert (text(papers), text(excluded)) == ("Papers 4", "Excluded 32")
    search(page, "message")
    assert count(page) == "1 of 84 papers"
    assert (text(papers), text(excluded)) == ("Papers 1", "Excluded 2")
    papers.click()
    assert count(page) == "1 of 84 papers"
    excluded.click()
    assert count(page) == "2 of 32 excluded records"
    assert (text(papers), text(excluded)) == ("Papers 5", "Excluded 2")


# -- the address


def test_a_copied_address_restores_everything(opened, root):
    page = opened(f"{root}index.html")
    search(page, "agent & 50% (x)")
    search(page, "agent")
    facet(page, "Reward type", "Shared").locator("label").click()
    page.select_option("#sort", "title")
    again = opened(page.url)
    assert keys(again) == keys(page)
    assert again.input_value("#q") == "agent"
    assert again.input_value("#sort") == "title"
    assert facet(again, "Reward type", "Shared").locator("input").is_checked()


def test_back_and_forward_walk_through_the_states(opened, root):
    page = opened(f"{root}index.html")
    search(page, "swa")
    search(page, "swarm")
    facet(page, "Category", "RL method").locator("label").click()
    narrowed = keys(page)
    page.go_back()
    assert (fragment(page), page.input_value("#q")) == ("#?q=swarm", "swarm")
    page.go_back()
    assert (count(page), page.input_value("#q")) == ("84 papers", "")
    page.go_forward()
    page.go_forward()
    assert keys(page) == narrowed


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("#?q=%E0%A4%A&f.reward_type=shared", "10 of 84 papers"),
        ("#?f.reward_type=%E0%A4%A", "84 papers"),
        ("#?f.nothing=x&x.reward_type=nothing&f.=&=&&f.reward_type", "84 papers"),
        ("#?y=99999-1&sort=upside-down&view=elsewhere", "84 papers"),
        ("#?y=2018-2001", "7 of 84 papers"),
        ("#?y=2018", "3 of 84 papers"),
        ("#?f.constructor=prototype&f.__proto__=x&view=__proto__&sort=constructor", "84 papers"),
        ("#?f.reward_type=shared&x.reward_type=shared", "74 of 84 papers"),
        ("#", "84 papers"),
        ("#papers", "84 papers"),
        ("#?" + "f.reward_type=shared&" * 500, "10 of 84 papers"),
    ],
)
def test_a_malformed_address_is_read_as_far_as_it_means_something(opened, on_disk, address, shown):
    page = opened(f"{on_disk}index.html{address}")
    assert count(page) == shown


def test_an_address_that_is_edited_by_hand_is_followed(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    page.evaluate("location.hash = '?f.reward_type=shared'")
    eventually(page, "document.getElementById('count').textContent === '10 of 84 papers'")


# -- keyboard


def test_the_list_can_be_used_by_keys_alone(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    press = page.keyboard.press
    focused = "document.activeElement.closest('.card')?.dataset.id ?? document.activeElement.id"
    press("/")
    assert page.evaluate(focused) == "q"
    page.keyboard.type("swarm")
    rested(page, "swarm")
    press("ArrowDown")
    assert page.evaluate(focused) == keys(page)[0]
    press("j")
    press("ArrowDown")
    assert page.evaluate(focused) == keys(page)[2]
    press("k")
    assert page.evaluate(focused) == keys(page)[1]
    assert page.locator(f".card[data-id='{keys(page)[1]}'] .actions a").first.is_visible()
    press("ArrowUp")
    press("ArrowUp")
    assert page.evaluate(focused) == "q"
    press("Escape")
    assert (page.input_value("#q"), count(page)) == ("", "84 papers")
    press("Enter")
    assert page.evaluate(focused) == keys(page)[0]
    press("?")
    assert page.locator("#keys").is_visible()
    press("Escape")
    assert not page.locator("#keys").is_visible()


def test_enter_opens_the_result_that_has_the_focus(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    page.keyboard.press("j")
    target = page.evaluate("document.activeElement.href")
    page.evaluate("addEventListener('click', event => { window.led = event.target.closest('a').href; event.preventDefault(); })")
    page.keyboard.press("Enter")
    assert page.evaluate("window.led") == target
    assert target.endswith(f"papers/{keys(page)[0]}.html")


def test_what_has_the_focus_is_seen(opened, on_disk):
    page = opened(f"{on_disk}index.html", height=500)
    for _ in range(12):
        page.keyboard.press("j")
    inside = """(() => {
        const [focused, above] = [document.activeElement, document.getElementById('toolbar')].map(node => node.getBoundingClientRect());
        return focused.top >= above.bottom && focused.bottom <= innerHeight;
    })()"""
    assert page.evaluate(inside)
    for _ in range(6):
        page.keyboard.press("k")
    assert page.evaluate(inside)
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


# -- citing


@pytest.mark.parametrize(
    ("form", "records"),
    [("BibTeX", r"^@\w+\{"), ("RIS", r"^TY  - "), ("CSL-JSON", r'^  "type": '), ("CSV", r"^(?!key,).+"), ("Plain text", r".+")],
)
def test_the_result_can_be_cited_in_every_form(opened, root, form, records):
    page = opened(f"{root}index.html#?f.reward_type=shared")
    page.click("#cite-all")
    assert page.inner_text("#cite-title") == "Cite these 10 papers"
    page.locator("#formats label", has_text=form).click()
    eventually(page, "!document.getElementById('cite-copy').disabled")
    text = page.input_value("#citation")
    assert len(re.findall(records, text, re.MULTILINE)) == 10
    if form == "CSL-JSON":
        assert len(json.loads(text)) == 10


def test_a_citation_is_downloaded_and_copied(opened, root):
    page = opened(f"{root}index.html#?q=magrpo&sort=relevance", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("j")
    page.keyboard.press("c")
    eventually(page, "!document.getElementById('cite-copy').disabled")
    with page.expect_download() as download:
        page.click("#cite-download")
    assert download.value.suggested_filename == "magrpo.bib"
    assert download.value.path().read_text(encoding="utf-8") == page.input_value("#citation")
    page.click("#cite-copy")
    eventually(page, "document.getElementById('cite-note').textContent === 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()") == page.input_value("#citation")


def test_a_missing_file_of_citations_is_said_and_not_thrown(opened, on_disk):
    page = opened(f"{on_disk}index.html", missing="citations.js")
    page.click("#cite-all")
    eventually(page, "document.getElementById('cite-note').textContent.startsWith('The citations could not be loaded')")
    assert page.locator("#cite-copy").is_disabled()
    assert opened.complaints
    assert all("citations.js" in text or "ERR_FAILED" in text for text in opened.complaints)
    opened.complaints.clear()


@pytest.mark.parametrize("script", ["search.js", "browse.js"])
def test_a_page_whose_script_does_not_arrive_keeps_the_list(opened, on_disk, script):
    page = opened(f"{on_disk}index.html", missing=script)
    assert page.locator(".if-failed").is_visible()
    assert page.locator("#papers .card").count() == 84
    assert not page.locator("#q").is_visible()
    assert opened.complaints
    opened.complaints.clear()


# -- widths, themes, circumstances


@pytest.mark.parametrize("width", [320, 768, 1440])
def test_nothing_is_wider_than_the_window(opened, on_disk, width):
    page = opened(f"{on_disk}index.html#?q=agent&f.reward_type=shared&f.reward_type=hybrid&f.reward_type=NA", width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wide = "[...document.querySelectorAll('main *')].filter(node => node.getBoundingClientRect().right > innerWidth).map(n => n.outerHTML)"
    assert page.evaluate(wide) == []


@pytest.mark.parametrize("width", [390, 768, 1100, 1440])
def test_chips_stand_in_columns(opened, on_disk, width):
    page = opened(f"{on_disk}index.html", width=width)
    places = page.evaluate(
        """[...document.querySelectorAll('#papers .card:nth-child(-n + 9)')].map(card => {
            const { left, top } = card.getBoundingClientRect()
            const list = card.querySelector('.chips').getBoundingClientRect().top - top
            return [...card.querySelectorAll('.chips li')].map(cell => {
                const chip = cell.querySelector('.chip').getBoundingClientRect()
                return [chip.left - left, chip.top - top - list].map(Math.round).join()
            }).join(' ')
        })"""
    )
    assert len(places) > 9
    assert len(set(places)) == 1


def test_narrow_windows_hold_the_facets_in_a_sheet(opened, on_disk):
    page = opened(f"{on_disk}index.html", width=320, height=640, has_touch=True)
    assert not page.locator("#facets").is_visible()
    page.click("#open-filters")
    facet(page, "Reward type", "Shared").locator("label").click()
    assert page.inner_text("#sheet-show") == "Show 10 papers"
    page.click("#sheet-show")
    assert count(page) == "10 of 84 papers"
    assert page.inner_text("#filters-on") == "1"
    assert page.locator(".card .actions a").first.evaluate("node => getComputedStyle(node.parentNode).opacity") == "1"
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.locator("#facets").is_visible()


def test_controls_are_large_enough_for_fingers(opened, on_disk):
    small = """least => [...document.querySelectorAll('button, select, input[type=search], nav a, .switch a, .row label, summary')]
        .filter(node => node.checkVisibility() && node.getBoundingClientRect().height < least).map(node => node.outerHTML)"""
    assert opened(f"{on_disk}index.html").evaluate(small, 32) == []
    touch = opened(f"{on_disk}index.html", width=400, has_touch=True, is_mobile=True)
    assert touch.evaluate(small, 44) == []


def test_the_theme_follows_the_system_until_it_is_switched(opened, root):
    page = opened(f"{root}index.html", theme="dark")
    button = page.locator("[data-theme-switch]")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert page.locator("[data-theme-switch]").get_attribute("aria-pressed") == "false"
    page.locator("[data-theme-switch]").click()
    assert page.evaluate("localStorage.getItem('theme')") is None


def test_nothing_moves_for_those_who_asked_for_that(opened, on_disk):
    page = opened(f"{on_disk}index.html", reduced_motion="reduce")
    assert page.evaluate("[...document.querySelectorAll('*')].every(node => getComputedStyle(node).transitionDuration === '0s')")


def test_paper_shows_the_list_and_no_controls(opened, on_disk):
    page = opened(f"{on_disk}index.html")
    page.emulate_media(media="print")
    assert not page.locator("#q").is_visible()
    assert not page.locator("#facets").is_visible()
    assert page.locator(".card h3").first.is_visible()
    assert page.locator("#active").inner_text() == ""


def test_paper_says_what_the_list_was_filtered_by(opened, on_disk):
    page = opened(f"{on_disk}index.html#?q=swarm&f.reward_type=hybrid&f.reward_type=orchestration&x.category=survey", theme="dark")
    page.emulate_media(media="print")
    chips = page.locator("#active button")
    assert [chip.is_visible() for chip in chips.all()] == [True, True, True, False]
    assert [text(chip) for chip in chips.all()][:3] == ["Category: not Survey", "Reward type: Hybrid", "Reward type: Orchestration"]
    assert chips.first.evaluate("node => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]") == [
        "rgb(0, 0, 0)",
        "rgba(0, 0, 0, 0)",
    ]
    before = page.locator("#active").evaluate("node => getComputedStyle(node, '::before').content")
    assert before == '"“" attr(data-query) "”"' or "swarm" in before
    assert page.locator("#active").get_attribute("data-query") == "swarm"


STATES = [
    (1440, "", ""),
    (1440, "#?q=swarm&f.reward_type=hybrid&f.reward_type=orchestration&x.category=survey", ""),
    (1440, "#?view=exclusions", ""),
    (1440, "#?f.reward_type=tool", ""),
    (1440, "", "#cite-all"),
    (1440, "", "#show-keys"),
    (320, "#?q=swarm", ""),
    (320, "", "#open-filters"),
]


@pytest.mark.parametrize(("width", "address", "click"), STATES)
@pytest.mark.thorough
def test_axe_finds_nothing_serious(opened, on_disk, width, address, click):
    page = opened(f"{on_disk}index.html{address}", width=width, bypass_csp=True)
    if click:
        page.click(click)
        painted(page)
    assert serious(page) == []
