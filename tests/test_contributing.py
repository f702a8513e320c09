"""CONTRIBUTING.md tells no lies: its example is a good entry, and what it names is there."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pipeline import checks, claims, located
from pipeline.cli import COMMANDS
from pipeline.corpus import Corpus
from pipeline.drafts import drafting
from pipeline.errors import Problem
from pipeline.fields import top_level
from pipeline.outputs import markdown
from pipeline.outputs.exports import FORMATS
from pipeline.records import PAPER_KEYS, parse_exclusion
from pipeline.submissions.forms import forms

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.load(ROOT)


def test_the_example_passes_every_check_but_for_the_summary_that_is_to_be_replaced(corpus: Corpus) -> None:
    example, _ = re.findall(r"```yaml\n(title: .*?)```", TEXT, re.DOTALL)
    found: list[Problem] = []
    paper = drafting.parsed("example", example, corpus, found)
    assert paper is not None, found
    others = (other for other in corpus.papers if other.arxiv_id != paper.arxiv_id)
    after = replace(corpus, papers=(*others, paper))
    found += [problem for problem in checks.problems(after, date(2026, 12, 1)) if problem.place.path == "corpus/example.yaml"]
    assert [problem.code for problem in found] == ["no-full-stop"]


def test_the_example_of_an_exclusion_can_be_read(corpus: Corpus) -> None:
    _, example = re.findall(r"```yaml\n(title: .*?)```", TEXT, re.DOTALL)
    found: list[Problem] = []
    top = top_level(located.parse(example, "exclusions/E999.yaml", found.append), "exclusions/E999.yaml", found.append)
    assert top is not None
    exclusion = parse_exclusion("E999", top, corpus.taxonomy, corpus.protocol.logged_families)
    assert found == []
    assert exclusion is not None


def test_every_form_and_every_field_of_an_entry_is_explained(corpus: Corpus) -> None:
    for form in forms(corpus):
        assert f"| {form.name} |" in TEXT
    assert {name for name in PAPER_KEYS if f"| `{name}` |" not in TEXT} == {"authors_complete"}
    assert f"the {('', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight')[len(corpus.taxonomy.required)]} fields above" in TEXT


def test_every_command_and_schema_is_there() -> None:
    assert {"add", "check", "exclude"} < set(re.findall(r"`masrl ([a-z]+)", TEXT)) <= set(COMMANDS)
    named = set(re.findall(r"site/data/([a-z.]+\.json)", TEXT))
    assert named == {FORMATS["entry-schema"].file_name, FORMATS["exclusion-schema"].file_name}


def test_every_link_within_the_page_leads_to_a_heading() -> None:
    headings = [line.lstrip("#").strip() for line in re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL).splitlines() if line.startswith("#")]
    assert {"#correct-an-entry"} < set(re.findall(r"\]\((#[^)]+)\)", TEXT)) <= set(markdown.anchors(headings))


def test_every_path_that_is_linked_is_there() -> None:
    linked = re.findall(r"\]\(((?!\.\./)[^)#:]+)\)", TEXT)
    assert "survey/taxonomy.yaml" in linked
    assert [path for path in linked if not (ROOT / path).exists()] == []


def test_a_paper_that_is_taken_out_leaves_the_published_pool_and_fails_what_counts_it(corpus: Corpus) -> None:
    published = corpus.pool("published")
    without = replace(corpus, papers=tuple(paper for paper in corpus.papers if paper.key != published.papers[0].key))
    assert len(without.pool("published").papers) == len(published.papers) - 1
    assert {verdict.claim.id: verdict.outcome for verdict in claims.verdicts(without)}["pool-retained"] == "fails"
    assert "## Take a paper out" in TEXT


def test_the_built_files_are_put_back_by_one_command() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    restored = re.search(r"^restore:\n\tgit restore (.*)\n\tgit clean .* -- (.*)\n", makefile, re.MULTILINE)
    assert restored
    made = (ROOT / "figures/manifest.txt").read_text(encoding="utf-8").splitlines()
    put_back = tuple(restored[1].split())
    assert [path for path in made if not path.startswith(tuple(name if "." in name[1:] else f"{name}/" for name in put_back))] == []
    assert {"figures", "site"} <= set(restored[2].split())
    assert not {"corpus", "exclusions", "survey"} & {name.split("/")[0] for name in (*put_back, *restored[2].split())}
    assert "`make restore`" in TEXT


def test_the_entries_that_keep_the_year_of_their_preprint_are_the_named_ones(corpus: Corpus) -> None:
    found = [problem for problem in checks.problems(corpus, date(2026, 12, 1)) if problem.code == "year-against-venue"]
    assert [problem.place.path for problem in found] == ["corpus/malt.yaml", "corpus/toolbench2023.yaml"]
    assert "Two entries of the published pool, `malt` and `toolbench2023`, keep the year of their preprint" in TEXT
