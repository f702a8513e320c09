from __future__ import annotations

import os
import sys
from datetime import date
from pathlib import Path

import pytest
from example_survey import ROOT, copied, example, heads, problems

from pipeline.corpus import Corpus
from pipeline.errors import CallFault, DataFault

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="this file system holds no such names")


def test_a_survey_is_read_with_its_records_in_order() -> None:
    corpus = example()
    assert [paper.key for paper in corpus.papers] == [
        "alder2021hum", "brook2022blade", "flint2023load", "pike2024tether", "quill2003sand", "straitwatch2024", "weir2020overview",
    ]  # fmt: skip
    assert [exclusion.id for exclusion in corpus.exclusions] == ["E001", "E002", "E003"]
    assert list(corpus.listings) == ["2103.99991"]


def test_records_are_found_by_key_and_id() -> None:
    assert example().by_key["quill2003sand"].arxiv_id == "physics/0306999"
    assert example().by_id["E003"].doi == "10.5555/dam.3"


def test_nothing_is_left_out_of_a_clean_survey() -> None:
    assert example().left_out == frozenset()


@pytest.mark.parametrize(
    ("day", "papers", "exclusions"),
    [
        (date(2023, 4, 19), 0, 0),
        (date(2023, 4, 20), 0, 2),
        (date(2023, 5, 1), 5, 2),
        (date(2024, 3, 10), 6, 2),
        (date(2024, 7, 20), 6, 3),
        (date(2024, 10, 1), 7, 3),
    ],
)
def test_the_pool_of_a_day_holds_what_had_joined_by_its_end(day: date, papers: int, exclusions: int) -> None:
    corpus = example().at(day)
    assert (len(corpus.papers), len(corpus.exclusions)) == (papers, exclusions)


@pytest.mark.parametrize(
    ("day", "placement"),
    [(date(2024, 1, 31), "farm"), (date(2024, 2, 1), "turbine"), (date(2024, 9, 14), "turbine"), (date(2024, 9, 15), "row")],
)
def test_the_pool_of_a_day_holds_the_tags_of_its_end(day: date, placement: str) -> None:
    assert example().at(day).by_key["alder2021hum"].tags["placement"] == placement


def test_the_published_pool_is_that_of_the_cutoff_date() -> None:
    published = example().pool("published")
    assert "pike2024tether" not in published.by_key
    assert published.by_key["brook2022blade"].venue == "Blade Letters"
    assert published.by_key["brook2022blade"].affiliation == "Root Institute"
    assert "layout" not in published.by_key["alder2021hum"].tags


def test_the_current_pool_is_the_survey_itself() -> None:
    assert example().pool("current") is example()


def test_loading_raises_once_with_every_error_of_every_file(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "corpus/flint2023load.yaml").write_text("- a\n")
    (root / "corpus/pike2024tether.yaml").write_text("")
    (root / "exclusions/E001.yaml").write_bytes(b"\xff")
    (root / "survey/scale.yaml").write_text("pionts: []\n")
    with pytest.raises(DataFault) as raised:
        Corpus.load(root)
    assert heads(raised.value.problems) == [
        "corpus/flint2023load.yaml:1:1: wrong-kind",
        "corpus/pike2024tether.yaml:1:1: empty-file",
        "exclusions/E001.yaml:1:1: not-utf8",
        "survey/scale.yaml:1:1: unknown-field",
    ]


