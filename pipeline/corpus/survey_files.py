"""The files of one survey, each of which is read or reported."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from .. import identifiers, located
from ..errors import Place, Problem
from ..fields import Fields, top_level
from ..located import Report
from ..records import DRAFT_LINE
from .record_names import IGNORED, exclusion_id_fault, parts, shown, stray_fault, way_out

PAPERS, EXCLUSIONS, SURVEY = "corpus", "exclusions", "survey"
"""The folders that people edit."""
_JUDGED_BY = {
    f"{SURVEY}/taxonomy.yaml": {"tags", "exceptions", "changes", "stage", "reason_codes", SURVEY},
    f"{SURVEY}/protocol.yaml": {"query_family"},
}
"""Vocabulary to the fields that it judges; SURVEY stands for the other files of that folder."""
_VERDICTS = {"unknown-value", "unknown-field", "missing-field", "wrong-kind", "wrong-count", "bad-placeholder", "bad-condition"}

T = TypeVar("T")


class Reader:
    """Reads the files of one survey, and sees to it that each is read or reported."""

    def __init__(self, root: Path, report: Report) -> None:
        self._root = root
        self._forward = report
        self._asked: list[str] = []
        self._unjudged: set[str] = set()

    def _report(self, problem: Problem) -> None:
        """Pass a problem on, unless it is the verdict of a vocabulary that is at fault itself.

        One slip in the taxonomy would otherwise be followed by a problem for each tag of each record.
        """
        path = problem.place.path
        if problem.severity == "error":
            self._unjudged |= _JUDGED_BY.get(path, set())
        part = SURVEY if path.startswith(f"{SURVEY}/") else re.split(r"[.\[]", problem.field)[0]
        if path in _JUDGED_BY or problem.code not in _VERDICTS or part not in self._unjudged:
            self._forward(problem)

    def file(self, stem: str, parse: Callable[[Fields], T], *, required: bool = True) -> T | None:
        """Return what ``parse`` makes of ``survey/STEM.yaml``, or None where it is absent or was reported as unreadable."""
        path = self._root / SURVEY / f"{stem}.yaml"
        name = f"{SURVEY}/{stem}.yaml"
        self._asked.append(path.name)
        if not os.path.lexists(path):
            if required:
                self._report(Problem(Place(name), "missing-file", "the survey lacks this file"))
            return None
        top = top_level(located.read(path, self._root, self._report), name, self._report)
        return None if top is None else parse(top)

    def report_unread(self, folder: str) -> None:
        """Report each YAML file of a folder that nothing asked for: its name is likely misspelled."""
        for name in sorted(entry.name for entry in self._entries(folder, required=True)):
            if parts(name)[1].lower() in (".yaml", ".yml") and name not in self._asked:
                place, allowed = self._place(folder, name), tuple(self._asked)
                self._report(Problem(place, "stray-file", "is read by nothing", "", shown(name), allowed, severity="warning"))

    def folder(self, name: str, parse: Callable[[str, Fields], T | None], *, required: bool = True) -> tuple[T, ...]:
        """Return what ``parse`` makes of each record of a folder, from its key and its content, in the order of the files' names."""
        entries = sorted(self._entries(name, required), key=lambda entry: entry.name)
        self._refuse_twins(name, [entry.name for entry in entries if parts(entry.name)[1].lower() == ".yaml"])
        good = [entry for entry in entries if self._named_well(entry, name)]
        if required and not good:
            self._report(Problem(Place(name), "nothing-found", f"no record was found in {name}/"))
        read = (self._record(entry, f"{name}/{entry.name}", parse) for entry in good)
        return tuple(record for record in read if record is not None)

    def stems(self, name: str) -> tuple[str, ...]:
        """Return the keys of a folder's records, sorted, also of those that cannot be read."""
        named = (parts(entry.name) for entry in self._entries(name, required=False))
        return tuple(sorted(stem for stem, ending in named if ending == ".yaml"))

    def _record(self, entry: os.DirEntry[str], name: str, parse: Callable[[str, Fields], T | None]) -> T | None:
        text = located.read_text(Path(entry.path), name, self._report)
        top = None if text is None else top_level(located.parse(text, name, self._report), name, self._report)
        record = None if top is None else parse(parts(entry.name)[0], top)
        if record is not None and text is not None:
            self._report_left(text, name)
        return record

    def _report_left(self, text: str, name: str) -> None:
        """Report the lines that a draft leaves in an entry, once it is good."""
        left = DRAFT_LINE.search(text) if name.startswith(f"{PAPERS}/") and "#" in text else None
        if left:
            place = Place(name, text.count("\n", 0, left.start()) + 1)
            found, hint = left[0].strip(), "read them once more, then delete every line that begins with #"
            self._report(Problem(place, "draft-left", "comments of the draft were left in", "", found, hint=hint, severity="warning"))

    def _entries(self, name: str, required: bool) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self._root / name) as entries:
                return [entry for entry in entries if entry.name not in IGNORED]
        except OSError as error:
            if required or not isinstance(error, FileNotFoundError):
                reason = (error.strerror or type(error).__name__).lower()
                self._report(Problem(Place(name), "missing-folder", f"the folder cannot be read: {reason}"))
            return []

    def _named_well(self, entry: os.DirEntry[str], folder: str) -> bool:
        if stray := stray_fault(entry):
            self._report(Problem(self._place(folder, entry.name), "stray-file", stray, hint=way_out(entry)))
            return False
        stem = parts(entry.name)[0]
        fault = exclusion_id_fault(stem) if folder == EXCLUSIONS else identifiers.key_fault(stem)
        if fault:
            message = f"the file's name is the record's key, and {fault}"
            self._report(Problem(self._place(folder, entry.name), "bad-key", message, found=shown(stem)))
        return fault is None

    def _place(self, folder: str, name: str) -> Place:
        """Return a file's place; bytes in its name that are no UTF-8 are written out."""
        return Place(f"{folder}/{shown(name)}")

    def _refuse_twins(self, folder: str, names: Iterable[str]) -> None:
        holders: dict[str, list[str]] = defaultdict(list)
        for name in names:
            holders[unicodedata.normalize("NFKC", name).casefold()].append(name)
        for name, twin in ((name, twin) for sharing in holders.values() for name in sharing for twin in sharing if twin != name):
            self._report(Problem(self._place(folder, name), "key-clash", f"is the same name as {shown(twin)} on some systems"))
