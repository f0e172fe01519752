"""Phone numbers of people in India, however they are typed: as they are stored, and as staff search."""

import re
import unicodedata

from project.core.identifiers import plain_digits

# What stands in front of a mobile number's ten digits: the country's code, the trunk code, or both.
# frontend/src/lib/phone-number.ts says the same in the browser.
_FRONT = re.compile(r"^(?:(?:\+|00?)?91)?0?(?=[0-9]{10}$)")
_MOBILE = re.compile(r"[6-9][0-9]{9}")
# Brackets, dots and minus signs; white space, dashes and invisible marks go by their category.
_BETWEEN = frozenset("().\u2212")
_BETWEEN_CATEGORIES = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf", "Pd"})
# Fewer digits are no part of a number that anybody would look for.
_SHORTEST_PART = 4


def phone_digits(text: str) -> str:
    """Return a phone number's ten digits, without what stands in front of them and between them.

    What is no phone number keeps its other characters.
    """
    plain = plain_digits(unicodedata.normalize("NFKC", text))
    joined = "".join(
        c for c in plain if c not in _BETWEEN and unicodedata.category(c) not in _BETWEEN_CATEGORIES
    )
    return _FRONT.sub("", joined)


def is_mobile(digits: str) -> bool:
    """Return whether these are the ten digits of a mobile number of India."""
    return _MOBILE.fullmatch(digits) is not None


def part_of_phone(text: str) -> str:
    """Return the digits by which to search for a phone number, whole or a part; "" for any other text."""
    digits = phone_digits(text).removeprefix("+91").removeprefix("+")
    return digits if re.fullmatch(rf"[0-9]{{{_SHORTEST_PART},}}", digits) else ""


def searched_texts(text: str) -> tuple[str, ...]:
    """Return a search text as tables have it: with plain digits, and a phone number as its digits alone.

    A part of a number may as well be of a tracking number, which may have dashes: so it has both spellings.
    Names in other scripts than Latin keep theirs.
    """
    digits = part_of_phone(text)
    plain = plain_digits(text)
    latin = unicodedata.normalize("NFKC", plain)
    plain = latin if latin.isascii() else plain
    if is_mobile(digits):
        return (digits,)
    return (plain, digits) if digits and digits != plain else (plain,)
