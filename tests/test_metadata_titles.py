"""Titles with LaTeX in them, compared with titles without."""

import pytest

from pipeline.metadata import titles


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("MARTI-MARS$^2$: Scaling", "MARTI-MARS2: Scaling"),
        (r"$\textit{Agents Under Siege}$: Breaking", "Agents Under Siege: Breaking"),
        (r"{\it Relay}  Credit", "Relay Credit"),
        (r"Schr\"odinger's \'{E}t\'e", "Schrodinger's Ete"),
        (r"A $\tau$-Bench", "A τ-Bench"),
        (r"$\Delta$-Relay with $\lambda_i$", "Δ-Relay with λi"),
        (r"R\&D~Teams", "R&D Teams"),
        (r"The \LaTeX{} Relay", "The LaTeX Relay"),
        (r"\textbf{\emph{Deep}} Relay", "Deep Relay"),
        (r"Sm\o rrebr\o d", "Smørrebrød"),
        (r"\mathcal X \unknown{Y} Z", "X Y Z"),
        ("Plain: (so)", "Plain: (so)"),
        ("\\", ""),
    ],
)
def test_latex_is_stripped_to_what_is_read(written: str, plain: str) -> None:
    assert titles.plain(written) == plain


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Relay: A Study", "relay - a study."),
        ("MARS$^2$", "MARS2"),
        ("τ-Bench", "Tau-Bench"),
        (r"$\tau$-bench", "τ-Bench"),
        ("λ-Relay", "Lambda Relay"),
        ("Cooperative, Multi", "Cooperative Multi"),
        ("Zoé", "Zoe"),
        ("Multi-Agent", "Multiagent"),
        ("Q_i", "Q$_i$"),
    ],
)
def test_titles_are_the_same_but_for_signs_and_case(one: str, other: str) -> None:
    assert titles.same(one, other)


@pytest.mark.parametrize(
    ("entry", "listed"),
    [
        ("Kimi K2.5: Visual Agentic Intelligence (Tech Report)", "Kimi K2.5: Visual Agentic Intelligence"),
        ("Communicative Agents for Software Development", "ChatDev: Communicative Agents for Software Development"),
        ("A Survey of Multi-Agent Reinforcement Learning", "A Survey of Multi-Agent Deep Reinforcement Learning"),
        ("PoisonedRAG: Knowledge Poisoning Attacks", "PoisonedRAG: Knowledge Corruption Attacks"),
        ("Part 1", "Part 2"),
    ],
)
def test_one_word_more_or_other_is_another_title(entry: str, listed: str) -> None:
    assert not titles.same(entry, listed)


def test_likeness_is_a_percentage() -> None:
    assert titles.likeness("Relay Credit", "Relay Credit") == 100
    assert titles.likeness("Relay Credit", "Sourdough") < 40
