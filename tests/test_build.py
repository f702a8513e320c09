"""Plan, write and drift, on the invented survey and on the real one."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import example_survey
import pytest
from masrl_run import Masrl, files

from pipeline import build, plan
from pipeline.corpus import Corpus
from pipeline.errors import DataFault, SurveyError
from pipeline.reuse import Made

ROOT = Path(__file__).parent.parent
FILES = [("README.md", b"one\n"), ("figures/a.svg", b"<svg/>"), (plan.MANIFEST, b"README.md\nfigures/a.svg\nfigures/manifest.txt\n")]


@pytest.fixture(scope="module")
def planned() -> dict[str, bytes]:
    return dict(plan.files(Corpus.load(ROOT)))


def test_the_manifest_lists_every_file_that_is_made(planned: dict[str, bytes]) -> None:
    assert planned[plan.MANIFEST].decode().splitlines() == sorted(planned)


def test_the_readme_of_the_present_pool_is_shown_whole(planned: dict[str, bytes]) -> None:
    assert len(planned["README.md"]) < plan.README_LIMIT


def test_what_is_written_is_no_longer_drift(tmp_path: Path) -> None:
    changes = build.write(tmp_path, FILES)
    assert [change.verdict for change in changes] == ["missing", "missing", "missing"]
    assert build.drift(tmp_path, FILES) == []
    assert (tmp_path / "figures/a.svg").read_bytes() == b"<svg/>"


def test_an_edited_file_is_named(tmp_path: Path) -> None:
    build.write(tmp_path, FILES)
    (tmp_path / "README.md").write_bytes(b"edited\n")
    assert build.drift(tmp_path, FILES) == [("README.md", "differs")]


def test_line_endings_of_a_checkout_are_no_drift_but_an_edit_in_it_is(tmp_path: Path) -> None:
    build.write(tmp_path, FILES)
    (tmp_path / "README.md").write_bytes(b"one\r\n")
    assert build.drift(tmp_path, FILES) == []
    (tmp_path / "README.md").write_bytes(b"two\r\n")
    assert build.drift(tmp_path, FILES) == [("README.md", "differs")]


def test_a_file_that_nobody_makes_any_more_is_removed(tmp_path: Path) -> None:
    build.write(tmp_path, FILES)
    fewer = [FILES[0], (plan.MANIFEST, b"README.md\nfigures/manifest.txt\n")]
    assert build.drift(tmp_path, fewer) == [("figures/a.svg", "left over"), (plan.MANIFEST, "differs")]
    build.write(tmp_path, fewer)
    assert not (tmp_path / "figures/a.svg").exists()


def test_a_file_that_no_build_made_is_kept(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures/own.svg").write_text("mine", encoding="utf-8")
    build.write(tmp_path, FILES)
    assert (tmp_path / "figures/own.svg").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("listed", ["../outside.txt", "figures/../../outside.txt", "corpus/a.yaml", "/etc/passwd"])
def test_a_forged_manifest_removes_nothing_else(tmp_path: Path, listed: str) -> None:
    root = tmp_path / "root"
    (root / "corpus").mkdir(parents=True)
    (tmp_path / "outside.txt").write_text("kept", encoding="utf-8")
    (root / "corpus/a.yaml").write_text("kept", encoding="utf-8")
    build.write(root, FILES)
    (root / plan.MANIFEST).write_text(f"{listed}\n", encoding="utf-8")
    build.write(root, FILES)
    assert (tmp_path / "outside.txt").exists()
    assert (root / "corpus/a.yaml").exists()


def test_a_second_run_touches_nothing(tmp_path: Path) -> None:
    build.write(tmp_path, FILES)
    before = (tmp_path / "README.md").stat().st_mtime_ns
    assert build.write(tmp_path, FILES) == []
    assert (tmp_path / "README.md").stat().st_mtime_ns == before


def test_what_was_taken_over_from_the_disk_is_not_looked_at_again(tmp_path: Path) -> None:
    build.write(tmp_path, FILES)
    (tmp_path / "README.md").write_bytes(b"edited\n")
    assert build.write(tmp_path, FILES, {"README.md"}) == []
    assert build.write(tmp_path, FILES) == [("README.md", "differs")]


def test_no_temporary_file_is_left(tmp_path: Path) -> None:
    build.write(tmp_path, FILES)
    assert sorted(p.name for p in (tmp_path / "figures").iterdir()) == ["a.svg", "manifest.txt"]


def test_a_folder_in_the_way_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "README.md").mkdir()
    with pytest.raises((SurveyError, OSError)):
        build.write(tmp_path, FILES)


def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "target").write_text("kept", encoding="utf-8")
    (root / "README.md").symlink_to(tmp_path / "target")
    with pytest.raises(SurveyError):
        build.write(root, FILES)
    assert (tmp_path / "target").read_text(encoding="utf-8") == "kept"


SURROUNDINGS = [
    (ROOT, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "1", "TZ": "Pacific/Auckland"}),
    (example_survey.ROOT, {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "7", "TZ": "America/Los_Angeles"}),
]


@pytest.mark.parametrize(("root", "surroundings"), SURROUNDINGS)
@pytest.mark.thorough
def test_the_same_bytes_come_out_in_any_surroundings(root: Path, surroundings: dict[str, str], planned: dict[str, bytes]) -> None:
    script = (
        "import hashlib, sys; from pathlib import Path; from pipeline import plan; from pipeline.corpus import Corpus\n"
        "for path, content in sorted(plan.files(Corpus.load(Path(sys.argv[1])))):\n"
        "    print(path, hashlib.sha256(content).hexdigest())"
    )
    environment = {**os.environ, **surroundings}
    done = subprocess.run([sys.executable, "-c", script, str(root)], env=environment, capture_output=True, text=True, check=True)
    here = planned if root == ROOT else dict(plan.files(example_survey.example()))
    assert done.stdout.splitlines() == [f"{path} {hashlib.sha256(content).hexdigest()}" for path, content in sorted(here.items())]


# -- pages of docs/ that are made stand beside those written by hand


def test_the_pages_made_in_docs_are_planned(planned: dict[str, bytes]) -> None:
    assert {path for path in planned if path.startswith("docs/")} == {"docs/differences.md", "docs/queries.md", "docs/tables.md"}


@pytest.mark.parametrize(("listed", "kept"), [("docs/trace-metrics.md", True), ("docs/own/tables.md", True), ("docs/tables.md", False)])
def test_only_pages_of_docs_that_a_build_makes_are_ever_removed(tmp_path: Path, listed: str, kept: bool) -> None:
    made = [*FILES, ("docs/differences.md", b"# Known differences\n")]
    build.write(tmp_path, made)
    (tmp_path / listed).parent.mkdir(exist_ok=True)
    (tmp_path / listed).write_text("here", encoding="utf-8")
    (tmp_path / plan.MANIFEST).write_text(f"{listed}\n", encoding="utf-8")
    build.write(tmp_path, made)
    assert (tmp_path / listed).exists() == kept


# -- a published claim that does not hold

FALSE = """\
claims:
  all-listen:
    sentence: Every entry is a sensor.
    pool: published
    where: {approach: [sensor]}
    expect: {at_least: 99}
    boundary: No more.
  news:
    sentence: A hundred entries.
    pool: current
    expect: {count: 100}
    boundary: No more.
