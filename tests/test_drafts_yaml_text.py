"""Any text, as YAML, reads back as itself: by our reader and by another's."""

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline import located
from pipeline.drafts.yaml_text import cleaned, scalar
from pipeline.errors import Problem
from pipeline.located import Mapping, Scalar, Sequence

TEXTS = st.text(max_size=60).map(cleaned)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("A Tether That Listens", "A Tether That Listens"),
        ("Relay: A Study", '"Relay: A Study"'),
        ("Relay:A Study", "Relay:A Study"),
        ("Relay #2", '"Relay #2"'),
        ("Relay#2", "Relay#2"),
        ('He said "no"', 'He said "no"'),
        ('He said: "no"', '"He said: \\"no\\""'),
        ("It's \\alpha: x", '"It\'s \\\\alpha: x"'),
        ("- 1", '"- 1"'),
        ("no", '"no"'),
        ("NA", '"NA"'),
        ("2504.12510", '"2504.12510"'),
        ("2026-01-02", '"2026-01-02"'),
        ("[1, 2]", '"[1, 2]"'),
        ("(Un)seen", "(Un)seen"),
        ("=cmd|x", '"=cmd|x"'),
        ("ends with:", '"ends with:"'),
        ("李明, 🤖", "李明, 🤖"),
        ("", '""'),
    ],
)
def test_quotes_stand_where_they_are_needed(text: str, written: str):
    assert scalar(text) == written


def test_within_brackets_more_needs_quotes():
    assert scalar("one, two", flow=True) == '"one, two"'
    assert scalar("one two", flow=True) == "one two"


@given(TEXTS)
@example("- ")
@example("a:")
@example("'")
@example("\u200b")
@example("0x1F")
@example("<<")
@example("a\\")
def test_a_text_survives_as_a_value_of_a_mapping_and_of_a_list(text: str):
    written = f"name: {scalar(text)}\nlist:\n  - {scalar(text)}\nflow: {{x: {scalar(text, flow=True)}}}\n"
    problems: list[Problem] = []
    ours = located.parse(written, "x.yaml", problems.append)
    assert not [problem for problem in problems if problem.severity == "error" or problem.code == "cut-text"]
    assert isinstance(ours, Mapping)
    listed, flow = ours.items["list"], ours.items["flow"]
    assert isinstance(listed, Sequence)
    assert isinstance(flow, Mapping)
    for value in (ours.items["name"], listed.items[0], flow.items["x"]):
        assert isinstance(value, Scalar)
        assert value.text == text
    assert yaml.safe_load(written) == {"name": text, "list": [text], "flow": {"x": text}}


@given(st.text())
def test_a_cleaned_text_is_one_line_that_a_record_can_hold(text: str):
    found = cleaned(text)
    assert found == " ".join(found.split())
    assert found == cleaned(found)


def test_cleaning_takes_away_what_acts_and_keeps_what_is_read():
    assert cleaned(" Relay\n \u202eof\x07\tTides ") == "Relay of Tides"
    assert len(cleaned("x" * 5000)) == 2000
