"""Tables to LaTeX, ready to be read in with ``\\input``. pandas escapes and sets them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from .latex_layout import layout, measured
from .table import Cell, Table

if TYPE_CHECKING:
    from pandas import DataFrame

LONG = 0.7
"""Pages from which a table may run over several of them: a float that is taller than one is lost below its edge."""
_FIT = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
"""Makes what is wider than the line as wide as the line, and leaves the rest as it is."""


def as_latex(table: Table) -> str:
    """Return a booktabs table with caption and label ``tab:NAME``, of a part of the pool ``tab:NAME-PART``.

    The first line names the packages that it needs. Text is escaped, so that it is set as it stands; letters
    beyond Latin need LuaLaTeX or XeLaTeX. A table is never wider than the line, and a long one runs over pages.
    Columns that print does without are left out.
    """
    table = _printed(table)
    columns = measured(table)
    how = layout(columns, long=False)
    long = how.pages > LONG
    if long:
        how = layout(columns, long=True)
    text = _breakable(_rendered(table, how.columns, long))
    if not long:
        return _head("graphicx") + _fitted(text, how.size)
    sized = f"{{\\{how.size}\\setlength{{\\tabcolsep}}{{3pt}}\n{text}}}\n"
    if how.turned:
        return f"{_head('longtable', 'pdflscape')}\\begin{{landscape}}\n{sized}\\end{{landscape}}\n"
    return _head("longtable") + sized


def _printed(table: Table) -> Table:
    kept = [number for number, column in enumerate(table.columns) if not column.raw]
    if len(kept) == len(table.columns):
        return table
    rows = tuple(tuple(row[number] for number in kept) for row in table.rows)
    return replace(table, columns=tuple(table.columns[number] for number in kept), rows=rows)


def _head(*packages: str) -> str:
    return f"% needs \\usepackage{{{','.join(('array', 'booktabs', *packages))}}} and \\usepackage[T1]{{fontenc}}\n"


def _rendered(table: Table, columns: str, long: bool) -> str:
    if long:
        # pandas takes a millisecond a row, so it sets the first one, and the others are set like it.
        first = _styled(replace(table, rows=table.rows[:1]), columns, long)
        head, end, rest = first.partition("\\endlastfoot\n")
        return f"{head}{end}{''.join(map(_line, table.rows))}{rest.removeprefix(_line(table.rows[0]))}"
    return _styled(table, columns, long)


def _breakable(text: str) -> str:
    """Return a table in which a line may end within a long word, behind what joins its parts."""
    return _LONG_WORD.sub(lambda word: _JOINT.sub(r"\g<0>\\allowbreak{}", word[0]), text)


_LONG_WORD = re.compile(r"[A-Za-z0-9=,/\\_-]{16,}")
_JOINT = re.compile(r"(?:[=,/]|\\_)(?=[A-Za-z0-9])")


def _line(row: Sequence[Cell]) -> str:
    return f"{' & '.join(escaped(cell) if isinstance(cell, str) else str(cell) for cell in row)} \\\\\n"


def _styled(table: Table, columns: str, long: bool) -> str:
    styler = _frame(table).style.hide(axis="index").format(escape="latex").format_index(escape="latex", axis="columns")
    return styler.to_latex(
        hrules=True,
        caption=_caption(table),
        label="-".join(filter(None, (f"tab:{table.name}", table.part))),
        column_format=columns,
        environment="longtable" if long else "table",
        position=None if long else "tbp",
        position_float=None if long else "centering",
    )


def _fitted(text: str, size: str) -> str:
    """Return a table that is set in a size of type and never wider than the line."""
    sized = text.replace("\\centering\n", f"\\centering\\{size}\n", 1)  # a float undoes a size that was set outside it
    before, begin, rest = sized.partition("\\begin{tabular}")
    inside, end, after = rest.rpartition("\\end{tabular}")
    return f"{before}{_FIT}{begin}{inside}{end}}}{after}"


_SIGNS = re.compile(r"[\\&%$#_{}~^]")


def escaped(text: str) -> str:
    """Return one line of text in which LaTeX takes no character for a command."""
    return _escaped(text) if _SIGNS.search(text) else " ".join(text.split())


@lru_cache(maxsize=16_384)
def _escaped(text: str) -> str:
    import pandas

    cell = pandas.DataFrame([[" ".join(text.split())]]).style.hide(axis="index").hide(axis="columns").format(escape="latex")
    return str(cell.to_latex()).split("\n")[1].removesuffix(" \\\\")


def _caption(table: Table) -> str | tuple[str, str]:
    """Return the caption; with a note behind it, also the short one for the list of tables."""
    short = escaped(table.caption)
    # In braces, since a closing bracket in it would else end the argument in which it stands.
    return (f"{short}. {escaped(table.note)}", f"{{{short}}}") if table.note else short


def _frame(table: Table) -> DataFrame:
    import pandas

    rows = [[" ".join(cell.split()) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    return pandas.DataFrame(rows, columns=[column.heading for column in table.columns], dtype="object")
