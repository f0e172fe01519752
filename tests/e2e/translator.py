"""A browser that translates the shop's pages into another language while they are used."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.e2e.screen_texts import localized_message

_TRANSLATE: Final = (Path(__file__).parent / "translate.js").read_text()
# Both ways of a translator, each with one of the shop's languages.
TRANSLATORS: Final = (("en", "replaces"), ("hi", "moves"))

# As soon as the application has taken the page over, or before it does.
_BEGIN: Final = {
    "ready": """new MutationObserver((_, changes) => {
        if (!("ready" in document.documentElement.dataset)) return
        changes.disconnect()
        translate()
    }).observe(document, { attributes: true, subtree: true })""",
    # The document's language is the translator's from then on.
    "parsed": """addEventListener("DOMContentLoaded", () => {
        document.documentElement.lang = "ta"
        translate()
    })""",
}


def translate_pages(page: Page, translator: str, *, once: str = "ready") -> None:
    """Translate every document that the page opens from now on, once it is "ready" or "parsed"."""
    page.add_init_script(f"const translate = () => ({_TRANSLATE})({translator!r})\n{_BEGIN[once]}")


def assert_nothing_failed(page: Page, language: str) -> None:
    """Look for the screens that stand for a page, or a part of one, that could not be shown."""
    for key in ("shell:broken.title", "common:partFailed"):
        expect(page.get_by_text(localized_message(language, key))).to_have_count(0)
    expect(page.locator("head title")).to_have_count(1)


# Amounts, numbers of orders, payments and certificates, and addresses that stand alone.
_MISTAKES: Final = r"""() => {
    const exempt = /^[+−]?₹[\d,.]+$|^(AKS|TXN|RF|OM)[-\w]*\d\w*$|^\S+@\S+$/
    const texts = Array.from(document.querySelectorAll("font > font"), (font) => font.textContent.trim())
    return texts.filter((text) => exempt.test(text))
}"""


def translated_by_mistake(page: Page) -> list[str]:
    """Return what stands on the page as a translation and must not: money, ids, addresses."""
    found: list[str] = page.evaluate(_MISTAKES)
    return found
