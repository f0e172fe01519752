# /// script
# dependencies = ["fonttools==4.68.0", "brotli==1.2.1", "uharfbuzz"]
# ///
"""Cut the shop's fonts: fewer bytes before the first screen stands as designed, and no letter less.

    pip install fonttools brotli uharfbuzz && python frontend/src/fonts/cut.py

Reads the packages in node_modules and writes the .woff2 files beside this one; run it again when a package
changes. fonts.css says which letters lie in which file.

- What English pages and every number need (ASCII, ₹, typographic signs) is one small file per face, cut from
  the package's two; every other Latin letter lies in a second one, fetched by the pages that show one.
- Hinting goes: phones and today's desktops ignore it, and it is a third of each file.
- Devanagari keeps every letter and every sign, the joined form of any two consonants with any vowel sign, and
  whatever the shop's own texts show. Joined forms of three or more that none of our texts has are drawn from
  half forms, as most Hindi fonts draw them.

The fonts are under the SIL Open Font License 1.1, which allows this; none has a reserved name.
"""

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

import uharfbuzz
from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).parent
FRONTEND = HERE.parents[1]
PACKAGES = FRONTEND / "node_modules"
MUKTA = PACKAGES / "@fontsource" / "mukta" / "files"
TIRO = PACKAGES / "@fontsource" / "tiro-devanagari-hindi" / "files"
FRAUNCES = PACKAGES / "@fontsource-variable" / "fraunces" / "files"
# The same ranges stand in fonts.css.
BASIC = {*range(0x20, 0x7F), *map(ord, "\xa0©«®°·»½×\u2009\u200a\u202f\u2011–—‘’“”•…′←↑→↓−₹")}
DEVANAGARI = {*range(0x900, 0x980), 0x200C, 0x200D, 0x25CC}
CONSONANTS = [chr(code) for code in range(0x915, 0x93A)]
WITH_DOT = [f"{letter}\u093c" for letter in "कखगजडढफय"]
VOWEL_SIGNS = ["", *"ािीुूृेैोौंँः्ॅॉ", "िं", "ीं", "ें", "ैं", "ों", "ौं", "ां", "ुं", "ूं"]


def main() -> None:
    for weight in (400, 500):
        parts = [MUKTA / f"mukta-{name}-{weight}-normal.woff2" for name in ("latin", "latin-ext")]
        _cut_latin(parts, f"mukta-{weight}")
    parts = [FRAUNCES / f"fraunces-{name}-wght-normal.woff2" for name in ("latin", "latin-ext", "vietnamese")]
    _cut_latin(parts, "fraunces", weight=400)
    _cut_devanagari(MUKTA / "mukta-devanagari-400-normal.woff2", "mukta-devanagari")
    _cut_devanagari(TIRO / "tiro-devanagari-hindi-devanagari-400-normal.woff2", "tiro-devanagari")
    _cut_devanagari(MUKTA / "mukta-devanagari-500-normal.woff2", "mukta-word-hindi", ["हिन्दी"])


def _cut_latin(files: list[Path], name: str, *, weight: int | None = None) -> None:
    fonts = [TTFont(file) for file in files]
    everything = {code for font in fonts for code in font.getBestCmap()}
    for codes, target in ((BASIC, name), (everything - BASIC, f"{name}-more")):
        parts: list[TTFont] = []
        missing = set(codes)
        for file in files:
            font = TTFont(file)
            if weight is not None:
                font = instancer.instantiateVariableFont(font, {"wght": weight})
            found = missing & set(font.getBestCmap())
            if found:
                missing -= found
                _subset(font, codes=found)
                parts.append(font)
        _write(_merged(parts), target)


def _cut_devanagari(file: Path, name: str, words: list[str] | None = None) -> None:
    """Keep the glyphs that shaping these words ends with; without any, what is promised above."""
    font = TTFont(file)
    if words is None:
        joined = [f"{one}\u094d{other}" for one in CONSONANTS for other in CONSONANTS]
        letters = CONSONANTS + WITH_DOT + joined
        words = [letter + sign for letter in letters for sign in VOWEL_SIGNS] + _our_words()
        codes = DEVANAGARI
    else:
        codes = {ord(letter) for word in words for letter in word}
    # Of what other letters could be joined to, only what those words need.
    _subset(font, codes=codes, glyphs=_shaped(font, words), layout_closure=False)
    _write(font, name)


def _our_words() -> list[str]:
    """Return every Hindi word of the shop's texts and sample data."""
    project = FRONTEND.parent / "project"
    files = [
        *(FRONTEND / "src" / "i18n" / "hi").glob("*.json"),
        *project.rglob("*.py"),
        *project.rglob("*.json"),
    ]
    texts = "\n".join(file.read_text() for file in sorted(files))
    return sorted(set(re.findall("[\u0900-\u097f\u200c\u200d]+", texts)))


def _shaped(font: TTFont, words: Iterable[str]) -> set[str]:
    with tempfile.NamedTemporaryFile(suffix=".ttf") as plain:
        copy = TTFont(font.reader.file.name)
        copy.flavor = None
        copy.save(plain.name)
        shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(plain.name)))
    names = font.getGlyphOrder()
    used: set[str] = set()
    for word in words:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        uharfbuzz.shape(shaper, buffer)
        used |= {names[glyph.codepoint] for glyph in buffer.glyph_infos}
    return used


def _subset(
    font: TTFont, *, codes: set[int], glyphs: Iterable[str] = (), layout_closure: bool = True
) -> None:
    options = subset.Options()
    options.hinting = False
    options.layout_closure = layout_closure
    # `tnum` has the figures of a price stand below each other; the Latin letters need no more.
    options.layout_features = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"]
    if not layout_closure:
        options.layout_features = ["*"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes, glyphs=glyphs)
    subsetter.subset(font)


def _merged(fonts: list[TTFont]) -> TTFont:
    if len(fonts) == 1:
        return fonts[0]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, font in enumerate(fonts):
            font.flavor = None
            files.append(f"{folder}/{number}.ttf")
            font.save(files[-1])
        return merge.Merger().merge(files)


def _write(font: TTFont, name: str) -> None:
    file = HERE / f"{name}.woff2"
    font.flavor = "woff2"
    font.save(file)
    print(f"{file.name:24} {file.stat().st_size:6} bytes, {len(font.getGlyphOrder())} glyphs")


if __name__ == "__main__":
    main()
