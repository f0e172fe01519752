"""Looking for what axe-core finds wrong with a page."""

from typing import Any

from playwright.sync_api import Page

from deploy.environment import FRONTEND

AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """Return one line for every element that breaks a rule."""
    # Where a page is not laid out yet (styles.css), axe sees things lie over each other.
    page.evaluate("() => { document.documentElement.dataset.touched = '' }")
    page.evaluate("async () => { await document.fonts.ready }")
    # As text and not as a script element, which the page's policy would refuse.
    page.evaluate(AXE.read_text())
    result: dict[str, Any] = page.evaluate(
        "rules => axe.run(document, { runOnly: { type: 'tag', values: rules } })", RULES
    )
    return [
        f"{rule['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]


def wider_than_the_screen(page: Page) -> int:
    """Return by how many pixels the page must be scrolled sideways to be read."""
    width: int = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return width
