"""Invented surveys of any size, for measuring: ``python benchmarks/invented.py FOLDER RECORDS``.

They are of the present survey's taxonomy, protocol and outputs, and after its published pool, so that an entry which is added changes
nothing of what is invented. Of the records 28 % are exclusions, as in that pool. Titles are drawn by rank from a vocabulary that grows
with the pool, as it does in any collection of texts, and every fiftieth is nearly that of another record. A record's tags are those of
a paper of that pool, some redrawn; its authors, changes and metadata are as many as there. The survey also gets claims of every kind
that hold, and two readings. The same size gives the same bytes on every machine.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from pipeline.corpus import Corpus
from pipeline.lock import Listing, text_of
from pipeline.records import Exclusion, Paper
from pipeline.taxonomy import Tag, Taxonomy, values_in

ROOT = Path(__file__).resolve().parent.parent
SEED = 7
RETAINED = 84 / 116
"""Share of the records that are papers."""
KEPT_FILES = ("about", "taxonomy", "protocol", "scale", "outputs")
CONSONANTS = tuple("b br c cl d dr f fl g gr h k l m n p pr qu r s sk st t tr v z".split())  # noqa: SIM905 -- read as a row
VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "io", "ou")
LIKE = 50
"""One title in so many is nearly that of an earlier record."""
REDRAWN = 0.12
"""Share of the free tags that are not those of the paper whose tags a record has otherwise."""
READ_BY_ONE = 1_000
"""More entries than this no second reader went through."""
RATED, GENERAL, FIRST_DAY = date(2026, 5, 3), date(2026, 4, 28), date(2026, 4, 26)
"""The day of the readings, the day on which most records joined, and the first day of the screening."""
LATER = 0.04
"""Share of the papers that joined after the cutoff."""


class Words:
    """A vocabulary whose words are as frequent as their rank is high (Zipf's law), endless at the rare end."""

    def __init__(self, source: random.Random, known: Sequence[str], size: int) -> None:
        self._source = source
        self._words = list(known)
        letters = (CONSONANTS, VOWELS)
        while len(self._words) < size:
            syllables = source.choice((1, 2, 2, 3))
            word = "".join(source.choice(part) for _ in range(syllables) for part in letters) + source.choice(("", "n", "r", "s", "t", "x"))
            self._words.append(word.title() if source.random() < 0.7 else word)
        self._below = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(self._words))))

    def text(self, length: int) -> str:
        """Return so many words."""
        drawn = (self._words[bisect(self._below, self._source.random() * self._below[-1])] for _ in range(length))
        text = " ".join(drawn)
        return text[:1].upper() + text[1:]


@dataclass
class Pool:
    """What is drawn from, and what was made so far."""

    source: random.Random
    base: Corpus
    titles: Words
    prose: Words
    names: Sequence[str]
    made: list[str] = field(default_factory=list)
    """Titles."""
    arxiv_ids: Iterator[str] = field(default_factory=lambda: _arxiv_ids())


def _arxiv_ids() -> Iterator[str]:
    """Yield ids month by month, more in later months."""
    for number in itertools.count(1):
        for month in range(2015 * 12, 2026 * 12 + 4):
            for extra in range(1 + (month - 2015 * 12) // 24):
                yield f"{month // 12 % 100:02d}{month % 12 + 1:02d}.{number * 10 + extra:05d}"


def _ranked(texts: Iterable[str]) -> list[str]:
    counted = Counter(word for text in texts for word in re.findall(r"[A-Za-z][A-Za-z-]+", text))
    return [word for word, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))]


