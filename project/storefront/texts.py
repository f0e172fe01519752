"""The words of the pages: the front end's own texts, and those that only search engines and previews read."""

import json
import re
from functools import cache
from typing import Any

from django.conf import settings

from project.core.language import current_language

_SLOT = re.compile(r"{{\s*(\w+)\s*}}")


def text(key: str, **values: object) -> str:
    """Return the front end's text `namespace:path.to.it` in the caller's language, its slots filled in.

    With `count` the plural form is chosen as i18next does. Raises KeyError for a text that does not exist.
    """
    namespace, _, path = key.partition(":")
    language = current_language()
    texts = _namespace(language, namespace)
    count = values.get("count")
    if isinstance(count, int):
        # Hindi counts nothing in the singular, too.
        one = count == 1 or (language == "hi" and count == 0)
        plural = f"{path}_{'one' if one else 'other'}"
        path = plural if plural in texts else path
    return _SLOT.sub(lambda slot: str(values[slot[1]]), texts[path])


@cache
def _namespace(language: str, namespace: str) -> dict[str, str]:
    file = settings.FRONTEND_TEXTS / language / f"{namespace}.json"
    return dict(_leaves("", json.loads(file.read_text())))


def _leaves(path: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, str):
        return [(path, value)]
    return [leaf for key, inner in value.items() for leaf in _leaves(f"{path}.{key}" if path else key, inner)]


# For result lists and link previews: English, Hindi. Slots in braces are filled with str.format.
_PAGE_TEXTS = {
    "shop": (
        "Rudraksha beads, malas, crystals and healing stones, each one chosen by hand and truthfully "
        "described. Delivered across India.",
        "रुद्राक्ष, मालाएँ, क्रिस्टल और हीलिंग स्टोन: हर नग हाथ से चुना हुआ, सच्चे विवरण के साथ। पूरे भारत में डिलीवरी।",
    ),
    "products": (
        "All {count} pieces of Akshamala: {rudraksha}, malas, crystals and healing stones with prices in "
        "rupees.",
        "अक्षमाला के सभी {count} नग: {rudraksha}, मालाएँ, क्रिस्टल और हीलिंग स्टोन, मूल्य रुपये में।",
    ),
    "results": (
        "What Akshamala has for “{search}”.",
        "“{search}” के लिए अक्षमाला में जो है।",
    ),
    "product": (
        "{description} {price} at Akshamala.",
        "{description} अक्षमाला पर {price}।",
    ),
    "verify": (
        "Check the laboratory certificate {number}: what it says about the bead, with its X-ray picture.",
        "प्रयोगशाला प्रमाणपत्र {number} की जाँच करें: उसमें दाने के बारे में क्या लिखा है, एक्स-रे चित्र के साथ।",
    ),
    "page": ("page {page}", "पृष्ठ {page}"),
    "needs_script": (
        "This page works with JavaScript, which is switched off in your browser.",
        "यह पृष्ठ JavaScript से चलता है, जो आपके ब्राउज़र में बंद है।",
    ),
}


def page_text(name: str, **values: object) -> str:
    """Return a text of the pages' heads in the caller's language."""
    english, hindi = _PAGE_TEXTS[name]
    return (hindi if current_language() == "hi" else english).format(**values)
