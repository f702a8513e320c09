from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from pipeline.corpus import Corpus
from pipeline.errors import CallFault, Place
from pipeline.outputs import tables
from pipeline.outputs.tables import Column, Table, Wording
from pipeline.outputs.tables.latex import escaped
from pipeline.outputs.tables.table import distinct, lowered
from pipeline.survey import TABLE_KINDS, Output

PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
HOSTILE = (
    "Relay ]credit[ [Re] A|B `p|q` Alpha* and _k_ for $5 <webview> # !",
    'Say "no", or: a;b',
    "50% of R&D ~ {cost} ^ \\end{tabular} \\\\ & more",
    "one\ntwo\r\nthree",
    "=1+2",
    "NA",
    "李明 and Zoé",
    "",
)


@lru_cache(maxsize=1)
def published() -> Corpus:
    return Corpus.load(Path(__file__).parents[1]).pool("published")


@lru_cache(maxsize=1)
def files() -> dict[str, bytes]:
    return dict(tables.files(published()))


def hostile() -> Table:
    rows = tuple((text, number) for number, text in enumerate(HOSTILE))
    return Table("hostile", HOSTILE[0], (Column("A | B_c & d"), Column("n", numeric=True)), rows, HOSTILE[2])


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def read_markdown(text: str) -> list[list[str]]:
    rows: list[list[str]] = []
    for token in PARSER.parse(text):
        if token.type == "tr_open":
            rows.append([])
        if token.type == "table_close":
            break
        if token.type == "inline" and rows:
            rows[-1].append("".join(child.content for child in token.children or []))
    return rows


def read_latex(text: str) -> list[list[str]]:
    head, _, body = text.partition("\\toprule\n")[2].partition("\\midrule\n")
    body = head + body.rpartition("\\endlastfoot\n")[2].partition("\\bottomrule")[0]
    lines = [line for line in body.split("\n") if line.endswith(" \\\\")]
    return [[plain(cell.strip()) for cell in re.split(r"(?<!\\)&", line.removesuffix(" \\\\"))] for line in lines]


def plain(latex: str) -> str:
    named = {"\\textasciitilde ": "~", "\\textasciicircum ": "^", "\\textbackslash ": "\\", "\\space ": " "}
    for command, character in named.items():
        latex = latex.replace(command, character)
    return re.sub(r"\\([&%$#_{}])", r"\1", latex.replace("\\allowbreak{}", ""))


# -- counts


def test_a_count_is_written_as_value_label_count() -> None:
    assert tables.as_csv(tables.count_table(published(), "category")) == (
        "value,label,count\nrl_method,RL method,42\nsurvey,Survey,5\nbenchmark,Benchmark,18\n"
        "framework,Framework,3\nindustry,Industry,6\nclassical_marl,Classical MARL,10\n"
    )


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("is_rl", {"yes": 49, "no": 26, "partial": 9}),
        ("reward_type", {"shared": 10, "individual": 4, "role": 3, "process": 2, "tool": 0, "debate": 4, "verifier": 6,
                         "orchestration": 7, "hybrid": 15, "NA": 33}),
        ("credit_granularity", {"token": 0, "turn": 5, "message": 2, "tool": 0, "agent": 23, "role": 10, "orchestrator": 8, "team": 0,
                                "NA": 36}),
        ("is_core", {"core": 54, "supporting": 24, "case": 6}),
        ("verified", {"yes": 76, "partial": 8, "no": 0}),
    ],
)  # fmt: skip
def test_counts_are_those_of_the_published_pool(field: str, expected: dict[str, int]) -> None:
    assert {row[0]: row[2] for row in tables.count_table(published(), field).rows} == expected


def test_a_facet_keeps_a_row_for_entries_without_it_and_says_how_many_are_coded() -> None:
    table = tables.count_table(published(), "strict_credit")
    assert table.rows[-1] == ("(uncoded)", "not coded", 0, 0, 0, 74)
    assert table.note == "Explicitness of credit: coded for 10 of 84 entries."


def test_levels_have_a_column_each_and_the_count_leaves_out_what_was_not_found() -> None:
    names, labels = (tables.count_table(published(), "coverage", say, margins=True) for say in Wording)
    assert [column.heading for column in names.columns] == ["value", "label", "direct", "indirect", "none", "count"]
    assert [column.heading for column in labels.columns] == ["Value", "Coverage", "Direct", "Indirect", "None", "Count"]
    assert names.rows[4] == ("safety", "Safety", 3, 11, 26, 14)
    assert names.rows[-1] == ("(total)", "entries", 40, 38, 32, 84)
    assert names.note == "Coverage: coded for 40 of 84 entries. The count leaves out entries with the level “None”."


