"""Looking for what axe-core finds wrong with a page."""

from playwright.sync_api import Page

from deploy.environment import FRONTEND

AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ANIMATIONS_ENDED = """
    async () => {
        const running = document.getAnimations().filter(
            (each) => each.playState === "running" && each.effect.getComputedTiming().endTime !== Infinity
        )
        await Promise.allSettled(running.map((each) => each.finished))
    }
"""
# Axe's whole answer tells of every element of the page; sending it takes longer than finding it.
LIST_VIOLATIONS = """
    async (rules) => {
        const { violations } = await axe.run(document, {
            runOnly: { type: "tag", values: rules }, resultTypes: ["violations"]
        })
        return violations.flatMap(({ id, nodes }) =>
            nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`))
    }
"""


def violations(page: Page) -> list[str]:
    """Return one line for every element that breaks a rule."""
    # Where a page is not laid out yet (styles.css), axe sees things lie over each other.
    page.evaluate("() => { document.documentElement.dataset.touched = '' }")
    page.evaluate("async () => { await document.fonts.ready }")
    # What fades has not its own colours yet.
    page.evaluate(ANIMATIONS_ENDED)
    # As text and not as a script element, which the page's policy would refuse.
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(LIST_VIOLATIONS, RULES)
    return found


def wider_than_the_screen(page: Page) -> int:
    """Return by how many pixels the page must be scrolled sideways to be read."""
    width: int = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return width
