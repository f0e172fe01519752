"""Reconcile our payments and refunds with the provider's: same amounts, nothing missing, nothing twice."""

from collections.abc import Iterator, Mapping

from django.db.models import Count

from project.core.models import Mail
from project.events.models import Event
from project.payments.audit.ledger import audit_ledger
from project.payments.models import CAPTURED, CASH_ON_DELIVERY, Case, Payment, Refund, RefundStatus


def differences(*, paid: Mapping[str, int], returned: Mapping[str, int]) -> Iterator[str]:
    """Name what does not agree; `paid` and `returned` are the provider's own sums, in paise by our ids.

    Cash on delivery is no provider's: what couriers say of it is reconciled with their remittances.
    """
    yield from audit_ledger()
    payments = Payment.objects.filter(status__in=CAPTURED).exclude(provider=CASH_ON_DELIVERY)
    yield from _pairs("paid", dict(payments.values_list("transaction_id", "captured_paise")), paid)
    refunds = Refund.objects.filter(status=RefundStatus.DONE).exclude(payment__provider=CASH_ON_DELIVERY)
    done = refunds.values_list("refund_id", "amount_paise")
    yield from _pairs("returned", dict(done), returned)
    yield from _forgotten()
    yield from _twice()


def _pairs(what: str, ours: Mapping[str, int], theirs: Mapping[str, int]) -> Iterator[str]:
    for name in sorted(ours.keys() | theirs.keys()):
        if ours.get(name, 0) != theirs.get(name, 0):
            here, there = ours.get(name, 0), theirs.get(name, 0)
            yield f"{name}: {what} {here} paise here, {there} at the provider"


def _forgotten() -> Iterator[str]:
    """Money without a valid order is on its way back, or a person is shown it."""
    for payment in Payment.objects.filter(status__in=CAPTURED).select_related("order"):
        valid = payment.fulfils and payment.order.status not in ("cancelled", "returned")
        # A case that only waits for a refund is no answer where no refund is promised.
        shown = Case.objects.filter(payment=payment, closed_at=None).exclude(proposal="wait")
        if not (valid or payment.refundable_paise == 0 or shown.exists()):
            yield f"{payment}: {payment.refundable_paise} paise without a valid order, and nobody is told"


def _twice() -> Iterator[str]:
    confirmed = Event.objects.filter(name__in=("order.confirmed", "order.cash_confirmed")).values_list(
        "subject"
    )
    for subject, times in confirmed.annotate(times=Count("pk")).filter(times__gt=1):
        yield f"{subject}: confirmed {times} times"
    told = Mail.objects.filter(kind="payment_received").values_list("reference")
    for reference, times in told.annotate(times=Count("pk")).filter(times__gt=1):
        yield f"{reference}: told {times} times that it is paid"
