"""A built front end for the pages, and a reader of what they say."""

import json
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django.fixtures import Settings

from tests.pages import small_build as small_build_
from tests.server_process import ServerProcess, start_renderer


class Document(HTMLParser):
    """A page's elements with their attributes, and its text without script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.scripts: list[tuple[dict[str, str], str]] = []
        self._words: list[str] = []
        self._inside: list[str] = []
        self.feed(html)
        self.words = " ".join(" ".join(self._words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if tag == "script":
            self.scripts.append((attributes, ""))
        self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "script" in self._inside:
            self.scripts[-1] = (self.scripts[-1][0], self.scripts[-1][1] + data)
        elif "style" not in self._inside:
            self._words.append(data)

    def all(self, tag: str, **attributes: str) -> list[dict[str, str]]:
        """Return the attributes of every element of this name that has these."""
        return [
            found
            for name, found in self.elements
            if name == tag and all(found.get(key) == value for key, value in attributes.items())
        ]

    def meta(self, name: str) -> str | None:
        """Return what the head says under this name or property."""
        found = self.all("meta", name=name) or self.all("meta", property=name)
        return found[0]["content"] if found else None

    @property
    def title(self) -> str:
        return self._words[next(i for i, word in enumerate(self._words) if word.strip())]

    @property
    def links(self) -> set[str]:
        return {found["href"] for found in self.all("a")}

    def structured(self, kind: str) -> dict[str, Any]:
        """Return the description of this type that search engines read."""
        for attributes, content in self.scripts:
            if attributes.get("type") == "application/ld+json":
                item: dict[str, Any] = json.loads(content)
                if item["@type"] == kind:
                    return item
        raise AssertionError(f"no {kind}")

    @property
    def state(self) -> str:
        """The JSON that the page's script starts with."""
        return next(content for attributes, content in self.scripts if attributes.get("id") == "state")


Open = Callable[..., tuple[int, Document]]


@pytest.fixture(scope="session")
def small_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a front end with a few pages."""
    folder = tmp_path_factory.mktemp("build")
    small_build_.write(folder)
    return folder


@pytest.fixture(scope="session")
def small_renderer(small_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The process that renders them, for tests that leave it alone."""
    process = start_renderer(tmp_path_factory.mktemp("renderer"), entry=small_build_.entry_of(small_build))
    yield process
    process.stop()


@pytest.fixture
def small_client(small_build: Path, small_renderer: ServerProcess, settings: Settings) -> Client:
    """A browser in front of the few pages."""
    small_build_.use(small_build, settings, small_renderer.url)
    settings.SITE_URL = "https://shop.example"
    # HTML is kept for as long as what it was rendered from is the same: here, in another test, too.
    caches["public"].clear()
    return Client(raise_request_exception=False)


@pytest.fixture
def client(renderer: ServerProcess, settings: Settings) -> Client:
    """A browser in front of the built front end."""
    settings.RENDERER_URL = renderer.url
    settings.SITE_URL = "https://shop.example"
    return Client(raise_request_exception=False)


@pytest.fixture
def open_page(client: Client) -> Open:
    """Open a page and read it."""

    def open_page(path: str, **headers: str) -> tuple[int, Document]:
        response = client.get(path, headers=headers)
        return response.status_code, Document(response.content.decode())

    return open_page
