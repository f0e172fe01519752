"""Finding products by words, in either language and in the spellings people use."""

import re

from django.db.models import Q

MAX_WORDS = 8

# Every spelling of a word stands for one group; a product matches when it contains any member.
_GROUPS: list[tuple[str, ...]] = [
    ("rudraksh", "रुद्राक्ष"),
    ("mukhi", "मुखी"),
    ("mala", "माला"),
    ("bracelet", "ब्रेसलेट", "कंगन"),
    ("quartz", "sphatik", "क्वार्ट्ज़", "स्फटिक"),
    ("crystal", "क्रिस्टल", "स्फटिक"),
    ("stone", "पत्थर", "स्टोन"),
    ("amethyst", "जमुनिया", "एमेथिस्ट"),
    ("citrine", "सुनेला", "सिट्रीन"),
    ("lapis", "लाजवर्द"),
    ("carnelian", "अकीक", "कार्नेलियन"),
    ("gauri", "गौरी"),
    ("shankar", "शंकर"),
    ("tulsi", "तुलसी"),
    ("rosewood", "शीशम"),
]
# Other spellings that lead to the first member of a group.
_SPELLINGS: dict[str, str] = {
    "rudraksha": "rudraksh",
    "rudraksham": "rudraksh",
    "rudrakshas": "rudraksh",
    "rudraksa": "rudraksh",
    "rudhraksha": "rudraksh",
    "रूद्राक्ष": "rudraksh",
    "रुद्राक्षा": "rudraksh",
    "mukh": "mukhi",
    "muki": "mukhi",
    "mukhee": "mukhi",
    "faced": "mukhi",
    "face": "mukhi",
    "मुख": "mukhi",
    "rosary": "mala",
    "necklace": "mala",
    "malas": "mala",
    "sfatik": "sphatik",
    "crystals": "crystal",
    "stones": "stone",
    "pathar": "stone",
    "patthar": "stone",
    "jamunia": "amethyst",
    "sunela": "citrine",
    "sunehla": "citrine",
    "lajward": "lapis",
    "lazuli": "lapis",
    "akik": "carnelian",
    "aqeeq": "carnelian",
    "gouri": "gauri",
    "sankar": "shankar",
}
# Beads are named by their number of faces: "five", "panch" and "पंच" all mean 5.
_NUMBERS: dict[str, int] = {
    word: number
    for number, words in {
        1: "one ek eka एक",
        2: "two do dwi दो द्वि",
        3: "three teen tri तीन त्रि",
        4: "four char chaar chatur चार चतुर",
        5: "five panch paanch pancha पांच पाँच पंच",
        6: "six chhah cheh chah छह छः षट",
        7: "seven saat sat सात सप्त",
        8: "eight aath ath आठ अष्ट",
        9: "nine nau nav नौ नव",
        10: "ten das dus दस दश",
        11: "eleven gyarah ग्यारह एकादश",
        12: "twelve barah बारह द्वादश",
        13: "thirteen terah तेरह त्रयोदश",
        14: "fourteen chaudah चौदह चतुर्दश",
    }.items()
    for word in words.split()
}
_FACES = re.compile(r"(?P<number>.+?)(?:mukhi|mukh|मुखी|मुख)")
_FIELDS = ("title_en", "title_hi", "short_description_en", "short_description_hi")
_CATEGORY_FIELDS = ("category__name_en", "category__name_hi")


def matching(text: str) -> Q:
    """Return the filter for products that have every word of `text`, in whatever language and spelling."""
    condition = Q()
    for word in _words(text)[:MAX_WORDS]:
        condition &= _number(word) if word.isdecimal() else _word(word)
    return condition


def _words(text: str) -> list[str]:
    """Split into lower-case words; numbers become ASCII digits, "panchmukhi" becomes "5", "mukhi"."""
    words: list[str] = []
    # Letters, their vowel signs (Mn, Mc) and digits; an apostrophe belongs to the word before it.
    for raw in re.findall(r"[^\s,.;:!?()\"/\\|+\-–—]+", text.lower()):
        word = re.sub(r"['’]s?$", "", raw)
        faces = _FACES.fullmatch(word)
        if faces and (number := _as_number(faces["number"])):
            words += [number, "mukhi"]
        elif word:
            words.append(_as_number(word) or word)
    return words


def _as_number(word: str) -> str | None:
    """Return the number as ASCII digits, None when the word is not one."""
    if word.isdecimal() and len(word) <= 4:
        return str(int(word))
    return str(_NUMBERS[word]) if word in _NUMBERS else None


def _number(digits: str) -> Q:
    """Match the number as a whole: 1 is not in 14."""
    pattern = rf"(^|[^0-9]){digits}([^0-9]|$)"
    return Q(title_en__regex=pattern) | Q(title_hi__regex=pattern)


def _word(word: str) -> Q:
    word = _SPELLINGS.get(word, word)
    wanted = {word}.union(*(group for group in _GROUPS if word in group))
    condition = Q()
    for field in (*_FIELDS, *_CATEGORY_FIELDS):
        for spelling in sorted(wanted):
            condition |= Q(**{f"{field}__icontains": spelling})
    return condition
