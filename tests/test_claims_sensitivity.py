"""How fragile claims are: the least change against a search through all changes, scenarios, and what the real claims show."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import claims_pool
import pytest
from claims_pool import claim, corpus
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import claims
from pipeline.claims.outcomes import Choice, outcomes, reaching, subsets
from pipeline.claims.pool import pool_of
from pipeline.claims.scenarios import replaced, seen_by
from pipeline.claims.subjects import Records
from pipeline.claims.sums import Bound
from pipeline.claims.survivals import _many
from pipeline.corpus import Corpus
from pipeline.errors import Place
from pipeline.readings import Coding, Reading
from pipeline.taxonomy import Tag

ROOT = Path(__file__).parent.parent

# -- a search through all changes, written apart from the code that it is held against

Record = tuple[str, str, tuple[tuple[str, Tag], ...]]
"""Key (empty for one that was added), ``papers`` or ``exclusions``, tags."""
World = frozenset[tuple[Record, int]]
"""Records with how often each occurs."""

FLOURS: list[Tag | None] = ["rye", "wheat", "spelt", "NA"]
SEEDS: list[Tag | None] = [None, ("poppy",), ("sesame",), ("poppy", "sesame")]
CRUSTS: list[Tag | None] = [
    {side: level for side, level in zip(("top", "bottom"), levels, strict=True) if level}
    for levels in itertools.product((None, "soft", "hard"), repeat=2)
]
CRUSTS[0] = None
OPTIONS: dict[str, dict[str, list[Tag | None]]] = {
    "papers": {"flour": FLOURS, "seeds": SEEDS, "crust": CRUSTS},
    "exclusions": {
        "flour": [None, *FLOURS], "seeds": SEEDS, "crust": CRUSTS, "stage": ["shelf", "counter"],
        "reason_codes": [("stale",), ("burnt",), ("stale", "burnt")],
    },
}  # fmt: skip


def frozen(tags: Mapping[str, Tag | None], fields: set[str]) -> tuple[tuple[str, Tag], ...]:
    kept = ((name, tag) for name, tag in tags.items() if tag is not None and name in fields)
    return tuple(sorted((name, tuple(sorted(tag.items())) if isinstance(tag, dict) else tag) for name, tag in kept))


def thawed(record: Record) -> dict[str, Tag]:
    return {name: dict(tag) if name == "crust" else tag for name, tag in record[2]}  # type: ignore[arg-type]


def start(survey: Corpus, fields: set[str]) -> list[Record]:
    papers: list[Record] = [(paper.key, "papers", frozen(paper.tags, fields)) for paper in survey.papers]
    logged = [(e.id, {**e.tags, "stage": e.stage, "reason_codes": e.reason_codes}) for e in survey.exclusions]
    return [*papers, *((key, "exclusions", frozen(tags, fields)) for key, tags in logged)]


def changed(records: list[Record], fields: set[str], kinds: set[str], named: set[str]) -> Iterator[list[Record]]:
    """Yield the records after each single change of an untouched record; one that was edited is marked by a star."""
    for position, (key, of, _) in enumerate(records):
        rest = records[:position] + records[position + 1 :]
        if key.startswith("+") or key.endswith("*"):
            continue
        yield rest
        tags = thawed(records[position])
        for name in sorted(fields & OPTIONS[of].keys()):
            for tag in OPTIONS[of][name]:
                if tag != tags.get(name):
                    yield [*rest, (f"{key}*", of, frozen({**tags, name: tag}, fields))]
    present = {key.strip("+*") for key, _, _ in records}
    for of in sorted(kinds):
        names = sorted(fields & OPTIONS[of].keys())
        for tags in itertools.product(*(OPTIONS[of][name] for name in names)):
            held = frozen(dict(zip(names, tags, strict=True)), fields)
            for key in ["", *sorted(named - present)]:
                yield [*records, (f"+{key}", of, held)]


def evaluated(body: Mapping[str, object], records: list[Record]) -> bool:
    """Say whether a claim holds of records, from the meaning of its words."""
    main = selected(body, str(body.get("of", "papers")), records)
    ((kind, wanted),) = body["expect"].items()  # type: ignore[attr-defined]
    if kind in ("count", "at_most", "at_least"):
        return {"count": len(main) == wanted, "at_most": len(main) <= wanted, "at_least": len(main) >= wanted}[kind]
    if kind == "none":
        return not main
    if kind == "exactly":
        return sorted(key.strip("+*") for key, _, _ in main) == sorted(wanted)
    if kind in ("fewer_than", "equal_to"):
        other = selected(wanted, str(wanted.get("of", body.get("of", "papers"))), records)
        return len(main) < len(other) if kind == "fewer_than" else len(main) == len(other)
    if kind == "every":
        return all(meets(wanted, record) for record in main)
    ((field, values),) = wanted.items()
    held = [thawed(record).get(field) for record in main]
    if kind == "each":
        return all(any(tag is not None and value in ((tag,) if isinstance(tag, str) else tag) for tag in held) for value in values)
    if kind == "counts":
        return all(held.count(value) == number for value, number in values.items())
    return all(held.count(values) > held.count(other) for other in ("rye", "wheat", "spelt") if other != values)


def selected(query: Mapping[str, object], of: str, records: list[Record]) -> list[Record]:
    return [record for record in records if of in (record[1], "screened") and meets(query, record)]


def meets(query: Mapping[str, object], record: Record) -> bool:
    where, without = query.get("where", {}), query.get("not", {})
    alternatives = query.get("any", [])
    return (
        all(asked(name, values, record) for name, values in where.items())  # type: ignore[attr-defined]
        and not (without and all(asked(name, values, record) for name, values in without.items()))  # type: ignore[attr-defined]
        and (not alternatives or any(meets(one, record) for one in alternatives))  # type: ignore[attr-defined]
    )


def asked(name: str, values: list[str], record: Record) -> bool:
    field, _, within = name.partition(".")
    tag = thawed(record).get(field)
    if within:
        return isinstance(tag, dict) and tag.get(within) in values
    return tag is not None and any(value in values for value in ((tag,) if isinstance(tag, str) else tag))


def fields_of(body: object) -> set[str]:
    if isinstance(body, dict):
        here = {str(name).partition(".")[0] for name in body} & OPTIONS["exclusions"].keys()
        return here.union(*(fields_of(value) for value in body.values()))
    return set().union(*(fields_of(one) for one in body)) if isinstance(body, list) else set()


def searched(body: Mapping[str, object], survey: Corpus, depth: int) -> int | None:
    """Return the fewest changes that flip a claim, or None where ``depth`` changes do not."""
    fields = fields_of(body)
    expect = body["expect"]
    named = set(expect.get("exactly", []))  # type: ignore[attr-defined]
    of = str(body.get("of", "papers"))
    others = {str(value["of"]) for value in expect.values() if isinstance(value, dict) and "of" in value}  # type: ignore[attr-defined]
    kinds = {"papers", "exclusions"} if "screened" in (of, *others) else {of, *others}
    records = start(survey, fields)
    before = evaluated(body, records)
    reached = {signature(records, named): records}
    for count in range(1, depth + 1):
        found: dict[World, list[Record]] = {}
        for one in reached.values():
            for after in changed(one, fields, kinds, named if of == "papers" else set()):
                found.setdefault(signature(after, named), after)
        if any(evaluated(body, after) != before for after in found.values()):
            return count
        reached = found
    return None


def signature(records: list[Record], named: set[str]) -> World:
    """Records that no claim tells apart count as one kind; a record that was touched stays touched."""
    kinds: dict[Record, int] = {}
    for key, of, tags in records:
        bare = key.strip("+*")
        touched = "+" if key.startswith("+") else "*" if key.endswith("*") else ""
        kind = (f"{bare if bare in named else ''}{touched}", of, tags)
        kinds[kind] = kinds.get(kind, 0) + 1
    return frozenset(kinds.items())


def written(value: object) -> str:
    """Return a value in YAML's flow style."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {written(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return str(value)


