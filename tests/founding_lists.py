"""Three invented lists of papers, each in the shape of a kind of list that people publish. Nothing in them exists."""

from __future__ import annotations

import csv
import io

_THINGS = ("Kite", "Loom", "Bell", "Kiln", "Sluice", "Lathe", "Quern", "Anvil", "Bobbin", "Sextant", "Plough", "Lantern")
_QUALITIES = ("Quiet", "Folding", "Tidal", "Woven", "Hollow", "Patient", "Rusted", "Feathered", "Glazed", "Nested")
_SUBJECTS = ("Repair", "Tuning", "Storage", "Weathering", "Transport", "Casting", "Balance", "Lending", "Restoration", "Sorting")
_FAMILIES = ("Alder", "Brook", "Flint", "Pike", "Quill", "Weir", "Marsh", "Thorn", "Vale", "Heath", "Ørsted", "Núñez", "de la Mare", "Wren")
_GIVEN = ("Ines", "Jun", "Mara", "Teo", "Ada", "Bo", "Lev", "Noor", "Pia", "Sol", "Uma", "Zoë")
_MEETINGS = ("Journal of Invented Crafts", "WorkshopCon", "Proceedings of the Bench", "MakerConf")
CRAFTS = ("weaving", "smithing", "pottery", "carpentry", "printing", "baking", "dyeing", "glass, blown", "rope making")
STAGES = ("idea", "trial", "in use")
LETTERS = "abcdefghij"


