"""Authors as arXiv lists them, as an entry writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.drafts.names import names
from pipeline.errors import Problem
from pipeline.fields import Fields
from pipeline.located import Mapping, parse
from pipeline.records.authors import authors_under


@pytest.mark.parametrize(
    ("listed", "written"),
    [
        ("Ana Vell", "Ana Vell"),
        ("Jan van der Berg", "van der Berg, Jan"),
        ("Jun de la Mare", "de la Mare, Jun"),
        ("Robert Smith Jr.", "Smith Jr., Robert"),
        ("Ana Vell III", "Vell III, Ana"),
        ("Plato", "Plato"),
        ("van Gogh", "van Gogh"),
        ("Seán O'Dell", "Seán O'Dell"),
        ("Foo Relay Collaboration", "{team: Foo Relay Collaboration}"),
        ("Kimi Team", "{team: Kimi Team}"),
        ("DeepSeek-AI", "{team: DeepSeek-AI}"),
        ("OpenAI", "{team: OpenAI}"),
        ("Ana Vell (on behalf of the Foo Team)", "Ana Vell"),
        ("Ana Vell (Harbour College)", "Ana Vell"),
        ("李明", "李明"),
    ],
)
def test_a_name_is_written_so_that_its_family_name_is_found(listed: str, written: str):
    assert names([listed]).values == (written,)


def test_what_is_no_author_is_left_out_and_what_cannot_be_written_is_named():
    found = names(["Foo Collaboration", ":", "Ana Vell", "Agent 007", "et al."])
    assert found.values == ("{team: Foo Collaboration}", "Ana Vell")
    assert found.refused == ("Agent 007",)
    assert not found.complete
    assert not names(["Ana Vell", "et al."]).complete
    assert names(["Ana Vell", ":"]).complete


@pytest.mark.parametrize("listed", ["Ana et Al", "Ana and Vell"])
def test_a_name_is_judged_as_it_is_written(listed: str):
    found = names(["Bo Reed", listed])
    assert found.values == ("Bo Reed",)
    assert not found.complete


@given(st.lists(st.text(max_size=30), max_size=4))
def test_whatever_is_listed_the_entry_s_reader_takes_what_is_written(listed: list[str]):
    found = names(listed)
    text = "authors:\n" + "".join(f"  - {value}\n" for value in found.values)
    problems: list[Problem] = []
    tree = parse(text if found.values else "title: x", "x.yaml", problems.append)
    assert isinstance(tree, Mapping)
    authors = authors_under(Fields(tree, "x.yaml", problems.append), "authors")
    assert [problem for problem in problems if problem.severity == "error"] == []
    assert len(authors) == len(found.values)