def test_a_total_of_excluded_records_counts_these() -> None:
    assert tables.exclusion_table(published(), "reason_codes", margins=True).rows[-1] == ("(total)", "records", 32)


def test_a_facet_that_only_some_entries_can_carry_counts_against_those() -> None:
    note = tables.count_table(published(), "mas_native").note
    assert note == "MAS-native: coded for 12 of 18 entries that can carry it."


def test_an_unknown_field_is_the_calls_fault() -> None:
    with pytest.raises(CallFault, match="did you mean reward_type"):
        tables.count_table(published(), "reward_typ")
    with pytest.raises(CallFault, match="stage, reason_codes"):
        tables.exclusion_table(published(), "title")


def test_excluded_records_are_counted_by_stage() -> None:
    assert tables.as_csv(tables.exclusion_table(published(), "stage")) == (
        "value,label,count\nabstract_screen,Abstract screen,16\nfull_text_screen,Full-text screen,9\n"
        "artifact_screen,Artifact screen,6\nduplicate_screen,Duplicate screen,1\n"
    )


# -- cross-tabs

REWARD_BY_CREDIT = """\
reward_type,token,turn,message,tool,agent,role,orchestrator,team,NA
shared,0,0,1,0,9,0,0,0,0
individual,0,0,0,0,4,0,0,0,0
role,0,0,0,0,0,3,0,0,0
process,0,1,0,0,1,0,0,0,0
tool,0,0,0,0,0,0,0,0,0
debate,0,0,1,0,3,0,0,0,0
verifier,0,0,0,0,0,2,0,0,4
orchestration,0,0,0,0,0,1,6,0,0
hybrid,0,4,0,0,6,4,1,0,0
NA,0,0,0,0,0,0,1,0,32
"""


def test_a_cross_tab_has_a_row_and_a_column_for_every_declared_value() -> None:
    assert tables.as_csv(tables.crosstab_table(published(), "reward_type", "credit_granularity")) == REWARD_BY_CREDIT


def test_margins_count_entries() -> None:
    table = tables.crosstab_table(published(), "orchestration_form", "credit_granularity", margins=True)
    assert table.columns[-1] == Column("(total)", numeric=True)
    assert table.rows[-1] == ("(total)", 0, 5, 2, 0, 23, 10, 8, 0, 36, 84)
    assert {row[0]: row[-1] for row in table.rows}["centralized"] == 18


def test_people_read_labels() -> None:
    table = tables.crosstab_table(published(), "reward_type", "credit_granularity", margins=True, say=Wording.LABELS)
    assert [column.heading for column in table.columns][:5] == ["Reward type", "Token", "Turn", "Message", "Tool call"]
    assert (table.columns[-1].heading, table.rows[-1][0]) == ("Entries", "Entries")


def test_a_field_may_be_crossed_with_itself() -> None:
    rows = tables.crosstab_table(published(), "is_rl", "is_rl").rows
    assert rows == (("yes", 49, 0, 0), ("no", 0, 26, 0), ("partial", 0, 0, 9))


# -- the survey's own tables


def declared(kind: str, *fields: str, groups: tuple[tuple[str, ...], ...] = ()) -> Output:
    return Output("some", kind, fields, "{papers} entries", "", "", groups, {}, Place("survey/outputs.yaml"))


def made(output: Output, say: Wording = Wording.NAMES) -> Table:
    return tables.declared_table(output, published(), say)


def test_every_kind_of_table_can_be_made() -> None:
    usable = {
        "counts": ["category"], "crosstab": ["category", "is_rl"], "entries": ["sub_decisions"], "matrix": ["measures"],
        "groups": ["coverage"], "values": ["source_class"], "signals": ["credit_signals"], "pool": ["bucket"],
        "facets": ["bucket"], "levels": ["strict_credit"],
    }  # fmt: skip
    found = {kind: made(declared(kind, *usable.get(kind, ()), groups=(("c3",),))) for kind in TABLE_KINDS}
    assert all(table.rows and table.caption == "84 entries" for table in found.values())
    assert all(len(row) == len(table.columns) for table in found.values() for row in table.rows)


