"""Text from elsewhere to text that a record may hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.fields import MAX_TEXT, Fields
from pipeline.founding.plain_text import plain
from pipeline.located import Mapping, Scalar


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ears\n for  Tides", "Ears for Tides"),
        ("A: b # c", "A: b # c"),
        ("\u2014", ""),
        ("n/a", ""),
        ("TBD", ""),
        ("unknown", ""),
        ("-", ""),
        ("#REF!", ""),
        ("#DIV/0!", ""),
        ("#VALEUR!", ""),
        ("Err:502", ""),
        ("no", "no"),
        ("none", "none"),
        ("#1 of kites", "#1 of kites"),
        ("<b>bold</b> claims", "<b>bold</b> claims"),
        ("Todo Kite", "Todo Kite"),
    ],
)
def test_what_a_record_holds_stays_and_what_says_nothing_is_empty(text: str, expected: str):
    assert plain(text) == (expected, "")


@pytest.mark.parametrize(
    ("text", "expected", "changed"),
    [
        ("=cmd|' /C calc'!A0", "cmd|' /C calc'!A0", "began like a spreadsheet formula; = was taken from its front"),
        ("@+ home", "home", "began like a spreadsheet formula; @+ was taken from its front"),
        ("a\u202eb\x00c", "abc", "held U+0000, U+202E, which no text may hold; taken out"),
        ("{{7*7}} and ${x}", "{7*7} and {x}", "held the marks of a template; each was made one brace"),
        ("{{{{{{x", "{x", "held the marks of a template; each was made one brace"),
        ("x" * 2001, "x" * 1999 + "…", "was cut, having 2,001 characters where 2,000 are allowed"),
        ("TODO Kite", "", "reads like a text that is still to be written, and was left out"),
        ("TODO " + "x" * 60, "", "reads like a text that is still to be written, and was left out"),
    ],
)
def test_what_no_record_holds_is_changed_and_named(text: str, expected: str, changed: str):
    assert plain(text) == (expected, changed)


@given(
    st.text(max_size=200)
    | st.sampled_from(["=", "{{", "}}", "${", "TODO ", "\u202e", "<", ">", "%-", "\r"]).flatmap(lambda a: st.text().map(lambda b: a + b))
)
def test_every_text_is_made_one_in_which_the_reader_of_entries_finds_no_fault(text: str):
    found = plain(text).text
    if not found:
        return
    problems: list[object] = []
    assert Fields(Mapping({}, {}, 1, 1), "", problems.append).line(Scalar(found, 1, 1, quoted=True), "") == found
    assert (problems, len(found) <= MAX_TEXT, found[:1] in "=+@-|%") == ([], True, False)
