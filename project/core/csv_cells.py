"""Cells of CSV files that others write, each in its own way."""

import functools
from datetime import date, datetime

from project.core.limits import FIRST_DAY, LAST_DAY


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
