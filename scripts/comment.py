"""Write or renew the comment below a pull request or an issue: comment.py NUMBER NAME FILE

NAME says which comment is meant; an earlier one of that name is replaced.
"""

from __future__ import annotations

import sys
from pathlib import Path

import github


def main(arguments: list[str]) -> int:
    """Do so, and return the exit code."""
    return github.ended(lambda: _put(*github.given(arguments, "NUMBER NAME FILE")))


def _put(issue: str, name: str, file: str) -> None:
    mark = f"<!-- {github.checked(name, '[a-z-]+', 'name of a comment')} -->"
    github.put_comment(github.number(issue), mark, Path(file).read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
