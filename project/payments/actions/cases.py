"""Cases: money that does not fit an order, listed until somebody or a rule closes them."""

import logging
from typing import Any

from project.payments.actions.rows import record
from project.payments.models import Case, CaseKind, Payment
from project.payments.providers.base import OrderAnswer

logger = logging.getLogger(__name__)


def open_case(payment: Payment, kind: CaseKind, answer: OrderAnswer | None) -> bool:
    """Open a case, once; True when it is new."""
    facts: dict[str, Any] = {"expectedPaise": payment.amount_paise}
    if answer is not None:
        facts |= {
            "state": answer.state,
            "amountPaise": answer.amount_paise,
            "currency": answer.currency,
            "providerOrderId": answer.provider_order_id,
        }
    proposal = "ask_provider" if kind == CaseKind.NEVER_SETTLED else "refund"
    _, created = Case.objects.get_or_create(
        payment=payment, kind=kind, defaults={"proposal": proposal, "facts": facts}
    )
    if created:
        logger.error("case %s for %s: %s", kind, payment, facts)
        payment.bump()
        record(payment, "case.opened", cause=kind, payload={"kind": kind, "proposal": proposal})
    return created
