#!/usr/bin/env bash
# Puts a report into its issue, the same one every week: weekly_report.sh drift|links|candidates
set -euo pipefail

masrl=${MASRL:-.venv/bin/masrl}
here=$(dirname "$0")
what=${1:?}

case $what in
  drift) title='Entries that differ from arXiv' ;;
  links) title='Links that need a look' ;;
  candidates) title='Papers to be screened' ;;
  *) echo "there is no report $what" >&2; exit 2 ;;
esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
code=0
"$masrl" "$what" --format markdown > "$folder/report.md" || code=$?
# 1 with a report says that it holds something to mend; without one, or beyond 1, the report was not made.
if [ "$code" -gt 1 ] || [ ! -s "$folder/report.md" ]; then
  echo "the report on $what could not be made" >&2
  exit 1
fi
python3 "$here/report.py" "$title" "$what" "$folder/report.md"
