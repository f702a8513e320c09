"""The Traces page, and a page for each example: what stands there is what the commands say."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from exports_pool import ROOT, published
from lxml import html
from traces_attacks import attack

from pipeline.corpus import Corpus
from pipeline.outputs import site
from pipeline.outputs.site import shell, trace_pages
from pipeline.traces import loading, schema, schema_keys
from pipeline.traces.drawing import parts
from pipeline.traces.metrics.by_name import MEASURES
from pipeline.traces.report import Report, report

EXAMPLES = {path.stem: path.read_bytes() for path in sorted((Path(ROOT) / "traces" / "examples").glob("*.json"))}


@cache
def made() -> dict[str, bytes]:
    return {path.removeprefix("site/"): content for path, content in trace_pages.files(published())}


@cache
def page(path: str) -> Any:
    return html.document_fromstring(made()[path].decode())


def text(element: Any) -> str:
    return " ".join(element.text_content().split())


@cache
def measured(name: str) -> Report:
    timeline = loading.load(EXAMPLES[name], name).timeline
    assert timeline is not None
    return report(timeline, name)


def test_every_example_has_a_page_and_the_overview_leads_to_it() -> None:
    links = page("traces.html").xpath("//table[@class='examples']//th/a/@href")
    assert links == [f"traces/{name}.html" for name in EXAMPLES]
    assert set(links) <= set(made())


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_drawing_gets_the_example_as_it_stands(name: str) -> None:
    data = json.loads(page(f"traces/{name}.html").xpath("string(//script[@id='data'])"))
    assert data["trace"] == json.loads(EXAMPLES[name])
    assert data["critical"]
    rows = page(f"traces/{name}.html").xpath("//div[contains(@class, 'no-js')]//tbody/tr")
    assert len(rows) == len(data["trace"]["events"])


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_report_is_that_of_the_command(name: str) -> None:
    rows = page(f"traces/{name}.html").xpath("(//table[@class='measured'])[1]/tbody/tr")
    found = {row.xpath("string(th/text()[1])").strip().lower(): [text(cell) for cell in row.xpath("td")] for row in rows}
    assert list(found) == [metric.replace("_", " ") for metric in MEASURES]
    for metric, measure in measured(name).measures.items():
        value, status, origin = found[metric.replace("_", " ")]
        assert status == measure.status
        assert value.replace(",", "") == (measure.in_words if measure.status != "not computable" else "\N{EN DASH}")
        assert all(missing in origin for missing in measure.missing)


def test_the_overview_compares_all_of_them() -> None:
    rows = page("traces.html").xpath("//table[@class='compared']/tbody/tr")
    assert len(rows) == len(MEASURES)
    for row, metric in zip(rows, MEASURES, strict=True):
        found = [measured(name).measures[metric] for name in EXAMPLES]
        alike = len({one.unit for one in found if one.status != "not computable"}) < 2
        assert [text(cell) for cell in row.xpath("td")] == [str(one) if alike else one.in_words for one in found]
        classes = [cell.get("class").replace("-", " ") for cell in row.xpath("td")]
        assert classes == ["number" if one.status == "exact" else f"number {one.status}" for one in found]


def test_times_by_different_clocks_stand_with_their_units_side_by_side() -> None:
    (row,) = page("traces.html").xpath("//table[@class='compared']//tr[starts-with(normalize-space(th), 'Critical path')]")
    assert [text(cell) for cell in row.xpath("td")] == [
        "15.8 clock units", "7.7 clock units", "11.7 clock units", "11.2 clock units",
        "21 s", "12.1 clock units", "21.2 clock units", "14.9 s",
    ]  # fmt: skip


def test_a_page_tells_of_all_groups_and_rewards_what_the_command_does() -> None:
    rows = page("traces/swarm.html").xpath("//h3[.='Where the work went']/following::table[1]//tr")
    assert [text(row) for row in rows if row.xpath("th[@scope='rowgroup']")] == [
        "By agent", "By role", "By credit unit", "By sub-decision", "By category of tokens",
    ]  # fmt: skip
    given = page("traces/swarm.html").xpath("//h3[.='Rewards']/following::table[1]/tbody/tr")
    report = measured("swarm")
    assert len(given) == len(report.rewards) + len(report.event_rewards) > 1
    whole = [text(item) for item in page("traces/swarm.html").xpath("//h3[.='The run as a whole']/following::ul[1]/li")]
    assert [item.partition(":")[0] for item in whole] == ["Length band", "Costs", "Agents at once"]
    assert whole[0] == "Length band: up to 100 events"


def test_units_are_singular_where_there_is_one_and_large_numbers_are_parted() -> None:
    cells = [text(cell) for cell in page("traces/planner_executor_critic.html").xpath("//table[@class='measured']//td")]
    assert "1 spawn" in cells
    assert not [cell for cell in cells if cell.endswith(("ratio", "share", "score")) or cell == "1 spawns"]
    assert "10,390" in [text(cell) for cell in page("traces/swarm.html").xpath("//table[@class='spent']//td")]


def test_the_format_is_explained_from_its_schemas() -> None:
    found = page("traces.html")
    for name, place in (("eventType", 1), ("edgeType", 2)):
        rows = found.xpath(f"(//table[@class='words'])[{place}]//tr")
        assert [text(row.find("th")) for row in rows] == list(schema.enumeration("v1", name))
        assert [text(row.find("td")) for row in rows] == [word.meaning.replace("`", "") for word in schema_keys.words("v1", name)]
    keys = {text(code) for code in found.xpath("//table[@class='keys']//th[@scope='row']/code")}
    assert {
        "trace_id",
        "costs.wall_clock_s",
        "seq",
        "tokens.cached",
        "error.cause",
        "rewards.unit",
        "clock.unit",
        "provenance.missing",
    } <= keys


def test_the_script_is_the_one_of_the_command() -> None:
    names = page("traces.html").xpath("//script/@src")
    assert names == ["assets/theme.js", "assets/trace.js", "assets/drop.js"]
    assert made()["assets/trace.js"].decode().split() == shell.published_asset("x.js", parts.script())[1].decode().split()


def test_a_survey_without_traces_has_neither_page_nor_link() -> None:
    corpus = Corpus.load(Path(ROOT) / "tests" / "example")
    files = dict(site.files(corpus))
    assert not [path for path in files if "trace" in path or "drop" in path]
    assert not any(b"traces.html" in content for path, content in files.items() if path.endswith(".html"))


def test_a_survey_whose_traces_cannot_be_drawn_still_explains_and_draws() -> None:
    corpus = replace(published(), traces={"broken.json": b"{", "odd name.json": EXAMPLES["swarm"]})
    files = dict(trace_pages.files(corpus))
    assert [path for path in files if path.endswith(".html")] == ["site/traces.html"]
    found = html.document_fromstring(files["site/traces.html"].decode())
    assert found.get_element_by_id("file") is not None
    assert json.loads(found.xpath("string(//script[@id='data'])")) == {"trace": None}


def test_a_hostile_example_stays_text() -> None:
    corpus = replace(published(), traces={"bad.json": json.dumps(attack()).encode()})
    for path, content in trace_pages.files(corpus):
        if path.endswith(".html"):
            found = html.document_fromstring(content.decode())
            assert len(found.xpath("//script")) == 4
            assert not found.xpath("//main//img | //main//svg | //main//u")
            assert not [n for e in found.iter() if isinstance(e.tag, str) for n in e.attrib if n.startswith("on")]


def test_the_pages_keep_their_share() -> None:
    pages = [len(content) for path, content in made().items() if path.startswith("traces/")]
    assert sum(pages) < 165_000
    assert len(made()["traces.html"]) < 45_000
    assert len(made()["assets/trace.js"]) < 80_000