def least(body: Mapping[str, object], survey: Corpus) -> claims.LeastChange:
    text = "\n".join(f"{name}: {written(value)}" for name, value in body.items())
    said = corpus(claim(text))
    (found,) = claims.sensitivity(replace(survey, claims=said.claims, scenarios=said.scenarios))
    return found.least[0]


WHEAT: dict[str, object] = {"where": {"flour": ["wheat"]}}
CASES: list[tuple[dict[str, object], int | None, str]] = [
    ({**WHEAT, "expect": {"count": 3}}, 1, "one more or one fewer matching paper"),
    ({**WHEAT, "expect": {"count": 5}}, 2, "two more matching papers"),
    ({**WHEAT, "expect": {"at_most": 4}}, 2, "two more matching papers"),
    ({**WHEAT, "expect": {"at_most": 1}}, 2, "two fewer matching papers"),
    ({**WHEAT, "expect": {"at_least": 2}}, 2, "two fewer matching papers"),
    ({**WHEAT, "expect": {"at_least": 5}}, 2, "two more matching papers"),
    ({**WHEAT, "expect": {"at_least": 0}}, None, "no change flips it"),
    ({"where": {"flour": ["NA"]}, "expect": {"none": "yes"}}, 1, "one more matching paper"),
    ({"where": {"flour": ["wheat"], "seeds": ["poppy"]}, "expect": {"none": "yes"}}, 2, "two fewer matching papers"),
    ({**WHEAT, "expect": {"exactly": ["bun", "roll", "rusk"]}}, 1, "one more or one fewer matching paper"),
    ({**WHEAT, "expect": {"exactly": ["bun", "roll"]}}, 1, "one change"),
    ({**WHEAT, "expect": {"exactly": ["bun", "loaf", "roll"]}}, 2, "two changes"),
    ({"where": {"flour": ["rye"], "seeds": ["sesame"]}, "expect": {"exactly": ["dough"]}}, 2, "two changes"),
    ({"where": {"flour": ["rye"]}, "expect": {"fewer_than": {"where": {"flour": ["wheat"]}}}}, 1, "one paper retagged in Flour"),
    ({"where": {"flour": ["NA"]}, "expect": {"fewer_than": {"where": {"flour": ["wheat"]}}}}, 2, "two papers retagged in Flour"),
    ({**WHEAT, "expect": {"fewer_than": {"where": {"flour": ["rye"]}}}}, 2, "two papers retagged in Flour"),
    ({**WHEAT, "expect": {"equal_to": {"where": {"flour": ["rye"]}}}}, 1, "one change"),
    ({**WHEAT, "expect": {"equal_to": {"where": {"flour": ["NA"]}}}}, 2, "two changes"),
    ({"where": {"flour": ["rye"]}, "expect": {"equal_to": {"where": {"flour": ["spelt"]}}}}, 1, "one paper retagged in Flour"),
    ({"where": {"seeds": ["poppy"]}, "expect": {"every": {"where": {"flour": ["wheat"]}}}}, 1, "one matching paper that does not fit"),
    ({**WHEAT, "expect": {"every": {"where": {"crust": ["top"]}}}}, 2, "two fewer matching papers that do not fit"),
    ({"expect": {"counts": {"flour": {"rye": 1, "wheat": 3}}}}, 1, "one paper more or fewer under any value of Flour"),
    ({"expect": {"counts": {"flour": {"rye": 2, "wheat": 1, "spelt": 2}}}}, 2, "two changes"),
    ({"expect": {"each": {"seeds": ["poppy"]}}}, 2, "two fewer papers under Poppy"),
    ({"expect": {"each": {"flour": ["rye", "NA"]}}}, 1, "one change"),
    ({"where": {"crust": ["top"]}, "expect": {"each": {"seeds": ["poppy", "sesame"]}}}, 1, "one change"),
    ({"expect": {"most_common": {"flour": "wheat"}}}, 1, "one paper retagged from Wheat to Rye"),
    ({"expect": {"most_common": {"flour": "rye"}}}, 2, "two changes"),
    ({"of": "exclusions", "where": {"stage": ["shelf"]}, "expect": {"fewer_than": {"where": {"reason_codes": ["burnt"]}}}}, 1,
     "one fewer matching exclusion"),
    ({"of": "exclusions", "where": {"flour": ["rye"]}, "not": {"stage": ["shelf"]}, "expect": {"at_most": 2}}, 2,
     "two more matching exclusions"),
    ({"of": "screened", "where": {"flour": ["wheat"]}, "expect": {"at_most": 5}}, 2, "two more matching records"),
    ({"of": "exclusions", "expect": {"fewer_than": {"of": "papers"}}}, 2, "two more matching exclusions"),
    ({"any": [{"where": {"crust.top": ["hard"]}}, {"where": {"crust.bottom": ["hard"]}}], "expect": {"at_most": 3}}, 2,
     "two more matching papers"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "count", "words"), CASES)
