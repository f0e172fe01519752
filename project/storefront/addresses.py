"""The full addresses of pages in each language."""

from urllib.parse import urlencode

from django.conf import settings

# Each language's own name: it is for those who read only that one.
LANGUAGES = {"en": "English", "hi": "हिन्दी"}


def absolute(path: str) -> str:
    """Return the full address of a path of the shop."""
    return f"{settings.SITE_URL}{path}"


def in_language(path: str, language: str) -> str:
    """Return the full address of a page in a language; English is the one without a parameter."""
    if language == "en":
        return absolute(path)
    return absolute(f"{path}{'&' if '?' in path else '?'}{urlencode({'lang': language})}")
