"""Building again: whatever was edited, the files are those of a build that begins with nothing, and what need not is not made."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import example_survey
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from masrl_run import Masrl, Run, files

from pipeline import build, plan, reuse
from pipeline.cli import build_command
from pipeline.cli.last_day import last_day
from pipeline.corpus import Corpus
from pipeline.outputs import site
from pipeline.outputs.site import papers

REPOSITORY = Path(__file__).parent.parent
CLAIMS = """\
claims:
  listeners:
    sentence: Two entries or more are sensors.
    pool: current
    where: {approach: [sensor]}
    expect: {at_least: 2}
    boundary: No more.
"""
OUTPUTS = """\
figures:
  timeline:
    kind: timeline
    fields: [placement]
    title: Entries by month of submission
tables:
  pool:
    kind: pool
    fields: [approach, placement, powered]
    title: "All {papers} entries"
readme:
  group_by: approach
  chips: [placement, powered]
  maps: [timeline]
  coverage: [timeline]
  claims: [listeners]
columns:
  key: {from: key}
"""
"""Few, since all figures and tables are of one group."""
EXAMPLES = int(os.environ.get("REBUILD_EXAMPLES", "4"))
"""Of edits that are tried."""


DATA = ("corpus/", "exclusions/", "survey/", "traces/", "arxiv.lock.json")
COLD: dict[tuple[tuple[str, bytes], ...], dict[str, bytes]] = {}
"""What was made of which data."""


class Built(NamedTuple):
    """A survey as a build left it, which no test changes."""

    root: Path
    index: reuse.Index


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build the invented survey with a claim and a trace."""
    root = example_survey.copied(tmp_path_factory.mktemp("built"))
    (root / "survey/claims.yaml").write_text(CLAIMS, encoding="utf-8")
    (root / "survey/outputs.yaml").write_text(OUTPUTS, encoding="utf-8")
    (root / "traces/examples").mkdir(parents=True)
    shutil.copy(REPOSITORY / "traces/examples/debate.json", root / "traces/examples")
    kept = reuse.Kept(root, reuse.NOTHING)
    build.write(root, kept.noted(plan.files(in_order(root), kept)))
    return Built(root, kept.index(reuse.inputs(root, build_command.INPUTS), last_day()))


def in_order(root: Path) -> Corpus:
    """Return a survey as a build reads it."""
    return build_command._in_order(root, last_day())


