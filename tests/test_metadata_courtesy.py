"""What the project calls itself on the network, and how long it waits."""

from datetime import UTC, datetime

import pytest

from pipeline.metadata import courtesy
from pipeline.metadata.courtesy import Patience

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def test_the_agent_names_project_version_and_repository() -> None:
    assert courtesy.user_agent("https://example.org/list").startswith("awesome-llm-mas-rl/")
    assert courtesy.user_agent("https://example.org/list").endswith(" (+https://example.org/list)")
    assert "(" not in courtesy.user_agent("")
    assert "@" not in courtesy.user_agent("https://example.org/list")


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("7", 7.0), (" 7 ", 7.0), ("0", 0.0), ("Tue, 01 Dec 2026 12:00:30 GMT", 30.0), ("Tue, 01 Dec 2026 11:00:00 GMT", 0.0),
        ("Tue, 01 Dec 2026 12:00:30", 30.0), ("Tue, 01 Dec 2026 14:00:30 +0200", 30.0),
        (None, None), ("", None), ("soon", None), ("-5", None), ("1e9", None), ("9" * 5_000, 1e9),
        ("0" * 5_000 + "7", 7.0), ("1234567890", 1e9), ("999999999", 999_999_999.0), ("Tue, 99 Dec 2026 12:00:30 GMT", None),
    ],
)  # fmt: skip
def test_retry_after_is_read_in_both_forms(written: str | None, seconds: float | None) -> None:
    assert courtesy.retry_after(written, NOW) == seconds


def test_waits_double_up_to_a_limit() -> None:
    patience = Patience(first_wait=5, longest_wait=30)
    assert [patience.wait_after(failures) for failures in (1, 2, 3, 4, 50)] == [5, 10, 20, 30, 30]


def test_arxiv_gets_the_three_seconds_that_it_asks_for() -> None:
    assert Patience().delay == 3
