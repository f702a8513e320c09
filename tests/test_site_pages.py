import json
import os
import posixpath
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import log2
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from exports_pool import ROOT, TITLES, hostile, published
from lxml import etree, html
from markdown_it import MarkdownIt

from pipeline import agreement, claims, coverage
from pipeline.cli.example_traces import with_trace_files
from pipeline.corpus import Corpus
from pipeline.outputs import claimed, figures, site
from pipeline.outputs.exports import FORMATS, OPTIONAL
from pipeline.outputs.exports.citations import citations
from pipeline.outputs.figures import palette
from pipeline.outputs.open_cells import open_cells
from pipeline.outputs.site import (
    addresses,
    claim_cards,
    contributing,
    entry_history,
    flow_bar,
    gap_pages,
    heatmap,
    pages,
    papers,
    related,
    shell,
    standing,
)
from pipeline.outputs.site.adaptive import adaptive
from pipeline.outputs.site.links import links
from pipeline.outputs.site.published import SAID_ELSEWHERE, size
from pipeline.outputs.tables import files as table_files
from pipeline.records import Author
from pipeline.taxonomy import values_in


@cache
def example():
    return Corpus.load(Path(ROOT) / "tests" / "example")


@cache
def empty():
    return replace(published(), papers=(), exclusions=(), claims=(), readings=())


@cache
def with_addresses():
    about = replace(published().about, repository="https://example.org/o/r", site_url="https://example.org/some/where/")
    return replace(published(), about=about)


@cache
def drawn():
    """Figures and tables of the published pool, which take longest to make."""
    return {**dict(figures.files(published())), **dict(table_files(published()))}


@cache
def made(corpus):
    """Every file of the site of a survey, by path below the site's root."""
    before = drawn() if corpus in (published, hostile, with_addresses) else None
    return {path.removeprefix("site/"): content for path, content in site.files(corpus(), before)}


@cache
def documents(corpus):
    return {path: html.document_fromstring(content.decode()) for path, content in made(corpus).items() if path.endswith(".html")}


@cache
def anchors(corpus):
    return {path: set(document.xpath("//@id")) for path, document in documents(corpus).items()}


def page(path, corpus=published):
    return documents(corpus)[path]


def text(element):
    return " ".join(element.text_content().split())


POOLS = pytest.mark.parametrize("corpus", [published, hostile, example, empty])
FIRST = published().papers[0].key


# -- every page


@POOLS
def test_every_page_is_whole(corpus):
    for path, document in documents(corpus).items():
        assert len(document.xpath("//h1")) == 1, path
        assert document.findtext(".//title").strip(), path
        assert document.xpath("//meta[@name='description']/@content")[0].strip(), path
        assert document.get("lang") == "en"
        assert [len(document.xpath(f"//{tag}")) for tag in ("header", "main", "footer")] == [1, 1, 1], path
        levels = [int(heading.tag[1]) for heading in document.xpath("//main//*[self::h1 or self::h2 or self::h3 or self::h4]")]
        assert all(later - earlier <= 1 for earlier, later in pairwise(levels)), path
        ids = document.xpath("//@id")
        assert [name for name, count in Counter(ids).items() if count > 1] == [], path


@POOLS
def test_nothing_inline_runs_or_styles(corpus):
    for path, document in documents(corpus).items():
        assert document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content") == [shell.POLICY]
        assert not document.xpath("//style | //@style"), path
        assert not [name for element in document.iter() for name in element.attrib if name.startswith("on")], path
        kinds = document.xpath("//script[not(@src)]/@type")
        assert set(kinds) <= {"application/json", "application/ld+json"}, path
        assert not document.xpath("//form | //iframe | //object | //embed | //base"), path


@POOLS
def test_every_link_within_the_site_leads_somewhere(corpus):
    files, known = made(corpus), anchors(corpus)
    for path, document in documents(corpus).items():
        for element, attribute, link, _ in document.iterlinks():
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme == "https", (path, link)
                assert element.tag == "a", (path, link)
                continue
            assert not link.startswith(("/", "#?")) or path == "index.html", (path, link)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
            assert target in files, (path, link, attribute)
            stateful = parts.fragment.startswith("?") or (target == "coverage.html" and "=" in parts.fragment)
            if parts.fragment and not stateful:
                assert unquote(parts.fragment) in known[target], (path, link)


def counted(corpus, fragment):
    """How many records Browse shows for the state in a fragment."""
    state = parse_qs(fragment.removeprefix("?"))
    wanted = {name.removeprefix("f."): tuple(values) for name, values in state.items() if name.startswith("f.")}
    if state.get("view") == ["exclusions"]:
        held = [{"stage": e.stage, "reason_codes": e.reason_codes, **e.tags} for e in corpus.exclusions]
        return sum(all(set(values_in(tags.get(name))) & set(values) for name, values in wanted.items()) for tags in held)
    fields = corpus.taxonomy.fields
    return sum(
        all(as_filtered(paper.tags.get(name), fields[name]) & set(values) for name, values in wanted.items()) for paper in corpus.papers
    )


