"""The workflows' scripts, on real repositories and with a stand-in for GitHub's command that writes down what it is asked."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path

import filled_forms
import pytest
from test_git import commit, run
from workflow_stage import ROOT, SCRIPTS, Stage, copy_of, template

from pipeline.corpus import Corpus

sys.path.insert(0, str(SCRIPTS))

import github
import release_files

pytestmark = pytest.mark.thorough

TETHER = "corpus/pike2024tether.yaml"
NEW = filled_forms.body("new-paper", filled_forms.PAPER)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return template(tmp_path_factory.mktemp("built"))


@pytest.fixture
def stage(tmp_path: Path, built: Path) -> Stage:
    return Stage(tmp_path, built)


# -- review.sh


def reviewed(stage: Stage, **environment: str) -> tuple[int, str, str]:
    summary = stage.folder / "summary.md"
    done = stage.script("review.sh", BASE="HEAD^1", PR_NUMBER="7", GITHUB_STEP_SUMMARY=str(summary), **environment)
    return done.code, done.out + done.err, summary.read_text(encoding="utf-8")


def test_a_pull_request_with_nothing_but_an_entry_is_green(stage: Stage) -> None:
    stage.add_entry("echo2024", "Echoes of a Reef")
    stage.merged(stage.pull_request(7))
    code, out, summary = reviewed(stage)
    assert code == 0, out
    assert "#### Papers added (1)\n\n- **Echoes of a Reef** (`echo2024`)" in summary
    assert (stage.root / "review/number").read_text(encoding="utf-8") == "7\n"
    assert "Echoes of a Reef" in (stage.root / "review/comment.md").read_text(encoding="utf-8")
    assert "Echoes of a Reef" in (stage.root / "README.md").read_text(encoding="utf-8"), "everything is built"


def test_a_broken_entry_is_named_with_its_line_and_stands_in_the_summary(stage: Stage) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: turbin")
    stage.merged(stage.pull_request(7))
    code, out, summary = reviewed(stage)
    assert code == 1
    assert f"::error file={TETHER},line=11,col=14,title=unknown-value::" in out
    assert f"    {TETHER}:11:14: unknown-value: tags.placement: not in the vocabulary" in summary
    assert "has an error now and is left out on both sides" in summary


def test_a_correction_without_its_line_is_annotated_where_it_stands(stage: Stage) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: blade")
    stage.merged(stage.pull_request(7))
    _, out, summary = reviewed(stage)
    assert f"::warning file={TETHER},line=11,col=14,title=unlogged-change::" in out
    assert "field: tags.placement, from: turbine, why: ..." in summary


def test_a_claim_that_fails_stands_in_the_summary(stage: Stage) -> None:
    claims = (
        "claims:\n  one-paper:\n    sentence: One paper is listed.\n    pool: published\n    place: counts\n"
        "    expect: {count: 1}\n    boundary: It says no more.\n"
    )
    (stage.root / "survey/claims.yaml").write_text(claims, encoding="utf-8")
    stage.merged(stage.pull_request(7))
    code, out, summary = reviewed(stage)
    assert code == 1
    assert "the published claim one-paper fails" in out
    assert "## What cannot be built" in summary


def test_a_generated_file_edited_by_hand_names_the_entry_to_edit(stage: Stage) -> None:
    stage.edit("README.md", "Uses the mooring line of a turbine as its ear.", "Uses a rope.")
    stage.edit("README.md", "A Tether That Listens", "A Rope That Listens")
    stage.merged(stage.pull_request(7))
    code, out, _ = reviewed(stage)
    assert code == 1
    assert "::error file=README.md::README.md is made from the data, and the next build would undo this." in out
    assert "Please take the change back (git checkout main -- README.md, then commit) and edit corpus/pike2024tether.yaml instead." in out


def test_the_named_command_takes_a_committed_edit_back(stage: Stage) -> None:
    stage.edit("README.md", "A Tether That Listens", "A Rope That Listens")
    stage.pull_request(7)
    run(stage.root, "switch", "--quiet", "change-7")
    base = run(stage.root, "rev-parse", "main").strip()
    done = stage.script("review.sh", BASE=base)
    assert done.code == 1
    named = re.search(r"take the change back \((git checkout \S+ -- \S+), then commit\)", done.out)
    assert named
    assert named[1] == f"git checkout {base} -- README.md"
    run(stage.root, *named[1].split()[1:])
    commit(stage.root, {}, "2024-12-03")
    assert stage.script("review.sh", BASE=base).code == 0


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ("main", "BASE is HEAD itself or comes after it, so there is nothing to compare: commit your entries first, on a branch"),
        ("nowhere", "BASE: there is no revision nowhere"),
    ],
)
def test_a_comparison_of_nothing_is_refused(stage: Stage, base: str, said: str) -> None:
    stage.edit("README.md", "A Tether That Listens", "A Rope That Listens")
    commit(stage.root, {}, "2024-12-02")
    done = stage.script("review.sh", BASE=base)
    assert (done.code, done.out, said in done.err, done.err.count("\n")) == (2, "", True, 1)
    assert stage.script("review.sh", BASE="origin/main").code == 1


def test_a_base_that_comes_after_what_is_reviewed_is_refused(stage: Stage) -> None:
    stage.edit("README.md", "A Tether That Listens", "A Rope That Listens")
    commit(stage.root, {}, "2024-12-02")
    after = run(stage.root, "rev-parse", "HEAD").strip()
    run(stage.root, "reset", "--hard", "-q", "HEAD^")
    done = stage.script("review.sh", BASE=after)
    assert (done.code, done.out, done.err.partition(",")[0]) == (2, "", "BASE is HEAD itself or comes after it")


def test_an_edited_page_of_an_entry_names_that_entry_whichever_others_its_lines_name(stage: Stage) -> None:
    page = "site/papers/pike2024tether.html"
    others = "".join(f"<p>{text}</p>" for text in ("An Overview of Ears Under Water", "https://example.org/overview"))
    stage.edit(page, "</main>", f"{others}</main>")
    stage.merged(stage.pull_request(7))
    code, out, summary = reviewed(stage)
    told = (
        f"{page} is made from the data, and the next build would undo this. "
        f"Please take the change back (git checkout main -- {page}, then commit) and edit corpus/pike2024tether.yaml instead."
    )
    assert code == 1
    assert f"::error file={page}::{told}\n" in out
    assert f"## What was edited by hand\n\n    {told}\n" in summary


LOGGED = """changes:
  - {date: 2024-12-02, field: tags.placement, from: %s, why: "the line hangs on a blade"}
