"""Encodings of a body, and which of them a caller is sent."""

import gzip
from collections.abc import Callable, Mapping
from typing import Final

import brotli
from django.http import HttpRequest

# The smallest body first. Higher qualities take longer than they save on the way.
ENCODINGS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "br": lambda body: bytes(brotli.compress(body, mode=brotli.MODE_TEXT, quality=5)),
    "gzip": lambda body: gzip.compress(body, compresslevel=6, mtime=0),
}


def best_encoding(request: HttpRequest) -> str:
    """Return the content encoding to answer in: one that Accept-Encoding names; empty when it names none.

    A name with q=0 is refused.
    """
    accepted = set()
    for part in request.headers.get("Accept-Encoding", "").split(","):
        name, _, parameters = part.partition(";")
        if parameters.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            accepted.add(name.strip().lower())
    return next((encoding for encoding in ENCODINGS if encoding in accepted), "")