def as_filtered(tag, field):
    """What Browse finds a tag by: the values that were found, all with their levels, or that there is none."""
    levels = {f"{value}:{level}" for value, level in tag.items()} if isinstance(tag, dict) else set()
    return {*(value for value in values_in(tag) if f"{value}:{field.absent}" not in levels), *levels} or {coverage.UNCODED}


@pytest.mark.parametrize("corpus", [published, hostile, example])
def test_every_number_that_leads_to_browse_is_the_number_found_there(corpus):
    seen = 0
    for path, document in documents(corpus).items():
        for link in document.xpath("//main//a[contains(@href, 'index.html#?')]"):
            number = re.match(r"(?:and )?(\d+)( more| record| paper| excluded|$)", text(link))
            if number and number[2] != " more":
                seen += 1
                fragment = urlsplit(link.get("href")).fragment
                assert counted(corpus(), fragment) == int(number[1]), (path, link.get("href"))
    assert seen > 100


@POOLS
def test_descriptions_for_search_engines_are_json(corpus):
    for path, document in documents(corpus).items():
        found = [json.loads(script.text) for script in document.xpath("//script[@type='application/ld+json']")]
        wanted = "ScholarlyArticle" if path.startswith("papers/") else "Dataset" if path == "figures.html" else None
        assert [one["@type"] for one in found] == ([wanted] if wanted else []), path
    for paper in corpus().papers:
        (script,) = page(f"papers/{paper.key}.html", corpus).xpath("//script[@type='application/ld+json']")
        assert json.loads(script.text)["name"] == paper.title
        described = [author["name"] for author in json.loads(script.text)["author"]]
        assert described == list(map(str, paper.authors[: papers.AUTHORS_DESCRIBED]))


