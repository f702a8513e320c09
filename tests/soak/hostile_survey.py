"""One survey with every hostile text in every text field, as far as the rules let it through."""

from __future__ import annotations

from typing import TypeAlias

from hostile_texts import TEXTS

N = len(TEXTS)
FEW = 12
"""Values of the fields that are drawn as grids."""
Tree: TypeAlias = "dict[str, Tree] | list[Tree] | str | int | bool"


class Hostile(str):
    """A text that may have to give way to a plain one."""

    __slots__ = ()


class Writer:
    """Fills fields with one text after the other."""

    def __init__(self, turn: int) -> None:
        """Begin with the text of a number, so that fields that occur once hold another text at each turn."""
        self._next = turn

    def text(self) -> Hostile:
        """Return the next text."""
        self._next += 1
        return Hostile(TEXTS[self._next % N])

    def several(self, most: int = 400) -> Hostile:
        """Return as many of the next texts as make one of some length: for fields that a survey has once."""
        found = self.text()
        while len(found) < most:
            found = Hostile(f"{found} ~ {self.text()}")
        return Hostile(found[:1_900].strip())


def at(number: int) -> Hostile:
    """Return the text of a number."""
    return Hostile(TEXTS[number % N])


def trees(turn: int) -> dict[str, Tree]:
    """Return every file of the survey by its path, as a tree."""
    writer = Writer(turn * 7)
    found: dict[str, Tree] = {
        "survey/about.yaml": _about(writer),
        "survey/taxonomy.yaml": _taxonomy(),
        "survey/protocol.yaml": _protocol(writer),
        "survey/outputs.yaml": _outputs(writer),
        "survey/scale.yaml": {"note": writer.several(), "points": [_point(n) for n in range(N)]},
        "survey/claims.yaml": _claims(),
        "survey/differences.yaml": _differences(),
        "survey/audits/reader.yaml": _audit(writer),
        "arxiv.lock.json": {"format": 1, "records": {_arxiv_id(n): _listing(n) for n in range(0, N, 2)}},
    }
    found |= {f"corpus/{_key(n)}.yaml": _paper(n) for n in range(N)}
    return found | {f"exclusions/E{n + 1:03}.yaml": _exclusion(n) for n in range(N)}


def _key(n: int) -> str:
    return f"paper{n:03}"


def _value(n: int) -> str:
    return f"v{n:03}"


def _arxiv_id(n: int) -> str:
    return f"24{1 + n % 12:02}.{10_001 + n:05}"


def _about(writer: Writer) -> Tree:
    return {
        "name": writer.several(60), "title": writer.several(200), "author": "Vell, Ana", "cutoff": "2026-06-30",
        "description": writer.several(), "introduction": [at(n) for n in range(N)], "cite": writer.several(), "license_data": "CC0-1.0",
        "license_code": "MIT", "rights_holder": writer.several(40),
    }  # fmt: skip


def _values(count: int) -> Tree:
    return {
        _value(n): {
            "label": at(n),
            "definition": at(n),
            "not": at(n),
            "confused_with": [_value((n + 1) % count)],
            "attributes": {"unit": at(n)},
        }
        for n in range(count)
    }


def _plain_values(count: int, begin: int = 0) -> Tree:
    return {_value(n): {"label": at(n + begin), "definition": at(n + begin)} for n in range(count)}


def _taxonomy() -> Tree:
    said = {"label": at(3), "definition": at(4)}
    return {
        "fields": {
            "kind": {**said, "required": "yes", "attributes": {"unit": at(1)}, "values": _values(N)},
            "marks": {"label": at(5), "definition": at(6), "kind": "many", "values": _plain_values(N)},
            "cover": {"label": at(7), "definition": at(8), "kind": "map", "to": _plain_values(6, 20), "values": _plain_values(FEW, 40)},
            "finds": {"label": at(9), "definition": at(10), "kind": "map", "to": "text", "values": _plain_values(FEW, 60)},
            "short": {"label": at(11), "definition": at(12), "ordered": "yes", "values": _plain_values(FEW, 80)},
        },
        "rules": {f"rule-{n}": {"when": {"kind": [_value(n)]}, "then": {"marks": [_value(n)]}, "why": at(n)} for n in range(N)},
        "exclusion": {
            "stage": {**said, "values": _plain_values(FEW, 100)},
            "reason_codes": {**said, "values": _plain_values(N)},
        },
    }  # fmt: skip


