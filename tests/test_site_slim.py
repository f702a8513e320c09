"""What is left out of the site's files is nothing that a browser would miss."""

import re

import pytest
from exports_pool import published
from lxml import html
from test_site_shell import SOURCES

from pipeline.outputs.site import claim_cards, natural, papers, screening, shell, slim, trace_pages, vocabulary


def shape(page):
    """Elements with attributes and texts of a page; blanks do not count."""
    found = html.document_fromstring(page)
    return [(e.tag, dict(e.attrib), " ".join((e.text or "").split()), " ".join((e.tail or "").split())) for e in found.iter()]


@pytest.mark.parametrize("maker", [papers, vocabulary, screening, claim_cards, trace_pages], ids=lambda module: module.__name__)
def test_a_page_is_the_same_to_whoever_parses_it(monkeypatch, maker):
    shorter = {path: content.decode() for path, content in maker.files(published()) if path.endswith(".html")}
    monkeypatch.setattr(shell.slim, "html", lambda page: page)
    whole = {path: content.decode() for path, content in maker.files(published()) if path.endswith(".html")}
    assert shorter.keys() == whole.keys()
    for path in list(whole)[::7]:
        assert shape(shorter[path]) == shape(whole[path]), path
        assert len(shorter[path]) < len(whole[path])


def test_what_could_be_misread_keeps_its_quotes():
    page = '<a class="x" href="a/b?c=d" title="" rel="a b" id="it\'s">x</a><circle r="5"/><p title="a&gt;b">y</p>'
    assert slim.html(page) == '<a class=x href="a/b?c=d" title="" rel="a b" id="it\'s">x</a><circle r="5"/><p title="a&gt;b">y</p>'


def test_texts_that_keep_their_blanks_are_left_alone():
    kept = '<pre class=a>x="y" &#39;\n\n\n</td><td></pre><script type=a>\n\n</li><li>"a"="b"</script><textarea rows=2>\n\n</p></textarea>'
    assert slim.html(kept) == kept
    assert slim.html('<pre class="a" title="b c"> x="y" </pre>') == '<pre class=a title="b c"> x="y" </pre>'
    assert slim.html("<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>") == "<ul>\n<li>a\n<li>b\n</ul>"


def test_paragraphs_end_where_what_follows_says_so():
    page = "<div><p>a</p>\n<p>b <a>c</a></p>\n<section><p>d</p></section><p>e</p> f</div>"
    assert slim.html(page) == "<div><p>a\n<p>b <a>c</a></p>\n<section><p>d</section><p>e</p> f</div>"
    assert slim.html("<a><p>x</p></a><li><p>y</p><details>z</details></li>") == "<a><p>x</p></a><li><p>y</p><details>z</details></li>"
    assert slim.html("<head><title>x</title>\n</head>\n<body><p>y</p>\n</body>\n</html>\n") == "<head><title>x</title>\n<body><p>y</p>\n"


def test_what_is_empty_stays_empty():
    page = "<div><p id=a></p>\n<p>b <i></i></p>\n<p><a>c</a></p>\n</div>"
    assert slim.html(page) == "<div><p id=a></p>\n<p>b <i></i></p>\n<p><a>c</a>\n</div>"


def test_an_apostrophe_is_one_byte():
    assert slim.html('<p title="it&#39;s">&#39;x&#39; &amp; &lt;</p>') == "<p title=\"it's\">'x' &amp; &lt;</p>"


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_a_script_says_the_same_without_indents_and_comments(name):
    text = SOURCES[name]
    shorter = slim.asset(name, text)
    if name.endswith(".svg"):
        assert shorter == text
        return
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    bare = re.sub(r"^\s*//.*$", "", bare, flags=re.MULTILINE) if name.endswith(".js") else bare
    assert re.sub(r"/\*.*?\*/", "", shorter, flags=re.DOTALL).split() == bare.split()
    if name.endswith(".js"):
        assert all(line.count("`") % 2 == 0 for line in text.splitlines()), "a template literal spans lines"
        assert not any(line.startswith("//") for line in shorter.splitlines())


def test_circles_and_boxes_are_called_so():
    corner = "c1.1 0 2 0.9 2 2v9c0 1.1 -0.9 2 -2 2h-20c-1.1 0 -2 -0.9 -2 -2v-9c0 -1.1 0.9 -2 2 -2z"
    circle = "c2.21 0 4 1.79 4 4c0 2.21 -1.79 4 -4 4c-2.21 0 -4 -1.79 -4 -4c0 -2.21 1.79 -4 4 -4z"
    box, ring = f'<path d="M172.66 157h20{corner}" fill="#0a5a87"/>', f'<path d="M358.4 166.5{circle}" class="d0" fill="none"/>'
    assert natural.natural(f'<svg>{box}{ring}<path d="M1 2h3"/></svg>') == (
        '<svg><rect x="170.66" y="157" width="24" height="13" rx="2" fill="#0a5a87"/>'
        '<circle cx="358.4" cy="170.5" r="4" class="d0" fill="none"/><path d="M1 2h3"/></svg>'
    )


def test_what_is_only_like_a_circle_stays_a_path():
    half = '<path d="M358.4 166.5c2.21 0 4 1.79 4 4c0 2.21 -1.79 4 -4 4c-2.21 0 -4 -1.79 -4 -4c0 -2.21 1.79 -4 5 -4z"/>'
    assert natural.natural(half) == half
