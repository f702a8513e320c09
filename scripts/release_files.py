"""Make what belongs to a release beside the wheel: release_files.py TAG FOLDER

Every export, the data package as one archive, the changelog's section as notes, and the checksums of all files in the folder,
wheels that lie there already included. Exits with 1 where the tag is not the version or the changelog does not tell of it.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path

import github

from pipeline.corpus import Corpus
from pipeline.outputs.exports import FORMATS, OPTIONAL

_PACKAGE = ("datapackage", "csv", "csv-full", "csv-tags", "csv-exclusions")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of every member of the archive, so that the same data give the same bytes."""


def main(arguments: list[str]) -> int:
    """Do so, and return the exit code."""
    return github.ended(lambda: _make(*github.given(arguments, "TAG FOLDER")))


def _make(tag: str, name: str) -> None:
    folder = Path(name)
    version = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if tag != f"v{version}":
        raise github.Failed(f"the tag is {tag!r}, but pyproject.toml says {version}: it should be v{version}")
    notes = section(Path("CHANGELOG.md").read_text(encoding="utf-8"), version)
    folder.mkdir(parents=True, exist_ok=True)
    exports = _exports(Corpus.load(Path()))
    for name, content in exports.items():
        (folder / name).write_bytes(content)
    _archive(folder / f"data-package-{version}.zip", {name: exports[name] for name in (FORMATS[one].file_name for one in _PACKAGE)})
    (folder.parent / "notes.md").write_bytes(notes.encode())
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir()) if path.name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_bytes("".join(sums).encode())


def section(changelog: str, version: str) -> str:
    """Return what the changelog says of a version. Raises Failed where it says nothing."""
    match = re.search(rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if match is None or not match[1].strip():
        raise github.Failed(f"CHANGELOG.md has no section '## {version}', or nothing in it")
    return f"{match[1].strip()}\n"


def _exports(corpus: Corpus) -> dict[str, bytes]:
    wanted = {name: form for name, form in FORMATS.items() if name not in OPTIONAL or find_spec("pyarrow")}
    made = {form.file_name: form.content(corpus) for form in wanted.values()}
    return {name: content.encode() if isinstance(content, str) else content for name, content in made.items()}


def _archive(path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(members.items()):
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
