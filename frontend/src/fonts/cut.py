# /// script
# dependencies = ["fonttools==4.68.0", "brotli==1.2.1", "uharfbuzz==0.57.0"]
# ///
"""Cut the shop's fonts: fewer bytes before the first screen stands as designed, and no letter less.

    pip install fonttools brotli uharfbuzz && python frontend/src/fonts/cut.py

Reads the packages in node_modules and writes the .woff2 files beside this one, and the payment sandbox's
copy; run it again when a package changes, or when tests/pages/test_fonts.py says that a text joins letters in
a new way. It takes minutes.
fonts.css says which letters lie in which file.

- What English pages and every number need (ASCII, ₹, typographic signs) is one small file per face, cut from
  the package's two; every other Latin letter lies in a second one, fetched by the pages that show one.
- Hinting goes: phones and today's desktops ignore it, and it is a third of each file.
- Devanagari keeps what Hindi is written with: its letters with every vowel sign, all half letters, every र
  above or below, and the joins of joined.txt. A joined glyph goes where half letter and letter make the same
  picture: no ink of one further than 1% of the type's size from ink of the other. Every join there and every
  syllable of ours is compared so.
- What else Devanagari has (Marathi's letters, Vedic accents, its figures) lies in a second file per face.
- Kerning between Devanagari letters stays where a word of ours has the pair; it moves 3% of the size at most.
- Outlines lie on a grid of half the units: 500 to the type's size, 1000 in Fraunces. Nothing moves by more
  than a thousandth of the size: 0.05 pixels in a headline.

The fonts are under the SIL Open Font License 1.1, which allows this; none has a reserved name.
"""

import io
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import uharfbuzz
from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer
from texts import HERE, PROJECT, drawn, joins_of, our_words, record, syllables_of

FRONTEND = HERE.parents[1]
PACKAGES = FRONTEND / "node_modules"
MUKTA = PACKAGES / "@fontsource" / "mukta" / "files"
TIRO = PACKAGES / "@fontsource" / "tiro-devanagari-hindi" / "files"
FRAUNCES = PACKAGES / "@fontsource-variable" / "fraunces" / "files"
# The same ranges stand in fonts.css.
BASIC = {*range(0x20, 0x7F), *map(ord, "\xa0©«®°·»½×\u2009\u200a\u202f\u2011–—‘’“”•…′←↑→↓−₹")}
DEVANAGARI = {*range(0x900, 0x980), 0x200C, 0x200D, 0x25CC}
CONSONANTS = [chr(code) for code in range(0x915, 0x93A) if chr(code) not in "ऩऱळऴ"]
WITH_DOT = [f"{letter}\u093c" for letter in "कखगजडढफय"]
VOWELS = [*"अआइईउऊऋएऐऑओऔॐ"]
RARE = [*"ऩऱळऴॸॹॺॻॼॾॿ"]
VOWEL_SIGNS = ["", *"ािीुूृेैोौंँः्ॅॉ", "िं", "ीं", "ें", "ैं", "ों", "ौं", "ां", "ुं", "ूं"]
# What Hindi, and the Sanskrit of its mantras, is written with.
HINDI = {*range(0x901, 0x94E), *range(0x958, 0x960), *map(ord, "ॐ।॥॰\u200c\u200d\u25cc")}
HINDI -= {*map(ord, "ऄऌऍऎऒऩऱळऴ\u093a\u093b\u0946\u094a")}
# Pixels to the type's size when two pictures are compared, and how many of them count as the same place.
SIZE = 100
NEAR = 1


def main() -> None:
    for weight in (400, 500):
        parts = [MUKTA / f"mukta-{name}-{weight}-normal.woff2" for name in ("latin", "latin-ext")]
        _cut_latin(parts, f"mukta-{weight}", grid=500)
    parts = [FRAUNCES / f"fraunces-{name}-wght-normal.woff2" for name in ("latin", "latin-ext", "vietnamese")]
    _cut_latin(parts, "fraunces", grid=1000, weight=400)
    words = our_words()
    joins = drawn() | {join for word in words for join in joins_of(word)}
    for file, name in (
        (MUKTA / "mukta-devanagari-400-normal.woff2", "mukta-devanagari"),
        (TIRO / "tiro-devanagari-hindi-devanagari-400-normal.woff2", "tiro-devanagari"),
    ):
        _cut_hindi(file, name, joins, words)
        _cut_rare(file, f"{name}-more")
    # The payment sandbox stands alone; its Hindi pages need no font of the machine either.
    shutil.copyfile(HERE / "mukta-devanagari.woff2", PROJECT / "project/sandbox/static/devanagari.woff2")
    _cut_word(MUKTA / "mukta-devanagari-500-normal.woff2", "mukta-word-hindi", "हिन्दी")
    record(joins)


