"""``masrl stats`` and ``masrl list`` on the published pool, whose counts are fixed."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline import coverage
from pipeline.cli import group
from pipeline.corpus import Corpus
from pipeline.errors import CallFault

ROOT = Path(__file__).parent.parent
TODAY = coverage.newest(Corpus.load(ROOT)).isoformat()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, [*arguments, "--root", str(ROOT)])


def stats(*arguments: str) -> str:
    done = run("stats", "--pool", "published", *arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_one_field_as_csv_has_value_label_count() -> None:
    assert stats("is_rl", "--format", "csv") == "value,label,count\nyes,RL,49\nno,No RL,26\npartial,Partly RL,9\n"


def test_two_fields_as_csv_have_a_row_per_first_and_a_column_per_second_value() -> None:
    rows = list(csv.reader(io.StringIO(stats("orchestration_form", "is_core", "--format", "csv"))))
    assert rows[0] == ["orchestration_form", "core", "supporting", "case"]
    assert [row[0] for row in rows[1:]] == [
        "centralized", "planner_executor_critic", "debate", "swarm", "hierarchical", "harness", "NA",
    ]  # fmt: skip
    assert sum(int(cell) for row in rows[1:] for cell in row[1:]) == 84


def test_margins_count_papers() -> None:
    last = stats("reward_type", "credit_granularity", "--format", "csv", "--margins").splitlines()[-1]
    assert last == "(total),0,5,2,0,23,10,8,0,36,84"


def test_a_facet_keeps_a_row_for_what_is_not_coded() -> None:
    assert "(uncoded),not coded,59" in stats("reward_family", "--format", "csv")


def test_what_every_entry_states_is_counted_as_a_field() -> None:
    rows = list(csv.reader(io.StringIO(stats("year", "--format", "csv", "--margins"))))
    assert (rows[0], rows[1], rows[-2:]) == (
        ["value", "label", "count"],
        ["1994", "1994", "1"],
        [["2026", "2026", "23"], ["(total)", "entries", "84"]],
    )
    assert "Entries by year (as of 2026-05-04)" in stats("year")
    assert "arXiv,arXiv,24\n" in stats("venue", "--where", "is_core=core", "--format", "csv")
    rows = list(csv.reader(io.StringIO(stats("year", "is_rl", "--year", "2025-2026", "--format", "csv"))))
    assert (rows[0], rows[-1]) == (["year", "yes", "no", "partial"], ["2026", "18", "1", "4"])
    assert [row["year"] for row in json.loads(stats("year", "year", "--format", "json"))["rows"]][:2] == ["1994", "2001"]


def test_facts_have_only_the_values_that_the_chosen_papers_state() -> None:
    assert stats("year", "--year", "2017-2018", "--format", "csv", "--margins") == (
        "value,label,count\n2017,2017,2\n2018,2018,3\n(total),entries,5\n"
    )
    assert stats("venue", "--year", "2017", "--format", "csv") == "value,label,count\narXiv,arXiv,1\nNeurIPS 2017,NeurIPS 2017,1\n"
    assert stats("category", "year", "--year", "2017-2018", "--format", "csv") == (
        "category,2017,2018\nrl_method,1,0\nsurvey,0,0\nbenchmark,0,0\nframework,0,0\nindustry,0,0\nclassical_marl,1,3\n"
    )
    assert stats("year", "--search", "nowheretobefound", "--format", "csv") == "value,label,count\n"


def test_people_read_a_value_once_where_it_is_called_by_its_name() -> None:
    assert stats("year", "--year", "2017-2018", "--margins").splitlines()[2:] == [
        "value    count", "-------  -----", "2017         2", "2018         3", "(total)      5",
    ]  # fmt: skip
    assert stats("year", "--year", "2017-2018", "--margins", "--format", "markdown") == (
        "| Year    | Count |\n| ------- | ----: |\n| 2017    |     2 |\n| 2018    |     3 |\n| entries |     5 |\n"
    )
    assert list(json.loads(stats("year", "--year", "2017", "--format", "json"))["rows"][0]) == ["value", "label", "count"]
    assert stats("is_rl").splitlines()[2] == "value    label      count"
    assert stats("exclusions").splitlines()[2].split() == ["value", "label", "count"]


def test_facts_are_counted_only_where_they_are_named() -> None:
    corpus = Corpus.load(ROOT)
    assert coverage.with_facts(corpus, ["is_rl"]) is corpus
    assert "Entries by year" not in stats()
    assert "did you mean year?); known are category, " in str(run("stats", "yaer").exception)


def test_a_field_of_the_survey_that_is_called_like_a_fact_stays_what_it_is() -> None:
    corpus = Corpus.load(ROOT)
    fields = {**corpus.taxonomy.fields, "year": corpus.taxonomy.fields["is_rl"]}
    named = replace(corpus, taxonomy=replace(corpus.taxonomy, fields=fields))
    assert coverage.with_facts(named, ["year"]) is named
    assert coverage.with_facts(named, ["venue"]).taxonomy.fields["year"] is fields["year"]


def test_an_entry_whose_year_nobody_knows_is_counted_as_not_coded() -> None:
    corpus = Corpus.load(ROOT)
    papers = (replace(corpus.papers[0], year=None, venue=""), *corpus.papers[1:])
    known = coverage.with_facts(replace(corpus, papers=papers), ["year"])
    assert coverage.counts(known, "year").loc["(uncoded)", "count"] == 1


def test_a_venue_that_is_called_like_a_row_of_the_table_stays_apart() -> None:
    corpus = Corpus.load(ROOT)
    papers = (replace(corpus.papers[0], venue="(uncoded)"), replace(corpus.papers[1], venue=""), *corpus.papers[2:])
    found = coverage.counts(coverage.with_facts(replace(corpus, papers=papers), ["venue"]), "venue")["count"]
    assert (found["“(uncoded)”"], found["(uncoded)"]) == (1, 1)


def test_the_exclusion_log_is_counted_by_stage() -> None:
    lines = stats("exclusions", "--format", "csv").splitlines()[1:]
    assert [int(line.rpartition(",")[2]) for line in lines] == [16, 9, 6, 1]


def test_json_of_one_field_is_an_object_with_rows() -> None:
    rows = json.loads(stats("verified", "--format", "json"))["rows"]
    assert [row["count"] for row in rows] == [76, 8, 0]


def test_json_of_every_field_is_a_list() -> None:
    tables = json.loads(stats("--format", "json"))
    assert [sum(row["count"] for row in table["rows"]) for table in tables][:8] == [84] * 8


def test_where_narrows_the_pool() -> None:
    assert stats("credit_granularity", "--where", "category=industry", "--format", "csv").splitlines()[7] == "orchestrator,Orchestrator,1"


def test_a_day_brings_back_what_was_retagged_later() -> None:
    done = run("stats", "credit_granularity", "--at", "2026-04-28", "--format", "csv")
    assert "orchestrator,Orchestrator,8" in done.stdout
    done = run("stats", "credit_granularity", "--at", "2026-04-30", "--format", "csv")
    assert "orchestrator,Orchestrator,7" in done.stdout


def test_levels_are_counted_beside_the_values() -> None:
    lines = stats("coverage", "--format", "csv").splitlines()
    assert (lines[0], lines[5]) == ("value,label,direct,indirect,none,count", "safety,Safety,3,11,26,14")


def test_the_total_of_the_exclusion_log_counts_its_records() -> None:
    assert stats("exclusions", "--format", "csv", "--margins").splitlines()[-1] == "(total),records,32"


def test_latex_is_a_booktabs_table() -> None:
    assert r"\toprule" in stats("is_rl", "--format", "latex")


def test_an_unknown_field_is_the_callers_fault_with_a_guess() -> None:
    done = run("stats", "reward_typ")
    assert isinstance(done.exception, CallFault)
    assert "did you mean reward_type?" in str(done.exception)


def test_three_fields_are_refused() -> None:
    assert run("stats", "is_rl", "is_core", "category").exit_code == 2


def test_list_names_the_papers_behind_a_cell() -> None:
    done = run("list", "--pool", "published", "--where", "credit_granularity=message", "--format", "keys")
    assert done.stdout == "c3\ndebate-as-reward\n"


def test_list_takes_several_values_of_one_field() -> None:
    done = run("list", "--pool", "published", "--where", "credit_granularity=message,turn", "--format", "keys")
    assert len(done.stdout.splitlines()) == 7


@pytest.mark.parametrize("command", [("stats", "is_rl"), ("list",), ("export", "csv"), ("agreement",)])
def test_a_pool_and_a_day_at_once_are_refused(command: tuple[str, ...]) -> None:
    for call in (("--pool", "published", "--at", "2026-11-30"), ("--at", "2026-11-30", "--pool", "current")):
        done = run(*command, *call)
        assert done.exit_code == 2
        assert "--pool and --at each choose the records of a day; write one of them" in done.stderr


def test_list_as_json_is_data() -> None:
    done = run("list", "--pool", "published", "--where", "category=framework", "--format", "json")
    assert [row["key"] for row in json.loads(done.stdout)] == ["agent-lightning", "mas-zero2025", "sirius2025"]


def keys(*arguments: str) -> list[str]:
    done = run("list", "--pool", "published", *arguments, "--format", "keys")
    assert done.exit_code == 0, done.output
    return done.stdout.split()


def test_list_takes_a_level_in_either_form() -> None:
    assert keys("--where", "coverage.safety=direct") == ["agentdojo2024", "tamas", "wasp2025"]
    assert keys("--where", "coverage=safety:direct") == ["agentdojo2024", "tamas", "wasp2025"]
    assert len(keys("--where", "coverage=safety")) == 14
    assert len(keys("--where", "coverage=safety:none")) == 26


def test_list_finds_by_key_year_and_words() -> None:
    assert keys("--key", "halo", "--key", "c3") == ["c3", "halo"]
    years = papers()
    assert keys("--year", "2017", "--year", "2018-2019") == [key for key in keys() if 2017 <= years[key] <= 2019] != []
    assert keys("--search", "debate", "--search", "scientific") == ["debate-as-reward"]


def papers() -> dict[str, int]:
    done = run("list", "--pool", "published", "--format", "json")
    return {row["key"]: row["year"] for row in json.loads(done.stdout)}


def test_a_caption_says_what_was_looked_for() -> None:
    done = run("stats", "is_rl", "--pool", "published", "--year", "2025-2026", "--search", "debate", "--where", "coverage.reward=direct")
    assert done.stdout.splitlines()[0] == (
        "Entries by uses RL (coverage: Reward: Direct; year: 2025 to 2026; found by “debate”; as of 2026-05-04)"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--key", "hallo"), "'hallo' is no key of the pool (did you mean halo?)"),
        (("--year", "soon"), "'soon' is no year; write YEAR, or YEAR-YEAR for those from one to another"),
        (("--where", "year=2026"), "'year' is no field of the taxonomy; write --year YEAR"),
        (("--where", "key=c3"), "'key' is no field of the taxonomy; write --key KEY"),
        (
            ("--where", "venue=arXiv"),
            "'venue' is no field of the taxonomy; `masrl stats venue` counts it, and `masrl list --format json` shows it",
        ),
        (("--where", "coverage.safety=drect"), "'drect' is no level of coverage.safety (did you mean direct?)"),
    ],
)
def test_what_finds_nothing_says_what_to_write(arguments: tuple[str, ...], message: str) -> None:
    said = run("list", *arguments).exception
    assert isinstance(said, CallFault)
    assert str(said).startswith(message)


@pytest.mark.parametrize("condition", ["credit_granularity", "credit_granularity=mesage", "nothing=1"])
def test_a_condition_that_means_nothing_is_refused(condition: str) -> None:
    assert isinstance(run("list", "--where", condition).exception, CallFault)


@pytest.mark.parametrize(
    ("arguments", "caption"),
    [
        (("--pool", "published"), "Entries by uses RL (as of 2026-05-04)"),
        (("--where", "category=benchmark"), f"Entries by uses RL (category: Benchmark; as of {TODAY})"),
        (
            ("--at", "2026-05-04", "--where", "category=benchmark,survey"),
            "Entries by uses RL (category: Benchmark or Survey; as of 2026-05-04)",
        ),
        ((), f"Entries by uses RL (as of {TODAY})"),
    ],
)
def test_a_caption_says_filter_and_day(arguments: tuple[str, ...], caption: str) -> None:
    done = run("stats", *arguments, "is_rl", "--format", "latex")
    assert f"\\caption{{{caption}}}\n" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "label"),
    [
        ((), "tab:count-reward_type"),
        (("--at", "2026-05-04"), "tab:count-reward_type"),
        (("--where", "category=rl_method"), "tab:count-reward_type-category-rl-method"),
        (("--where", "category=benchmark"), "tab:count-reward_type-category-benchmark"),
        (("is_rl", "--year", "2024-2026", "--key", "c3"), "tab:reward_type-by-is_rl-key-c3-year-2024-to-2026"),
        (("--search", "\\input{x}%"), "tab:count-reward_type-found-by-input-x-6e8fbe18"),
        (("--search", "é"), "tab:count-reward_type-found-by-2cac849e"),
    ],
)
def test_tables_of_different_parts_have_different_labels(arguments: tuple[str, ...], label: str) -> None:
    lines = run("stats", "reward_type", *arguments, "--format", "latex").stdout.splitlines()
    assert [line for line in lines if line.startswith("\\label")] == [f"\\label{{{label}}}"]


def test_exported_tables_have_labels_of_what_was_chosen() -> None:
    labels = [line for line in run("export", "latex", "--where", "category=benchmark").stdout.splitlines() if "\\label{" in line]
    assert "\\label{tab:reward-and-credit-category-benchmark}" in " ".join(labels)
    assert [line for line in labels if "-category-benchmark}" not in line] == []


def test_exported_tables_say_filter_and_day_in_each_caption() -> None:
    done = run("export", "latex", "--pool", "published", "--where", "category=benchmark")
    captions = [line for line in done.stdout.splitlines() if line.startswith(("\\caption{", "\\caption["))]
    assert len(captions) > 10
    assert [line for line in captions if "(category: Benchmark; as of 2026-05-04)" not in line and not line.startswith("\\caption[]")] == []


def test_a_list_says_how_far_a_field_of_its_conditions_is_coded() -> None:
    assert run("list", "--pool", "published", "--where", "sub_decisions=O5").stderr == "0 of 84 papers (coded for 12 of 84)\n"
    assert run("list", "--pool", "published", "--where", "category=survey").stderr == "5 of 84 papers\n"


def test_an_unknown_value_names_the_known_ones_with_their_labels() -> None:
    said = run("list", "--where", "sub_decisions=O9").exception
    assert isinstance(said, CallFault)
    assert "O5 (When to stop)" in str(said)


@pytest.mark.parametrize("chosen", [("--key", "c3"), ("--year", "2025"), ("--search", "agent"), ("--where", "category=benchmark")])
@pytest.mark.parametrize("counted", ["exclusions", "exclusions.reason_codes"])
def test_what_chooses_among_papers_is_refused_where_the_log_is_counted(counted: str, chosen: tuple[str, str]) -> None:
    done = run("stats", counted, *chosen)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "choose among the papers; the exclusion log is counted whole" in done.stderr
