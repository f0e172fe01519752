"""Snapshots of a code's editable fields: for the API, the audit log and edit conflicts."""

from typing import Any

from project.core.money import rupees, rupees_or_none
from project.orders.models import DiscountCode


def code_state(code: DiscountCode) -> dict[str, Any]:
    """Return all that staff edit of the code, as the wire writes it."""
    return {
        "percent": code.percent,
        "amount": rupees_or_none(code.amount_paise),
        "most": rupees_or_none(code.most_paise),
        "minimum": rupees(code.minimum_paise),
        "limit": code.limit,
        "perCustomer": code.limit_per_customer,
        "startsAt": code.starts_at.isoformat() if code.starts_at else None,
        "endsAt": code.ends_at.isoformat() if code.ends_at else None,
        "isActive": code.is_active,
        "note": code.note,
    }
