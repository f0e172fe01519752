"""What the shop's screens say in the language a page is shown in, out of the shop's own texts."""

import json
import re
from functools import cache
from typing import Any

from playwright.sync_api import Page

from deploy.environment import FRONTEND

LANGUAGES = ("en", "hi")


@cache
def _texts(language: str, namespace: str) -> Any:
    return json.loads((FRONTEND / "src" / "i18n" / language / f"{namespace}.json").read_text())


def language_of(page: Page) -> str:
    """Return the language the page is shown in."""
    language = page.locator("html").get_attribute("lang")
    assert language in LANGUAGES
    return language


def said(language: str, key: str) -> str:
    """Return a text by its key: `said("hi", "checkout:fields.email")`."""
    namespace, _, path = key.partition(":")
    text = _texts(language, namespace)
    for name in path.split("."):
        text = text[name]
    assert isinstance(text, str)
    return text


def saying(language: str, key: str) -> re.Pattern[str]:
    """Return what matches a whole text, whatever stands in its {{places}}."""
    parts = re.split(r"\{\{\w+\}\}", said(language, key))
    return re.compile(f"^{'.+'.join(re.escape(part) for part in parts)}$")
