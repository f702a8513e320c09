import gzip
import json
import posixpath
from collections import Counter
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from exports_pool import ROOT, hostile, published
from lxml import html

from pipeline.corpus import Corpus
from pipeline.outputs import site
from pipeline.outputs.exports import bibtex, citations, csl, ris, tables
from pipeline.outputs.site import browse, cards, citation_scripts
from pipeline.records import Author
from pipeline.taxonomy import values_in


def example():
    return Corpus.load(Path(ROOT) / "tests" / "example")


def without_papers():
    return replace(published(), papers=(), exclusions=())


def made(corpus):
    return dict(browse.files(corpus))


def page(corpus):
    return html.document_fromstring(made(corpus)["site/index.html"].decode())


def data(document):
    return json.loads(document.xpath("string(//script[@id='data'])"))


def vocabulary(corpus):
    """The fields of the site's script, a definition that several values share put back into each."""
    found = script_value(made(corpus)["site/assets/vocabulary.js"].decode())
    for value in (value for field in found["fields"] for value in field["values"]):
        value[2] = found["shared"][value[2]] if isinstance(value[2], int) else value[2]
    return found


def script_value(text):
    """The value of the first constant that a script declares, on one line."""
    return json.loads(text.partition(" = ")[2].partition("\n")[0].removesuffix(";"))


POOLS = pytest.mark.parametrize("corpus", [published, hostile, example, without_papers])


@POOLS
def test_every_record_is_in_the_page_once(corpus):
    document = page(corpus())
    papers = document.xpath("//section[@id='papers']//li[@class='card']/@data-id")
    assert sorted(papers) == [paper.key for paper in corpus().papers]
    exclusions = document.xpath("//section[@id='exclusions']//li[@class='card']/@data-id")
    assert exclusions == [exclusion.id for exclusion in corpus().exclusions]


def test_papers_stand_under_the_value_they_are_grouped_by():
    document = page(published())
    headings = {h.xpath("normalize-space(text())"): h.xpath("string(span)") for h in document.xpath("//section[@id='papers']//h2")}
    assert headings == {"RL method": "42", "Survey": "5", "Benchmark": "18", "Framework": "3", "Industry": "6", "Classical MARL": "10"}
    first = document.xpath("//section[@data-group='survey']//li/@data-id")
    assert first == [paper.key for paper in published().papers if paper.tags["category"] == "survey"]


def test_a_paper_without_the_grouping_field_is_not_lost():
    corpus = published()
    bare = replace(corpus.papers[0], tags={name: tag for name, tag in corpus.papers[0].tags.items() if name != "category"})
    last = list(cards.groups(replace(corpus, papers=(bare, *corpus.papers[1:]))))[-1]
    assert (last.label, [card.id for card in last.cards]) == ("Not coded", [bare.key])


@POOLS
def test_texts_show_literally(corpus):
    document = page(corpus())
    by_id = {card.get("data-id"): card for card in document.xpath("//li[@class='card']")}
    for record in (*corpus().papers, *corpus().exclusions):
        card = by_id[getattr(record, "key", None) or record.id]
        assert card.xpath("string(.//h3/a)") == record.title
        text = getattr(record, "summary", None) or getattr(record, "reason", "")
        assert card.xpath("string(.//p[@class='summary'])").removesuffix("\n") == text


@POOLS
def test_nothing_is_inline(corpus):
    document = page(corpus())
    assert not document.xpath("//style | //@style | //iframe | //object | //base | //form")
    assert all(script.get("src") or script.get("type") == "application/json" for script in document.xpath("//script"))
    assert not [name for element in document.iter() if isinstance(element.tag, str) for name in element.attrib if name.startswith("on")]


def test_links_lead_to_files_that_are_made_or_to_the_papers():
    paths = {path for path, _ in site.files(published())}
    document = page(published())
    for link in [*document.xpath("//a/@href"), *document.xpath("//link/@href"), *document.xpath("//script/@src")]:
        parts = urlsplit(link)
        if parts.scheme:
            assert parts.scheme == "https"
        elif parts.path:
            assert not link.startswith("/")
            assert posixpath.join("site", unquote(parts.path)) in paths, link


def test_links_of_other_schemes_than_https_come_from_nowhere():
    document = page(hostile())
    outside = {link for link in document.xpath("//a/@href") if ":" in link.split("#")[0]}
    allowed = {link for paper in hostile().papers for link in paper.links} | {e.url for e in hostile().exclusions}
    assert {link for link in outside if not link.startswith("https://")} == set()
    assert outside - allowed <= {cards.of_exclusion(e, hostile()).link for e in hostile().exclusions} | {"https://arxiv.org/abs/2605.02801"}


@POOLS
def test_the_data_say_what_each_record_carries(corpus):
    found, declared = data(page(corpus())), vocabulary(corpus())["fields"]
    assert [row[0] for row in found["papers"]["records"]] == [paper.key for paper in corpus().papers]
    for paper, row in zip(corpus().papers, found["papers"]["records"], strict=True):
        fields = [declared[position] for position, _, _ in found["papers"]["facets"]]
        held = {field["name"]: {field["values"][n][0] for n in tags} for field, tags in zip(fields, row[5], strict=True) if tags}
        assert {name: {v for v in values if ":" not in v} for name, values in held.items()} == {
            name: {value for value in values_in(tag) if not isinstance(tag, dict) or tag[value] != "none"}
            for name, tag in paper.tags.items()
        }


