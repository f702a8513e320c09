"""Open the pull request that a filled-in and approved form asks for.

The environment holds the issue's number (NUMBER) and who approved it (APPROVER), the event's file its text as it was when it
was approved. Only who may write to the repository can approve. The file is written, the whole survey is checked, and only
then a branch is pushed: pull requests of a workflow's own token start no checks.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

import github

_RIGHTS = ("admin", "write")
"""What the API says of people who may write; ``maintain`` counts as ``write`` there."""


def main() -> int:
    """Do so, and return the exit code; where it cannot be done, the issue says why."""
    return github.ended(_try)


def _try() -> None:
    number = github.number(github.environment("NUMBER"))
    try:
        _open(number, github.issue_body(), github.environment("APPROVER"))
    except (github.Failed, OSError) as fault:
        github.put_comment(number, "<!-- masrl-approval -->", f"The pull request could not be opened:\n\n{_literal(str(fault))}\n")
        raise


def _literal(text: str) -> str:
    """Return a text as Markdown in which it shows as it is."""
    return "\n".join(f"    {line}" for line in text.splitlines())


def _open(number: str, body: str, approver: str) -> None:
    _refuse_without_right(github.checked(approver, r"[\w-]+(?:\[bot\])?", "user"))
    comment, answer = _answered(body)
    path, text, title = str(answer["path"]), str(answer["text"]), str(answer["title"])
    github.checked(path, r"(?:corpus/[a-z0-9][a-z0-9-]*|exclusions/E(?:[0-9]{3}|[1-9][0-9]{3,5}))\.yaml", "file of a record")
    Path(path).write_bytes(text.encode())
    github.ran(_masrl(), "check")
    _push(f"form/{number}", path, title)
    closes = "Closes" if answer.get("closes", True) else "Refs"
    told = (
        f"{closes} #{number}, approved by {approver}.\n\nThe whole survey was checked with this file before the pull request was opened. "
        f"No check runs here by itself; close and reopen the pull request to start it.\n\n{comment}"
    )
    if github.gh("pr", "list", "--head", f"form/{number}", "--state", "open", "--json", "number", "--jq", ".[].number").strip():
        github.gh("pr", "edit", f"form/{number}", "--title", title, "--body-file", "-", sent=github.cut(told))
    else:
        github.gh(
            "pr", "create", "--head", f"form/{number}", "--base", _base(), "--title", title, "--body-file", "-", sent=github.cut(told)
        )


def _refuse_without_right(approver: str) -> None:
    right = github.gh("api", f"repos/{github.repository()}/collaborators/{approver}/permission", "--jq", ".permission").strip()
    if right not in _RIGHTS:
        raise github.Failed(f"{approver} may not write to the repository and so cannot approve")


def _answered(body: str) -> tuple[str, dict[str, object]]:
    """Return the comment that a form leads to, and its value. Raises Failed where no file can be written."""
    with tempfile.TemporaryDirectory() as folder:
        issue = Path(folder, "issue.md")
        issue.write_bytes(body.encode())
        code, out, said = github.tried(_masrl(), "form", str(issue), "--format", "json")
        try:
            answer = json.loads(out)
        except ValueError as error:
            raise github.Failed(f"masrl form ended with exit code {code} and said:\n{said}") from error
        if code or not answer.get("good"):
            raise github.Failed(f"no file can be written: {' '.join(answer.get('problems', [])) or 'a maintainer has to decide'}")
        return github.ran(_masrl(), "form", str(issue)), answer


def _push(branch: str, path: str, title: str) -> None:
    github.ran("git", "switch", "--quiet", "--force-create", branch)
    github.ran("git", "add", "--", path)
    github.ran(
        "git", "-c", f"user.name={github.BOT}", "-c", f"user.email={github.BOT}@users.noreply.github.com", "commit", "--quiet", "-m", title
    )
    github.gh("auth", "setup-git")
    github.ran("git", "push", "--quiet", "--force", "origin", f"HEAD:refs/heads/{branch}")


def _base() -> str:
    return os.environ.get("BASE", "main")


def _masrl() -> str:
    return os.environ.get("MASRL", ".venv/bin/masrl")


if __name__ == "__main__":
    sys.exit(main())