def _pool(records: int, base: Corpus) -> Pool:
    source = random.Random(SEED)
    everything: tuple[Paper | Exclusion, ...] = (*base.papers, *base.exclusions)
    names = ["".join(source.choices("bcdfghjklmnprstvz", k=1) + source.choices("aeiouéü", k=1)) * 2 for _ in range(40)]
    names = [f"{name}{end}".title() for name in names for end in ("", "n", "ng", "rs", "tti", "vić", "kawa", "son", "ez", "mann")]
    # Some fifteen tokens of a title bring one new word, as in the published pool at its size and in any larger one (Heaps' law).
    titles = Words(source, _ranked(record.title for record in everything), 500 + int(40 * records**0.7))
    return Pool(source, base, titles, Words(source, _ranked(paper.summary for paper in base.papers), 3_000), names)


def _title(pool: Pool) -> str:
    if pool.made and pool.source.random() < 1 / LIKE:
        title = _nearly(pool, pool.source.choice(pool.made))
    else:
        # Without T and X, so that none says TBD, TODO or XXX, which no title may.
        acronym = "".join(pool.source.choices("ABCDEFGHKLMNPRSVYZ", k=pool.source.randint(3, 6)))
        named = f"{acronym}: " if pool.source.random() < 0.3 else ""
        title = named + pool.titles.text(pool.source.choice((5, 6, 7, 8, 9, 10, 11, 12, 14)))
    pool.made.append(title)
    return title


def _nearly(pool: Pool, title: str) -> str:
    words = title.split()
    place = pool.source.randrange(len(words))
    changed = {
        0: [*words, "II"],
        1: [word.lower() for word in words],
        2: [*words[:place], f"{words[place]}s", *words[place + 1 :]],
        3: ["Towards", *words],
    }[pool.source.randrange(4)]
    return " ".join(changed)


def _people(pool: Pool, count: int) -> list[str]:
    drawn = (f"{pool.source.choice(pool.names)} {pool.source.choice(pool.names)}" for _ in range(count))
    return list(dict.fromkeys(drawn))


def _tags(pool: Pool, paper: Paper, free: Sequence[str]) -> dict[str, Tag]:
    tags = dict(paper.tags)
    for name in free:
        declared = pool.base.taxonomy.fields[name]
        if name in tags and declared.kind == "one" and pool.source.random() < REDRAWN:
            tags[name] = pool.source.choice(list(declared.by_name))
    return tags


def _free(taxonomy: Taxonomy) -> list[str]:
    """Return the fields that nothing else depends on."""
    bound = {name for rule in taxonomy.rules for part in (rule.when, rule.then, rule.then_not) for name in part or ()}
    bound |= {name for declared in taxonomy for name in declared.applies_to} | {d.name for d in taxonomy if d.applies_to}
    return [declared.name for declared in taxonomy if declared.name not in bound]


# -- YAML, as people write it

_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 ,.()/_+-]*[A-Za-z0-9.)]|[A-Z]")
_SWITCH = re.compile(r"yes|no|on|off|true|false|null", re.IGNORECASE)


