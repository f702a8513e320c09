"""Text for LaTeX: what would act there is escaped, and capitals that must stay are held in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_ESCAPES = str.maketrans(
    {
        "&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$",
        "{": r"{$\lbrace$}", "}": r"{$\rbrace$}", "<": "{$<$}", ">": "{$>$}", "|": "{$|$}",
        "\\": r"{\textbackslash}", "~": r"{\textasciitilde}", "^": r"{\textasciicircum}",
    }
)  # fmt: skip
"""BibTeX counts a brace even behind a backslash, so an unpaired one may not stand there in any escaped form; < > |
come out as other characters in LaTeX's default font encoding. All else, accents included, stays as it is in UTF-8."""

_SYMBOLS = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi varphi chi psi "
    "omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega infty times cdot pm to rightarrow leq geq neq approx sim ell "
    "nabla partial sum prod log max min"
)
_SYMBOL = rf"\\(?:{'|'.join(_SYMBOLS.split())})(?![A-Za-z])"
_ACCENTED = r"\\(?:math(?:bb|cal|bf|rm|it)|bar|hat|tilde|sqrt)\{[A-Za-z0-9]+\}"
_ATOM = rf"(?:{_SYMBOL}|{_ACCENTED}|[A-Za-z0-9)\]!])"
_SCRIPT = rf"(?:{_ATOM}|\{{(?:{_ATOM}|[ +\-*/=<>(,.])+\}})"
_MATH = re.compile(rf"\$(?! )((?:{_ATOM}(?:_{_SCRIPT})?(?:\^{_SCRIPT})?|[ +\-*/=<>(\[,.:;|])+)(?<! )\$(?!\d)")
"""Only what draws: any other command could read files or define macros in the document of whoever cites the paper."""


def escaped(text: str) -> str:
    r"""Return a text in which nothing acts on LaTeX but simple mathematics, with blanks of any kind as one.

    ``$...$`` is mathematics where there is no blank just inside and no digit after it, where it holds a command, a
    ``^`` or a ``_`` (or is one letter), and where all of it is letters, figures, signs and commands that only draw.
    Every other dollar sign is money: ``A $\gamma$-relay for $5`` keeps its gamma and gets ``\$5``.
    """
    return "".join(part if is_math else _written(part) for part, is_math in _parts(" ".join(text.split())))


def title(text: str) -> str:
    """Return a title as ``escaped`` does, and in braces each word whose capitals no style may lower.

    That is a word of which a part (between hyphens and slashes) has a capital after its first letter (``{LLMs}``,
    ``{M-GRPO}``, ``{AutoGen}``), has a capital and a figure (``{K2.6}``), or is one capital letter other than the
    article A (``{Q-Mix}``, ``{C}``). The whole word is held, so that a name stays in one piece; ``Multi-Agent`` is bare.
    """
    parts = _parts(" ".join(text.split()))
    return "".join(f"{{{part}}}" if is_math else "".join(map(_word, re.split(r"( )", part))) for part, is_math in parts)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in parts, each with whether it is mathematics."""
    if text.count("$") < 2:
        yield text, False
        return
    done = start = 0
    while match := _MATH.search(text, start):
        start = match.start() + 1
        if re.search(r"[\\^_]", match[1]) or (len(match[1]) == 1 and match[1].isalpha()):
            yield text[done : match.start()], False
            yield match[0], True
            done = start = match.end()
    yield text[done:], False


def _written(text: str) -> str:
    """Two hyphens or quotes in a row would become one dash or another quote, so an empty group parts them."""
    if not text.isalnum():
        text = text.translate(_ESCAPES)
        if any(pair in text for pair in _PAIRS):
            text = re.sub(r"([-`'])(?=\1)", r"\1{}", text)
    return text


_PAIRS = ("--", "``", "''")


@lru_cache(maxsize=1 << 14)
def _word(word: str) -> str:
    if word.islower():
        return _written(word)
    parts = _JOINTS.split(word)
    if not any(_keeps_capitals(part, is_joined=len(parts) > 1) for part in parts):
        return _written(word)
    core = word.strip("".join(c for c in word if not c.isalnum()))
    left, _, right = word.partition(core)
    return f"{_written(left)}{{{_written(core)}}}{_written(right)}"


_JOINTS = re.compile(r"[-\u2010-\u2014/]")


def _keeps_capitals(part: str, *, is_joined: bool) -> bool:
    letters = [c for c in part if c.isalnum()]
    if any(c.isupper() for c in letters[1:]):
        return True
    if not letters or not letters[0].isupper():
        return False
    return any(c.isdigit() for c in letters) or (len(letters) == 1 and (is_joined or letters != ["A"]))
