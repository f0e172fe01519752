"""Which joined letters of Hindi the shop's fonts draw as designed; the tests read it, too.

A "join" is a cluster of consonants as joined.txt lists it (न्द्र), or one with the vowel sign ि (न्द्रि): only
that sign's arm is drawn to the width of what it spans.
"""

import hashlib
import re
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parents[2]
JOINED = HERE / "joined.txt"
FONTS = ("mukta-devanagari.woff2", "tiro-devanagari.woff2")
_CONSONANT = "[\u0915-\u0939\u0958-\u095f]\u093c?"
_JOIN = re.compile(f"(?:{_CONSONANT}\u094d)+{_CONSONANT}\u093f?")
_SYLLABLE = re.compile(
    f"(?:{_CONSONANT}\u094d\u200d?)*(?:{_CONSONANT}|[\u0904-\u0914\u0960\u0961])[\u0900-\u0903\u093e-\u094c]*\u094d?"
)
_STAMP = "# cut: "


def our_words() -> set[str]:
    """Return every Hindi word of the shop's texts, mails, documents and sample data."""
    files = [
        file
        for folder in (PROJECT / "project", PROJECT / "frontend" / "src")
        for kind in ("json", "py", "txt", "html", "ts", "tsx")
        for file in folder.rglob(f"*.{kind}")
        if not file.is_relative_to(HERE)
    ]
    texts = "\n".join(file.read_text() for file in files)
    return set(re.findall("[\u0900-\u097f\u200c\u200d]+", texts))


def joins_of(word: str) -> set[str]:
    """Return the clusters of a word, each alone, and with its ि where it has one."""
    found = set(_JOIN.findall(word))
    return found | {join.removesuffix("\u093f") for join in found}


def syllables_of(word: str) -> set[str]:
    """Return the syllables of a word, as fonts join them."""
    return set(_SYLLABLE.findall(word))


def drawn() -> set[str]:
    """Return the joins that joined.txt lists."""
    lines = [line for line in JOINED.read_text().splitlines() if not line.startswith("#")]
    return set(" ".join(lines).split())


def record(joins: set[str]) -> None:
    """Write joined.txt anew, with a stamp of this list and of the fonts that lie here."""
    lines = [line for line in JOINED.read_text().splitlines() if line.startswith("#")]
    head = [line for line in lines if not line.startswith(_STAMP)]
    groups = {join[0]: " ".join(sorted(j for j in joins if j[0] == join[0])) for join in sorted(joins)}
    JOINED.write_text("\n".join([*head, *groups.values(), f"{_STAMP}{_stamp(joins)}"]) + "\n")


def is_cut() -> bool:
    """Return whether the fonts here are those that were cut for the list as it is now."""
    return f"{_STAMP}{_stamp(drawn())}" in JOINED.read_text().splitlines()


def _stamp(joins: set[str]) -> str:
    fonts = b"".join((HERE / name).read_bytes() for name in FONTS)
    return hashlib.sha256(" ".join(sorted(joins)).encode() + fonts).hexdigest()[:16]
