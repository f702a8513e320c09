"""Rules over the whole survey. Each is a generator; its docstring is the rule, and RULES names them all."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

from . import identifiers
from .corpus import Corpus
from .errors import Place, Problem
from .records import SIMILAR_TITLE, TAGS, UNKNOWABLE, UNKNOWN, Exclusion, Paper, Promotion
from .taxonomy import Rule, Tag, TagValue, Taxonomy, holds, values_in

TITLE_LIKENESS = 88
"""Percent of likeness from which two titles are worth a look; different works on one subject were seen to reach 76."""
_TITLE_BLOCK = 12
"""A word in more titles than this says nothing about which paper is meant."""

Record = Paper | Exclusion


def problems(corpus: Corpus, today: date) -> Iterator[Problem]:
    """Yield what is wrong with a survey as a whole. ``today`` is the date after which nothing can be dated."""
    judged = _with_partial(corpus)
    for rule in RULES:
        yield from rule(judged)
    yield from _no_date_lies_ahead(judged, today)


def _with_partial(corpus: Corpus) -> Corpus:
    """Return the survey together with what could be read of records that have an error, so that one fault hides no other."""
    if not corpus.partial:
        return corpus
    papers = [*corpus.papers, *(one for one in corpus.partial if isinstance(one, Paper))]
    exclusions = [*corpus.exclusions, *(one for one in corpus.partial if isinstance(one, Exclusion))]
    return replace(
        corpus, partial=(), papers=tuple(sorted(papers, key=lambda paper: paper.key)),
        exclusions=tuple(sorted(exclusions, key=lambda exclusion: exclusion.id)),
    )  # fmt: skip


def _is_open(record: Record, *names: str) -> bool:
    """Say whether a rule that looks at these fields must wait, since one of them has an error of its own."""
    return bool(record.unread) and any(name in record.unread or name.partition(".")[0] in record.unread for name in names)


def _records(corpus: Corpus) -> Iterator[Record]:
    yield from corpus.papers
    yield from corpus.exclusions


def ids_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records of corpus and exclusions have the same arXiv id."""
    yield from _shared(_records(corpus), lambda record: [identifiers.comparable_arxiv_id(record.arxiv_id)], "arxiv_id", "the arXiv id")


def dois_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records have the same DOI, written or in a link."""
    yield from _shared(_records(corpus), _dois, "doi", "the DOI")


def links_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records have the same link."""
    yield from _shared(_records(corpus), _addresses, "links", "the link")


def _dois(record: Record) -> Iterable[str]:
    found = {record.doi, *(identifiers.bare_doi(link) or "" for link in _links(record))}
    return sorted(doi for doi in found if not identifiers.arxiv_id_in(doi))


def _addresses(record: Record) -> Iterable[str]:
    return sorted({identifiers.comparable_link(link) for link in _links(record) if not _names_identifier(link)})


def _names_identifier(link: str) -> bool:
    return bool(identifiers.arxiv_id_in(link) or identifiers.bare_doi(link))


def _links(record: Record) -> tuple[str, ...]:
    if isinstance(record, Paper):
        return record.links
    return (record.url,) if record.url else ()


def _shared(records: Iterable[Record], of: Callable[[Record], Iterable[str]], field: str, what: str) -> Iterator[Problem]:
    holders: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        for identity in of(record):
            if identity:
                holders[identity].append(record)
    for identity, sharing in holders.items():
        for record in sharing if len(sharing) > 1 else ():
            others = ", ".join(other.place.path for other in sharing if other is not record)
            holder = _field_of(record, field)
            yield Problem(record.where(holder), "duplicate-record", f"{what} is also that of {others}", holder, found=identity)


def _field_of(record: Record, field: str) -> str:
    if isinstance(record, Exclusion):
        return "identifier" if field != "links" and "identifier" in record.places else "url"
    return field if field in record.places else "links"