def _protocol(writer: Writer) -> Tree:
    families = {f"family{n}": {"label": at(n), "terms": [at(n), f"term {n}"], "logged_as": [f"family{n}"]} for n in range(N)}
    return {
        "sources": [at(n) for n in range(N)], "query_families": families, "stages": {_value(n): at(n) for n in range(FEW)},
        "inclusion": [at(n) for n in range(N)], "exclusion": [at(n) for n in range(N)],
        "promotion": {"rule": writer.several(), "cells": [at(n) for n in range(N)]}, "scope": [at(n) for n in range(N)],
    }  # fmt: skip


def _outputs(writer: Writer) -> Tree:
    def drawn(kind: str, fields: list[Tree], **more: Tree) -> Tree:
        shown: dict[str, Tree] = {"fields": fields} if fields else {}
        return {"kind": kind, **shown, "title": writer.text(), "subtitle": writer.text(), "alt": writer.text(), **more}

    nodes: Tree = {"a": {"label": at(1), "x": 10, "y": 50}, "b": {"label": at(2), "x": 90, "y": 50}}
    graph: Tree = {"nodes": nodes, "edges": ["a -> b"]}
    groups: Tree = [[_key(n), _key(n + 1)] for n in range(0, 20, 2)]
    figures: dict[str, Tree] = {
        f"counts{n}": {"kind": "counts", "fields": ["short"], "title": at(n), "subtitle": at(n), "alt": at(n)} for n in range(N)
    }
    figures |= {
        "flow": drawn("flow", []), "kinds": drawn("counts", ["kind"]), "crossed": drawn("crosstab", ["short", "marks"]),
        "timeline": drawn("timeline", ["short"]), "scale": drawn("scale", []), "groups": drawn("groups", ["cover"], groups=groups),
        "tree": drawn("hierarchy", ["short", "finds"]), "entries": drawn("entries", ["finds"]), "matrix": drawn("matrix", ["cover"]),
        "graphs": drawn("drawings", ["short"], drawings={_value(n): graph for n in range(FEW)}), "turns": drawn("sensitivity", []),
        "grown": drawn("history", [], asked=["papers", "exclusions"]),
    }  # fmt: skip
    tables: dict[str, Tree] = {f"table{n}": {"kind": "counts", "fields": ["short"], "title": at(n)} for n in range(N)}
    kinds: dict[str, list[Tree]] = {
        "crosstab": ["short", "cover"], "flow": [], "queries": [], "scale": [], "entries": ["marks"], "matrix": ["cover"],
        "values": ["kind"], "signals": ["finds", "short"], "pool": ["kind", "short"], "facets": ["short", "cover"],
        "levels": ["cover", "short"], "claims": [], "scenarios": [],
    }  # fmt: skip
    tables |= {kind: {"kind": kind, **({"fields": fields} if fields else {}), "title": writer.text()} for kind, fields in kinds.items()}
    readme: Tree = {"group_by": "kind", "chips": ["short"], "maps": ["tree"], "coverage": ["flow", "kinds", "crossed"]}
    columns: dict[str, Tree] = {
        name: {"from": name, "empty": at(n)} for n, name in enumerate(("key", "title", "first_author", "venue", "summary", "notes"))
    }
    return {"figures": figures, "tables": tables, "readme": readme, "columns": columns}


def _point(n: int) -> Tree:
    span: Tree = {"from": 1 + n, "to": 2 + 2 * n}
    said: Tree = {"agents": span} if n % 2 else {"agents_in_words": at(n)}
    return {"id": f"p{n}", "label": at(n), "entry": _key(n), **said, "steps": span, "kind": "trained", "source": at(n)}  # type: ignore[dict-item]


def _claims() -> Tree:
    claims = {
        f"claim-{n}": {
            "sentence": at(n), "pool": "current", "place": at(n), "called": [f"one {n}", at(n)], "where": {"kind": [_value(n)]},
            "expect": {"at_least": 1}, "boundary": at(n),
        }
        for n in range(N)
    }  # fmt: skip
    scenarios = {f"case-{n}": {"label": at(n), "restrict": {"short": [_value(n)]}} for n in range(FEW)}
    return {"claims": claims, "scenarios": scenarios}  # type: ignore[dict-item]


