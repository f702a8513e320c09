import json

import pytest
from exports_pool import hostile, published

from pipeline.outputs.exports import FORMATS, datapackage


def written(corpus, folder):
    for name in ("csv", "csv-full", "csv-tags", "csv-exclusions", "datapackage"):
        made = FORMATS[name]
        (folder / made.file_name).write_bytes(made.content(corpus).encode())
    return folder / "datapackage.json"


@pytest.mark.filterwarnings("ignore")
def test_frictionless_finds_every_row_of_every_table_valid(tmp_path):
    from frictionless import validate

    report = validate(str(written(published(), tmp_path)))
    assert report.valid, report.flatten(["type", "message"])
    rows = {task.name: task.stats["rows"] for task in report.tasks}
    assert list(rows) == ["papers", "papers-full", "tags", "exclusions"]
    assert (rows["papers"], rows["papers-full"], rows["exclusions"]) == (84, 84, 32)


@pytest.mark.filterwarnings("ignore")
def test_hostile_texts_leave_the_tables_valid(tmp_path):
    from frictionless import validate

    report = validate(str(written(hostile(), tmp_path)))
    assert report.valid, report.flatten(["type", "message"])
    assert [task.stats["rows"] for task in report.tasks][:2] == [84, 84]


def test_only_an_empty_cell_is_missing():
    for resource in datapackage.package(published())["resources"]:
        assert resource["schema"]["missingValues"] == [""]


def test_the_package_is_named_and_licensed():
    package = json.loads(datapackage.text(published()))
    assert package["name"] == "awesome-llm-mas-rl"
    assert package["licenses"] == [{"name": "CC0-1.0", "path": "https://spdx.org/licenses/CC0-1.0.html"}]


def test_values_are_listed_in_the_order_of_the_taxonomy():
    full = datapackage.package(published())["resources"][1]["schema"]["fields"]
    field = next(field for field in full if field["name"] == "is_rl")
    assert field["constraints"] == {"required": True, "enum": ["yes", "no", "partial"]}
    assert next(field for field in full if field["name"] == "year")["type"] == "integer"


def test_a_name_without_letters_still_gives_a_package_name():
    assert datapackage.slug("李明") == "survey"
    assert datapackage.slug("A Survey: of  Ants!") == "a-survey-of-ants"
