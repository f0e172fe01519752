"""The text of each glyph is taken from the font."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from project.invoices.pdf_to_unicode import glyph_texts
from project.invoices.typesetting import DEVANAGARI, FONTS

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize("file", sorted(set(DEVANAGARI.values())), ids=lambda file: file.stem)
def test_plain_and_joined_letters_are_known(file: Path) -> None:
    letters = glyph_texts(file)

    known = set(letters.values())
    for plain in "कखगतदनमरसह":
        assert plain in known
    for joined in ("क्ष", "ज्ञ", "त्र", "श्र"):
        assert joined in known
    glyphs = len(TTFont(file).getGlyphOrder())
    assert len(letters) > glyphs * 0.8


def test_every_devanagari_font_of_ours_is_corrected() -> None:
    assert {file.name for file in FONTS.glob("*devanagari*.woff2")} == {
        file.name for file in DEVANAGARI.values()
    }
