"""What the last build left behind: files that need not be made again, since nothing that goes into them has changed.

The files on disk are the cache. An index outside the repository says of each group of them by what key it was made, and what bytes it
then had. The key is a digest of everything that the content is computed from: the program, the libraries, and the values handed to
whatever makes it. A file is taken over only where the key is the same and its bytes are those that the index knows, so nothing but
content decides. An index that is damaged, foreign or edited is as good as none.
"""

from .digests import digest, inputs, program
from .index import NOTHING, Group, Index, is_as_left, place, read, write
from .kept import NOTHING_KEPT, Kept, Made

__all__ = [
    "NOTHING", "NOTHING_KEPT", "Group", "Index", "Kept", "Made", "digest", "inputs", "is_as_left", "place", "program", "read", "write",
]  # fmt: skip
