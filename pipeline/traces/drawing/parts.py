"""The files beside this module: what draws in a browser, and how it looks."""

from __future__ import annotations

from importlib import resources

SCRIPTS = ("read.js", "lanes.js", "paint.js", "panel.js", "legend.js", "overview.js", "scene.js", "find.js", "hand.js", "draw.js")
"""What draws, each of what comes later using what came before."""
STYLE = "drawing.css"


def script() -> str:
    """Return what draws as one script, whose last name is ``TraceDrawing``."""
    return "\n".join(text(name) for name in SCRIPTS)


def style() -> str:
    """Return the style of the drawing, to be loaded after the look's own."""
    return text(STYLE)


def text(name: str) -> str:
    """Return one file. Raises FileNotFoundError for a name that there is not."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
