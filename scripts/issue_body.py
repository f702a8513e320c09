"""Print the text of the issue that the workflow's run is about, as it stands in the event's file (GITHUB_EVENT_PATH)."""

from __future__ import annotations

import sys

import github


def main() -> int:
    """Do so, and return the exit code."""
    return github.ended(lambda: _print(github.issue_body()))


def _print(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))


if __name__ == "__main__":
    sys.exit(main())
