"""What git knows of a folder: its revisions, and the files at one of them. Reads only, and asks no network.

Everything goes through the git executable, without a shell and with an environment that is the same everywhere but for
where the executable and the user's own settings are found.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from .errors import CallFault, SurveyError

_KEPT = ("PATH", "HOME", "XDG_CONFIG_HOME", "SYSTEMROOT", "USERPROFILE")
"""Where git and the user's settings are: without these, a folder that the user trusts would be refused as another's."""
_FIXED = {
    "LC_ALL": "C", "GIT_PAGER": "cat", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_LITERAL_PATHSPECS": "1",
}  # fmt: skip
"""Messages in English, no pager, no question, no lock, no replaced objects, nothing fetched, no path taken for a pattern."""
_HASH = re.compile(rb"[0-9a-f]{40,64}")
"""What a commit is named by; ``^HEAD`` is answered by one with a sign before it, which means all commits but those."""
_PLAIN_FILES = ("100644", "100755")
"""Modes of a tree's entries. What else there is, links and submodules, is no file of a survey."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit."""

    id: str
    """The whole hash."""
    date: date
    """On which it was committed, in UTC."""


def revisions(root: Path, paths: Iterable[str] = (), until: str = "HEAD") -> tuple[Revision, ...]:
    """Return the revisions that lead to one, the oldest first; with paths below ``root``, only those that touch them.

    Raises CallFault where ``root`` is in no repository or ``until`` is unknown, SurveyError where the clone is shallow,
    since its oldest revision would pass for the first.
    """
    commit = resolved(root, until)
    if _text(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        raise SurveyError("the clone is shallow, so that its history is cut off; run: git fetch --unshallow")
    told = _text(root, "rev-list", "--reverse", "--topo-order", "--timestamp", commit, "--", *paths)
    pairs = (line.split() for line in told.splitlines())
    return tuple(Revision(name, datetime.fromtimestamp(int(seconds), UTC).date()) for seconds, name in pairs)


def resolved(root: Path, revision: str) -> str:
    """Return the whole hash of the commit that a name stands for: a hash, a branch, a tag, ``HEAD~2``.

    Raises CallFault where there is no repository or no such commit.
    """
    _text(root, "rev-parse", "--git-dir")
    answer = _run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if answer.returncode or not _HASH.fullmatch(answer.stdout.strip()) or not revision or "\0" in revision:
        shallow = _text(root, "rev-parse", "--is-shallow-repository").strip() == "true"
        hint = "; the clone is shallow: git fetch --unshallow brings the rest" if shallow else ""
        raise CallFault(f"the repository has no revision {revision!r}{hint}")
    return answer.stdout.decode().strip()


def paths(root: Path, revision: str, folders: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the plain files at a revision below ``root``, as paths from there, sorted; only in these folders if any.

    Raises as ``resolved`` does.
    """
    return tuple(sorted(_objects(root, resolved(root, revision), tuple(folders))))


def contents(root: Path, revision: str, folders: Iterable[str] = ()) -> dict[str, bytes]:
    """Return the plain files at a revision by their path below ``root``, sorted; only these files and folders if any.

    Two processes, whatever their number. Raises as ``resolved`` does.
    """
    objects = _objects(root, resolved(root, revision), tuple(folders))
    wanted = sorted(objects)
    answer = _run(root, "cat-file", "--batch", asked="".join(f"{objects[path]}\n" for path in wanted).encode())
    _refuse(answer, root)
    return dict(zip(wanted, _batch(answer.stdout), strict=True))


def _objects(root: Path, commit: str, wanted: tuple[str, ...]) -> Mapping[str, str]:
    told = _text(root, "ls-tree", "-r", "-z", commit, "--", *(path.rstrip("/") for path in wanted))
    entries = (entry.partition("\t") for entry in told.split("\0") if entry)
    return {path: head.split()[2] for head, _, path in entries if head.split()[0] in _PLAIN_FILES and _stays_below(path)}


def _stays_below(path: str) -> bool:
    """Refuse what git itself never writes, but a tree made by hand may hold: a name that leads out of the folder."""
    return "\\" not in path and not any(part in ("", ".", "..") for part in path.split("/"))


def _batch(told: bytes) -> list[bytes]:
    """Return the contents in an answer of ``cat-file --batch``: a line that ends with the size, the content, a line break."""
    found, start = [], 0
    while start < len(told):
        end = told.index(b"\n", start)
        last = told[start:end].rsplit(b" ", 1)[1]
        if last == b"missing":
            raise SurveyError("the repository lacks files of this revision, as a partial clone does; run: git fetch --refetch")
        size = int(last)
        found.append(told[end + 1 : end + 1 + size])
        start = end + 1 + size + 1
    return found


def _text(root: Path, *arguments: str) -> str:
    answer = _run(root, *arguments)
    _refuse(answer, root)
    return answer.stdout.decode("utf-8", "surrogateescape")


def _run(root: Path, *arguments: str, asked: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ} | _FIXED
    try:
        return subprocess.run(["git", *arguments], cwd=root, env=environment, input=asked, capture_output=True, check=False)  # noqa: S603, S607
    except FileNotFoundError as error:
        if not root.is_dir():
            raise CallFault(f"{root} is no folder") from error
        raise SurveyError("git was not found; install it, or leave out what asks for revisions") from error
    except ValueError as error:
        raise CallFault(f"no revision or path can hold a zero byte: {arguments[-1]!r}") from error


def _refuse(answer: subprocess.CompletedProcess[bytes], root: Path) -> None:
    if answer.returncode == 0:
        return
    said = " ".join(answer.stderr.decode("utf-8", "replace").split()).removeprefix("fatal: ")
    if "not a git repository" in said:
        raise CallFault(f"{root} is in no git repository")
    raise SurveyError(f"git failed: {said or f'exit code {answer.returncode}'}")
