import pytest
from exports_pool import TITLES
from hypothesis import given
from hypothesis import strategies as st
from pylatexenc.latex2text import LatexNodes2Text

from pipeline.outputs.exports import tex


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Saving 40% of R&D cost_per_task #1", r"Saving 40\% of R\&D cost\_per\_task \#1"),
        (r"A $\gamma$-relay for $5 agents", r"A $\gamma$-relay for \$5 agents"),
        ("From $5 to $10, $5/$6", r"From \$5 to \$10, \$5/\$6"),
        ("$x_i^{2}$ and $k$", "$x_i^{2}$ and $k$"),
        (r"$\mathbb{R}^n$", r"$\mathbb{R}^n$"),
        (r"$\input{x}$", r"\${\textbackslash}input{$\lbrace$}x{$\rbrace$}\$"),
        ("$x^$", r"\$x{\textasciicircum}\$"),
        ("{ } < > | ~ ^ \\", r"{$\lbrace$} {$\rbrace$} {$<$} {$>$} {$|$} {\textasciitilde} {\textasciicircum} {\textbackslash}"),
        ("Zoé 李明 🤖", "Zoé 李明 🤖"),
        ("two\nlines", "two lines"),
        ("a -- b --- ``c''", "a -{}- b -{}-{}- `{}`c'{}'"),
    ],
)
def test_what_acts_on_latex_is_escaped(text, written):
    assert tex.escaped(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("M-GRPO for LLMs: a Relay Study", "{M-GRPO} for {LLMs}: a Relay Study"),
        ("Multi-Agent Systems", "Multi-Agent Systems"),
        ("Kimi K2.6 (GPT-4o), AutoGen", "Kimi {K2.6} ({GPT-4o}), {AutoGen}"),
        ("A C compiler and I", "A {C} compiler and {I}"),
        ("Agent Q-Mix/X-Ray", "Agent {Q-Mix/X-Ray}"),
        ("R&D at NASA_x", r"{R\&D} at {NASA\_x}"),
        ("$\\gamma$-PPO", "{$\\gamma$}-{PPO}"),
        ("ÉCOLE élan", "{ÉCOLE} élan"),
    ],
)
def test_capitals_that_must_stay_are_held_word_by_word(text, written):
    assert tex.title(text) == written


@pytest.mark.parametrize("text", [text for text in TITLES if "$\\gamma" not in text and "^" not in text])
def test_another_library_reads_the_text_that_was_meant(text):
    assert LatexNodes2Text().latex_to_text(tex.title(text)) == text


@given(st.text())
def test_braces_pair_up_whatever_the_text(text):
    for written in (tex.escaped(text), tex.title(text)):
        depth = 0
        for character in written:
            depth += {"{": 1, "}": -1}.get(character, 0)
            assert depth >= 0
        assert depth == 0
