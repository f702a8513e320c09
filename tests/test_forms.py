"""GitHub's issue forms: what they offer is what the taxonomy holds, and GitHub would take them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from example_survey import example

from pipeline.corpus import Corpus
from pipeline.outputs import forms
from pipeline.submissions.forms import forms as asked
from pipeline.taxonomy import TagValue

ROOT = Path(__file__).parent.parent
NAMES = [f"{forms.FOLDER}/{name}.yml" for name in ("new-paper", "correction", "dispute-a-tag", "reconsider-exclusion", "config")]


@pytest.fixture(scope="module", params=["example", "real"])
def made(request: pytest.FixtureRequest) -> dict[str, bytes]:
    return dict(forms.files(example() if request.param == "example" else Corpus.load(ROOT)))


def read(content: bytes) -> Any:
    """Read YAML as GitHub does, with its truth values and numbers."""
    return yaml.safe_load(content)


def questions_of(page: Any) -> Iterator[Any]:
    return (element for element in page["body"] if element["type"] != "markdown")


def test_there_are_four_forms_and_the_page_to_choose(made: dict[str, bytes]) -> None:
    assert list(made) == NAMES


def test_github_would_take_the_forms(made: dict[str, bytes], tmp_path: Path) -> None:
    for path, content in made.items():
        (tmp_path / Path(path).name).write_bytes(content)
    for schema, names in (("issue-config", ["config.yml"]), ("issue-forms", [Path(name).name for name in NAMES[:-1]])):
        command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.github-{schema}", *names]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_text_is_text_to_any_reader_of_yaml(made: dict[str, bytes]) -> None:
    """``yes`` and ``NA`` among the choices are neither truth values nor nothing."""
    for name in NAMES[:-1]:
        page = read(made[name])
        assert all(isinstance(page[key], str) and page[key] for key in ("name", "description"))
        for question in questions_of(page):
            attributes = question["attributes"]
            assert all(isinstance(attributes.get(key, ""), str) for key in ("label", "description", "placeholder"))
            assert all(isinstance(option, str) and option for option in attributes.get("options", ()))


def test_ids_labels_and_choices_are_unique_and_no_choice_is_reserved(made: dict[str, bytes]) -> None:
    for name in NAMES[:-1]:
        asked = list(questions_of(read(made[name])))
        for what in ([q["id"] for q in asked], [q["attributes"]["label"].casefold() for q in asked]):
            assert len(set(what)) == len(what)
        for question in asked:
            choices = [option.casefold() for option in question["attributes"].get("options", ())]
            assert len(set(choices)) == len(choices)
            assert "none" not in choices


def test_the_first_questions_tell_the_forms_apart() -> None:
    firsts = [form.questions[0].label for form in asked(example())]
    assert len(set(firsts)) == len(firsts)


def test_the_choices_are_those_of_the_taxonomy() -> None:
    page = read(dict(forms.files(example()))[NAMES[0]])
    offered = {question["id"]: question["attributes"] for question in questions_of(page)}
    assert offered["tag-placement"]["options"] == ["Farm (farm)", "Row (row)", "Turbine (turbine)", "Blade (blade)", "No placement (NA)"]
    assert "- **Farm**: All turbines of a site." in offered["tag-placement"]["description"]
    assert "- **Sensor**: A device that measures something in the water. A calculation without" in offered["tag-approach"]["description"]
    assert "tag-signals" not in offered, "only what every entry carries is asked for"


def test_a_new_value_is_a_new_choice() -> None:
    field = example().taxonomy.fields["powered"]
    wider = replace(field, values=(*field.values, TagValue("maybe", "Maybe", "Nobody knows.")))
    changed = replace(example(), taxonomy=replace(example().taxonomy, fields={**example().taxonomy.fields, "powered": wider}))
    for name in (NAMES[0], NAMES[2], NAMES[3]):
        assert b"Maybe (maybe)" in dict(forms.files(changed))[name]
        assert b"Maybe (maybe)" not in dict(forms.files(example()))[name]


def test_a_dispute_offers_every_tag_but_those_with_words_of_their_own() -> None:
    page = read(dict(forms.files(example()))[NAMES[2]])
    (tag,) = (q["attributes"]["options"] for q in questions_of(page) if q["id"] == "tag")
    assert "Coverage: Scour (scour), Direct" in tag
    assert "Layout: Star (star)" in tag
    assert not any(option.startswith("Findings") for option in tag)


def test_fields_of_every_kind_can_be_asked_for() -> None:
    fields = {name: replace(field, required=not field.applies_to) for name, field in example().taxonomy.fields.items()}
    page = read(dict(forms.files(replace(example(), taxonomy=replace(example().taxonomy, fields=fields))))[NAMES[0]])
    offered = {question["id"]: question for question in questions_of(page)}
    assert offered["tag-signals"]["type"] == "dropdown"
    assert offered["tag-signals"]["attributes"]["multiple"] is True
    assert offered["tag-coverage"]["type"] == "textarea"
    assert "Levels are Direct, Indirect, Not covered" in offered["tag-coverage"]["attributes"]["description"]


HOSTILE = 'yes: no # "x" \\ ${{ secrets.X }} <img src=x> | - ? & * ! %'


def test_hostile_words_of_a_taxonomy_stay_words() -> None:
    value = TagValue("bad", HOSTILE, f"{HOSTILE}\n---\n- type: input")
    field = replace(example().taxonomy.fields["powered"], label=HOSTILE, definition=HOSTILE, values=(value,))
    changed = replace(example(), taxonomy=replace(example().taxonomy, fields={"powered": field}))
    page = read(dict(forms.files(changed))[NAMES[0]])
    (tag,) = (question for question in questions_of(page) if question["id"] == "tag-powered")
    assert tag["attributes"]["label"] == f"{HOSTILE} (tag)"
    assert tag["attributes"]["options"] == [f"{HOSTILE} (bad)"]
    assert "<img" not in tag["attributes"]["description"]


def test_with_a_site_the_page_leads_there() -> None:
    about = replace(example().about, site_url="https://example.org/list/", repository="https://example.org/repository")
    made = dict(forms.files(replace(example(), about=about)))
    assert read(made[NAMES[-1]])["contact_links"][0]["url"] == "https://example.org/list/"
    assert "https://example.org/repository/blob/main/survey/taxonomy.yaml" in read(made[NAMES[0]])["body"][0]["attributes"]["value"]


def test_only_where_a_workflow_answers_a_form_says_so() -> None:
    alone = example()
    answered = replace(alone, about=replace(alone.about, holds=("workflows",)))
    for form in asked(alone):
        assert form.head.endswith(". Whoever keeps the list reads your answers. You can mend them by editing the issue.")
        assert "program" not in form.head
        assert "the answer" not in form.head
    for form in asked(answered):
        assert "A program reads your answers as soon as you send them and says below the issue what will be written" in form.head


def test_what_the_survey_says_that_its_repository_holds_is_there() -> None:
    assert Corpus.load(ROOT).about.holds == ("software", "workflows")
    assert (ROOT / "pyproject.toml").is_file()
    assert "scripts/answer.sh" in (ROOT / ".github/workflows/form.yml").read_text(encoding="utf-8")
