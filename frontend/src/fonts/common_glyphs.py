"""Print the glyphs that a font draws common Hindi words with, one a line: common_glyphs.py FONT TEXT-FILE...

Common are the 24,000 Hindi words of the package wordfreq, and those of the given files.
"""

import re
import sys
from pathlib import Path

import uharfbuzz
from wordfreq import top_n_list

LETTERS = re.compile("[\u0900-\u097f\u200c\u200d]+")
font = uharfbuzz.Font(uharfbuzz.Face(Path(sys.argv[1]).read_bytes()))
texts = [*top_n_list("hi", 100_000), *(Path(name).read_text() for name in sys.argv[2:])]
glyphs = set()


def collect(step: str) -> None:
    # At each step, as a ligature may be made of glyphs that are not drawn; before the first they are
    # code points.
    if "lookup" in step:
        glyphs.update(info.codepoint for info in buffer.glyph_infos)


for word in {word for text in texts for word in LETTERS.findall(text)}:
    buffer = uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    buffer.set_message_func(collect)
    uharfbuzz.shape(font, buffer)
    collect("last lookup")
print("\n".join(font.glyph_to_string(glyph) for glyph in sorted(glyphs)))
