"""Keys that people would guess, and the log's next number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import identifiers
from pipeline.drafts import keys
from pipeline.errors import CallFault, SurveyError


@pytest.mark.parametrize(
    ("title", "surname", "year", "key"),
    [
        ("Hum: Finding a Loose Bolt", "Alder", 2021, "hum"),
        ("Dr. MAS: Stable Learning", "Feng", 2026, "dr-mas"),
        ("M-GRPO: More", "Hong", 2025, "m-grpo"),
        ("Multi-Agent Deep Research: Training with M-GRPO", "Hong", 2025, "hong2025multi-agent"),
        ("A Survey: Nothing New", "Weir", 2020, "weir2020survey"),
        ("Survey: Nothing New", "Weir", 2020, "weir2020survey"),
        ("On the Hum of Turbines", "Núñez", 2024, "nunez2024hum"),
        ("Why Do We Listen?", "de la Mare", 2024, "delamare2024listen"),
        ("The Tide", "O'Dell", 2024, "odell2024tide"),
        ("The Tide", "O\u2019Dell", 2024, "odell2024tide"),
        ("Wärme und Straße", "Łukasz Ørsted", 2024, "lukaszorsted2024warme"),
        ("Tide: A Study", "李", None, "tide"),
        ("Tide", "", None, "tide"),
        ("Tide", "", 2024, "tide2024"),
        ("τ-bench: A Benchmark", "Yao", 2024, "tau-bench"),
        ("τ²-Bench: Two Sides", "Barres", 2025, "tau2-bench"),
        ("\u039c-Zero: Greek", "Vell", 2025, "mu-zero"),
        ("β and Άλφα Μέρος", "Παπάς", 2025, "papas2025beta"),
        ("CON: A Study", "Vell", 2026, "con2026"),
        ("Nul: A Study", "Vell", None, "nul-2"),
        ("Agent7: A Study", "Vell", 2026, "agent7"),
        ("李明的研究", "李", 2026, "arxiv-2605-01234"),
    ],
)
def test_a_key_is_the_short_name_or_surname_year_and_word(title: str, surname: str, year: int | None, key: str):
    assert keys.proposal(title, surname, year, (), "arXiv:2605.01234") == key


def test_a_key_that_is_taken_gets_the_year_and_then_a_number():
    taken = {"hum", "hum2021", "hum2021-2"}
    assert keys.proposal("Hum: More", "Alder", 2021, {"hum"}) == "hum2021"
    assert keys.proposal("Hum: More", "Alder", 2021, {"hum", "hum2021"}) == "hum2021-2"
    assert keys.proposal("Hum: More", "Alder", 2021, taken) == "hum2021-3"
    assert keys.proposal("Hum7: More", "Alder", 2021, {"hum7"}) == "hum7-2021"
    assert keys.proposal("On Tides", "Alder", 2021, {"alder2021tides"}) == "alder2021tides2021"


def test_a_thousand_papers_of_one_name_all_get_a_key():
    taken: set[str] = set()
    for _ in range(1200):
        taken.add(keys.proposal("On Tides", "Alder", 2021, taken))
    assert "alder2021tides2021-1199" in taken
    with pytest.raises(CallFault, match="every key that begins with 'tides' is taken; choose another"):
        keys.proposal("Tides", "", None, Everything())


class Everything(set[str]):
    """Holds every key, in a few."""

    def __contains__(self, key: object) -> bool:
        return True


@given(st.text(), st.text(), st.one_of(st.none(), st.integers(1900, 2999)), st.sets(st.sampled_from(["paper", "a", "con"])), st.text())
def test_any_title_gives_a_key_that_every_system_holds(title: str, surname: str, year: int | None, taken: set[str], fallback: str):
    key = keys.proposal(title, surname, year, taken, fallback)
    assert identifiers.key_fault(key) is None
    assert key not in taken


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("Hum", "the key 'Hum' may hold lower-case letters, digits and inner hyphens only"),
        ("../hum", "the key '../hum' may hold lower-case letters, digits and inner hyphens only"),
        ("nul", "the key 'nul' is a device name on Windows"),
        ("hum", "the key 'hum' is taken"),
    ],
)
def test_a_chosen_key_must_be_one_and_free(key: str, message: str):
    with pytest.raises(CallFault) as fault:
        keys.checked(key, {"hum"})
    assert str(fault.value) == message


def test_the_next_number_follows_the_highest_and_fills_no_gap():
    assert keys.next_id([]) == "E001"
    assert keys.next_id(["E001", "E003", "e009", "E10", "notes"]) == "E004"
    assert keys.next_id(["E999", "E0999"]) == "E1000"
    with pytest.raises(SurveyError, match="the log is full"):
        keys.next_id(["E999999"])


def test_a_short_name_stands_before_the_first_colon():
    assert keys.short_name("Agent Lightning: Train: Any") == "Agent Lightning"
    assert keys.short_name("Training Teams of Agents: A Study") == ""
    assert keys.short_name("Towards Teams: A Study") == ""
    assert keys.short_name("No colon") == ""
    assert keys.short_name("?!: A Study") == ""
