from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path

import jinja2
import pytest
from example_survey import example
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pipeline import claims
from pipeline.corpus import Corpus
from pipeline.outputs import exhibits, gaps, listing, open_cells, readme, screened, sentences, templating
from pipeline.outputs.markdown import Markdown
from pipeline.outputs.outline import outline
from pipeline.records import Author, Paper

PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
HOSTILE = "Relay ]credit[ [Re] A|B `p|q` Alpha* and _k_ for $5 <webview> # !"


@lru_cache(maxsize=1)
def published() -> Corpus:
    return Corpus.load(Path(__file__).parents[1]).pool("published")


@lru_cache(maxsize=1)
def page() -> str:
    return readme.text(published())


def with_papers(**changes: object) -> Corpus:
    """The published pool, its first paper changed."""
    first, *others = published().papers
    return replace(published(), papers=(replace(first, **changes), *others))  # type: ignore[arg-type]


def text_of(token: Token) -> str:
    return "".join(child.content for child in token.children or [] if child.type in ("text", "code_inline"))


def headings(source: str) -> list[tuple[str, str]]:
    tokens = PARSER.parse(source)
    return [(token.tag, text_of(tokens[n + 1]).strip()) for n, token in enumerate(tokens) if token.type == "heading_open"]


def below(source: str, heading: str) -> list[Token]:
    """The blocks from a second-level heading to the next one."""
    tokens = PARSER.parse(source)
    starts = [n for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    start = next(n for n in starts if text_of(tokens[n + 1]) == heading)
    return tokens[start + 3 : next((n for n in starts if n > start), len(tokens))]


def links(tokens: list[Token]) -> list[tuple[str, str]]:
    """Text and address of every link."""
    found: list[tuple[str, str]] = []
    for token in (child for block in tokens for child in block.children or []):
        if token.type == "link_open":
            found.append(("", str(token.attrs["href"])))
            inside = True
        elif token.type == "link_close":
            inside = False
        elif found and inside and token.type in ("text", "code_inline"):
            found[-1] = (found[-1][0] + token.content, found[-1][1])
    return found


def items(tokens: list[Token]) -> list[str]:
    return [text_of(tokens[n + 2]) for n, token in enumerate(tokens) if token.type == "list_item_open"]


# -- the whole page


def test_the_two_commands_stand_above_every_section() -> None:
    fence = next(token for token in PARSER.parse(page()) if token.type == "fence")
    assert [line.split("#")[0].strip() for line in fence.content.splitlines()] == ["make build", "make test"]
    assert page().index("make build") < page().index("## ")


def test_the_page_is_small_and_ends_with_one_line_break() -> None:
    assert len(page().encode()) < 200_000
    assert page().endswith(".\n")
    assert "\n\n\n" not in page()
    assert "\r" not in page()


def test_no_address_stands_twice() -> None:
    addresses = [address for _, address in links(PARSER.parse(page()))]
    assert [address for address, count in Counter(addresses).items() if count > 1] == []
    urls = [url.rstrip("/") for url in re.findall(r"https://[^\s)\"}]+", page())]
    assert [url for url, count in Counter(urls).items() if count > 1] == []


def test_no_section_is_called_license_but_the_license_is_named() -> None:
    assert not {title.lower() for _, title in headings(page())} & {"license", "licence"}
    assert ("LICENSE", "LICENSE") in links(below(page(), "How to cite"))


def test_the_table_of_contents_leads_to_every_section() -> None:
    assert links(below(page(), "Contents")) == [
        ("How to contribute", "#how-to-contribute"), ("Survey maps", "#survey-maps"), ("Coverage and gaps", "#coverage-and-gaps"),
        ("What the survey claims", "#what-the-survey-claims"), ("Data and tools", "#data-and-tools"), ("Papers", "#papers"),
        ("RL method", "#rl-method"), ("Survey", "#survey"), ("Benchmark", "#benchmark"), ("Framework", "#framework"),
        ("Industry", "#industry"), ("Classical MARL", "#classical-marl"), ("Excluded records", "#excluded-records"),
        ("How records are screened", "#how-records-are-screened"), ("How to cite", "#how-to-cite"),
    ]  # fmt: skip
    assert [title for _, title in headings(page())][2:] == [title for title, _ in links(below(page(), "Contents"))]


def test_a_section_that_is_called_as_another_gets_a_numbered_anchor() -> None:
    corpus = published()
    field = corpus.taxonomy.fields["category"]
    values = (replace(field.values[0], label="Papers"), *field.values[1:])
    fields = {**corpus.taxonomy.fields, "category": replace(field, values=values)}
    source = readme.text(replace(corpus, taxonomy=replace(corpus.taxonomy, fields=fields)))
    assert links(below(source, "Contents"))[5:7] == [("Papers", "#papers"), ("Papers", "#papers-1")]


def test_figures_have_a_version_for_each_theme_and_say_what_they_show() -> None:
    wanted = published().outputs.readme
    shown = re.findall(r'<source media="\(prefers-color-scheme: dark\)" srcset="figures/(.+)\.dark\.svg">', page())
    assert shown == [*wanted.maps, *(name for name in wanted.coverage if name in {figure.name for figure in published().outputs.figures})]
    assert all(alt for alt in re.findall(r'<img src="figures/.+\.light\.svg" alt="(.*)" width="830">', page()))
    assert page().count("<picture>") == page().count("</picture>") == len(shown)


def test_a_hostile_caption_stays_in_its_attribute() -> None:
    corpus = published()
    figure = replace(corpus.outputs.figures[0], title='a "b" <i> & c', alt='a "b" <i>\n\n& c')
    assert 'alt="a &quot;b&quot; &lt;i&gt; &amp; c"' in exhibits.picture(figure, corpus)


def test_links_to_repository_and_site_are_there_only_where_they_lead_somewhere() -> None:
    assert "filters" not in page()
    assert "/issues" not in page()
    about = replace(published().about, repository="https://code.example/list", site_url="https://list.example/")
    source = readme.text(replace(published(), about=about))
    assert {"https://code.example/list/issues", "https://list.example/"} <= {address for _, address in links(PARSER.parse(source))}


def test_a_survey_without_an_arxiv_id_has_no_link_to_itself() -> None:
    about = replace(published().about, arxiv_id="")
    source = readme.text(replace(published(), about=about))
    assert "2605.02801" not in source
    assert "year = {2026}" in source


def test_the_survey_is_cited_as_bibtex() -> None:
    entry = readme.citation(published().about)
    assert entry.startswith("@misc{zhang2026,\n")
    assert "author = {Zhang, Chenchen}" in entry
    assert "eprint = {2605.02801}" in entry


# -- the list


def test_every_paper_stands_in_one_section_and_none_is_lost() -> None:
    sections = listing.sections(published())
    assert [(section.title, len(section.items)) for section in sections] == [
        ("RL method", 42), ("Survey", 5), ("Benchmark", 18), ("Framework", 3), ("Industry", 6), ("Classical MARL", 10),
    ]  # fmt: skip
    keys = [item.key for section in sections for item in section.items]
    assert sorted(keys) == [paper.key for paper in published().papers]


def test_every_paper_is_one_item_with_its_title_as_link() -> None:
    listed = links(below(page(), "Papers"))
    assert sorted(listed) == sorted((paper.title, paper.links[0]) for paper in published().papers)
    assert len(items(below(page(), "Papers"))) == 84


def test_every_item_has_the_form_that_awesome_lists_ask_for() -> None:
    lines = [line for line in page().splitlines() if line.startswith("- [") and "](https://" in line]
    assert len(lines) == 84 + 32
    assert [line for line in lines if not re.match(r"- \[.+\]\(https://\S+\) - [A-Z].*\.(</sub>)?$", line)] == []


def test_an_item_names_authors_year_venue_summary_and_tags() -> None:
    (item,) = (text for text in items(below(page(), "Papers")) if text.startswith("LLM Collaboration With Multi-Agent"))
    assert item.endswith("joint writing and coding.By Shuo Liu et al., 2025, arXiv. shared agent centralized.")


@pytest.mark.parametrize("title", [HOSTILE, "![](https://evil.example/p.png)", "# x\n## Injected", "</sub></p><h2>x</h2>", "a $x$ b"])
def test_a_hostile_title_is_one_link_with_its_text(title: str) -> None:
    source = readme.text(with_papers(title=title, summary=title, venue=title))
    folded = " ".join(title.split())
    listed = links(below(source, "Papers"))
    assert len(listed) == 84
    assert (folded, published().papers[0].links[0]) in listed
    assert headings(source) == headings(page())
    (item,) = (text for text in items(below(source, "Papers")) if text.startswith(folded))
    assert item.count(folded) == 3


def test_an_undeclared_category_goes_to_a_section_of_its_own() -> None:
    first = published().papers[0]
    corpus = with_papers(tags={**first.tags, "category": "industry_report"})
    sections = listing.sections(corpus)
    assert (sections[-1].title, [item.key for item in sections[-1].items]) == ("Other", [first.key])
    assert sum(len(section.items) for section in sections) == 84
    assert ("Other", "#other") in links(below(readme.text(corpus), "Contents"))


def test_an_untagged_paper_is_not_lost() -> None:
    sections = listing.sections(with_papers(tags={}))
    assert sum(len(section.items) for section in sections) == 84


def test_a_category_without_papers_keeps_its_section() -> None:
    corpus = published()
    papers = tuple(paper for paper in corpus.papers if paper.tags["category"] != "survey")
    sections = {section.title: section.size for section in listing.sections(replace(corpus, papers=papers))}
    assert (sections["Survey"], sections["Framework"]) == ("0 entries", "3 entries")


def test_a_section_says_how_many_papers_name_another_value_first() -> None:
    corpus = published()
    category = replace(corpus.taxonomy.fields["category"], kind="many")
    taxonomy = replace(corpus.taxonomy, fields={**corpus.taxonomy.fields, "category": category})
    held = {"survey": ("benchmark", "survey"), "framework": ("framework", "survey")}
    papers = tuple(
        replace(paper, tags={**paper.tags, "category": held.get(str(paper.tags["category"]), (paper.tags["category"],))})
        for paper in corpus.papers
    )
    grouped = replace(corpus, taxonomy=taxonomy, papers=papers, claims=())
    sections = {section.title: section.size for section in listing.sections(grouped)}
    assert (sections["Survey"], sections["Benchmark"]) == ("0 entries, and 8 more under other headings", "23 entries")
    contents = readme.text(grouped).splitlines()
    assert "  - [Survey](#survey) (0, 8 elsewhere)" in contents
    assert "  - [Benchmark](#benchmark) (23)" in contents


def test_a_survey_without_maps_has_no_heading_for_them_and_one_family_is_no_plural() -> None:
    corpus = published()
    outputs = replace(corpus.outputs, readme=replace(corpus.outputs.readme, maps=()))
    protocol = replace(corpus.protocol, query_families=corpus.protocol.query_families[:1])
    source = readme.text(replace(corpus, outputs=outputs, protocol=protocol))
    assert ("h2", "Survey maps") not in headings(source)
    assert [title for _, title in headings(source)][2:] == [title for title, _ in links(below(source, "Contents"))]
    assert f"The queries are of one family: {corpus.protocol.query_families[0].label}." in source


@pytest.mark.parametrize("survey", [published, example], ids=["real", "example"])
def test_what_is_counted_and_claimed_does_not_depend_on_what_an_outline_is_without(survey: Callable[[], Corpus]) -> None:
    whole = survey()
    pool, named = outline(whole), (*whole.outputs.figures, *whole.outputs.tables)
    assert pool.papers != whole.papers
    assert claims.verdicts(pool) == claims.verdicts(whole)
    assert claims.sensitivity(pool) == claims.sensitivity(whole)
    assert [exhibits.exhibit(one.name, pool) for one in named] == [exhibits.exhibit(one.name, whole) for one in named]
    assert exhibits.headline(pool) == exhibits.headline(whole)
    assert exhibits.facets(pool) == exhibits.facets(whole)


def test_papers_are_listed_newest_first() -> None:
    corpus = published()
    for section in listing.sections(corpus):
        days = [listing.submitted(corpus.by_key[item.key], corpus.listings) for item in section.items]
        assert days == sorted(days, reverse=True)


def test_the_date_is_that_of_arxiv_then_of_the_id_then_the_year() -> None:
    corpus = published()
    paper = corpus.by_key["c3"]
    known = replace(corpus.listings[paper.arxiv_id], published=date(2026, 3, 6))
    assert listing.submitted(paper, {paper.arxiv_id: known}) == "2026-03-06"
    assert listing.submitted(paper, {}) == "2026-03"
    assert listing.submitted(replace(paper, arxiv_id=""), {}) == "2026"


def test_papers_of_one_date_are_listed_by_title() -> None:
    corpus = published()
    papers = tuple(
        replace(corpus.papers[0], key=key, title=title, arxiv_id="") for key, title in (("a", "Zeta"), ("b", "alpha"), ("c", "Éta"))
    )
    assert [paper.key for paper in listing.newest_first(replace(corpus, papers=papers))] == ["b", "c", "a"]


def authors(*names: str, complete: bool = True) -> str:
    return listing.authors([Author(name) for name in names], complete=complete)


def test_at_most_three_authors_are_named() -> None:
    assert authors("A") == "A"
    assert authors("A", "B") == "A and B"
    assert authors("A", "B", "C") == "A, B, and C"
    assert authors("A", "B", "C", "D") == "A, B, C, et al."
    assert authors("A", complete=False) == "A et al."
    assert authors("A", "B", complete=False) == "A, B, et al."


def paper_like(**changes: object) -> Paper:
    return replace(published().by_key["c3"], authors=(Author("Vell", "Ana"),), authors_complete=True, **changes)  # type: ignore[arg-type]


def test_the_year_is_not_said_twice() -> None:
    assert listing.byline(paper_like(year=2025, venue="ACL 2025")) == "By Ana Vell, ACL 2025."
    assert listing.byline(paper_like(year=2025, venue="Proc. X.")) == "By Ana Vell, 2025, Proc. X."


def test_tags_are_left_out_only_where_none_applies() -> None:
    kept = {item.key: item.tags for section in listing.sections(published()) for item in section.items}
    assert kept["latentmas"] == ("`NA`", "`NA`", "`debate`")
    assert kept["swe-bench2024"] == ()


def test_a_paper_without_a_summary_is_listed_with_its_authors() -> None:
    source = readme.text(with_papers(summary="", title="No Summary Here", authors=(Author("Vell", "Ana"),), year=2025, venue="arXiv"))
    assert "- [No Summary Here](https://arxiv.org/abs/2508.03680) - By Ana Vell et al., 2025, arXiv. `" in source


# -- coverage


def test_the_headline_counts_name_the_values_without_entries() -> None:
    rows = {str(row[0]): row for row in exhibits.headline(published()).rows}
    assert len(rows) == 8
    assert rows["Credit granularity"][1:] == (
        "Turn 5, Message 2, Agent 23, Role 10, Orchestrator 8, Not applicable 36",
        "**Token**, **Tool call**, **Team**",
    )
    assert rows["Category"][2] == ""


def test_gaps_of_a_cross_tab_are_named_in_words() -> None:
    figure = next(output for output in published().outputs.figures if output.fields == ("reward_type", "credit_granularity"))
    assert gaps.sentences(figure, published()) == (
        "57 of 72 cells are empty, leaving out “Not applicable”; with it 72 of 90. "
        "Without any entry: Token, Tool call, and Team (credit granularity); Tool (reward type). "
        "In one or two rows only: Turn (with Process and Hybrid); Message (with Shared and Debate); "
        "Orchestrator (with Orchestration and Hybrid)."
    )


def test_no_word_is_lost_on_not_applicable_where_no_field_has_it() -> None:
    figure = next(output for output in published().outputs.figures if output.kind == "crosstab")
    assert gaps.sentences(replace(figure, fields=("category", "is_rl")), published()) == "3 of 18 cells are empty."


def test_what_was_not_coded_leaves_no_gap() -> None:
    assert open_cells.open_cells(example(), "signals", "placement") == (
        (("vibration", "farm"), ("sound", "blade"), ("pressure", "row"), ("pressure", "blade"), ("salinity", "farm"), ("salinity", "row"),
         ("salinity", "turbine"), ("salinity", "blade")), 16,
    )  # fmt: skip
    assert sentences.filled("{gaps signals placement} of {cells signals placement}", example()) == "Eight of 16"


def with_sizes(papers: int, exclusions: int) -> Corpus:
    """The invented survey with so many of its papers and of its excluded records."""
    return replace(example(), papers=example().papers[:papers], exclusions=example().exclusions[:exclusions])


@pytest.mark.parametrize(("papers", "text"), [(0, "No papers are listed"), (1, "One paper is listed"), (2, "Two papers are listed")])
def test_words_agree_with_the_number_of_a_placeholder(papers: int, text: str) -> None:
    assert sentences.filled("{papers} {papers|paper is|papers are} listed", with_sizes(papers, 0)) == text


@pytest.mark.parametrize(
    ("papers", "exclusions", "texts"),
    [
        (1, 0, ("One paper, collected", "\n1 paper. Behind it stand ", "No record was screened and not retained so far.")),
        (
            1,
            1,
            (
                "One paper and 1 excluded record, collected",
                "\n1 record was screened and not retained, ",
                " 1. It has a file that says more.",
            ),
        ),
        (
            2,
            2,
            ("Two papers and 2 excluded records, collected", "\n2 papers, newest first", "\n2 records were screened", "Each has a file"),
        ),
    ],
)
def test_the_page_agrees_with_its_numbers(papers: int, exclusions: int, texts: tuple[str, ...]) -> None:
    corpus = with_sizes(papers, exclusions)
    source = readme.text(replace(corpus, about=replace(corpus.about, name=corpus.about.title)))
    assert [text for text in texts if text not in source] == []


def test_one_field_behind_a_paper_stands_in_no_order() -> None:
    wanted = replace(example().outputs.readme, chips=("placement",))
    source = readme.text(replace(example(), outputs=replace(example().outputs, readme=wanted)))
    assert " Behind each stands its placement, unless that does not apply.\n" in source


def test_what_a_repository_does_not_hold_is_not_promised() -> None:
    own, other = page(), readme.text(replace(published(), about=replace(published().about, holds=())))
    assert "with Python 3.11 or newer, git and make:" in own
    assert "make test    # run the tests\n" in own
    assert own.endswith("The data are under CC0-1.0 and the code is under MIT; [LICENSE](LICENSE) says what is which.\n")
    assert "with make and the command `masrl` ([CONTRIBUTING.md](CONTRIBUTING.md) says where it comes from):" in other
    assert "make test    # check the data, and that everything made of them is up to date\n" in other
    assert ".venv" not in other
    assert other.endswith(
        "All of it is under CC0-1.0, but for the scripts and styles of the site in `site/assets/`, which are under MIT; "
        "[LICENSE](LICENSE) says more.\n"
    )


def test_a_value_that_says_not_applicable_is_not_missed() -> None:
    papers = tuple(paper for paper in example().papers if paper.tag("placement") != "NA")
    assert sentences.filled("None: {empty placement}", replace(example(), papers=papers)) == "None: none"


def test_gaps_of_other_figures_are_named_in_words() -> None:
    said = {output.kind: gaps.sentences(output, published()) for output in published().outputs.figures}
    assert said["entries"] == "Sub-decisions without any entry: When to stop."
    assert said["hierarchy"] == "Credit granularity without any entry: Token, Tool call, and Team."
    assert (
        said["groups"]
        == "Direct among the 40 coded entries: Reward in 30, Credit in 20, Orchestration in 26, Evaluation in 10, Safety in 3."
    )
    assert said["flow"] == said["timeline"] == ""


def test_the_numbers_of_a_heat_map_are_there_on_request() -> None:
    assert "<details>\n<summary>The numbers</summary>\n\n| Reward type" in page()
    assert re.search(
        r"\| Entries +\|     0 \|    5 \|       2 \|         0 \|    23 \|   10 \|            8 \|    0 \|             36 \|      84 \|",
        page(),
    )


def test_a_table_among_the_coverage_is_shown_with_its_caption() -> None:
    corpus = published()
    outputs = replace(corpus.outputs, readme=replace(corpus.outputs.readme, maps=(), coverage=("screening",)))
    source = readme.text(replace(corpus, outputs=outputs))
    assert "\nScreening: 116 records in, 84 retained, 32 excluded.\n\n| Stage " in source
    assert "<picture>" not in source


# -- claims


def table_rows(source: str, heading: str) -> list[list[list[str]]]:
    """The rows of each table below a heading."""
    found: list[list[list[str]]] = []
    for n, token in enumerate(tokens := below(source, heading)):
        if token.type == "table_open":
            found.append([])
        elif token.type == "tr_open":
            found[-1].append([])
        elif token.type in ("th_open", "td_open"):
            found[-1][-1].append(text_of(tokens[n + 1]))
    return found


def test_every_claim_stands_once_with_its_verdict_and_the_headline_ones_come_first() -> None:
    first, others = table_rows(page(), "What the survey claims")
    assert [row[2] for row in first[1:4]] == [
        "At most two entries give credit at the level of single messages.",
        "At most eight entries credit the orchestrator for its own choices.",
        "No entry trains or searches the decision when to stop.",
    ]
    sentences = [*(row[2] for row in first[1:]), *(row[3] for row in others[1:])]
    assert sorted(sentences) == sorted(claim.sentence for claim in published().claims)
    found = "broad: 2 found, at most 2 (c3, debate-as-reward); strict: 1 found, at most 1 (c3)"
    assert first[1] == ["published", "\u2713 holds", first[1][2], found]
    assert (first[0][0], others[0][1]) == ("Pool", "Pool")
    pools = {claim.sentence: claim.pool for claim in published().claims}
    assert {row[-2]: row[-4] for row in (*first[1:], *others[1:])} == pools


def test_claims_are_counted_by_pool_and_listed_by_their_place() -> None:
    assert (
        "On the published pool, of 2026-05-04: 60 \u2713 holds. "
        "On the current pool, of today's records: 3 \u2713 holds, 1 ? cannot be checked." in page()
    )
    assert "<summary>The other 54 claims, by their place in the survey</summary>" in page()
    places = [row[0] for row in table_rows(page(), "What the survey claims")[1][1:] if row[0]]
    assert places[:2] == ["pool counts", "evidence buckets"]
    assert len(places) == len(set(places))


def test_a_claim_about_traces_is_judged_by_those_that_were_looked_at() -> None:
    source = readme.text(replace(published(), example_traces={"a.json": "", "b.json": "an event has no time"}))
    (row,) = [row for table in table_rows(source, "What the survey claims") for row in table if "example traces" in row[2]]
    assert (row[0], row[1], row[3]) == ("current", "\u2717 news", "1 of 2 valid, since b.json: an event has no time (a.json, b.json)")


def test_claims_lead_to_the_site_where_there_is_one() -> None:
    assert links(below(page(), "What the survey claims")) == []
    source = readme.text(replace(published(), about=replace(published().about, site_url="https://list.example/")))
    addresses = [address for _, address in links(below(source, "What the survey claims"))]
    assert len(set(addresses)) == len(addresses) == 64
    assert addresses[0] == "https://list.example/claims.html#message-credit-sparse"


def test_a_survey_without_claims_has_no_section_of_them() -> None:
    source = readme.text(replace(published(), claims=()))
    assert "What the survey claims" not in [title for _, title in headings(source)]
    assert [title for _, title in headings(source)][2:] == [title for title, _ in links(below(source, "Contents"))]
    assert "\n\n\n" not in source


# -- data and tools


def commands(source: str) -> list[str]:
    return [line for token in below(source, "Data and tools") if token.type == "fence" for line in token.content.splitlines()]


def test_commands_ask_for_what_the_survey_holds() -> None:
    assert commands(page()) == ["masrl stats category", "masrl list --where category=rl_method", "masrl export csv --output papers.csv"]


def test_commands_for_traces_stand_where_there_are_traces() -> None:
    source = readme.text(replace(published(), traces={"two.json": b"", "`rm` *.json": b"", "one.json": b""}))
    assert commands(source)[3:] == [
        "masrl trace check traces/examples/one.json", "masrl trace report traces/examples/one.json",
        "masrl trace draw traces/examples/one.json --output run.html",
    ]  # fmt: skip
    assert "\n\n\n" not in source


@pytest.mark.parametrize("name", ["a\n```\nb", "--help", "a b", "$(x)"])
def test_a_trace_with_a_hostile_name_stands_in_no_command(name: str) -> None:
    assert len(commands(readme.text(replace(published(), traces={name: b""})))) == 3


# -- excluded records


def test_every_excluded_record_stands_under_its_stage() -> None:
    stages = screened.stages(published())
    assert [(stage.label, len(stage.records)) for stage in stages] == [
        ("Abstract screen", 16), ("Full-text screen", 9), ("Artifact screen", 6), ("Duplicate screen", 1),
    ]  # fmt: skip
    assert len(items(below(page(), "Excluded records"))) == 32


def test_an_excluded_record_shows_reasons_and_its_file() -> None:
    titles = items(below(page(), "Excluded records"))
    assert "Communicative Agents for Software Development - No training, prompted only (E002)." in titles
    assert ("E002", "exclusions/E002.yaml") in links(below(page(), "Excluded records"))


def test_a_stage_that_the_protocol_does_not_know_is_not_lost() -> None:
    first, *others = published().exclusions
    stages = screened.stages(replace(published(), exclusions=(replace(first, stage="new_screen"), *others)))
    assert (stages[-1].label, len(stages[-1].records)) == ("new_screen", 1)
    assert sum(len(stage.records) for stage in stages) == 32


def test_reasons_are_counted_from_the_most_frequent() -> None:
    assert screened.counted(published(), "reason_codes").startswith("no training 7, single agent 5, insufficient detail 5, ")


def test_a_survey_without_exclusions_can_be_rendered() -> None:
    source = readme.text(replace(published(), exclusions=()))
    assert items(below(source, "Excluded records")) == []


# -- templates


def test_what_has_no_value_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError):
        templating.rendered("readme.md")


def test_what_is_escaped_follows_from_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, expected in (("x.md", "a\\*b &lt;i&gt; *c* 1"), ("x.html", "a*b &lt;i&gt; *c* 1"), ("x.txt", "a*b <i> *c* 1")):
        environment = templating._environment(name.endswith(".md"))
        monkeypatch.setattr(environment, "loader", jinja2.DictLoader({name: "{{ text }} {{ ready }} {{ number }}"}))
        assert templating.rendered(name, text="a*b <i>", ready=Markdown("*c*"), number=1) == expected


def test_the_data_can_be_asked_as_the_page_says() -> None:
    page = readme.text(Corpus.load(Path(__file__).parent.parent))
    assert "```sh\nmasrl stats category\nmasrl list --where category=rl_method\nmasrl export csv --output papers.csv\n```" in page