def test_warnings_do_not_stop_a_survey_from_being_loaded(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "corpus/flint2023load.yaml"
    path.write_text(path.read_text().replace("Load on", "Load\u200b on"))
    assert len(Corpus.load(root).papers) == 7


def test_a_record_with_an_error_is_left_out_and_named(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "corpus/flint2023load.yaml").write_text("a: b\n")
    (root / "exclusions/E002.yaml").write_text("a: b\n")
    corpus = Corpus.read(root, lambda _: None)
    assert corpus is not None
    assert corpus.left_out == {"flint2023load", "E002"}
    assert (len(corpus.papers), len(corpus.exclusions)) == (6, 2)


def test_a_record_with_an_error_is_not_missed_by_the_figures_that_name_it(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "corpus/alder2021hum.yaml"
    path.write_text(path.read_text().replace("placement: row", "placement: rwo"))
    assert heads(problems(root)) == ["corpus/alder2021hum.yaml:18:14: unknown-value"]


def test_a_folder_that_is_no_survey_is_a_fault_of_the_call(tmp_path: Path) -> None:
    with pytest.raises(CallFault, match="holds no survey"):
        Corpus.load(tmp_path)


@pytest.mark.parametrize("name", ["about", "taxonomy", "protocol", "outputs"])
def test_each_file_of_the_survey_is_needed(name: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / f"survey/{name}.yaml").unlink()
    found = problems(root)
    assert heads(found) == [f"survey/{name}.yaml:1:1: missing-file"]


def test_scale_points_lock_and_exclusions_may_be_absent(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "survey/scale.yaml").unlink()
    (root / "arxiv.lock.json").unlink()
    for path in (root / "exclusions").iterdir():
        path.unlink()
    (root / "exclusions").rmdir()
    corpus = Corpus.load(root)
    assert (corpus.scale, corpus.listings, corpus.exclusions) == ((), {}, ())


def test_a_survey_file_with_a_misspelled_name_is_told(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "survey/scale.yaml").rename(root / "survey/scales.yaml")
    (found,) = problems(root)
    assert (found.place.path, found.code, found.nearest) == ("survey/scales.yaml", "stray-file", "scale.yaml")


@pytest.mark.parametrize("name", ["about", "taxonomy", "protocol", "outputs", "scale"])
def test_a_folder_in_the_place_of_a_survey_file_is_told(name: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / f"survey/{name}.yaml").unlink()
    (root / f"survey/{name}.yaml").mkdir()
    assert heads(problems(root)) == [f"survey/{name}.yaml:1:1: unreadable"]


def test_a_corpus_without_records_is_an_error_and_not_a_clean_one(tmp_path: Path) -> None:
    root = copied(tmp_path)
    for path in (root / "corpus").iterdir():
        path.unlink()
    assert "corpus:1:1: nothing-found" in heads(problems(root))


def test_a_corpus_that_is_no_folder_is_told(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "corpus").rename(root / "papers")
    (root / "corpus").write_text("")
    assert "corpus:1:1: missing-folder" in heads(problems(root))


@pytest.mark.parametrize("text", ["fields: [\n", "fields:\n  approach: {label: A}\n", "fields: {}\n"])
def test_one_slip_in_the_taxonomy_is_not_followed_by_a_problem_for_each_tag(text: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "survey/taxonomy.yaml").write_text(text + "rules: x\n")
    assert {problem.place.path for problem in problems(root)} == {"survey/taxonomy.yaml"}


def test_what_the_taxonomy_does_not_judge_is_told_beside_its_slip(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "survey/taxonomy.yaml"
    path.write_text(path.read_text().replace("    label: Approach\n", ""))
    path = root / "corpus/flint2023load.yaml"
    path.write_text(path.read_text().replace("2023-05-01", "2023-05-32").replace("venue:", "vneue:"))
    assert heads(problems(root)) == [
        "corpus/flint2023load.yaml:1:1: missing-field",
        "corpus/flint2023load.yaml:4:1: unknown-field",
        "corpus/flint2023load.yaml:7:8: bad-date",
        "survey/taxonomy.yaml:3:5: missing-field",
    ]


def test_one_slip_in_the_protocol_is_not_followed_by_a_problem_for_each_exclusion(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "survey/protocol.yaml").write_text("sources: [\n")
    assert {problem.place.path for problem in problems(root)} == {"survey/protocol.yaml"}


@pytest.mark.parametrize(
    "name",
    [
        "M-GRPO.yaml",
        "relay .yaml",
        "aux.yaml",
        "a.b.yaml",
        "-relay.yaml",
        "m_grpo.yaml",
        "café.yaml",
        "cafe\u0301.yaml",
        f"{'x' * 61}.yaml",
    ],
)
def test_a_paper_is_named_so_that_every_file_system_holds_it(name: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "corpus/flint2023load.yaml").rename(root / "corpus" / name)
    (found,) = problems(root)
    assert (found.place.path, found.code, found.found) == (f"corpus/{name}", "bad-key", name.removesuffix(".yaml"))


@LINUX
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"arXiv:2504.12510.yaml", "arXiv:2504.12510.yaml"),
        (b"a\\b.yaml", "a\\b.yaml"),
        (b"a\nb.yaml", "a\nb.yaml"),
        (b"\xff.yaml", "\\xff.yaml"),
    ],
)
def test_a_name_that_only_this_system_holds_is_told_as_well(name: bytes, shown: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "corpus/flint2023load.yaml").rename(os.fsdecode(os.fsencode(root / "corpus") + b"/" + name))
    (found,) = problems(root)
    assert (found.place.path, found.code) == (f"corpus/{shown}", "bad-key")


