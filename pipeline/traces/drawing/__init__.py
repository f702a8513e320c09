"""A run as a drawing: one page that holds everything it needs, or a part of a page of the site.

One way through: a trace's bytes → ``data.drawn`` (the document, and what was computed from it) → ``page.text``. In a browser
``read.js`` reads the same document, so that the site can also draw a file that somebody drops on it.
"""
