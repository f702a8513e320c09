"""What the survey's files hold already, unfinished drafts included."""

from pathlib import Path

import pytest
from example_survey import copied

from pipeline import identifiers
from pipeline.drafts import known


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return copied(tmp_path)


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("2103.99991v3", "corpus/alder2021hum.yaml"),
        ("10.5555/HUM.2021.1", "corpus/alder2021hum.yaml"),
        ("https://www.example.org/hum/", "corpus/alder2021hum.yaml"),
        ("https://doi.org/10.5555/slack.7", "corpus/flint2023load.yaml"),
        ("physics/0306999", "corpus/quill2003sand.yaml"),
        ("https://arxiv.org/pdf/physics/0306999v2", "corpus/quill2003sand.yaml"),
        ("2201.99992", "exclusions/E001.yaml"),
        ("https://example.org/poems", "exclusions/E002.yaml"),
        ("10.5555/dam.3", "exclusions/E003.yaml"),
        ("https://example.org/dam", "exclusions/E003.yaml"),
        ("2605.01234", None),
        ("https://example.org/", None),
    ],
)
def test_a_paper_is_found_by_any_of_its_names(root: Path, typed: str, path: str | None):
    holder = known.read(root).holder(identifiers.identities([typed]))
    assert (holder.path if holder else None) == path


def test_a_draft_without_tags_is_known_and_a_broken_file_is_named(root: Path):
    (root / "corpus" / "relay.yaml").write_text("arxiv_id: 2605.01234\ntags:\n  # approach:\n", encoding="utf-8")
    (root / "corpus" / "broken.yaml").write_text("title: [", encoding="utf-8")
    (root / "corpus" / "empty.yaml").write_text("", encoding="utf-8")
    found = known.read(root)
    assert found.holder(["arxiv:2605.01234"]).path == "corpus/relay.yaml"  # type: ignore[union-attr]
    assert found.unread == ("corpus/broken.yaml", "corpus/empty.yaml")
    assert {"relay", "broken", "empty", "alder2021hum"} <= found.keys


def test_a_like_title_is_a_twin_and_an_unlike_one_is_none(root: Path):
    found = known.read(root)
    assert found.twin("hum - finding a loose bolt in a row of turbines!").path == "corpus/alder2021hum.yaml"  # type: ignore[union-attr]
    assert found.twin("Poems on the Tides").path == "exclusions/E002.yaml"  # type: ignore[union-attr]
    assert found.twin("A Study of Harbours") is None
    assert found.twin("") is None


def test_ids_of_records_that_left_the_log_stay_given_away(root: Path):
    text = "promoted_from:\n  id: E007\ntags:\n  # approach:\n"
    (root / "corpus" / "relay.yaml").write_text(text, encoding="utf-8")
    assert known.read(root).ids == {"E001", "E002", "E003", "E007"}
