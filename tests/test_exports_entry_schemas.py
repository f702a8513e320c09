import json
import re

import pytest
import yaml
from exports_pool import ROOT, published
from jsonschema import Draft7Validator

from pipeline.corpus import EXCLUSIONS, PAPERS
from pipeline.outputs.exports import entry_schemas
from pipeline.records import EXCLUSION_KEYS, PAPER_KEYS
from pipeline.records.changes import READERS


class AsEditorsReadIt(yaml.SafeLoader):
    """YAML 1.2: only true and false are switches, only digits are numbers, dates are text."""


AsEditorsReadIt.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|false", "tf"),
    ("null", r"null|~|", ["~", "n", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?[0-9]+\.[0-9]+(?:e[-+]?[0-9]+)?", "-+0123456789"),
):
    AsEditorsReadIt.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))


@pytest.fixture(scope="module")
def paper():
    schema = json.loads(entry_schemas.paper_text(published()))
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)


@pytest.fixture(scope="module")
def exclusion():
    schema = json.loads(entry_schemas.exclusion_text(published()))
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)


def faults(validator, folder, loader):
    files = sorted((ROOT / folder).glob("*.yaml"))
    assert files
    contents = {file.name: yaml.load(file.read_text(encoding="utf-8"), loader) for file in files}
    return [(name, error.message) for name, content in contents.items() for error in validator.iter_errors(content)]


@pytest.mark.parametrize("loader", [yaml.BaseLoader, AsEditorsReadIt])
def test_every_entry_is_good(paper, loader):
    assert faults(paper, PAPERS, loader) == []


@pytest.mark.parametrize("loader", [yaml.BaseLoader, AsEditorsReadIt])
def test_every_exclusion_is_good(exclusion, loader):
    assert faults(exclusion, EXCLUSIONS, loader) == []


def test_the_schemas_know_every_key_that_a_file_can_have(paper, exclusion):
    assert set(paper.schema["properties"]) == set(PAPER_KEYS)
    assert set(exclusion.schema["properties"]) == set(EXCLUSION_KEYS)
    change = paper.schema["properties"]["changes"]["items"]["properties"]["field"]["enum"]
    assert set(change) == set(READERS) | {f"tags.{name}" for name in published().taxonomy.fields}


def test_every_value_comes_with_its_definition(paper):
    field = paper.schema["definitions"]["tags"]["properties"]["credit_granularity"]
    assert field["enum"][0] == "token"
    assert field["enumDescriptions"][0].startswith("Token. Single generated tokens carry signals")
    assert len(field["enum"]) == len(field["enumDescriptions"]) == 9


def good():
    return yaml.load((ROOT / PAPERS / "magrpo.yaml").read_text(encoding="utf-8"), AsEditorsReadIt)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entry: entry.pop("title"),
        lambda entry: entry.update(titel="x"),
        lambda entry: entry.update(authors="Ana Vell, Tor Brandt"),
        lambda entry: entry.update(links=["http://example.org"]),
        lambda entry: entry.update(arxiv_id="2504.1"),
        lambda entry: entry.update(added="05/04/2026"),
        lambda entry: entry["tags"].pop("category"),
        lambda entry: entry["tags"].update(credit_granularity="orchestartor"),
        lambda entry: entry["tags"].update(reward_family=["R99"]),
        lambda entry: entry["tags"].update(coverage={"reward": "somewhat"}),
        lambda entry: entry["tags"].update(coverage={"nothing": "direct"}),
        lambda entry: entry["tags"].update(nothing="yes"),
        lambda entry: entry["changes"][0].update(field="tags.nothing"),
    ],
)
def test_a_bad_entry_is_marked(paper, spoil):
    entry = good()
    assert paper.is_valid(entry)
    spoil(entry)
    assert not paper.is_valid(entry)


def test_an_exclusion_needs_an_identifier_or_an_address(exclusion):
    record = yaml.load((ROOT / EXCLUSIONS / "E003.yaml").read_text(encoding="utf-8"), AsEditorsReadIt)
    del record["identifier"]
    assert exclusion.is_valid(record)
    del record["url"]
    assert not exclusion.is_valid(record)


def test_both_sorts_may_say_why_a_title_is_like_another(paper, exclusion):
    entry = good()
    entry["exceptions"] = {"similar-title": "another team"}
    assert paper.is_valid(entry)
    record = yaml.load((ROOT / EXCLUSIONS / "E003.yaml").read_text(encoding="utf-8"), AsEditorsReadIt)
    record["accepted"] = {"similar-title": "another team"}
    assert exclusion.is_valid(record)
