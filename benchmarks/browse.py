"""What Browse costs a reader: bytes over the wire, and from a keystroke to the painted result. ``make bench`` runs it too.

Takes the pool as it is and invented ones of 5,000 and 10,000 papers, opened from disk in Chromium. The time is that from the input
event through the next frame and the task after it, median over the letters of four queries. Exits with 1 where a limit is passed.
"""

from __future__ import annotations

import gzip
import os
import random
import re
import shutil
import statistics
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from pipeline.corpus import Corpus
from pipeline.outputs.site import browse, shell
from pipeline.records import Author

ROOT = Path(__file__).resolve().parent.parent
QUERIES = ["multi-agent credit", "swarm", "m-grpo", "orchestr"]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
WIRE = 120_000
"""Bytes of the page and all that it loads, gzipped."""
SIZES = {0: 16.0, 5_000: 50.0, 10_000: 50.0}
"""Number of invented papers (0 is the pool as it is) to the most milliseconds that a keystroke may take."""
TYPE = """async queries => {
  const field = document.getElementById('q')
  const painted = () => new Promise(done => requestAnimationFrame(() => {
    const after = new MessageChannel()
    after.port1.onmessage = () => done(performance.now())
    after.port2.postMessage(0)
  }))
  const enter = text => { field.value = text; field.dispatchEvent(new InputEvent('input', { bubbles: true })) }
  const taken = []
  for (const query of queries) {
    for (let length = 1; length <= query.length; length += 1) {
      await painted()
      await new Promise(done => setTimeout(done, 60 + (length * 7) % 17))
      const begun = performance.now()
      enter(query.slice(0, length))
      taken.push(await painted() - begun)
    }
    enter('')
    await new Promise(done => setTimeout(done, 200))
  }
  return taken
}"""


def invented(corpus: Corpus, count: int) -> Corpus:
    """Return a survey of that many papers, whose words and names are drawn from a fixed seed."""
    source = random.Random(7)
    words = sorted({word for paper in corpus.papers for word in f"{paper.title} {paper.summary}".split()})
    names = ["".join(source.choices("bdfgklmnprstvz", k=1) + source.choices("aeiou", k=1)) * source.randint(2, 3) for _ in range(3000)]

    def text(length: int) -> str:
        return " ".join(source.choices(words, k=length))

    papers = []
    for number in range(count):
        base = corpus.papers[number % len(corpus.papers)]
        authors = tuple(Author(source.choice(names).title(), source.choice(names).title()) for _ in range(source.randint(2, 12)))
        title, summary, year = f"{text(9)} {number}", f"{text(25)}.", source.randint(2000, 2026)
        papers.append(replace(base, key=f"{base.key[:40]}-{number}", title=title, summary=summary, authors=authors, year=year))
    return replace(corpus, papers=tuple(sorted(papers, key=lambda paper: paper.key)))


def written(corpus: Corpus, folder: Path) -> Path:
    """Write Browse and what it loads, and return the page."""
    for path, content in (*shell.files(corpus), *browse.files(corpus)):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder / "site/index.html"


def on_the_wire(page: Path) -> int:
    """Return the gzipped bytes of a page and of every style, script and icon that it names."""
    text = page.read_text(encoding="utf-8")
    named = re.findall(r'<(?:script[^>]* src|link[^>]*? href)="(assets/[^"]+)"', text)
    files = [page, *(page.parent / name for name in dict.fromkeys(named))]
    return sum(len(gzip.compress(file.read_bytes(), mtime=0)) for file in files)


def keystroke(browser: Browser, page: Path) -> float:
    """Return the median milliseconds from a keystroke to the painted result."""
    tab = browser.new_page(viewport={"width": 1440, "height": 900})
    tab.goto(page.as_uri())
    tab.wait_for_timeout(1500)
    taken: list[float] = tab.evaluate(TYPE, QUERIES)
    tab.close()
    return statistics.median(taken)


def main() -> int:
    """Print a line for each size, and return the exit code."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("needs Chromium: apt-get install chromium, or set CHROMIUM to its path")
        return 1
    corpus, passed = Corpus.load(ROOT), False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for count, most in SIZES.items():
            page = written(invented(corpus, count) if count else corpus, Path(folder) / str(count))
            taken, wire = keystroke(browser, page), on_the_wire(page)
            passed |= taken > most or (not count and wire > WIRE)
            limit = "" if count else f", at most {WIRE / 1000:.0f}"
            papers = f"{count or len(corpus.papers):>6,} papers"
            print(f"{papers}   keystroke {taken:5.1f} ms, at most {most:g}   over the wire {wire / 1000:.0f} kB{limit}")
        browser.close()
    return int(passed)


if __name__ == "__main__":
    sys.exit(main())
