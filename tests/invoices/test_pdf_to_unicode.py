"""The text of each glyph is taken from the font."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from project.invoices.pdf_to_unicode import glyph_texts
from project.invoices.typesetting import FONTS, JOINING

pytestmark = pytest.mark.any_stack

DEVANAGARI = {file for name, file in JOINING.items() if "Devanagari" in name}


@pytest.mark.parametrize("file", sorted(DEVANAGARI), ids=lambda file: file.stem)
def test_plain_and_joined_letters_are_known(file: Path) -> None:
    letters = glyph_texts(file)

    known = {text for texts in letters.values() for text in texts}
    for plain in "कखगतदनमरसह":
        assert plain in known
    for joined in ("क्ष", "ज्ञ", "त्र", "श्र"):
        assert joined in known
    glyphs = len(TTFont(file).getGlyphOrder())
    assert len(letters) > glyphs * 0.8


def test_glyph_that_is_spelt_in_two_ways_has_both_texts() -> None:
    texts = glyph_texts(JOINING["Noto-Sans-Tamil"])

    assert [set(each) for each in texts.values() if "ஸ்ரீ" in each] == [{"ஸ்ரீ", "ஶ்ரீ"}]


def test_every_font_with_joining_letters_is_corrected() -> None:
    fonts = {file.name for pattern in ("*devanagari*.woff2", "*.ttf") for file in FONTS.glob(pattern)}

    assert fonts == {file.name for file in JOINING.values()}
