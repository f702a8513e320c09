"""What axe finds on a page."""

import pytest

THIN = """most => { for (const parent of document.querySelectorAll('body *')) {
    const seen = new Map()
    for (const node of [...parent.children]) {
        const kind = `${node.tagName}.${node.className}`
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
        if (seen.get(kind) > most && !node.matches('[aria-current], :target, option')) node.remove()
    }
} }"""
ALIKE = 6
"""Of siblings made by one template, so many are looked at: axe takes ten seconds for a page of sixty alike cards."""


def serious(page):
    """
    Return what axe calls serious or critical on a page, as theme, rule and element; in the dark theme by the rules on colors alone.

    Motion is reduced, since axe would otherwise read a color halfway between the two themes.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs pip install axe-playwright-python")
    colors = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
    page.evaluate(THIN, ALIKE)
    found = []
    for theme, rules in (("light", {}), ("dark", colors)):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        options = {"preload": False, "resultTypes": ["violations"], **rules}
        violations = axe.Axe().run(page, options=options).response["violations"]
        found += [(theme, v["id"], v["nodes"][0]["html"]) for v in violations if v["impact"] in {"serious", "critical"}]
    return found
