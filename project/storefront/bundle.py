"""The built front end: which files a page loads, and the style sheet that is written into every page."""

import base64
import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

# Among the build's inputs: the script a page begins with, and what it fetches then (frontend/src/boot.ts).
_ENTRY = "index.html"
_APPLICATION = ("src/libraries.ts", "src/main.tsx")
# The letters nearly every first screen shows, by language: fetched before the browser asks for them.
_FONTS = {
    "en": ("mukta-400", "mukta-500", "fraunces"),
    "hi": ("mukta-devanagari", "tiro-devanagari", "fraunces", "mukta-400", "mukta-500"),
}


class NotBuilt(Exception):
    """There is no built front end."""


@dataclass(frozen=True)
class Bundle:
    """One build of the front end."""

    script: str
    styles: str
    # The style sheet's digest, as a content security policy names it.
    styles_hash: str
    _manifest: dict[str, dict[str, Any]]

    def modules(self, *sources: str) -> list[str]:
        """Return the addresses of everything these modules import before they run, the entry's included."""
        needed: dict[str, None] = {}
        waiting = [*_APPLICATION, *(source for source in sources if source in self._manifest)]
        while waiting:
            name = waiting.pop(0)
            if name not in needed:
                needed[name] = None
                waiting += self._manifest[name].get("imports", [])
        return list(dict.fromkeys(f"/{self._manifest[name]['file']}" for name in needed))

    def fonts(self, language: str) -> list[str]:
        """Return the addresses of the fonts that a page in this language begins with."""
        return [f"/{self._manifest[f'src/fonts/{name}.woff2']['file']}" for name in _FONTS[language]]


def bundle() -> Bundle:
    """Return the build that is there now.

    Raises NotBuilt.
    """
    manifest = settings.FRONTEND_DIST / ".vite" / "manifest.json"
    try:
        return _read(manifest, manifest.stat().st_mtime_ns)
    except FileNotFoundError as error:
        raise NotBuilt from error


@lru_cache(maxsize=4)
def _read(manifest_file: Path, mtime_ns: int) -> Bundle:
    manifest = json.loads(manifest_file.read_text())
    entry = manifest[_ENTRY]
    dist = manifest_file.parent.parent
    # The styles belong to whatever chunk the entry shares with the pages.
    chunks = [entry, *(manifest[name] for name in entry.get("imports", []))]
    files = [name for chunk in chunks for name in chunk.get("css", [])]
    styles = "".join((dist / name).read_text() for name in files).strip()
    return Bundle(script=f"/{entry['file']}", styles=styles, styles_hash=digest(styles), _manifest=manifest)


def digest(text: str) -> str:
    """Return the digest of an inline style sheet or script as a content security policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
