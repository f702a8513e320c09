#!/usr/bin/env bash
# Makes every generated file anew and commits what changed, to the branch that is checked out.
#
# BRANCH        the branch to push to; main where it is not given
# MESSAGE       of the commit
# Further files to commit are given as arguments. Where the branch moved on meanwhile, nothing is pushed: its own run rebuilds.
set -euo pipefail

masrl=${MASRL:-.venv/bin/masrl}
branch=${BRANCH:-main}
manifest=figures/manifest.txt
bot='github-actions[bot]'

"$masrl" check
allowed=$(mktemp)
trap 'rm -f "$allowed"' EXIT
{ git show "HEAD:$manifest" 2>/dev/null || true; printf '%s\n' "$@"; } > "$allowed"
"$masrl" build
cat "$manifest" >> "$allowed"

git add --all
if git diff --cached --quiet; then
  echo 'everything is up to date'
  exit 0
fi
strays=$(git diff --cached --name-only | grep --invert-match --line-regexp --fixed-strings --file="$allowed" || true)
if [ -n "$strays" ]; then
  printf 'the build changed what it does not make:\n%s\n' "$strays" >&2
  exit 1
fi
git -c "user.name=$bot" -c "user.email=$bot@users.noreply.github.com" commit --quiet --message "${MESSAGE:-Rebuild generated files}"
gh auth setup-git
if git push --quiet origin "HEAD:refs/heads/$branch"; then
  exit 0
fi
before=$(git rev-parse HEAD^)
git fetch --quiet origin "refs/heads/$branch"
if [ "$(git rev-parse FETCH_HEAD)" != "$before" ]; then
  echo "$branch has moved on; its own run rebuilds it"
  exit 0
fi
echo "$branch cannot be pushed to" >&2
exit 1
