"""Tables: made of a survey, and written for the terminal, for spreadsheets, programs, Markdown and LaTeX."""

from .counts import count_table, crosstab_table, exclusion_table, said_once
from .declared import declared_table
from .files import FOLDER, files, latex
from .latex import as_latex
from .table import Column, Table, Wording
from .writing import as_csv, as_json, as_markdown, as_text

__all__ = [
    "FOLDER", "Column", "Table", "Wording", "as_csv", "as_json", "as_latex", "as_markdown", "as_text", "count_table", "crosstab_table",
    "declared_table", "exclusion_table", "files", "latex", "said_once",
]  # fmt: skip
