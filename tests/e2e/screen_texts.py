"""The shop's own texts in the language of a page."""

import json
import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from deploy.environment import FRONTEND

LANGUAGES = ("en", "hi")
# For walks that every stack must be able to carry: the second language is walked on one of them.
BOTH_LANGUAGES = ("en", pytest.param("hi", marks=pytest.mark.any_stack))
# Where the second language has the same elements, or another test of this folder reads it: walked nightly.
HINDI_NIGHTLY = ("en", pytest.param("hi", marks=pytest.mark.nightly))
ENGLISH_NIGHTLY = ("hi", pytest.param("en", marks=pytest.mark.nightly))


@cache
def _texts(language: str, namespace: str) -> Any:
    return json.loads((FRONTEND / "src" / "i18n" / language / f"{namespace}.json").read_text())


def language_of(page: Page) -> str:
    """Return the language the page is shown in."""
    language = page.locator("html").get_attribute("lang")
    assert language in LANGUAGES
    return language


def localized_message(language: str, key: str) -> str:
    """Return a text by its key: `localized_message("hi", "checkout:fields.email")`."""
    namespace, _, path = key.partition(":")
    text = _texts(language, namespace)
    for name in path.split("."):
        text = text[name]
    assert isinstance(text, str)
    return text


def saying(language: str, key: str) -> re.Pattern[str]:
    """Return what matches a whole text, whatever stands in its {{places}}."""
    parts = re.split(r"\{\{\w+\}\}", localized_message(language, key))
    return re.compile(f"^{'.+'.join(re.escape(part) for part in parts)}$")