def titles_are_unlike(corpus: Corpus) -> Iterator[Problem]:
    """Titles that are the same but for case, accents and punctuation, or nearly so, are a likely duplicate."""
    records = list(_records(corpus))
    folded = [identifiers.folded(record.title) for record in records]
    for first, second, likeness in _like_pairs(folded):
        one, two = records[first], records[second]
        if any(SIMILAR_TITLE in record.exceptions for record in (one, two) if isinstance(record, Paper)):
            continue
        for record, other in ((one, two), (two, one)):
            message = f"reads like {other.title!r} in {other.place.path} ({likeness} % alike)"
            hint = f"keep one, or write under exceptions of a paper: {SIMILAR_TITLE}: why they are two works"
            yield Problem(record.where("title"), SIMILAR_TITLE, message, "title", record.title, hint=hint, severity="warning")


def _like_pairs(folded: list[str]) -> Iterator[tuple[int, int, int]]:
    """Yield positions of like titles with their likeness in percent; compares only titles that share a rare word."""
    words = [frozenset(title.split()) for title in folded]
    for a, b in sorted(_pairs_to_compare(folded, words)):
        likeness = _likeness(folded[a], folded[b])
        if likeness >= TITLE_LIKENESS and _numbering(folded[a]) == _numbering(folded[b]):
            yield a, b, likeness


def _pairs_to_compare(folded: list[str], words: list[frozenset[str]]) -> set[tuple[int, int]]:
    common = Counter(word for title in words for word in title)
    blocks: dict[str, list[int]] = defaultdict(list)
    for number, title in enumerate(words):
        for word in title:
            if 1 < common[word] <= _TITLE_BLOCK:
                blocks[word].append(number)
    twins: dict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(folded):
        if text:
            twins[text].append(number)
    pairs = {(a, b) for block in (*blocks.values(), *twins.values()) for a in block for b in block if a < b}
    return {(a, b) for a, b in pairs if 2 * len(words[a] & words[b]) >= min(len(words[a]), len(words[b]))}


def _likeness(one: str, other: str) -> int:
    """Return how alike two texts are, in percent; 0 where two quicker bounds say that it is below TITLE_LIKENESS."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, one, other, autojunk=False)
    bounds = (matcher.real_quick_ratio, matcher.quick_ratio)
    return int(100 * matcher.ratio()) if all(100 * bound() >= TITLE_LIKENESS for bound in bounds) else 0


_NUMERALS = {"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "one", "two", "three", "four"}


def _numbering(title: str) -> list[str]:
    """What tells part I from part II, and version 2 from version 2.5."""
    return [word for word in title.split() if word in _NUMERALS or any(c.isdigit() for c in word)]


def id_and_links_agree(corpus: Corpus) -> Iterator[Problem]:
    """An arXiv address or DOI of a record names the record's arXiv id; that of a paper names no version."""
    for record in _records(corpus):
        for field, text in _addressed(record):
            named = identifiers.arxiv_id_in(text)
            if not named or _is_open(record, "arxiv_id", "identifier"):
                continue
            if identifiers.comparable_arxiv_id(named) != identifiers.comparable_arxiv_id(record.arxiv_id):
                message = f"names {named}, but the arXiv id is {record.arxiv_id or 'absent'}"
                yield Problem(record.where(field), "id-against-link", message, field, text)
            elif isinstance(record, Paper) and _VERSION.match(text, text.lower().find(named.lower()) + len(named)):
                hint = f"write {identifiers.arxiv_link(named)}, which leads to the latest"
                yield Problem(record.where(field), "versioned-link", "names a version", field, text, hint=hint, severity="warning")


_VERSION = re.compile(r"v[0-9]", re.IGNORECASE)


def _addressed(record: Record) -> Iterator[tuple[str, str]]:
    if isinstance(record, Paper):
        yield "doi", record.doi
        yield from (("links", link) for link in record.links)
    else:
        yield from (("identifier", record.identifier), ("url", record.url))


def rules_across_fields_hold(corpus: Corpus) -> Iterator[Problem]:
    """Each rule of the taxonomy holds for each entry, or the entry says why not."""
    for rule in corpus.taxonomy.rules:
        for paper in corpus.papers:
            yield from _broken(rule, paper)


def broken(taxonomy: Taxonomy, tags: Mapping[str, Tag]) -> tuple[str, ...]:
    """Return the names of the rules across fields that some tags do not keep."""
    return tuple(rule.name for rule in taxonomy.rules if not _is_kept(rule, tags))