def _title(n: int) -> str:
    one, two = _QUALITIES[n % 10], _SUBJECTS[(n // 10) % 10]
    return f"{one} {_THINGS[n % 12]}s and the {two} of Workshops, Case {n}"


def _author(n: int) -> tuple[str, str]:
    return _FAMILIES[n % len(_FAMILIES)], _GIVEN[n % len(_GIVEN)]


def crafts_csv(entries: int = 600) -> str:
    """Return a table with a semicolon between its columns and several crafts in most cells, parted by bars.

    Every seventh entry has an arXiv id, every fifth a DOI; one in ten gives its stage in capitals.
    """
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    writer.writerow(("No.", "Paper Title", "Authors", "Published", "Venue", "Crafts", "Stage", "Link", "DOI", "Abstract", "Shelf mark"))
    for n in range(entries):
        names = [_author(n + k) for k in range(1 + n % 4)]
        crafts = [CRAFTS[(n * 7 + n // 11 + k * k) % len(CRAFTS)] for k in range(1 + n % 3)]
        year = 2003 + n % 20
        link = (
            f"https://arxiv.org/abs/{year % 100:02}{1 + n % 12:02}.{n:04}"
            if n % 7 == 0 and 7 < year % 100 < 15
            else f"https://example.org/crafts/{n}"
        )
        doi = f"10.5555/CRAFTS.{n}" if n % 5 == 0 else ""
        stage = STAGES[n % 3].upper() if n % 10 == 0 else STAGES[n % 3]
        said = f"Looks at case {n}" + (",\nwith a line break; and a semicolon" if n % 50 == 0 else "")
        authors = " and ".join(f"{given} {family}" for family, given in names)
        row = (
            n + 1,
            _title(n),
            authors,
            f"{year}-{1 + n % 12:02}-09",
            _MEETINGS[n % 4],
            " | ".join(dict.fromkeys(crafts)),
            stage,
            link,
            doi,
            said,
            f"S-{n:03}",
        )
        writer.writerow(row)
    return "\ufeff" + written.getvalue()


def sensing_markdown() -> str:
    """Return a list that is grouped by headings alone, two levels of them, with badges, a table, and entries that lead nowhere."""
    lines = [
        "# 🌊 Awesome Puddle Sensing [![Awesome](https://awesome.re/badge.svg)](https://awesome.re)",
        "",
        "[![Stars](https://img.shields.io/github/stars/example/puddles?style=social)](https://github.com/example/puddles)",
        "![License](https://img.shields.io/badge/license-none-green.svg)",
        "",
        "> A list of invented papers on sensing puddles. Pull requests are welcome!",
        "",
        "## Contents",
        "",
        "- [📏 Depth](#-depth)",
        "  - [Rulers](#rulers)",
        "- [🎨 Colour](#-colour)",
        "",
        "## 📏 Depth",
        "",
        "### Rulers",
        "",
        "- [Measuring Puddles with a Ruler](https://arxiv.org/abs/2101.00011) - *Ines Alder, Jun Brook*, "
        "**PuddleConf 2021** [[code](https://github.com/example/ruler)]",
        "- **Bent Rulers for Bent Puddles** [[paper](https://arxiv.org/pdf/2202.00012v3.pdf)] [[code](https://github.com/example/bent)]<br>"
        "Mara Flint, Teo Pike and Ada Quill. *WetSense 2022*",
        "- (PuddleConf 2020) [Are Rulers Wet?](https://example.org/wet) Bo Weir et al. "
        "[![Code](https://img.shields.io/badge/code-blue)](https://github.com/example/wet)",
        "- [2023/05] [Ruler: A Stick That Knows](https://example.org/stick), L. Marsh, N. Thorn. 🔥",
        "",
        "### ⚓ Floats",
        "",
        "* [Floats That Tell](https://doi.org/10.5555/floats.7). Pia Vale, Sol Heath. Journal of Puddles, 2019. "
        "Tells the depth from how a float leans.",
        "* [Corks and Their Kin](http://example.org/corks) - Uma Wren, Zoë Alder, WetSense 2018",
        "* Old Floats of the North, Lev Marsh et al., 1987",
        "* ~~[A Float That Sank](https://example.org/sank)~~ *Noor Brook et al.*, WetSense 2017",
        "",
        "## 🎨 Colour",
        "",
        "### By eye",
        "",
        "1. [Brown, Mostly](https://example.org/brown) \\| *J. Pike, A. Weir* \\| PuddleConf 2016",
        "2. [A Chart of Greys](https://aclanthology.org/2022.wet-main.3/) by Teo Vale and Ada Heath",
        "   - [Paper](https://example.org/greys.pdf) [Code](https://github.com/example/greys)",
        "3. [Measuring Puddles with a Ruler](https://arxiv.org/abs/2101.00011v2) - *Ines Alder, Jun Brook*, PuddleConf 2021",
        "",
        "### By instrument",
        "",
        "| Title | Authors | Venue | Year | Code | Instrument |",
        "| :--- | --- | --- | ---: | --- | --- |",
        "| [Prisms in the Rain](https://example.org/prisms) | Bo Flint, Pia Quill | WetSense | 2021 "
        "| [link](https://github.com/example/prisms) | prism |",
        "| **Lamps over Water** [pdf](https://example.org/lamps.pdf) | Sol Thorn | PuddleConf | 2022 | - | lamp |",
        "| [Filters, Stacked \\| Reviewed](https://example.org/filters) | Uma Marsh; Lev Wren | WetSense | 2020 | | prism |",
        "| [Undated Mirrors](https://example.org/mirrors) | Zoë Brook, Jun Pike | | | | mirror |",
        "",
        "## Tools",
        "",
        "- [puddlekit](https://github.com/example/puddlekit) - A kit of parts for whoever wants to begin.",
        "- A Spreadsheet of Puddles",
        "",
        "## Contributing",
        "",
        "- Read [the guide](https://example.org/guide) first.",
    ]
    return "\n".join(lines) + "\n"


def mills_bibtex(entries: int = 60) -> str:
    """Return references with accents as commands, macros, cross-references, keywords as tags, and entries that lack this or that."""
    head = r"""% References on mills. Nothing here exists.
@string{jim = "Journal of Invented Mills"}
@string(mc = {MillConf})
@preamble{"\newcommand{\noop}[1]{}"}
@comment{kept by hand}

@proceedings{mc2019,
  title     = mc # " 2019: Talks on {M}ills",
  booktitle = mc # { 2019},
  year      = 2019,
  publisher = {Weir Press},
}
"""
    return head + "\n".join(_mill(n) for n in range(entries))


_MILLERS = (
    r"M{\"u}ller, J{\'o}zef", r"{\AA}se {\O}rsted", r"N\'u\~nez, Zo{\"e}", r"{\v{C}}apek, Ma\v{s}a", r"van der {Weide}, Jan",
    "{The Mill Group}", "Ines Alder",
)  # fmt: skip
"""As BibTeX writes them: Müller, Ørsted, Núñez, Čapek, a particle, a team, and a name in its usual order."""
MILLERS = ("Józef Müller", "Åse Ørsted", "Zoë Núñez", "Maša Čapek", "Jan van der Weide", "The Mill Group", "Ines Alder")
"""The same in plain text."""
_DRIVES = ("wind", "water", "tide", "hand")
_PARTS = ("sail", "wheel", "stone", "gear")


def _mill(n: int) -> str:
    people = " and ".join(_MILLERS[(n + k) % 7] for k in range(1 + n % 3)) + (" and others" if n % 11 == 0 else "")
    title = rf"{{A}} {_QUALITIES[n % 10]} {{MILL}} for {_SUBJECTS[n // 6]} \& More: {50 + n}\% of $\beta$"
    fields = {"title": f"{{{title}}}", "author": f"{{{people}}}", "keywords": f"{{{_DRIVES[n % 4]}, {_PARTS[(n // 4) % 4]}}}"}
    kind = ("article", "inproceedings", "misc", "phdthesis", "InProceedings")[n % 5]
    fields |= {
        "article": {
            "journal": "jim",
            "volume": f"{n}",
            "pages": f"{{{n}--{n + 9}}}",
            "year": f"{1980 + n % 40}",
            "doi": f"{{10.5555/mill\\_{n}}}",
        },
        "inproceedings": {"booktitle": 'mc # " 2021"', "year": '"2021"', "url": f"{{https://example.org/mills/{n}}}"},
        "misc": {"eprint": f"{{21{1 + n % 12:02}.{10000 + n}}}", "archivePrefix": "{arXiv}", "primaryClass": "{physics.pop-ph}"},
        "phdthesis": {
            "school": "{University of the {Weir}}",
            "year": "{2012}",
            "howpublished": rf"{{\url{{https://example.org/theses/{n}}}}}",
        },
        "InProceedings": {"crossref": "{mc2019}", "url": f"{{https://example.org/mc2019/{n}}}"},
    }[kind]
    if n in (17, 34):
        del fields["author"]
    if n in (21, 46):
        del fields["url"]
    if n == 50:
        fields.pop("year")
    body = "".join(f"  {name} = {value},\n" for name, value in fields.items())
    return f"@{kind}{{mill{n:02},\n{body}}}\n"
