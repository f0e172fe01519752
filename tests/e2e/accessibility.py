"""Looking for what axe-core finds wrong with a page."""

from contextlib import suppress

from playwright.sync_api import Page, TimeoutError

from deploy.environment import FRONTEND

AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
# What is wrong for a shorter time is a page on its way from one state to the next. A toast stays longer.
LASTS_MS = 700
# Right after a resize Chromium may answer a width that no element has any more.
RESIZED_WITHIN_MS = 3_000
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

OVERHANG = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def violations(page: Page) -> list[str]:
    """Return one line for every element that breaks a rule, and not only for a moment."""
    if _violations_now(page):
        page.wait_for_timeout(LASTS_MS)
        return _violations_now(page)
    return []


def _violations_now(page: Page) -> list[str]:
    page.evaluate("async () => { await document.fonts.ready }")
    # What fades has not its own colours yet.
    page.evaluate(ANIMATIONS_ENDED)
    # As text and not as a script element, which the page's policy would refuse.
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(LIST_VIOLATIONS, RULES)
    return found


def wider_than_the_screen(page: Page) -> int:
    """Return by how many pixels the page must be scrolled sideways to be read, once it is laid out."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({OVERHANG})() <= 0", timeout=RESIZED_WITHIN_MS)
    width: int = page.evaluate(OVERHANG)
    return width
