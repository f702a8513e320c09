"""How candidates are shown: to people, to programs, in an issue."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping

from ..drafts.candidates import Candidate, Search
from ..identifiers import arxiv_link
from ..outputs import markdown
from .problems import WIDTH, visible

_AUTHORS = 3
"""More authors than this are not named."""

Labels = Mapping[str, str]
"""What each query family is called."""


def text(search: Search, labels: Labels) -> str:
    """Return the list for people, a block for each candidate."""
    blocks = [block(number, candidate, labels) for number, candidate in enumerate(search.candidates, 1)]
    return "\n\n".join([*blocks, "\n".join(_told(search, labels))])


def block(number: int, candidate: Candidate, labels: Labels) -> str:
    """Return one candidate for people."""
    head = textwrap.wrap(visible(f"{number:>3}  {candidate.listing.title}"), WIDTH, subsequent_indent="     ") or [f"{number:>3}"]
    lines = [f"{authors(candidate)} · {day(candidate)} · {arxiv_link(candidate.arxiv_id)}", f"found by {families(candidate, labels)}"]
    lines += [f"withdrawn: {candidate.listing.comment}"] * candidate.listing.withdrawn
    lines += [f"reads like {candidate.twin}"] * bool(candidate.twin)
    return "\n".join([*head, *(f"     {visible(line)}" for line in lines)])


def authors(candidate: Candidate) -> str:
    """Return the first authors for a line."""
    named = candidate.listing.authors
    return ", ".join(named[:_AUTHORS]) + (" et al." if len(named) > _AUTHORS else "")


def day(candidate: Candidate) -> str:
    """Return the day of the first version."""
    return candidate.listing.published.isoformat() if candidate.listing.published else "no date"


def families(candidate: Candidate, labels: Labels) -> str:
    """Return the families that found it, with their number."""
    named = ", ".join(labels.get(family, family) for family in candidate.families)
    return f"{len(candidate.families)} {'family' if len(candidate.families) == 1 else 'families'}: {named}"


def _told(search: Search, labels: Labels) -> Iterator[str]:
    count = len(search.candidates)
    more = f"{search.known} more {'is' if search.known == 1 else 'are'} in the survey already"
    yield f"{count} {'candidate' if count == 1 else 'candidates'} since {search.since}; {more}"
    if search.unusable:
        yield f"{search.unusable} more {'was' if search.unusable == 1 else 'were'} found and cannot be listed: arXiv's record is faulty"
    if count:
        yield "masrl exclude ID logs a find with the reason why it is not retained, masrl add ID drafts an entry of one that is"
    for family in search.cut:
        yield f"{labels.get(family, family)}: there are more than were asked for; --most raises the number, --since narrows"


def as_json(search: Search, labels: Labels) -> str:
    """Return the list for programs."""
    listed = [
        {
            "arxiv_id": candidate.arxiv_id, "title": candidate.listing.title, "authors": list(candidate.listing.authors),
            "published": candidate.listing.published.isoformat() if candidate.listing.published else None,
            "categories": list(candidate.listing.categories or ()), "families": list(candidate.families),
            "withdrawn": candidate.listing.withdrawn, "twin": candidate.twin or None,
        }
        for candidate in search.candidates
    ]  # fmt: skip
    counts = {"known": search.known, "unusable": search.unusable}
    content = {"since": search.since.isoformat(), **counts, "cut": list(search.cut), "candidates": listed}
    return json.dumps(content, ensure_ascii=True, indent=1, allow_nan=False)


def as_markdown(search: Search, labels: Labels) -> str:
    """Return the list for an issue: a box to tick for each candidate, grouped by the number of families that found it."""
    lines = [f"## Candidates since {search.since}"]
    for hits in sorted({len(candidate.families) for candidate in search.candidates}, reverse=True):
        lines += ["", f"### Found by {hits} {'query family' if hits == 1 else 'query families'}", ""]
        lines += [_item(candidate, labels) for candidate in search.candidates if len(candidate.families) == hits]
    told = [markdown.inline(line) for line in _told(search, labels)]
    return "\n".join([*lines, "", "  \n".join(told)])


def _item(candidate: Candidate, labels: Labels) -> str:
    title = markdown.link(candidate.listing.title, arxiv_link(candidate.arxiv_id))
    named = ", ".join(labels.get(family, family) for family in candidate.families)
    said = [authors(candidate), day(candidate), named]
    said += ["withdrawn"] * candidate.listing.withdrawn + [f"reads like {candidate.twin}"] * bool(candidate.twin)
    ways = [markdown.code(f"masrl {way} {candidate.arxiv_id}") for way in ("add", "exclude")]
    return f"- [ ] {title} ({markdown.inline('; '.join(said))}) {' or '.join(ways)}"
