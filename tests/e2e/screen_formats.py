"""Numbers, money, shares and sentences as the screens write them in English, by rules of our own."""

from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

from tests.e2e.screen_texts import localized_message

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def words(key: str, **places: object) -> str:
    """Return a text of the screens with its places filled in."""
    text = localized_message("en", key)
    for name, value in places.items():
        text = text.replace(f"{{{{{name}}}}}", str(value))
    return text


def counted(key: str, count: int, **places: object) -> str:
    """Return a text that has one form for one thing and one for more."""
    return words(f"{key}_{'one' if count == 1 else 'other'}", count=count, **places)


def number(value: int) -> str:
    """Return a whole number in Indian groups: 12,34,567."""
    head, tail = f"{value:d}"[:-3], f"{value:d}"[-3:]
    groups = [tail]
    while head:
        head, group = head[:-2], head[-2:]
        groups.insert(0, group)
    return ",".join(groups)


def rupees(paise: int) -> str:
    """Return money: ₹1,25,000, and ₹99.50."""
    whole, rest = divmod(abs(paise), 100)
    return f"{'-' if paise < 0 else ''}₹{number(whole)}{f'.{rest:02d}' if rest else ''}"


def percent(part: int, whole: int) -> str:
    """Return a share in percent, with a decimal where there is one."""
    share = Decimal(part * 100) / Decimal(whole) if whole else Decimal(0)
    return f"{share.quantize(Decimal('0.1'), ROUND_HALF_UP).normalize():f}%"


def moment(at: datetime) -> str:
    """Return the instant as the screens' readers are given it: in milliseconds."""
    return str((at - _EPOCH) // timedelta(milliseconds=1))


def rate(share: float) -> str:
    """Return a percentage the server has rounded to a decimal."""
    return f"{share:g}%"


def shown(*parts: str) -> str:
    """Return the parts of one place on a screen, those that are there."""
    return " ".join(part for part in parts if part)