def test_the_least_change_is_what_a_search_through_all_changes_finds(body: dict[str, object], count: int | None, words: str) -> None:
    found = least(body, corpus())
    assert (found.count, found.words) == (count, words)
    assert searched(body, corpus(), 2) == count


@st.composite
def queries(draw: st.DrawFn, of: str) -> dict[str, object]:
    asked: dict[str, object] = {}
    options = {
        "flour": ["rye", "wheat", "spelt", "NA"],
        "seeds": ["poppy", "sesame"],
        "crust": ["top", "bottom"],
        "crust.top": ["hard", "soft"],
    }
    for key in draw(st.lists(st.sampled_from(["where", "not"]), unique=True, max_size=2)):
        names = draw(st.lists(st.sampled_from(sorted(options)), unique=True, min_size=1, max_size=2))
        asked[key] = {name: draw(st.lists(st.sampled_from(options[name]), unique=True, min_size=1, max_size=2)) for name in names}
    return asked


@st.composite
def bodies(draw: st.DrawFn) -> dict[str, object]:
    of = draw(st.sampled_from(["papers", "exclusions", "screened"]))
    query = draw(queries(of))
    number = draw(st.integers(0, 5))
    kinds: dict[str, object] = {"count": number, "at_most": number, "at_least": number, "none": "yes"}
    kind = draw(st.sampled_from([*kinds, "fewer_than", "equal_to", "every", "counts", "each", "most_common"]))
    if kind in ("fewer_than", "equal_to", "every"):
        expected: object = draw(queries(of)) or {"where": {"flour": ["rye"]}}
    elif kind == "counts":
        expected = {"flour": draw(st.dictionaries(st.sampled_from(["rye", "wheat", "spelt"]), st.integers(0, 3), min_size=1))}
    elif kind == "each":
        expected = draw(st.sampled_from([{"seeds": ["poppy", "sesame"]}, {"flour": ["rye", "spelt"]}]))
    else:
        expected = {"flour": draw(st.sampled_from(["rye", "wheat"]))} if kind == "most_common" else kinds[kind]
    return {"of": of, **query, "expect": {kind: expected}}


