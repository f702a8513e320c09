#!/usr/bin/env bash
# Makes every generated file anew and commits what changed, to the branch that is checked out.
#
# BRANCH        the branch to push to; main where it is not given
# MESSAGE       of the commit
# Further files to commit are given as arguments. Where the branch moved on meanwhile, they are carried over to what it is now
# and everything is made anew; without such files nothing is pushed, since the branch's own run rebuilds.
set -euo pipefail

masrl=${MASRL:-.venv/bin/masrl}
branch=${BRANCH:-main}
manifest=figures/manifest.txt
bot='github-actions[bot]'

# Ends the script where there is nothing to commit.
commit() {
  "$masrl" check
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
}

# A function as a whole, so that it is in memory when the files change under it.
main() {
  allowed=$(mktemp)
  trap 'rm -f "$allowed"' EXIT
  for _ in 1 2 3; do
    commit "$@"
    gh auth setup-git
    if git push --quiet origin "HEAD:refs/heads/$branch"; then
      exit 0
    fi
    ours=$(git rev-parse HEAD)
    before=$(git rev-parse HEAD^)
    git fetch --quiet origin "refs/heads/$branch"
    if [ "$(git rev-parse FETCH_HEAD)" = "$before" ]; then
      echo "$branch cannot be pushed to" >&2
      exit 1
    fi
    if [ $# = 0 ]; then
      echo "$branch has moved on; its own run rebuilds it"
      exit 0
    fi
    if ! git diff --quiet "$before" FETCH_HEAD -- "$@"; then
      echo "$branch has moved on and changed $* as well; nothing was pushed" >&2
      exit 1
    fi
    echo "$branch has moved on; $* is carried over to what it is now"
    git reset --quiet --hard FETCH_HEAD
    git checkout --quiet "$ours" -- "$@"
  done
  echo "$branch moves on faster than it can be rebuilt; nothing was pushed" >&2
  exit 1
}

main "$@"
