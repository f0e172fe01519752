"""One word for one thing, in each language: screens, mails, documents, the sample shop and the sandbox."""

import re
from typing import Final

import pytest

from tests.texts.glossary import ENGLISH, HINDI
from tests.texts.texts import all_texts, is_hindi

TEXTS: Final = list(all_texts())
HINDI_TEXTS: Final = [(place, text) for place, text in TEXTS if is_hindi(text)]
ENGLISH_TEXTS: Final = [(place, text) for place, text in TEXTS if not is_hindi(text)]
# A full stop belongs to abbreviations: मि.मी., a surname's letter.
FULL_STOP: Final = re.compile(r"(?:(?<![ऀ-ॿ.])[ऀ-ॿ]{2,}|[)”’}])\.(?=$|[\s\"'<{])")


def found(unwanted: str, texts: list[tuple[str, str]], instead: str) -> list[str]:
    """Return the places that say it, each with the word to say."""
    pattern = re.compile(unwanted, re.IGNORECASE)
    return [
        f"{place}: write {instead!r}, not {match[0]!r}"
        for place, text in texts
        if (match := pattern.search(text))
    ]


@pytest.mark.parametrize(("unwanted", "instead"), HINDI.items())
def test_one_hindi_word_for_one_thing(unwanted: str, instead: str) -> None:
    assert found(unwanted, HINDI_TEXTS, instead) == []


@pytest.mark.parametrize(("unwanted", "instead"), ENGLISH.items())
def test_english_has_no_stiff_phrases(unwanted: str, instead: str) -> None:
    assert found(unwanted, ENGLISH_TEXTS, instead) == []


@pytest.mark.parametrize(
    "place",
    [
        "hi/shop:",
        "hi/adminOrders:",
        "project/locale/hi/",
        "project/orders/templates/mail/",
        "project/sample_shop/data/",
        "project/content/documents/texts/",
        "project/content/home/texts/",
        "project/sandbox/texts.py",
        "deploy/nginx.conf",
        "deploy/unavailable/",
    ],
)
def test_glossary_is_held_wherever_people_read(place: str) -> None:
    assert any(where.startswith(place) for where, _ in HINDI_TEXTS)


def test_unwanted_word_is_found_with_the_word_to_say() -> None:
    said = found(r"पृष्ठ(?!भूमि)", [("a", "हर पृष्ठ पर"), ("b", "पृष्ठभूमि")], "पेज")

    assert said == ["a: write 'पेज', not 'पृष्ठ'"]


def test_hindi_sentences_end_in_a_danda() -> None:
    assert [place for place, text in HINDI_TEXTS if FULL_STOP.search(text)] == []


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("पेज खुल गया.", True),
        ("पेज खुल रहा है.", True),
        ("पेज {{page}}. अगला", True),
        ("8 मि.मी. के दाने", False),
        ("पेज खुल गया।", False),
    ],
)
def test_full_stop_is_told_from_an_abbreviation(text: str, is_wrong: bool) -> None:
    assert bool(FULL_STOP.search(text)) is is_wrong
