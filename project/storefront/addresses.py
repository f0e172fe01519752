"""The full addresses of pages in each language."""

from urllib.parse import urlencode

from django.conf import settings


def absolute(path: str) -> str:
    """Return the full address of a path of the shop."""
    return f"{settings.SITE_URL}{path}"


def in_language(path: str, language: str) -> str:
    """Return the full address of a page in a language; English is the one without a parameter."""
    if language == settings.LANGUAGE_CODE:
        return absolute(path)
    return absolute(f"{path}{'&' if '?' in path else '?'}{urlencode({'lang': language})}")
