"""Every paper's citation, a script for each form, which the Browse page loads when somebody asks for that form.

Scripts and not JSON, since a page opened from disk may load the one and not the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...corpus import Corpus
from ..exports import bibtex, citations, csl, ris, tables
from ..exports.json_text import Json, for_script
from ..exports.references import references


def files(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield each script as (file name, content).

    It sets one member of ``citations``, named like the file's ending of the form, to ``{head, papers}``: what stands
    before all, and for each paper its key and its text; for CSL-JSON its item.
    """
    for form, (head, cited) in _forms(corpus).items():
        papers: list[Json] = [[paper.key, one] for paper, one in zip(corpus.papers, cited, strict=True)]
        value = for_script({"head": head, "papers": papers})
        yield f"citations-{form}.js", f"(globalThis.citations ??= {{}}).{form} = {value};\n"


def _forms(corpus: Corpus) -> Mapping[str, tuple[str, Sequence[Json]]]:
    cited = references(corpus)
    head = tables.plain_text(replace(corpus, papers=()))
    lines = [tables.plain_text(replace(corpus, papers=(paper,))).removeprefix(head) for paper in corpus.papers]
    return {
        "bib": ("", [bibtex.entry(reference) for reference in cited]),
        "ris": ("", [ris.record(reference) for reference in cited]),
        "json": ("", [csl.item(reference) for reference in cited]),
        "csv": (head, lines),
        "txt": ("", [f"{citations.plain(paper)}\n" for paper in corpus.papers]),
    }
