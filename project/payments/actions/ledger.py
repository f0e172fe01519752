"""The ledger's entries, written in the transaction of the change they tell of."""

from project.payments.models import Account, Movement, MovementKind, Payment, Refund

_WAYS: dict[MovementKind, tuple[Account, Account]] = {
    MovementKind.CAPTURED: (Account.CUSTOMERS, Account.PROVIDER),
    MovementKind.REFUND_STARTED: (Account.PROVIDER, Account.IN_TRANSIT),
    MovementKind.REFUND_DONE: (Account.IN_TRANSIT, Account.CUSTOMERS),
    MovementKind.REFUND_FAILED: (Account.IN_TRANSIT, Account.PROVIDER),
}


def captured(payment: Payment) -> None:
    """Enter the money that came in with a payment."""
    _enter(MovementKind.CAPTURED, payment.captured_paise, payment.transaction_id, payment)


def refund_moved(refund: Refund, kind: MovementKind) -> None:
    """Enter a step of a refund on its way."""
    _enter(kind, refund.amount_paise, refund.refund_id, refund.payment, refund)


def _enter(
    kind: MovementKind, amount_paise: int, reference: str, payment: Payment, refund: Refund | None = None
) -> None:
    source, target = _WAYS[kind]
    Movement.objects.create(
        kind=kind,
        source=source,
        target=target,
        amount_paise=amount_paise,
        reference=reference,
        payment=payment,
        refund=refund,
    )