def _broken(rule: Rule, paper: Paper) -> Iterator[Problem]:
    if _is_open(paper, "exceptions", *(TAGS + name for name in (*rule.when, *rule.then, *rule.then_not))):
        return
    excepted = rule.name in paper.exceptions
    kept = _is_kept(rule, paper.tags)
    if kept and excepted:
        message = f"the entry keeps the rule {rule.name!r}, so the exception is not needed"
        yield Problem(paper.where("exceptions"), "unused-exception", message, "exceptions", severity="warning")
    if kept or excepted:
        return
    names = [*rule.then, *rule.then_not]
    values = ", ".join(f"{name} {' '.join(values_in(paper.tag(name))) or 'absent'}" for name in (*rule.when, *names))
    hint = f"retag, or write under exceptions: {rule.name}: why it holds here"
    yield Problem(paper.where(f"tags.{names[0]}"), "broken-rule", rule.why, f"tags.{names[0]}", values, hint=hint)


def _is_kept(rule: Rule, tags: Mapping[str, Tag]) -> bool:
    return not holds(rule.when, tags) or (holds(rule.then, tags) and not (rule.then_not and holds(rule.then_not, tags)))


def fields_apply(corpus: Corpus) -> Iterator[Problem]:
    """A field that only some entries can carry stands in no other."""
    for field in corpus.taxonomy:
        for paper in corpus.papers if field.applies_to else ():
            waits = _is_open(paper, *(TAGS + name for name in (field.name, *field.applies_to)))
            if field.name in paper.tags and not waits and not holds(field.applies_to, paper.tags):
                wanted = "; ".join(f"{name} {' or '.join(values)}" for name, values in field.applies_to.items())
                yield Problem(paper.where(f"tags.{field.name}"), "does-not-apply", f"only for entries with {wanted}", f"tags.{field.name}")


def changes_follow_the_record(corpus: Corpus) -> Iterator[Problem]:
    """A change is not older than the record, and what it says came after is what the next change or the entry holds."""
    for paper in corpus.papers:
        for change in paper.changes:
            if change.date < paper.added and not _is_open(paper, "added"):
                message = f"a change of {change.date} is older than the record ({paper.added})"
                yield Problem(change.place, "change-before-record", message, "changes")
        yield from _broken_chains(paper)


def _broken_chains(paper: Paper) -> Iterator[Problem]:
    later: dict[str, tuple[object, str]] = {}
    if _is_open(paper, "changes"):
        return
    for change in reversed(paper.changes):
        waits = change.field not in later and _is_open(paper, change.field)
        held, holder = later.get(change.field, (paper.value_of(change.field), "the entry holds another"))
        if change.after is not None and change.after != held and not waits:
            message = f"what {change.field} became on {change.date} is not what was there afterwards: {holder}"
            yield Problem(change.place, "broken-change", message, "changes", hint="from, to and the field itself form a chain")
        later[change.field] = (change.before, f"the change of {change.date} begins with another")


def promoted_records_left_the_log(corpus: Corpus) -> Iterator[Problem]:
    """What was promoted stands in its entry and nowhere else, and its id is not given away again."""
    holders = {exclusion.id: exclusion.place.path for exclusion in corpus.exclusions}
    for paper in corpus.papers:
        logged = paper.promoted_from.exclusion if paper.promoted_from else None
        if logged and (holder := holders.setdefault(logged.id, paper.place.path)) != paper.place.path:
            message, hint = f"was promoted from {logged.id}, which {holder} is as well", "what is promoted leaves the log"
            yield Problem(paper.where("promoted_from"), "still-logged", message, "promoted_from", logged.id, hint=hint)
        if logged and paper.added < logged.date_screened and not _is_open(paper, "added"):
            message = f"the entry joined on {paper.added}, before the record was screened ({logged.date_screened})"
            yield Problem(paper.where("promoted_from"), "promoted-too-early", message, "promoted_from")


def summaries_are_sentences(corpus: Corpus) -> Iterator[Problem]:
    """A summary is one sentence that ends with a full stop; an entry without one is a notice."""
    for paper in corpus.papers:
        if _is_open(paper, "summary"):
            continue
        if not paper.summary:
            yield Problem(paper.place, "no-summary", "has no summary yet", "summary", severity="notice")
        elif not paper.summary.endswith((".", "?", "!")):
            yield Problem(paper.where("summary"), "no-full-stop", "does not end with a full stop", "summary", paper.summary[-20:])
        elif paper.summary[0].islower():
            yield Problem(paper.where("summary"), "lower-case", "begins in lower case", "summary", paper.summary[:20], severity="warning")


