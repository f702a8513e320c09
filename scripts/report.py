"""Write or renew the issue that holds a report: report.py TITLE LABEL FILE"""

from __future__ import annotations

import sys
from pathlib import Path

import github


def main(arguments: list[str]) -> int:
    """Do so, and return the exit code."""
    return github.ended(lambda: _put(*github.given(arguments, "TITLE LABEL FILE")))


def _put(title: str, label: str, file: str) -> None:
    github.put_issue(title, github.checked(label, "[a-z-]+", "label"), Path(file).read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
