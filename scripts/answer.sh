#!/usr/bin/env bash
# Answers a filled-in form below its issue: with the file that will be written, or with what is missing.
#
# NUMBER        number of the issue; its text, written by whoever opened it, is read from the event's file
set -euo pipefail

masrl=${MASRL:-.venv/bin/masrl}
here=$(dirname "$0")
: "${NUMBER:?}" "${GITHUB_REPOSITORY:?}"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 "$here/issue_body.py" > "$folder/issue.md"
code=0
"$masrl" form "$folder/issue.md" > "$folder/comment.md" || code=$?
# 1 says that something is missing, which the comment tells; without a comment the survey itself could not be read.
if [ "$code" -gt 1 ] || [ ! -s "$folder/comment.md" ]; then
  exit 1
fi
python3 "$here/comment.py" "$NUMBER" masrl-form "$folder/comment.md"
