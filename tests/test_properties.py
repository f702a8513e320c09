"""What must hold of any input."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from example_survey import TODAY, example
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import checks, coverage, identifiers, located, lock
from pipeline.corpus import Corpus
from pipeline.errors import Place, Problem, in_reading_order
from pipeline.fields import top_level
from pipeline.records import Change, Paper, parse_exclusion, parse_paper
from pipeline.survey import parse_about, parse_outputs, parse_protocol, parse_scale
from pipeline.taxonomy import Field, parse

THOROUGH = settings(max_examples=80, deadline=None, database=None)
QUICK = settings(max_examples=20, deadline=None, database=None)
FAULTS = Path(__file__).parent / "faults"
GOOD = (FAULTS / "paper/good-changes.yaml").read_text(encoding="utf-8")
SIGNS = st.text(alphabet="a0: -[]{}&*!|>'\"%@`#,?~.\n\t\\u<=é😀\u200b\u202e", max_size=60)
TEXTS = st.one_of(st.text(), SIGNS)


def judged(text: str) -> tuple[Paper | None, list[Problem]]:
    """Return the paper that a text holds, and what was reported of it."""
    found: list[Problem] = []
    top = top_level(located.parse(text, "corpus/x.yaml", found.append), "corpus/x.yaml", found.append)
    return (None if top is None else parse_paper("x", top, example().taxonomy)), found


def are_located(found: list[Problem], text: str) -> bool:
    """Say whether each problem stands within the text or right behind it."""
    lines = text.count("\n") + 1
    return all(1 <= problem.place.line <= lines + 1 and problem.place.column >= 1 for problem in found)


@THOROUGH
@given(TEXTS)
def test_any_text_gives_a_record_or_located_problems(text: str) -> None:
    paper, found = judged(text)
    assert paper is not None or [problem for problem in found if problem.severity == "error"]
    assert are_located(found, text)


@THOROUGH
@given(TEXTS, st.data())
def test_a_good_entry_that_was_spoiled_anywhere_gives_a_record_or_located_problems(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(GOOD)))
    end = data.draw(st.integers(start, min(len(GOOD), start + 40)))
    spoiled = GOOD[:start] + text + GOOD[end:]
    paper, found = judged(spoiled)
    assert paper is not None or [problem for problem in found if problem.severity == "error"]
    assert are_located(found, spoiled)


@THOROUGH
@given(
    st.one_of(
        st.binary(),
        TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")),
        TEXTS.map(lambda text: text.encode("utf-16", "surrogatepass")),
    )
)
def test_any_bytes_give_a_value_or_a_located_problem(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.yaml"
        path.write_bytes(data)
        found: list[Problem] = []
        value = located.read(path, Path(folder), found.append)
    assert value is not None or found
    assert all(problem.place.path == "x.yaml" for problem in found)


WORDS = [
    "title", "authors", "year", "links", "added", "tags", "changes", "fields", "values", "label", "kind", "rules", "when", "figures",
    "tables", "readme", "columns", "points", "agents", "from", "to", "stages", "approach",
]  # fmt: skip
NAMES = st.one_of(st.sampled_from(WORDS), st.text(max_size=5))
TREES = st.recursive(
    st.one_of(st.text(max_size=8), st.sampled_from(["no", "NA", "2024-04-28", "map", "text", "one"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=15,
)


def located_tree(tree: object) -> located.Value:
    """Return a tree of texts as if it had been read from a file."""
    if isinstance(tree, dict):
        keys = {name: located.Scalar(name, 1, 1, quoted=False) for name in tree}
        return located.Mapping({name: located_tree(value) for name, value in tree.items()}, keys, 1, 1)
    if isinstance(tree, list):
        return located.Sequence(tuple(map(located_tree, tree)), 1, 1)
    return located.Scalar(str(tree), 1, 1, quoted=False)


@THOROUGH
@given(st.dictionaries(NAMES, TREES, max_size=6))
def test_any_tree_of_values_is_read_by_every_reader_without_another_exception(tree: dict[str, object]) -> None:
    taxonomy = example().taxonomy
    found: list[Problem] = []
    top = top_level(located_tree(tree), "x.yaml", found.append)
    assert top is not None
    for reader in (
        lambda: parse_paper("x", top, taxonomy),
        lambda: parse_exclusion("E001", top, taxonomy, ("noise",)),
        lambda: parse(top),
        lambda: parse_about(top),
        lambda: parse_protocol(top),
        lambda: parse_scale(top),
        lambda: parse_outputs(top, taxonomy),
    ):
        reader()  # type: ignore[no-untyped-call]
    assert found


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)


def lock_of(tree: object) -> str:
    return json.dumps({"format": 1, "records": {"2103.99991": tree}})


@THOROUGH
@given(st.one_of(TEXTS, JSON.map(lock_of)))
def test_any_lock_gives_listings_or_located_problems(text: str) -> None:
    found: list[Problem] = []
    assert lock.parse(text, found.append) == {}
    assert found
    assert are_located(found, text)


@THOROUGH
@given(TEXTS)
def test_what_is_read_from_a_text_as_an_identifier_is_one(text: str) -> None:
    arxiv_id, doi = identifiers.arxiv_id_in(text), identifiers.bare_doi(text)
    assert not arxiv_id or identifiers.arxiv_id_in(f"arXiv:{arxiv_id}v7") == arxiv_id
    assert doi is None or identifiers.bare_doi(f"https://doi.org/{doi.upper()}") == identifiers.bare_doi(doi)
    link = identifiers.checked_link(text)
    assert link.fault is not None or identifiers.comparable_link(text)
    assert identifiers.folded(identifiers.folded(text)) == identifiers.folded(text)


def tags_of(field: Field) -> st.SearchStrategy[object]:
    """Return what an entry may hold in a field, with None for nothing."""
    values = st.sampled_from([value.name for value in field.values])
    if field.kind == "one":
        return values if field.required else st.none() | values
    several = st.lists(values, unique=True, max_size=3)
    if field.kind == "many":
        return several.map(lambda names: tuple(names) or None)
    return several.map(lambda names: dict.fromkeys(names, "direct") or None)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """Draw the example survey with up to eight papers of arbitrary tags."""
    pattern = example().papers[0]
    papers = []
    for number in range(draw(st.integers(0, 8))):
        drawn = {field.name: draw(tags_of(field)) for field in example().taxonomy}
        tags = {name: tag for name, tag in drawn.items() if tag is not None}
        links = (f"https://example.org/{draw(st.integers(0, 5))}",)
        title = draw(st.sampled_from(["Ears", "Ears!", "Tides and Ears", "Tides, and Ears", "Sand"]))
        key = f"paper{number}"
        papers.append(
            replace(
                pattern,
                key=key,
                tags=tags,
                links=links,
                title=title,
                arxiv_id="",
                doi="",
                changes=(),
                place=Place(f"corpus/{key}.yaml"),
                places={},
            )
        )
    return replace(example(), papers=tuple(papers))


PAIRS = st.tuples(*[st.sampled_from(list(example().taxonomy.fields))] * 2)


@QUICK
@given(corpora(), PAIRS)
def test_the_margins_of_a_cross_tab_are_the_counts_of_its_fields(corpus: Corpus, pair: tuple[str, str]) -> None:
    table = coverage.crosstab(corpus, *pair, margins=True)
    rows, columns = (coverage.counts(corpus, name)["count"].to_dict() for name in pair)
    assert table["(total)"].to_dict() == {**rows, "(total)": len(corpus.papers)}
    assert table.loc["(total)"].to_dict() == {**columns, "(total)": len(corpus.papers)}


@QUICK
@given(corpora(), PAIRS)
def test_a_cell_counts_the_papers_that_hold_both_its_values(corpus: Corpus, pair: tuple[str, str]) -> None:
    first, second = pair
    if first == second:
        return
    table = coverage.crosstab(corpus, first, second)
    for row in table.index:
        for column in table.columns:
            wanted = coverage.conditions([f"{first}={row}", f"{second}={column}"], corpus.taxonomy)
            assert table.loc[row, column] == len(coverage.matching(corpus.papers, wanted))


@QUICK
@given(corpora(), st.randoms(use_true_random=False), PAIRS)
def test_the_order_of_the_records_changes_nothing(corpus: Corpus, random: object, pair: tuple[str, str]) -> None:
    papers = list(corpus.papers)
    random.shuffle(papers)  # type: ignore[attr-defined]
    shuffled = replace(corpus, papers=tuple(papers))
    assert coverage.crosstab(shuffled, *pair, margins=True).equals(coverage.crosstab(corpus, *pair, margins=True))
    places = [
        [(problem.place, problem.code, problem.field) for problem in in_reading_order(checks.problems(each, TODAY))]
        for each in (corpus, shuffled)
    ]
    assert places[0] == places[1]


STEPS = st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["farm", "row", "turbine", "blade", "NA"])), max_size=8)


@THOROUGH
@given(st.sampled_from(["farm", "row", None]), STEPS)
def test_undoing_changes_is_the_mirror_of_making_them(first: str | None, steps: list[tuple[int, str]]) -> None:
    pattern, start = example().papers[0], date(2024, 1, 1)
    states, changes, value = [first] * 11, [], first
    for number, after in sorted(steps, key=lambda step: step[0]):
        changes.append(Change(start + timedelta(number), "tags.placement", value, after, "drawn"))
        value = after
        states[number:] = [value] * len(states[number:])
    tags = {"approach": "sensor"} | ({"placement": value} if value else {})
    paper = replace(pattern, tags=tags, changes=tuple(changes))
    assert [paper.at(start + timedelta(number)).tags.get("placement") for number in range(11)] == states
    assert paper.at(start - timedelta(1)).tags.get("placement") == first
    assert paper.at(start - timedelta(1)).changes == ()
    assert [
        problem.code for problem in checks.changes_follow_the_record(replace(example(), papers=(paper,))) if problem.code == "broken-change"
    ] == []