def test_the_screening_adds_up() -> None:
    assert [(row[0], row[2]) for row in made(declared("flow")).rows] == [
        ("screened", 116), ("abstract_screen", 16), ("full_text_screen", 9), ("artifact_screen", 6), ("duplicate_screen", 1),
        ("excluded", 32), ("retained", 84),
    ]  # fmt: skip


def test_every_excluded_record_was_found_by_one_query_family() -> None:
    rows = made(declared("queries")).rows
    assert len(rows) == 7
    assert sum(int(row[-1]) for row in rows) == 32


def test_a_value_without_entries_keeps_its_row() -> None:
    table = made(declared("entries", "sub_decisions"))
    assert [column.heading for column in table.columns] == ["value", "label", "entries"]
    assert table.rows[4] == ("O5", "When to stop", "")
    assert table.rows[0][2] == "agentspawn (learned complexity estimate at run time); halo (tree search); kimi-k2-5 (reward shaping)"


def test_further_fields_add_a_column_each() -> None:
    table = made(declared("entries", "attack_vector", "mitigates"), Wording.LABELS)
    headings = ["Value", "Attack vectors", "Who attacks", "Where it strikes", "Entries", "Mitigates"]
    assert [column.heading for column in table.columns] == headings
    assert table.rows[4] == ("AV5", "Tool-parameter escalation", "user; tool output", "tool", "", "Claude Code")


def test_a_matrix_has_a_row_for_each_coded_entry() -> None:
    table = made(declared("matrix", "measures", "mas_native"))
    assert [column.heading for column in table.columns] == ["entry", "mas_native", "E1", "E2", "E3", "E4"]
    assert len(table.rows) == 12
    assert ("multiagentbench2025", "partial", "full", "partial", "partial", "") in table.rows


def test_a_map_among_signals_has_a_column_for_each_value() -> None:
    table = made(declared("signals", "credit_signals", "credit_mechanism", "dynamic_team"))
    assert [column.heading for column in table.columns][1:9] == [
        "team",
        "orchestrator",
        "role",
        "agent",
        "turn",
        "message",
        "tool",
        "token",
    ]
    assert len(table.rows) == 21
    assert ("c3", "", "", "", "", "", "counterfactual", "", "", "counterfactual", "no") in table.rows


def test_a_group_whose_entries_differ_shows_all_that_they_say() -> None:
    table = made(declared("groups", "coverage", groups=(("magrpo", "tamas", "absent"),)))
    assert table.rows == (("magrpo; tamas", "direct / none", "direct / indirect", "indirect", "indirect / direct", "none / direct"),)


def test_the_whole_pool_stands_in_the_order_of_the_first_field() -> None:
    rows = made(declared("pool", "bucket", "category")).rows
    assert len({row[0] for row in rows}) == 84
    assert [row[3] for row in rows] == sorted(str(row[3]) for row in rows)


def test_scale_points_are_shown_with_their_ranges() -> None:
    names, labels = (made(declared("scale"), say).rows for say in Wording)
    assert names[0][2:4] == ("1", "10-100")
    assert labels[0][2:4] == ("1", "10\u2013100")
    assert labels[3][:4] == ("Kimi K2.5 Agent Swarm", "Kimi K2.5", "100", "1500")


def test_a_facet_names_the_values_that_dominate_it_and_those_without_an_entry() -> None:
    rows = {row[0]: row[1:] for row in made(declared("facets", "credit_granularity", "bucket", "measures")).rows}
    assert rows["credit_granularity"] == (84, 84, 9, "agent 23; role 10; orchestrator 8", "36", "token; tool; team")
    assert rows["bucket"] == (84, 84, 8, "A 40; D 10; E 8", "", "")
    assert rows["measures"][:3] == (12, 18, 4)


def test_the_rows_behind_sparse_credit_have_a_broad_a_strict_and_a_clearest_reading() -> None:
    table = made(declared("levels", "strict_credit", "reward_type"))
    assert [column.heading for column in table.columns] == ["value", "entry", "broad", "strict", "clearest", "reward_type"]
    assert {row[:2]: row[2:5] for row in table.rows} == {
        ("orchestrator", "agentspawn"): ("yes", "no", "no"), ("orchestrator", "hera"): ("yes", "no", "no"),
        ("orchestrator", "kimi-k2-5"): ("yes", "yes", "yes"), ("orchestrator", "mas-zero2025"): ("yes", "no", "no"),
        ("orchestrator", "owl2025"): ("yes", "yes", "no"), ("orchestrator", "paramanager"): ("yes", "yes", "no"),
        ("orchestrator", "puppeteer"): ("yes", "yes", "yes"), ("orchestrator", "wideseek-r1-2026"): ("yes", "yes", "yes"),
        ("message", "c3"): ("yes", "yes", "no"), ("message", "debate-as-reward"): ("yes", "no", "no"),
    }  # fmt: skip