def unknown_facts_are_counted(corpus: Corpus) -> Iterator[Problem]:
    """Which facts of how many entries are still to be found out is worth knowing."""
    open_ones = [paper for paper in corpus.papers if paper.unknown and not _is_open(paper, UNKNOWN, *UNKNOWABLE)]
    counted = Counter(name for paper in open_ones for name in paper.unknown)
    if counted:
        entries = "1 entry lacks" if len(open_ones) == 1 else f"{len(open_ones)} entries lack"
        facts = ", ".join(f"{name} of {counted[name]}" for name in UNKNOWABLE if name in counted)
        message = f"{entries} facts that are still to be found out: {facts}"
        yield Problem(Place("corpus"), "unknown-facts", message, UNKNOWN, ", ".join(paper.key for paper in open_ones), severity="notice")


def no_cell_is_a_formula(corpus: Corpus) -> Iterator[Problem]:
    """No text begins like a spreadsheet formula, so that exported tables open safely as they are."""
    for record in _records(corpus):
        for field, text in _cells(record):
            if text[:1] in ("=", "+", "@", "-", "|", "%"):
                yield Problem(
                    record.where(field), "formula", "begins like a spreadsheet formula", field, text[:40], hint="begin with a word"
                )


def _cells(record: Record) -> Iterator[tuple[str, str]]:
    names = ("title", "venue", "affiliation", "summary", "notes", "reason", "source", "short_name", "identifier")
    yield from ((name, getattr(record, name, "")) for name in names)
    for field, tag in record.tags.items():
        if isinstance(tag, dict):
            yield from ((f"tags.{field}", text) for text in tag.values())
    if isinstance(record, Paper):
        yield from (("authors", author.family) for author in record.authors)
        yield from (("changes", change.why) for change in record.changes)
        yield from (("exceptions", why) for why in record.exceptions.values())
        yield from _cells_of_promotion(record.promoted_from) if record.promoted_from else ()


def _cells_of_promotion(promotion: Promotion) -> Iterator[tuple[str, str]]:
    yield "promoted_from", promotion.because
    yield from (("promoted_from", text) for _, text in _cells(promotion.exclusion))


def values_are_used(corpus: Corpus) -> Iterator[Problem]:
    """A declared value that no entry carries is worth knowing: it is a gap, or not needed."""
    for field in corpus.taxonomy if not corpus.left_out else ():
        used = {value for paper in corpus.papers for value in values_in(paper.tag(field.name))}
        for value in field.values:
            if value.name not in used:
                yield _unused(field.name, value)


def _unused(field: str, value: TagValue) -> Problem:
    return Problem(value.place, "unused-value", f"no entry carries {value.name}", field, severity="notice")


def venues_are_spelt_alike(corpus: Corpus) -> Iterator[Problem]:
    """A venue is written as most entries write it that name it, where only case and blanks differ."""
    spelt: dict[str, Counter[str]] = defaultdict(Counter)
    for paper in corpus.papers:
        spelt["".join(paper.venue.split()).casefold()][paper.venue] += 1
    usual = {folded: min(forms, key=lambda form: (-forms[form], form)) for folded, forms in spelt.items() if len(forms) > 1}
    for paper in corpus.papers if usual else ():
        wanted = usual.get("".join(paper.venue.split()).casefold(), paper.venue)
        if paper.venue != wanted:
            message = f"other entries write {wanted}"
            yield Problem(paper.where("venue"), "venue-form", message, "venue", paper.venue, severity="warning")


def outputs_name_entries(corpus: Corpus) -> Iterator[Problem]:
    """Figures, tables and scale points name only papers that are in the corpus."""
    named = [
        (output.place, f"{output.name} names", "groups", key)
        for output in (*corpus.outputs.figures, *corpus.outputs.tables)
        for group in output.groups
        for key in group
    ]
    named += [(point.place, f"{point.id} names", "entry", point.entry) for point in corpus.scale if point.entry]
    for place, who, field, key in named:
        if key not in corpus.by_key and key not in corpus.left_out:
            message = f"{who} a paper that is not in the corpus"
            yield Problem(place, "unknown-entry", message, field, key, tuple(corpus.by_key))


