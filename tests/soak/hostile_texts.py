"""Texts that act on what they are written into: YAML, Markdown, tables, references, LaTeX, HTML, scripts, terminals, layouts."""

from __future__ import annotations

from outcome import size

_MARKUP = (
    "<script>window.__ran=1</script>", "</script><script>window.__ran=2</script>", "<img src=x onerror=window.__ran=3>",
    "\"><svg onload=window.__ran=4>", "' onmouseover='window.__ran=5", "</title><b>out", "</textarea></style></template>x", "<!-- open",
    "--> closed <!--", "<![CDATA[ x ]]>", "]]>", "<?php echo 1 ?>", "&amp;lt; &#60; &lt;b&gt;", "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0>", "<a href=javascript:window.__ran=6>x</a>", "{{ title }} {% raw %} {# x #}", "${x} #{x} <%= x %>",
    "__proto__", "constructor", "toString", "hasOwnProperty", "</pre></code></details></table>", "\\u003cscript\\u003e",
)  # fmt: skip
_MARKDOWN = (
    "a | b || c", "\\| | \\", "`code` ``two`` `open", "**bold *both***", "[x](javascript:window.__ran=7)",
    "![x](https://evil.example/x.png)", "[x][y] [z]: https://evil.example", "# heading", "- item", "1. item", "> quote", "--- setext",
    "~~~ fence", "``` fence", "<details>", "https://evil.example/a_b_c.", "www.evil.example", "a@evil.example", "@everyone #1 GH-1",
    ":smile: :+1:", "$$x$$ and $`x`$", "[^1]: foot", "[ ] task", "a<br>b", "&nbsp;&#x202e;", "*_*_*_*", "===", "| --- |", "[[wiki]]",
    "{.class #id}",
)  # fmt: skip
_TABLES = (
    '=HYPERLINK("https://evil.example","see")', "-1", "-1+1", "+cmd|' /C calc'!A0", "@SUM(A1:A9)", "\uff1d1+1", "'=already", "'", '"',
    '""', 'a"b,c;d', ";", ",", "NA", "N/A here", "null", "None", "nan", "True", "2504.12510", "1e999", "007", "2026-02-30",
    "ER  - TY  - JOUR", "@article{x, title={y}}", "% comment, @comment{ and @string{", "An open { brace", "A closed } brace", "{}",
    "{papers}", "\\input{/etc/passwd} and a final \\", "\\end{document} \\write18{ls}", "$x^$ and $}^{$",
    "$\\gamma$ for $5 & 40% of R&D_x #1 ~^", "others and others", "Vell, Ana and Brandt, Tor", "et al.", "A -- B --- ``c''", "\\\\",
    "\\",
)  # fmt: skip
_YAML = (
    "yes", "no", "~", "a: b", "a #b", "# all", "&a *a", "!!python/object x", "? x", "- x", "[x", "{x", "%YAML", "@at", "`tick", "|", ">",
    "0x1F", "12:30", "<<", "=", "'single'", "...", "key:",
)  # fmt: skip
_UNICODE = (
    "Zo\u00e9 e\u0301 \ufb01ne \u01c5 \u0130\u0131 \u00df\u1e9e \u017f",
    "\u674e\u660e \u3053\u3093\u306b\u3061\u306f \ud55c\uad6d\uc5b4", "\u05e9\u05dc\u05d5\u05dd (abc) 123",
    "\u0645\u0631\u062d\u0628\u0627 [x] 42%", "\U0001f469\u200d\U0001f52c\U0001f3f3\ufe0f\u200d\U0001f308\U0001f1e9\U0001f1ea",
    "\U0001f600" * 20,
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034d" * 6,
    "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48", "\u0915\u094d\u0937\u093f", "\U00020000\U0001d54f\U0001d7d8",
    "\u0661\u0662\u0663 \u00b2 \u2167 \u00bd", "a\u00a0b\u2003c\u3000d", "\u200bzero", "soft\u00adhyphen", "a\u2060b", "\u2800",
    "\u3164", "line\u2028sep", "rtl\u202eedirevo", "iso\u2066late", "\ufeffbom", "\u0007bell \u001b[31m", "\u0000nul", "\ufffd",
    "\ufffe", "\ue000 private", "\u0378 none",
)  # fmt: skip
_LAYOUT = (
    "W" * 200, "i" * 200, "a_" * 90, "https://example.org/" + "x" * 160, "word " * 80, "\u4e2d" * 120, "-" * 90, "." * 90, "x",
    "a/b\\c:d*e?f", "../../etc/passwd", "CON", "con.yaml", "%2e%2e%2f", "?q=1#frag", "file name with  two blanks",
    "A" * 64 + " " + "B" * 64,
)  # fmt: skip
_ALL = (*_MARKUP, *_MARKDOWN, *_TABLES, *_YAML, *_UNICODE, *_LAYOUT)
LEAST = 24
"""With fewer texts the survey has too few papers for its figures."""
TEXTS: tuple[str, ...] = _ALL[:: max(1, len(_ALL) // max(LEAST, size("SOAK_TEXTS", len(_ALL))))]
"""What the rules let through of these is written into every text field of one survey; SOAK_TEXTS takes some from each kind."""