def test_claims_have_a_row_for_each_sense_with_the_least_change_that_flips_it() -> None:
    rows = {row[:2]: row[3:] for row in made(declared("claims")).rows}
    assert len({claim for claim, _ in rows}) == 64
    assert rows["message-credit-sparse", "strict"] == (
        "published", "at most 1", "holds", "1 found, at most 1", 1, "one more message-level paper with an explicit mechanism",
    )  # fmt: skip
    assert rows["retained-outnumber-excluded", "broad"][1:] == (
        "fewer than: papers, all", "holds", "32 against 84, fewer expected", 52, "52 more logged exclusions",
    )  # fmt: skip
    assert rows["reward-by-credit-cells", "broad"][1:] == (
        "empty cells of reward_type by credit_granularity: at least 72", "holds", "72 of 90 cells empty, at least 72", 1,
        "one more filled cell",
    )  # fmt: skip
    assert rows["trace-reporting-inspectable", "broad"][2:] == ("cannot be checked", "0 of 0 valid", "", "cannot be checked")


def test_scenarios_are_columns_that_people_see_as_signs() -> None:
    names, labels = (made(declared("scenarios"), say) for say in Wording)
    found = dict(zip([column.heading for column in names.columns], names.rows[0], strict=True))
    assert (found["claim"], found["sense"]) == ("pool-retained", "broad")
    assert (found["strict"], found["verified-only"], found["one-retagged"]) == ("not asked", "no", "yes")
    assert labels.rows[0][:4] == ("pool-retained", "broad", ".", "-")
    rows = {row[:2]: row[2:] for row in labels.rows}
    assert rows["message-credit-entries", "broad"][:3] == (".", "+", "-")
    assert rows["orchestrator-credit-sparse", "strict"] == (".", "+", "+", "+", "?", "?", "?", "?", ".", ".", "+", "-")
    assert "12: Any one record retagged in a field that is read" in labels.note


def test_the_survey_declares_its_tables() -> None:
    found = {output.kind for output in published().outputs.tables}
    assert found == set(TABLE_KINDS) - {"counts"}


def test_borrowed_groups_are_those_of_the_figure() -> None:
    outputs = published().outputs
    figure = next(output for output in outputs.figures if output.kind == "groups")
    table = next(output for output in outputs.tables if output.kind == "groups")
    assert table.groups == figure.groups != ()


# -- files


def test_every_table_is_written_in_three_formats() -> None:
    names = {name.rpartition(".")[0] for name in files()}
    assert len(files()) == 3 * len(names)
    assert {"figures/tables/count-is_rl", "figures/tables/reward_type-by-credit_granularity", "figures/tables/exclusions-stage"} <= names
    assert all(re.fullmatch(r"figures/tables/[A-Za-z0-9_-]+", name) for name in names)
    required = [field.name for field in published().taxonomy.required]
    assert {f"figures/tables/{first}-by-{second}" for first, second in combinations(required, 2)} <= names


def test_the_three_formats_hold_the_same_cells() -> None:
    for name in {name.rpartition(".")[0] for name in files()}:
        rows = read_csv(files()[f"{name}.csv"].decode())
        marked = read_markdown(files()[f"{name}.md"].decode().partition("\n\n")[2])
        set_in_latex = read_latex(files()[f"{name}.tex"].decode())
        assert len(rows) == len(marked) == len(set_in_latex)
        assert {len(row) for row in (*rows, *marked)} == {len(rows[0])}
        unprinted = {"Value": 0, "Key": 1}.get(marked[0][0], 0)  # names as they stand in files, and titles beside keys
        if len(set_in_latex[0]) < len(marked[0]):
            marked = [[*row[:unprinted], *row[unprinted + 1 :]] for row in marked]
        first = 1 if marked[0] == set_in_latex[0] and marked[0][0] != rows[0][0] else 0
        assert [row[first:] for row in marked] == [row[first:] for row in set_in_latex]


