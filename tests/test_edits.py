"""Edits keep whatever they do not change."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import edits, located
from pipeline.edits import Unsupported

ENTRY = """\
# the head
title: "Relay: Credit"  # as in v1
authors:
  - Ana Vell
  # second since v2
  - "Brandt, Tor"
venue: arXiv   # for now

links: [https://example.org/a]  # one
summary: >-
  One sentence that was wrapped at about forty characters, as people
  do.
# the tail
"""


def read(text: str) -> dict[str, object]:
    problems: list[object] = []
    value = located.parse(text, "x.yaml", problems.append)
    assert problems == []
    assert isinstance(value, located.Mapping)
    return {key: plain(item) for key, item in value.items.items()}


def plain(value: object) -> object:
    if isinstance(value, located.Scalar):
        return value.text
    if isinstance(value, located.Sequence):
        return [plain(item) for item in value.items]
    assert isinstance(value, located.Mapping)
    return {key: plain(item) for key, item in value.items.items()}


def test_a_text_is_replaced_and_its_comment_stays() -> None:
    assert edits.with_text(ENTRY, "title", "Exact Is Easier") == ENTRY.replace('"Relay: Credit"', "Exact Is Easier")
    assert edits.with_text(ENTRY, "venue", "AAAI 2026, 40(35)") == ENTRY.replace("venue: arXiv ", "venue: AAAI 2026, 40(35) ")


def test_a_text_that_needs_quotes_gets_them() -> None:
    changed = edits.with_text(ENTRY, "venue", 'Where: "here" #1')
    assert 'venue: "Where: \\"here\\" #1"   # for now\n' in changed
    assert read(changed)["venue"] == 'Where: "here" #1'


def test_a_block_is_wrapped_again_at_its_width() -> None:
    changed = edits.with_text(ENTRY, "summary", "Another sentence: it is longer than the first one was, and it must be broken somewhere.")
    assert changed.splitlines()[10:12] == [
        "  Another sentence: it is longer than the first one was, and it must",
        "  be broken somewhere.",
    ]
    assert changed.endswith("# the tail\n")


def test_wrapped_plain_and_quoted_text_becomes_a_block() -> None:
    for written in ("title: Relay\n  Credit\nvenue: x\n", 'title: "Relay\n  Credit"\nvenue: x\n', "title:\n  Relay\n  Credit\nvenue: x\n"):
        changed = edits.with_text(written, "title", "Some: other title that is long enough to be broken into two lines")
        assert read(changed)["title"] == "Some: other title that is long enough to be broken into two lines"
        assert changed.endswith("venue: x\n")


def test_items_that_stay_keep_their_lines() -> None:
    changed = edits.with_items(ENTRY, "authors", [("Ana Vell", 0), ("Mia Lund", None), ('"Brandt, Tor"', 1)])
    assert changed == ENTRY.replace('  - "Brandt', '  - Mia Lund\n  - "Brandt')
    assert read(changed)["authors"] == ["Ana Vell", "Mia Lund", "Brandt, Tor"]


def test_the_comments_of_items_that_go_stay() -> None:
    changed = edits.with_items(ENTRY, "authors", [("Mia Lund", None)])
    assert "  # second since v2\n  - Mia Lund\nvenue" in changed


def test_a_list_in_brackets_is_rewritten_in_place() -> None:
    changed = edits.with_items(ENTRY, "links", [("https://example.org/b", None), ("https://example.org/a", 0)])
    assert "links: [https://example.org/b, https://example.org/a]  # one\n" in changed


def test_a_list_may_stand_at_the_left_edge() -> None:
    changed = edits.with_item_added("authors:\n- Ana Vell\n- Tor Brandt\nvenue: x\n", "authors", "Mia Lund")
    assert changed == "authors:\n- Ana Vell\n- Tor Brandt\n- Mia Lund\nvenue: x\n"


def test_a_list_that_is_absent_is_begun_at_the_end() -> None:
    assert edits.with_item_added("title: x", "changes", "{a: b}") == "title: x\nchanges:\n  - {a: b}\n"
    assert edits.with_item_added("title: x\nchanges:\n  - {a: b}", "changes", "{c: d}") == "title: x\nchanges:\n  - {a: b}\n  - {c: d}\n"


def test_a_new_key_stands_where_it_belongs() -> None:
    changed = edits.with_key(ENTRY, "year", "2026", ("title", "authors", "year", "venue"))
    assert '  - "Brandt, Tor"\nyear: 2026\nvenue' in changed
    assert edits.with_key("venue: x\n", "title", "y", ("title", "venue")) == "title: y\nvenue: x\n"


def test_a_key_goes_with_all_its_lines() -> None:
    assert edits.without(ENTRY, "authors") == ENTRY.replace('authors:\n  - Ana Vell\n  # second since v2\n  - "Brandt, Tor"\n', "")


def test_line_ends_of_a_file_stay() -> None:
    changed = edits.with_item_added(ENTRY.replace("\n", "\r\n"), "changes", "{a: b}")
    assert changed.endswith("# the tail\r\nchanges:\r\n  - {a: b}\r\n")
    assert changed.replace("\r\n", "").count("\n") == 0


@pytest.mark.parametrize(
    ("text", "key"),
    [("title: x\n", "venue"), ("{title: x}\n", "title"), ("title: [x]\n", "title"), ("- title\n", "title"), ("a: b: c\n", "a")],
)
def test_what_cannot_be_edited_is_said(text: str, key: str) -> None:
    with pytest.raises(Unsupported):
        edits.with_text(text, key, "y")


def test_lists_that_cannot_be_edited_are_said() -> None:
    with pytest.raises(Unsupported):
        edits.with_item_added("changes: [{a: b}]\n", "changes", "{c: d}")
    with pytest.raises(Unsupported):
        edits.with_items("authors: [Ana Vell,\n  Tor Brandt]\n", "authors", [("Mia Lund", None)])


@pytest.mark.parametrize("old", [ENTRY, ENTRY.rstrip("\n")])
def test_git_takes_the_difference(tmp_path: Path, old: str) -> None:
    new = edits.with_item_added(edits.with_text(old, "title", "Exact: Is Easier"), "changes", "{a: b}")
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/a.yaml").write_text(old, encoding="utf-8")
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=edits.difference(old, new, "corpus/a.yaml"), text=True, check=True)
    assert (tmp_path / "corpus/a.yaml").read_text(encoding="utf-8") == new
    assert edits.difference(old, old, "corpus/a.yaml") == ""


OWN_LINE = "authors:\n  -\n    Ana Vell\n  -  # second\n    Tor Brandt\nyear: 2024\n"


def test_a_dash_may_stand_on_a_line_of_its_own() -> None:
    added = edits.with_item_added(OWN_LINE, "authors", "Mia Lund")
    assert added == OWN_LINE.replace("year", "  - Mia Lund\nyear")
    turned = edits.with_items(OWN_LINE, "authors", [("Tor Brandt", 1), ("Mia Lund", None), ("Ana Vell", 0)])
    assert turned == "authors:\n  -  # second\n    Tor Brandt\n  - Mia Lund\n  -\n    Ana Vell\nyear: 2024\n"
    assert edits.with_items(OWN_LINE, "authors", [("Ana Vell", 0)]) == "authors:\n  # second\n  -\n    Ana Vell\nyear: 2024\n"
    wide = "authors:\n-   Ana Vell\n-   >-\n    Tor\n    #2\nyear: 2024\n"
    assert edits.with_item_added(wide, "authors", "Mia Lund") == wide.replace("year", "-   Mia Lund\nyear")


BLOCK = "short_name: >-\n  Relay\n  #2\n# of the name\nyear: 2024\nsummary: |\n  As issue\n  #12 says.\n\n  # So.\n"


def test_a_sign_of_comments_within_a_block_is_text() -> None:
    assert read(BLOCK) == {"short_name": "Relay #2", "year": "2024", "summary": "As issue\n#12 says.\n\n# So.\n"}
    assert edits.with_text(BLOCK, "summary", "Another text.") == BLOCK.partition("  As issue")[0] + "  Another text.\n"
    assert edits.with_text(BLOCK, "short_name", "Relay") == BLOCK.replace("  #2\n", "")
    assert edits.with_key(BLOCK, "venue", "arXiv", ("short_name", "venue")) == BLOCK.replace("# of", "venue: arXiv\n# of")
    assert edits.without(BLOCK, "short_name") == BLOCK.partition("  #2\n")[2]
    assert edits.with_item_added(BLOCK.rstrip("\n"), "changes", "{a: b}") == BLOCK + "changes:\n  - {a: b}\n"


ENDED = "%YAML 1.1\n---\n# the head\nvenue: arXiv\nchanges:\n  - {a: b}\n...\n# the tail\n"


def test_nothing_is_written_outside_of_the_document() -> None:
    assert edits.with_item_added(ENDED, "changes", "{c: d}") == ENDED.replace("...", "  - {c: d}\n...")
    assert edits.with_item_added(ENDED, "more", "x") == ENDED.replace("...", "more:\n  - x\n...")
    assert edits.with_key(ENDED, "doi", "10.1000/x", ("changes", "doi")) == ENDED.replace("...", "doi: 10.1000/x\n...")
    assert edits.with_key(ENDED, "title", "x", ("title", "venue")) == ENDED.replace("venue", "title: x\nvenue")
    assert edits.with_text(ENDED, "venue", "Shelf") == ENDED.replace("arXiv", "Shelf")
    alone = "venue: arXiv\n...\n"
    assert edits.with_text(alone, "venue", "Shelf") == "venue: Shelf\n...\n"


def test_what_was_said_behind_a_value_stays() -> None:
    text = (
        'title: "Relay\n  Credit"  # of v2\nauthors:\n  - Ana Vell  # lead\n  - Tor Brandt\n'
        "tags:\n  x: a  # seen\n  y: [a,\n    b]  # both\n"
    )
    assert edits.with_text(text, "title", "Exact").startswith("title: >-  # of v2\n  Exact\nauthors")
    assert edits.with_items(text, "authors", [("Tor Brandt", 1)]) == text.replace("  - Ana Vell  # lead", "  # lead")
    assert edits.with_entry_changed(text, "tags", "x", "b", ()) == text.replace("x: a ", "x: b ")
    assert edits.with_entry_changed(text, "tags", "x", None, ()) == text.replace("x: a  ", "")
    assert edits.with_entry_changed(text, "tags", "y", "[c]", ()) == text.replace("  y: [a,\n    b]  # both", "  # both\n  y: [c]")
    assert edits.with_entry_changed(text, "tags", "v", "c", ("u", "x", "w")) == text.replace("  y:", "  v: c\n  y:")
    assert edits.with_entry_changed(text, "tags", "a", "c", ()) == text.replace("  x:", "  a: c\n  x:")


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: edits.with_items(text, "authors", [("Ana Vell, Tor Brandt]", None)]),
        lambda text: edits.with_item_added(text, "authors", "x: [y"),
        lambda text: edits.with_item_added(text, "authors", "a\nyear: 1999"),
        lambda text: edits.with_key(text, "doi", "x\nyear: 1999", ("doi",)),
        lambda text: edits.with_key(text, "doi", "*x", ("doi",)),
        lambda text: edits.with_entry_changed("tags:\n  x: a\n", "tags", "x", None, ()),
    ],
)
def test_a_result_that_would_read_as_something_else_is_refused(edit: Callable[[str], str]) -> None:
    with pytest.raises(Unsupported):
        edit("title: x\nauthors: [Ana Vell]\nyear: 2024\n")


texts = (
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Cn", "Zl", "Zp", "Co")), min_size=1, max_size=60)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: bool(text) and "\ufffd" not in text)
)


@given(texts)
def test_any_line_of_text_is_read_back_from_every_place(text: str) -> None:
    assert read(edits.with_text(ENTRY, "title", text))["title"] == text
    assert read(f"a: [{edits.source(text, flow=True)}, b]\n")["a"] == [text, "b"]
    assert read(edits.with_items(ENTRY, "authors", [(edits.source(text), None), ("Ana Vell", 0)]))["authors"] == [text, "Ana Vell"]
    folded = read(edits.with_text(ENTRY, "summary", text))["summary"]
    assert isinstance(folded, str)
    assert folded.split() == text.split()


ORDER = ("title", "tags", "exceptions", "changes")


def test_a_name_joins_a_mapping_and_a_mapping_that_is_absent_is_begun_in_its_place() -> None:
    text = "title: a\ntags:\n  x: y\n# end\nchanges:\n  - z\n"
    begun = edits.with_entry(text, "exceptions", "rule", "why", ORDER)
    assert begun == "title: a\ntags:\n  x: y\nexceptions:\n  rule: why\n# end\nchanges:\n  - z\n"
    assert edits.with_entry(begun, "exceptions", "more", '"so: it is"', ORDER) == begun.replace("why\n", 'why\n  more: "so: it is"\n')
    wide = "title: a\r\nexceptions:\r\n    rule: why # said"
    assert edits.with_entry(wide, "exceptions", "more", "x", ORDER) == wide + "\r\n    more: x\r\n"


@pytest.mark.parametrize("text", ["exceptions: {rule: why}\n", "exceptions: why\n", "exceptions:\n  more: there\n", "exceptions:\n"])
def test_a_mapping_in_another_style_is_left_to_people(text: str) -> None:
    with pytest.raises(Unsupported):
        edits.with_entry(text, "exceptions", "more", "x", ORDER)
