"""The shop's texts as they stand in the files: the screens' by key, the server's in pairs."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from deploy.environment import FRONTEND, ROOT
from deploy.translations import catalogue_files, read

LANGUAGES: Final = ("en", "hi")
SOURCES: Final = FRONTEND / "src"
# The cores' files are in the default namespace under their own names (core.ts).
_IN_SHOP: Final = ("common", "keep", "promises")
_PLURAL: Final = re.compile(r"_(one|other)$")
# Spellings that shoppers type.
_TYPED_BY_SHOPPERS: Final = ROOT / "project" / "catalog" / "search"
_DEVANAGARI: Final = re.compile(r"[\u0900-\u097f]")
_TAG: Final = re.compile(r"\{%.*?%\}")
_SLOT: Final = re.compile(r"\{\{\s*(\w+)[^}]*\}\}")


def is_hindi(text: str) -> bool:
    """Tell whether a text has a letter of Hindi."""
    return bool(_DEVANAGARI.search(text))


def has_letters(text: str) -> bool:
    """Tell whether there is anything to translate: a letter outside the slots."""
    return any(letter.isalpha() for letter in _SLOT.sub("", text))


def slots(text: str) -> frozenset[str]:
    """Return what is filled in: `{{count}} pieces` → count."""
    return frozenset(_SLOT.findall(text))


def singular(key: str) -> str:
    """Return the key as a component says it, without the plural form."""
    return _PLURAL.sub("", key)


@cache
def screen_texts(language: str) -> dict[str, str]:
    """Return every text of the screens by `namespace:path`."""
    texts: dict[str, str] = {}
    for file in sorted((SOURCES / "i18n" / language).glob("*.json")):
        name = file.stem
        prefix = f"shop:{name}." if name in _IN_SHOP else f"{name}:"
        for path, text in _leaves(json.loads(file.read_text())):
            assert isinstance(text, str), f"{prefix}{path} is no text"
            texts[prefix + path] = text
    return texts


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(inner, f"{path}.{name}" if path else str(name))
    else:
        yield path, value


def all_texts() -> Iterator[tuple[str, str]]:
    """Return whatever people may read, with its place: screens, server, sample shop, sandbox.

    Of code the strings without docstrings; of templates what is between the tags.
    """
    for language in LANGUAGES:
        yield from ((f"{language}/{key}", text) for key, text in screen_texts(language).items())
    for file in sorted((ROOT / "project").rglob("*")):
        if "migrations" in file.parts or _TYPED_BY_SHOPPERS in file.parents:
            continue
        place = str(file.relative_to(ROOT))
        if file.suffix == ".py" and is_hindi(source := file.read_text()):
            yield from ((f"{place}:{line}", text) for line, text in _strings_in(source))
        elif file.suffix == ".json":
            for path, text in _leaves(json.loads(file.read_text())):
                if isinstance(text, str):
                    yield f"{place}: {path}", text
        elif file.suffix in {".txt", ".html"}:
            yield from _lines(file)
    for file in catalogue_files():
        for message in read(file):
            if message.id:
                yield f"{file.relative_to(ROOT)}: {message.id}", str(message.id)
                yield f"{file.relative_to(ROOT)}: {message.id}", str(message.string)
    # Before there is a server.
    for file in (*(ROOT / "deploy" / "unavailable").glob("*.html"), FRONTEND / "index.html"):
        yield from _lines(file)
    for text in re.findall(r'"([^"\n]*)"', (ROOT / "deploy" / "nginx.conf").read_text()):
        yield "deploy/nginx.conf", text


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(file.read_text().splitlines(), start=1):
        # One line may say it in both languages.
        for part in _TAG.split(line):
            yield f"{file.relative_to(ROOT)}:{number}", part


def _strings_in(source: str) -> Iterator[tuple[int, str]]:
    nodes = list(ast.walk(ast.parse(source)))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


@dataclass(frozen=True)
class Pair:
    """A sentence of the server in both languages, and where it stands."""

    where: str
    english: str
    hindi: str


def server_pairs() -> list[Pair]:
    """Return the pairs of all lists and tables of the server that hold English and Hindi.

    Such a list is one with at least one pair whose second text is Hindi.
    """
    return [pair for file in sorted((ROOT / "project").rglob("*.py")) for pair in _pairs_in(file)]


def _pairs_in(file: Path) -> Iterator[Pair]:
    source = file.read_text()
    if not is_hindi(source):
        return
    for node in ast.walk(ast.parse(source)):
        entries = (
            node.values if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.List) else []
        )
        pairs = [pair for entry in entries if (pair := _pair(entry))]
        if any(is_hindi(hindi) for _, _, hindi in pairs):
            for line, english, hindi in pairs:
                yield Pair(f"{file.relative_to(ROOT)}:{line}", english, hindi)


def _pair(node: ast.expr) -> tuple[int, str, str] | None:
    if isinstance(node, ast.Tuple) and len(node.elts) == 2:
        texts = [element.value for element in node.elts if isinstance(element, ast.Constant)]
        if len(texts) == 2 and all(isinstance(text, str) for text in texts):
            return node.lineno, str(texts[0]), str(texts[1])
    return None
