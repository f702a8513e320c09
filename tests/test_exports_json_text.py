import json
from datetime import date

import pytest

from pipeline.outputs.exports import json_text
from pipeline.records import Author


def test_what_is_embedded_in_a_page_cannot_end_its_script():
    value = {"title": "</script><b>Relay & <!-- \u2028"}
    written = json_text.for_script(value)
    assert not set("<>&\u2028\n") & set(written)
    assert json.loads(written) == value


def test_text_has_a_record_a_line_in_the_order_given():
    assert json_text.text({"b": "ü", "a": [{"x": [1, None]}, True]}) == '{\n"b": "ü",\n"a": [\n{"x":[1,null]},\ntrue\n]\n}\n'


def test_what_is_empty_stays_on_its_line():
    assert json_text.text({"a": [], "b": {}}) == '{\n"a": [],\n"b": {}\n}\n'


def test_what_no_browser_reads_is_never_written():
    with pytest.raises(ValueError, match="JSON compliant"):
        json_text.text(float("nan"))


def test_values_of_records_become_plain():
    assert json_text.plain((Author("Vell", "Ana"), date(2026, 5, 4))) == [{"family": "Vell", "given": "Ana"}, "2026-05-04"]
    assert json_text.plain({"agent": ("a", "b")}) == {"agent": ["a", "b"]}
    assert json_text.plain(None) is None
    assert json_text.plain(False) is False
