"""What git knows of a folder, on repositories that are made for the purpose."""

import os
import subprocess
from datetime import date
from pathlib import Path

import pytest

from pipeline import git
from pipeline.errors import CallFault, SurveyError

WHO = {
    "GIT_AUTHOR_NAME": "Ana Vell", "GIT_AUTHOR_EMAIL": "ana@example.org", "GIT_COMMITTER_NAME": "Ana Vell",
    "GIT_COMMITTER_EMAIL": "ana@example.org", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
}  # fmt: skip


def run(root: Path, *arguments: str, day: str = "2026-03-01") -> str:
    """Run git as somebody who commits at noon UTC of a day."""
    when = f"{day}T12:00:00+0000"
    environment = {"PATH": os.environ["PATH"], "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, **WHO}
    done = subprocess.run(["git", *arguments], cwd=root, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(root: Path, files: dict[str, str | None], day: str) -> str:
    """Write files, remove those that are None, commit, and return the hash."""
    for name, text in files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            target.unlink()
        else:
            target.write_text(text, encoding="utf-8")
    run(root, "add", "--all", day=day)
    run(root, "commit", "--quiet", "--message", "so", "--allow-empty", day=day)
    return run(root, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "in a folder"
    root.mkdir()
    run(root, "init", "--quiet", "--initial-branch", "main")
    commit(root, {"a/one.yaml": "one\n", "b.txt": "b\n"}, "2026-03-01")
    commit(root, {"b.txt": "bb\n"}, "2026-03-02")
    commit(root, {"a/one.yaml": None, "a/zwei und drei.yaml": "zwei\n", "a/ü.yaml": "ü\n"}, "2026-03-03")
    return root


def test_revisions_come_oldest_first_with_their_day(repository: Path) -> None:
    assert [revision.date for revision in git.revisions(repository)] == [date(2026, 3, 1), date(2026, 3, 2), date(2026, 3, 3)]
    assert git.revisions(repository)[-1].id == git.resolved(repository, "HEAD") == run(repository, "rev-parse", "HEAD")


def test_revisions_of_a_path_are_those_that_touch_it(repository: Path) -> None:
    assert [revision.date.day for revision in git.revisions(repository, ["a"])] == [1, 3]
    assert [revision.date.day for revision in git.revisions(repository, ["b.txt"])] == [1, 2]
    assert git.revisions(repository, ["nowhere"]) == ()


def test_revisions_can_end_earlier(repository: Path) -> None:
    assert [revision.date.day for revision in git.revisions(repository, until="HEAD~1")] == [1, 2]


def test_files_at_a_revision_are_listed_by_their_whole_names(repository: Path) -> None:
    assert git.paths(repository, "HEAD") == ("a/zwei und drei.yaml", "a/ü.yaml", "b.txt")
    assert git.paths(repository, "HEAD~2", ["a"]) == ("a/one.yaml",)


def test_a_file_at_a_revision(repository: Path) -> None:
    assert git.contents(repository, "HEAD", ["a/ü.yaml"]) == {"a/ü.yaml": "ü\n".encode()}
    assert git.contents(repository, "HEAD~2", ["b.txt"]) == {"b.txt": b"b\n"}
    assert git.contents(repository, "main", ["b.txt"]) == {"b.txt": b"bb\n"}
    assert git.contents(repository, "HEAD", ["a/one.yaml"]) == {}


def test_many_files_come_at_once_also_empty_and_binary_ones(repository: Path) -> None:
    (repository / "bytes").write_bytes(b"\x00\xff\n\n")
    commit(repository, {"empty": "", "no-end": "x"}, "2026-03-04")
    found = git.contents(repository, "HEAD", ["bytes", "empty", "no-end"])
    assert found == {"bytes": b"\x00\xff\n\n", "empty": b"", "no-end": b"x"}
    assert git.contents(repository, "HEAD", ["nowhere"]) == {}


def test_a_folder_within_the_repository_sees_its_own_files(repository: Path) -> None:
    assert git.paths(repository / "a", "HEAD") == ("zwei und drei.yaml", "ü.yaml")
    assert git.contents(repository / "a", "HEAD", ["ü.yaml"]) == {"ü.yaml": "ü\n".encode()}
    assert [revision.date.day for revision in git.revisions(repository / "a", ["one.yaml"])] == [1, 3]


def test_links_are_no_files(repository: Path) -> None:
    (repository / "link").symlink_to("/etc/passwd")
    commit(repository, {}, "2026-03-04")
    assert "link" not in git.paths(repository, "HEAD")
    assert git.contents(repository, "HEAD", ["link"]) == {}


def test_a_name_that_leads_out_of_the_folder_is_passed_over(repository: Path) -> None:
    blob = run(repository, "rev-parse", "HEAD:b.txt")
    inner = subprocess.run(["git", "hash-object", "-t", "tree", "--literally", "-w", "--stdin"], cwd=repository, check=True,
        capture_output=True, input=b"100644 ..\0" + bytes.fromhex(blob) + b"100644 ok\0" + bytes.fromhex(blob))  # fmt: skip
    made = run(repository, "commit-tree", inner.stdout.decode().strip(), "-m", "so")
    assert git.paths(repository, made) == ("ok",)


@pytest.mark.parametrize(
    "name", ["nope", "HEAD~9", "-x", "--help", "", "HEAD:a", "a\0b", "@{u}", "HEAD^{tree}", "deadbeef", "a b", "; ls", "^HEAD"]
)
def test_an_unknown_revision_is_the_callers_fault(repository: Path, name: str) -> None:
    with pytest.raises(CallFault, match="revision"):
        git.resolved(repository, name)


def test_a_folder_outside_of_any_repository_is_the_callers_fault(tmp_path: Path) -> None:
    for call in (git.revisions, lambda root: git.contents(root, "HEAD", ["a"])):
        with pytest.raises(CallFault, match="is in no git repository"):
            call(tmp_path)


def test_a_folder_that_does_not_exist_is_the_callers_fault(tmp_path: Path) -> None:
    with pytest.raises(CallFault, match="is no folder"):
        git.revisions(tmp_path / "nowhere")


def test_a_repository_without_a_commit_has_no_head(tmp_path: Path) -> None:
    run(tmp_path, "init", "--quiet")
    with pytest.raises(CallFault, match="no revision 'HEAD'"):
        git.revisions(tmp_path)


def test_a_machine_without_git_is_told_so(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SurveyError, match="git was not found"):
        git.revisions(repository)


def test_a_shallow_clone_is_told_how_to_become_whole(repository: Path, tmp_path: Path) -> None:
    run(tmp_path, "clone", "--quiet", "--depth", "1", repository.as_uri(), "shallow")
    with pytest.raises(SurveyError, match="git fetch --unshallow"):
        git.revisions(tmp_path / "shallow")
    with pytest.raises(CallFault, match="no revision 'HEAD~1'; the clone is shallow"):
        git.resolved(tmp_path / "shallow", "HEAD~1")
    assert git.contents(tmp_path / "shallow", "HEAD", ["b.txt"]) == {"b.txt": b"bb\n"}


def test_a_repository_that_lacks_a_files_content_is_told_so(repository: Path) -> None:
    blob = run(repository, "rev-parse", "HEAD:b.txt")
    (repository / ".git/objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(SurveyError, match="lacks files of this revision"):
        git.contents(repository, "HEAD", ["b.txt"])


def test_variables_of_another_repository_do_not_mislead(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    run(other, "init", "--quiet")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / "index"))
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert git.contents(repository, "HEAD", ["b.txt"]) == {"b.txt": b"bb\n"}


def test_what_a_repository_configures_is_not_run(repository: Path, tmp_path: Path) -> None:
    for name in ("core.pager", "core.fsmonitor", "alias.rev-list", "core.sshCommand"):
        run(repository, "config", name, f"!touch {tmp_path}/run")
    git.revisions(repository)
    git.contents(repository, "HEAD")
    assert not (tmp_path / "run").exists()


def test_a_path_is_no_pattern(repository: Path) -> None:
    assert git.contents(repository, "HEAD", ["*"]) == {}
    assert git.revisions(repository, ["*.txt"]) == ()
