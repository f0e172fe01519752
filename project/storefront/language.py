"""The language of a page."""

import re

from django.conf import settings
from django.http import HttpRequest

# nginx keeps pages by language, and chooses by the same two expressions (deploy/nginx.conf). They read what
# was sent, undecoded: servers differ in names or values that are quoted or given twice.
_QUERY_LANGUAGE = r"(?:^|&)lang=({})(?:&|$)"
_COOKIE_LANGUAGE = r"(?:^|[;,] ?)language=({})(?:[;,]|$)"


def page_language(request: HttpRequest) -> tuple[str, bool]:
    """Return what the address asks for, else the reader's choice, and whether the cookie decided.

    Never what the browser was sold with.
    """
    codes = "|".join(code for code, _name in settings.LANGUAGES)
    if asked := re.search(_QUERY_LANGUAGE.format(codes), request.META.get("QUERY_STRING", "")):
        return asked[1], False
    chosen = re.search(_COOKIE_LANGUAGE.format(codes), request.headers.get("Cookie", ""))
    language = chosen[1] if chosen else settings.LANGUAGE_CODE
    return language, language != settings.LANGUAGE_CODE