@pytest.mark.thorough
def test_two_runs_give_the_same_bytes():
    code = (
        "import hashlib, sys; from pathlib import Path; from pipeline.corpus import Corpus; from pipeline.outputs import site;"
        "files = site.files(Corpus.load(Path(sys.argv[1])));"
        "print(hashlib.sha256(b''.join(path.encode() + content for path, content in files)).hexdigest())"
    )
    arguments = [sys.executable, "-c", code, str(Path(ROOT) / "tests" / "example")]
    found = {
        subprocess.run(arguments, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout for seed in ("1", "2")
    }
    assert len(found) == 1


SIZE = 4_000_000
"""Bytes of the whole site at 84 papers."""


def test_the_whole_site_is_light():
    shipped = with_trace_files(Corpus.load(Path(ROOT)), Path(ROOT))
    assert shipped.traces
    about = replace(
        shipped.about, repository="https://github.com/example/awesome-llm-mas-rl", site_url="https://example.github.io/awesome-llm-mas-rl/"
    )
    whole = {path: len(content) for path, content in site.files(replace(shipped, about=about))}
    whole |= {path: len(content) for path, content in site.pages.addresses(about, list(whole))}
    assert sum(whole.values()) <= SIZE * max(84, len(shipped.papers)) / 84


def test_the_pages_beyond_browse_keep_their_share():
    sizes = Counter()
    for path, content in made(published).items():
        if path != "index.html" and path.endswith(".html"):
            sizes[path.partition("/")[0]] += len(content)
    assert sizes["papers"] < 84 * 13_000
    assert sizes["gaps"] < 91 * 1_050
    assert sizes.total() < 1_800_000


# -- hostile data


def test_hostile_titles_are_shown_as_they_stand():
    for paper, title in zip(hostile().papers, TITLES, strict=False):
        document = page(f"papers/{paper.key}.html", hostile)
        assert text(document.find(".//h1")) == " ".join(title.split())
        assert document.findtext(".//title").startswith(f"{title} \N{MIDDLE DOT} ")
        assert len(document.xpath("//script")) == 3
        assert not document.xpath("//main//pre/pre | //main//b/script")
    shown = {li.get("id"): text(li.find("h3")) for li in page("screening.html", hostile).xpath("//ol[@class='log']/li")}
    assert shown == {e.id: " ".join(e.title.split()) for e in hostile().exclusions}


def test_a_link_that_is_no_https_address_is_left_out():
    bad = ("javascript:alert(1)", " JaVaScRiPt:alert(1)", "data:text/html,x", "//evil.example", "http://plain.example")
    paper = replace(published().papers[0], links=bad, arxiv_id="", doi="")
    assert links(paper) == ()
    corpus = replace(published(), papers=(paper, *published().papers[1:]))
    (content,) = [content for path, content in papers.files(corpus) if path == f"site/papers/{paper.key}.html"]
    document = html.document_fromstring(content.decode())
    assert not [link for link in document.xpath("//main//@href") if urlsplit(link).scheme not in ("", "https")]
    assert "No address is known" in text(document.find(".//main"))


def test_hostile_words_of_the_vocabulary_stay_words():
    field = published().taxonomy.fields["reward_type"]
    values = tuple(replace(v, label=f"<b>{v.label}</b>", definition="</script><img src=x>&amp;\u2028") for v in field.values)
    taxonomy = replace(published().taxonomy, fields={**published().taxonomy.fields, "reward_type": replace(field, values=values)})
    corpus = replace(published(), taxonomy=taxonomy)
    files = dict(site.files(corpus, drawn()))
    for path, label in (("coverage", "Shared"), ("taxonomy", "Shared"), ("papers/magrpo", "Shared"), ("papers/sharp", "Hybrid")):
        document = html.document_fromstring(files[f"site/{path}.html"].decode())
        assert not document.xpath("//main//img[@src='x']")
        assert f"<b>{label}</b>" in document.text_content(), path
        assert "\u2028" not in "".join(document.xpath("//script/text()"))


# -- papers


def test_the_page_of_a_paper_shows_what_it_is_and_how_it_is_cited():
    paper = published().by_key["c3"]
    document = page("papers/c3.html")
    main = text(document.find(".//main"))
    assert paper.summary in main
    assert ", ".join(map(str, paper.authors)) in main
    cited = citations(paper, published())
    assert text(document.xpath("//*[@data-form='txt']")[0]) == cited.plain
    assert document.xpath("//*[@data-form='bib']")[0].text_content() == cited.bibtex
    assert document.xpath("//*[@data-form]/@data-form") == ["txt", "bib", "ris", "json"]


def test_long_lists_of_authors_are_folded_and_complete():
    authors = tuple(Author(f"Vell{number}", "Ana") for number in range(40))
    first = replace(published().papers[0], authors=authors, authors_complete=False)
    corpus = replace(published(), papers=(first, *published().papers[1:]))
    content = dict(papers.files(corpus))[f"site/papers/{first.key}.html"]
    document = html.document_fromstring(content.decode())
    shown, folded = document.xpath("//p[@class='byline']")[0], document.xpath("//details[@class='byline']/p")[0]
    assert text(shown) == f"{', '.join(map(str, authors[: papers.AUTHORS_SHOWN]))} and others, who are not all recorded"
    assert text(folded) == ", ".join(map(str, authors[papers.AUTHORS_SHOWN :]))


def test_every_tag_is_shown_with_its_definition():
    for paper in published().papers:
        shown = Counter(page(f"papers/{paper.key}.html").xpath("//dl[@class='tags']/dd/a[1]/@href"))
        held = Counter(f"../taxonomy.html#{name}.{value}" for name, tag in paper.tags.items() for value in values_in(tag))
        assert shown == held
    rows = page("papers/c3.html").xpath("//dl[@class='tags']/dd")
    assert sum(published().taxonomy.fields["credit_granularity"].by_name["message"].definition in text(row) for row in rows) >= 1


def test_strips_mark_where_a_paper_stands_from_coarse_to_fine():
    strip = next(s for s in standing.strips(published().by_key["c3"], published()) if s.label == "Credit granularity")
    assert [step.label for step in strip.steps] == ["Team", "Orchestrator", "Role", "Agent", "Turn", "Message", "Tool call", "Token"]
    assert [step.label for step in strip.steps if step.marked] == ["Message"]
    strip = next(s for s in standing.strips(published().by_key["gaia2023"], published()) if s.label == "Credit granularity")
    assert (strip.note, [step for step in strip.steps if step.marked]) == ("Not applicable", [])
    levels = next(s for s in standing.strips(published().by_key["magrpo"], published()) if s.label == "Coverage")
    assert [step.level for step in levels.steps] == ["Direct", "Direct", "Indirect", "Indirect", "None"]


def test_a_level_that_says_not_found_is_told_and_marks_nothing():
    levels = next(s for s in standing.strips(published().by_key["magrpo"], published()) if s.label == "Coverage")
    assert [step.label for step in levels.steps if not step.marked] == ["Safety"]
    shown = page("papers/magrpo.html").xpath("//dl[@class='strips']//li")
    assert [item.get("aria-current") for item in shown if text(item) == "Safety None"] == [None]
    assert [item.get("aria-current") for item in shown if text(item) == "Reward Direct"] == ["true"]


def test_related_papers_are_those_with_the_rarest_tags_in_common():
    corpus = published()
    none = {field.name: field.none for field in corpus.taxonomy}
    traits = {p.key: {(n, v) for n, tag in p.tags.items() for v in values_in(tag) if v != none[n]} for p in corpus.papers}
    held = Counter(trait for one in traits.values() for trait in one)
    for paper in corpus.papers[::9]:
        scores = {
            other: sum(log2(84 / held[trait]) for trait in traits[paper.key] & traits[other]) for other in traits if other != paper.key
        }
        best = sorted((-round(score, 6), other) for other, score in scores.items() if score > 0)[: related.SHOWN]
        assert [one.key for one in related.Relatives(corpus).of(paper)] == [other for _, other in best]


def test_each_paper_of_a_large_survey_is_compared_with_a_few_that_share_its_rarest_tags(monkeypatch):
    monkeypatch.setattr(related, "MOST", 12)
    corpus = published()
    relatives = related.Relatives(corpus)
    for paper in corpus.papers:
        place = relatives._place[paper.key]
        others = relatives._compared(place)
        assert place not in others
        assert len(others) <= 12
        rarest = relatives._held[place][0]
        assert len(others) >= min(12, len(relatives._holders[rarest]) - 1)
        assert relatives.of(paper) or not others


def test_what_arxiv_says_otherwise_is_shown():
    main = text(page("papers/c3.html").find(".//main"))
    assert "Exact Is Easier: Credit Assignment for Cooperative LLM Agents" in main
    assert "As seen in public listings on 2026-11-30; not yet fetched from the arXiv API." in main
    assert "Differs" not in text(page("papers/magrpo.html").find(".//main"))


def test_the_history_of_an_entry_tells_what_stood_there_and_what_stands_there_now():
    main = text(page("papers/kimi-k2-6.html").find(".//main"))
    assert "2026-04-30 Credit granularity: Orchestrator → Not applicable. deployment evidence, no training disclosed" in main
    paper = Corpus.load(Path(ROOT)).by_key["kimi-k2-6"]
    found = entry_history.corrections(paper, published())
    assert [(one.field, one.before, one.after) for one in found if one.field == "Uses RL"] == [("Uses RL", "RL", "Partly RL")]
    assert entry_history.in_words((Author("Vell", "Ana"), Author("Kimi Team", team=True))) == "Ana Vell, Kimi Team"
    assert entry_history.in_words(None) == "nothing"
    assert entry_history.in_words(tuple("abcdefg")) == "a, b, c, 4 more"


def test_a_paper_tells_who_read_it_and_where_they_differ():
    halo = text(page("papers/halo.html").find(".//main"))
    assert "differs in Credit granularity (here Role, there Orchestrator; open:" in halo
    read = {key for reading in published().readings for key in reading.codings}
    corpus = replace(published(), readings=())
    content = dict(papers.files(corpus))["site/papers/halo.html"]
    assert "halo" in read
    assert "No second reader has seen it" in text(html.document_fromstring(content.decode()).find(".//main"))


def test_papers_stand_in_the_order_of_browse():
    order = [link.rpartition("/")[2] for link in page("index.html").xpath("//section[@id='papers']//h3/a/@href")]
    assert len(order) == 84
    for before, here, after in zip(order, order[1:], order[2:], strict=False):
        document = page(f"papers/{here}")
        assert document.xpath("//a[@rel='prev']/@href") == [before]
        assert document.xpath("//a[@rel='next']/@href") == [after]
    assert page(f"papers/{order[0]}").xpath("//a[@rel='prev']") == []


def test_corrections_are_a_click_away_once_there_is_a_repository():
    links = page("papers/c3.html", with_addresses).xpath("//p[@class='leads']/a/@href")
    issue = next(link for link in links if "/issues/new" in link)
    assert issue.startswith("https://example.org/o/r/issues/new?title=Correct+c3&body=Entry:+%60corpus/c3.yaml%60")
    assert "https://example.org/o/r/edit/main/corpus/c3.yaml" in links
    assert "https://example.org/o/r/edit/main/exclusions/E001.yaml" in page("screening.html", with_addresses).xpath("//@href")
    assert not [link for link in page("papers/c3.html").xpath("//main//@href") if "issues" in link or "edit/" in link]
    assert contributing.issue(published().about, "a", "b") == contributing.edit("corpus/x.yaml", published().about) == ""


REGIONS = "//section[(@aria-label or @aria-labelledby) and not(@hidden)] | //nav | //aside | //*[@role='region']"


@POOLS
def test_the_landmarks_of_a_page_have_names_of_their_own(corpus):
    for path, document in documents(corpus).items():
        named = Counter()
        for node in document.xpath(REGIONS):
            of = node.get("aria-labelledby")
            kind = node.tag if node.tag in {"nav", "aside"} else "region"
            named[kind, " ".join(text(document.get_element_by_id(name)) for name in of.split()) if of else node.get("aria-label")] += 1
        assert [name for name, count in named.items() if count > 1] == [], path


def test_the_index_of_figures_and_data_has_the_order_of_the_page():
    document = page("figures.html")
    wanted = [address.removeprefix("#") for address in document.xpath("//nav[@class='index']//a/@href")]
    assert wanted == document.xpath("//section[@aria-labelledby]/@aria-labelledby")


# -- taxonomy, coverage, gaps


@pytest.mark.parametrize("corpus", [published, example])
def test_every_value_is_defined_and_counted(corpus):
    document = page("taxonomy.html", corpus)
    for field in corpus().taxonomy:
        counts = coverage.counts(corpus(), field.name)["count"]
        for value in field.values:
            block = document.get_element_by_id(f"{field.name}.{value.name}")
            assert value.label in text(block)
            assert " ".join(value.definition.split()) in text(block)
            count = counts[value.name]
            assert block.xpath("boolean(.//a[contains(@href, 'index.html#?')])") == bool(count)
            assert ("A gap: no paper" in text(block)) == (not count and value.name != field.none)
            assert block.xpath(".//a[starts-with(@href, '#')]/@href") == [f"#{field.name}.{name}" for name in value.confused_with]


@pytest.mark.parametrize("corpus", [published, hostile, example])
def test_every_cell_of_the_coverage_is_the_count_of_the_cross_tab(corpus):
    output = heatmap.declared(corpus())[0]
    table = coverage.crosstab(corpus(), *output.fields)
    chart = heatmap.heatmap(corpus(), *output.fields)
    assert {(row.head.value, head.value): cell.count for row in chart.body for head, cell in zip(chart.heads, row.cells, strict=True)} == {
        (row, column): table.loc[row, column] for row in table.index for column in table.columns
    }
    assert (len(open_cells(corpus(), *output.fields).gaps), open_cells(corpus(), *output.fields).cells) == (chart.gaps, chart.cells)
    cells = page("coverage.html", corpus).xpath("//tbody/tr/td[not(@class='total')]")
    assert [int(text(cell)) for cell in cells] == [cell.count for row in chart.body for cell in row.cells]
    totals = [int(text(cell)) for cell in page("coverage.html", corpus).xpath("//tbody/tr/td[@class='total']")]
    assert totals == [row.head.total for row in chart.body]


def test_the_data_of_the_coverage_page_is_what_every_paper_holds():
    data = json.loads(page("coverage.html").xpath("string(//script[@id='data'])"))
    names = [field.name for field in published().taxonomy][: data["fields"]]
    assert names == list(published().taxonomy.fields)
    for key, _, held in data["papers"]:
        for name, places in zip(names, held, strict=True):
            values, tag = list(published().taxonomy.fields[name].by_name), published().by_key[key].tag(name)
            found = [value for value in values_in(tag) if not isinstance(tag, dict) or tag[value] != "none"]
            assert (places is None) == (tag is None)
            assert [values[place] for place in places or ()] == found
    assert [preset[:2] for preset in data["presets"]] == [list(output.fields) for output in heatmap.declared(published())]


def test_every_empty_cell_of_a_declared_cross_tab_is_told_of():
    wanted = {
        addresses.gap(*output.fields, row, column)
        for output in heatmap.declared(published())
        for row, column in open_cells(published(), *output.fields).gaps
    }
    told = {path: page(path).xpath("//div[@class='cell']/@id") for path in made(published) if path.startswith("gaps/")}
    assert {f"{path}#{name}" for path, names in told.items() for name in names} == wanted
    assert len(wanted) == 57 + 34
    assert not any("NA" in address.partition("#")[2].split(".") for address in wanted)


def test_a_gap_tells_what_both_of_its_values_mean():
    fields = published().taxonomy.fields
    for path in (path for path in made(published) if path.startswith("gaps/")):
        first, second = path.removeprefix("gaps/").split(".")[:2]
        for cell in page(path).xpath("//div[@class='cell']"):
            one, other = (fields[name].by_name[value] for name, value in zip((first, second), cell.get("id").split("."), strict=True))
            meant = f"{one.label}: {one.definition} {other.label}: {other.definition}"
            assert text(cell.find("p")) == " ".join(meant.split())


def test_what_does_not_apply_is_no_gap_and_leads_nowhere():
    document = page("coverage.html")
    quiet = document.xpath("//tbody/tr[th/a='Not applicable']/td[not(@class='total')]")
    assert [cell.get("class") for cell in quiet] == ["none"] * 6 + ["quiet", "none", "quiet"]
    assert not [link for cell in quiet if cell.get("class") == "none" for link in cell.xpath(".//a")]
    assert "57 of 72 cells are empty, leaving out “Not applicable”; with it 72 of 90." in text(document.get_element_by_id("said"))


def test_a_gap_names_the_nearest_entries_first():
    document = page("gaps/reward_type.credit_granularity.html")
    near = document.get_element_by_id("shared.turn").xpath("ul[@class='near']/li")
    assert text(near[0]) == "C3 Shared \N{MULTIPLICATION SIGN} Message"
    assert len(near) == gap_pages.SHOWN
    other = page("gaps/orchestration_form.credit_granularity.html").get_element_by_id("swarm.message")
    assert not other.xpath(".//a[contains(@href, 'screening.html#E')]")


def test_a_near_miss_is_named_where_its_proposed_tags_come_near():
    exclusion = published().by_id["E003"]
    proposed = {**exclusion.tags, "reward_type": "shared", "credit_granularity": "turn"}
    corpus = replace(published(), exclusions=(replace(exclusion, tags=proposed),))
    documents = [html.document_fromstring(content.decode()) for _, content in gap_pages.files(corpus)]
    cells = [cell for one in documents for cell in one.xpath("//div[@class='cell']")]
    named = {cell.get("id"): bool(cell.xpath(".//a[@href='../screening.html#E003']")) for cell in cells}
    assert len(cells) == 57 + 34
    assert named == {name: name.startswith("shared.") or name.endswith(".turn") for name in named}


def test_cells_are_shaded_as_in_the_figures():
    rules = heatmap.shades()
    for theme in palette.THEMES:
        for step in range(1, palette.SHADES + 1):
            values = palette.VALUES[theme]
            assert f".shade-{step} {{background:{values[f'shade-{step}']};color:{values[f'on-{step}']}}}" in rules


# -- screening


@POOLS
def test_the_flow_adds_up(corpus):
    numbers = [int(text(link)) for link in page("screening.html", corpus).xpath("//ol[@class='sum']//a")]
    assert numbers[0] == sum(numbers[1:]) == len(corpus().papers) + len(corpus().exclusions)


def test_the_parts_of_the_flow_bar_have_their_numbers_below_them():
    (bar,) = page("screening.html").xpath("//*[local-name()='svg'][@class='flow']")
    assert [(one.get("x"), one.get("width")) for one in bar.xpath("*[local-name()='rect']")] == [
        ("0.0%", "72.41%"), ("72.41%", "13.79%"), ("86.21%", "7.76%"), ("93.97%", "5.17%"), ("99.14%", "0.86%")
    ]  # fmt: skip
    assert [text(one) for one in bar.xpath("*[local-name()='text']")] == ["84 retained", "16 abstract screen", "9", "6", "1"]


def test_a_number_of_the_flow_bar_makes_way_for_the_one_before_and_is_left_out_where_it_would_leave_its_part():
    found = flow_bar.parts([("kept", 96), ("none", 0), ("a", 2), ("b", 1), ("c", 1)])
    assert [(one.label, one.at) for one in found] == [("kept", 48.0), ("a", 97.0), ("b", 100.4), ("c", 100.4)]
    assert [one.count_fits for one in found] == [True, True, False, True]
    assert flow_bar.parts([("kept", 0)]) == ()


def test_every_excluded_record_stands_there_with_its_reasons():
    document = page("screening.html")
    for exclusion in published().exclusions:
        block = document.get_element_by_id(exclusion.id)
        assert exclusion.reason in text(block)
        assert block.xpath(".//a[contains(@class, 'chip')]/@href")[: 1 + len(exclusion.reason_codes)] == [
            f"#stage.{exclusion.stage}", *(f"#reason_codes.{code}" for code in exclusion.reason_codes)
        ]  # fmt: skip
    near = [e for e in published().exclusions if e.tags]
    assert [text(th).split()[0] for th in document.xpath("//table[@class='proposed']//th[@scope='row']")] == [e.id for e in near]


# -- figures and data


def test_every_figure_table_and_export_is_there():
    files = made(published)
    document = page("figures.html")
    assert document.xpath("//section[@class='figure']//img/@alt") == [figures.alt(o, published()) for o in published().outputs.figures]
    linked = {link for link in document.xpath("//main//a/@href") if link.startswith("data/")}
    assert linked == {path for path in files if path.startswith("data/")}
    for name, form in FORMATS.items():
        assert (f"data/{form.file_name}" in files) == (name not in OPTIONAL | SAID_ELSEWHERE)
    content = FORMATS["json"].content(published())
    assert json.loads(files["data/papers.json"]) == json.loads(content)
    assert files["data/papers.bib"].decode() == FORMATS["bibtex"].content(published())
    assert files["data/tables/count-is_rl.csv"] == drawn()["figures/tables/count-is_rl.csv"]


def test_the_tables_of_the_survey_come_in_every_form_and_mere_counts_as_csv():
    own = {f"{output.name}.{ending}" for output in published().outputs.tables for ending in ("csv", "md", "tex")}
    counts = {Path(path).name for path in drawn() if path.startswith("figures/tables/") and path.endswith(".csv")}
    assert {Path(path).name for path in made(published) if path.startswith("data/tables/")} == own | counts


def test_tables_in_markdown_say_the_same_without_their_blanks():
    parser = MarkdownIt("commonmark").enable("table")
    for output in published().outputs.tables:
        long, short = drawn()[f"figures/tables/{output.name}.md"].decode(), made(published)[f"data/tables/{output.name}.md"].decode()
        assert parser.render(short) == parser.render(long)
        assert len(short) < len(long)


def test_what_was_made_before_is_not_made_again():
    before = {**drawn(), "figures/tables/count-is_rl.csv": b"taken over\n"}
    assert dict(site.files(published(), before))["site/data/tables/count-is_rl.csv"] == b"taken over\n"


def drawing(svg, *, dark=False):
    """The elements of a drawing with their attributes, those put in that a rule of its style says, as a reader in either scheme sees it."""
    style = next(iter(re.findall(r"<style>(.*?)</style>", svg, re.DOTALL)), "")
    light, _, more = style.partition("@media (prefers-color-scheme:dark)")
    rules = [dict(re.findall(r"\.(\w+)\{([^}]*)\}", part)) for part in ((light, more) if dark else (light,))]
    for node in etree.fromstring(svg.encode()).iter():
        if not node.tag.endswith("style"):
            said = dict(node.attrib)
            name = said.pop("class", "")
            for rule in rules:
                said |= dict(one.split(":", 1) for one in rule.get(name, "").split(";") if one)
            yield node.tag, said, (node.text or "").strip()


def test_a_figure_for_both_themes_has_the_colors_of_each():
    for output in published().outputs.figures:
        light, dark = (drawn()[f"figures/{output.name}.{theme}.svg"].decode() for theme in ("light", "dark"))
        both = adaptive(light, dark)
        assert list(drawing(both)) == list(drawing(light))
        assert list(drawing(both, dark=True)) == list(drawing(dark))
        assert len(both) < len(light)
    with pytest.raises(ValueError, match="zip"):
        adaptive("<svg></svg>", "<svg><g/></svg>")


def test_what_is_drawn_alike_names_one_rule():
    light = '<svg font-size="9"><path d="M0 0" fill="#111111"/><text x="1" font-size="11px" fill="#111111">a</text>'
    dark = light.replace("#111111", "#eeeeee")
    more = '<path d="M1 1" fill="#111111"/><path d="M2 2" fill="url(#a;b)"/></svg>'
    assert adaptive(light + more, dark + more.replace("#111111", "#eeeeee")) == (
        '<svg font-size="9">\n<style>.a{fill:#111111}.b{font-size:11px;fill:#111111}\n'
        "@media (prefers-color-scheme:dark){.a{fill:#eeeeee}.b{fill:#eeeeee}}</style>"
        '<path d="M0 0" class="a"/><text x="1" class="b">a</text><path d="M1 1" class="a"/><path d="M2 2" fill="url(#a;b)"/></svg>'
    )


def test_what_changed_is_told_day_by_day_the_latest_first():
    document = page("figures.html")
    days = document.xpath("//section[@aria-labelledby='log']/h3/@id")
    assert days == ["2026-05-04", "2026-04-30", "2026-04-28", "2026-04-26"]
    lists = dict(zip(days, document.xpath("//section[@aria-labelledby='log']/ul"), strict=True))
    assert text(lists["2026-05-04"]).startswith("11 added:")
    assert text(lists["2026-04-28"]).startswith("73 added:")
    assert text(lists["2026-04-26"]).startswith("32 excluded:")
    assert len(lists["2026-04-30"]) == 3


@pytest.mark.parametrize(("count", "words"), [(0, "0 B"), (999, "999 B"), (1000, "1 kB"), (561_152, "561 kB"), (1_234_567, "1.2 MB")])
def test_sizes_are_in_words(count, words):
    assert size(count) == words


# -- claims and readings


def test_every_claim_has_a_card_with_its_verdict_and_its_papers():
    document = page("claims.html")
    found = {one.claim.id: one for one in claims.verdicts(published())}
    cards = document.xpath("//article[@class='claim']")
    assert sorted(card.get("id") for card in cards) == sorted(found)
    for card in cards:
        verdict = found[card.get("id")]
        assert text(card.find("h3")) == verdict.claim.sentence
        assert claimed.word(verdict) in text(card.xpath(".//span[starts-with(@class, 'verdict ')]")[0])
        assert verdict.claim.boundary in text(card)
    sparse = document.get_element_by_id("message-credit-still-sparse")
    assert sparse.xpath(".//div[@class='sense']/p[@class='small']/a/@href")[:2] == ["papers/c3.html", "papers/debate-as-reward.html"]
    assert "One more message-level paper would flip it." in text(sparse)
    assert "52 more logged exclusions would flip it. Holds in" in text(document.get_element_by_id("retained-outnumber-excluded"))


def test_each_sense_of_a_claim_says_in_how_many_of_the_scenarios_that_ask_it_holds():
    broad, strict = page("claims.html").get_element_by_id("message-credit-entries").xpath(".//div[@class='sense']")
    assert text(broad.find("details/summary")) == "Holds in 5 of 11 scenarios"
    assert text(strict.find("details/summary")) == "Holds in 2 of 9 scenarios"
    assert "One more or one fewer message-level paper with an explicit mechanism would flip it." in text(strict)


def test_the_filled_cells_behind_a_claim_lead_to_their_papers():
    card = page("claims.html").get_element_by_id("reward-by-credit-cells")
    assert "72 of 90 cells empty, at least 72 Filled: Shared \u00d7 Message 1, Shared \u00d7 Agent 9, " in text(card)
    links = card.xpath(".//p[starts-with(., 'Filled')]/a")
    assert [int(text(link)) for link in links] == [1, 9, 4, 3, 1, 1, 1, 3, 2, 4, 1, 6, 4, 6, 4, 1, 1, 32]
    for link in links:
        assert counted(published(), urlsplit(link.get("href")).fragment) == int(text(link))


def test_a_failing_claim_is_shown_as_failing():
    kept = tuple(paper for paper in published().papers if paper.key != "c3")
    corpus = replace(published(), papers=kept)
    ((_, content),) = claim_cards.files(corpus)
    document = html.document_fromstring(content.decode())
    card = document.get_element_by_id("pool-retained")
    assert text(card).startswith("fails")
    assert "Fails: 83 found, 84 expected." in text(card)
    assert "fails" in text(document.xpath("//ul[@class='plain tallies']")[0])


def test_papers_lead_to_the_claims_that_rest_on_them():
    links = page("papers/c3.html").xpath("//main//a[contains(@href, 'claims.html#')]/@href")
    assert links
    for link in links:
        verdict = next(one for one in claims.verdicts(published()) if one.claim.id == urlsplit(link).fragment)
        assert "c3" in verdict.matched


def test_raw_agreement_comes_first_with_its_caveat():
    main = text(page("agreement.html").find(".//main"))
    assert main.index("Neither blind nor double") < main.index("Cohen's kappa") < main.index("Krippendorff's alpha")
    rows = [[text(cell) for cell in row] for row in page("agreement.html").xpath("(//table[@class='agreed'])[1]/tbody/tr")]
    pairs = agreement.comparisons(published(), agreement.fields_read(published()))
    assert [row[1] for row in rows] == [f"{one.agreeing} of {len(one.rows)}" for one in pairs]
    assert rows[0][:3] == ["Category These entries, second reader of the spot check", "32 of 32", "100.0%"]
    unseen = set(agreement.unseen(published(), published().by_key))
    heads = page("agreement.html").xpath("//section[@aria-labelledby='readers']//h3")
    assert [text(head) for head in heads] == ["Second reader of the spot check", "The survey's printed appendix"]
    shown = page("agreement.html").xpath("//section[@aria-labelledby='unread']/details//a/@href")
    assert {link.removeprefix("papers/").removesuffix(".html") for link in shown} == unseen


def test_prints_are_no_readers_and_a_status_stands_only_where_somebody_says_one():
    main = page("agreement.html").find(".//main")
    captions = [text(one) for one in main.xpath(".//table[@class='agreed']/caption")]
    assert [one for one in captions if "alpha" in one] == [
        "Krippendorff's alpha: entries, readers and prints together, nominal, with missing values",
        "Krippendorff's alpha: entries and readers alone, without printed tables, nominal, with missing values",
    ]
    numbers = [[text(cell) for cell in row] for row in main.xpath("(.//table[@class='agreed'])[3]/tbody/tr")]
    assert numbers[3][:4] == ["Credit granularity", "2", "32", "0.960"]
    heads = [
        [text(cell) for cell in row] for row in main.xpath(".//section[@aria-labelledby='differ']//table[@class='rows-differ']/thead/tr")
    ]
    assert {row[1] for row in heads if row[-1] == "Status"} == {"These entries"}
    assert [len(row) for row in heads if row[1] != "These entries"] == [3, 3]


def test_a_survey_without_claims_and_readings_has_no_pages_for_them():
    assert {"claims.html", "agreement.html"} <= set(made(published))
    assert not {"claims.html", "agreement.html"} & set(made(example))
    assert page("index.html", example).xpath("//nav[@aria-label='Site']//a/text()") == [
        "Browse", "Taxonomy", "Coverage", "Screening", "Figures & data"
    ]  # fmt: skip


# -- addresses of the site


def test_a_page_that_is_not_there_is_answered_with_whole_addresses_once_the_site_has_one():
    links = page("404.html", with_addresses).xpath("//link/@href | //script/@src | //header//a/@href")
    assert all(link.startswith(("https://example.org/some/where/", "#")) for link in links)
    assert page("404.html").xpath("//link[@rel='stylesheet']/@href")[0] == "assets/base.css"


def test_sitemap_and_robots_need_the_address_of_the_site():
    assert not {"sitemap.xml", "robots.txt"} & set(made(published))
    files = made(with_addresses)
    listed = etree.fromstring(files["sitemap.xml"]).xpath("//*[local-name()='loc']/text()")
    wanted = {f"https://example.org/some/where/{path}" for path in files if path.endswith(".html") and path != pages.NOT_FOUND}
    assert set(listed) == wanted
    assert files["robots.txt"].decode().endswith("Sitemap: https://example.org/some/where/sitemap.xml\n")


def test_the_pages_at_the_top_lead_to_the_feed():
    leading = {path: document.xpath("//link[@rel='alternate']/@href") for path, document in documents(published).items()}
    assert {path for path, links in leading.items() if links == ["data/additions.atom"]} == {path for path in leading if "/" not in path}
    assert {path for path, links in leading.items() if not links} == {path for path in leading if "/" in path}
