"""What LaTeX prints, macro by macro: the library's tables, with what they lack, and what is better left as it is written.

The only module that knows the library.
"""

from __future__ import annotations

from functools import cache

from pylatexenc import latex2text, latexwalker
from pylatexenc.latexwalker import LatexEnvironmentNode, LatexMacroNode, LatexWalker
from pylatexenc.macrospec import LatexContextDb, MacroSpec, MacroStandardArgsParser, ParsedMacroArgs

_WORDS = {
    "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "XeLaTeX": "XeLaTeX", "pdfLaTeX": "pdfLaTeX",
    "LuaLaTeX": "LuaLaTeX", "AmS": "AMS", "copyright": "©", "textcopyright": "©", "pounds": "£", "textregistered": "®", "textbar": "|",
    "slash": "/", "newline": " ", "linebreak": " ", "par": " ", "-": "", "/": "",
}  # fmt: skip
_SILENT = frozenset({
    "bf", "it", "em", "sc", "sl", "tt", "rm", "sf", "bfseries", "mdseries", "itshape", "scshape", "slshape", "upshape", "ttfamily",
    "rmfamily", "sffamily", "normalfont", "tiny", "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge",
    "Huge", "protect", "relax", "xspace", "noindent", "centering", "allowbreak", "nolinebreak", "unskip", "ignorespaces", "leavevmode",
    "boldmath", "displaystyle", "textstyle", "limits", "nolimits", "left", "right", "big", "Big", "bigl", "bigr",
})  # fmt: skip
"""What only says how the text about it looks."""
_INNER = frozenset({
    "texttt", "textsf", "textmd", "textup", "textnormal", "mbox", "hbox", "textsuperscript", "textsubscript", "uppercase", "lowercase",
    "MakeUppercase", "MakeLowercase", "MakeTextUppercase", "NoCaseChange", "underline", "uline", "emph", "textls", "enquote", "mkbibquote",
    "mkbibemph", "path", "nolinkurl", "operatorname", "bm", "boldsymbol", "ensuremath", "textsc",
})  # fmt: skip
"""What says so of the text in its braces."""
_AS_WRITTEN = frozenset({
    "today", "input", "include", "includegraphics", "maketitle", "title", "author", "date", "cite", "citet", "citep", "ref", "autoref",
    "cref", "Cref", "eqref",
})  # fmt: skip
"""Macros for which the library has a text that stands nowhere: that of this day, of another file, of a number that only LaTeX knows."""


class _Groups(MacroStandardArgsParser):  # type: ignore[misc]  # the library has no types
    """Takes the groups that stand directly behind a macro for what belongs to it."""

    def parse_args(self, w: LatexWalker, pos: int, parsing_state: object = None) -> tuple[ParsedMacroArgs, int, int]:
        found, at = [], pos
        while w.s[at : at + 1] == "{":
            node, begun, length = w.get_latex_braced_group(at, parsing_state=parsing_state)
            found.append(node)
            at = begun + length
        return ParsedMacroArgs(argnlist=found, argspec="{" * len(found)), pos, at - pos


@cache
def _syntax() -> LatexContextDb:
    database = latexwalker.get_default_latex_context_db()
    own = [MacroSpec(name, args_parser=_Groups()) for name in sorted(_INNER | {"href"})]
    database.add_context_category("own", macros=own, prepend=True)
    database.set_unknown_macro_spec(MacroSpec("", args_parser=_Groups()))
    return database


@cache
def _texts() -> LatexContextDb:
    return latex2text.get_default_latex_context_db()


class Printer(latex2text.LatexNodes2Text):  # type: ignore[misc]  # the library has no types
    """Makes LaTeX text. What it does not know stands there as it is written, and is remembered."""

    def __init__(self) -> None:
        super().__init__(_texts(), math_mode="text", strict_latex_spaces=True)
        self.unknown: dict[str, None] = {}
        """Macros and environments, in the order of first sight."""
        self.addresses: dict[str, None] = {}
        r"""To which an ``\href`` leads whose text alone is printed."""

    def printed(self, source: str) -> str:
        """Return a source as text. Raises ValueError where it is no LaTeX, and what the library raises at what it did not foresee."""
        try:
            nodes, _, _ = LatexWalker(source, _syntax(), tolerant_parsing=False).get_latex_nodes()
        except latexwalker.LatexWalkerError as error:
            raise ValueError(str(error)) from error
        return str(self.nodelist_to_text(nodes))

    def macro_node_to_text(self, node: LatexMacroNode) -> str:
        """Return what a macro prints."""
        name, groups = node.macroname, [one for one in node.nodeargd.argnlist if one is not None] if node.nodeargd else []
        if name in _WORDS:
            return f"{_WORDS[name]}{node.macro_post_space}{self._inner(groups)}"
        if name in _SILENT or (name in _INNER and groups):
            return self._inner(groups)
        if name == "href" and len(groups) > 1:
            self.addresses[groups[0].latex_verbatim()[1:-1]] = None
            return self._inner(groups[1:])
        if name == "url":
            return "".join(group.latex_verbatim().strip("{}") for group in groups).replace("\\%", "%")
        if name in _AS_WRITTEN or self.latex_context.get_macro_spec(name) is None:
            return self._as_written(f"\\{name}", node.latex_verbatim())
        return str(super().macro_node_to_text(node))

    def environment_node_to_text(self, node: LatexEnvironmentNode) -> str:
        """Return what an environment prints."""
        if self.latex_context.get_environment_spec(node.environmentname) is None:
            return self._as_written(f"\\begin{{{node.environmentname}}}", node.latex_verbatim())
        return str(super().environment_node_to_text(node))

    def _inner(self, groups: list[latexwalker.LatexNode]) -> str:
        return "".join(self._groupnodecontents_to_text(group) for group in groups)

    def _as_written(self, name: str, source: str) -> str:
        self.unknown[name] = None
        return source.replace("\\%", "%").replace("{}", "")
