#!/usr/bin/env bash
# Sees to it that every label exists that forms and workflows give: GitHub drops those of a form that do not.
set -euo pipefail

: "${GITHUB_REPOSITORY:?}"
while IFS='|' read -r name color description; do
  gh label create "$name" --repo "$GITHUB_REPOSITORY" --force --color "$color" --description "$description"
done <<'LABELS'
new-paper|0072b2|A filled-in form for a new paper
correction|0072b2|A filled-in form for a correction
dispute-a-tag|0072b2|A filled-in form that disputes a tag
reconsider-exclusion|0072b2|A filled-in form for an excluded record
approved|009e73|Given by a maintainer: opens the pull request that the form asks for
drift|e69f00|Kept up to date every week: entries against arXiv
links|e69f00|Kept up to date every week: links that need a look
candidates|e69f00|Kept up to date every week: papers to be screened
LABELS
