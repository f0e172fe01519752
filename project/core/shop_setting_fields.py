"""Types of the fields of the shop's settings (`shop_settings.py`), and what every section is.

The rules here hold when a section is saved, not when it is read: a rule that becomes stricter must not stop a
running shop.
"""

import re
from typing import Annotated, Final

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from project.core.messages import field_error
from project.core.schemas import StaffIn, one_line

MAX_ADDRESS: Final = 300
MAX_LINK: Final = 200
# The longest promise of days that makes sense.
MOST_DAYS: Final = 90
MOST_PINCODES: Final = 2_000
INSTRUMENTS: Final = ("UPI", "Card", "NetBanking", "Wallet")

# A payment method, of one provider or of all, and its percentage.
FEE = re.compile(rf"((?:[a-z_]+:)?(?:{'|'.join(INSTRUMENTS)}))=([0-9](?:\.[0-9]{{1,2}})?)")
_PHONE = re.compile(r"\+?[0-9][0-9 -]{6,18}[0-9]")
_RANGE = re.compile(r"([1-9][0-9]?)(?:-([1-9][0-9]?))?")
_PREFIX = re.compile("[A-Z0-9]{1,3}")
_PINCODES = re.compile("[1-9][0-9]{0,5}")


def longest(text: str) -> int:
    """Return the upper end of a range such as "3-5", or the number itself."""
    return int(text.rpartition("-")[2])


def shown_range(text: str) -> str:
    """Return a range as readers see it: "3–5", with an en dash."""
    return text.replace("-", "–")


def _lines(text: str) -> str:
    lines = [line.strip() for line in text.splitlines()]
    return "\n".join(line for line in lines if line)


def _phone(text: str) -> str:
    if text and not _PHONE.fullmatch(text):
        raise field_error("Please enter a phone number, such as +91 98765 43210")
    return text


def _link(text: str) -> str:
    if text and not re.fullmatch(r"https://[^\s/]+\.[^\s/]+(/\S*)?", text):
        raise field_error("Please enter an address that begins with https://")
    return text


def _range(text: str) -> str:
    text = text.replace(" ", "").replace("–", "-")
    match = _RANGE.fullmatch(text)
    if match is None:
        raise field_error("Please enter a number or a range, such as 3-5")
    if match[2] and int(match[1]) >= int(match[2]):
        raise field_error("The range ends before it begins")
    return text


def _prefix(text: str) -> str:
    if not _PREFIX.fullmatch(text):
        raise field_error("One to three capital letters or digits, please")
    return text


def _pincodes(texts: list[str]) -> list[str]:
    texts = sorted({text.strip() for text in texts} - {""})
    if len(texts) > MOST_PINCODES:
        raise PydanticCustomError("too_many", "too many entries")
    if not all(_PINCODES.fullmatch(text) for text in texts):
        raise field_error("Each entry is the beginning of a pincode: one to six digits")
    return texts


def _fees(text: str) -> str:
    fees = [fee.replace(" ", "") for fee in text.split(",") if fee.strip()]
    if not all(FEE.fullmatch(fee) for fee in fees):
        raise field_error("Please enter percentages by payment method, such as UPI=0, Card=2, NetBanking=1.5")
    return ", ".join(fees)


Link = Annotated[str, Field(max_length=MAX_LINK), AfterValidator(one_line), AfterValidator(_link)]
# Text of several lines.
Lines = Annotated[str, Field(max_length=MAX_ADDRESS), AfterValidator(_lines)]
Fees = Annotated[str, Field(max_length=MAX_ADDRESS), AfterValidator(_fees)]
Phone = Annotated[str, Field(max_length=20), AfterValidator(one_line), AfterValidator(_phone)]
# "5", or "3-5".
Range = Annotated[str, Field(max_length=12), AfterValidator(_range)]
Prefix = Annotated[str, AfterValidator(one_line), AfterValidator(_prefix)]
# What pincodes begin with, 1 to 6 digits each.
Pincodes = Annotated[list[str], AfterValidator(_pincodes)]
Days = Annotated[int, Field(ge=1, le=MOST_DAYS)]
Hours = Annotated[int, Field(ge=1, le=240)]
UnpaidOrders = Annotated[int, Field(ge=0, le=1_000)]
UnpaidPieces = Annotated[int, Field(ge=0, le=10_000)]
Percent = Annotated[int, Field(ge=1, le=100)]
KeptDays = Annotated[int, Field(ge=7, le=3_650)]
KeptMonth = Annotated[int, Field(ge=30, le=3_650)]


class Section(StaffIn):
    """A part of the settings that is saved as one."""

    # A default can be wrong beside another field's value.
    model_config = ConfigDict(frozen=True, validate_default=True)