def test_files_are_the_same_in_every_run() -> None:
    assert files() == dict(tables.files(published()))


def test_files_end_their_lines_alike() -> None:
    assert not any(b"\r" in content or not content.endswith(b"\n") or content.startswith(b"\xef\xbb\xbf") for content in files().values())


def test_a_hostile_title_stays_in_its_cell() -> None:
    corpus = published()
    papers = (replace(corpus.papers[0], title=HOSTILE[0]), replace(corpus.papers[1], title=HOSTILE[2]), *corpus.papers[2:])
    table = tables.declared_table(declared("pool", "bucket"), replace(corpus, papers=papers))
    assert {HOSTILE[0], HOSTILE[2]} <= {row[1] for row in read_csv(tables.as_csv(table))}
    assert {HOSTILE[0], HOSTILE[2]} <= {row[1] for row in read_markdown(tables.as_markdown(table))}
    printed = replace(table, columns=tuple(replace(column, raw=False) for column in table.columns))
    assert {HOSTILE[0], HOSTILE[2]} <= {row[1] for row in read_latex(tables.as_latex(printed))}


# -- renderings


def test_csv_is_read_back_as_it_was() -> None:
    assert read_csv(tables.as_csv(hostile()))[1:] == [[text, str(number)] for number, text in enumerate(HOSTILE)]


def test_json_is_read_back_as_it_was() -> None:
    content = json.loads(tables.as_json(hostile()))
    assert [row["A | B_c & d"] for row in content["rows"]] == list(HOSTILE)
    assert content["caption"] == HOSTILE[0]
    assert tables.as_json(hostile()).endswith("}\n")


def test_markdown_is_read_back_with_its_text_and_its_columns() -> None:
    folded = [[" ".join(text.split()), str(number)] for number, text in enumerate(HOSTILE)]
    assert read_markdown(tables.as_markdown(hostile())) == [["A | B_c & d", "n"], *folded]


def test_pipes_are_aligned_and_numbers_stand_right() -> None:
    lines = tables.as_markdown(hostile()).splitlines()
    assert {len(line) for line in lines} == {len(lines[0])}
    assert lines[1].endswith("--: |")
    assert tables.as_markdown(tables.count_table(published(), "is_rl")) == (
        "| value   | label     | count |\n| ------- | --------- | ----: |\n| yes     | RL        |    49 |\n"
        "| no      | No RL     |    26 |\n| partial | Partly RL |     9 |\n"
    )


def test_pipes_are_aligned_as_the_linter_measures_them() -> None:
    table = Table("t", "", (Column("a"),), (("🧭 x",), ("abcdef",)))
    assert tables.as_markdown(table).splitlines()[2] == "| 🧭 x   |"


def test_latex_is_read_back_with_its_text() -> None:
    text = tables.as_latex(hostile())
    folded = [[" ".join(text.split()), str(number)] for number, text in enumerate(HOSTILE)]
    assert read_latex(text) == [["A | B_c & d", "n"], *folded]
    assert "\\label{tab:hostile}" in text
    assert [line.partition("{")[0] for line in text.splitlines() if "rule" in line] == ["\\toprule", "\\midrule", "\\bottomrule"]
    assert text.count("\\end{tabular}") == 1


def test_a_note_stands_behind_the_caption_and_not_in_the_list_of_tables() -> None:
    table = Table("t", "50% done", (Column("a"),), (("b",),), "Note_1.")
    assert "\\caption[{50\\% done}]{50\\% done. Note\\_1.}\n" in tables.as_latex(table)


def test_a_bracket_in_a_caption_does_not_end_the_short_one() -> None:
    table = Table("t", "Papers [2024]", (Column("a"),), (("b",),), "A note.")
    assert "\\caption[{Papers [2024]}]{Papers [2024]. A note.}\n" in tables.as_latex(table)


def test_a_long_latex_table_runs_over_pages() -> None:
    table = Table("long", "Many", (Column("n", numeric=True),), tuple((n,) for n in range(50)))
    text = tables.as_latex(table)
    assert "\\begin{longtable}" in text
    assert "longtable}" in text.splitlines()[0]


def test_a_table_whose_rows_are_taller_than_a_page_is_no_float() -> None:
    table = Table("tall", "Tall", (Column("a"), Column("b")), tuple((f"row {n}", "some words " * 80) for n in range(12)))
    assert "\\begin{longtable}" in tables.as_latex(table)
    assert "\\begin{table}" in tables.as_latex(replace(table, rows=table.rows[:2]))


