"""The floor for ``masrl check``: read the same files with libyaml, and count. Nothing is checked."""

import sys
from collections import Counter
from pathlib import Path

import yaml

counted: Counter[str] = Counter()
for folder in ("corpus", "exclusions"):
    for path in sorted((Path(sys.argv[1]) / folder).glob("*.yaml")):
        record = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        counted.update(f"{field}={value}" for field, value in record.get("tags", {}).items() if isinstance(value, str))
print(len(counted))
