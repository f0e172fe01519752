"""The mails about a claim, each written in the transaction that causes it.

They go to the order's own address, in its language, and carry its private link.
"""

from collections.abc import Mapping

from project.core.bank_fields import masked_upi_id
from project.core.money import format_rupees
from project.orders.emails import queue_order_mail
from project.returns.models.claim import Claim, ClaimStatus


def claim_opened(claim: Claim) -> None:
    """Say that the claim has arrived, what it is about, and where its money would go."""
    _mail(claim, "claim_opened", {"factor": claim.factor, "pay_to": masked_upi_id(claim.pay_to)})


def claim_decided(claim: Claim) -> None:
    """Say whether the claim was granted, and which money comes which way."""
    _mail(
        claim,
        "claim_decided",
        {
            "approved": claim.status != ClaimStatus.DECLINED,
            "note": claim.note,
            "factor": claim.factor,
            "due": _amount(claim.due_paise),
            "refund": _amount(claim.refund.amount_paise if claim.refund else None),
            "transfer": _amount(claim.transfer_paise),
            "pay_to": claim.pay_to,
        },
    )


def claim_paid(claim: Claim) -> None:
    """Say that the transfer was made, with the bank's reference."""
    _mail(
        claim,
        "claim_paid",
        {
            "transfer": _amount(claim.transfer_paise),
            "pay_to": claim.pay_to,
            "bank_reference": claim.bank_reference,
        },
    )


def _amount(paise: int | None) -> str:
    """Return the amount as the mail shows it; "" for none."""
    return format_rupees(paise) if paise else ""


def _mail(claim: Claim, kind: str, more: Mapping[str, object]) -> None:
    order = claim.order
    context = {
        "claim_id": claim.claim_id,
        "title": claim.line.full_title(order.language),
        "quantity": claim.quantity,
        **more,
    }
    queue_order_mail(order, kind, context, once=claim.claim_id)
