"""Orchestration traces: a wing of its own, which shares ``errors`` and ``look`` with the survey and knows nothing of the corpus.

One way through, as in the rest: ``json_text.value`` (bytes to a JSON value) → ``schema.findings`` (against the schema
files in ``traces/``) → ``model.Trace`` → ``checks.findings``; ``loading.load`` does all four. On a trace that was loaded,
``report.report`` measures, ``replay`` reconstructs and ``drawing.page`` draws.
"""
