"""Bytes that were a good file, spoiled: each change is drawn from a source of its own, so that a number gives the same input again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

_WORDS = (
    "no", "yes", "on", "~", "null", "NULL", "NA", "NaN", "-Infinity", "1e999", "-0", "0x1F", "0o17", "12:30", "1_000", "2504.12510", "é",
    "999999999999999999999999999999", "9" * 400, "2026-02-30", "0000-00-00", "9999-12-31", "04/05/2026", "2026-04-28T10:00:00-06:00",
    "&a ", "*a", "&a *a", "!!python/object:os.system ", "!tag ", "<<: ", "? ", ": ", "- ", "-", "--- ", "...\n", "%YAML 1.2\n", "| ",
    ">-\n", "{", "}", "[", "]", "{}", "[]", "[[", "{{ title }}", "${x}", "{papers}", "{count a=b}", "{", "<<<<<<< HEAD\n", "=======\n",
    ">>>>>>> x\n", "#", " #", "'", '"', '""', "''", "\\", "\\u0000", "\\ud800", "\\x1b", '"\\ud800"', "\\N{DASH}", "\t", "\r", "\r\n",
    "\n", "\n\n", "\u2028", "\x00", "\x1b[31m", "\x7f", "\x85", "\ufeff", "\ufffe", "\ud800", "\u202e", "\u200b", "\u00a0", "\u3000",
    "\U0001f600", "e\u0301", "ﬁ", "\u0660\u0661", "²", "Ⅷ", "İ", "ß", "\u017f", "__proto__", "constructor", "</script>", "<!--", "]]>",
    "<img src=x onerror=alert(1)>", "&lt;", "<!DOCTYPE x [<!ENTITY a 'b'>]>", "&a;", "\\input{x}", "$x^$", "=1+1", "@SUM(A1)",
    "javascript:alert(1)", "data:text/html,x", "http://[", "https://exämple.org/", "https://a:b@example.org", "//example.org",
    "https://example.org/%", "../../etc/passwd", "CON", "a" * 3000, "A: B", "a, b", "and others", "et al.", ";", "|", "||", "\\|", "`",
    "``", "***", "[x](", "](y)", "![", "<br>", "@article{", "@string{a = ", "# ", " # ", '" # "', ",", ",,", "(", ")", "{\\'e}",
    "from: 1", "to: null", "-1", "0", "1", "true", "false", "1.5", "1e3", "[" * 200, "{\"a\":" * 150, "[" * 20_000, "- " * 300,
    "? " * 300, "{" * 3_000, "(" * 500, "*" * 2_000, "_a" * 500, "> " * 300, "&amp;" * 100, "\\" * 501, '"' * 101, "<b>" * 300,
)  # fmt: skip
"""What has broken readers of such files."""
TOKENS: tuple[bytes, ...] = tuple(word.encode("utf-8", "surrogatepass") for word in _WORDS)


def spoiled(source: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Return a file after one to four changes; ``others`` are files of its kind, of which parts may be taken."""
    for _ in range(source.choice((1, 1, 1, 2, 2, 3, 4))):
        data = source.choice(_CHANGES)(source, data, others)
    return data[:LONGEST]


LONGEST = 300_000
"""Bytes. What is larger takes time by its size alone."""


def _span(source: random.Random, data: bytes) -> tuple[int, int]:
    start = source.randrange(len(data) + 1)
    return start, min(len(data), start + source.choice((1, 1, 2, 4, 8, 16, 64, 256)))


def _flipped(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    if not data:
        return bytes([source.randrange(256)])
    at = source.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << source.randrange(8))]) + data[at + 1 :]


def _cut(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    return data[: source.randrange(len(data) + 1)]


def _lacking(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    start, end = _span(source, data)
    return data[:start] + data[end:]


def _repeated(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    start, end = _span(source, data)
    times = source.choice((2, 2, 2, 3, 10, 200))
    return data[:start] + data[start:end] * times + data[end:]


def _with_token(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    at = source.randrange(len(data) + 1)
    return data[:at] + source.choice(TOKENS) + data[at:]


def _with_token_for_word(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    words = data.split(b" ")
    words[source.randrange(len(words))] = source.choice(TOKENS)
    return b" ".join(words)


def _with_token_for_value(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Replace what stands between a colon, a comma or a quote and the end of its line."""
    lines = data.split(b"\n")
    at = source.randrange(len(lines))
    head, sign, _ = lines[at].partition(source.choice((b": ", b":", b", ", b"= ", b'"', b"| ")))
    lines[at] = head + sign + source.choice(TOKENS)
    return b"\n".join(lines)


def _with_noise(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    start, end = _span(source, data)
    return data[:start] + source.randbytes(source.choice((1, 2, 8, 40))) + data[end:]


def _with_lines_moved(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    start = source.randrange(len(lines))
    block = lines[start : start + source.choice((1, 2, 3, 8, 10_000))]
    rest = lines[:start] + lines[start + len(block) :]
    match source.randrange(4):
        case 0:
            source.shuffle(block)
            return b"\n".join(lines[:start] + block + lines[start + len(block) :])
        case 1:
            return b"\n".join(rest)
        case 2:
            return b"\n".join(lines[:start] + block + block + lines[start + len(block) :])
        case _:
            at = source.randrange(len(rest) + 1)
            return b"\n".join(rest[:at] + block + rest[at:])


def _with_lines_indented(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    start = source.randrange(len(lines))
    for at in range(start, min(len(lines), start + source.choice((1, 1, 3, 10)))):
        lines[at] = lines[at].lstrip() if source.random() < 0.4 else source.choice((b" ", b"  ", b"    ", b"\t")) + lines[at]
    return b"\n".join(lines)


def _spliced(source: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = source.choice(others)
    start, end = source.randrange(len(data) + 1), source.randrange(len(other) + 1)
    return data[:start] + other[end:] if source.random() < 0.5 else data[:start] + other[end : end + 200] + data[start:]


def _written_otherwise(source: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    match source.randrange(6):
        case 0:
            return text.encode("utf-16")
        case 1:
            return text.encode("latin-1", "replace")
        case 2:
            return b"\xef\xbb\xbf" + data
        case 3:
            return data.replace(b"\n", b"\r\n")
        case 4:
            return data.replace(b"\n", b"\r")
        case _:
            return text.encode("cp1252", "ignore")


Change = Callable[[random.Random, bytes, Sequence[bytes]], bytes]
_CHANGES: tuple[Change, ...] = (
    _flipped, _cut, _lacking, _repeated, _with_token, _with_token, _with_token_for_word, _with_token_for_value, _with_token_for_value,
    _with_noise, _with_lines_moved, _with_lines_moved, _with_lines_indented, _spliced, _written_otherwise,
)  # fmt: skip
