"""Claims about the empty cells of two fields: what they come to, and that nothing found by counting differs from what trying finds."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import claims_pool
import pytest
from claims_pool import claim, corpus
from hypothesis import given, settings
from hypothesis import strategies as st
from test_claims_sensitivity import Record, changed, frozen, selected, signature, start, thawed, written

from pipeline import claims
from pipeline.claims.outcomes import Choice, empties, subsets_of_cells
from pipeline.claims.sums import Bound
from pipeline.corpus import Corpus
from pipeline.taxonomy import Tag

ROOT = Path(__file__).parent.parent
FLOURS, SLICES, STAGES = ("rye", "wheat", "spelt", "NA"), ("few", "lots"), ("shelf", "counter")
VALUES = {"flour": FLOURS, "slices": SLICES, "stage": STAGES}
PAPERS: dict[str, Mapping[str, Tag]] = {
    "bun": {"flour": "wheat", "slices": "few"}, "loaf": {"flour": "rye", "slices": "few"}, "roll": {"flour": "wheat", "slices": "few"},
    "rusk": {"flour": "NA", "slices": "lots"}, "dough": {"flour": "spelt"},
}  # fmt: skip


def said(body: str, papers: Mapping[str, Mapping[str, Tag]] = PAPERS) -> claims.Sensitivity:
    (found,) = claims.sensitivity(corpus(claim(body), papers=papers))
    return found


def cells(limit: str, fields: str = "[flour, slices]") -> str:
    return f"expect: {{empty_cells: {{fields: {fields}, {limit}}}}}"


@pytest.mark.parametrize(
    ("body", "outcome", "found", "least"),
    [
        (cells("at_least: 5"), "holds", "5 of 8 cells empty, at least 5", (1, "one more filled cell")),
        (cells("at_least: 3"), "holds", "5 of 8 cells empty, at least 3", (3, "three more filled cells")),
        (cells("at_least: 6"), "fails", "5 of 8 cells empty, at least 6", (1, "one fewer filled cell")),
        (cells("at_least: 8"), "fails", "5 of 8 cells empty, at least 8",
         (4, "four fewer matching papers, so that three more cells are empty")),
        (cells("at_most: 5"), "holds", "5 of 8 cells empty, at most 5", (1, "one fewer filled cell")),
        (cells("at_most: 7"), "holds", "5 of 8 cells empty, at most 7",
         (4, "four fewer matching papers, so that three more cells are empty")),
        (cells("at_most: 8"), "holds", "5 of 8 cells empty, at most 8", (None, "no change flips it")),
        (cells("at_most: 2"), "fails", "5 of 8 cells empty, at most 2", (3, "three more filled cells")),
        (cells("at_least: 0"), "holds", "5 of 8 cells empty, at least 0", (None, "no change flips it")),
        (cells("cells: 8, count: 5"), "holds", "5 of 8 cells empty, 5 expected", (1, "one more or one fewer filled cell")),
        (cells("count: 3"), "fails", "5 of 8 cells empty, 3 expected", (2, "two more filled cells")),
        (f"called: [roll, rolls]\nwhere: {{seeds: [poppy]}}\n{cells('count: 8')}", "cannot be checked", "8 of 8 cells empty, 8 expected",
         (None, "cannot be checked")),
    ],
)  # fmt: skip
def test_empty_cells_are_counted_and_the_least_change_is_told(body: str, outcome: str, found: str, least: tuple[int | None, str]) -> None:
    told = said(body)
    assert (told.verdict.outcome, told.verdict.findings[0].found) == (outcome, found)
    assert (told.least[0].count, told.least[0].words) == least


def test_the_filled_cells_stand_behind_a_claim_and_those_with_the_fewest_and_latest_records_break_it() -> None:
    finding = said(cells("at_least: 6")).verdict.findings[0]
    assert finding.numbers == (("Rye \u00d7 Few", 1), ("Wheat \u00d7 Few", 2), ("No flour \u00d7 Lots", 1))
    assert finding.cells == (("rye", "few"), ("wheat", "few"), ("NA", "lots"))
    assert finding.matched == ("bun", "dough", "loaf", "roll", "rusk")
    assert (finding.breaking, finding.why) == (("rusk",), "5 of 8 cells empty, at least 6")
    assert said(cells("at_least: 8")).verdict.findings[0].breaking == ("bun", "loaf", "roll", "rusk")
    assert said(cells("at_most: 3")).verdict.findings[0].breaking == ()


def test_an_example_fills_cells_or_empties_them() -> None:
    assert said(cells("at_least: 4")).least[0].example == (
        "add a record with flour rye, slices lots; add a record with flour wheat, slices lots"
    )
    assert said(cells("at_least: 8")).least[0].example == "remove loaf; remove rusk; remove bun; and one more"


def test_each_scenario_answers_for_cells() -> None:
    found = {one.scenario: (one.answer, one.detail) for one in said(cells("at_least: 5")).survivals[0]}
    assert found["near-misses"] == ("undecided", "holds in 1 of 4 subsets; open in 3")
    assert found["shelf"] == ("undecided", "3 to 5 of 8 cells empty, at least 5")
    assert found["seeded-only"] == ("undecided", "there are no papers")
    assert found["one-left-out"] == ("yes", "none flips it")
    assert found["one-retagged"] == ("no", "flipped by bun, dough, and roll")


def test_a_claim_on_cells_cannot_be_about_every_variant() -> None:
    problems: list[object] = []
    claims_pool.stated(claim(f"{cells('at_least: 5')}\nunder: near-misses"), problems)  # type: ignore[arg-type]
    assert len(problems) == 1


# -- against trying everything


def empty_in(body: Mapping[str, object], records: list[Record]) -> tuple[int, int]:
    """Return how many records a claim means, and how many cells of its fields are empty."""
    main = selected(body, str(body["of"]), records)
    wanted = body["expect"]["empty_cells"]  # type: ignore[index]
    rows, columns = wanted["fields"]
    held = {(thawed(one).get(rows), thawed(one).get(columns)) for one in main}
    return len(main), sum(cell not in held for cell in itertools.product(VALUES[rows], VALUES[columns]))


def kept(body: Mapping[str, object], records: list[Record]) -> bool:
    (limit,) = (one for one in body["expect"]["empty_cells"].items() if one[0] != "fields")  # type: ignore[index]
    empty = empty_in(body, records)[1]
    return {"count": empty == limit[1], "at_most": empty <= limit[1], "at_least": empty >= limit[1]}[limit[0]]


TAGS = st.fixed_dictionaries(
    {"flour": st.sampled_from(FLOURS)},
    optional={"slices": st.sampled_from(SLICES), "seeds": st.sampled_from([("poppy",), ("sesame",)])},
)
LOGGED = st.tuples(
    st.sampled_from(STAGES),
    st.just(("stale",)),
    st.fixed_dictionaries({}, optional={"flour": st.sampled_from(FLOURS), "slices": st.sampled_from(SLICES), "seeds": st.just(("poppy",))}),
)


@st.composite
def drawn(draw: st.DrawFn) -> tuple[dict[str, object], Corpus]:
    of = draw(st.sampled_from(["papers", "exclusions", "screened"]))
    fields = draw(st.sampled_from([["flour", "slices"], ["slices", "flour"], *([] if of == "papers" else [["stage", "slices"]])]))
    query = draw(st.sampled_from([{}, {"where": {"seeds": ["poppy"]}}, {"not": {"seeds": ["poppy"]}}]))
    limit = draw(st.sampled_from(["count", "at_most", "at_least"]))
    size = len(VALUES[fields[0]]) * len(VALUES[fields[1]])
    body = {"of": of, **query, "expect": {"empty_cells": {"fields": fields, limit: draw(st.integers(0, size))}}}
    papers = draw(st.lists(TAGS, max_size=5))
    logged = draw(st.lists(LOGGED, max_size=4))
    text = "\n".join(f"{name}: {written(value)}" for name, value in body.items())
    survey = corpus(
        claim(text), papers={f"p{number}": tags for number, tags in enumerate(papers)},
        exclusions={f"E00{number}": one for number, one in enumerate(logged, 1)},
    )  # fmt: skip
    return body, survey


FIELDS = {"flour", "slices", "seeds", "stage"}
OPTIONS: dict[str, list[Tag | None]] = {
    "flour": list(FLOURS), "slices": [None, *SLICES], "seeds": [None, ("poppy",), ("sesame",), ("poppy", "sesame")],
}  # fmt: skip


@given(drawn())
@settings(max_examples=120, deadline=None)
def test_what_is_found_of_cells_is_what_trying_every_change_finds(case: tuple[dict[str, object], Corpus]) -> None:
    body, survey = case
    (told,) = claims.sensitivity(survey)
    records = start(survey, FIELDS)
    if told.verdict.outcome == "cannot be checked":
        assert told.least[0].count is None
        return
    holds = kept(body, records)
    assert told.verdict.outcome == ("holds" if holds else "fails")
    survivals = {one.scenario: one for one in told.survivals[0]}
    left_out = sorted(key for key, _, _ in records if kept(body, [one for one in records if one[0] != key]) != holds)
    assert survivals["one-left-out"].detail == named(left_out)
    retagged = sorted({one[0] for one in records if any(kept(body, after) != holds for after in edited(records, one, body))})
    assert survivals["one-retagged"].detail == named(retagged)
    assert least_by_trying(body, records, 2) == (told.least[0].count if (told.least[0].count or 9) <= 2 else None)


def edited(records: list[Record], one: Record, body: Mapping[str, object]) -> Iterator[list[Record]]:
    rest = [other for other in records if other != one]
    asked = {*body["expect"]["empty_cells"]["fields"], *(["seeds"] if "where" in body or "not" in body else [])}  # type: ignore[index]
    options = OPTIONS if one[1] == "papers" else {**OPTIONS, "flour": [None, *FLOURS], "stage": list(STAGES)}
    for name in sorted(asked & options.keys()):
        for tag in options[name]:
            yield [*rest, (one[0], one[1], frozen({**thawed(one), name: tag}, FIELDS))]


def least_by_trying(body: Mapping[str, object], records: list[Record], depth: int) -> int | None:
    """Return the fewest changes that flip a claim, or None where ``depth`` changes do not."""
    fields = set(body["expect"]["empty_cells"]["fields"])  # type: ignore[index]
    seeds = {"seeds"} if "where" in body or "not" in body else set()
    kinds = {"papers", "exclusions"} if body["of"] == "screened" else {str(body["of"])}
    before, reached = kept(body, records), [narrowed(records, fields | seeds)]
    for count in range(1, depth + 1):
        found = {signature(after, set()): after for one in reached for after in all_changes(one, fields | seeds, kinds)}
        if any(kept(body, after) != before for after in found.values()):
            return count
        reached = list(found.values())
    return None


def narrowed(records: list[Record], fields: set[str]) -> list[Record]:
    return [(key, of, tuple(pair for pair in tags if pair[0] in fields)) for key, of, tags in records]


def all_changes(records: list[Record], fields: set[str], kinds: set[str]) -> Iterator[list[Record]]:
    """Yield what the search of the other kinds yields, with a field more."""
    yield from changed(records, fields - {"slices"}, set(), set())
    for position, (key, of, tags) in enumerate(records):
        if "slices" in fields and not key.endswith("*") and not key.startswith("+"):
            rest = records[:position] + records[position + 1 :]
            yield from ([*rest, (f"{key}*", of, frozen({**dict(tags), "slices": tag}, FIELDS))] for tag in OPTIONS["slices"])
    for of in sorted(kinds):
        options = {**OPTIONS, **({"stage": list(STAGES), "flour": [None, *FLOURS]} if of == "exclusions" else {})}
        names = sorted(fields & options.keys())
        for values in itertools.product(*(options[name] for name in names)):
            yield [*records, ("+", of, frozen(dict(zip(names, values, strict=True)), FIELDS))]


def named(keys: list[str]) -> str:
    if not keys:
        return "none flips it"
    if len(keys) > 6:
        return f"flipped by any of {len(keys)}"
    return f"flipped by {' and '.join(keys) if len(keys) < 3 else ', '.join(keys[:-1]) + ', and ' + keys[-1]}"


@given(drawn())
@settings(max_examples=120, deadline=None)
def test_what_near_misses_do_to_cells_is_what_trying_every_subset_and_every_tag_finds(case: tuple[dict[str, object], Corpus]) -> None:
    body, survey = case
    (told,) = claims.sensitivity(survey)
    survival = next(one for one in told.survivals[0] if one.scenario == "near-misses")
    if survival.detail.startswith(("none of", "there are no")):
        return
    records = start(survey, FIELDS)
    misses = sorted(exclusion.id for exclusion in survey.exclusions if exclusion.tags)
    tried: dict[tuple[str, ...], set[bool]] = {}
    for size in range(len(misses) + 1):
        for keys in itertools.combinations(misses, size):
            rest = [one for one in records if one[0] not in keys]
            options = (as_papers(next(one for one in records if one[0] == key), body) for key in keys)
            tried[keys] = {kept(body, [*rest, *papers]) for papers in itertools.product(*options)}
    answers = Counter(tuple(sorted(found)) for found in tried.values())
    failing = [keys for keys, found in tried.items() if found == {False}]
    answer = "no" if failing else "undecided" if answers[False, True] else "yes"
    assert survival.answer == answer
    if misses:
        holding = f"holds in {answers[True,]} of {len(tried)} subsets"
        assert survival.detail.startswith(holding)
        smallest = min(failing, key=lambda keys: (len(keys), keys), default=())
        assert survival.detail.endswith(f"fails with {claims.words.enumerated(smallest)}") == bool(smallest)


def as_papers(record: Record, body: Mapping[str, object]) -> list[Record]:
    """Return every paper that a near miss may be: what is proposed stands, and what is not may be anything."""
    asked = {*body["expect"]["empty_cells"]["fields"], *(["seeds"] if "where" in body or "not" in body else [])}  # type: ignore[index]
    held = {name: tag for name, tag in thawed(record).items() if name in OPTIONS}
    names = sorted(name for name in asked & OPTIONS.keys() if name not in held)
    choices = itertools.product(*(OPTIONS[name] for name in names))
    return [(record[0], "papers", frozen({**held, **dict(zip(names, chosen, strict=True))}, FIELDS)) for chosen in choices]


# -- the arithmetic by itself


@st.composite
def grids(draw: st.DrawFn) -> tuple[int, tuple[int, ...], list[Choice], dict[str, Choice]]:
    """Draw a cross-tab with what stands in it, choices that are fixed, and optional ones by key."""
    rows, columns = draw(st.sampled_from([(2, 3), (2, 2), (3, 3), (3, 2), (1, 3), (2, 1)]))
    size = rows * columns
    base = draw(st.sampled_from([[0] * size, [1] + [0] * (size - 1), [0, 2] * size]))[:size]
    left = list(base)

    def one() -> Choice:
        row, column = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
        kind = draw(st.sampled_from(["row", "column", "cell", "any", "away"]))
        here = row * columns + column
        places = {"cell": [here], "row": [row * columns + one for one in range(columns)],
                  "column": [one * columns + column for one in range(rows)], "any": list(range(size)), "away": []}[kind]  # fmt: skip
        vectors = [tuple(int(cell == place) for cell in range(size)) for place in places]
        if kind == "away" and left[here]:
            left[here] -= 1
            vectors = [tuple(-int(cell == here) for cell in range(size))]
        if not vectors or draw(st.sampled_from([False, False, True])):
            vectors.append((0,) * size)
        return frozenset(vectors)

    fixed = [one() for _ in range(draw(st.integers(0, 3)))]
    return columns, tuple(base), fixed, {f"e{number}": one() for number in range(draw(st.integers(0, 4)))}


@given(grids(), st.none() | st.integers(0, 6), st.none() | st.integers(0, 6))
@settings(max_examples=250, deadline=None)
def test_empty_cells_are_counted_as_if_every_record_were_put_everywhere(
    drawn: tuple[int, tuple[int, ...], list[Choice], dict[str, Choice]], low: int | None, high: int | None
) -> None:
    columns, base, fixed, optional = drawn
    bound = Bound((1,), low, high if low is None or high is None or low <= high else low)
    span = empties(columns, base, Counter(fixed))
    assert set(range(span.least, span.most + 1)) == reached(base, fixed)
    found, failing = Counter[tuple[bool, ...]](), []
    for size in range(len(optional) + 1):
        for keys in itertools.combinations(sorted(optional), size):
            numbers = reached(base, [*fixed, *(optional[key] for key in keys)])
            outcome = tuple(sorted({bound.keeps(number) for number in numbers}))
            found[outcome] += 1
            failing += [(size, keys)] if outcome == (False,) else []
    by_choice: dict[Choice, list[str]] = {}
    for key, choice in optional.items():
        by_choice.setdefault(choice, []).append(key)
    counted = subsets_of_cells(columns, bound, base, Counter(fixed), by_choice)
    assert (counted.holding, counted.failing, counted.undecided) == (found[True,], found[False,], found[False, True])
    assert counted.smallest == (min(failing)[1] if failing else ())


def reached(base: tuple[int, ...], choices: list[Choice]) -> set[int]:
    sums = {base}
    for choice in choices:
        sums = {tuple(map(sum, zip(one, vector, strict=True))) for one in sums for vector in choice}
    return {one.count(0) for one in sums}


@pytest.mark.parametrize(
    ("lines", "least", "most"),
    [
        (["row 0", "column 0"], 2, 3), (["row 0", "column 0", "row 1"], 1, 2), (["any"], 3, 3), (["any", "any"], 2, 3),
        (["row 0", "row 0", "row 0"], 2, 3), (["row 0", "row 1", "column 0", "column 1"], 0, 2), (["row 0", "row 0", "column 0"], 1, 3),
        (["row 0", "any", "column 1", "any", "any"], 0, 3), (["column 1", "column 1", "row 1", "row 1"], 1, 3),
    ],
)  # fmt: skip
def test_rows_and_columns_share_a_cell_or_fill_one_each(lines: list[str], least: int, most: int) -> None:
    """Of two rows and two columns."""
    places = {"row 0": (0, 1), "row 1": (2, 3), "column 0": (0, 2), "column 1": (1, 3), "any": (0, 1, 2, 3)}
    choices = [frozenset(tuple(int(cell == place) for cell in range(4)) for place in places[line]) for line in lines]
    assert empties(2, (0,) * 4, Counter(choices)) == (least, most)
    assert reached((0,) * 4, choices) == set(range(least, most + 1))


def test_a_thousand_near_misses_in_ninety_cells_are_counted() -> None:
    units = [frozenset({tuple(int(cell == place) for cell in range(90))}) for place in range(90)]
    optional = {unit: [f"e{place}-{number}" for number in range(11)] for place, unit in enumerate(units)}
    found = subsets_of_cells(9, Bound((1,), 89), (0,) * 90, {}, optional)
    assert (found.holding, found.variants) == (1 + 90 * (2**11 - 1), 2**990)
    assert found.smallest == ("e0-0", "e1-0")


def test_what_nobody_has_the_patience_to_follow_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.claims.outcomes.crossed.PATIENCE", 2)
    rows = [frozenset(tuple(int(cell == row * 3 + column) for cell in range(9)) for column in range(3)) for row in range(3)]
    found = subsets_of_cells(3, Bound((1,), 7), (0,) * 9, {}, {row: [f"e{number}"] for number, row in enumerate(rows)})
    assert (found.holding, found.failing, found.undecided) == (0, 0, 8)


# -- the real survey


def test_the_published_claims_on_cells_count_cells() -> None:
    survey = Corpus.load(ROOT)
    found = {one.claim.id: one for one in claims.sensitivity(survey)}
    assert found["reward-by-credit-cells"].verdict.findings[0].found == "72 of 90 cells empty, at least 72"
    assert found["orchestration-by-credit-cells"].verdict.findings[0].found == "44 of 63 cells empty, at least 44"
    assert [(one.least[0].count, one.least[0].words) for name, one in found.items() if name.endswith("-cells")] == [
        (1, "one more filled cell"), (1, "one more filled cell"),
    ]  # fmt: skip


def test_a_paper_that_moves_to_an_empty_cell_from_one_that_it_had_for_itself_leaves_as_many_empty() -> None:
    survey = Corpus.load(ROOT)
    moved = replace(survey.by_key["sirius2025"], tags={**survey.by_key["sirius2025"].tags, "reward_type": "tool"})
    papers = tuple(moved if paper.key == "sirius2025" else paper for paper in survey.papers)
    (claimed,) = (one for one in survey.claims if one.id == "reward-by-credit-cells")
    (verdict,) = claims.verdicts_on(replace(survey, papers=papers).pool("published"), [claimed])
    assert (verdict.outcome, verdict.findings[0].found) == ("holds", "72 of 90 cells empty, at least 72")
