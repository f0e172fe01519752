"""The caller's language: 'en' or 'hi'."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import get_language


def current_language() -> str:
    """Return the language the request was made in (Accept-Language, set by LocaleMiddleware)."""
    return "hi" if (get_language() or "en").startswith("hi") else "en"


_MONTHS_EN = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONTHS_HI = (
    "जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून",
    "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर",
)  # fmt: skip

_WEEKDAYS_EN = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_WEEKDAYS_HI = ("सोम", "मंगल", "बुध", "गुरु", "शुक्र", "शनि", "रवि")


def format_weekday(weekday: int, language: str) -> str:
    """Write a weekday (0 is Monday) in short: Mon, सोम."""
    return (_WEEKDAYS_HI if language == "hi" else _WEEKDAYS_EN)[weekday]


def format_day_of_year(month: int, day: int, language: str) -> str:
    """Write a day that comes every year: 21 November, or 21 नवंबर in Hindi."""
    months = _MONTHS_HI if language == "hi" else _MONTHS_EN
    return f"{day} {months[month - 1]}"


def format_day(day: date, language: str) -> str:
    """Write a day as people read it: 21 November 2026, 21 नवंबर 2026."""
    return f"{format_day_of_year(day.month, day.day, language)} {day.year}"


def format_moment(moment: datetime, language: str) -> str:
    """Write a moment as people read it, in the shop's time: 21 November 2026, 14:05."""
    local = timezone.localtime(moment)
    return f"{format_day(local, language)}, {local:%H:%M}"


def format_month(year: int, month: int, language: str) -> str:
    """Write a month: December 2024, दिसंबर 2024."""
    months = _MONTHS_HI if language == "hi" else _MONTHS_EN
    return f"{months[month - 1]} {year}"