class Survey:
    """A copy of a survey that was built, for the command line to build again."""

    def __init__(self, built: Built, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = folder / "survey copy"
        self._built = built
        self._masrl = Masrl(self.root, monkeypatch, capsys)
        self.restore()

    def restore(self) -> None:
        """Put everything back to how the first build left it."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self._built.root, self.root)
        reuse.write(self.root, self._built.index)

    def build(self, *arguments: str) -> Run:
        """Build, and return what the command did."""
        return self._masrl("build", *arguments)

    def cold(self) -> dict[str, bytes]:
        """Return what a build makes that begins with nothing; once for the same data."""
        data = tuple(sorted((name, text) for name, text in files(self.root).items() if name.startswith(DATA)))
        if data not in COLD:
            COLD[data] = dict(plan.files(in_order(self.root)))
        return COLD[data]

    def on_disk(self) -> dict[str, bytes]:
        """Return what the manifest lists."""
        paths = (self.root / plan.MANIFEST).read_text(encoding="utf-8").splitlines()
        return {path: (self.root / path).read_bytes() for path in paths}

    def edit(self, name: str, pattern: str, text: str) -> None:
        """Replace the first match in a file, which must be there."""
        path = self.root / name
        found, count = re.subn(pattern, lambda _: text, path.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
        assert count == 1
        path.write_text(found, encoding="utf-8")


@pytest.fixture
def survey(built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Survey:
    return Survey(built, tmp_path, monkeypatch, capsys)


def test_with_nothing_changed_nothing_is_read_as_a_survey(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    assert survey.build("--fresh").code == 0
    before = survey.on_disk()
    with monkeypatch.context() as patched:
        patched.setattr(Corpus, "load", lambda _: 1 / 0)
        assert survey.build().out == f"{len(before)} files made, 0 changed\n"
    assert survey.on_disk() == before == survey.cold()


def test_with_one_text_changed_only_the_pages_that_show_it_are_made(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    survey.edit("corpus/flint2023load.yaml", "^summary: .*", "summary: Computes something else.")
    rendered = []
    shown = papers._file
    monkeypatch.setattr(papers, "_file", lambda paper, *rest: rendered.append(paper.key) or shown(paper, *rest))
    monkeypatch.setattr(plan, "_outlined", lambda _: 1 / 0)
    monkeypatch.setattr(site, "outlined", lambda _: 1 / 0)
    assert survey.build().code == 0
    assert rendered == ["flint2023load"]
    monkeypatch.undo()
    assert survey.on_disk() == survey.cold()


def test_a_line_that_only_moved_has_no_page_made(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    survey.edit("corpus/flint2023load.yaml", "^summary: ", "# A remark.\n\nsummary: ")
    monkeypatch.setattr(papers, "_file", lambda *_: 1 / 0)
    monkeypatch.setattr(plan, "_outlined", lambda _: 1 / 0)
    monkeypatch.setattr(site, "outlined", lambda _: 1 / 0)
    assert survey.build().out.endswith(" 0 changed\n")


def test_what_is_made_afresh_is_made_whole(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered = []
    shown = papers._file
    monkeypatch.setattr(papers, "_file", lambda paper, *rest: rendered.append(paper.key) or shown(paper, *rest))
    assert survey.build("--fresh").out.endswith(" 0 changed\n")
    assert len(rendered) == len(Corpus.load(survey.root).papers)


EDITED = ["README.md", "site/papers/flint2023load.html", "figures/timeline.dark.svg", "figures/tables/pool.csv", plan.MANIFEST]


@pytest.mark.parametrize("name", EDITED)
def test_a_file_that_was_edited_by_hand_is_mended(survey: Survey, name: str) -> None:
    before = survey.on_disk()
    (survey.root / name).write_bytes(b"edited\n")
    assert survey.build().out == f"{len(before)} files made, 1 changed\n"
    assert survey.on_disk() == before


def test_a_file_that_was_deleted_is_made_again(survey: Survey) -> None:
    before = survey.on_disk()
    shutil.rmtree(survey.root / "site/papers")
    survey.build()
    assert survey.on_disk() == before


def test_a_check_trusts_no_earlier_build(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reuse, "read", lambda _: 1 / 0)
    monkeypatch.setattr(reuse, "write", lambda *_: 1 / 0)
    assert survey.build("--check").code == 0
    (survey.root / "README.md").write_bytes(b"edited\n")
    assert survey.build("--check").err.startswith("README.md: differs\n")


def _damaged(text: bytes) -> bytes:
    return text[: len(text) // 2]


def _lying(text: bytes) -> bytes:
    """Say that a file which was edited is as the last build left it, without the sum that a build writes."""
    whole = json.loads(text)
    whole["noted"]["files"]["README.md"] = "f" * 64
    return json.dumps(whole).encode()


@pytest.mark.thorough
@pytest.mark.parametrize("damage", [_damaged, _lying, lambda _: b"", lambda _: b"\x80\x04."])
def test_a_damaged_index_changes_no_byte(survey: Survey, damage: Callable[[bytes], bytes]) -> None:
    before, noted = survey.on_disk(), reuse.place(survey.root)
    assert noted is not None
    noted.write_bytes(damage(noted.read_bytes()))
    survey.edit("corpus/flint2023load.yaml", "^summary: .*", "summary: Computes something else.")
    (survey.root / "figures/timeline.dark.svg").write_bytes(b"edited\n")
    survey.build()
    assert survey.on_disk() == survey.cold() != before


@pytest.mark.thorough
def test_the_index_of_another_survey_changes_no_byte(survey: Survey, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(survey.root, other)
    theirs, ours = reuse.place(other), reuse.place(survey.root)
    assert theirs is not None
    assert ours is not None
    survey.edit("corpus/flint2023load.yaml", "^  powered: .*", "  powered: no")
    survey.edit("corpus/flint2023load.yaml", "^exceptions:\n.*\n", "")
    survey.build()
    theirs.write_bytes(ours.read_bytes())
    shutil.copytree(other / "corpus", survey.root / "corpus", dirs_exist_ok=True)
    survey.build()
    assert survey.on_disk() == survey.cold()


def test_another_program_makes_everything_anew(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.reuse.index.program", lambda: "another")
    rendered = []
    shown = papers._file
    monkeypatch.setattr(papers, "_file", lambda paper, *rest: rendered.append(paper.key) or shown(paper, *rest))
    survey.build()
    assert len(rendered) == len(Corpus.load(survey.root).papers)


def test_what_is_edited_while_a_build_runs_is_not_noted(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    survey.edit("corpus/flint2023load.yaml", "^summary: .*", "summary: Computes something else.")
    written = build.write

    def slow(root: Path, files: object, taken_over: object) -> object:
        survey.edit("corpus/weir2020overview.yaml", "^title: .*", "title: Meanwhile")
        return written(root, files, taken_over)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(build, "write", slow)
        survey.build()
    survey.build()
    assert survey.on_disk() == survey.cold()


def test_a_page_that_nobody_makes_any_more_is_removed(survey: Survey) -> None:
    (survey.root / "corpus/quill2003sand.yaml").unlink()
    survey.build()
    assert not (survey.root / "site/papers/quill2003sand.html").exists()
    assert survey.on_disk() == survey.cold()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "edited", "pattern", "text"),
    [
        ("survey/about.yaml", "survey/about.yaml", "^name: .*", "name: Awesome Noises"),
        ("exclusions", "exclusions/E001.yaml", "^reason: .*", "reason: Told otherwise."),
    ],
)
def test_what_stands_behind_a_link_counts(survey: Survey, name: str, edited: str, pattern: str, text: str) -> None:
    outside = survey.root.parent / "outside"
    (survey.root / name).rename(outside)
    (survey.root / name).symlink_to(outside)
    survey.build()
    survey.edit(edited, pattern, text)
    survey.build()
    assert survey.on_disk() == dict(plan.files(in_order(survey.root)))


def test_where_nothing_can_be_noted_everything_is_made_each_time(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    (survey.root.parent / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(survey.root.parent / "file"))
    survey.edit("corpus/flint2023load.yaml", "^summary: .*", "summary: Computes something else.")
    assert survey.build().code == 0
    assert survey.on_disk() == survey.cold()
    rendered = []
    shown = papers._file
    monkeypatch.setattr(papers, "_file", lambda paper, *rest: rendered.append(paper.key) or shown(paper, *rest))
    assert survey.build().out.endswith(" 0 changed\n")
    assert len(rendered) == len(Corpus.load(survey.root).papers)


# -- any edits


def _tag(survey: Survey, source: random.Random) -> None:
    value = source.choice(("farm", "row", "turbine", "blade"))
    survey.edit("corpus/straitwatch2024.yaml", r"^  placement: \w+$", f"  placement: {value}")


def _text(survey: Survey, source: random.Random) -> None:
    survey.edit("corpus/flint2023load.yaml", "^summary: .*", f"summary: Computes {source.randrange(4)} loads.")


def _title(survey: Survey, source: random.Random) -> None:
    survey.edit("corpus/pike2024tether.yaml", "^title: .*", f"title: A Tether That Hums {source.choice(('Low', 'High'))}")


def _venue(survey: Survey, source: random.Random) -> None:
    survey.edit("corpus/flint2023load.yaml", "^venue: .*", f"venue: {source.choice(('Slack Water Letters', 'Ebb Meeting'))}")


def _paper(survey: Survey, source: random.Random) -> None:
    path = survey.root / "corpus/added.yaml"
    if path.exists():
        path.unlink()
    else:
        text = (survey.root / "corpus/flint2023load.yaml").read_text(encoding="utf-8").replace("slack.7", "slack.8")
        path.write_text(re.sub("^title: .*", "title: Another Blade Altogether", text, flags=re.MULTILINE), encoding="utf-8")


def _label(survey: Survey, source: random.Random) -> None:
    survey.edit("survey/about.yaml", "^name: .*", f"name: Awesome {source.choice(('Sounds', 'Noises'))}")


def _reason(survey: Survey, source: random.Random) -> None:
    survey.edit("exclusions/E001.yaml", "^reason: .*", f"reason: Told {source.choice(('once', 'twice'))}.")


def _definition(survey: Survey, source: random.Random) -> None:
    survey.edit("survey/taxonomy.yaml", "^    definition: .*", f"    definition: {source.choice(('How', 'Why'))} it listens.")


def _claim(survey: Survey, source: random.Random) -> None:
    survey.edit("survey/claims.yaml", "at_least: .*}", f"at_least: {source.choice((1, 2, 99))}}}")


def _figure(survey: Survey, source: random.Random) -> None:
    survey.edit("survey/outputs.yaml", "^    title: Entries by.*", f"    title: Entries by {source.choice(('month', 'age'))}")


def _listing(survey: Survey, source: random.Random) -> None:
    survey.edit("arxiv.lock.json", '"published": ".*"', f'"published": "2021-0{source.choice((3, 4))}-15"')


def _correction(survey: Survey, source: random.Random) -> None:
    survey.edit("corpus/brook2022blade.yaml", "why: the letter .*}", f"why: the letter {source.choice(('is gone', 'was lost'))}}}")


def _trace(survey: Survey, source: random.Random) -> None:
    path = survey.root / "traces/examples" / source.choice(("debate.json", "harness.json"))
    path.unlink() if path.exists() else shutil.copy(REPOSITORY / "traces/examples/harness.json", path)


def _output(survey: Survey, source: random.Random) -> None:
    path = source.choice(sorted(path for path in survey.cold() if (survey.root / path).exists()))
    (survey.root / path).write_bytes(b"edited by hand\n") if source.random() < 0.5 else (survey.root / path).unlink()


def _index(survey: Survey, source: random.Random) -> None:
    noted = reuse.place(survey.root)
    if noted and noted.exists():
        content = noted.read_bytes()
        noted.write_bytes(content[: source.randrange(len(content))])


EDITS = (
    _tag, _text, _title, _venue, _paper, _label, _reason, _definition, _claim, _figure, _listing, _correction, _trace, _output, _index,
)  # fmt: skip


@given(st.lists(st.sampled_from(EDITS), min_size=1, max_size=3), st.integers(0, 99))
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.thorough
def test_any_edits_lead_to_the_bytes_of_a_build_that_begins_with_nothing(
    survey: Survey, edits: list[Callable[[Survey, random.Random], None]], seed: int
) -> None:
    survey.restore()
    source = random.Random(seed)
    for edit in edits:
        edit(survey, source)
        if source.random() < 0.5:
            assert survey.build().code == 0
    assert survey.build().code == 0
    assert survey.on_disk() == survey.cold()


# -- killed


@pytest.mark.thorough
@pytest.mark.parametrize("number", [0, 20])
def test_a_build_that_was_killed_is_mended_by_the_next(survey: Survey, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    survey.edit("survey/about.yaml", "^name: .*", "name: Awesome Noises")
    written, left = build.replace, iter(range(number))

    def killed(path: Path, content: bytes, *, durable: bool) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        written(path, content, durable=durable)

    with monkeypatch.context() as patched:
        patched.setattr(build, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            build.write(survey.root, reuse.Kept(survey.root, reuse.read(survey.root)).noted(survey.cold().items()))
    survey.build()
    assert survey.on_disk() == survey.cold()
