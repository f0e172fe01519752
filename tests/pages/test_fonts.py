"""The shop's cut fonts have every letter that its own texts, and its customers, write."""

import json
import re
import runpy
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

FRONTEND = Path(__file__).parents[2] / "frontend" / "src"
TEXTS = runpy.run_path(str(FRONTEND / "fonts" / "texts.py"))
FACE = re.compile(
    r'font-family: "(?P<family>[^"]+)";\s*src: url\("\./(?P<file>[^"]+)"\)'
    r"[^}]*?unicode-range:(?P<ranges>[^;]+);"
)
# What names and addresses in India are written with.
CUSTOMERS = (
    "".join(map(chr, [*range(0x20, 0x7F), *range(0x905, 0x94E), *range(0x95C, 0x970)])) + "₹ॐक़ञÉñāīūṛṣṇ"
)


def _letters_of(*families: str) -> set[str]:
    """Return what these families draw: letters that lie in a file and in the range that leads to it."""
    letters: set[str] = set()
    for face in FACE.finditer((FRONTEND / "fonts" / "fonts.css").read_text()):
        if face["family"] not in families:
            continue
        drawn = TTFont(FRONTEND / "fonts" / face["file"]).getBestCmap()
        for span in face["ranges"].split(","):
            first, _, last = span.strip().removeprefix("U+").partition("-")
            letters |= {
                chr(code) for code in range(int(first, 16), int(last or first, 16) + 1) if code in drawn
            }
    return letters


def _our_texts() -> str:
    texts = [file.read_text() for file in sorted((FRONTEND / "i18n").glob("*/*.json"))]
    return "".join(json.dumps(json.loads(text), ensure_ascii=False) for text in texts)


@pytest.mark.parametrize("families", [("Mukta",), ("Fraunces", "Tiro Devanagari Hindi")])
def test_every_letter_of_our_texts_and_of_customers_is_drawn(families: tuple[str, ...]) -> None:
    missing = set(_our_texts() + CUSTOMERS) - _letters_of(*families)

    # The families never had this arrow; the device draws its own.
    assert missing <= {"→"}


def test_every_joined_letter_of_our_texts_is_drawn_as_designed() -> None:
    ours = {join for word in TEXTS["our_words"]() for join in TEXTS["joins_of"](word)}

    # Run frontend/src/fonts/cut.py when a text joins letters in a new way: it adds them to joined.txt.
    assert ours - TEXTS["drawn"]() == set()
    assert len(ours) > 100


def test_the_fonts_are_those_that_were_cut_for_the_list_of_joined_letters() -> None:
    assert TEXTS["is_cut"]()


def test_a_join_is_a_cluster_alone_and_with_the_one_sign_that_spans_it() -> None:
    assert TEXTS["joins_of"]("चन्द्रिका") == {"न्द्र", "न्द्रि"}
    assert TEXTS["joins_of"]("फ़्रेम") == {"फ़्र"}
    assert TEXTS["joins_of"]("माला") == set()


def test_the_sandbox_has_the_shops_hindi_letters() -> None:
    sandbox = FRONTEND.parents[1] / "project" / "sandbox" / "static" / "devanagari.woff2"

    # Run frontend/src/fonts/cut.py: it writes both.
    assert sandbox.read_bytes() == (FRONTEND / "fonts" / "mukta-devanagari.woff2").read_bytes()
