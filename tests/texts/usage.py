"""Texts that the program uses: every key and every pattern of keys in the sources."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from deploy.environment import ROOT
from tests.texts.texts import SOURCES, singular

_QUOTED: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_TEMPLATE: Final = re.compile(r"`((?:[^`\\]|\\.)*)`")
_SLOT: Final = re.compile(r"\$\{[^}]*\}")
# A key begins with a name of its own: `${anything}.title` would match half of all keys.
_PATTERN: Final = re.compile(r"(?:[\w-]+:)?[\w-]+[.:][\w.-]*")
_EVERYWHERE: Final = "shop"


class Usage:
    """Uses of texts by file, and every word of the sources."""

    def __init__(self, namespaces: frozenset[str]) -> None:
        self._namespaces = namespaces
        self._keys: set[str] = set()
        self._patterns: set[re.Pattern[str]] = set()
        self._words: set[str] = set()
        for file in _files():
            self._read(file)

    def _read(self, file: Path) -> None:
        source = file.read_text()
        quoted = set(_QUOTED.findall(source))
        # A page names its namespaces, and `shop` is everybody's; who names none can mean any.
        own = quoted & self._namespaces
        named = {_EVERYWHERE, *own} if own else self._namespaces
        self._words |= set(re.findall(r"\w+", source)) | {text.replace(".", "_") for text in quoted}
        self._keys |= {text if ":" in text else f"{name}:{text}" for text in quoted for name in named}
        for template in _TEMPLATE.findall(source):
            fixed = _SLOT.split(template)
            if (
                len(fixed) > 1
                and _PATTERN.fullmatch(fixed[0])
                and re.fullmatch(r"[\w.]*", "".join(fixed[1:]))
            ):
                pattern = r"([\w -]+)".join(map(re.escape, fixed))
                heads = [""] if ":" in fixed[0] else [f"{name}:" for name in named]
                self._patterns |= {re.compile(head + pattern) for head in heads}

    def says(self, key: str) -> bool:
        """Tell whether a key is said: to the word, or by a pattern whose places are words of the sources."""
        if key in self._keys:
            return True
        return any(
            all(set(re.findall(r"\w+", place)) <= self._words for place in match.groups())
            for pattern in self._patterns
            if (match := pattern.fullmatch(key))
        )


def _files() -> Iterator[Path]:
    # The server's names of statuses and events go into keys, too; it says texts of the first screens itself.
    for file in [*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.tsx"), *(ROOT / "project").rglob("*.py")]:
        if ".test." not in file.name:
            yield file


@cache
def unused(keys: frozenset[str], said_otherwise: frozenset[str]) -> list[str]:
    """Return the keys nobody says, but for those with one of the given beginnings."""
    usage = Usage(frozenset(key.partition(":")[0] for key in keys))
    wanted = {singular(key) for key in keys}
    return sorted(key for key in wanted if not key.startswith(tuple(said_otherwise)) and not usage.says(key))
