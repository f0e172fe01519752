"""Correct the ToUnicode tables of a PDF, so that its text can be searched, copied and read aloud.

WeasyPrint maps each glyph to the text of the first cluster in which it occurs. For Devanagari, where letters
join, that loses letters and doubles others. So the text is taken from the font: its character map names the
plain glyphs, and its substitutions (GSUB) say of which glyphs the joined ones are made. Order stays the
page's: what is drawn before the letter it follows, such as the short i, still comes first.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

_ENTRY = re.compile(rb"^<([0-9a-f]{4})> <[0-9a-f]*>$")


@cache
def glyph_texts(font: Path) -> dict[int, str]:
    """Return the text of every glyph (by its number) that the font maps."""
    from fontTools.ttLib import TTFont

    face = TTFont(font)
    known: dict[str, str] = {
        name: chr(code) for code, name in sorted(face.getBestCmap().items(), reverse=True)
    }
    made = list(_substitutions(face))
    before = -1
    while before != len(known):  # joined glyphs are made of joined glyphs
        before = len(known)
        for glyph, parts in made:
            if glyph not in known and all(part in known for part in parts):
                known[glyph] = "".join(known[part] for part in parts)
    # As people type them: ख़ is two letters, whatever the font's map says.
    return {face.getGlyphID(name): unicodedata.normalize("NFC", text) for name, text in known.items()}


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


def correct_to_unicode(pdf: Any, fonts: dict[str, Path]) -> None:
    """Write the fonts' texts into the PDF's ToUnicode tables; `fonts` has the file of each family's face."""
    tables = {table.number: table for table in pdf.objects if hasattr(table, "stream")}
    for entry in pdf.objects:
        if not (isinstance(entry, dict) and "ToUnicode" in entry):
            continue
        family = entry["BaseFont"].partition(b"+")[2].decode()
        number = int(entry["ToUnicode"].split()[0])
        if family in fonts:
            texts = glyph_texts(fonts[family])
            table = tables[number]
            table.stream = [_corrected(line, texts) for line in table.stream]


def _corrected(line: bytes, texts: dict[int, str]) -> bytes:
    found = _ENTRY.match(line)
    text = texts.get(int(found[1], 16)) if found else None
    if found is None or text is None:
        return line
    return b"<" + found[1] + b"> <" + text.encode("utf-16-be").hex().encode() + b">"