def test_a_level_is_a_value_below_its_value():
    found = data(page(published()))
    declared = next(field for field in vocabulary(published())["fields"] if field["name"] == "coverage")
    assert [name for name, _, _ in declared["values"]][:4] == ["reward", "reward:direct", "reward:indirect", "reward:none"]
    assert declared["values"][1][1] == "Reward: Direct"
    position = list(published().taxonomy.fields).index("coverage")
    for paper, row in zip(published().papers, found["papers"]["records"], strict=True):
        levels = [declared["values"][n][0] for n in row[5][position] if ":" in declared["values"][n][0]]
        assert levels == [f"{name}:{level}" for name, level in paper.tags.get("coverage", {}).items()]


def test_facets_say_how_many_records_carry_them():
    found = data(page(published()))
    fields = vocabulary(published())["fields"]
    coded = {fields[position]["name"]: count for position, _, count in found["papers"]["facets"]}
    assert coded["category"] is None
    carried = Counter(name for paper in published().papers for name in paper.tags)
    assert {name: count for name, count in coded.items() if count is not None} == {
        name: carried[name] for name in published().taxonomy.fields if carried[name] < 84
    }


@pytest.mark.parametrize("corpus", [published, example])
def test_every_value_is_in_the_script_with_its_definition(corpus):
    fields = (*corpus().taxonomy, *corpus().taxonomy.exclusion.values())
    found = vocabulary(corpus())["fields"]
    assert [field["name"] for field in found] == [field.name for field in fields]
    for field, told in zip(fields, found, strict=True):
        values = {name: (label, about) for name, label, about in told["values"]}
        assert {value.name: (value.label, value.definition) for value in field.values}.items() <= values.items()


def test_hostile_data_cannot_end_their_element():
    text = made(hostile())["site/index.html"].decode()
    block = text.split("id=data>", 1)[1].split("</script>", 1)[0]
    assert not set("<>&\u2028\u2029") & set(block)
    assert json.loads(block)["papers"]["records"]


def test_authors_beyond_the_first_few_are_counted_in_the_card_and_named_in_the_data():
    authors = tuple(Author(family) for family in ("Ané", "Bo", "Cy", "Da", "Ek"))
    corpus = published()
    document = page(replace(corpus, papers=(replace(corpus.papers[0], authors=authors), *corpus.papers[1:])))
    card = document.xpath(f"//li[@data-id='{corpus.papers[0].key}']")[0]
    assert card.xpath("string(.//span[@class='authors'])") == "Ané, Bo, Cy and 2 more"
    assert data(document)["papers"]["records"][0][3] == "Da\nEk"


def test_chips_stand_in_the_same_order_in_every_card():
    document = page(published())
    heads = document.xpath("//p[@data-columns='papers']/span/text()")
    assert heads == ["Reward type", "Credit granularity", "Orchestration form"]
    for card in document.xpath("//section[@id='papers']//li[@class='card']"):
        assert card.xpath(".//span[@class='field']/text()") == heads


def items(value):
    """The CSL-JSON items of the script of citations, as its code makes them."""
    for (form, *values), *_ in value["papers"]:
        item = dict(zip(value["names"][form], values, strict=True))
        if "author" in item:
            item["author"] = [dict(zip(("family", "given"), one, strict=True)) if isinstance(one, list) else one for one in item["author"]]
        if "keyword" in item:
            item["keyword"] = "; ".join(value["shared"][one] for one in item["keyword"])
        yield item


def texts(value, form):
    """The texts of one form, as its code makes them."""
    for item, (_, *forms) in zip(items(value), value["papers"], strict=True):
        own = citation_scripts.own(item)
        yield "".join(part if isinstance(part, str) else value["shared"][part] if part >= 0 else own[-1 - part] for part in forms[form])


@pytest.mark.parametrize("corpus", [published, hostile, without_papers])
def test_citations_of_all_papers_are_the_exported_files(corpus):
    script = made(corpus())["site/assets/citations.js"].decode()
    value = script_value(script)
    assert list(items(value)) == json.loads(csl.text(corpus()))
    assert "\n".join(texts(value, 0)) == bibtex.text(corpus())
    assert "\n".join(texts(value, 1)) == ris.text(corpus())
    assert value["head"] + "".join(texts(value, 2)) == tables.plain_text(corpus())
    assert "".join(texts(value, 3)) == citations.text(corpus())
    assert "<" not in script.partition("\n")[0]


def test_a_citation_says_once_what_its_forms_have_in_common():
    value = script_value(made(published())["site/assets/citations.js"].decode())
    (one,) = [forms for (_, key, *_), *forms in value["papers"] if key == "agentspawn"]
    assert all(not isinstance(part, str) or "Dynamic Spawning" not in part for parts in one[1:] for part in parts)
    assert sum(isinstance(part, int) for part in one[1]) >= 8
    assert len(made(published())["site/assets/citations.js"]) < 84 * 1_350


def test_two_builds_are_equal():
    assert made(published()) == made(published())


def test_the_page_is_light():
    first = [content for path, content in made(published()).items() if "citations" not in path]
    first += [content for _, content in site.shell.files(published())]
    assert sum(len(gzip.compress(content, mtime=0)) for content in first) <= 90_000
