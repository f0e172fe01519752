"""A page's document: the frame that the front end's build made, filled in."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from project.core.language import translate
from project.core.shop import last_read, shop
from project.core.shop_look import Brand
from project.core.theme import SHIPPED
from project.storefront.manifest import NotBuilt
from project.storefront.prefetch import Answer
from project.storefront.renderer import Rendered, answers_json

_MARKS = ('<html lang="en"', "<!--look-->", "<!--/look-->", "<!--head-->", "<!--root-->", "<!--state-->")
_STYLE_SHEET = re.compile(r'<link rel="stylesheet"[^>]* href="/([^"]+\.css)"[^>]*>')
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_NO_SCRIPT = _("This page needs JavaScript right now. Please switch it on, or try again in a minute.")


@dataclass(frozen=True)
class Look:
    """The head's part about the shop's own mark and colours; empty where they are the shipped ones."""

    tags: str = ""
    style: str = ""


def current_look() -> Look:
    """Return the look that holds now; while the database is away, that which was read last."""
    try:
        return look_of(shop().brand)
    except DatabaseError:
        return look_of(last_read().brand)


@lru_cache(maxsize=8)
def look_of(brand: Brand) -> Look:
    """Return the look of a shop with this mark and these colours."""
    if not brand.mark and brand.colours == SHIPPED:
        return Look()
    icon = brand.mark_file("icon-192") if brand.mark else "/favicon.svg"
    tags = (
        f'<meta name="theme-color" content="{brand.ground}"><link rel="icon" href="{icon}">'
        f'<link rel="apple-touch-icon" href="{brand.mark_file("apple-touch-icon")}">'
    )
    values = "".join(f"--color-{name}:{colour};" for name, colour in brand.colours.items())
    # In the layer of the colours that it replaces: those of a reader who forces colours still win.
    return Look(tags, f"@layer theme{{:root:root{{{values}}}}}" if brand.colours != SHIPPED else "")


@dataclass(frozen=True)
class Frame:
    """The built index.html, cut at the places that a page fills."""

    parts: tuple[str, ...]
    # The digests of the style sheet and of the inline script, as a content security policy names them.
    styles_hash: str
    script_hash: str
    # Changes with every build.
    version: str

    def rendered(self, language: str, look: Look, page: Rendered) -> bytes:
        """Return the document of a rendered page."""
        state = json.dumps(page.state, ensure_ascii=False, separators=(",", ":"))
        return self._fill(language, look, page.head, page.html, _data_element("state", state))

    def plain(self, language: str, look: Look, answers: Mapping[str, Answer]) -> bytes:
        """Return the document of a page that only the browser will render."""
        title = f"<title>{escape(last_read().brand.name_in(language))}</title>"
        data = _data_element("answers", answers_json(answers).decode())
        return self._fill(
            language, look, title, "", f"<noscript>{translate(_NO_SCRIPT, language)}</noscript>{data}"
        )

    def _fill(self, language: str, look: Look, head: str, root: str, state: str) -> bytes:
        start, to_look, tags, to_head, to_root, to_state, end = self.parts
        # Open pages compare it with the server's build (frontend/src/lib/build-version.ts).
        style = f"<style>{look.style}</style>" if look.style else ""
        head = f'<meta name="build" content="{self.version}">{style}{head}'
        start = f'{start}<html lang="{language}"{to_look}{look.tags or tags}{to_head}'
        filled = (start, head, to_root, root, to_state, state, end)
        return "".join(filled).encode()


def frame() -> Frame:
    """Return the frame of the build that is there now.

    Raises NotBuilt.
    """
    file = settings.FRONTEND_DIST / "index.html"
    try:
        return _read(file, file.stat().st_mtime_ns)
    except FileNotFoundError as error:
        raise NotBuilt from error


@lru_cache(maxsize=4)
def _read(file: Path, mtime_ns: int) -> Frame:
    html = file.read_text()
    styles_hash = ""
    # Inline: one question less before anything can be seen.
    if sheet := _STYLE_SHEET.search(html):
        styles = (file.parent / sheet[1]).read_text().strip()
        styles_hash = digest(styles)
        html = html.replace(sheet[0], f"<style>{styles}</style>", 1)
    script = _SCRIPT.search(html)
    script_hash = digest(script[1]) if script else ""
    parts = []
    rest = html
    for mark in _MARKS:
        part, found, rest = rest.partition(mark)
        if not found:
            raise ValueError(f"{file} has no {mark}")
        parts.append(part)
    version = hashlib.sha256(html.encode()).hexdigest()[:16]
    return Frame((*parts, rest), styles_hash, script_hash, version)


def _data_element(name: str, data: str) -> str:
    # Only "<" can end a script element or begin a comment in it; in JSON it stands in strings alone.
    safe = data.replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{safe}</script>'


def digest(text: str) -> str:
    """Return the digest of an inline style sheet or script as a content security policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