def _cut_latin(files: list[Path], name: str, *, grid: int, weight: int | None = None) -> None:
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
                # `tnum` has the figures of a price stand below each other; the Latin letters need no more.
                _subset(font, codes=found, features=["ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"])
                parts.append(font)
        _write(_merged(parts), target, grid=grid)


def _cut_hindi(file: Path, name: str, joins: set[str], words: set[str]) -> None:
    codes = HINDI | {ord(letter) for word in words for letter in word}
    letters = CONSONANTS + WITH_DOT
    needed = [letter + sign for letter in letters for sign in VOWEL_SIGNS]
    needed += [vowel + sign for vowel in VOWELS for sign in ("", "ँ", "ं", "ः")]
    needed += [f"{letter}\u094d\u200d" for letter in [*letters, "क्ष", "ज्ञ", "त्र", "श्र"]]
    needed += [text for letter in letters for text in (f"र्{letter}", f"{letter}्र")]
    alike = joins | {syllable for word in words for syllable in syllables_of(word)}
    whole = _Shaper(TTFont(file))
    # Of what other letters could be joined to, only what those words need.
    glyphs = whole.glyphs(needed)
    suspects = alike
    while True:
        font = TTFont(file)
        _subset(font, codes=codes, glyphs=glyphs, scripts=["DFLT", "dev2"], closure=False)
        cut = _Shaper(font)
        different = [text for text in suspects if not whole.picture(text).is_near(cut.picture(text))]
        more = whole.glyphs(different) - glyphs
        if more:
            suspects = different
        elif different:
            raise ValueError(f"{name} cannot draw {different}")
        elif suspects is alike:
            break
        else:
            suspects = alike
        glyphs |= more
    _keep_kerning(font, cut.pairs(words))
    kerned = _Shaper(font)
    if moved := [word for word in words if cut.picture(word) != kerned.picture(word)]:
        raise ValueError(f"{name} sets {moved} differently without the other pairs' kerning")
    _write(font, name, grid=500)


def _cut_rare(file: Path, name: str) -> None:
    """Keep what Hindi does not need, and enough of the rest to stand around it."""
    font = TTFont(file)
    joined = [f"{one}\u094d{other}" for one in RARE for other in CONSONANTS + RARE]
    joined += [f"{other}\u094d{one}" for one in RARE for other in CONSONANTS]
    words = [letter + sign for letter in CONSONANTS + WITH_DOT + RARE + joined for sign in VOWEL_SIGNS]
    glyphs = _Shaper(TTFont(file)).glyphs(words)
    _subset(font, codes=DEVANAGARI, glyphs=glyphs, scripts=["DFLT", "dev2"], closure=False)
    _write(font, name, grid=500)


def _cut_word(file: Path, name: str, word: str) -> None:
    font = TTFont(file)
    glyphs = _Shaper(TTFont(file)).glyphs([word])
    _subset(font, codes={ord(letter) for letter in word}, glyphs=glyphs, closure=False)
    _write(font, name, grid=500)


@dataclass(frozen=True)
class _Picture:
    """A text as drawn, a byte per pixel (0 or 1) in a number for each line, and how far it moves the pen."""

    advance: float
    lines: tuple[int, ...]

    def is_near(self, other: "_Picture") -> bool:
        """Return whether no ink of one is further than NEAR from ink of the other."""
        if abs(self.advance - other.advance) > NEAR:
            return False
        return self.lines == other.lines or self._lies_in(other._spread) and other._lies_in(self._spread)

    def _lies_in(self, lines: list[int]) -> bool:
        return not any(own & ~there for own, there in zip(self.lines, lines, strict=True))

    @cached_property
    def _spread(self) -> list[int]:
        wide = []
        for line in self.lines:
            spread = line
            for pixels in range(1, NEAR + 1):
                spread |= line << 8 * pixels | line >> 8 * pixels
            wide.append(spread)
        tall = list(wide)
        for pixels in range(1, NEAR + 1):
            for index in range(len(wide) - pixels):
                tall[index] |= wide[index + pixels]
                tall[index + pixels] |= wide[index]
        return tall


