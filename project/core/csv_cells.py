"""Cells of CSV files that others write, each in its own way."""

import functools
import re
from datetime import date, datetime

from project.core.limits import FIRST_DAY, LAST_DAY

# 1,23,456.00 as in India, or 123,456.00.
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?")


def plain_number(text: str) -> str:
    """Return a number without the commas between its thousands; a decimal comma stays, and is no number."""
    return text.replace(",", "") if _GROUPED.fullmatch(text) else text


def plain_heading(name: str) -> str:
    """Return a heading by letters and digits alone: "Withdrawal Amount (INR )" is written in several ways."""
    return "".join(each for each in name.lower() if each.isalnum())


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