@pytest.mark.parametrize("name", ["e004.yaml", "E4.yaml", "E0004.yaml", "X004.yaml", "E00٤.yaml", "E004 .yaml"])
def test_an_exclusion_is_named_by_e_and_three_digits(name: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "exclusions/E003.yaml").rename(root / "exclusions" / name)
    (found,) = problems(root)
    assert (found.place.path, found.code) == (f"exclusions/{name}", "bad-key")


@LINUX
@pytest.mark.parametrize(
    ("first", "second", "folder"),
    [
        ("flint2023load.yaml", "Flint2023Load.yaml", "corpus"),
        ("café.yaml", "cafe\u0301.yaml", "corpus"),
        ("E001.yaml", "e001.yaml", "exclusions"),
        ("flint2023load.yaml", "flint2023load.YAML", "corpus"),
    ],
)
def test_names_that_are_one_on_some_systems_are_told_on_both(first: str, second: str, folder: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    for name in (first, second):
        (root / folder / name).write_text("a: b\n")
    clashes = {problem.place.path: problem.message for problem in problems(root) if problem.code == "key-clash"}
    assert clashes == {
        f"{folder}/{first}": f"is the same name as {second} on some systems",
        f"{folder}/{second}": f"is the same name as {first} on some systems",
    }


@pytest.mark.parametrize("name", ["notes.txt", "flint2023load.yml", "flint.YAML", "README", ".yaml", "relay.yaml~", "relay.yaml.orig"])
def test_a_stray_file_is_told(name: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "corpus" / name).write_text("a: b\n")
    assert heads(problems(root)) == [f"corpus/{name}:1:1: stray-file"]


@pytest.mark.parametrize("name", [".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep"])
def test_what_systems_leave_in_folders_is_let_be(name: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "corpus" / name).write_bytes(b"\0")
    assert problems(root) == []


def test_a_folder_that_is_named_like_a_record_is_told(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "corpus/relay.yaml").mkdir()
    assert heads(problems(root)) == ["corpus/relay.yaml:1:1: stray-file"]


@LINUX
@pytest.mark.parametrize("target", ["../../outside.yaml", "flint2023load.yaml", "nowhere.yaml", "relay.yaml"])
def test_a_link_is_told_and_not_followed(target: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    (tmp_path / "outside.yaml").write_text("a: b\n")
    (root / "corpus/relay.yaml").symlink_to(target)
    assert [(problem.place.path, problem.message) for problem in problems(root)] == [
        ("corpus/relay.yaml", "is a link; only plain files are read")
    ]


@LINUX
def test_a_pipe_is_told_and_not_waited_for(tmp_path: Path) -> None:
    root = copied(tmp_path)
    os.mkfifo(root / "corpus/relay.yaml")
    assert heads(problems(root)) == ["corpus/relay.yaml:1:1: stray-file"]


def test_a_file_that_may_not_be_read_does_not_keep_the_others_from_being_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = copied(tmp_path)
    opened = os.open

    def guarded(path: str, flags: int) -> int:
        if Path(path).name == "flint2023load.yaml":
            raise PermissionError(13, "Permission denied")
        return opened(path, flags)

    monkeypatch.setattr(os, "open", guarded)
    (root / "corpus/pike2024tether.yaml").write_text("")
    assert heads(problems(root)) == ["corpus/flint2023load.yaml:1:1: unreadable", "corpus/pike2024tether.yaml:1:1: empty-file"]


@pytest.mark.parametrize("reverse", [False, True])
def test_the_order_in_which_the_system_lists_files_changes_nothing(reverse: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    class Listed:
        def __init__(self, path: Path) -> None:
            with scandir(path) as entries:
                self.entries = sorted(entries, key=lambda entry: entry.name, reverse=reverse)

        def __enter__(self) -> list[os.DirEntry[str]]:
            return self.entries

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(os, "scandir", Listed)
    assert Corpus.load(ROOT) == example()