"""


def test_a_failing_published_claim_stops_the_build_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = example_survey.copied(tmp_path)
    (root / "survey/claims.yaml").write_text(FALSE, encoding="utf-8")
    before = files(root)
    run = Masrl(root, monkeypatch, capsys)("build")
    assert run.code == 1
    assert "survey/claims.yaml:3:5" in run.err
    assert "claim-fails" in run.err
    assert "the published claim all-listen fails: " in run.err
    assert "news" not in run.err
    assert files(root) == before


def test_each_failing_claim_is_a_problem_with_its_place(tmp_path: Path) -> None:
    root = example_survey.copied(tmp_path)
    (root / "survey/claims.yaml").write_text(FALSE, encoding="utf-8")
    with pytest.raises(DataFault) as caught:
        next(plan.files(Corpus.load(root)))
    (problem,) = caught.value.problems
    assert (problem.place.path, problem.code, problem.field) == ("survey/claims.yaml", "claim-fails", "claims.all-listen")
    assert problem.place.line == 3
    assert problem.hint == (
        "was an entry changed without a line under its changes, or does a new one say that it was added by 2024-06-30? "
        "'masrl diff BASE' names what changed, 'masrl claims' the records behind the claim"
    )


def test_a_survey_without_claims_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    root = example_survey.copied(tmp_path)
    assert Masrl(root, monkeypatch, capsys)("build").code == 0
    assert (root / "docs/tables.md").exists()
    assert "What the survey claims" not in (root / "README.md").read_text(encoding="utf-8")


DAMAGED = [b"", b"SQLite format 3\x00" + bytes(84), b"\xff" * 5000]


@pytest.mark.parametrize("present", DAMAGED)
def test_a_damaged_database_is_made_anew(tmp_path: Path, present: bytes) -> None:
    from pipeline.outputs.exports import sqlite

    database = sqlite.content(Corpus.load(ROOT / "tests/example"))
    files = [("site/data/papers.db", database), (plan.MANIFEST, b"site/data/papers.db\n")]
    build.write(tmp_path, files)
    (tmp_path / "site/data/papers.db").write_bytes(present)
    assert build.drift(tmp_path, files) == [("site/data/papers.db", "differs")]
    build.write(tmp_path, files)
    assert (tmp_path / "site/data/papers.db").read_bytes() == database


@pytest.mark.parametrize(
    ("place", "verdict"),
    [(96, []), (20_000, [("site/data/papers.db", "differs")])],
    ids=["by another version of SQLite", "by the same one"],
)
def test_databases_of_two_versions_are_compared_by_what_they_hold(tmp_path: Path, place: int, verdict: list[tuple[str, str]]) -> None:
    from pipeline.outputs.exports import sqlite

    database = bytearray(sqlite.content(Corpus.load(ROOT / "tests/example")))
    files = [("site/data/papers.db", bytes(database)), (plan.MANIFEST, b"site/data/papers.db\n")]
    database[place] ^= 1
    build.write(tmp_path, [("site/data/papers.db", bytes(database)), files[1]])
    assert build.drift(tmp_path, files) == verdict


@pytest.mark.parametrize("line", ["site/a\0b", "site/" + "a" * 300, "site/loop"])
def test_a_line_that_a_bad_merge_left_in_the_manifest_is_passed_over(tmp_path: Path, line: str) -> None:
    build.write(tmp_path, FILES)
    (tmp_path / "site").mkdir()
    (tmp_path / "site/loop").symlink_to("loop")
    with (tmp_path / plan.MANIFEST).open("a", encoding="utf-8") as manifest:
        manifest.write(f"{line}\n")
    assert build.drift(tmp_path, FILES) == [(plan.MANIFEST, "differs")]


def test_a_run_that_is_killed_between_two_names_leaves_nothing_that_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(name: str) -> list[Made]:
        return [(f"site/{name}", b"page"), (plan.MANIFEST, f"{plan.MANIFEST}\nsite/{name}\n".encode())]

    build.write(tmp_path, made("old.html"))
    written = build.replace
    with monkeypatch.context() as patched:
        patched.setattr(
            build,
            "replace",
            lambda path, content, durable: written(path, content) if path.name != "manifest.txt" or b"old" in content else 1 / 0,
        )
        with pytest.raises(ZeroDivisionError):
            build.write(tmp_path, made("middle.html"))
    build.write(tmp_path, made("new.html"))
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["new.html"]


def test_nothing_is_written_outside_through_a_linked_folder(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (root / "figures").symlink_to(outside)
    with pytest.raises(SurveyError, match="outside the survey"):
        build.write(root, FILES)
    assert list(outside.iterdir()) == []
    assert [path.name for path in root.iterdir()] == ["figures"]
