import io
import sys

import pandas
import pytest
from exports_pool import TITLES, hostile

from pipeline.errors import CallFault
from pipeline.outputs.exports import parquet


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CallFault, match=r"^Parquet needs pyarrow: pip install pyarrow$"):
        parquet.content(hostile())


def test_pandas_reads_every_row_back():
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    table = pandas.read_parquet(io.BytesIO(parquet.content(hostile())))
    assert list(table["title"][: len(TITLES)]) == list(TITLES)
    assert len(table) == 84
    assert table["year"].dtype == "int64"
    assert (table["credit_granularity"] == "NA").sum() == 36
