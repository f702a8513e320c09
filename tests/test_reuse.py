"""Digests, the index of the last build, and what is taken over from it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path

import example_survey
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import reuse
from pipeline.outputs.outline import outline

DAY = date(2024, 5, 1)


# -- digests


@dataclass(frozen=True)
class Pair:
    one: object
    other: object


@dataclass(frozen=True)
class Couple:
    one: object
    other: object


VALUES = [
    None, True, False, 0, 1, 1.5, "", "1", "null", "a", (), ("a",), ("a", "b"), ("b", "a"), ("ab",), (("a",), "b"), {"a": "b"}, {"b": "a"},
    {"a": "b", "c": "d"}, {"c": "d", "a": "b"}, {("a", "b"): "c"}, {("a",): "c"}, frozenset("ab"), frozenset("a"), b"a", b"b",
    date(2024, 1, 1), "2024-01-01", Pair("a", "b"), Pair("b", "a"), Couple("a", "b"), Pair("a", Pair("b", None)),
    Pair({("x", "y"): 1}, None),
]  # fmt: skip


def test_values_that_differ_have_digests_that_differ() -> None:
    assert len({reuse.digest(value) for value in VALUES}) == len(VALUES)
    assert reuse.digest("a", "b") != reuse.digest("ab", "") != reuse.digest(("a", "b"))


@given(
    st.recursive(
        st.text() | st.integers() | st.booleans() | st.none() | st.dates(), lambda inner: st.lists(inner) | st.frozensets(st.text())
    )
)
@settings(max_examples=40)
def test_equal_values_have_equal_digests(value: object) -> None:
    assert reuse.digest(value) == reuse.digest(value)
    assert reuse.digest(Pair(value, 1)) == reuse.digest(Pair(value, 1))


def test_what_is_no_plain_value_has_no_digest() -> None:
    with pytest.raises(TypeError, match="no digest of object"):
        reuse.digest(Pair("a", object()))


def test_a_digest_does_not_depend_on_the_run() -> None:
    script = "from pipeline import reuse; import sys; print(reuse.digest(frozenset('abcdef'), {'a': ('b', 1)}))"
    seeds = ({"PYTHONHASHSEED": seed, "PATH": ""} for seed in ("0", "1"))
    command = [sys.executable, "-c", script]
    root = Path(__file__).parent.parent
    assert len({subprocess.run(command, env=env, cwd=root, capture_output=True, check=True).stdout for env in seeds}) == 1


def test_a_whole_survey_has_a_digest_in_which_every_text_counts() -> None:
    corpus = example_survey.example()
    paper = replace(corpus.papers[0], summary="Otherwise.")
    assert reuse.digest(corpus) == reuse.digest(replace(corpus))
    assert reuse.digest(corpus) != reuse.digest(replace(corpus, papers=(paper, *corpus.papers[1:])))


def test_an_outline_is_the_same_whatever_only_a_papers_own_page_shows() -> None:
    corpus = example_survey.example()
    first, *rest = corpus.papers
    texts = replace(first, summary="Otherwise.", authors=(), venue="Elsewhere", affiliation="A", notes="B", links=(), doi="10.1/x")
    named = replace(first, title="Another Title")
    digests = [reuse.digest(outline(replace(corpus, papers=(paper, *rest)))) for paper in (first, texts, named)]
    assert digests[0] == digests[1] != digests[2]


# -- inputs


def test_the_inputs_are_names_and_bytes_and_kinds(tmp_path: Path) -> None:
    def now() -> str:
        return reuse.inputs(tmp_path, ("a", "b.json"))

    found = [now()]
    (tmp_path / "a").mkdir()
    found.append(now())
    (tmp_path / "a/x.yaml").write_text("one", encoding="utf-8")
    found.append(now())
    (tmp_path / "a/x.yaml").write_text("two", encoding="utf-8")
    found.append(now())
    (tmp_path / "a/x.yaml").rename(tmp_path / "a/y.yaml")
    found.append(now())
    (tmp_path / "a/x.yaml").symlink_to("y.yaml")
    found.append(now())
    (tmp_path / "b.json").write_text("{}", encoding="utf-8")
    found.append(now())
    assert len(set(found)) == len(found)
    (tmp_path / "c").write_text("beside the point", encoding="utf-8")
    assert now() == found[-1]


def test_what_links_lead_to_counts_and_no_link_in_a_folder_is_followed_into_another(tmp_path: Path) -> None:
    names, outside = ("file.yaml", "folder"), tmp_path / "outside"
    (outside / "deep").mkdir(parents=True)
    for place in ("a.yaml", "deep/b.yaml", "deep/c.yaml"):
        (outside / place).write_text("one", encoding="utf-8")
    root = tmp_path / "root"
    root.mkdir()
    (root / "file.yaml").symlink_to(outside / "a.yaml")
    (root / "folder").symlink_to(outside)
    (outside / "loop").symlink_to(outside)
    (outside / "root").symlink_to("/")
    found = [reuse.inputs(root, names)]
    for place in ("a.yaml", "deep/b.yaml"):
        (outside / place).write_text("two", encoding="utf-8")
        found.append(reuse.inputs(root, names))
    (outside / "deep/c.yaml").unlink()
    (outside / "deep/c.yaml").symlink_to("../a.yaml")
    found.append(reuse.inputs(root, names))
    (root / "folder").unlink()
    (root / "folder").symlink_to("nowhere")
    found.append(reuse.inputs(root, names))
    (root / "folder").unlink()
    (root / "folder").symlink_to("folder")
    found.append(reuse.inputs(root, names))
    assert len(set(found)) == len(found)


# -- the index


def index(root: Path, *contents: tuple[str, bytes]) -> reuse.Index:
    """Write files and return the index of a build that made them as one group."""
    kept = reuse.Kept(root, reuse.NOTHING)
    for path, content in kept.noted(kept.made("group", "values", lambda: contents)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return kept.index("inputs", DAY)


def noted_at(root: Path) -> Path:
    path = reuse.place(root)
    assert path is not None
    return path


def test_an_index_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert reuse.read(tmp_path) == reuse.NOTHING
    written = index(tmp_path, ("a", b"one"))
    reuse.write(tmp_path, written)
    assert reuse.read(tmp_path) == written
    assert reuse.read(tmp_path / "elsewhere") == reuse.NOTHING
    assert noted_at(tmp_path) != noted_at(tmp_path / "elsewhere")


def _cut(text: bytes) -> bytes:
    return text[: len(text) // 2]


def _edited(text: bytes) -> bytes:
    return text.replace(b'"inputs"', b'"outputs"', 1)


def _other_file(text: bytes) -> bytes:
    whole = json.loads(text)
    whole["noted"]["files"]["a"] = "0" * 64
    return json.dumps(whole).encode()


DAMAGE: list[Callable[[bytes], bytes]] = [
    _cut, _edited, _other_file, lambda _: b"", lambda _: b"\xff\x00", lambda _: b"[]", lambda _: b"null", lambda _: b"{}",
    lambda _: b"[" * 100_000, lambda text: text.replace(b'"format":1', b'"format":2'),
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_an_index_that_is_damaged_or_edited_is_as_good_as_none(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    reuse.write(tmp_path, index(tmp_path, ("a", b"one")))
    noted = noted_at(tmp_path)
    noted.write_bytes(damage(noted.read_bytes()))
    assert reuse.read(tmp_path) == reuse.NOTHING


def test_an_index_of_another_program_or_of_other_libraries_is_as_good_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reuse.write(tmp_path, index(tmp_path, ("a", b"one")))
    monkeypatch.setattr("pipeline.reuse.index.program", lambda: "another")
    assert reuse.read(tmp_path) == reuse.NOTHING


def test_the_program_is_its_files_its_python_and_its_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [reuse.program.__wrapped__()]
    (tmp_path / "invented-1.0.dist-info").mkdir()
    monkeypatch.setattr("sys.path", [*sys.path, str(tmp_path)])
    found.append(reuse.program.__wrapped__())
    (tmp_path / "invented-1.0.dist-info").rename(tmp_path / "invented-1.1.dist-info")
    found.append(reuse.program.__wrapped__())
    monkeypatch.setattr("sys.version", "4.0")
    found.append(reuse.program.__wrapped__())
    package = tmp_path / "program/pipeline"
    (package / "outputs/templates").mkdir(parents=True)
    (package / "reuse").mkdir()
    (package / "reuse/digests.py").write_text("", encoding="utf-8")
    monkeypatch.setattr("pipeline.reuse.digests.__file__", str(package / "reuse/digests.py"))
    found.append(reuse.program.__wrapped__())
    (package / "outputs/templates/page.html").write_text("<p>", encoding="utf-8")
    found.append(reuse.program.__wrapped__())
    (package / "outputs/templates/page.html").write_text("<b>", encoding="utf-8")
    found.append(reuse.program.__wrapped__())
    assert len(set(found)) == len(found)


def test_without_a_home_or_a_place_to_write_nothing_is_noted_and_nothing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = index(tmp_path, ("a", b"one"))
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    reuse.write(tmp_path, written)
    assert reuse.read(tmp_path) == reuse.NOTHING
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    reuse.write(tmp_path, written)
    assert reuse.place(tmp_path) is None
    assert reuse.read(tmp_path) == reuse.NOTHING


def test_a_relative_folder_for_caches_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert noted_at(tmp_path).parent == tmp_path / ".cache/masrl"


# -- what is taken over


def made_again(root: Path, index: reuse.Index, values: object = "values") -> bool:
    """Say whether the group is made again."""
    called = []
    files = list(reuse.Kept(root, index).made("group", values, lambda: called.append(1) or [("a", b"new")]))
    assert files == ([("a", b"new")] if called else [("a", b"one"), ("b", b"two")])
    return bool(called)


def test_a_group_is_taken_over_while_its_values_and_its_files_are_the_same(tmp_path: Path) -> None:
    known = index(tmp_path, ("a", b"one"), ("b", b"two"))
    assert not made_again(tmp_path, known)
    assert made_again(tmp_path, known, "other values")
    (tmp_path / "b").write_bytes(b"edited")
    assert made_again(tmp_path, known)
    (tmp_path / "b").write_bytes(b"two")
    assert not made_again(tmp_path, known)
    (tmp_path / "b").unlink()
    assert made_again(tmp_path, known)


def test_what_is_taken_over_is_noted_as_it_was(tmp_path: Path) -> None:
    known = index(tmp_path, ("a", b"one"), ("b", b"two"))
    kept = reuse.Kept(tmp_path, known)
    made = (*kept.made("group", "values", lambda: 1 / 0), *kept.made("other", "values", lambda: [("c", b"three")]))
    assert list(kept.noted(made)) == [("a", b"one"), ("b", b"two"), ("c", b"three")]
    assert kept.taken_over == {"a", "b"}
    assert kept.index("inputs", DAY).files == {**known.files, "c": sha256(b"three").hexdigest()}


def test_a_digest_that_many_ask_for_is_computed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, value = reuse.Kept(tmp_path, reuse.NOTHING), ("a", "b")
    first = kept.digest(value)
    monkeypatch.setattr("pipeline.reuse.kept.digest", lambda *_: 1 / 0)
    assert kept.digest(value) == first
    with pytest.raises(ZeroDivisionError):
        kept.digest(("a", "c"))


def test_what_another_process_noted_is_added(tmp_path: Path) -> None:
    here, there = reuse.Kept(tmp_path, reuse.NOTHING), reuse.Kept(tmp_path, reuse.NOTHING)
    list(here.made("one", 1, lambda: [("a", b"")]))
    list(there.made("two", 2, lambda: [("b", b"")]))
    there.taken_over.add("c")
    here.take(there.told())
    assert here.taken_over == {"c"}
    assert {name: group.paths for name, group in here.index("", DAY).groups.items()} == {"one": ("a",), "two": ("b",)}


def test_a_survey_is_as_it_was_left_only_if_everything_is(tmp_path: Path) -> None:
    known = index(tmp_path, ("a", b"one"))
    assert reuse.is_as_left(tmp_path, known, "inputs", DAY)
    assert reuse.is_as_left(tmp_path, known, "inputs", date(2025, 1, 1))
    assert not reuse.is_as_left(tmp_path, known, "other inputs", DAY)
    assert not reuse.is_as_left(tmp_path, known, "inputs", date(2024, 4, 30))
    assert not reuse.is_as_left(tmp_path, reuse.NOTHING, "", DAY)
    (tmp_path / "a").write_bytes(b"edited")
    assert not reuse.is_as_left(tmp_path, known, "inputs", DAY)


def test_without_anything_kept_everything_is_made_and_nothing_noted() -> None:
    assert list(reuse.NOTHING_KEPT.made("group", object(), lambda: [("a", b"one")])) == [("a", b"one")]
    assert reuse.NOTHING_KEPT.digest(object()) == ""
    assert not reuse.NOTHING_KEPT.index("", DAY).groups
