"""Amounts in words, counted the Indian way: hundred, thousand, lakh, crore."""


def _list(words: str) -> list[str]:
    return words.split()


_ONES = _list(
    "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen "
    "Seventeen Eighteen Nineteen"
)
_TENS = _list("Zero Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety")

# Hindi has a word of its own for every number up to a hundred.
_HINDI = _list(
    "शून्य एक दो तीन चार पाँच छह सात आठ नौ "
    "दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस "
    "बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस "
    "तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस "
    "चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास "
    "पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ "
    "साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर "
    "सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी "
    "अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी "
    "नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे"
)

_SCALES = (
    (10_000_000, "Crore", "करोड़"),
    (100_000, "Lakh", "लाख"),
    (1_000, "Thousand", "हज़ार"),
    (100, "Hundred", "सौ"),
)


def amount_in_words(paise: int, language: str) -> str:
    """Return an amount of paise in words, in English or Hindi ('hi'); never negative."""
    rupees, rest = divmod(paise, 100)
    if language == "hi":
        whole = f"{_number(rupees, hindi=True)} {'रुपया' if rupees == 1 else 'रुपये'}"
        part = f" {_number(rest, hindi=True)} {'पैसा' if rest == 1 else 'पैसे'}" if rest else ""
        return f"{whole}{part} मात्र"
    whole = f"{'Rupee' if rupees == 1 else 'Rupees'} {_number(rupees, hindi=False)}"
    part = f" and {_number(rest, hindi=False)} {'Paisa' if rest == 1 else 'Paise'}" if rest else ""
    return f"{whole}{part} Only"


def _number(number: int, *, hindi: bool) -> str:
    if number < 100:
        return _HINDI[number] if hindi else _below_hundred(number)
    words: list[str] = []
    for scale, english, devanagari in _SCALES:
        count, number = divmod(number, scale)
        if count:
            words += [_number(count, hindi=hindi), devanagari if hindi else english]
    if number:
        words.append(_number(number, hindi=hindi))
    return " ".join(words)


def _below_hundred(number: int) -> str:
    if number < 20:
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
