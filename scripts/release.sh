#!/usr/bin/env bash
# Makes a release of a tag: wheel, data package, every export, checksums, and the changelog's section as notes.
#
# TAG           the tag, v and the version
set -euo pipefail

masrl=${MASRL:-.venv/bin/masrl}
python=${PYTHON:-.venv/bin/python}
here=$(dirname "$0")
: "${TAG:?}" "${GITHUB_REPOSITORY:?}"
[[ $TAG =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "the tag $TAG is no v and version" >&2; exit 1; }

"$masrl" check --strict
rm -rf dist
"$python" -m build --wheel --no-isolation --outdir dist/files
PYTHONPATH=$PWD "$python" "$here/release_files.py" "$TAG" dist/files
gh release create "$TAG" --repo "$GITHUB_REPOSITORY" --verify-tag --title "$TAG" --notes-file dist/notes.md dist/files/*
