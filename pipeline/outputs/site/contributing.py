"""Links by which readers correct or extend the list. Without a repository there are none."""

from __future__ import annotations

from urllib.parse import quote, quote_plus, urlencode

from ...records import Paper
from ...survey import About

BRANCH = "main"
"""Where contributions go."""
_AS_IT_IS = ":/,"
"""What a query may hold as it stands. A page for each paper and a line for each gap hold such an address, so its length counts."""


def issue(about: About, title: str, body: str) -> str:
    """Return the address of a new issue that is filled in already; empty without a repository."""
    query = urlencode({"title": title, "body": body}, safe=_AS_IT_IS, quote_via=quote_plus)
    return f"{about.repository}/issues/new?{query}" if about.repository else ""


def correction(paper: Paper, about: About) -> str:
    """Return the address of a new issue about an entry; empty without a repository."""
    body = f"Entry: `{paper.place.path}`\n\nWhat is wrong, and what should stand there:\n\n\nWhere that can be seen:\n"
    return issue(about, f"Correct {paper.key}", body)


def edit(path: str, about: About) -> str:
    """Return the address at which a file can be edited; empty without a repository."""
    return f"{about.repository}/edit/{BRANCH}/{quote(path)}" if about.repository else ""
