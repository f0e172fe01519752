"""Moments in words, as the front end writes them (frontend/src/lib/time.ts), on India's clock."""

from datetime import date, datetime

from django.utils.timezone import localtime

from project.core.language import current_language

# As browsers write months in en-GB, short, and in hi-IN.
_MONTHS = {
    "en": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"],
    "hi": [
        *("जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून"),
        *("जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर"),
    ],
}


def clock(moment: datetime) -> str:
    """Return the time of day to the second, in English: 9:05:12 pm."""
    here = localtime(moment)
    return f"{here.hour % 12 or 12}:{here:%M:%S} {'am' if here.hour < 12 else 'pm'}"


def date_and_time(moment: datetime) -> str:
    """Return day and time to the minute: 21 Nov 2026, 9:05 pm."""
    return f"{date_in_words(localtime(moment))}, {time_of_day(moment)}"


def date_in_words(day: date) -> str:
    """Return a calendar day: 21 Nov 2026."""
    return f"{day.day} {_MONTHS[current_language()][day.month - 1]} {day.year}"


def time_of_day(moment: datetime) -> str:
    """Return the time of day to the minute: 8:13 pm, रात 8:13 बजे."""
    here = localtime(moment)
    time = f"{here.hour % 12 or 12}:{here:%M}"
    if current_language() != "hi":
        return f"{time} {'am' if here.hour < 12 else 'pm'}"
    if here.hour < 4 or here.hour >= 20:
        return f"रात {time} बजे"
    if here.hour < 12:
        return f"सुबह {time} बजे"
    return f"{'दोपहर' if here.hour < 16 else 'शाम'} {time} बजे"
