"""Row locks of payments and refunds, always taken in the same order: order, payment, refund."""

from project.payments.models import Payment, Refund


def lock_payment(payment_pk: int) -> Payment:
    """Lock the payment's order, then the payment. The fixed lock order prevents deadlocks."""
    # Postgres locks in the order of `of`, and reads each row as it is once it is locked.
    return Payment.objects.select_related("order").select_for_update(of=("order", "self")).get(pk=payment_pk)


def lock_refund(refund_pk: int) -> Refund:
    """Lock the refund's order, its payment, then the refund."""
    payment = lock_payment(Refund.objects.values_list("payment_id", flat=True).get(pk=refund_pk))
    refund = Refund.objects.select_for_update(of=("self",)).get(pk=refund_pk)
    refund.payment = payment
    return refund
