"""The figures: what they show, that nothing lies on anything else, and that nothing in the data can break them."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pipeline.corpus import Corpus
from pipeline.outputs import figures
from pipeline.outputs.figures import palette
from pipeline.outputs.figures.axes import log_axis
from pipeline.outputs.figures.canvas import Outline, Words
from pipeline.outputs.figures.lettering import LABEL, SMALL, SMALLEST, width
from pipeline.outputs.figures.periods import periods
from pipeline.outputs.figures.sheet import WIDTH, Sheet, document
from pipeline.outputs.figures.wrapping import balanced, fitted, packed, wrapped
from pipeline.outputs.sentences import filled
from pipeline.survey import FIGURE_KINDS, SCALE_KINDS, Drawing, Output, Placeholder, ScalePoint, Span, placeholder_fault
from pipeline.taxonomy import Field, Tag, TagValue

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '$x^2$ \\alpha & <b>"q"</b> #000001 --> ]]> 漢字 😀 é ماء'
LONG = "A label that is far longer than anybody should write, with Donaudampfschifffahrtsgesellschaftskapitän in its middle"


@cache
def survey() -> Corpus:
    return Corpus.load(ROOT)


@cache
def published() -> Corpus:
    return survey().pool("published")


def named(name: str, corpus: Corpus) -> Output:
    return next(output for output in corpus.outputs.figures if output.name == name)


@cache
def drawn() -> dict[str, bytes]:
    return dict(figures.files(published()))


# -- variants of the survey


def with_fields(corpus: Corpus, change: Callable[[Field], Field]) -> Corpus:
    fields = {name: change(field) for name, field in corpus.taxonomy.fields.items()}
    return replace(corpus, taxonomy=replace(corpus.taxonomy, fields=fields))


def with_words(corpus: Corpus, title: str, rest: str) -> Corpus:
    changed = tuple(replace(output, title=title, subtitle=rest, alt=rest) for output in corpus.outputs.figures)
    return replace(corpus, outputs=replace(corpus.outputs, figures=changed))


def called(text: str) -> Corpus:
    """Return the survey with a text in every place that people name."""
    base = published()

    def field(one: Field) -> Field:
        values = tuple(replace(value, label=f"{text} {value.name}") for value in one.values)
        return replace(one, label=text, values=values, levels=tuple(replace(level, label=text) for level in one.levels))

    def tags(one: Mapping[str, Tag]) -> dict[str, Tag]:
        return {
            name: {v: t if base.taxonomy.fields[name].levels else f"{text} {t}" for v, t in tag.items()} if isinstance(tag, dict) else tag
            for name, tag in one.items()
        }

    def drawing(one: Drawing) -> Drawing:
        return replace(one, nodes={key: (text if label else "", x, y) for key, (label, x, y) in one.nodes.items()})

    papers = tuple(replace(paper, short_name=f"{text} {paper.key}", tags=tags(paper.tags)) for paper in base.papers)
    scale = tuple(replace(point, label=f"{text} {point.id}", agents_in_words=point.agents_in_words and text) for point in base.scale)
    changed = with_words(with_fields(replace(base, papers=papers, scale=scale), field), text, text)
    outputs = tuple(replace(o, drawings={name: drawing(d) for name, d in o.drawings.items()}) for o in changed.outputs.figures)
    about = replace(base.about, name=text)
    return replace(changed, about=about, outputs=replace(changed.outputs, figures=outputs))


def crowded() -> Corpus:
    """Return the survey with 31 more values an ordered field, 5 more any other, 30 operating points and five times the entries."""

    def field(one: Field) -> Field:
        more = range(31 if one.ordered and one.kind == "one" else 5)
        return replace(one, values=(*one.values, *(TagValue(f"more{number}", f"Further value {number}", "None.") for number in more)))

    corpus = with_fields(published(), field)
    papers = tuple(replace(paper, key=f"{paper.key}-{copy}") for paper in corpus.papers for copy in range(4))
    return replace(corpus, papers=(*corpus.papers, *papers), scale=tuple(points()))


def points() -> Iterator[ScalePoint]:
    for number in range(30):
        agents = Span(1 + number**2, 1 + 3 * number**2) if number % 5 else None
        steps = Span(10, 10 * (number % 7 + 1)) if number % 4 else None
        yield ScalePoint(f"p{number}", f"Point {number}", "", agents, "", steps, number or None, SCALE_KINDS[number % 5], "")


def empty() -> Corpus:
    return replace(published(), papers=(), exclusions=(), scale=(), listings={})


def lonely() -> Corpus:
    base = published()
    return replace(base, papers=base.papers[:1], exclusions=base.exclusions[:1], scale=base.scale[:1])


def one_valued() -> Corpus:
    corpus = with_words(published(), "A title", "")
    papers = tuple(replace(paper, tags={}) for paper in corpus.papers)
    return with_fields(replace(corpus, papers=papers), lambda field: replace(field, values=field.values[:1], required=False))


VARIANTS: dict[str, Callable[[], Corpus]] = {
    "current": survey,
    "published": published,
    "hostile": lambda: called(HOSTILE),
    "long": lambda: called(LONG),
    "one word": lambda: called("W" * 90),
    "crowded": crowded,
    "empty": empty,
    "one entry": lonely,
    "one value": one_valued,
}


@cache
def finished(variant: str) -> tuple[Corpus, dict[str, Sheet], dict[str, bytes]]:
    """Return a variant with its figures as marks, the source line included, and as files."""
    corpus, sheets, files = VARIANTS[variant](), {}, {}
    for output in corpus.outputs.figures:
        sheets[output.name] = figures.sheet_of(output, corpus)
        svg = document(sheets[output.name], output, corpus)
        for theme in palette.THEMES:
            files[f"figures/{output.name}.{theme}.svg"] = palette.themed(svg, theme).encode()
    return corpus, sheets, files


anywhere = pytest.mark.parametrize("variant", VARIANTS)


# -- every figure, whatever the data


def test_every_kind_of_figure_can_be_made() -> None:
    assert set(figures.KINDS) == set(FIGURE_KINDS)


def test_each_figure_has_a_light_and_a_dark_file_in_the_order_of_the_survey() -> None:
    assert list(drawn())[:4] == [
        "figures/corpus-flow.light.svg",
        "figures/corpus-flow.dark.svg",
        "figures/tag-counts.light.svg",
        "figures/tag-counts.dark.svg",
    ]
    assert len(drawn()) == 2 * len(published().outputs.figures)


@anywhere
def test_every_figure_is_xml_with_the_finding_and_both_themes_have_one_geometry(variant: str) -> None:
    corpus, _, made = finished(variant)
    for output in corpus.outputs.figures:
        light, dark = (made[f"figures/{output.name}.{theme}.svg"] for theme in ("light", "dark"))
        root = ElementTree.fromstring(light)
        assert root.findtext(f"{SVG}title") == filled(output.title, corpus)
        assert len(root.findtext(f"{SVG}desc") or "") > 40
        assert root.get("aria-labelledby") == f"{output.name}-title {output.name}-desc"
        assert root.get("width") == str(WIDTH) == root.attrib["viewBox"].split()[2]
        assert ElementTree.fromstring(dark).tag == f"{SVG}svg"
        assert without_colors(light) == without_colors(dark)
        assert light != dark


def without_colors(svg: bytes) -> bytes:
    return re.sub(rb'"#[0-9a-f]{6}"', b'"#"', svg)


@anywhere
def test_no_text_is_small_cut_or_on_another_text(variant: str) -> None:
    for name, sheet in finished(variant)[1].items():
        words = [mark for mark in sheet.marks if isinstance(mark, Words)]
        assert min(one.kind.size for one in words) >= SMALLEST == 11
        for one in words:
            assert one.span[0] >= 4, (name, one)
            assert one.span[1] <= WIDTH - 4, (name, one)
        assert not list(itertools.islice(overlapping(words), 3)), name


def overlapping(words: list[Words]) -> Iterator[tuple[str, str]]:
    boxes = sorted((one.y - 0.72 * one.kind.size, one.y + 0.1 * one.kind.size, *one.span, one.text) for one in words)
    for number, (_, bottom, left, right, text) in enumerate(boxes):
        for other in itertools.takewhile(lambda box, bottom=bottom: box[0] < bottom, boxes[number + 1 :]):  # type: ignore[misc]
            if left < other[3] - 0.5 and other[2] < right - 0.5:
                yield text, other[4]


@anywhere
def test_nothing_is_drawn_outside_the_paper(variant: str) -> None:
    _, sheets, made = finished(variant)
    for name, sheet in sheets.items():
        high = float(ElementTree.fromstring(made[f"figures/{name}.light.svg"]).attrib["height"])
        for mark in sheet.marks:
            for x, y in (point for step in mark.steps for point in step.points) if isinstance(mark, Outline) else [(0.0, mark.y)]:
                assert 0 <= x <= WIDTH, (name, mark)
                assert 0 <= y <= high, (name, mark)


def test_data_is_drawn_and_told_literally() -> None:
    for path, content in finished("hostile")[2].items():
        root = ElementTree.fromstring(content)
        assert root.findtext(f"{SVG}title") == HOSTILE
        assert next(text.text for text in root.iter(f"{SVG}text")) == HOSTILE, path
        assert all(element.tag in {SVG + tag for tag in ("svg", "title", "desc", "path", "text")} for element in root.iter())
        assert b'"#000001"' not in content
        assert b">$x^2$ " in content


def test_nothing_in_a_figure_names_its_maker_a_date_a_style_or_another_file() -> None:
    for content in drawn().values():
        assert not re.search(rb"metadata|matplotlib|DejaVu|DOCTYPE|<style|<script|url\(|href|clip-path|20\d\d-\d\d-\d\dT", content)


def test_ids_are_those_of_the_figure_alone() -> None:
    found = [value for path, content in drawn().items() if ".light." in path for value in re.findall(rb' id="([^"]+)"', content)]
    assert len(found) == len(set(found)) == 2 * len(published().outputs.figures)


def test_the_same_bytes_come_again_whatever_matplotlib_was_told() -> None:
    import matplotlib

    with matplotlib.rc_context({"path.sketch": (5, 100, 2), "font.size": 30, "svg.fonttype": "path", "lines.scale_dashes": True}):
        assert dict(figures.files(published())) == drawn()


@pytest.mark.thorough
def test_the_same_bytes_come_in_another_locale_time_zone_and_hash_seed() -> None:
    program = (
        "import hashlib, sys; from pathlib import Path; from pipeline.corpus import Corpus; from pipeline.outputs import figures\n"
        "corpus = Corpus.load(Path(sys.argv[1])).pool('published')\n"
        "print(hashlib.sha256(b''.join(content for _, content in figures.files(corpus))).hexdigest())"
    )
    import hashlib

    surroundings = {**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1"}
    run = subprocess.run([sys.executable, "-c", program, str(ROOT)], env=surroundings, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256(b"".join(drawn().values())).hexdigest()


def test_the_package_is_imported_without_matplotlib_and_pandas() -> None:
    program = "import sys, pipeline.outputs.figures; print(*{'matplotlib', 'pandas', 'numpy'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


# -- what each figure shows of the published pool


def description(name: str) -> str:
    return ElementTree.fromstring(drawn()[f"figures/{name}.light.svg"]).findtext(f"{SVG}desc") or ""


def title(name: str) -> str:
    return ElementTree.fromstring(drawn()[f"figures/{name}.dark.svg"]).findtext(f"{SVG}title") or ""


def outlined(sheet: Sheet, color: str) -> int:
    return sum(isinstance(mark, Outline) and mark.stroke == color and not mark.fill for mark in sheet.marks)


def texts(sheet: Sheet) -> list[str]:
    return [mark.text for mark in sheet.marks if isinstance(mark, Words)]


def test_the_flow_adds_up() -> None:
    assert title("corpus-flow") == "116 records screened: 84 retained, 32 excluded"
    said = description("corpus-flow")
    assert (
        "Abstract screen: 16 excluded (no training 6, out of domain 4, single agent 3, no new mechanism 3, prompted only 2, no credit "
        "mechanism 2, no trace instrumentation 2, background only 1, background covered 1, 8 records have several reasons and count "
        "under each), 100 left" in said
    )
    assert "no trace instrumentation 3, single agent 2, less central 2" in said
    assert "3 records have several reasons and count under each), 91 left" in said
    assert "1 record has several reasons and counts under each), 85 left" in said
    assert said.endswith("84 left. 84 entries retained. Awesome LLM MAS RL · 84 entries · as of 2026-05-04.")
    shown = texts(figures.sheet_of(named("corpus-flow", published()), published()))
    assert shown.count("1 record has several reasons and counts under each") == 2


def test_the_counts_hold_every_value_the_most_frequent_first_and_not_applicable_last() -> None:
    said = description("tag-counts")
    assert (
        "Reward type: Hybrid 15, Shared 10, Orchestration 7, Verifier 6, Individual 4, Debate 4, Role-specific 3, Process 2, Tool 0" in said
    )
    assert "Tool 0, Not applicable 33." in said
    assert (
        "Credit granularity: Token 0, Turn 5, Message 2, Tool call 0, Agent 23, Role 10, Orchestrator 8, Team 0, Not applicable 36." in said
    )


def test_bars_are_as_long_as_their_counts() -> None:
    sheet = figures.sheet_of(named("tag-counts", published()), published())
    bars = [mark for mark in sheet.marks if isinstance(mark, Outline) and mark.fill in ("accent", "quiet")]
    longs = [max(x for s in mark.steps for x, _ in s.points) - min(x for s in mark.steps for x, _ in s.points) for mark in bars]
    counts = [
        42, 18, 10, 6, 5, 3, 49, 26, 9, 15, 10, 7, 6, 4, 4, 3, 2, 33, 5, 2, 23, 10, 8, 36, 18, 13, 8, 4, 4, 3, 34, 45, 10, 9, 8, 6, 6,
        54, 24, 6, 76, 8,
    ]  # fmt: skip
    assert [long / max(longs) for long in longs] == pytest.approx([count / 76 for count in counts])


def test_a_heat_map_outlines_each_empty_cell() -> None:
    sheet = figures.sheet_of(named("reward-by-credit", published()), published())
    assert outlined(sheet, "gap") == 57 + 1  # and the sample in the key
    zeros = [mark.color for mark in sheet.marks if isinstance(mark, Words) and mark.text == "0"]
    assert zeros.count("gap") == 57 + 4  # and the totals of token, tool call and team, and of the reward type tool
    assert zeros.count("muted") == 15  # where "not applicable" meets another value, nothing is missing
    assert "not applicable: counted, not shaded, and no gap where empty" in texts(sheet)
    assert "Reward type by Credit granularity; 57 of 72 cells besides those set aside are empty." in description("reward-by-credit")
    assert title("reward-by-credit") == "Two of 84 entries give credit to messages; units without an entry: Token, Tool call, and Team"
    assert (
        "Shared (in all 10): Token 0, Turn 0, Message 1, Tool call 0, Agent 9, Role 0, Orchestrator 0, Team 0, Not applicable 0."
        in description("reward-by-credit")
    )


def test_many_columns_go_into_blocks_below_each_other() -> None:
    sheet = finished("crowded")[1]["reward-by-credit"]
    assert texts(sheet).count("Reward type") == 4
    assert texts(sheet).count("Hybrid") == 4


def test_the_timeline_shows_old_years_together_and_says_what_is_not_dated() -> None:
    sheet = figures.sheet_of(named("timeline", published()), published())
    assert {"to 2018", "2019", "2023", "2024", "by year", "by month", "no entry"} <= set(texts(sheet))
    assert "19 entries without an arXiv id are not dated and not shown." in texts(sheet)
    assert "Message: March 2026 1, April 2026 1." in description("timeline")
    assert title("timeline") == "Credit to the orchestrator first appears in May 2025, credit to messages in March 2026"


def test_the_scale_plot_says_in_words_what_is_not_a_number() -> None:
    said = description("scale-gap")
    assert "Academic LLM-MAS RL: regime: small to moderate teams, 10 to 100 steps" in said
    assert "Parallel Claudes C compiler: case study: 16 agents, steps not stated, 2,000 sessions" in said
    assert {"agents not stated as a number", "steps not stated"} <= set(
        texts(figures.sheet_of(named("scale-gap", published()), published()))
    )
    assert title("scale-gap") == "Deployments are stated at up to 300 agents and 4,000 steps, training at up to 100 agents and 1,500 steps"


def test_a_group_shows_the_level_its_members_share_or_says_that_they_differ() -> None:
    corpus = published()
    assert "TAMAS, AgentDojo, WASP: Reward None, Credit Indirect" in description("coverage-map")
    output = replace(named("coverage-map", corpus), groups=(("magrpo", "tamas"), ("magrpo", "ppo2017"), ("gone", "c3"), ("gone",)))
    sheet = figures.sheet_of(output, corpus)
    assert "MAGRPO, TAMAS: Reward mixed" in sheet.said[0]
    assert sheet.said[1].startswith("MAGRPO, PPO: Reward mixed")
    assert sheet.said[2].startswith("C3: Reward Direct")
    assert len(sheet.said) == 4


def test_what_was_looked_for_and_not_found_is_a_gap_and_what_nobody_looked_for_is_none() -> None:
    corpus = published()
    sheet = figures.sheet_of(named("coverage-map", corpus), corpus)
    assert outlined(sheet, "gap") == 2 * (10 + 3 + 1)  # frame and dash: safety, reward and credit, and the sample in the key
    assert "none" in texts(sheet)
    assert "not coded" not in texts(sheet)
    papers = tuple(replace(paper, tags={**paper.tags, "coverage": {"reward": "direct"}}) for paper in corpus.papers)
    partly = replace(corpus, papers=papers)
    sheet = figures.sheet_of(named("coverage-map", partly), partly)
    assert outlined(sheet, "gap") == 2
    assert "not coded" in texts(sheet)
    assert "MAGRPO, MARFT, MAPoRL: Reward Direct, Credit not coded" in sheet.said[0]


def test_the_hierarchy_runs_from_coarse_to_fine() -> None:
    said = description("credit-hierarchy")
    units = ["Team: 0", "Orchestrator: 8", "Role: 10", "Agent: 23", "Turn: 5", "Message: 2", "Tool call: 0", "Token: 0"]
    assert sorted(units, key=said.index) == units
    assert "Credit signals (21 of 84 coded). " in said
    assert "Message: 2 entries (C3, debate-as-reward); signal in 2 (Agent Q-Mix, C3)." in said
    assert "Tool call: 0 entries; signal in 3 (Agent Lightning, MATPO, SHARP)." in said
    assert "Token: 0 entries; signal in none." in said


def test_a_rung_names_those_that_are_counted_on_it_and_is_a_gap_only_where_nothing_is_found() -> None:
    sheet = figures.sheet_of(named("credit-hierarchy", published()), published())
    shown = texts(sheet)
    assert "Credit signals (21 of 84 coded)" in shown
    assert {"C3, debate-as-reward", "Agent Q-Mix, C3"} <= set(shown)
    assert "HERA, Kimi K2.5, Puppeteer," in shown  # of the eight, those whose signal is coded too come first
    colors = {mark.text: mark.color for mark in sheet.marks if isinstance(mark, Words)}
    assert (colors["Team"], colors["Tool call"], colors["Message"], colors["Token"]) == ("gap", "ink", "ink", "gap")
    assert outlined(sheet, "gap") == 2 + 3  # rungs, and counts of zero


def test_an_empty_value_is_prominent_among_the_entries() -> None:
    assert title("sub-decisions") == "Orchestration sub-decisions that no entry drives: When to stop"
    assert "When to stop (0 entries): none" in description("sub-decisions")
    assert "Puppeteer, learned central critic" in description("sub-decisions")


def test_each_topology_is_drawn_with_its_entries() -> None:
    said = description("topologies")
    assert "3 nodes; planner to executor, executor to critic, critic to planner; 3 entries: MAE, MALT, MATPO" in said
    assert "no drawing" not in said


@pytest.mark.parametrize(("name", "words"), [("benchmarks", {"full", "partial"}), ("coverage-map", {"direct", "indirect"})])
def test_signs_stand_in_line_below_the_heads_and_the_key_repeats_no_word(name: str, words: set[str]) -> None:
    sheet = figures.sheet_of(named(name, published()), published())
    texts = [mark for mark in sheet.marks if isinstance(mark, Words)]
    middles = sorted({mark.x for mark in texts if mark.anchor == "middle"})
    found = [mark for mark in texts if mark.text in words]
    assert {mark.color for mark in found} == {"ink"}  # the key's are muted
    for middle in middles:
        column = [mark for mark in found if abs(mark.x - middle) < 40]
        longest = max(width(mark.text, SMALL) for mark in column)
        assert [mark.x for mark in column] == pytest.approx([middle + (16.5 - longest) / 2] * len(column))


def test_the_matrix_says_how_many_are_coded_and_names_the_others() -> None:
    said = description("benchmarks")
    assert "MultiAgentBench: Task success Full, Parallelism efficiency Partial, Collaboration quality Partial" in said
    assert "12 of 18 entries coded. Not coded: AgentDojo" in said
    assert title("benchmarks") == "None of 12 coded benchmarks measure all 4 dimensions"


def test_empty_states_are_said_in_the_gap_color() -> None:
    said = {name: texts(sheet) for name, sheet in finished("empty")[1].items()}
    assert "No record has been screened yet" in said["corpus-flow"]
    assert "No operating point with a number is recorded" in said["scale-gap"]
    assert "None of the groups has an entry in this pool" in said["coverage-map"]


def test_the_source_line_tells_the_newest_date_in_the_pool() -> None:
    sheet = finished("published")[1]["corpus-flow"]
    assert texts(sheet)[-1] == "Awesome LLM MAS RL · 84 entries · as of 2026-05-04"


def test_the_alt_text_is_one_line_and_falls_back_to_the_finding() -> None:
    assert figures.alt(named("tag-counts", published()), published()) == "42 of 84 entries are methods, and 49 use reinforcement learning"
    assert all("\n" not in figures.alt(output, published()) for output in published().outputs.figures)


# -- colors


@pytest.mark.parametrize("theme", palette.THEMES)
def test_every_number_can_be_read_on_its_shade_and_every_text_on_paper(theme: palette.Theme) -> None:
    values = palette.VALUES[theme]
    for step in range(1, palette.SHADES + 1):
        assert palette.contrast(values[f"on-{step}"], values[f"shade-{step}"]) >= 4.5
    for role in ("ink", "muted", "gap"):
        assert palette.contrast(values[role], values["paper"]) >= 5.7
        assert palette.contrast(values[role], values["surface"]) >= 5.7
    assert palette.contrast(values["ink"], values["line"]) >= 4.5
    assert palette.contrast(values["ink"], values["wash"]) >= 4.5


def test_shades_go_from_paper_to_accent_and_small_counts_stay_apart() -> None:
    for values in palette.VALUES.values():
        steps = [palette.contrast(values[f"shade-{step}"], values["paper"]) for step in range(1, palette.SHADES + 1)]
        assert steps == sorted(steps)
        assert values["shade-8"] == values["accent"]
    assert [palette.shade(count, 9) for count in (1, 2, 3, 4, 6, 9)] == [2, 3, 4, 5, 6, 8]


def test_known_contrasts() -> None:
    assert palette.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert palette.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_text_that_looks_like_a_color_is_left_alone() -> None:
    assert palette.themed('<text fill="#000001">#000001</text>', "light") == '<text fill="#fbfaf7">#000001</text>'


# -- lines, periods, axes, placeholders


def test_lines_break_at_blanks_and_long_words_after_a_hyphen() -> None:
    assert wrapped("planner executor critic", LABEL, 60) == ("planner", "executor", "critic")
    assert wrapped("planner-executor-critic", LABEL, 70) == ("planner-", "executor-", "critic")
    assert wrapped("漢字漢字", LABEL, 30) == ("漢字", "漢字")
    assert wrapped("", LABEL, 30) == ("",)
    assert wrapped("one two three", LABEL, 30, 2)[-1].endswith("…")


def test_lines_are_evened_out() -> None:
    room = width("one two three four", LABEL) + 1
    assert wrapped("one two three four five", LABEL, room) == ("one two three four", "five")
    assert balanced("one two three four five", LABEL, room) == ("one two three", "four five")


def test_items_are_kept_whole_and_the_rest_is_counted() -> None:
    assert packed(["Kimi K2.5", "Kimi K2.6"], ",", LABEL, 90, 2) == ("Kimi K2.5,", "Kimi K2.6")
    assert packed(["alpha", "beta", "gamma", "delta"], ",", LABEL, 130, 1) == ("alpha, and 3 more",)
    assert packed([], ",", LABEL, 80, 1) == ()


def test_a_text_is_cut_short_only_where_it_does_not_fit() -> None:
    assert fitted("short", LABEL, 100) == "short"
    assert fitted("far too long for this", LABEL, 40) == "far t…"


def test_periods_leave_no_month_out() -> None:
    found = periods("1994-03", "2026-04")
    assert [period.name for period in found[:7]] == ["to 2018", "2019", "2020", "2021", "2022", "2023", "January 2024"]
    assert found[-1].name == "April 2026"
    months = [f"{year}-{month:02}" for year in range(1995, 2026) for month in range(1, 13)]
    assert all(sum(period.holds(month) for period in found) == 1 for month in months)
    assert [period.name for period in periods("2026-02", "2026-02")] == ["January 2026", "February 2026"]


def test_a_logarithmic_axis_has_whole_decades() -> None:
    axis = log_axis([16, 300], 0, 200)
    assert axis.ticks == [10, 100, 1000]
    assert axis.at(100) == pytest.approx(100)
    assert log_axis([], 0, 1).ticks == [1, 10]
    assert log_axis([100], 0, 1).ticks == [100, 1000]


def test_placeholders_of_figures_are_computed() -> None:
    corpus = published()
    assert filled("{rated coverage=safety:direct} of {coded coverage}", corpus) == "Three of 40"
    assert filled("{complete measures} of them", corpus) == "None of them"
    assert filled("in {first credit_granularity=tool}", corpus) == "in no dated entry"
    assert filled("at {largest case_study}", corpus) == "at no stated size"
    assert filled("at {largest baseline}", corpus) == "at 1 agent and 100 steps"


@pytest.mark.parametrize(
    ("name", "argument", "fault"),
    [
        ("rated", "coverage=safety:often", "'often' is no level of coverage"),
        ("rated", "coverage=beauty:direct", "'beauty' is no value of coverage"),
        ("rated", "color=red:direct", "the taxonomy has no field 'color'"),
        ("first", "is_rl=perhaps", "'perhaps' is no value of is_rl"),
        ("largest", "imagined", "'imagined' is no kind of scale point; known are baseline, regime, trained, deployed, case_study"),
        ("largest", "trained", None),
        ("rated", "coverage=safety:direct", None),
    ],
)
def test_placeholders_that_cannot_be_computed_are_refused(name: str, argument: str, fault: str | None) -> None:
    assert placeholder_fault(Placeholder(name, (argument,)), survey().taxonomy) == fault


# -- claims and history


def test_the_figure_of_claims_tells_the_least_change_of_each() -> None:
    assert title("claim-fragility") == "54 of 64 claims turn on a single change; the firmest withstands all below 52"
    said = description("claim-fragility")
    assert "retained-outnumber-excluded (holds): 52 more logged exclusions." in said
    assert "message-credit-sparse (holds): one more message-level paper." in said
    assert "message-credit-sparse (strict) (holds): one more message-level paper with an explicit mechanism." in said
    assert "trace-reporting-inspectable (cannot be checked): cannot be checked." in said
    shown = texts(figures.sheet_of(named("claim-fragility", published()), published()))
    assert all(claim.id in shown for claim in published().claims)
    assert sum(line.endswith(" (strict)") for line in shown) == 9
    assert shown.index("retained-outnumber-excluded") < shown.index("reward-hybrid-leads") < shown.index("pool-retained")


def test_a_survey_without_claims_says_so() -> None:
    corpus = replace(published(), claims=())
    assert "No claim has been stated yet" in texts(figures.sheet_of(named("claim-fragility", corpus), corpus))


def test_the_history_follows_the_pool_through_its_refresh() -> None:
    assert title("pool-history") == "Orchestrator-level credit went from 8 to 7 to 8 entries while the pool grew from 73 to 84"
    said = description("pool-history")
    assert "Entries: 73 on 2026-04-28, 73 on 2026-04-30, 84 on 2026-05-04." in said
    assert "Credit granularity: Orchestrator: 8 on 2026-04-28, 7 on 2026-04-30, 8 on 2026-05-04." in said
    shown = texts(figures.sheet_of(named("pool-history", published()), published()))
    assert {"8", "7 (\u22121)", "8 (+1)", "84 (+11)", "changed, or counted first", "as before"} <= set(shown)


def test_a_long_history_shows_its_first_and_its_last_days() -> None:
    from datetime import date

    corpus = published()
    papers = tuple(replace(paper, added=date(2026, 1 + n // 28, 1 + n % 28), changes=()) for n, paper in enumerate(corpus.papers))
    shown = texts(figures.sheet_of(named("pool-history", corpus), replace(corpus, papers=papers)))
    assert "The first and the last 5 of 84 days on which something changed are shown." in shown
    assert {"2026-01-01", "2026-03-28"} <= set(shown)
