"""The caller's language, and dates in each language."""

from datetime import date, datetime

from babel.dates import format_date
from django.conf import settings
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, override, to_locale


def current_language() -> str:
    """Return the language the request was made in (Accept-Language, set by LocaleMiddleware)."""
    return get_language() or settings.LANGUAGE_CODE


def known_language(asked: object) -> str:
    """Return a language that was asked for where the shop has it, else the default one."""
    return next((code for code, _name in settings.LANGUAGES if code == asked), settings.LANGUAGE_CODE)


def translate(text: str | Promise, language: str) -> str:
    """Return a lazy text in a language that is not the caller's, such as in a mail."""
    with override(language):
        return str(text)


def _write(day: date, pattern: str, language: str) -> str:
    return format_date(day, pattern, locale=to_locale(language))


def format_weekday(weekday: int, language: str) -> str:
    """Write a weekday (0 is Monday) in short: Mon, सोम."""
    return _write(date(2024, 1, 1 + weekday), "EEE", language)


def format_day_of_year(month: int, day: int, language: str) -> str:
    """Write a day that comes every year: 21 November, or 21 नवंबर in Hindi."""
    return _write(date(2024, month, day), "d MMMM", language)


def format_day(day: date, language: str) -> str:
    """Write a day as people read it: 21 November 2026, 21 नवंबर 2026."""
    return _write(day, "d MMMM y", language)


def format_moment(moment: datetime, language: str) -> str:
    """Write a moment as people read it, in the shop's time: 21 November 2026, 14:05."""
    local = timezone.localtime(moment)
    return f"{format_day(local, language)}, {local:%H:%M}"


def format_month(year: int, month: int, language: str) -> str:
    """Write a month: December 2024, दिसंबर 2024."""
    return _write(date(year, month, 1), "MMMM y", language)
