"""The title page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from .. import records
from ..fields import Fields
from ..records import Author

HELD = ("software", "workflows")
"""What a repository may hold beside a survey: the program, which ``make`` then sets up in ``.venv``; workflows that answer the forms."""


@dataclass(frozen=True, slots=True)
class About:
    """The title page. What is empty drops the links that would need it."""

    name: str
    """Of the list, as the README's heading shows it."""
    title: str
    """Of the survey."""
    author: Author
    arxiv_id: str
    cutoff: date
    """The day whose pool is the published one."""
    description: str
    """One sentence, for the README's head, feeds and data packages."""
    introduction: tuple[str, ...]
    """Paragraphs."""
    cite: str
    """How to cite, in one sentence."""
    license_data: str
    """SPDX identifier."""
    license_code: str
    """SPDX identifier."""
    repository: str
    """https address without a final slash; empty while there is none."""
    site_url: str
    """https address with a final slash; empty while there is none."""
    rights_holder: str
    holds: tuple[str, ...] = ()
    """Of ``HELD``."""


def parse_about(top: Fields) -> About | None:
    """Return the title page, or None after reporting what is wrong with it."""
    required = ("name", "title", "author", "cutoff", "description", "license_data", "license_code")
    optional = ("arxiv_id", "introduction", "cite", "repository", "site_url", "rights_holder", "holds")
    top.allow((*required, *optional))
    top.require(*required)
    name, title, cutoff, signed = top.text("name"), top.text("title"), top.date("cutoff"), top.scalar("author")
    author = records.person(top, signed, "author") if signed else None
    data, code, description = top.text("license_data"), top.text("license_code"), top.text("description")
    if not (name and title and author and cutoff and data and code and description):
        return None
    return About(
        name, title, author, records.arxiv_id(top, "arxiv_id") or "", cutoff, description, top.texts("introduction"),
        top.text("cite") or "", data, code, _address(top, "repository").rstrip("/"), _folder_address(top), top.text("rights_holder") or "",
        top.values_of("holds", HELD),
    )  # fmt: skip


def _address(top: Fields, key: str) -> str:
    scalar = top.scalar(key)
    return (top.link(scalar, key) or "") if scalar else ""


def _folder_address(top: Fields) -> str:
    address = _address(top, "site_url")
    return f"{address.rstrip('/')}/" if address else ""