def test_print_does_without_names_that_stand_beside_their_labels() -> None:
    lines = tables.as_latex(tables.count_table(published(), "is_rl", tables.Wording.LABELS)).splitlines()
    assert "Uses RL & Count \\\\" in lines
    assert "RL & 49 \\\\" in lines


def test_print_does_without_titles_that_stand_beside_the_keys_of_the_references() -> None:
    lines = tables.as_latex(made(declared("pool", "bucket"), Wording.LABELS)).splitlines()
    assert "Key & Year & Evidence bucket \\\\" in lines
    assert "agent-lightning & 2025 & LLM-MAS focal work \\\\" in lines


def test_a_line_may_end_within_a_long_word_behind_what_joins_its_parts() -> None:
    table = Table("t", "T", (Column("a"), Column("b")), (("orchestration_form=planner_critic", "x-y"), ("short=1", "y")))
    text = tables.as_latex(table)
    assert "orchestration\\_\\allowbreak{}form=\\allowbreak{}planner\\_\\allowbreak{}critic" in text
    assert "short=1" in text


def test_the_column_with_the_longest_texts_gets_the_width() -> None:
    rows = tuple((f"key{n}", "words " * 30, "a few words that are told here", n) for n in range(50))
    text = tables.as_latex(Table("t", "T", (Column("key"), Column("long"), Column("short"), Column("n", numeric=True)), rows))
    first, second = map(float, re.findall(r"p\{([0-9.]+)\\linewidth\}", text))
    assert first > 2 * second


def test_a_caption_says_of_which_records_it_is() -> None:
    table = Table("t", "Entries", (Column("a"),), (("b",),), "Note.")
    assert table.of("category Benchmark; as of 2026-05-04").caption == "Entries (category Benchmark; as of 2026-05-04)"
    assert table.of("") == table


def test_latex_text_is_escaped() -> None:
    assert escaped("Saving 40% of R&D cost_per_task #1") == "Saving 40\\% of R\\&D cost\\_per\\_task \\#1"


def test_a_terminal_shows_columns_under_each_other() -> None:
    table = Table("t", "Caption", (Column("who"), Column("n", numeric=True)), (("李明", 1), ("Ana", 20)), "Note.")
    assert tables.as_text(table) == "Caption\n\nwho    n\n----  --\n李明   1\nAna   20\n\nNote.\n"


def test_an_empty_table_is_written_with_its_headings() -> None:
    table = Table("t", "None", (Column("a"), Column("b", numeric=True)), ())
    assert tables.as_csv(table) == "a,b\n"
    assert tables.as_markdown(table) == "| a   |   b |\n| --- | --: |\n"
    assert json.loads(tables.as_json(table))["rows"] == []
    assert "\\toprule" in tables.as_latex(table)
    assert tables.as_text(table) == "None\n\na  b\n-  -\n"


def test_headings_that_are_alike_get_numbers() -> None:
    assert [column.heading for column in distinct([Column("a"), Column("b"), Column("a")])] == ["a", "b", "a (2)"]


def test_a_label_is_lowered_unless_its_first_word_has_a_capital_inside() -> None:
    assert [lowered(label) for label in ("Reward type", "RL method", "MAS-native", "No RL")] == [
        "reward type",
        "RL method",
        "MAS-native",
        "no RL",
    ]


# -- LaTeX as a whole

DOCUMENT = """\\documentclass{article}
\\usepackage[T1]{fontenc}
\\usepackage[margin=1in]{geometry}
\\usepackage{array,booktabs,graphicx,longtable,pdflscape}
\\begin{document}
\\input{tables}
\\end{document}
"""


def test_the_latex_stream_holds_each_declared_table_once() -> None:
    labels = re.findall(r"\\label\{tab:([^}]+)\}", tables.latex(published()))
    assert labels == [output.name for output in published().outputs.tables]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_latex_stream_compiles_and_stays_within_the_line(tmp_path: Path) -> None:
    (tmp_path / "tables.tex").write_text(tables.latex(published()), encoding="utf-8")
    (tmp_path / "document.tex").write_text(DOCUMENT, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "document.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    log = (tmp_path / "document.log").read_text(encoding="utf-8", errors="replace")
    assert run.returncode == 0, log[-2000:]
    assert "Overfull" not in log
    assert (tmp_path / "document.pdf").stat().st_size > 50_000