def _differences() -> Tree:
    return {
        f"difference-{n}": {"title": at(n), "sentence": at(n), "checks": [{"tagged": {_key(n): {"kind": _value(n)}}}]} for n in range(N)
    }


def _audit(writer: Writer) -> Tree:
    codings: dict[str, Tree] = {
        _key(n): {"tags": {"short": _value((n + n % 2) % FEW)}, "answers": {"q0": "yes"}, "note": at(n)} for n in range(N)
    }
    apart: list[Tree] = [{"field": "short", "papers": [_key(n)], "status": "open", "why": at(n)} for n in range(N) if n % 2]
    return {
        "reader": writer.text(), "kind": "reading", "date": "2026-05-03", "method": writer.several(), "caveat": writer.several(),
        "fields": ["short"], "questions": {f"q{n}": at(n) for n in range(N)}, "codings": codings, "disagreements": apart,
    }  # fmt: skip


def _listing(n: int) -> Tree:
    return {
        "title": at(n), "authors": [at(n), "Ana Vell"], "published": "2024-01-05", "updated": "2024-02-05", "version": 2,
        "primary_category": "cs.MA", "doi": at(n), "journal_ref": at(n), "comment": at(n), "categories": ["cs.MA"], "source": "api",
        "fetched": "2026-11-01",
    }  # fmt: skip


def _paper(n: int) -> Tree:
    link = f"https://arxiv.org/abs/{_arxiv_id(n)}" if n % 2 == 0 else f"https://example.org/{n}?a=1&b=%20"
    return {
        "title": at(n), "authors": [at(n), {"team": at(n)}, "Ørsted, Łukasz", "van der Berg, Jan"],
        "authors_complete": "no" if n % 3 else "yes", "year": "2024", "venue": at(n), "affiliation": at(n), "short_name": at(n),
        "links": [link], "added": "2026-04-28", "summary": Hostile(f"{at(n)}."), "notes": at(n),
        **({"arxiv_id": _arxiv_id(n)} if n % 2 == 0 else {}),
        "tags": {
            "kind": _value(n), "marks": [_value(n), _value((n + 1) % N)], "short": _value(n % FEW),
            "cover": {_value(m): _value((n + m) % 6) for m in range(FEW)}, "finds": {_value(m): at(n) for m in range(FEW)},
        },
        "accepted": {"title": at(n)},
        "changes": [{"date": "2026-05-02", "field": "tags.short", "from": _value((n + 1) % FEW), "why": at(n)}],
    }  # fmt: skip


def _exclusion(n: int) -> Tree:
    return {
        "title": Hostile(f"{TEXTS[n]} - logged {n}"), "source": at(n), "query_family": f"family{n}", "url": f"https://example.com/{n}",
        "date_screened": "2026-04-26", "stage": _value(n % FEW), "reason_codes": [_value(n)], "reason": Hostile(f"{at(n)}."),
        "tags": {"kind": _value(n), "finds": {_value(0): at(n)}},
    }  # fmt: skip


def run(n: int) -> Tree:
    """Return a trace in which agents, tools and everything else that is text are hostile."""
    events: list[Tree] = []
    for m, text in enumerate(TEXTS):
        other = TEXTS[(m + 1) % N]
        said: dict[str, Tree] = {"agent": text or "x", "role": other, "stage": text, "content_ref": other, "status": "error"}
        events.append({"id": f"{m} {text}", "t": m, "type": "message", "to": other, "error": {"kind": text, "message": other}, **said})
        events.append({"id": f"{m} called", "t": m, "type": "tool_call", "agent": text, "tool": other, "call_id": f"{m}"})
    top: dict[str, Tree] = {"trace_id": f"{TEXTS[n]} {n}", "task_id": TEXTS[n + 1], "system": TEXTS[n + 2]}
    costs: dict[str, Tree] = {"tokens": 0, "wall_clock_s": 0}
    return {**top, "events": events, "edges": [], "rewards": dict.fromkeys(TEXTS, 1), "costs": costs}  # type: ignore[dict-item]
