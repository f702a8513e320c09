"""What every page of the site shares: address, frame, navigation, assets and content-security policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import NamedTuple
from urllib.parse import quote

from ... import look
from ...corpus import Corpus, once
from ...survey import About
from .. import templating
from . import slim

FOLDER = "site"
"""Where the site stands below the survey's root."""
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'none'; base-uri 'none'; form-action 'none'"
)
"""Nothing inline runs or styles, nothing is fetched from elsewhere."""


class NavItem(NamedTuple):
    """One entry of the header's navigation."""

    section: str
    """Which pages it stands for: equal to their ``Page.section``."""
    label: str
    path: str
    """Below the site's root."""


NAV: tuple[NavItem, ...] = (
    NavItem("browse", "Browse", "index.html"),
    NavItem("taxonomy", "Taxonomy", "taxonomy.html"),
    NavItem("coverage", "Coverage", "coverage.html"),
    NavItem("claims", "Claims", "claims.html"),
    NavItem("agreement", "Readings", "agreement.html"),
    NavItem("traces", "Traces", "traces.html"),
    NavItem("screening", "Screening", "screening.html"),
    NavItem("figures", "Figures & data", "figures.html"),
)
"""In the order of the header; a section that gets pages is one more line."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page, and what its frame needs to know of it."""

    path: str
    """Below the site's root, with forward slashes: ``papers/KEY.html``."""
    title: str
    """For the browser's tab, without the survey's name; empty shows the survey's name alone."""
    description: str
    """One sentence for search engines and link previews."""
    section: str
    """The navigation entry that is highlighted; empty for none."""
    styles: tuple[str, ...] = ()
    """Files of ``assets/`` that it loads after ``base.css``."""
    scripts: tuple[str, ...] = ()
    """Files of ``assets/`` that it loads after ``theme.js``."""
    base: str = ""
    """Where its links start, for a page that is shown at addresses of others; empty where they start from the page."""

    @property
    def depth(self) -> int:
        """How many folders below the site's root it stands."""
        return self.path.count("/")

    @property
    def root(self) -> str:
        """What leads from the page to the site's root: empty, ``../`` and so on."""
        return self.base or "../" * self.depth


@dataclass(frozen=True, slots=True)
class Site:
    """What the frame of every page shows of the survey."""

    about: About
    papers: int
    """Number of entries."""
    exclusions: int
    """Number of excluded records."""
    nav: tuple[NavItem, ...] = NAV
    policy: str = POLICY

    @classmethod
    def of(cls, corpus: Corpus) -> Site:
        """Return what the frame shows of a survey; a section for which it has nothing is left out of the navigation."""
        absent = {"claims": not corpus.claims, "agreement": not corpus.readings, "traces": not corpus.traces}
        nav = tuple(item for item in NAV if not absent.get(item.section))
        return cls(corpus.about, len(corpus.papers), len(corpus.exclusions), nav)


def render(corpus: Corpus, page: Page, template: str, **values: object) -> tuple[str, bytes]:
    """Return a page as (path below the survey's root, HTML in UTF-8).

    ``template`` is a file of ``templates/site/`` that extends ``site/base.html``; it sees ``page``, ``site`` and
    ``values``.
    """
    return assembled(corpus, page, template, {}, **values)


def assembled(corpus: Corpus, page: Page, template: str, parts: Mapping[str, str], **values: object) -> tuple[str, bytes]:
    """Return a page as ``render`` does, into which parts are put that were rendered before, since many pages share them.

    The template prints each by its name. A part is as ``part`` returns it.
    """
    led_to = page.path if any(page.path == item.path for item in NAV) else ""
    frame = {"header": _header(corpus, page.root, page.section, led_to), "footer": _footer(corpus, page.root, page.depth)}
    parts = {**frame, **parts}
    marks = {name: f"\x01{name}\x01" for name in parts}  # characters that no text of a survey may hold
    html = slim.html(templating.rendered(f"site/{template}", page=page, site=Site.of(corpus), **values, **marks))
    for name, mark in marks.items():
        html = html.replace(f"{mark}\n", parts[name])
    return f"{FOLDER}/{page.path}", html.encode()


@once
def _header(corpus: Corpus, root: str, section: str, path: str) -> str:
    """Return the header of all pages that stand in the same section and as deep. ``path`` is empty for a page that it does not lead to."""
    return part("header.html", "", site=Site.of(corpus), root=root, section=section, path=path)


@once
def _footer(corpus: Corpus, root: str, depth: int) -> str:
    """Return the footer of all pages that stand as deep."""
    return part("footer.html", "", site=Site.of(corpus), root=root, depth=depth)


def part(template: str, before: str, **values: object) -> str:
    """Return a part of a page. ``before`` is the tag that comes after it, from which follows which end tags may be left out."""
    return slim.html(templating.rendered(f"site/{template}", **values) + before).removesuffix(before)


def browse_address(include: Mapping[str, tuple[str, ...]], exclude: Mapping[str, tuple[str, ...]] | None = None) -> str:
    """Return the address below the site's root of the Browse page with facets set, as field name to values.

    The state stands in the fragment, so that it also works from disk.
    """
    pairs = [(f"f.{name}", value) for name, values in include.items() for value in values]
    pairs += [(f"x.{name}", value) for name, values in (exclude or {}).items() for value in values]
    return "index.html" + ("#?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in pairs) if pairs else "")


def asset(name: str) -> tuple[str, bytes]:
    """Return a file of ``assets/`` as (path below the survey's root, content)."""
    return published_asset(name, (resources.files("pipeline.outputs") / "assets" / name).read_text(encoding="utf-8"))


def published_asset(name: str, text: str) -> tuple[str, bytes]:
    """Return a text as a file beside those of ``assets/``."""
    return f"{FOLDER}/assets/{name}", slim.asset(name, text).encode()


def files(_: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the assets that every page loads."""
    for name in look.NAMES:
        yield published_asset(name, look.text(name))
