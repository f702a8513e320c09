import re
from dataclasses import replace
from importlib import resources

import pytest
from exports_pool import published
from lxml import html

from pipeline import look
from pipeline.outputs.figures.palette import contrast
from pipeline.outputs.site import shell
from pipeline.traces.drawing import parts

ASSETS = resources.files("pipeline.outputs") / "assets"
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in ASSETS.iterdir() if path.name.endswith((".css", ".js", ".svg"))}
SOURCES |= {name: look.text(name) for name in look.NAMES}
SOURCES |= {name: parts.text(name) for name in (*parts.SCRIPTS, parts.STYLE, "page.js", "page.css")}


def rendered(page, corpus=None):
    path, content = shell.render(corpus or published(), page, "base.html")
    return path, html.document_fromstring(content.decode())


@pytest.mark.parametrize(("path", "root"), [("index.html", ""), ("papers/x.html", "../"), ("a/b/c.html", "../../")])
def test_a_page_knows_its_way_to_the_root(path, root):
    where, document = rendered(shell.Page(path, "T", "D", "browse", styles=("browse.css",), scripts=("browse.js",)))
    assert where == f"site/{path}"
    links = [*document.xpath("//link/@href"), *document.xpath("//script/@src"), *document.xpath("//nav//a/@href")]
    assert f"{root}assets/base.css" in links
    assert f"{root}assets/browse.js" in links
    assert all(link.startswith(root) and not link.startswith(("/", f"{root}../")) for link in links)


def test_the_section_of_a_page_is_marked_once():
    _, document = rendered(shell.Page("papers/x.html", "T", "D", "browse"))
    assert [(link.text, link.get("aria-current")) for link in document.xpath("//nav//a[@aria-current]")] == [("Browse", "true")]
    _, document = rendered(shell.Page("index.html", "", "D", "browse"))
    assert document.xpath("//nav//a[@aria-current='page']/text()") == ["Browse"]
    _, document = rendered(shell.Page("x.html", "T", "D", ""))
    assert not document.xpath("//nav//a[@aria-current]")


def test_the_policy_comes_before_whatever_it_governs_and_allows_nothing_inline():
    _, document = rendered(shell.Page("index.html", "T", "D", "browse"))
    head = [element.tag for element in document.head]
    policy = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy == [shell.POLICY]
    assert "unsafe" not in shell.POLICY
    assert "'none'" in shell.POLICY
    assert "http" not in shell.POLICY
    assert head.index("meta") < head.index("script") < head.index("link")
    assert not document.xpath("//style | //@style | //script[not(@src)]")
    assert not [name for element in document.iter() for name in element.attrib if name.startswith("on")]


def test_what_the_title_page_says_stays_text():
    about = replace(
        published().about, name="</title><script>x</script>", description='"><b>', cite="<i>&amp;</i>", title="<u>", repository=""
    )
    _, document = rendered(shell.Page("index.html", "", about.description, "browse"), replace(published(), about=about))
    assert document.findtext(".//title") == about.name
    assert document.xpath("//meta[@name='description']/@content") == [about.description]
    assert not document.xpath("//b | //i | //u")
    assert about.cite in document.xpath("string(//footer)")


def test_pages_have_landmarks_a_language_and_a_way_past_the_navigation():
    _, document = rendered(shell.Page("index.html", "T", "D", "browse"))
    assert document.get("lang") == "en"
    assert [len(document.xpath(f"//{tag}")) for tag in ("header", "nav", "main", "footer")] == [1, 1, 1, 1]
    assert document.xpath("//body/a[1]/@href") == ["#main"]
    assert document.xpath("//main/@id") == ["main"]


def test_addresses_of_filtered_lists_are_quoted():
    assert shell.browse_address({}) == "index.html"
    address = shell.browse_address({"unit": ("(uncoded)", "R&D + 50%")}, {"kind": ("no",)})
    assert address == "index.html#?f.unit=%28uncoded%29&f.unit=R%26D%20%2B%2050%25&x.kind=no"


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_no_asset_asks_another_server(name):
    text = SOURCES[name]
    found = set(re.findall(r"https?://[^\s\"')]+", text))
    assert found <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in text
    assert "eval(" not in text
    assert "innerHTML" not in text
    assert "insertAdjacentHTML" not in text
    assert "document.write" not in text


def tokens(selector):
    block = look.text("base.css").split(selector + " {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([a-z0-9-]+): ([^;]+);", block))


LIGHT = tokens(":root")
DARK = tokens(':root[data-theme="dark"]')


def test_the_chosen_dark_theme_is_the_systems():
    assert tokens('  :root:not([data-theme="light"])') == DARK


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground", "least"),
    [
        ("ink", "paper", 5.7), ("ink", "surface", 5.7), ("muted", "paper", 5.7), ("muted", "surface", 5.7),
        ("accent", "paper", 5.7), ("accent", "surface", 5.7), ("gap", "paper", 5.7), ("gap", "surface", 5.7),
        ("on-accent", "accent", 5.7), ("ink", "accent-soft", 5.7), ("ink", "gap-soft", 5.7), ("ink", "mark", 5.7),
        ("muted", "mark", 4.5), ("accent", "accent-soft", 4.5), ("accent", "mark", 4.5), ("control", "paper", 3), ("control", "surface", 3),
        *((f"c{number}", "paper", 3) for number in range(1, 7)),
    ],
)  # fmt: skip
def test_colors_can_be_told_from_their_ground(theme, text, ground, least):
    assert contrast(theme[text], theme[ground]) >= least
