"""What the workflows' scripts ask of GitHub, through its own command ``gh``.

Names, titles and texts of strangers go to ``gh`` as arguments or on standard input, never through a shell.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

LIMIT = 60_000
"""Bytes of a comment or an issue; GitHub takes 65,536 characters."""
BOT = "github-actions[bot]"
"""Who writes with a workflow's own token."""


class Failed(Exception):  # noqa: N818 -- what went wrong is told, not raised further
    """Something that ends a script with its text and exit code 1."""


def ended(do: Callable[[], int | None]) -> int:
    """Do something and return the exit code, saying what went wrong where it did: also a file or a program that is not there."""
    try:
        return do() or 0
    except Failed as fault:
        return told(fault)
    except OSError as error:
        return told(Failed(f"{error.filename}: {error.strerror}" if error.filename else str(error)))


def given(arguments: list[str], names: str) -> list[str]:
    """Return the arguments of a call. ``names`` says which there are, with blanks between. Raises Failed where they are others."""
    if len(arguments) != len(names.split()):
        raise Failed(f"{len(names.split())} arguments are needed: {names}")
    return arguments


def environment(name: str) -> str:
    """Return what a variable of the environment holds. Raises Failed where it is not set."""
    if name not in os.environ:
        raise Failed(f"the environment lacks {name}")
    return os.environ[name]


def issue_body() -> str:
    """Return the text of the issue that the workflow's run is about, as it was when the run was set off.

    It stands in the file of the event: no variable of the environment holds more than 128 KB. Raises Failed where it does not.
    """
    try:
        body = json.loads(Path(environment("GITHUB_EVENT_PATH")).read_bytes())["issue"]["body"]
    except (ValueError, KeyError, TypeError) as error:
        raise Failed(f"the event is about no issue ({type(error).__name__})") from error
    return str(body or "")


def repository() -> str:
    """Return owner and name of the repository, from the environment of the workflow."""
    return checked(environment("GITHUB_REPOSITORY"), r"[\w.-]+/[\w.-]+", "name of a repository")


def checked(text: str, pattern: str, what: str) -> str:
    """Return a text that matches a pattern as a whole. Raises Failed where it does not."""
    if not re.fullmatch(pattern, text, re.ASCII):
        raise Failed(f"{text[:80]!r} is no {what}")
    return text


def number(text: str) -> str:
    """Return the number of an issue or a pull request. Raises Failed where it is none."""
    return checked(text.strip(), r"[1-9][0-9]{0,8}", "number of an issue or a pull request")


def gh(*arguments: str, sent: str = "") -> str:
    """Return what ``gh`` prints. Raises Failed where it fails."""
    return ran("gh", *arguments, sent=sent)


def ran(*command: str, sent: str = "") -> str:
    """Return what a command prints. Raises Failed, with its exit code and what it said, where it fails."""
    code, out, said = tried(*command, sent=sent)
    if code:
        raise Failed(f"{' '.join(command[:3])} ended with exit code {code}: {said}")
    return out


def tried(*command: str, sent: str = "") -> tuple[int, str, str]:
    """Return a command's exit code, what it prints, and the end of what it says on standard error."""
    done = subprocess.run(command, input=sent.encode(), capture_output=True, check=False)  # noqa: S603
    said = done.stderr.decode("utf-8", "replace").strip()[-2000:] or "nothing"
    return done.returncode, done.stdout.decode("utf-8", "replace"), said


def sent(method: str, path: str, fields: Mapping[str, object]) -> None:
    """Send a request with JSON fields to the repository's part of the API."""
    gh("api", "--method", method, f"repos/{repository()}/{path}", "--silent", "--input", "-", sent=json.dumps(fields))


def listed(path: str, query: str) -> list[str]:
    """Return what a query in the language of jq makes of every item of a list, one a line."""
    return gh("api", "--paginate", f"repos/{repository()}/{path}", "--jq", f".[] | {query}").splitlines()


def cut(text: str, limit: int = LIMIT) -> str:
    """Return a text that GitHub takes: cut at the end of a line where it is too long, which is then said."""
    content = text.encode()
    if len(content) <= limit:
        return text
    kept = content[: limit - 200].decode("utf-8", "ignore").rpartition("\n")[0]
    missing = text.count("\n") - kept.count("\n")
    fence = "\n```" if len(re.findall("^```", kept, re.MULTILINE)) % 2 else ""
    return f"{kept}{fence}\n\nCut here: {missing} more lines.\n"


def put_comment(issue: str, mark: str, text: str) -> None:
    """Write a comment below an issue or a pull request, in place of the one that an earlier run left there.

    ``mark`` begins with ``<!--`` and names what the comment is for; it shows nowhere.
    """
    body = f"{mark}\n{cut(text)}"
    query = f'select(.user.login == "{BOT}") | select(.body | startswith("{mark}")) | .id'
    earlier = listed(f"issues/{issue}/comments", query)
    if earlier:
        sent("PATCH", f"issues/comments/{number(earlier[0])}", {"body": body})
    else:
        sent("POST", f"issues/{issue}/comments", {"body": body})


def put_issue(title: str, label: str, text: str) -> None:
    """Write the one open issue of a title and label, in place of what an earlier run wrote there."""
    query = f'select(.user.login == "{BOT}" and .title == {json.dumps(title)}) | .number'
    earlier = listed(f"issues?state=open&labels={label}", query)
    if earlier:
        sent("PATCH", f"issues/{number(earlier[0])}", {"body": cut(text)})
    else:
        sent("POST", "issues", {"title": title, "labels": [label], "body": cut(text)})


def told(fault: Failed) -> int:
    """Say what went wrong, also as an annotation of the run, and return the exit code."""
    line = " ".join(str(fault).split())
    sys.stderr.write(f"{line}\n")
    if os.environ.get("GITHUB_ACTIONS"):
        sys.stdout.write(f"::error::{line.replace('%', '%25')}\n")
    return 1