def accepted(body: Mapping[str, object]) -> bool:
    """Say whether a claim can be read: many a drawn query can never match, or counts what it has fixed."""
    problems: list[object] = []
    text = "\n".join(f"{name}: {written(value)}" for name, value in body.items())
    claims_pool.stated(claim(text), problems)  # type: ignore[arg-type]
    return not problems


@given(bodies().filter(accepted))
@settings(max_examples=60, deadline=None)
def test_any_claim_has_the_least_change_that_a_search_finds(body: dict[str, object]) -> None:
    found = least(body, corpus())
    if found.words == "cannot be checked":
        return
    steps = 1 if len(fields_of(body)) > 1 else 2
    wanted = searched(body, corpus(), steps)
    if found.count is not None and found.count <= steps:
        assert wanted == found.count
    else:
        assert wanted is None


# -- choices that are open


@st.composite
def bounded(draw: st.DrawFn) -> tuple[list[Bound], tuple[int, ...], list[frozenset[tuple[int, ...]]]]:
    length = draw(st.integers(1, 3))
    vectors = st.tuples(*[st.integers(-1, 1)] * length)
    limits = st.none() | st.integers(-2, 3)
    bounds = draw(st.lists(st.builds(Bound, vectors, limits, limits), min_size=1, max_size=3))
    kept = [bound for bound in bounds if bound.low is None or bound.high is None or bound.low <= bound.high]
    base = draw(st.tuples(*[st.integers(-1, 3)] * length))
    return kept, base, draw(st.lists(st.frozensets(vectors, min_size=1, max_size=4), max_size=4))


