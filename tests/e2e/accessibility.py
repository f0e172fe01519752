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
    async ({ tags, contrast }) => {
        const { violations } = await axe.run(document, {
            runOnly: { type: "tag", values: tags },
            rules: { "color-contrast": { enabled: contrast } },
            resultTypes: ["violations"],
        })
        return violations.flatMap(({ id, nodes }) =>
            nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`))
    }
"""

OVERHANG = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def violations(page: Page, *, contrast: bool = True) -> list[str]:
    """Return one line for every element that breaks a rule, and not only for a moment.

    Most of the time goes into the contrast of every text: one look at it is enough where the same texts are
    looked at again in the same colours.
    """
    if _violations_now(page, contrast):
        page.wait_for_timeout(LASTS_MS)
        return _violations_now(page, contrast)
    return []


def _violations_now(page: Page, contrast: bool) -> list[str]:
    page.evaluate("async () => { await document.fonts.ready }")
    # What fades has not its own colours yet.
    page.evaluate(ANIMATIONS_ENDED)
    if not page.evaluate("'axe' in window"):
        # As text and not as a script element, which the page's policy would refuse.
        page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(LIST_VIOLATIONS, {"tags": RULES, "contrast": contrast})
    return found


def wider_than_the_screen(page: Page) -> int:
    """Return by how many pixels the page must be scrolled sideways to be read, once it is laid out."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({OVERHANG})() <= 0", timeout=RESIZED_WITHIN_MS)
    width: int = page.evaluate(OVERHANG)
    return width
