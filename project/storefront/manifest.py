"""Pages of the shop and the data of each: pages.json, which the front end's build makes of its routes."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, cast
from urllib.parse import parse_qsl, quote, urlencode

from django.conf import settings
from django.http import QueryDict

# Who sees the same: everybody, nobody else, whoever knows the payment's id; developers' pages are there in
# development alone.
Access = Literal["public", "private", "payment", "development"]
# The path of the page that stands for every unknown address.
CATCH_ALL = "*"
# Longer than any address of ours.
_LONGEST_PATH = 1000
# What Postgres cannot look up, and what browsers resolve before they ask.
_IMPOSSIBLE = re.compile(r"\x00|/\.{1,2}(/|$)")
_FROM_PATH = re.compile(r":(\w+)")
_FROM_QUERY = re.compile(r"\{(\w+)\}")
# What encodeURIComponent leaves as it is, beyond what `quote` does.
_UNQUOTED = "!*'()"


class NotBuilt(Exception):
    """There is no built front end."""


@dataclass(frozen=True)
class Page:
    """One entry of the manifest."""

    path: str
    access: Access
    # Parameters of the page's address that it knows.
    query: tuple[str, ...]
    # Addresses of the API, as patterns: ":slug" is the path's parameter, "{sign}" the query's; in the query a
    # name without a value is copied.
    reads: tuple[str, ...]

    @property
    def segments(self) -> list[str]:
        return self.path.strip("/").split("/")


@dataclass(frozen=True)
class Match:
    """A page, and the parameters that the path has for it."""

    page: Page
    parameters: Mapping[str, str]

    def known(self, query: QueryDict) -> dict[str, str]:
        """Return those of the address's parameters that the page knows, empty ones left out."""
        given = {name: query.getlist(name)[0].strip() for name in self.page.query if name in query}
        return {name: value for name, value in sorted(given.items()) if value}

    def reads(self, known: Mapping[str, str]) -> list[str]:
        """Return the addresses of the API that the page reads; one whose parameter is absent is left out."""
        return [
            self._address(pattern, known)
            for pattern in self.page.reads
            if all(name in known for name in _FROM_QUERY.findall(pattern))
        ]

    def own_read(self) -> str | None:
        """Return the address of what the page is about: the read that the path names."""
        pattern = next((each for each in self.page.reads if ":" in each.partition("?")[0]), None)
        return self._address(pattern, {}) if pattern else None

    def _address(self, pattern: str, known: Mapping[str, str]) -> str:
        path, _, query = pattern.partition("?")
        path = _FROM_PATH.sub(lambda found: quote(self.parameters[found[1]], safe=_UNQUOTED), path)
        path = _FROM_QUERY.sub(lambda found: quote(known[found[1]], safe=_UNQUOTED), path)
        fixed = {
            name: self.parameters[value[1:]] if value.startswith(":") else value
            for name, value in parse_qsl(query)  # leaves out what has no value
        }
        named = {part.partition("=")[0] for part in query.split("&") if part}
        copied = {name: known[name] for name in named - fixed.keys() if name in known}
        return with_query(path, fixed | copied)


def with_query(path: str, parameters: Mapping[str, str]) -> str:
    """Write an address as the front end does: alphabetical parameters, encoded as URLSearchParams does."""
    query = urlencode(sorted(parameters.items()), safe="*").replace("~", "%7E")
    return f"{path}?{query}" if query else path


def match(path: str) -> Match:
    """Return the page at this path, the catch-all page where there is none.

    Raises NotBuilt.
    """
    listed = pages()
    found = None
    if len(path) <= _LONGEST_PATH and not _IMPOSSIBLE.search(path) and (path == "/" or path[-1] != "/"):
        found = _find(path, listed)
    return found or Match(next(page for page in listed if page.path == CATCH_ALL), {})


def _find(path: str, listed: Iterable[Page]) -> Match | None:
    segments = path.removeprefix("/").split("/")
    for page in listed:
        if len(page.segments) != len(segments) or page.path == CATCH_ALL:
            continue
        if page.access == "development" and not settings.DEBUG:
            continue
        pairs = list(zip(page.segments, segments, strict=True))
        if all(given if wanted.startswith(":") else given == wanted for wanted, given in pairs):
            return Match(page, {wanted[1:]: given for wanted, given in pairs if wanted.startswith(":")})
    return None


def pages() -> tuple[Page, ...]:
    """Return all pages, those that win first.

    Raises NotBuilt.
    """
    file = settings.FRONTEND_SERVER_DIST / "pages.json"
    try:
        return _read(file, file.stat().st_mtime_ns)
    except FileNotFoundError as error:
        raise NotBuilt from error


@lru_cache(maxsize=4)
def _read(file: Path, mtime_ns: int) -> tuple[Page, ...]:
    listed = [
        Page(
            path=entry["path"],
            access=cast(Access, entry["access"]),
            query=tuple(entry.get("query", ())),
            reads=tuple(entry.get("reads", ())),
        )
        for entry in json.loads(file.read_text())["pages"]
    ]
    # "/orders/new" before "/orders/:id": at the first place where two differ, what is static comes first.
    return tuple(sorted(listed, key=lambda page: [part.startswith(":") for part in page.segments]))
