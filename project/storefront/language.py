"""The language of a page."""

import re
from typing import Final

from django.http import HttpRequest

# nginx keeps pages by language, and chooses by the same two expressions (deploy/nginx.conf). They read what
# was sent, undecoded: each server has its own way with a name or value that is quoted or given twice.
_ASKED: Final = re.compile(r"(?:^|&)lang=(en|hi)(?:&|$)")
_CHOSEN: Final = re.compile(r"(?:^|[;,] ?)language=(en|hi)(?:[;,]|$)")


def page_language(request: HttpRequest) -> tuple[str, bool]:
    """Return what the address asks for, else the reader's choice, and whether the cookie decided.

    Never what the browser was sold with.
    """
    if asked := _ASKED.search(request.META.get("QUERY_STRING", "")):
        return asked[1], False
    chosen = _CHOSEN.search(request.headers.get("Cookie", ""))
    return ("hi", True) if chosen and chosen[1] == "hi" else ("en", False)