def headlines_are_claims(corpus: Corpus) -> Iterator[Problem]:
    """The front page shows first only claims that the survey makes."""
    known = tuple(claim.id for claim in corpus.claims)
    for name in corpus.outputs.readme.claims:
        if name not in known:
            yield Problem(corpus.outputs.readme.place, "unknown-claim", "the survey makes no such claim", "readme.claims", name, known)


def listings_are_wanted(corpus: Corpus) -> Iterator[Problem]:
    """The lock holds metadata only of records that are in the survey."""
    wanted = {record.arxiv_id for record in _records(corpus)}
    for arxiv_id in corpus.listings if not corpus.left_out else ():
        if arxiv_id not in wanted:
            yield Problem(Place("arxiv.lock.json"), "unwanted-listing", f"no record has the arXiv id {arxiv_id}", severity="notice")


def withdrawn_papers_stay_on_purpose(corpus: Corpus) -> Iterator[Problem]:
    """A paper that its authors took back stays in the corpus only if the entry says why."""
    hint = "take it out, or say why it stays under accepted.withdrawn"
    for paper in corpus.papers:
        listing = corpus.listings.get(paper.arxiv_id)
        if listing and listing.withdrawn and "withdrawn" not in paper.accepted and not _is_open(paper, "accepted"):
            message = "was withdrawn, says its comment on arXiv"
            yield Problem(paper.where("arxiv_id"), "withdrawn", message, "arxiv_id", listing.comment, hint=hint, severity="warning")


def _no_date_lies_ahead(corpus: Corpus, today: date) -> Iterator[Problem]:
    """No record is dated after today, nor does it name an arXiv id of a month to come."""
    if corpus.about.cutoff > today:
        yield _ahead(Place("survey/about.yaml"), "cutoff", corpus.about.cutoff.isoformat())
    for record in _records(corpus):
        for place, field, day in _days(record):
            if day > today:
                yield _ahead(place, field, day.isoformat())
        month = identifiers.arxiv_month(record.arxiv_id)
        if month and month > f"{today:%Y-%m}":
            yield _ahead(record.where(_field_of(record, "arxiv_id")), _field_of(record, "arxiv_id"), record.arxiv_id)
        if isinstance(record, Paper) and record.year and record.year > today.year + 1:
            yield _ahead(record.where("year"), "year", str(record.year))
    yield from _no_listing_lies_ahead(corpus, today)


def _no_listing_lies_ahead(corpus: Corpus, today: date) -> Iterator[Problem]:
    """No metadata was fetched on a day to come; days there are in UTC, so that tomorrow is no fault."""
    ahead = [arxiv_id for arxiv_id, listing in corpus.listings.items() if listing.fetched > today + timedelta(days=1)]
    if ahead:
        message = f"holds {len(ahead)} {'record' if len(ahead) == 1 else 'records'} fetched on a day to come"
        hint = "the clock of the machine that fetched it was wrong: run masrl fetch"
        yield Problem(Place("arxiv.lock.json"), "future-date", message, "fetched", ahead[0], hint=hint, severity="warning")


def _days(record: Record) -> Iterator[tuple[Place, str, date]]:
    if isinstance(record, Exclusion):
        yield record.where("date_screened"), "date_screened", record.date_screened
        return
    yield record.where("added"), "added", record.added
    yield from ((change.place, "changes", change.date) for change in record.changes)


def _ahead(place: Place, field: str, found: str) -> Problem:
    return Problem(place, "future-date", "lies in the future", field, found)


RULES: tuple[Callable[[Corpus], Iterator[Problem]], ...] = (
    ids_are_unique, dois_are_unique, links_are_unique, titles_are_unlike, id_and_links_agree, rules_across_fields_hold, fields_apply,
    changes_follow_the_record, promoted_records_left_the_log, summaries_are_sentences, unknown_facts_are_counted, venues_are_spelt_alike,
    no_cell_is_a_formula, values_are_used, outputs_name_entries, headlines_are_claims, listings_are_wanted,
    withdrawn_papers_stay_on_purpose,
)  # fmt: skip
"""In the order in which they run."""
