"""What a filled-in form comes to, as a comment below its issue and as a value for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import edits, taxonomy_diff
from ..corpus import Corpus
from ..submissions import Answer
from . import markdown, review
from .exports.json_text import Json
from .markdown import Markdown

FILE_LIMIT = 20_000
"""Bytes of a file that are shown; the longest entry, with 326 authors, has as many."""
REVIEW_LIMIT = 20_000
"""Bytes that are given to what the file changes."""
_ROOM = 15_000
"""Bytes for everything else, so that the whole stays below GitHub's 65,536 characters."""


def comment(answer: Answer, corpus: Corpus) -> Markdown:
    """Return the comment: what will be written and what it changes, or what is missing."""
    return Markdown("\n\n".join(_parts(answer, corpus)) + "\n")


def _parts(answer: Answer, corpus: Corpus) -> Iterator[str]:
    if answer.problems:
        yield "Thank you. This cannot be taken over yet:"
        yield _list(answer.problems)
        if answer.form:
            yield "Please edit the issue above; it is read again as soon as you save it."
        return
    if not answer.path:
        yield "Thank you. A maintainer will look at this."
        yield _list((*answer.remarks, *answer.following))
        return
    yield f"Thank you. This is what will be written to {markdown.code(answer.path)} once a maintainer approves:"
    yield _file(answer)
    if answer.remarks:
        yield "Worth a look before that:"
        yield _list(answer.remarks)
    if answer.following:
        yield "What comes next, once that is written:"
        yield _list(answer.following)
    if answer.after is not None:
        changed = taxonomy_diff.diff(corpus, answer.after)
        yield "What it changes:"
        yield review.markdown_text(changed, "the list", "the list with it", REVIEW_LIMIT).rstrip("\n")


def _list(sentences: Iterable[str]) -> str:
    """Return sentences as a list, cut where they would fill the comment."""
    lines = [f"- {markdown.inline(sentence if len(sentence) <= 1_000 else f'{sentence[:999]}…')}" for sentence in sentences]
    kept: list[str] = []
    for line in lines:
        if sum(len(one.encode()) for one in kept) + len(line.encode()) > _ROOM:
            return "\n".join([*kept, f"- and {len(lines) - len(kept)} more"])
        kept.append(line)
    return "\n".join(kept)


def _file(answer: Answer) -> str:
    if answer.old:
        return _block(edits.difference(answer.old, answer.text, answer.path), "diff")
    return _block(answer.text, "yaml")


def _block(text: str, language: str) -> str:
    if len(text.encode()) <= FILE_LIMIT:
        return markdown.block(text, language)
    kept = text.encode()[:FILE_LIMIT].decode("utf-8", "ignore").rpartition("\n")[0]
    missing = text.count("\n") - kept.count("\n") - 1
    return f"{markdown.block(kept, language)}\n\nCut here: {missing} more lines."


def value(answer: Answer) -> dict[str, Json]:
    """Return what a form comes to as a JSON object; ``path`` and ``text`` are null where no file can be written."""
    return {
        "form": answer.form, "good": answer.good, "title": answer.title, "path": answer.path if answer.good else None,
        "text": answer.text if answer.good else None, "problems": list(answer.problems), "remarks": list(answer.remarks),
        "following": list(answer.following), "closes": answer.closes,
    }  # fmt: skip
