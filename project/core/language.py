"""The caller's language: 'en' or 'hi'."""

from django.utils.translation import get_language


def current_language() -> str:
    """Return the language the request was made in (Accept-Language, set by LocaleMiddleware)."""
    return "hi" if (get_language() or "en").startswith("hi") else "en"
