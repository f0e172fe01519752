"""Cells of CSV files that others write, each in its own way: numbers, amounts in rupees, days, headings."""

import functools
import re
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

from project.core.limits import FIRST_DAY, LAST_DAY
from project.core.money import CURRENCY, LARGEST_PAISE


def plain_heading(name: str) -> str:
    """Return a heading by letters and digits alone: "Withdrawal Amount" is written in several ways."""
    return "".join(each for each in name.lower() if each.isalnum())


# No amount is written in more characters.
MAX_AMOUNT = 40
# 123456.00, 1,23,456.00 as in India, or 123,456.00. ASCII digits: int() takes those of all scripts, too.
_NUMBER = re.compile(r"-?(?:[0-9]+|[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3}|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?")
# The currency may stand on either side of the number, and behind its sign.
_AROUND = re.compile(r"(-?)\s*([^\d\s,.()+=-]*\.?)\s*(-?[0-9][0-9,.]*?)\s*([^\d\s,.()+=-]*\.?)")
_WORDS = re.compile(r"[\s()\[\]{}:;,./_=|–—-]+")
_BEHIND_NUMBER = re.compile(r"\d{4}\s*\(\s*([A-Z]{3})\s*\)")
# Words as `plain_heading` returns them.
CURRENCY_LABELS = {"currency", "curr", "ccy", *map(plain_heading, ("मुद्रा", "करेंसी"))}
_OF_LABELS = {"code", "account", "acct", "ac", "a", "c", "transaction", "txn", "tran"}
_RUPEES = {"inr", "rs", "re", "rupee", "rupees", *map(plain_heading, ("रु", "रुपया", "रुपये", "रुपए"))}
_NAMES = {"dollar", "dollars", "euro", "euros", "pound", "pounds", "sterling", "yen", "dirham", "dirhams"}
_NAMES |= {plain_heading(word) for word in ("डॉलर", "यूरो", "पाउंड")}
_CODES_IN_USE = (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD "
    "CDF CHF CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF "
    "GTQ GYD HKD HNL HTG HUF IDR ILS IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR "
    "LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN "
    "PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB "
    "TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW "
    "ZWG"
)
_CODES = frozenset(_CODES_IN_USE.split())


class NoAmount(ValueError):
    """A cell holds no amount in rupees; `currency` is the other one that it names."""

    def __init__(self, cell: str, *, currency: str = "") -> None:
        super().__init__(f"no amount in rupees: {cell[:MAX_AMOUNT]!r}")
        self.currency = currency


def read_number(cell: str) -> Decimal | None:
    """Return a number that is written in plain digits, with or without commas between its thousands."""
    cell = cell.strip()
    if len(cell) > MAX_AMOUNT or not _NUMBER.fullmatch(cell):
        return None
    return Decimal(cell.replace(",", ""))


def read_paise(cell: str) -> int:
    """Return an amount that is written in rupees as paise: at most two decimals, the currency or none.

    Raises NoAmount.
    """
    if len(cell) > MAX_AMOUNT or not (found := _AROUND.fullmatch(cell.strip())):
        raise NoAmount(cell)
    sign, before, number, after = found.groups()
    words = [word for word in (before, after) if word]
    currency = next((word.rstrip(".") for word in words if named_currency(word) not in ("", CURRENCY)), "")
    value = read_number(sign + number)
    if currency or value is None or any(not named_currency(word) for word in words):
        raise NoAmount(cell, currency=currency)
    paise = value * 100
    if paise != int(paise) or abs(paise) > LARGEST_PAISE or (not value and value.is_signed()):
        raise NoAmount(cell)
    return int(paise)


def named_currency(word: str) -> str:
    """Return the currency that a word names: INR for rupees, another one as it is written, "" for none."""
    plain = plain_heading(word)
    if plain in _RUPEES or (word and not word.strip("₹₨")):
        return CURRENCY
    is_other = plain.upper() in _CODES or plain in _NAMES
    return word if is_other or any(unicodedata.category(each) == "Sc" for each in word) else ""


def words_of(cell: str) -> list[str]:
    """Return the words of a cell, without what stands between them."""
    return [word for word in _WORDS.split(cell) if word]


def split_heading(name: str) -> tuple[str, str]:
    """Return the plain heading and the currency at its end: "amount" and "USD" of "Amount (in USD)"."""
    words = words_of(name)
    currency = named_currency(words[-1]) if len(words) > 1 else ""
    if currency:
        words.pop()
        while len(words) > 1 and words[-1].lower() in ("in", "indian"):
            words.pop()
    return plain_heading("".join(words)), currency


def is_currency_heading(name: str) -> bool:
    """Return True for the heading of a column that names each line's currency: "Currency", "A/c Ccy"."""
    plain = [plain_heading(word) for word in words_of(name)]
    return any(word in CURRENCY_LABELS for word in plain) and set(plain) <= CURRENCY_LABELS | _OF_LABELS


def other_currency(cell: str) -> str:
    """Return what stands in a cell that must name rupees or nothing, "" where it does."""
    named = next((name for word in words_of(cell) if (name := named_currency(word))), "")
    return "" if named == CURRENCY else cell.strip()


def stated_currency(cells: Sequence[str]) -> str:
    """Return the other currency that a row outside the table states, "" for rupees and for none.

    "Account Currency: USD", in one cell or two, or the account's number with "( USD )" behind it.
    """
    for at, cell in enumerate(cells):
        words = words_of(cell)
        is_label = [plain_heading(word) in CURRENCY_LABELS for word in words]
        if not any(is_label):
            if (found := _BEHIND_NUMBER.search(cell)) and named_currency(found[1]) not in ("", CURRENCY):
                return found[1]
            continue
        label = is_label.index(True)
        value, rest = words[label + 1 :], map(words_of, cells[at + 1 :])
        # A sentence may begin with the same word, and another heading may follow.
        is_value = re.search(rf"{re.escape(words[label])}\S*\s*[:=|-]", cell) is not None
        value = (value or next(filter(None, rest), []))[:3]
        last = next((place for place, word in enumerate(value) if named_currency(word)), None)
        if last is not None and named_currency(value[last]) != CURRENCY:
            return " ".join(value[: last + 1])
        if last is None and is_value and value:
            return value[0]
    return ""


@functools.lru_cache(maxsize=1000)  # a file has few days and many lines
def read_day(text: str, patterns: tuple[str, ...]) -> date | None:
    """Return the day that is written in one of these ways; None where it is none, or out of our calendar."""
    for pattern in patterns:
        try:
            day = datetime.strptime(text, pattern).date()
        except ValueError:
            continue
        return day if FIRST_DAY <= day <= LAST_DAY else None
    return None
