#!/usr/bin/env bash
# Comments on a pull request. Runs on the main branch and reads the pull request's files as data: nothing of it is run.
#
# RUN_ID        the run of the check that left the number
# HEAD_SHA      the commit that was checked
# REPOSITORY_URL  where the pull request's commits are fetched from
# The number comes from a run of the pull request's own code and so is not believed: the pull request of that number must have
# the commit that was checked.
set -euo pipefail

masrl=${MASRL:-.venv/bin/masrl}
here=$(dirname "$0")
: "${RUN_ID:?}" "${HEAD_SHA:?}" "${REPOSITORY_URL:?}" "${GITHUB_REPOSITORY:?}"

refuse() { printf '%s\n' "$1" >&2; exit 1; }
[[ $RUN_ID =~ ^[0-9]{1,20}$ ]] || refuse 'this is no number of a run'
[[ $HEAD_SHA =~ ^[0-9a-f]{40}$ ]] || refuse 'this is no commit'

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
gh run download "$RUN_ID" --repo "$GITHUB_REPOSITORY" --name review --dir "$folder"
number=$(head -c 20 "$folder/number")
[[ $number =~ ^[1-9][0-9]{0,8}$ ]] || refuse 'the check left no number of a pull request'
[ "$(gh api "repos/$GITHUB_REPOSITORY/pulls/$number" --jq .head.sha)" = "$HEAD_SHA" ] || refuse "pull request $number has moved on, or is another one"

git fetch --quiet --no-tags "$REPOSITORY_URL" "+refs/pull/$number/head:refs/review/head"
[ "$(git rev-parse refs/review/head)" = "$HEAD_SHA" ] || refuse "pull request $number has moved on"
base=$(git merge-base HEAD "$HEAD_SHA")
code=0
"$masrl" diff "$base" "$HEAD_SHA" --format markdown > "$folder/comment.md" 2> "$folder/said" || code=$?
cat "$folder/said" >&2
[ "$code" -le 1 ] || refuse "the comparison ended with exit code $code"
if [ "$code" = 1 ]; then
  {
    printf 'The survey cannot be read with these changes; the check names each line that is wrong.'
    printf ' The comparison ended with exit code 1 and said:\n\n'
    head -c 10000 "$folder/said" | sed 's/^/    /'
    printf '\n'
  } > "$folder/comment.md"
fi
printf '\nThe [run of the check](https://github.com/%s/actions/runs/%s) has the whole report, and the site as it would look as the artifact “site”.\n' \
  "$GITHUB_REPOSITORY" "$RUN_ID" >> "$folder/comment.md"
python3 "$here/comment.py" "$number" masrl-diff "$folder/comment.md"