def _scalar(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and not _SWITCH.fullmatch(text) and ": " not in text
    return text if plain else json.dumps(text, ensure_ascii=False)


def _flow(tag: Tag | Sequence[str]) -> str:
    if isinstance(tag, str):
        return tag if re.fullmatch(r"[A-Za-z0-9_]+", tag) else _scalar(tag)
    if isinstance(tag, Mapping):
        return "{" + ", ".join(f"{name}: {_inner(text)}" for name, text in tag.items()) + "}"
    return "[" + ", ".join(_inner(text) for text in tag) + "]"


def _inner(text: str) -> str:
    written = _scalar(text)
    return json.dumps(text, ensure_ascii=False) if "," in written and not written.startswith('"') else written


# -- records


@dataclass
class Made:
    """A record: its name, its file's text and what else is made of it."""

    name: str
    text: str
    tags: Mapping[str, Tag]
    added: date
    listing: tuple[str, Listing] | None


def _paper(pool: Pool, key: str, model: Paper, free: Sequence[str]) -> Made:
    source = pool.source
    tags, title = _tags(pool, model, free), _title(pool)
    authors = _people(pool, max(1, len(model.authors)))
    arxiv_id = next(pool.arxiv_ids) if source.random() < 0.9 else ""
    doi = f"10.9999/{key}" if source.random() < 0.2 else ""
    link = f"https://arxiv.org/abs/{arxiv_id}" if arxiv_id else f"https://example.org/{key}"
    added = date(2026, 5, 5) + timedelta(days=source.randrange(150)) if source.random() < LATER else GENERAL
    lines = [f"title: {_scalar(title)}", "authors:", *(f"  - {author}" for author in authors)]
    year = 2000 + int(arxiv_id[:2]) if arxiv_id else source.randrange(1995, 2026)
    lines += [f"year: {year}", f"venue: {_scalar(_venue(pool, model.venue, year))}"]
    lines += [f"affiliation: {_scalar(model.affiliation)}"] if model.affiliation else []
    lines += [f"arxiv_id: {arxiv_id}"] if arxiv_id else []
    lines += [f"doi: {doi}"] if doi else []
    lines += ["links:", f"  - {link}", f"added: {added}", f"summary: {pool.prose.text(source.randint(16, 30))}.", "tags:"]
    lines += [f"  {name}: {_flow(tag)}" for name, tag in tags.items()]
    if model.exceptions:
        lines += ["exceptions:", *(f"  {name}: {_scalar(why)}" for name, why in model.exceptions.items())]
    changes = list(_changes(pool, authors, tags, added))
    lines += ["changes:", *changes] if changes else []
    listing = (arxiv_id, _listing(title, authors, arxiv_id)) if arxiv_id else None
    return Made(key, "\n".join(lines) + "\n", tags, added, listing)


def _venue(pool: Pool, venue: str, year: int) -> str:
    """Return a venue with the year in the place of its own, at the end where only others name that venue with one."""
    names = {_YEAR.sub("", other.venue).strip() for other in pool.base.papers if _YEAR.search(other.venue)}
    return f"{venue} {year}" if venue in names else _YEAR.sub(str(year), venue)


def _changes(pool: Pool, authors: Sequence[str], tags: Mapping[str, Tag], added: date) -> Iterator[str]:
    if pool.source.random() < 0.6 and len(authors) > 1:
        yield f"  - {{date: 2026-11-30, field: authors, from: [{authors[0]}], why: all authors as arXiv lists them}}"
    if pool.source.random() < 0.05 and added == GENERAL:
        declared = pool.base.taxonomy.fields["scenario"]
        before = pool.source.choice([value for value in declared.by_name if value != tags["scenario"]])
        yield f"  - {{date: 2026-04-30, field: tags.scenario, from: {before}, to: {tags['scenario']}, why: read again}}"


def _listing(title: str, authors: Sequence[str], arxiv_id: str) -> Listing:
    month = date(2000 + int(arxiv_id[:2]), int(arxiv_id[2:4]), 1)
    return Listing(
        title=title, authors=tuple(authors), published=month + timedelta(days=int(arxiv_id[5:]) % 28), updated=None, version=1,
        primary_category="cs.LG", doi=None, journal_ref=None, comment=None, categories=("cs.LG", "cs.MA"), source="listing",
        fetched=date(2026, 11, 30),
    )  # fmt: skip


def _exclusion(pool: Pool, name: str, model: Exclusion) -> Made:
    arxiv_id, title = next(pool.arxiv_ids), _title(pool)
    day = FIRST_DAY + timedelta(days=pool.source.randrange(7))
    lines = [f"title: {_scalar(title)}", f"source: {_scalar(model.source)}", f"query_family: {_scalar(model.query_family)}"]
    lines += [f"identifier: arXiv:{arxiv_id}", f"url: https://arxiv.org/abs/{arxiv_id}", f"date_screened: {day}", f"stage: {model.stage}"]
    lines += [f"reason_codes: {_flow(model.reason_codes)}", f"reason: {pool.prose.text(22)}."]
    lines += ["tags:", *(f"  {field}: {_flow(tag)}" for field, tag in model.tags.items())] if model.tags else []
    return Made(name, "\n".join(lines) + "\n", model.tags, day, None)


# -- what the survey says of them


def _claims(papers: Sequence[Made], base: Corpus) -> Iterator[str]:
    """Yield claims of every kind, each of which holds, with the present survey's scenarios."""
    held = [paper.tags for paper in papers if paper.added <= date(2026, 5, 4)]
    yield "claims:"
    number = itertools.count(1)

    def claim(what: str, expect: str, pool: str = "published", **more: str) -> Iterator[str]:
        yield f"  claim-{next(number)}:"
        yield f"    sentence: Invented claim on {what}."
        yield f"    pool: {pool}"
        yield from (f"    {name}: {text}" for name, text in more.items())
        yield f"    expect: {expect}"
        yield "    boundary: Nothing but a measure of speed."

    for name in ("category", "reward_type", "credit_granularity", "orchestration_form", "scenario", "is_core", "bucket", "publication"):
        declared = base.taxonomy.fields[name]
        counted = Counter(value for tags in held for value in values_in(tags.get(name)))
        numbers = ", ".join(f'"{value}": {counted[value]}' for value in declared.by_name)
        yield from claim(f"all of {name}", f"{{counts: {{{name}: {{{numbers}}}}}}}")
        leader = max((value for value in declared.by_name if value != declared.none), key=lambda value: counted[value])
        others = [counted[value] for value in declared.by_name if value not in (leader, declared.none)]
        if counted[leader] > max(others):
            yield from claim(f"the first of {name}", f"{{most_common: {{{name}: {leader}}}}}", "current")
        some = next(value for value in declared.by_name if counted[value])
        asked = f'{{{name}: ["{some}"]}}'
        yield from claim(f"some of {name}", f"{{count: {counted[some]}}}", where=asked)
        yield from claim(f"few of {name}", f"{{at_most: {counted[some] * 2}}}", "current", where=asked)
        yield from claim(f"any of {name}", f"{{at_least: {counted[some] // 2}}}", where=asked, under="near-misses")
        carried = [value for value in declared.by_name if counted[value]]
        yield from claim(f"each of {name}", f"{{each: {{{name}: {_flow(carried)}}}}}", "current")
    both = sum(tags.get("is_rl") == "no" and tags.get("reward_type") == "debate" for tags in held)
    yield from claim("none", "{none: yes}" if not both else f"{{at_most: {both}}}", where='{is_rl: ["no"], reward_type: [debate]}')
    yield from claim("few exclusions", "{fewer_than: {of: papers}}", of="exclusions")
    named = sorted(paper.name for paper in papers if paper.added <= date(2026, 5, 4) and paper.tags.get("mas_native") == "yes")[:40]
    rest = Counter(paper.name in named for paper in papers if paper.tags.get("mas_native") == "yes" and paper.added <= date(2026, 5, 4))
    if named and not rest[False]:
        yield from claim("just these", f"{{exactly: {_flow(named)}}}", where='{mas_native: ["yes"]}')
    yield from claim("every method", "{every: {where: {bucket: [A, B, C, D, E, F, G, H]}}}", where="{category: [rl_method]}")
    stated = (credit for tags in held if isinstance(credit := tags.get("strict_credit"), dict))
    strict = sum(credit.get("message") in ("strict", "clearest") for credit in stated)
    broad = sum(tags.get("credit_granularity") == "message" for tags in held)
    yield from claim(
        "sparse credit", f"{{at_most: {broad + 5}}}", where="{credit_granularity: [message]}",
        strict=f"{{where: {{strict_credit.message: [strict, clearest]}}, expect: {{at_most: {strict + 5}}}}}",
    )  # fmt: skip
    yield ""
    yield (ROOT / "survey/claims.yaml").read_text(encoding="utf-8").partition("\nscenarios:")[2].join(("scenarios:", ""))


def _audits(papers: Sequence[Made], pool: Pool) -> Iterator[tuple[str, list[str]]]:
    """Yield a printed table with all papers, and a reader's codings of three in ten."""
    read = [paper for paper in papers if paper.added <= RATED]
    printed = {p.name: {"is_core": "supporting" if p.tags["is_core"] == "core" else "core"} for p in read if pool.source.random() < 0.05}
    fields = ("category", "is_rl", "reward_type", "credit_granularity", "orchestration_form")
    seen = {}
    for paper in sorted(pool.source.sample(read, min(READ_BY_ONE, len(read) * 3 // 10)), key=lambda paper: paper.name):
        other = pool.source.choice(fields[2:])
        declared = pool.base.taxonomy.fields[other]
        again = {other: pool.source.choice(list(declared.by_name))} if pool.source.random() < 0.2 else {}
        seen[paper.name] = {name: str(paper.tags[name]) for name in fields} | again
    yield f"print-{RATED}", ["kind: print", "same_as_published: yes", *_codings(("is_core", "scenario"), printed, papers)]
    yield f"reading-{RATED}", ["kind: reading", *_codings(fields, seen, papers)]


def _codings(fields: Sequence[str], seen: Mapping[str, Mapping[str, str]], papers: Sequence[Made]) -> Iterator[str]:
    held = {paper.name: paper.tags for paper in papers}
    yield from ("reader: invented", f"date: {RATED}", "method: Invented.", "caveat: Nobody read anything.", f"fields: {_flow(fields)}")
    yield "codings:"
    for key, tags in seen.items():
        yield f"  {key}: {{tags: {{{', '.join(f'{name}: {_flow(tag)}' for name, tag in tags.items())}}}}}"
    apart = {name: [key for key, tags in seen.items() if name in tags and tags[name] != held[key][name]] for name in fields}
    yield "disagreements:"
    for name, keys in apart.items():
        if keys:
            yield from (f"  - field: {name}", f"    papers: [{', '.join(keys)}]", "    status: open", "    why: Invented as well.")


def write(folder: Path, records: int) -> None:
    """Write a survey with so many records, papers and exclusions together, into a folder that holds none."""
    base = Corpus.load(ROOT).pool("published")
    pool = _pool(records, base)
    retained = round(records * RETAINED)
    free = _free(base.taxonomy)
    # The first papers have the keys of the published pool, which the outputs' groups and the scale points name.
    keys = [paper.key for paper in base.papers][:retained]
    keys += [f"{pool.prose.text(1).lower().replace(' ', '-')[:40].strip('-')}-{number}" for number in range(len(keys), retained)]
    models = [*base.papers, *(pool.source.choice(base.papers) for _ in range(retained))]
    papers = sorted((_paper(pool, key, model, free) for key, model in zip(keys, models, strict=False)), key=lambda made: made.name)
    logged = [_exclusion(pool, f"E{n:03d}", pool.source.choice(base.exclusions)) for n in range(1, records - retained + 1)]
    for kind, made in (("corpus", papers), ("exclusions", logged)):
        (folder / kind).mkdir(parents=True)
        for record in made:
            (folder / kind / f"{record.name}.yaml").write_text(record.text, encoding="utf-8")
    survey = folder / "survey"
    (survey / "audits").mkdir(parents=True)
    for stem in KEPT_FILES:
        (survey / f"{stem}.yaml").write_bytes((ROOT / f"survey/{stem}.yaml").read_bytes())
    outputs = (survey / "outputs.yaml").read_text(encoding="utf-8")
    outputs = re.sub(r"\n  claims: \[[^]]*\]", "\n  claims: [claim-1, claim-2]", outputs)
    for name, lines in (
        ("outputs", [outputs.rstrip("\n")]),
        ("claims", _claims(papers, base)),
        *((f"audits/{stem}", lines) for stem, lines in _audits(papers, pool)),
    ):
        (survey / f"{name}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    listings = {listing[0]: listing[1] for paper in papers if (listing := paper.listing)}
    (folder / "arxiv.lock.json").write_text(text_of(listings), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
