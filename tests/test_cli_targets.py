"""What ``--output`` names: what belongs to a survey is not written over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipeline.cli import targets
from pipeline.errors import CallFault


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    """Return a folder that is laid out as a survey."""
    for name in (
        "survey/about.yaml", "README.md", "CITATION.cff", "CONTRIBUTING.md", "arxiv.lock.json", "docs/licenses.md", "corpus/a.yaml",
        "traces/examples/a.json", "papers.csv",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("mine", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        "README.md", "CITATION.cff", "CONTRIBUTING.md", "arxiv.lock.json", "docs/licenses.md", "docs/tables.md", "corpus/a.yaml",
        "corpus/new.csv", "exclusions/new.csv", "survey/about.yaml", "survey/audits/x.json", "site/new/x.html", "figures/x.svg",
        "list/x.md", "traces/examples/a.json", ".github/ISSUE_TEMPLATE/x.yml", "docs/../README.md",
    ],
)  # fmt: skip
def test_what_a_survey_is_made_of_or_makes_is_refused(survey: Path, name: str) -> None:
    target = survey / name
    with pytest.raises(CallFault) as caught:
        targets.refuse(target)
    assert str(caught.value) == f"{target} belongs to the survey itself, which is not written over; write to another file"


@pytest.mark.parametrize("name", ["papers.csv", "new.md", "out/README.md", "docs/run.html", "traces/examples/new.json", "traces/a.json"])
def test_other_files_are_not(survey: Path, name: str) -> None:
    targets.refuse(survey / name)


def test_a_link_does_not_lead_around_it(survey: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = tmp_path_factory.mktemp("elsewhere") / "x.csv"
    link.symlink_to(survey / "README.md")
    with pytest.raises(CallFault, match="belongs to the survey itself"):
        targets.refuse(link)


def test_a_file_elsewhere_may_be_called_as_it_likes(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    targets.refuse(tmp_path / "README.md")
    targets.refuse(tmp_path / "corpus" / "a.yaml")


def test_a_folder_is_in_the_way(tmp_path: Path) -> None:
    with pytest.raises(CallFault) as caught:
        targets.refuse(tmp_path)
    assert str(caught.value) == f"{tmp_path} cannot be written: it is a folder"


def test_a_name_that_is_too_long_is_the_callers_fault(tmp_path: Path) -> None:
    target = tmp_path / ("x" * 300)
    targets.refuse(target)
    with pytest.raises(CallFault) as caught:
        targets.put(target, b"")
    assert str(caught.value) == f"the name of the file to be written is too long: {target}"


def test_a_device_takes_the_content() -> None:
    targets.refuse(Path(os.devnull))
    targets.put(Path(os.devnull), b"gone")
    assert Path(os.devnull).is_char_device()
