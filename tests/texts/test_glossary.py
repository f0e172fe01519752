"""One word for one thing, in each language: screens, mails, documents, the sample shop and the sandbox."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from deploy.environment import ROOT
from tests.texts.texts import SOURCES, is_hindi, screen_texts, server_pairs

# What must not be said, as a regular expression, and what is said instead.
HINDI: Final = {
    r"पृष्ठ(?!भूमि)": "पेज",
    r"प्रयास": "कोशिश",
    r"नि[ः:]शुल्क|मुफ्त": "मुफ़्त",
    # The day of birth has its own word; अतिथि is a guest.
    r"(?<!अ)(?<!जन्म)तिथि|तारीख(?!़)": "तारीख़",
    r"(?<![ऀ-ॿ])खाली": "ख़ाली",
    r"(?<![ऀ-ॿ])बाकी": "बाक़ी",
    r"इनवॉ[इय]स": "बिल",
    r"इच्छा[ -]सूची": "विशलिस्ट",
    r"लॉग आउट": "लॉगआउट",
    # चित्रा is a star, लघुचित्र a miniature.
    r"(?<!लघु)चित्र(?!ा)": "तस्वीर",
    r"मनक(?=[ाेो])": "दाना",
    r"पुष्ट(?!ि)": "पक्का",
    # Blue sapphire is Saturn's stone.
    r"पीला नीलम": "येलो सैफ़ायर",
    # The shop does not ask the buyer to prove that a bead is real.
    r"असली सिद्ध न": "नक़ली सिद्ध हो",
    r"उसी माध्यम में": "उसी माध्यम से",
    r"(एक|हमारे) साथी .{0,40}देख रह": "हमारी टीम देख रही है",
    r"सहायता से संपर्क": "हमसे संपर्क",
    # A medical device is the law's term.
    r"(?<!चिकित्सा )उपकरण": "डिवाइस",
    r"संग्रहित": "संग्रहीत",
    r"विनिर्देश": "विशेष विवरण",
    r"इसे नहीं मँगाया": "यह कोड नहीं माँगा",
    r"समय ज्ञात नहीं": "समय पता नहीं",
}
ENGLISH: Final = {
    r"\bwe know no\b": "we couldn't find",
    r"\bstands in\b(?! for)": "is in",
    r"\bwe shall\b": "we will",
    r"as if a machine": "spam",
    r"\bhow far it is\b": "its progress",
    r"\bput aside\b": "add",
    r"\bone (turns|wears|holds|puts)\b": "an imperative or 'you'",
    r"too few to say": "not enough yet",
}
# Spellings that shoppers type.
TYPED_BY_SHOPPERS: Final = ROOT / "project" / "catalog" / "search"


def sources() -> Iterator[tuple[str, str]]:
    """Return each line that people may read, with its place."""
    files = [*(SOURCES / "i18n" / "hi").iterdir(), *(ROOT / "project").rglob("*")]
    for file in sorted(files):
        skipped = "migrations" in file.parts or TYPED_BY_SHOPPERS in file.parents
        if not skipped and file.suffix in {".py", ".json", ".txt", ".html", ".ts"}:
            for number, line in enumerate(file.read_text().splitlines(), start=1):
                yield f"{file.relative_to(ROOT)}:{number}", line


def english_sources() -> Iterator[tuple[str, str]]:
    """Return the English that people may read: of code no comment and no docstring."""
    yield from screen_texts("en").items()
    yield from ((pair.where, pair.english) for pair in server_pairs())
    for file in sorted((ROOT / "project").rglob("*")):
        if file.suffix in {".json", ".txt", ".html"}:
            for number, line in enumerate(file.read_text().splitlines(), start=1):
                yield f"{file.relative_to(ROOT)}:{number}", line


HINDI_LINES: Final = [(place, line) for place, line in sources() if is_hindi(line)]
ENGLISH_LINES: Final = list(english_sources())


def found(unwanted: str, lines: list[tuple[str, str]], instead: str) -> list[str]:
    """Return the places that say it, each with the word to say."""
    pattern = re.compile(unwanted, re.IGNORECASE)
    return [
        f"{place}: write {instead!r}, not {match[0]!r}"
        for place, line in lines
        if (match := pattern.search(line))
    ]


@pytest.mark.parametrize(("unwanted", "instead"), HINDI.items())
def test_one_hindi_word_for_one_thing(unwanted: str, instead: str) -> None:
    assert found(unwanted, HINDI_LINES, instead) == []


@pytest.mark.parametrize(("unwanted", "instead"), ENGLISH.items())
def test_english_has_no_stiff_phrases(unwanted: str, instead: str) -> None:
    assert found(unwanted, ENGLISH_LINES, instead) == []


def test_unwanted_word_is_found_with_the_word_to_say() -> None:
    assert found(r"पृष्ठ(?!भूमि)", [("a", "हर पृष्ठ पर"), ("b", "पृष्ठभूमि")], "पेज") == ["a: write 'पेज', not 'पृष्ठ'"]


def test_hindi_sentences_end_in_a_danda() -> None:
    # A full stop belongs to abbreviations: मि.मी., a surname's letter.
    stop = re.compile(r"(?<![ऀ-ॿ.])(?!(?:मि|से|यू)\.)[ऀ-ॿ]{2,}\.(?=$|[\s\"'<])")

    assert [place for place, line in HINDI_LINES if stop.search(line)] == []
