"""A provider's money that is under way: its account must stay the shop's until that is over."""

from django.db.models import Q

from project.payments.models import Dispute, Payment, PaymentStatus, Refund
from project.payments.models.dispute import ACTIVE
from project.payments.models.refund import PROMISED


def has_open_money(provider: str) -> bool:
    """Return whether the provider's answer about a payment, refund or dispute may still change something.

    A failed payment is asked about for three days more, as it may be paid late.
    """
    payments = Payment.objects.filter(provider=provider)
    may_be_paid = Q(status=PaymentStatus.PENDING) | Q(next_check_at__isnull=False) | Q(in_review=True)
    return (
        payments.filter(may_be_paid).exists()
        or Refund.objects.filter(payment__in=payments, status__in=PROMISED).exists()
        or Dispute.objects.filter(payment__in=payments, status__in=ACTIVE).exists()
    )
