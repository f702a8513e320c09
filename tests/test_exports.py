import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from exports_pool import ROOT, published

from pipeline.outputs.exports import FORMATS, OPTIONAL

ALWAYS = [name for name in FORMATS if name not in OPTIONAL]


def test_every_format_has_a_file_name_of_its_own():
    names = [made.file_name for made in FORMATS.values()]
    assert len(names) == len({name.casefold() for name in names}) == 21


@pytest.mark.parametrize("name", ALWAYS)
def test_a_format_gives_text_or_bytes_and_the_same_ones_again(name):
    first, second = (FORMATS[name].content(published()) for _ in range(2))
    assert first == second
    assert isinstance(first, bytes) or (first.endswith("\n") and "\r" not in first)


@pytest.mark.parametrize("name", ALWAYS)
def test_an_empty_pool_breaks_no_format(name):
    FORMATS[name].content(replace(published(), papers=(), exclusions=()))


@pytest.mark.parametrize("name", ALWAYS)
def test_a_paper_of_which_hardly_anything_is_known_breaks_no_format(name):
    texts = dict.fromkeys(("venue", "affiliation", "short_name", "arxiv_id", "summary", "notes"), "")
    bare = replace(published().papers[0], authors=(), links=(), tags={}, changes=(), **texts)
    assert FORMATS[name].content(replace(published(), papers=(bare,)))


@pytest.mark.parametrize("name", ["csv", "csv-full", "bibtex", "ris", "text", "csl-json", "atom"])
def test_what_is_not_known_is_never_spelled_out(name):
    assert not re.search(r"\b(None|nan|null)\b", FORMATS[name].content(published()))


DIGESTS = """
import hashlib, sys
sys.path.insert(0, "tests")
from exports_pool import hostile
from pipeline.outputs.exports import FORMATS, OPTIONAL
for name in FORMATS.keys() - OPTIONAL:
    made = FORMATS[name].content(hostile())
    sys.stdout.write(f"{hashlib.sha256(made if isinstance(made, bytes) else made.encode()).hexdigest()} {name}\\n")
"""


@pytest.mark.thorough
def test_hash_seed_time_zone_and_locale_change_no_byte():
    runs = set()
    for seed, zone in (("1", "UTC"), ("2", "Pacific/Auckland")):
        settings = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"}
        made = subprocess.run([sys.executable, "-c", DIGESTS], cwd=ROOT, env=settings, capture_output=True, check=True)
        runs.add(tuple(sorted(made.stdout.splitlines())))
    (lines,) = runs
    assert len(lines) == 18