@given(bounded())
@settings(max_examples=150, deadline=None)
def test_what_open_choices_leave_possible_is_what_trying_them_all_gives(
    drawn: tuple[list[Bound], tuple[int, ...], list[frozenset[tuple[int, ...]]]],
) -> None:
    bounds, base, choices = drawn
    sums = (tuple(map(sum, zip(base, *chosen, strict=True))) for chosen in itertools.product(*choices))
    tried = {all(bound.keeps(bound.value(one)) for bound in bounds) for one in sums}
    assert set(outcomes(bounds, base, Counter(choices))) == tried


def counted_one_by_one(
    bounds: list[Bound], base: tuple[int, ...], fixed: list[Choice], optional: dict[str, Choice]
) -> tuple[int, int, int, tuple[str, ...]]:
    """Return how many subsets of what is optional hold, fail and are open, and the smallest that fails, first by key."""
    found, failing = Counter[tuple[bool, ...]](), []
    for size in range(len(optional) + 1):
        for keys in itertools.combinations(sorted(optional), size):
            outcome = outcomes(bounds, base, Counter([*fixed, *(optional[key] for key in keys)]))
            found[outcome] += 1
            if outcome == (False,):
                failing.append((size, keys))
    return found[True,], found[False,], found[False, True], min(failing)[1] if failing else ()


