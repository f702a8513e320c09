"""What belongs to no single page: the shared assets, the page for addresses that lead nowhere, the sitemap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from ...corpus import Corpus
from ...survey import About
from . import shell

NOT_FOUND = "404.html"


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the styles and scripts that the pages beyond Browse share, and the page for addresses that lead nowhere."""
    for name in ("pages.css", "copy.js"):
        yield shell.asset(name)
    yield not_found(corpus)


def not_found(corpus: Corpus) -> tuple[str, bytes]:
    """Return the page that a server shows in place of one that is not there.

    It may be shown at any depth, so its links start from the site's own address where that is known.
    """
    page = shell.Page(NOT_FOUND, "Not found", "There is no such page here.", "", ("pages.css",), base=corpus.about.site_url)
    return shell.render(corpus, page, "404.html")


def addresses(about: About, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the sitemap of all pages among the paths below the survey's root, and the robots file that names it.

    Both need whole addresses: nothing is yielded while the site's own is not known.
    """
    if not about.site_url:
        return
    pages = [path.removeprefix(f"{shell.FOLDER}/") for path in paths if path.endswith(".html")]
    listed = "".join(f"<url><loc>{escape(f'{about.site_url}{page}')}</loc></url>\n" for page in sorted(pages) if page != NOT_FOUND)
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{listed}</urlset>\n'
    yield f"{shell.FOLDER}/sitemap.xml", text.encode()
    yield f"{shell.FOLDER}/robots.txt", f"User-agent: *\nAllow: /\nSitemap: {about.site_url}sitemap.xml\n".encode()
