"""Reading a provider's JSON: an odd value becomes "" or None, and never breaks reading."""

import json
from datetime import UTC, datetime
from typing import Any

from project.payments.providers.base import CreatedPayment, ProviderUnreadable


def read_object(body: bytes) -> dict[str, Any]:
    """Parse a JSON object such that every database can store it, or raise `ProviderUnreadable`."""
    try:
        value = _storable(json.loads(body, parse_constant=lambda _: None))
    except (ValueError, RecursionError):  # ValueError covers bad JSON, bad UTF-8 and endless digits
        raise ProviderUnreadable("the body is not JSON") from None
    if not isinstance(value, dict):
        raise ProviderUnreadable("the body is not a JSON object")
    return value


def text(value: object) -> str:
    """Return the text, of a length that fits a column; "" for anything else."""
    return value[:500] if isinstance(value, str) else ""


def paise(value: object) -> int | None:
    """Return whole paise; None for anything that is not a whole number. Never rounds money."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def moment(value: object, *, per_second: int) -> datetime | None:
    """Return the time of an epoch that counts so many ticks a second, None when it is none."""
    ticks = paise(value)
    if ticks is None:
        return None
    try:
        return datetime.fromtimestamp(ticks / per_second, UTC)
    except (OverflowError, OSError, ValueError):
        return None


def created_payment(
    merchant_order_id: str, *, name: object, page: object, expires_at: datetime | None, state: object
) -> CreatedPayment:
    """Return an opened order; `ProviderUnreadable` without the parts a shopper needs to pay.

    The address of the pay page is used exactly as received, however long.
    """
    is_page = isinstance(page, str) and page.startswith(("https://", "http://"))
    if not text(name) or expires_at is None or not is_page:
        raise ProviderUnreadable("the answer lacks an id, a time of expiry or a pay page")
    return CreatedPayment(merchant_order_id, text(name), str(page), expires_at, text(state))


def objects(value: object) -> list[dict[str, Any]]:
    """Return the objects of a list; [] for anything else."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def inner(value: object, *path: str) -> dict[str, Any]:
    """Return the object at this path inside of another; {} when there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _storable(value: Any) -> Any:
    """Replace what PostgreSQL refuses in JSON: the NUL character and halves of surrogate pairs."""
    if isinstance(value, str):
        return value.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_storable(each) for each in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(each) for key, each in value.items()}
    return value
