"""Correct the text of a PDF, so that it can be searched, copied and read aloud.

WeasyPrint maps each glyph to the text of the first cluster in which it occurs. Where letters join, as in the
scripts of India, that loses letters and doubles others. So the text is taken from the font: its character map
names the plain glyphs, and its substitutions (GSUB) say of which glyphs the joined ones are made. Order stays
the page's: what is drawn before the letter it follows, such as the short i, comes first. Beside the glyphs
stands what was typed, for the readers that know of it (`ActualText`).
"""

import re
import unicodedata
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

_ENTRY = re.compile(rb"^<([0-9a-f]{4})> <[0-9a-f]*>$")


# A joined glyph may be made of several sequences of letters, as both spellings of Tamil's śrī.
_MOST_TEXTS = 6
# Devanagari to Sinhala. Of what is written from right to left, readers turn the glyphs' own texts round.
_INDIC = re.compile("[\u0900-\u0dff]")


@cache
def glyph_texts(font: Path) -> dict[int, list[str]]:
    """Return the texts that every glyph (by its number) of the font may stand for, the likeliest first."""
    from fontTools.ttLib import TTFont

    face = TTFont(font)
    known: dict[str, list[str]] = {
        name: [chr(code)] for code, name in sorted(face.getBestCmap().items(), reverse=True)
    }
    plain = set(known)
    made = [(glyph, parts) for glyph, parts in _substitutions(face) if glyph not in plain]
    before = -1
    while before != (before := sum(map(len, known.values()))):  # joined glyphs are made of joined glyphs
        for glyph, parts in made:
            texts = known.setdefault(glyph, [])
            for letters in product(*(known.get(part, ()) for part in parts)):
                if len(texts) < _MOST_TEXTS and "".join(letters) not in texts:
                    texts.append("".join(letters))
    return {
        face.getGlyphID(name): [_as_typed(text) for text in texts] for name, texts in known.items() if texts
    }


def _as_typed(text: str) -> str:
    """Return a text of the font's map as people type it: ख़ is two letters, an Arabic letter has one form."""
    return unicodedata.normalize("NFKC" if min(text) >= "\ufb50" else "NFC", text)


def _substitutions(face: Any) -> Any:
    """Give each glyph that others are turned into, with those others."""
    if "GSUB" not in face:
        return
    for lookup in face["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType == 1:
                yield from ((new, (old,)) for old, new in table.mapping.items())
            elif table.LookupType == 4:
                for first, ligatures in table.ligatures.items():
                    yield from ((each.LigGlyph, (first, *each.Component)) for each in ligatures)


def correct_text(document: Any, pdf: Any, fonts: dict[str, Path]) -> None:
    """Correct the text of a PDF that is about to be written; `fonts` has the file of each family's face."""
    from weasyprint.formatting_structure.boxes import TextBox

    texts = [
        box.text
        for page in document.pages
        for box in page._page_box.descendants(placeholders=True)
        if isinstance(box, TextBox)
    ]
    _add_actual_texts(texts, pdf)
    _correct_to_unicode(unicodedata.normalize("NFC", "\n".join(texts)), pdf, fonts)


def _add_actual_texts(texts: list[str], pdf: Any) -> None:
    """Write beside the glyphs what was typed.

    Each text box is one marked sequence of its page; its structure elements are in the order of the boxes.
    """
    objects = {each.reference: each for each in pdf.objects}
    spans = [
        each
        for each in pdf.objects
        if isinstance(each, dict) and each.get("S") == "/Span" and isinstance(each["K"][0], int)
    ]
    for span, text in zip(spans, texts, strict=True):
        if _INDIC.search(text):
            page = objects[objects[span["Pg"]]["Contents"]]
            [mark] = (
                each for each in page.stream if isinstance(each, dict) and each.get("MCID") == span["K"][0]
            )
            mark["ActualText"] = b"<feff" + text.encode("utf-16-be").hex().encode() + b">"


def _correct_to_unicode(typed: str, pdf: Any, fonts: dict[str, Path]) -> None:
    tables = {table.number: table for table in pdf.objects if hasattr(table, "stream")}
    for entry in pdf.objects:
        if not (isinstance(entry, dict) and "ToUnicode" in entry):
            continue
        family = entry["BaseFont"].partition(b"+")[2].decode()
        number = int(entry["ToUnicode"].split()[0])
        if family in fonts:
            texts = glyph_texts(fonts[family])
            table = tables[number]
            table.stream = [_corrected(line, texts, typed) for line in table.stream]


def _corrected(line: bytes, texts: dict[int, list[str]], typed: str) -> bytes:
    found = _ENTRY.match(line)
    known = texts.get(int(found[1], 16)) if found else None
    if found is None or known is None:
        return line
    text = next((each for each in known if each in typed), known[0])
    return b"<" + found[1] + b"> <" + text.encode("utf-16-be").hex().encode() + b">"
