import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import rispy
from click.testing import CliRunner
from exports_pool import ROOT, published

from pipeline.cli import group
from pipeline.cli.export_command import command
from pipeline.errors import CallFault
from pipeline.outputs.exports import FORMATS, tables


def masrl(*arguments, **more):
    return subprocess.run(
        [sys.executable, "-c", "from pipeline.cli import main; main()", *arguments], cwd=ROOT, capture_output=True, **more
    )


def test_without_a_format_the_formats_are_listed():
    result = CliRunner().invoke(group, ["export"])
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == list(FORMATS)


def test_help_shows_an_example():
    result = CliRunner().invoke(group, ["export", "--help"])
    assert "Example: masrl export bibtex" in result.output


def test_the_published_pool_comes_out_as_the_export_makes_it():
    result = masrl("export", "csv", "--pool", "published")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == tables.plain_text(published()).encode()


def test_a_day_chooses_the_pool():
    result = masrl("export", "csv", "--at", "2026-04-29")
    row = next(row for row in tables.rows(result.stdout.decode()) if row["key"] == "kimi-k2-6")
    assert (row["is_rl"], row["reward_type"]) == ("yes", "orchestration")


def test_conditions_narrow_the_papers():
    result = masrl("export", "ris", "--pool", "published", "--where", "credit_granularity=message")
    assert len(rispy.loads(result.stdout.decode())) == 2


def test_chosen_references_are_written():
    result = masrl("export", "ris", "--key", "c3", "--key", "halo", "--key", "magrpo")
    assert [entry["id"] for entry in rispy.loads(result.stdout.decode())] == ["c3", "halo", "magrpo"]
    result = masrl("export", "ris", "--pool", "published", "--where", "coverage.safety=direct")
    assert len(rispy.loads(result.stdout.decode())) == 3


def test_a_file_is_written_whole(tmp_path):
    target = tmp_path / "papers.db"
    target.write_bytes(b"old")
    result = masrl("export", "sqlite", "--pool", "published", "--output", str(target))
    assert (result.returncode, result.stdout) == (0, b"")
    assert sqlite3.connect(target).execute("SELECT count(*) FROM papers").fetchone() == (84,)
    assert [path.name for path in tmp_path.iterdir()] == ["papers.db"]


def test_bytes_are_refused_on_a_terminal(monkeypatch):
    class Terminal:
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdout", Terminal())
    with pytest.raises(CallFault, match="name a file with --output"):
        command.main(["sqlite", "--root", str(ROOT)], standalone_mode=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["export", "bibtx"], b"'bibtx' is not one of"),
        (["export", "csv", "--where", "nothing=x"], b"'nothing' is no field of the taxonomy"),
        (["export", "csv", "--where", "category=benchmrk"], b"did you mean benchmark?"),
        (["export", "csv", "--at", "yesterday"], b"does not match the format"),
        (["export", "csv", "--root", "tests"], b"holds no survey"),
    ],
)
def test_a_wrong_call_exits_with_2_and_says_why(arguments, message):
    result = masrl(*arguments)
    assert (result.returncode, result.stdout) == (2, b"")
    assert message in result.stderr
    assert b"Traceback" not in result.stderr


def test_a_folder_that_is_not_there_is_made(tmp_path):
    result = masrl("export", "csv", "--output", str(tmp_path / "new" / "papers.csv"))
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert (tmp_path / "new" / "papers.csv").read_bytes().startswith(b"key,title,")


def test_a_folder_is_not_written_over(tmp_path):
    result = masrl("export", "csv", "--output", str(tmp_path))
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"is a directory" in result.stderr


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_a_dash_is_standard_output(tmp_path, name):
    result = subprocess.run(
        [sys.executable, "-c", "from pipeline.cli import main; main()", "export", "csv", "--root", str(ROOT), "-o", name],
        cwd=tmp_path, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (result.returncode, result.stdout[:10], result.stderr) == (0, b"key,title,", b"")
    assert list(tmp_path.iterdir()) == []


def test_what_is_open_already_is_written_on(tmp_path):
    with (tmp_path / "errors").open("wb") as errors:
        errors.write(b"before\n")
        errors.flush()
        done = subprocess.run(
            [sys.executable, "-c", "from pipeline.cli import main; main()", "export", "csv", "-o", "/dev/stderr"], cwd=ROOT, stderr=errors
        )
    assert done.returncode == 0
    assert (tmp_path / "errors").read_bytes()[:17] == b"before\nkey,title,"


def test_a_pipe_takes_the_content_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    done = CliRunner().invoke(group, ["export", "csv", "--root", str(ROOT), "-o", str(pipe)])
    assert done.exit_code == 0
    assert reader.communicate(timeout=30)[0].startswith(b"key,title,")
    assert pipe.is_fifo()


def test_a_link_is_followed_and_stays_a_link(tmp_path):
    (tmp_path / "target.csv").write_text("old", encoding="utf-8")
    (tmp_path / "link.csv").symlink_to("target.csv")
    assert CliRunner().invoke(group, ["export", "csv", "--root", str(ROOT), "-o", str(tmp_path / "link.csv")]).exit_code == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "target.csv").read_text(encoding="utf-8").startswith("key,title,")


CLOSED = "masrl: standard output is closed; nothing can be printed\n"


@pytest.mark.parametrize("command", ["check", "export csv", "export sqlite"])
@pytest.mark.parametrize(("closed", "code", "said"), [("<&-", 0, ""), (">&-", 1, CLOSED), ("2>&-", 0, ""), ("<&- >&- 2>&-", 1, "")])
def test_a_closed_stream_is_no_traceback_and_a_closed_output_no_success(command, closed, code, said):
    masrl = Path(sys.executable).parent / "masrl"
    done = subprocess.run(["bash", "-c", f'"{masrl}" {command} --root "{ROOT}" {closed}'], capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (code, said)


@pytest.mark.parametrize(
    ("command", "closed", "code"),
    [("build --fresh", "2>&-", 0), ("build", "<&- 2>&-", 0), ("exclude --offline 2401.09999", "<&-", 2)],
)
def test_who_asks_whether_somebody_watches_or_answers_bears_that_nobody_does(tmp_path, command, closed, code):
    shutil.copytree(ROOT / "tests" / "example", tmp_path / "survey")
    masrl = Path(sys.executable).parent / "masrl"
    done = subprocess.run(["bash", "-c", f'"{masrl}" {command} --root "{tmp_path}/survey" {closed}'], capture_output=True, check=False)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