"""


@pytest.mark.parametrize(("said", "wrong"), [("turbine", False), ("farm", True)])
def test_a_log_that_gives_another_past_than_the_base_fails_and_everything_is_built(stage: Stage, said: str, wrong: bool) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: blade")
    stage.append(TETHER, LOGGED % said)
    stage.merged(stage.pull_request(7))
    code, out, summary = reviewed(stage)
    assert code == int(wrong)
    told = re.sub(r"\([0-9a-f]{10}\)", "(HASH)", summary)
    assert ("Placement: the log says from farm, HEAD^1 (HASH) says turbine; write `from: turbine`" in told) == wrong
    assert (f"::error file={TETHER}," in out) == wrong
    assert "Blade" in (stage.root / "site/papers/pike2024tether.html").read_text(encoding="utf-8")


def test_a_generated_file_that_was_rebuilt_is_no_fault(stage: Stage) -> None:
    stage.edit(TETHER, "A Tether That Listens", "A Rope That Listens")
    stage.masrl("build")
    stage.merged(stage.pull_request(7))
    assert reviewed(stage)[0] == 0


def test_a_taxonomy_that_cannot_be_read_still_leaves_a_comment(stage: Stage) -> None:
    stage.edit("survey/taxonomy.yaml", "    kind: many", "    kind: several")
    stage.merged(stage.pull_request(7))
    code, _, summary = reviewed(stage)
    assert code == 1
    assert "could not be read at one of the two revisions" in summary


def test_two_pull_requests_in_one_section_merge_without_a_conflict(stage: Stage) -> None:
    for number, key in enumerate(("echo2024", "foam2024"), 8):
        stage.add_entry(key, f"The {key}")
        stage.pull_request(number)
    for number in (8, 9):
        run(stage.root, "merge", "--quiet", "--no-ff", "--message", "so", f"change-{number}")
    run(stage.root, "push", "--quiet", "origin", "main")
    assert stage.script("rebuild.sh").code == 0
    readme = run(stage.remote, "show", "main:README.md")
    assert "The echo2024" in readme
    assert "The foam2024" in readme


# -- comment.sh


def commented(stage: Stage, head: str, *, left: str = "7\n", theirs: str = "") -> tuple[int, str]:
    stage.answers = [("run download", {"number": left, "comment.md": "Approved by the maintainers."}, 0), ("/pulls/", theirs or head, 0)]
    done = stage.script("comment.sh", RUN_ID="99", HEAD_SHA=head, REPOSITORY_URL=str(stage.remote))
    return done.code, done.out + done.err


def test_the_comment_is_computed_anew_and_not_taken_from_the_pull_request(stage: Stage) -> None:
    stage.edit(TETHER, "title: A Tether That Listens", 'title: "A <b>Rope</b> @everyone"')
    head = stage.pull_request(7)
    code, out = commented(stage, head)
    assert code == 0, out
    (sent,) = stage.sent("issues/7/comments")
    assert sent["body"].startswith("<!-- masrl-diff -->\nFrom ")
    assert "**A &lt;b&gt;Rope&lt;/b&gt; \\@everyone**" in sent["body"]
    assert "Approved by" not in sent["body"]
    assert "https://github.com/someone/survey/actions/runs/99" in sent["body"]
    assert run(stage.root, "branch", "--show-current") == "main", "nothing of the pull request is checked out"


def test_a_second_comment_takes_the_place_of_the_first(stage: Stage) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: blade")
    head = stage.pull_request(7)
    stage.answers = [("run download", {"number": "7"}, 0), ("/pulls/", head, 0), ("--jq .[] | select", "1234", 0)]
    assert stage.script("comment.sh", RUN_ID="99", HEAD_SHA=head, REPOSITORY_URL=str(stage.remote)).code == 0
    (arguments,) = (arguments for arguments, sent in stage.calls if sent)
    assert arguments[:4] == ["api", "--method", "PATCH", "repos/someone/survey/issues/comments/1234"]


@pytest.mark.parametrize("left", ["", "0", "7; id", "7\n8", "../7"])
def test_a_number_that_is_none_is_refused(stage: Stage, left: str) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: blade")
    code, out = commented(stage, stage.pull_request(7), left=left)
    assert (code, "number of a pull request" in out) == (1, True), out
    assert not stage.sent("comments")


def test_a_number_of_another_pull_request_is_refused(stage: Stage) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: blade")
    head = stage.pull_request(7)
    code, out = commented(stage, head, left="8", theirs="0" * 40)
    assert (code, "is another one" in out) == (1, True)
    assert not stage.sent("comments")


@pytest.mark.parametrize("changed", [{"RUN_ID": "9;id"}, {"HEAD_SHA": "main"}, {"HEAD_SHA": "--upload-pack=id"}])
def test_what_names_the_run_is_checked_too(stage: Stage, changed: dict[str, str]) -> None:
    around = {"RUN_ID": "99", "HEAD_SHA": "0" * 40, "REPOSITORY_URL": str(stage.remote), **changed}
    assert stage.script("comment.sh", **around).code == 1
    assert stage.calls == []


def test_a_survey_that_cannot_be_read_is_said_in_the_comment(stage: Stage) -> None:
    stage.edit("survey/taxonomy.yaml", "    kind: many", "    kind: several")
    assert commented(stage, stage.pull_request(7))[0] == 0
    body = stage.sent("comments")[0]["body"]
    assert "cannot be read with these changes" in body
    assert "ended with exit code 1 and said:\n\n    " in body
    assert ":survey/taxonomy.yaml:" in body


@pytest.mark.parametrize(
    ("does", "said"), [("exit 2", "exit code 2"), ("kill -9 $$", "exit code 137"), ("echo x; exit 127", "exit code 127")]
)
def test_a_comparison_that_breaks_off_is_no_comment(stage: Stage, does: str, said: str) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: blade")
    head = stage.pull_request(7)
    stage.answers = [("run download", {"number": "7"}, 0), ("/pulls/", head, 0)]
    masrl = stand_in(stage, f"diff) echo why >&2; {does};;")
    done = stage.script("comment.sh", RUN_ID="99", HEAD_SHA=head, REPOSITORY_URL=str(stage.remote), MASRL=masrl)
    assert (done.code, said in done.err, "why" in done.err) == (1, True, True)
    assert not stage.sent("comments")


# -- answer.sh


def test_a_form_is_answered_below_its_issue(stage: Stage) -> None:
    assert stage.script("answer.sh", NUMBER="12", GITHUB_EVENT_PATH=stage.event(NEW)).code == 0
    (sent,) = stage.sent("issues/12/comments")
    assert sent["body"].startswith("<!-- masrl-form -->\nThank you. This is what will be written to `corpus/wren2024bells.yaml`")


def test_the_longest_issue_is_answered(stage: Stage) -> None:
    body = filled_forms.body("new-paper", {**filled_forms.PAPER, "summary": "漢" * 60_000})
    assert len(body.encode()) > 180_000
    done = stage.script("answer.sh", NUMBER="12", GITHUB_EVENT_PATH=stage.event(body))
    assert done.code == 0, done.err
    assert "Summary: has 60,000 characters; at most 2,000 are allowed" in stage.sent("comments")[0]["body"]
    code, out = opened(stage, body)
    assert (code, "no file can be written: Summary: has 60,000 characters" in out) == (1, True)


@pytest.mark.parametrize("event", ["", "[]", "{}", '{"issue": null}', None])
def test_an_event_that_is_about_no_issue_is_told(stage: Stage, event: str | None) -> None:
    path = stage.folder / "event.json"
    if event is not None:
        path.write_text(event, encoding="utf-8")
    done = stage.script("answer.sh", NUMBER="12", GITHUB_EVENT_PATH=str(path))
    assert done.code == 1
    assert ("the event is about no issue" in done.err) is (event is not None)
    assert "Traceback" not in done.err
    assert not stage.calls


def test_an_issue_without_a_text_is_no_form(stage: Stage) -> None:
    assert stage.script("answer.sh", NUMBER="12", GITHUB_EVENT_PATH=stage.event(None)).code == 0
    assert "This is no filled-in form" in stage.sent("comments")[0]["body"]


def test_a_form_that_lacks_something_is_answered_too(stage: Stage) -> None:
    assert stage.script("answer.sh", NUMBER="12", GITHUB_EVENT_PATH=stage.event("Hello")).code == 0
    assert "This is no filled-in form" in stage.sent("comments")[0]["body"]


def test_no_text_of_an_issue_is_run(stage: Stage) -> None:
    evil = "$(touch evil) `touch evil` ; touch evil # ' \" \\ <(touch evil)"
    body = filled_forms.body("new-paper", {**filled_forms.PAPER, "title": evil, "venue": evil})
    assert stage.script("answer.sh", NUMBER="12", GITHUB_EVENT_PATH=stage.event(body)).code == 0
    assert "touch evil" in stage.sent("comments")[0]["body"]
    assert not list(stage.folder.rglob("evil"))
    assert stage.script("answer.sh", NUMBER="12; touch evil", GITHUB_EVENT_PATH=stage.event(body)).code == 1
    assert not list(stage.folder.rglob("evil"))


def test_a_survey_at_fault_is_not_blamed_on_the_form(stage: Stage) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: turbin")
    done = stage.script("answer.sh", NUMBER="12", GITHUB_EVENT_PATH=stage.event(NEW))
    assert done.code == 1
    assert "unknown-value" in done.err
    assert not stage.calls


# -- open_pull_request.py


def opened(stage: Stage, body: str = NEW, right: str = "write", number: str = "12", there: str = "") -> tuple[int, str]:
    stage.answers = [("collaborators", right, 0), ("pr list", there, 0)]
    done = stage.script("open_pull_request.py", NUMBER=number, GITHUB_EVENT_PATH=stage.event(body), APPROVER="maintainer-1")
    return done.code, done.out + done.err


def test_an_approved_form_becomes_a_pull_request(stage: Stage) -> None:
    code, out = opened(stage)
    assert code == 0, out
    assert 'title: "Bells on a Buoy: A Study"' in run(stage.remote, "show", "form/12:corpus/wren2024bells.yaml")
    assert run(stage.remote, "diff", "--name-only", "main", "form/12") == "corpus/wren2024bells.yaml"
    assert run(stage.remote, "log", "-1", "--format=%an: %s", "form/12") == "github-actions[bot]: Add wren2024bells"
    ((arguments, sent),) = [call for call in stage.calls if call[0][:2] == ["pr", "create"]]
    assert arguments[2:8] == ["--head", "form/12", "--base", "main", "--title", "Add wren2024bells"]
    assert sent.startswith("Closes #12, approved by maintainer-1.\n\nThe whole survey was checked")


def test_tags_for_an_excluded_record_leave_the_issue_open(stage: Stage) -> None:
    given = {"record": "E001", "why": "it is learned now", "tag-placement": "Farm (farm)"}
    code, out = opened(stage, filled_forms.body("reconsider-exclusion", given))
    assert code == 0, out
    ((_, sent),) = [call for call in stage.calls if call[0][:2] == ["pr", "create"]]
    assert sent.startswith("Refs #12, approved by maintainer-1.")
    assert "it is learned now" in sent


def test_a_second_approval_renews_the_pull_request(stage: Stage) -> None:
    assert opened(stage)[0] == 0
    run(stage.root, "switch", "--quiet", "main")
    again = filled_forms.body("new-paper", {**filled_forms.PAPER, "venue": "Bells"})
    assert opened(stage, again, there="3")[0] == 0
    assert "venue: Bells" in run(stage.remote, "show", "form/12:corpus/wren2024bells.yaml")
    assert [arguments[:3] for arguments, _ in stage.calls if arguments[:2] == ["pr", "edit"]] == [["pr", "edit", "form/12"]]


@pytest.mark.parametrize("right", ["read", ""])
def test_who_may_not_write_may_not_approve(stage: Stage, right: str) -> None:
    code, out = opened(stage, right=right)
    assert (code, "cannot approve" in out) == (1, True)
    assert run(stage.remote, "branch", "--list", "form/*") == ""


def test_a_form_that_lacks_something_opens_nothing(stage: Stage) -> None:
    code, out = opened(stage, body=filled_forms.body("new-paper", {**filled_forms.PAPER, "year": "soon"}))
    assert (code, "Year: is no year" in out) == (1, True)
    assert "\n    no file can be written: Year: is no year" in stage.sent("issues/12/comments")[0]["body"]
    assert run(stage.remote, "branch", "--list", "form/*") == ""


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("echo 'out of memory' >&2; exit 137", "masrl form ended with exit code 137 and said:\n    out of memory"),
        ("echo Traceback >&2; exit 1", "masrl form ended with exit code 1 and said:\n    Traceback"),
        ("echo '{\"good\": tr'; exit 0", "masrl form ended with exit code 0 and said:\n    nothing"),
    ],
)
def test_a_failure_of_the_program_is_not_blamed_on_the_form(stage: Stage, does: str, said: str) -> None:
    stage.answers = [("collaborators", "write", 0)]
    masrl = stand_in(stage, f"form) {does};;")
    done = stage.script("open_pull_request.py", NUMBER="12", GITHUB_EVENT_PATH=stage.event(NEW), APPROVER="maintainer-1", MASRL=masrl)
    assert done.code == 1
    assert said in stage.sent("issues/12/comments")[0]["body"]


@pytest.mark.parametrize("number", ["", "12; id"])
def test_only_a_number_names_the_branch(stage: Stage, number: str) -> None:
    assert opened(stage, number=number)[0] == 1
    assert stage.calls == []


# -- rebuild.sh and the weekly scripts


def test_the_main_branch_is_rebuilt_once(stage: Stage) -> None:
    stage.edit(TETHER, "A Tether That Listens", "A Rope That Listens")
    commit(stage.root, {}, "2024-12-02")
    run(stage.root, "push", "--quiet", "origin", "main")
    assert stage.script("rebuild.sh").code == 0
    assert run(stage.remote, "log", "-1", "--format=%an: %s", "main") == "github-actions[bot]: Rebuild generated files"
    assert "A Rope That Listens" in run(stage.remote, "show", "main:README.md")
    done = stage.script("rebuild.sh")
    assert (done.code, "everything is up to date" in done.out) == (0, True)


def test_a_file_that_nobody_makes_any_more_is_removed_with_the_rebuild(stage: Stage) -> None:
    stage.edit("figures/manifest.txt", "README.md\n", "README.md\nfigures/old.svg\n")
    commit(stage.root, {"figures/old.svg": "<svg/>"}, "2024-12-02")
    run(stage.root, "push", "--quiet", "origin", "main")
    assert stage.script("rebuild.sh").code == 0
    assert "figures/old.svg" not in run(stage.remote, "ls-tree", "-r", "--name-only", "main")


def test_a_branch_that_moved_on_is_left_to_its_own_run(stage: Stage, tmp_path: Path) -> None:
    stage.edit(TETHER, "A Tether That Listens", "A Rope That Listens")
    commit(stage.root, {}, "2024-12-02")
    run(stage.root, "push", "--quiet", "origin", "main")
    other = copy_of(stage, tmp_path)
    commit(other, {"NEWS": "new\n"}, "2024-12-03")
    run(other, "push", "--quiet", "origin", "main")
    done = stage.script("rebuild.sh")
    assert (done.code, "has moved on" in done.out) == (0, True)
    assert run(stage.remote, "log", "-1", "--format=%s", "main") == "so"


def test_a_remote_that_refuses_is_a_failure(stage: Stage) -> None:
    hook = stage.remote / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    stage.edit(TETHER, "A Tether That Listens", "A Rope That Listens")
    assert stage.script("rebuild.sh", TETHER).code == 1


def test_data_at_fault_stop_the_rebuild(stage: Stage) -> None:
    stage.edit(TETHER, "placement: turbine", "placement: turbin")
    assert stage.script("rebuild.sh").code == 1
    assert run(stage.root, "log", "--format=%s") == "so"


def test_what_the_build_does_not_make_is_not_committed(stage: Stage) -> None:
    (stage.root / "stray.txt").write_text("mine", encoding="utf-8")
    done = stage.script("rebuild.sh")
    assert done.code == 1
    assert "stray.txt" in done.err


def stand_in(stage: Stage, fetch: str) -> str:
    """Return a ``masrl`` that does something else where it would go to the network."""
    path = stage.folder / "bin/masrl"
    path.write_text(f'#!/bin/sh\ncase $1 in\n{fetch}\nesac\nexec {Path(sys.executable).parent / "masrl"} "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("code", [0, 1])
def test_what_was_fetched_is_kept_also_where_some_of_it_failed(stage: Stage, code: int) -> None:
    lock = '{"format": 1, "records": {}}'
    masrl = stand_in(stage, f"fetch) printf '%s\\n' '{lock}' > arxiv.lock.json; exit {code};;")
    before = run(stage.remote, "rev-parse", "main")
    done = stage.script("weekly_fetch.sh", MASRL=masrl)
    assert done.code == code, done.out + done.err
    fetched, *rebuilt = run(stage.remote, "diff", "--name-only", before, "main").splitlines()
    assert fetched == "arxiv.lock.json"
    assert {path.partition("/")[0] for path in rebuilt} == {"site"}
    assert run(stage.remote, "log", "-1", "--format=%s", "main") == "Refresh the metadata from arXiv"


FETCH = "fetch) printf '%s\\n' '{\"format\": 1, \"records\": {}}' > arxiv.lock.json; exit 0;;"


def test_what_was_fetched_is_carried_over_where_the_branch_moved_on(stage: Stage, tmp_path: Path) -> None:
    other = copy_of(stage, tmp_path)
    text = (other / TETHER).read_text(encoding="utf-8").replace("A Tether That Listens", "A Rope That Listens")
    commit(other, {"NEWS": "new\n", TETHER: text}, "2024-12-03")
    run(other, "push", "--quiet", "origin", "main")
    done = stage.script("weekly_fetch.sh", MASRL=stand_in(stage, FETCH))
    assert done.code == 0, done.err
    assert run(stage.remote, "show", "main:arxiv.lock.json") == '{"format": 1, "records": {}}'
    assert run(stage.remote, "show", "main:NEWS") == "new"
    assert "A Rope That Listens" in run(stage.remote, "show", "main:README.md"), "and everything was made anew"
    assert run(stage.remote, "log", "-2", "--format=%s", "main") == "Refresh the metadata from arXiv\nso"


def test_what_was_fetched_twice_is_not_lost_in_silence(stage: Stage, tmp_path: Path) -> None:
    other = copy_of(stage, tmp_path)
    lock = (other / "arxiv.lock.json").read_text(encoding="utf-8").replace("2024-11-01", "2024-11-02")
    commit(other, {"arxiv.lock.json": lock}, "2024-12-03")
    run(other, "push", "--quiet", "origin", "main")
    done = stage.script("weekly_fetch.sh", MASRL=stand_in(stage, FETCH))
    assert (done.code, "main has moved on and changed arxiv.lock.json as well; nothing was pushed" in done.err) == (1, True)
    assert run(stage.remote, "show", "main:arxiv.lock.json") == lock.rstrip("\n")


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("comment.py", (), "3 arguments are needed: NUMBER NAME FILE"),
        ("comment.py", ("7", "x", "nowhere"), "nowhere: No such file"),
        ("report.py", ("t", "l"), "3 arguments are needed: TITLE LABEL FILE"),
        ("report.py", ("t", "l", "nowhere"), "nowhere: No such file"),
        ("edited_by_hand.py", (), "1 arguments are needed: BASE"), ("edited_by_hand.py", ("--stat",), "'--stat' is no revision"),
        ("edited_by_hand.py", ("-Ofoo",), "'-Ofoo' is no revision"),
        ("edited_by_hand.py", ("nowhere",), "git diff --name-only ended with exit"),
        ("open_pull_request.py", (), "the environment lacks NUMBER"), ("issue_body.py", (), "the environment lacks GITHUB_EVENT_PATH"),
        ("release_files.py", ("v1",), "2 arguments are needed: TAG FOLDER"),
        ("release_files.py", ("v1", "x"), "pyproject.toml: No such file"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_told_in_a_line(stage: Stage, name: str, arguments: tuple[str, ...], said: str) -> None:
    done = stage.script(name, *arguments, PYTHONPATH=str(ROOT))
    assert done.code == 1
    assert said in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("what", ["drift", "links", "candidates"])
def test_a_report_is_one_issue(stage: Stage, what: str) -> None:
    masrl = stand_in(stage, f"{what}) echo \"# Report\"; echo '$(touch evil)'; exit 1;;")
    assert stage.script("weekly_report.sh", what, MASRL=masrl).code == 0
    (sent,) = stage.sent("issues")
    assert sent["labels"] == [what]
    assert sent["body"] == "# Report\n$(touch evil)\n"
    stage.answers = [("--jq", "44", 0)]
    assert stage.script("weekly_report.sh", what, MASRL=masrl).code == 0
    assert [arguments[:4] for arguments, sent in stage.calls if sent][-1] == ["api", "--method", "PATCH", "repos/someone/survey/issues/44"]


@pytest.mark.parametrize(
    ("what", "does"), [("drift", "exit 1"), ("links", "echo x; exit 2"), ("candidates", "exit 0"), ("others", "exit 0")]
)
def test_a_report_that_was_not_made_keeps_the_issue(stage: Stage, what: str, does: str) -> None:
    assert stage.script("weekly_report.sh", what, MASRL=stand_in(stage, f"{what}) {does};;")).code != 0
    assert stage.calls == []


def test_every_label_is_made(stage: Stage) -> None:
    assert stage.script("labels.sh").code == 0
    assert [arguments[:2] for arguments, _ in stage.calls] == [["label", "create"]] * 8


# -- what goes to GitHub


def test_a_long_text_is_cut_at_the_end_of_a_line_and_says_so() -> None:
    text = "```diff\n" + "".join(f"line {number} é\n" for number in range(9_000)) + "```\n"
    short = github.cut(text)
    assert len(short.encode()) <= github.LIMIT
    assert short.count("```") == 2
    assert short.splitlines()[-1].startswith("Cut here: ")
    assert github.cut("short\n") == "short\n"


def test_what_gh_refuses_is_told(stage: Stage) -> None:
    stage.answers = [("comments", "", 1)]
    done = stage.script("answer.sh", NUMBER="12", GITHUB_EVENT_PATH=stage.event(NEW), GITHUB_ACTIONS="true")
    assert done.code == 1
    assert "::error::gh api --paginate" in done.out


# -- release


def test_a_release_holds_every_export_the_package_and_their_sums(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    root = stage.root
    (root / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n', encoding="utf-8")
    (root / "CHANGELOG.md").write_text(
        "# Changelog\n\n## Unreleased\n\n## 1.2.0 (2024-12-01)\n\n- New.\n\n## 1.1.0\n\n- Old.\n", encoding="utf-8"
    )
    monkeypatch.chdir(root)
    files = root / "dist/files"
    files.mkdir(parents=True)
    (files / "masrl-1.2.0.whl").write_bytes(b"wheel")
    assert release_files.main(["v1.2.0", "dist/files"]) == 0
    assert (root / "dist/notes.md").read_text(encoding="utf-8") == "- New.\n"
    assert {"papers.bib", "papers.json", "CITATION.cff", "papers.db", "data-package-1.2.0.zip"} <= {path.name for path in files.iterdir()}
    sums = dict(reversed(line.split("  ")) for line in (files / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
    assert sums == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files.iterdir() if path.name != "SHA256SUMS"}
    with zipfile.ZipFile(files / "data-package-1.2.0.zip") as archive:
        listed = json.loads(archive.read("datapackage.json"))["resources"]
        assert {resource["path"] for resource in listed} == set(archive.namelist()) - {"datapackage.json"}


@pytest.mark.parametrize(
    ("tag", "changelog", "message"),
    [
        ("v1.3.0", "## 1.2.0\n\n- New.\n", "the tag is 'v1.3.0', but pyproject.toml says 1.2.0"),
        ("v1.2.0", "## 1.2.0\n\n## 1.1.0\n\n- Old.\n", "has no section '## 1.2.0', or nothing in it"),
        ("v1.2.0", "## Unreleased\n\n- New.\n", "has no section '## 1.2.0', or nothing in it"),
    ],
)
def test_a_release_without_version_or_notes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tag: str, changelog: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text('[project]\nversion = "1.2.0"\n', encoding="utf-8")
    Path("CHANGELOG.md").write_text(changelog, encoding="utf-8")
    assert release_files.main([tag, "dist"]) == 1
    assert message in capsys.readouterr().err
    assert not Path("dist").exists()


@pytest.mark.parametrize("tag", ["1.0.0", "v1.0.0; id"])
def test_a_tag_is_v_and_a_version(stage: Stage, tag: str) -> None:
    assert stage.script("release.sh", TAG=tag).code != 0
    assert stage.calls == []


def test_the_scripts_name_no_value_of_this_survey() -> None:
    fields = Corpus.load(ROOT).taxonomy
    names = {name for field in fields for name in (field.name, *field.by_name) if "_" in name}
    assert names > {"credit_granularity", "rl_method"}
    written = {path.name: set(re.findall(r"\w+", path.read_text(encoding="utf-8"))) for path in SCRIPTS.iterdir() if path.is_file()}
    assert {name: words & names for name, words in written.items() if words & names} == {}