@given(bounded(), bounded(), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_subsets_are_counted_as_if_one_by_one(
    drawn: tuple[list[Bound], tuple[int, ...], list[Choice]], more: tuple[list[Bound], tuple[int, ...], list[Choice]], order: random.Random
) -> None:
    bounds, base, choices = drawn
    pool = [choice for choice in [*choices, *more[2]] if all(len(vector) == len(base) for vector in choice)]
    optional = {f"e{number}": order.choice(pool) for number in range(order.randrange(7))} if pool else {}
    fixed = choices[:2]
    by_choice: dict[Choice, list[str]] = {}
    for key, choice in optional.items():
        by_choice.setdefault(choice, []).append(key)
    found = subsets(bounds, base, Counter(fixed), by_choice)
    assert (found.holding, found.failing, found.undecided, found.smallest) == counted_one_by_one(bounds, base, fixed, optional)


def test_a_thousand_near_misses_of_every_sort_are_counted() -> None:
    units = [frozenset({tuple(int(n == place) for n in range(6))}) for place in range(6)]
    optional = {unit: [f"e{place}-{number}" for number in range(150)] for place, unit in enumerate(units)}
    optional[frozenset(vector for unit in units for vector in unit)] = [f"o{number}" for number in range(100)]
    bounds = [Bound(tuple(int(n == place) for n in range(6)), 5, 5) for place in range(6)]
    found = subsets(bounds, (5,) * 6, {}, optional)
    assert (found.holding, found.variants, found.smallest) == (1, 2**1000, ("e0-0",))


def test_sums_that_nobody_has_the_patience_to_follow_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    knot = frozenset({(1, 0, 2), (0, 1, -1), (2, -1, 0)})
    bounds = [Bound((1, 0, 0), 3, 3), Bound((0, 1, 0), 3, 3), Bound((0, 0, 1), 50, 50)]
    assert outcomes(bounds, (0, 0, 0), {knot: 30}) == (False,)
    monkeypatch.setattr(reaching, "PATIENCE", 10)
    assert outcomes(bounds, (0, 0, 0), {knot: 30}) == (False, True)


def test_a_number_that_nobody_could_read_is_a_power_of_ten() -> None:
    assert _many(2**40) == "1,099,511,627,776"
    assert _many(2**1000) == "about 10^301"


# -- scenarios


def survived(body: str, survey: Corpus | None = None) -> dict[str, tuple[str, str]]:
    said = corpus(claim(body))
    (found,) = claims.sensitivity(replace(survey or corpus(), claims=said.claims, scenarios=said.scenarios))
    return {one.scenario: (one.answer, one.detail) for one in found.survivals[0]}


def test_each_scenario_answers_for_a_bound() -> None:
    assert survived("where: {flour: [rye]}\nexpect: {at_most: 1}\nstrict: {where: {crust.top: [hard]}, expect: {at_most: 2}}") == {
        "strict": ("no", "2 found, at most 1"),
        "seeded-only": ("yes", "0 found, at most 1"),
        "near-misses": ("no", "holds in 2 of 4 subsets; fails with E003"),
        "shelf": ("undecided", "1 to 2 found, at most 1"),
        "one-left-out": ("yes", "none flips it"),
        "one-retagged": ("no", "flipped by bun, dough, roll, and rusk"),
    }


def test_each_scenario_answers_for_a_set_a_relation_and_a_distribution() -> None:
    assert survived("where: {flour: [wheat]}\nexpect: {exactly: [bun, roll, rusk]}")["shelf"] == ("no", "3 of the 3 named and 1 to 2 other")
    relation = survived("where: {flour: [rye]}\nexpect: {fewer_than: {where: {flour: [wheat]}}}")
    assert relation["near-misses"] == ("yes", "holds in 4 of 4 subsets")
    assert relation["shelf"] == ("yes", "1 to 2 against 4 to 5, fewer expected")
    spread = survived("expect: {counts: {flour: {rye: 1, wheat: 3}}}")
    assert spread["shelf"] == ("no", "Rye 1 to 2, Wheat 4 to 5; Rye 1, Wheat 3 expected")
    assert spread["near-misses"] == ("no", "holds in 1 of 4 subsets; fails with E001")


def test_a_field_that_is_said_to_be_uncoded_is_not_open() -> None:
    assert survived("where: {crust: [bottom]}\nexpect: {at_most: 1}")["near-misses"] == ("yes", "holds in 4 of 4 subsets")
    assert survived("where: {seeds: [sesame]}\nexpect: {at_most: 1}")["near-misses"] == ("undecided", "holds in 2 of 4 subsets; open in 2")


def test_retained_exclusions_leave_the_log() -> None:
    assert survived("of: exclusions\nexpect: {count: 3}")["near-misses"] == ("no", "holds in 1 of 4 subsets; fails with E001")
    assert survived("of: exclusions\nexpect: {count: 3}")["shelf"] == ("no", "1 found, 3 expected")
    assert survived("of: screened\nexpect: {count: 8}")["shelf"] == ("yes", "8 found, 8 expected")
    assert survived("of: exclusions\nexpect: {count: 3}")["seeded-only"] == ("not asked", "the claim is about exclusions")


def test_subsets_are_counted_exactly_where_there_are_too_many_to_look_at() -> None:
    many = {f"E{number:03}": ("shelf", ("stale",), {"flour": "rye" if number <= 20 else "NA"}) for number in range(1, 41)}
    found = survived("where: {flour: [rye]}\nexpect: {at_most: 3}", corpus(exclusions=many))["near-misses"]
    holding = (1 + 20 + 190) * 2**20
    assert found == ("no", f"holds in {holding:,} of {2**40:,} subsets; fails with E001, E002, and E003")


def test_where_nothing_is_left_the_answer_is_open() -> None:
    assert survived("where: {crust: [top]}\nexpect: {at_most: 3}")["seeded-only"] == ("undecided", "none of the papers is coded in crust")


def test_a_readers_tags_take_the_place_of_ours() -> None:
    place = Place("survey/audits/mia.yaml")
    seen: dict[str, dict[str, Tag]] = {"bun": {"flour": "rye"}, "roll": {"flour": "wheat"}}
    codings = {key: Coding(key, tags, (), {}, "", place) for key, tags in seen.items()}
    codings["dough"] = Coding("dough", {}, ("seeds",), {}, "", place)
    mia = Reading("mia", "Mia Holt", "reading", date(2026, 2, 1), "Read.", "", ("flour", "seeds"), {}, codings, {}, place)
    survey = replace(corpus(), readings=(mia,))
    assert survived("where: {flour: [wheat]}\nexpect: {count: 3}", survey)["mia"] == ("no", "2 found, 3 expected")
    assert survived("where: {flour: [wheat]}\nexpect: {at_most: 3}", survey)["mia"] == ("yes", "2 found, at most 3")
    assert survived("where: {crust: [top]}\nexpect: {count: 3}", survey)["mia"] == (
        "not asked", "the reader did not look at what the claim reads",
    )  # fmt: skip


def test_a_claim_about_every_variant_flips_in_its_worst_variant() -> None:
    body = {"where": {"flour": ["rye"]}, "expect": {"at_most": 4}}
    assert least(body, corpus()).count == 4
    assert least({**body, "under": "near-misses"}, corpus()).count == 3


def test_an_example_can_be_followed() -> None:
    assert least({"where": {"flour": ["NA"], "seeds": ["poppy"]}, "expect": {"none": "yes"}}, corpus()).example == (
        "add a record with flour NA, seeds poppy"
    )
    assert least({"where": {"flour": ["rye"]}, "expect": {"fewer_than": WHEAT}}, corpus()).example == "retag bun: flour from wheat to rye"
    assert least({**WHEAT, "expect": {"at_least": 2}}, corpus()).example == "remove bun; remove roll"


# -- the real survey


@pytest.fixture(scope="module")
def found() -> dict[str, claims.Sensitivity]:
    return {one.claim.id: one for one in claims.sensitivity(Corpus.load(ROOT))}


@pytest.mark.parametrize(
    ("name", "count", "words"),
    [
        ("pool-retained", 1, "one more or one fewer retained entry"),
        ("retained-outnumber-excluded", 52, "52 more logged exclusions"),
        ("rl-is-the-majority", 7, "seven papers retagged in Uses RL"),
        ("scenario-general-leads", 18, "18 papers retagged from General to Coding"),
        ("reward-hybrid-leads", 3, "three papers retagged from Hybrid to Shared"),
        ("credit-agent-leads", 7, "seven papers retagged from Agent to Role"),
        ("orchestration-centralized-leads", 3, "three papers retagged from Centralized to Hierarchical"),
        ("message-credit-sparse", 1, "one more message-level paper"),
        ("orchestrator-credit-sparse", 1, "one more orchestrator-level paper"),
        ("stopping-untrained", 1, "one more paper on when to stop"),
        ("other-sub-decisions-driven", 2, "two fewer papers under How to aggregate"),
        ("reward-families-all-used", 2, "two fewer papers under Individual agent"),
        ("kimi-is-the-trained-anchor", 1, "one more or one fewer industrial entry with RL"),
        ("no-open-mas-native-benchmark", 1, "one more benchmark that measures all four"),
        ("message-sparsity-survives-near-misses", 1, "one more message-level paper"),
    ],
)
def test_the_least_change_of_published_claims(found: dict[str, claims.Sensitivity], name: str, count: int, words: str) -> None:
    assert (found[name].least[0].count, found[name].least[0].words) == (count, words)


def test_the_sparse_claims_in_every_scenario(found: dict[str, claims.Sensitivity]) -> None:
    answers = {
        name: {one.scenario: one.answer for one in found[name].survivals[0]} for name in ("message-credit-sparse", "stopping-untrained")
    }
    common = {"strict": "yes", "verified-only": "yes", "peer-reviewed-only": "yes", "near-misses": "yes", "abstract-screen": "undecided",
              "full-text-screen": "undecided", "artifact-screen": "undecided", "one-left-out": "yes", "one-retagged": "no"}  # fmt: skip
    assert answers["message-credit-sparse"] == common | {
        "duplicate-screen": "yes", "spot-check-2026-05-03": "yes", "appendix-2026-05-04": "yes",
    }  # fmt: skip
    assert answers["stopping-untrained"] == common | {
        "duplicate-screen": "undecided", "spot-check-2026-05-03": "not asked", "appendix-2026-05-04": "not asked",
    }  # fmt: skip


def test_the_second_reader_would_make_orchestrator_credit_less_sparse(found: dict[str, claims.Sensitivity]) -> None:
    details = {one.scenario: (one.answer, one.detail) for one in found["orchestrator-credit-sparse"].survivals[0]}
    assert details["spot-check-2026-05-03"] == ("no", "9 found, at most 8")
    assert details["near-misses"] == ("yes", "holds in 1,024 of 1,024 subsets")
    assert details["strict"] == ("yes", "5 found, at most 8")


def test_the_printed_appendix_would_take_the_lead_from_the_center(found: dict[str, claims.Sensitivity]) -> None:
    details = {one.scenario: one.answer for one in found["orchestration-centralized-leads"].survivals[0]}
    assert details["appendix-2026-05-04"] == "no"


def test_the_strict_sense_of_a_sparse_claim_is_tried_by_itself(found: dict[str, claims.Sensitivity]) -> None:
    strict = {one.scenario: (one.answer, one.detail) for one in found["orchestrator-credit-sparse"].survivals[1]}
    assert strict["strict"] == ("not asked", "this is the strict sense")
    assert strict["peer-reviewed-only"] == ("yes", "2 found, at most 5")
    assert strict["near-misses"] == ("yes", "holds in 1,024 of 1,024 subsets")
    assert strict["one-left-out"] == ("yes", "none flips it")
    assert strict["appendix-2026-05-04"] == ("not asked", "the reader did not look at what the claim reads")
    assert {len(one.survivals) for one in found.values() if one.claim.strict} == {2}


def test_a_list_of_the_broad_records_is_not_held_against_the_strict_sense(found: dict[str, claims.Sensitivity]) -> None:
    assert found["message-credit-entries"].survivals[0][0] == claims.Survival(
        "strict", "not asked", "the claim lists the records of the broad sense"
    )


def test_every_sense_comes_with_its_least_change() -> None:
    rows = {(claim.id, sense): (count, words) for claim, sense, count, words in claims.least_changes(Corpus.load(ROOT))}
    assert list(rows)[:2] == [("pool-retained", "broad"), ("pool-excluded", "broad")]
    assert rows["message-credit-sparse", "broad"] == (1, "one more message-level paper")
    assert rows["message-credit-sparse", "strict"] == (1, "one more message-level paper with an explicit mechanism")
    assert rows["kimi-pays-orchestration", "strict"] == (1, "one more or one fewer industrial entry with a reward for orchestration")


def test_what_a_world_takes_over_from_another_is_what_it_would_find_itself() -> None:
    survey = Corpus.load(ROOT)
    whole = pool_of(survey)
    fields = tuple(name for name, declared in survey.taxonomy.fields.items() if declared.required)
    worlds = [whole.variant(scenario.name, whole.world) for scenario in survey.scenarios]
    worlds += [replaced(whole.world, seen_by(reading, survey.papers)) for reading in survey.readings]
    assert any(world.certain.most_of for world in worlds)
    for world in worlds:
        plain = Records(world.certain.all)
        for asked in ((), fields[:1], fields):
            assert groups(world.certain, asked) == groups(plain, asked)


def groups(records: Records, fields: tuple[str, ...]) -> dict[tuple[object, ...], list[str]]:
    return {held: sorted(keys) for held, (_, keys) in records.alike(fields).items()}
