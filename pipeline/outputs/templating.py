"""The door to Jinja: templates by name in, text out. What is escaped, and how, follows from a template's name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from . import markdown, sentences

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = "templates"
"""Where the templates stand, beside this module."""


def rendered(template: str, **values: object) -> str:
    """Return a template of this package filled with values.

    In ``NAME.html`` and ``NAME.xml`` every value is escaped for HTML unless it is ``Markup``; in ``NAME.md`` every
    value is escaped for Markdown unless it is ``markdown.Markdown``. Raises ``jinja2.UndefinedError`` for a name
    that has no value, so that a misspelled one never prints as nothing.
    """
    return _environment(template.endswith(".md")).get_template(template).render(values)


@cache
def _environment(for_markdown: bool) -> Environment:
    """Return the environment for Markdown, or the one for HTML and XML."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=PackageLoader(__package__ or "", FOLDER),
        undefined=StrictUndefined,
        autoescape=select_autoescape(("html", "xml"), default=False),
        finalize=_escaped_for_markdown if for_markdown else None,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # no template changes while a build runs; looking took a tenth of a page's time
    )
    environment.globals["many"] = sentences.many
    return environment


def _escaped_for_markdown(value: object) -> object:
    return markdown.inline(value) if isinstance(value, str) else value
