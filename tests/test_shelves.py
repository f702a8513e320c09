"""A list that is too long for the front page, on the invented survey and on a large one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import example_survey
import pytest

from pipeline import build, plan
from pipeline.corpus import Corpus
from pipeline.errors import OutputFault
from pipeline.outputs import readme, shelves
from pipeline.outputs.markdown import Markdown
from pipeline.outputs.shelves import Shelf


def long(papers: int, exclusions: int = 0, summary: int = 200) -> Corpus:
    """Return the invented survey with more papers of its first kind and more excluded records."""
    corpus = example_survey.example()
    one, logged = corpus.by_key["flint2023load"], corpus.exclusions[0]
    more = [replace(one, key=f"more{number}", title=f"Paper {number}", summary="x" * summary + ".") for number in range(papers)]
    left = [replace(logged, id=f"E{number:03d}", title=f"Record {number}") for number in range(4, 4 + exclusions)]
    ordered = sorted((*corpus.papers, *more), key=lambda paper: paper.key)
    return replace(corpus, papers=tuple(ordered), exclusions=(*corpus.exclusions, *left))


def files(corpus: Corpus, most: int) -> dict[str, str]:
    return {path: content.decode() for path, content in readme.files(corpus, most)}


def titles(text: str) -> list[str]:
    return re.findall(r"^- \[(Paper \d+|Record \d+)\]", text, re.MULTILINE)


def test_a_short_list_stays_on_the_front_page() -> None:
    corpus = example_survey.example()
    assert files(corpus, readme.MOST) == {"README.md": readme.text(corpus)}


def test_a_long_list_stands_on_a_page_a_section() -> None:
    corpus = long(60)
    made = files(corpus, 12_000)
    assert set(made) > {"README.md", "list/model.md"}
    assert all(len(text.encode()) <= 12_000 for text in made.values())
    assert not titles(made["README.md"])
    assert sorted(title for text in made.values() for title in titles(text)) == sorted(f"Paper {number}" for number in range(60))
    assert "## Contents" in made["README.md"]
    assert "[Model](#model) (62)" in made["README.md"]
    assert "### Model\n\n62 entries." in made["README.md"]


def test_a_section_that_is_too_long_by_itself_has_numbered_pages_that_lead_to_each_other() -> None:
    made = files(long(60), 12_000)
    pages = [path for path in made if path.startswith("list/model")]
    assert pages == ["list/model.md", *(f"list/model-{number}.md" for number in range(2, len(pages) + 1))]
    assert len(pages) > 1
    leads = re.findall(r"\[[\d,]+(?: to [\d,]+)?\]\((list/model[^)]*)\)", made["README.md"])
    assert leads == pages
    for path in pages:
        others = re.findall(r"\[[\d,]+(?: to [\d,]+)?\]\((model[^)]*)\)", made[path])
        assert [f"list/{name}" for name in others] == [other for other in pages if other != path]
        assert "[Awesome" in made[path]
        assert "](../README.md)" in made[path]


def test_excluded_records_go_where_the_list_of_papers_is_not_enough() -> None:
    made = files(long(5, 150), 16_000)
    assert not titles(made["README.md"])
    logged = {path: text for path, text in made.items() if path.startswith("list/excluded-")}
    assert sum(len(titles(text)) for text in logged.values()) == 150
    assert all("](../exclusions/E" in text and "](exclusions/" not in text for text in logged.values())
    assert "excluded records of [" in next(iter(logged.values()))
    assert titles(files(long(60, 3), 12_000)["README.md"]) == ["Record 4", "Record 5", "Record 6"]


def test_every_link_to_a_page_leads_to_one_and_every_page_is_led_to() -> None:
    made = files(long(60, 200), 12_000)
    assert set(re.findall(r"\((list/[^)]+)\)", made["README.md"])) == {path for path in made if path != "README.md"}


def test_names_that_differ_by_capitals_alone_get_files_that_differ() -> None:
    lines = (Markdown("a"),)
    found = shelves.apart([Shelf("Blade", "Blade", "", "1 entry", lines), Shelf("blade", "blade", "", "1 entry", lines)], 5_000)
    assert [page.path for shelf in found for page in shelf.pages] == ["list/Blade.md", "list/blade_.md"]


def test_a_front_page_that_is_too_long_without_its_lists_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "README_LIMIT", 3_000)
    with pytest.raises(OutputFault) as caught:
        next(plan.files(example_survey.example()))
    (problem,) = caught.value.problems
    assert (problem.place.path, problem.code) == ("README.md", "readme-too-long")


def test_pages_that_are_no_longer_needed_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "README_LIMIT", 12_000)
    build.write(tmp_path, plan.files(long(60)))
    assert (tmp_path / "list/model-2.md").exists()
    monkeypatch.setattr(plan, "README_LIMIT", 500_000)
    build.write(tmp_path, plan.files(long(60)))
    assert not list((tmp_path / "list").iterdir())
    assert len(titles((tmp_path / "README.md").read_text(encoding="utf-8"))) == 60
