"""``masrl promote``"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..corpus import EXCLUSIONS, PAPERS
from ..errors import CallFault, SurveyError
from ..records import EXCLUSION_ID, EXCLUSION_ID_FORM
from . import drafting_options, options, upstream
from .problems import say

if TYPE_CHECKING:
    from ..corpus import Corpus
    from ..drafts.drafting import Draft
    from ..drafts.known import Known
    from ..drafts.promotion import Effects
    from ..records import Exclusion


@click.command("promote")
@options.root
@click.option("--because", default="", metavar="TEXT", help="Why, where coding it fills no empty cell and flips no claim.")
@click.option("--key", metavar="KEY", help="The new file's name without .yaml [default: proposed from title and authors].")
@drafting_options.tags
@drafting_options.day
@drafting_options.dry_run
@upstream.offline
@upstream.server
@click.argument("record", metavar="EXXX")
def command(
    root: Path, because: str, key: str | None, tags: tuple[str, ...], on: datetime | None, dry_run: bool, offline: bool,
    endpoint: str | None, delay: float, record: str,
) -> None:  # fmt: skip
    """Move a record from the log into the corpus, as a draft that keeps all that the log says of it.

    The rule: a find is logged first, and promoted when coding it fills an empty cell (a value of a required field, or a
    cell of a cross-tab that the survey shows) or flips a claim on the records as they are now. Anything else needs
    --because. Which it is, is printed and kept in the entry. Claims that fix a number are not counted, since every record
    changes numbers. The record's file is removed; running it again changes nothing.

    \b
    Example: masrl promote E013 --tag reward_type=tool --tag credit_granularity=tool
             masrl promote E003 --because "a retained method is built on it"
    Exit code: 0 moved, 1 arXiv or the data is at fault, 2 the call was wrong or the rule is not met.
    """
    from .. import files
    from ..drafts import drafting, known, moving, promotion, vocabulary

    if offline:
        upstream.refuse_unasked(upstream.NOT_OFFLINE)
    files.refuse_linked(root / EXCLUSIONS)
    typed, record = record, record.upper()
    corpus, there = drafting_options.survey(root), known.read(root)
    if not EXCLUSION_ID.fullmatch(record):
        raise CallFault(_no_id(typed, there))
    if entry := moving.entry_of(record, there):
        _finish(root, record, entry, dry_run=dry_run)
        return
    exclusion = _logged(record, corpus, there)
    proposed = {**exclusion.tags, **vocabulary.tags_given(tags, corpus.taxonomy)}
    day, reference = drafting_options.chosen_day(on), moving.reference_of(exclusion)
    facts = drafting_options.facts(corpus, reference, endpoint, delay, ask=not offline)
    facts = facts if facts.title else facts.titled(exclusion.title)
    name = drafting.key(facts, there, key or "")
    effects = promotion.effects(corpus, exclusion, promotion.provisional(name, facts.title, facts.year, day, proposed))
    reason = _reason(record, effects, because, corpus)
    text = (root / exclusion.place.path).read_text(encoding="utf-8-sig")
    draft = drafting.entry(name, facts, corpus, day, proposed, record, moving.origin(record, reason, text))
    rest = tuple(one for one in corpus.exclusions if one is not exclusion)
    drafting_options.write(root, draft, replace(corpus, exclusions=rest), dry_run=dry_run)
    if not dry_run:
        (root / exclusion.place.path).unlink()
        say(f"{draft.path}: moved from {exclusion.place.path}", err=False)
    _tell(effects, because, corpus, draft, dry_run=dry_run)


def _tell(effects: Effects, because: str, corpus: Corpus, draft: Draft, *, dry_run: bool) -> None:
    """Print why a record is promoted, what could not be looked at for that, and what is left to do."""
    for line in [*effects.lines(), *([f"because {because}"] if because else [])]:
        say(line, err=dry_run)
    if corpus.left_out:
        drafting_options.warn([f"not counted, since they are unfinished or at fault: {', '.join(sorted(corpus.left_out))}"])
    say(drafting_options.to_do(draft))


def _no_id(typed: str, there: Known) -> str:
    """Say what a text is that is no id of the log: a paper of the corpus, a record by another name, or nothing that is known."""
    from .. import identifiers

    key = typed.removesuffix(".yaml").rpartition("/")[2].casefold()
    holder = there.holder(identifiers.identities([typed])) or next((one for one in there.holders if one.stem.casefold() == key), None)
    if holder is None:
        return f"{typed!r} is no id of the log, which are {EXCLUSION_ID_FORM}"
    if holder.path.startswith(f"{PAPERS}/"):
        return f"{typed} is in the corpus already: {holder.path}"
    return f"{typed} is logged as {holder.stem}: masrl promote {holder.stem}"


def _logged(record: str, corpus: Corpus, there: Known) -> Exclusion:
    if record in corpus.by_id:
        return corpus.by_id[record]
    if record in there.ids:
        raise SurveyError(f"{EXCLUSIONS}/{record}.yaml is at fault; run masrl check")
    raise CallFault(f"the log has no record {record!r}")


def _reason(record: str, effects: Effects, because: str, corpus: Corpus) -> str:
    """Return why a record is promoted. Raises CallFault where the rule is not met and no other reason is given."""
    if effects:
        return f"{effects}; {because}" if because else str(effects)
    if because:
        return because
    rule = f' The survey\'s rule: "{corpus.protocol.promotion_rule}"' if corpus.protocol.promotion_rule else ""
    fields = ", ".join(effects.untagged)
    unjudged = f" Not judged is what it says in fields without a tag ({fields}): --tag FIELD=VALUE gives one." if fields else ""
    raise CallFault(f"with the tags known, {record} fills no empty cell and flips no claim.{unjudged} Or say why: --because TEXT.{rule}")


def _finish(root: Path, record: str, entry: str, *, dry_run: bool) -> None:
    """Say that a record was promoted already; remove its file where a run was stopped before it could."""
    from ..drafts import moving

    logged = root / EXCLUSIONS / f"{record}.yaml"
    if logged.exists() and not moving.is_kept(root, record, entry):
        raise SurveyError(f"{entry} came from {record}, but {EXCLUSIONS}/{record}.yaml says something else; keep one of the two")
    if logged.exists() and not dry_run:
        logged.unlink()
    say(f"{record} was promoted already: {entry}", err=False)
