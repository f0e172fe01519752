"""The text of our PDFs as readers that know `ActualText` copy and read it aloud, which pypdf does not."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdf
from pypdf.generic import TextStringObject

_NAMED = re.compile(rb"^<([0-9A-F]{4})> <([0-9A-F]+)>$", re.MULTILINE)
_LEFTWARD = re.compile("[\u0600-\u06ff]")


@dataclass
class Run:
    """Text of one font on one line, in points from the page's corner."""

    x: float
    y: float
    end: float
    parts: list[str]


def page_texts(pdf: bytes) -> list[str]:
    """Return the text of each page, line by line."""
    return [_join(runs_of(page)) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def _join(runs: Iterator[Run]) -> str:
    text = ""
    last: Run | None = None
    for run in runs:
        if last is not None and abs(run.y - last.y) > 7:
            text += "\n"
        elif last is not None and run.x - last.end > 2 and not text.endswith(" "):
            text += " "
        text += "".join(reversed(run.parts) if _LEFTWARD.search("".join(run.parts)) else run.parts)
        last = run
    return text


def runs_of(page: pypdf.PageObject) -> Iterator[Run]:
    """Yield what stands on the page in the order of its file, which is that of its tags."""
    fonts = {name: Font(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}  # type: ignore[index]
    content = page.get_contents()
    assert content is not None
    font, size, shift, actual = Font({}), 0.0, 0.0, None
    origin = (0.0, 0.0)
    run = Run(0, 0, 0, [])
    for operands, operator in content.operations:
        match operator:
            case b"cm":
                origin = (float(operands[4]), float(operands[5]))
            case b"BT":
                run = Run(*origin, origin[0], [])
            case b"Tf":
                font, size = fonts[operands[0]], float(operands[1])
            case b"Tm":
                shift = float(operands[4])
            case b"BDC" if "/ActualText" in operands[1]:
                actual = str(operands[1]["/ActualText"])
                run.parts.append(actual)
            case b"EMC":
                actual = None
            case b"Tj" | b"TJ":
                shown = [
                    font.codes(part) if isinstance(part, TextStringObject) else float(part)
                    for part in (operands if operator == b"Tj" else operands[0])
                ]
                width = sum(-part if isinstance(part, float) else font.width(part) for part in shown)
                run.end = run.x + shift + width * size / 1000
                if actual is None:
                    run.parts += [
                        font.texts[code] for part in shown if isinstance(part, list) for code in part
                    ]
            case b"ET":
                yield run


class Font:
    """The texts and widths of a font's glyphs."""

    def __init__(self, font: Any) -> None:
        self.texts: dict[int, str] = {}
        self.widths: dict[int, float] = {}
        if font:
            named = _NAMED.findall(font["/ToUnicode"].get_object().get_data())
            self.texts = {
                int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in named
            }
            ranges = zip(*[iter(font["/DescendantFonts"][0].get_object()["/W"])] * 3, strict=True)
            self.widths = {code: float(wide) for first, end, wide in ranges for code in range(first, end + 1)}

    @staticmethod
    def codes(shown: TextStringObject) -> list[int]:
        """Return the glyphs of a shown string."""
        return [
            int.from_bytes(shown.original_bytes[at : at + 2]) for at in range(0, len(shown.original_bytes), 2)
        ]

    def width(self, codes: list[int]) -> float:
        """Return the width of glyphs in thousandths of the font's size."""
        return sum(self.widths.get(code, 0) for code in codes)
