#!/usr/bin/env bash
# Fetches arXiv's metadata, then rebuilds and commits, also where some of it could not be fetched: what came is complete by itself.
set -euo pipefail

masrl=${MASRL:-.venv/bin/masrl}
here=$(dirname "$0")
result=0

"$masrl" fetch || result=$?
MESSAGE='Refresh the metadata from arXiv' "$here/rebuild.sh" arxiv.lock.json
exit "$result"
