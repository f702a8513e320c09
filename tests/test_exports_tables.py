import csv
import io

import pandas
import pytest
from exports_pool import ROOT, TITLES, hostile, published

from pipeline.outputs.exports import tables

FACTS = (
    "key", "title", "first_author", "affiliation", "year", "arxiv_id", "venue", "url", "category", "is_rl", "reward_type",
    "credit_granularity", "orchestration_form", "scenario", "is_core", "verified",
)  # fmt: skip


def test_the_plain_table_has_the_columns_of_the_published_artifact():
    header = tables.plain_text(published()).partition("\n")[0]
    assert header == (
        "key,title,first_author,affiliation,year,arxiv_id,venue,url,category,is_rl,reward_type,credit_granularity,"
        "orchestration_form,scenario,is_core,one_liner,verified,notes"
    )


def test_the_published_pool_is_the_published_artifact_row_by_row():
    with (ROOT / "tests" / "published.csv").open(encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file))
    found = [{name: row[name] for name in FACTS} for row in tables.rows(tables.plain_text(published()))]
    assert len(expected) == 84
    assert found == expected


@pytest.mark.parametrize(
    ("key", "facts"),
    [
        (
            "magrpo",
            "magrpo|LLM Collaboration With Multi-Agent Reinforcement Learning|Liu, Shuo|Northeastern University|2025|2508.04652|arXiv|"
            "https://arxiv.org/abs/2508.04652|rl_method|yes|shared|agent|centralized|general|core|yes",
        ),
        (
            "openai-codex",
            "openai-codex|Introducing Codex|OpenAI|OpenAI|2025||Blog Post|https://openai.com/index/introducing-codex/ ; "
            "https://openai.com/index/introducing-the-codex-app/|industry|partial|NA|NA|harness|coding|case|yes",
        ),
        (
            "gaia2023",
            "gaia2023|GAIA: a benchmark for General AI Assistants|Mialon, Grégoire|Meta AI|2023|2311.12983|arXiv|"
            "https://arxiv.org/abs/2311.12983|benchmark|no|NA|NA|NA|general|core|yes",
        ),
    ],
)  # fmt: skip
def test_a_row_of_the_published_pool(key, facts):
    (row,) = [row for row in tables.rows(tables.plain_text(published())) if row["key"] == key]
    assert "|".join(row[name] for name in FACTS) == facts


def test_an_unknown_affiliation_is_named_as_the_survey_asks():
    assert {row["affiliation"] for row in tables.rows(tables.plain_text(hostile()))} >= {"unknown", "NA"}


def test_files_have_line_feeds_and_no_mark():
    for text in (tables.plain_text, tables.full_text, tables.tags_text, tables.exclusions_text):
        written = text(published())
        assert "\r" not in written
        assert not written.startswith("\ufeff")
        assert written.endswith("\n")


def test_the_reader_takes_a_mark_that_an_editor_put_there():
    assert next(iter(tables.rows("\ufeff" + tables.plain_text(published()))[0])) == "key"


def test_hostile_texts_come_back_as_they_were():
    rows = tables.rows(tables.full_text(hostile()))
    assert [row["title"] for row in rows[: len(TITLES)]] == list(TITLES)
    assert len(rows) == 84


def test_the_exclusion_log_comes_back_as_it_was():
    rows = tables.rows(tables.exclusions_text(hostile()))
    assert [row["reason"] for row in rows[: len(TITLES)]] == list(TITLES)
    assert len(rows) == 32


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd", "'+cmd"),
        ("-x", "'-x"),
        ("\uff1d1", "'\uff1d1"),
        ("'=1", "''=1"),
        ("-1", "-1"),
        ("+3.5", "+3.5"),
        ("'quoted'", "'quoted'"),
        ("a=b", "a=b"),
    ],
)
def test_formulas_are_disarmed_and_nothing_else_is_changed(cell, written):
    assert tables._guarded(cell) == written
    assert tables.bare(written) == cell


def test_pandas_reads_as_many_rows_and_keeps_the_value_na():
    text = tables.full_text(hostile())
    table = pandas.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
    assert len(table) == 84
    assert (table["credit_granularity"] == "NA").sum() == 36
    assert table["arxiv_id"].str.fullmatch(r"\d{4}\.\d{5}|").all()


def test_the_long_table_counts_as_the_survey_does():
    rows = tables.rows(tables.tags_text(published()))
    held = [row["value"] for row in rows if row["field"] == "reward_type"]
    assert len(held) == 84
    assert held.count("hybrid") == 15
    assert {row["detail"] for row in rows if row["paper"] == "magrpo" and row["field"] == "credit_signals"} == {"group advantage"}


def test_a_near_miss_shows_the_tags_it_would_carry():
    row = next(row for row in tables.rows(tables.exclusions_text(published())) if row["id"] == "E003")
    assert row["proposed_tags"].startswith("category=framework; is_rl=no; reward_type=NA")
