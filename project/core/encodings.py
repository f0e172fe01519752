"""Encodings of a body that the caller accepts."""

from django.http import HttpRequest


def accepted_encodings(request: HttpRequest) -> set[str]:
    """Return the content encodings that Accept-Encoding names and does not refuse with q=0."""
    accepted = set()
    for part in request.headers.get("Accept-Encoding", "").split(","):
        name, _, parameters = part.partition(";")
        if parameters.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            accepted.add(name.strip().lower())
    return accepted
