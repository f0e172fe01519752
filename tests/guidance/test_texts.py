"""The twelve records: whole, in both languages, and without a promise that nobody could keep."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.utils.functional import Promise

from project.core.language import translate
from project.guidance import texts
from project.guidance.signs import ZodiacSign, record_of
from project.guidance.texts import BilingualText

pytestmark = pytest.mark.any_stack

DEVANAGARI = re.compile("[\u0900-\u097f]")
LATIN_WORD = re.compile("[A-Za-z]{2,}")
# What the advertising code calls a claim: cures, guarantees, sure gains.
CLAIMS = re.compile(
    r"\b(cure|heal|treat|prevent|disease|illness|blood|diabetes|cancer cell|guarantee|wealth|lottery|miracle"
    r"|remove[s]? (?:obstacles|evil)|protects? (?:from|against)|will (?:bring|give|make))",
    re.IGNORECASE,
)
CLAIMS_HI = re.compile("रोग|बीमारी|इलाज|उपचार|ठीक हो|गारंटी|चमत्कार|धनवान|निश्चित लाभ|रक्तचाप|मधुमेह")


def both(text: Promise) -> BilingualText:
    return BilingualText(translate(text, "en"), translate(text, "hi"))


def texts_of(value: Any) -> Iterator[BilingualText]:
    if isinstance(value, BilingualText):
        yield value
    elif isinstance(value, Promise):
        yield both(value)
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from texts_of(each)


RECORD_TEXTS = [
    text for sign in ZodiacSign for value in vars(record_of(sign)).values() for text in texts_of(value)
]
GENERAL_TEXTS = [
    text for name, value in vars(texts).items() if not name.startswith("_") for text in texts_of(value)
]


@pytest.mark.parametrize("sign", ZodiacSign)
def test_record_is_whole(sign: ZodiacSign) -> None:
    record = record_of(sign)

    assert len(record.benefits) == 3
    assert len(record.life_areas) == 3
    assert len(record.challenges) == len(record.solutions) == 2
    assert len(set(record.compatible) - {sign}) == 3
    assert record.planet in texts.DAYS
    assert record.element in texts.ELEMENTS
    assert set(record.chakras) <= set(texts.CHAKRAS)
    assert record.primary in texts.MANTRAS


def test_fellow_signs_agree_on_each_other() -> None:
    for sign in ZodiacSign:
        for fellow in record_of(sign).compatible:
            assert sign in record_of(fellow).compatible, (sign, fellow)


@pytest.mark.parametrize("text", RECORD_TEXTS + GENERAL_TEXTS, ids=lambda text: text.en[:40])
def test_text_is_english_here_and_hindi_there(text: BilingualText) -> None:
    assert not DEVANAGARI.search(text.en)
    assert DEVANAGARI.search(text.hi) or text == both(texts.BEAD)
    assert not LATIN_WORD.search(re.sub(r"{\w+}", "", text.hi))
    assert sorted(re.findall(r"{\w+}", text.en)) == sorted(re.findall(r"{\w+}", text.hi))


@pytest.mark.parametrize("text", RECORD_TEXTS + GENERAL_TEXTS, ids=lambda text: text.en[:40])
def test_text_claims_no_effect(text: BilingualText) -> None:
    if text == both(texts.CONTRAINDICATIONS[-1]):  # the one that says it is no medicine
        return
    assert not CLAIMS.search(text.en)
    assert not CLAIMS_HI.search(text.hi)


def test_mantras_are_those_of_the_catalogue() -> None:
    sample = json.loads((settings.BASE_DIR / "project/sample_shop/data/rudraksha.json").read_text("utf-8"))
    products = {product["slug"]: product for product in sample["products"]}

    for faces, mantra in texts.MANTRAS.items():
        said = products[f"{faces}-mukhi-rudraksha"]["specifications"]
        assert both(mantra) == (said["en"]["mantra"], said["hi"]["mantra"])
