"""A new file is whole or not there, and never in the place of another."""

from pathlib import Path

import pytest

from pipeline import files
from pipeline.errors import CallFault, SurveyError


def test_a_new_file_is_made_with_its_folder_and_nothing_else_is_left(tmp_path: Path):
    files.create(tmp_path / "corpus" / "a.yaml", b"title: a\n", tmp_path)
    assert (tmp_path / "corpus" / "a.yaml").read_bytes() == b"title: a\n"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.yaml", "corpus"]
    assert (tmp_path / "corpus" / "a.yaml").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_is_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool):
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", _refusing)
    (tmp_path / "a.yaml").write_text("mine")
    (tmp_path / "b.yaml").symlink_to("nowhere")
    for name in ("a.yaml", "b.yaml"):
        with pytest.raises(CallFault, match=rf"{name} is there already"):
            files.create(tmp_path / name, b"theirs", tmp_path)
    assert (tmp_path / "a.yaml").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "b.yaml"]


def test_a_disk_without_hard_links_serves_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Path, "hardlink_to", _refusing)
    files.create(tmp_path / "a.yaml", b"title: a\n", tmp_path)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.yaml", b"title: a\n")]


def test_what_is_half_written_has_no_name_among_the_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.fsync", _full)
    with pytest.raises(OSError, match="disk is full"):
        files.create(tmp_path / "corpus" / "a.yaml", b"title: a\n", tmp_path)
    assert [path.name for path in tmp_path.rglob("*")] == ["corpus"]


def test_what_a_killed_run_leaves_is_ignored_by_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seen: list[str] = []
    monkeypatch.setattr("os.fsync", lambda _: seen.extend(path.name for path in tmp_path.iterdir() if path.name != "corpus"))
    files.create(tmp_path / "corpus" / "a.yaml", b"title: a\n", tmp_path)
    assert [name.endswith(files.UNFINISHED) for name in seen] == [True]
    assert "*.unfinished" in (Path(__file__).parent.parent / ".gitignore").read_text().splitlines()


def test_nothing_is_written_through_a_folder_that_is_a_link(tmp_path: Path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "corpus").symlink_to(tmp_path / "outside")
    with pytest.raises(SurveyError, match="corpus is a link"):
        files.create(tmp_path / "root" / "corpus" / "a.yaml", b"title: a\n", tmp_path / "root")
    assert list((tmp_path / "outside").iterdir()) == []


def _refusing(path: Path, target: Path) -> None:
    raise PermissionError("no links here")


def _full(handle: int) -> None:
    raise OSError("disk is full")