class _Shaper:
    """Sets texts in one font, as browsers do."""

    _INK = bytes(level > 127 for level in range(256))
    # How fine the outlines are before they become pixels.
    _FINE = 64

    def __init__(self, font: TTFont) -> None:
        file = io.BytesIO()
        flavor, font.flavor = font.flavor, None
        font.save(file)
        font.flavor = flavor
        self._names = font.getGlyphOrder()
        self._font = uharfbuzz.Font(uharfbuzz.Face(file.getvalue()))
        self._font.scale = (SIZE * self._FINE, SIZE * self._FINE)
        self._pictures: dict[str, _Picture] = {}

    def glyphs(self, texts: Iterable[str]) -> set[str]:
        """Return what these texts are drawn with, and the glyphs that were joined into it."""
        return {name for text in texts for name in self._steps(text)}

    def pairs(self, texts: Iterable[str]) -> set[tuple[str, str]]:
        """Return which glyphs follow one another, marks between them or not."""
        rows = [self._row(text) for text in texts]
        return {(row[i], right) for row in rows for i in range(len(row)) for right in row[i + 1 : i + 5]}

    def picture(self, text: str) -> _Picture:
        if text not in self._pictures:
            self._pictures[text] = self._draw(text)
        return self._pictures[text]

    def _row(self, text: str) -> list[str]:
        return [self._names[info.codepoint] for info in self._shape(text).glyph_infos]

    def _steps(self, text: str) -> set[str]:
        buffer = self._letters(text)
        names: set[str] = set()

        def note(message: str) -> bool:
            if message.startswith(("start table", "end lookup")):
                names.update(self._names[info.codepoint] for info in buffer.glyph_infos)
            return True

        buffer.set_message_func(note)
        uharfbuzz.shape(self._font, buffer)
        return names | set(self._row(text))

    def _shape(self, text: str) -> uharfbuzz.Buffer:
        buffer = self._letters(text)
        uharfbuzz.shape(self._font, buffer)
        return buffer

    @staticmethod
    def _letters(text: str) -> uharfbuzz.Buffer:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        return buffer

    def _draw(self, text: str) -> _Picture:
        buffer = self._shape(text)
        canvas = uharfbuzz.RasterDraw()
        canvas.scale_factor = (self._FINE, self._FINE)
        pen = 0
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            canvas.transform = (1, 0, 0, 1, pen + place.x_offset, place.y_offset)
            canvas.draw_glyph(self._font, info.codepoint)
            pen += place.x_advance
        # The same for one text in both fonts: a letter is seldom wider than half again its size.
        width = (len(text) + 2) * SIZE * 3 // 2
        canvas.extents = uharfbuzz.RasterExtents(
            x_origin=-SIZE, y_origin=-3 * SIZE // 4, width=width, height=9 * SIZE // 4, stride=0
        )
        image = canvas.render()
        pixels = image.buffer.translate(self._INK)
        stride = image.extents.stride
        lines = [pixels[at : at + width] for at in range(0, len(pixels), stride)]
        return _Picture(pen / self._FINE, tuple(int.from_bytes(line, "big") for line in lines))


def _keep_kerning(font: TTFont, pairs: set[tuple[str, str]]) -> None:
    """Drop every other pair's kerning."""
    firsts = {first for first, _ in pairs}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        tables = [getattr(table, "ExtSubTable", table) for table in lookup.SubTable]
        for table in tables:
            if type(table).__name__ != "PairPos" or table.Format != 1:
                continue
            for first, row in zip(table.Coverage.glyphs, table.PairSet, strict=True):
                row.PairValueRecord = [
                    pair for pair in row.PairValueRecord if (first, pair.SecondGlyph) in pairs
                ]
                row.PairValueCount = len(row.PairValueRecord)
            kept = [
                (first, row)
                for first, row in zip(table.Coverage.glyphs, table.PairSet, strict=True)
                if row.PairValueRecord or first in firsts
            ]
            table.Coverage.glyphs = [first for first, _ in kept]
            table.PairSet = [row for _, row in kept]
            table.PairSetCount = len(kept)


def _subset(
    font: TTFont,
    *,
    codes: set[int],
    glyphs: Iterable[str] = (),
    features: Iterable[str] = ("*",),
    scripts: Iterable[str] = ("*",),
    closure: bool = True,
) -> None:
    options = subset.Options()
    options.hinting = False
    options.layout_closure = closure
    options.layout_features = list(features)
    options.layout_scripts = list(scripts)
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


def _write(font: TTFont, name: str, *, grid: int) -> None:
    """Write a font whose size is no more than so many units."""
    if font["head"].unitsPerEm > grid:
        scale_upem(font, grid)
    file = HERE / f"{name}.woff2"
    font.flavor = "woff2"
    font.save(file)
    print(f"{file.name:28} {file.stat().st_size:6} bytes, {len(font.getGlyphOrder())} glyphs")


if __name__ == "__main__":
    main()
