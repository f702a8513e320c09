"""Authors as arXiv lists them, cleaned and compared."""

import time

import pytest

from pipeline.metadata import names
from pipeline.records import Author

ANA, TOR, MIA = Author("Vell", "Ana"), Author("Brandt", "Tor"), Author("de la Mare", "Mia")
LISTED = ("Ana Vell", "Tor Brandt", "Mia de la Mare")


@pytest.mark.parametrize(
    ("listed", "cleaned"),
    [
        (["Foo Relay Collaboration", ":", "\n   Ana   Vell\n ", ""], ("Foo Relay Collaboration", "Ana Vell")),
        (["Ana Vell (on behalf of the Foo Team)"], ("Ana Vell",)),
        (["Ana Vell, on behalf of the Foo Team"], ("Ana Vell",)),
        (["on behalf of the Foo Team"], ("Foo Team",)),
        (["Foo Relay Collaboration:", "Ana Vell"], ("Foo Relay Collaboration", "Ana Vell")),
        (["Ana Vell", "et al."], ("Ana Vell",)),
        (["Ana Vell", "and others", "et. al", "others"], ("Ana Vell",)),
        (["李明", "Ana Vell Jr."], ("李明", "Ana Vell Jr.")),
        (["Ana\u202e Vell"], ("Ana Vell",)),
        ([" ", ":", "-", "&", "1"], ()),
    ],
)  # fmt: skip
def test_what_is_no_author_is_left_out(listed: list[str], cleaned: tuple[str, ...]) -> None:
    assert names.cleaned(listed) == cleaned


def test_a_list_that_ends_in_et_al_is_incomplete() -> None:
    assert names.says_and_others(["Ana Vell", " et  al. "])
    assert not names.says_and_others(["Ana Vell", "Etta Alder"])


@pytest.mark.parametrize("name", ["Foo Relay Collaboration", "Kimi Team", "The Relay Consortium:", "Deep Lab"])
def test_groups_are_known_by_their_last_word(name: str) -> None:
    assert names.is_group(name)
    assert not names.is_group("Teamo Labrador")


@pytest.mark.parametrize(
    ("author", "name", "alike"),
    [
        (ANA, "Ana Vell", True), (ANA, "A. Vell", True), (ANA, "ana vèll", True), (ANA, "Vell Ana", True), (ANA, "Ana Marie Vell", True),
        (ANA, "Bea Vell", False), (ANA, "Ana Brandt", False), (ANA, "Vell", True), (MIA, "Mia de la Mare", True),
        (MIA, "M. de la Mare", True), (MIA, "Mia Mare", False), (Author("Kimi Team", team=True), "Kimi Team", True),
        (Author("Kimi Team", team=True), "Kimi", False), (Author("李明"), "李明", True),
        (Author("O'Dell", "Seán"), "Sean O\u2019Dell", True),
    ],
)  # fmt: skip
def test_names_are_alike_by_their_words_or_by_family_and_initial(author: Author, name: str, alike: bool) -> None:
    assert names.alike(author, name) is alike


@pytest.mark.parametrize(
    ("authors", "complete", "listed", "said"),
    [
        ((ANA, TOR, MIA), True, LISTED, ""),
        ((ANA, TOR), True, LISTED, "only arXiv has Mia de la Mare"),
        ((ANA, TOR, MIA), True, LISTED[:2], "only the entry has Mia de la Mare"),
        ((TOR, ANA, MIA), True, LISTED, "the order differs"),
        ((ANA, ANA, TOR), True, ("Ana Vell", "Tor Brandt"), "the entry has 3, arXiv 2"),
        ((ANA,), False, LISTED, ""),
        ((ANA, MIA), False, LISTED, ""),
        ((TOR,), False, LISTED, "the first author differs: arXiv has Ana Vell"),
        ((ANA, MIA, TOR), False, LISTED, "the entry has Tor Brandt out of order, or alone"),
        ((Author("Anonymous", team=True),), True, LISTED[:1], "only arXiv has Ana Vell; only the entry has Anonymous"),
        ((ANA,), True, ("Ana Vell", "A B", "C D", "E F", "G H"), "only arXiv has A B, C D, E F and 1 more"),
    ],
)  # fmt: skip
def test_lists_are_compared_by_person_and_order(authors: tuple[Author, ...], complete: bool, listed: tuple[str, ...], said: str) -> None:
    assert names.difference(authors, complete, listed) == said


def test_surnames_are_only_compared_where_there_are_people_on_both_sides() -> None:
    assert names.share_a_surname([ANA], ["Bea Vell"]) is True
    assert names.share_a_surname([ANA], ["Tor Brandt"]) is False
    assert names.share_a_surname([Author("Kimi Team", team=True)], ["Tor Brandt"]) is None
    assert names.share_a_surname([ANA], ["Kimi Team"]) is None


def test_long_names_and_lists_are_read_and_compared_in_time() -> None:
    begun = time.monotonic()
    assert names.cleaned(["a" + "," * 100_000 + "b", "(" * 100_000, "Ana Vell" + " ;" * 50_000 + " on behalf of us"])[-1] == "Ana Vell"
    people = [Author(f"Lund{n}", "Mia") for n in range(326)]
    listed = [f"N{n} Brandt{n}" for n in range(5_000)]
    assert names.difference(people, True, listed).startswith("only arXiv has N0 Brandt0, N1 Brandt1, N2 Brandt2 and 4997 more; only the")
    assert names.places(people, listed) == [None] * 5_000
    assert names.share_a_surname(people, listed) is False
    assert time.monotonic() - begun < 8


def test_each_listed_name_finds_the_author_that_it_is_and_none_is_taken_twice() -> None:
    assert names.places([ANA, TOR, MIA], ["Brandt, Tor", "A. Vell", "Ana Vell", "de la Mare Mia", "Bea Vell"]) == [1, 0, None, 2, None]
