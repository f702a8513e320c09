#!/usr/bin/env bash
# Reviews a pull request: checks the data, builds everything, and says what changes in meaning. Has and needs no rights.
#
# BASE          revision with which to compare; of a merge commit its first parent
# PR_NUMBER     number of the pull request, handed on to the workflow that comments
# Leaves review/number and review/comment.md, and everything that the build makes. Exits with 1 where the data are at fault,
# a line under changes gives a fact another past than it had, or a generated file was edited by hand; with 2 where BASE is no
# revision before HEAD.
set -euo pipefail

masrl=${MASRL:-.venv/bin/masrl}
python=${PYTHON:-.venv/bin/python}
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
base=${BASE:-HEAD^1}
result=0 # of the data as they are
also=0   # of how they came to be so, which keeps nothing from being built

# Nothing would be compared, and everything pass.
from=$(git rev-parse --verify --quiet --end-of-options "$base^{commit}") || { echo "BASE: there is no revision $base" >&2; exit 2; }
if git merge-base --is-ancestor HEAD "$from"; then
  echo "BASE is HEAD itself or comes after it, so there is nothing to compare: commit your entries first, on a branch of your own (git switch -c NAME);" \
    "where they are committed on main already, BASE=origin/main" >&2
  exit 2
fi

mkdir -p review
printf '%s\n' "${PR_NUMBER:-}" > review/number

"$masrl" check --format github || result=1
logged=$("$masrl" diff "$base" HEAD --format github 2> /dev/null) || true
if [ -n "$logged" ]; then
  printf '%s\n' "$logged"
fi
if grep --quiet '^::error ' <<< "$logged"; then
  also=1
fi

if ! "$masrl" diff "$base" HEAD --format markdown > review/comment.md; then
  printf 'The survey could not be read at one of the two revisions, so nothing was compared; the check names what is wrong.\n' > review/comment.md
fi
{
  printf '## What this changes\n\n'
  cat review/comment.md
  if [ "$result" != 0 ]; then
    printf '\n## What is wrong\n\n'
    "$masrl" check 2>&1 | head -c 100000 | sed 's/^/    /' || true
  fi
} >> "$summary"

if [ "$result" = 0 ]; then
  if "$masrl" build 2> review/refused.txt; then
    if ! "$python" "$(dirname "$0")/edited_by_hand.py" "$base"; then
      result=1
    fi
  else
    result=1
    cat review/refused.txt >&2
    {
      printf '\n## What cannot be built\n\n'
      head -c 100000 review/refused.txt | sed 's/^/    /'
    } >> "$summary"
  fi
fi
exit "$((result | also))"
