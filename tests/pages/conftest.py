"""A built front end for the pages, and a reader of what they say."""

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

STYLES = "body{background:#f9f6ef}"
MANIFEST = {
    "index.html": {"file": "assets/index-1.js", "css": ["assets/index-1.css"]},
    "src/libraries.ts": {"file": "assets/base-2.js"},
    "src/main.tsx": {"file": "assets/main-1.js", "imports": ["_base-2.js"]},
    "_base-2.js": {"file": "assets/base-2.js"},
    "src/i18n/en/core.ts": {"file": "assets/core-en.js"},
    "src/i18n/hi/core.ts": {"file": "assets/core-hi.js"},
    "src/features/catalog/product-page.tsx": {"file": "assets/product-3.js", "imports": ["_base-2.js"]},
    **{
        f"src/fonts/{name}.woff2": {"file": f"assets/{name}-1.woff2"}
        for name in ("mukta-400", "mukta-500", "mukta-devanagari", "fraunces", "tiro-devanagari")
    },
}


class Document(HTMLParser):
    """What a page holds: its elements with their attributes, and what is read without script."""

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
    def answers(self) -> dict[str, Any]:
        """What the page's script begins with."""
        content = next(
            content for attributes, content in self.scripts if attributes.get("id") == "initial-data"
        )
        answers: dict[str, Any] = json.loads(content)["answers"]
        return answers


Open = Callable[..., tuple[int, Document]]


@pytest.fixture
def client(settings: Settings, tmp_path: Path) -> Client:
    """A browser in front of a built front end and some pictures."""
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(MANIFEST))
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1.css").write_text(STYLES)
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "media" / "products").mkdir(parents=True)
    (tmp_path / "media" / "products" / "bead.webp").write_bytes(b"RIFF")
    (tmp_path / "media" / "private.txt").write_text("secret")
    settings.FRONTEND_DIST = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.SITE_URL = "https://shop.example"
    return Client(raise_request_exception=False)


@pytest.fixture
def open_page(client: Client) -> Open:
    """Open a page and read it."""

    def open_page(path: str, **headers: str) -> tuple[int, Document]:
        response = client.get(path, headers=headers)
        return response.status_code, Document(response.content.decode())

    return open_page
