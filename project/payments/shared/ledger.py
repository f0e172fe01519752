"""Ledger entries, written in the transaction of the change that they record."""

from collections.abc import Iterable

from django.db.models import Q, Sum

from project.payments.models import (
    CASH_ON_DELIVERY,
    Account,
    Dispute,
    Movement,
    MovementKind,
    MovementRollup,
    Payment,
    Refund,
    StatementLine,
)

# The accounts that each kind of movement takes money from and adds it to.
ACCOUNTS_BY_KIND: dict[MovementKind, tuple[Account, Account]] = {
    MovementKind.CAPTURED: (Account.CUSTOMERS, Account.PROVIDER),
    MovementKind.REFUND_STARTED: (Account.PROVIDER, Account.IN_TRANSIT),
    MovementKind.REFUND_DONE: (Account.IN_TRANSIT, Account.CUSTOMERS),
    MovementKind.REFUND_FAILED: (Account.IN_TRANSIT, Account.PROVIDER),
    MovementKind.REVERSED: (Account.PROVIDER, Account.CUSTOMERS),
    MovementKind.REINSTATED: (Account.CUSTOMERS, Account.PROVIDER),
    MovementKind.FEE: (Account.PROVIDER, Account.FEES),
    MovementKind.FEE_RETURNED: (Account.FEES, Account.PROVIDER),
    MovementKind.SETTLED: (Account.PROVIDER, Account.PAYOUT),
    MovementKind.RECOVERED: (Account.PAYOUT, Account.PROVIDER),
    MovementKind.BANKED: (Account.PAYOUT, Account.BANK),
    MovementKind.UNBANKED: (Account.BANK, Account.PAYOUT),
    MovementKind.CARRIED_OVER: (Account.BANK, Account.PAYOUT),
    MovementKind.TAX_WITHHELD: (Account.PROVIDER, Account.TAX_CREDIT),
    MovementKind.TAX_RETURNED: (Account.TAX_CREDIT, Account.PROVIDER),
    MovementKind.COMPENSATED: (Account.BANK, Account.PAYABLE),
    MovementKind.PAID_OUT: (Account.PAYABLE, Account.CUSTOMERS),
    MovementKind.COLLECTED: (Account.CUSTOMERS, Account.COURIER),
    MovementKind.COURIER_FEE: (Account.COURIER, Account.COURIER_FEES),
    MovementKind.COURIER_FEE_BACK: (Account.COURIER_FEES, Account.COURIER),
    MovementKind.REMITTED: (Account.COURIER, Account.PAYOUT),
    MovementKind.REMITTED_BACK: (Account.PAYOUT, Account.COURIER),
    MovementKind.REPAY_STARTED: (Account.BANK, Account.PAYABLE),
    MovementKind.REPAID: (Account.PAYABLE, Account.CUSTOMERS),
    MovementKind.REPAY_FAILED: (Account.PAYABLE, Account.BANK),
    MovementKind.DISPUTE_OPENED: (Account.PROVIDER, Account.DISPUTED),
    MovementKind.DISPUTE_WON: (Account.DISPUTED, Account.PROVIDER),
    MovementKind.DISPUTE_LOST: (Account.DISPUTED, Account.CUSTOMERS),
    MovementKind.DISPUTE_REGAINED: (Account.CUSTOMERS, Account.DISPUTED),
}
# The accounts of settlements before the bank's statements were reconciled; CARRIED_OVER makes up for them.
OLD_ACCOUNTS: dict[MovementKind, tuple[Account, Account]] = {
    MovementKind.SETTLED: (Account.PROVIDER, Account.BANK),
    MovementKind.RECOVERED: (Account.BANK, Account.PROVIDER),
}
# For each kind of a payment at a provider, that of cash on delivery; audits add both.
CASH_KINDS: dict[MovementKind, MovementKind] = {
    MovementKind.CAPTURED: MovementKind.COLLECTED,
    MovementKind.FEE: MovementKind.COURIER_FEE,
    MovementKind.FEE_RETURNED: MovementKind.COURIER_FEE_BACK,
    MovementKind.SETTLED: MovementKind.REMITTED,
    MovementKind.RECOVERED: MovementKind.REMITTED_BACK,
    MovementKind.REFUND_STARTED: MovementKind.REPAY_STARTED,
    MovementKind.REFUND_DONE: MovementKind.REPAID,
    MovementKind.REFUND_FAILED: MovementKind.REPAY_FAILED,
}


def either_kind(*kinds: MovementKind) -> list[MovementKind]:
    """Return these kinds, each with that of cash on delivery, if it has one: couriers withhold no tax."""
    return [*kinds, *(CASH_KINDS[kind] for kind in kinds if kind in CASH_KINDS)]


def kind_of(kind: MovementKind, *, provider: str) -> MovementKind:
    """Return the kind of movement for a payment at this provider."""
    return CASH_KINDS[kind] if provider == CASH_ON_DELIVERY else kind


def enter_capture(payment: Payment) -> None:
    """Enter the capture of a payment."""
    kind = kind_of(MovementKind.CAPTURED, provider=payment.provider)
    _movement(kind, payment.captured_paise, payment.transaction_id, payment).save()


def enter_refund(refund: Refund, kind: MovementKind) -> None:
    """Enter a status change of a refund: started, done or failed."""
    kind = kind_of(kind, provider=refund.payment.provider)
    _movement(kind, refund.amount_paise, refund.refund_id, refund.payment, refund).save()


def enter_reversal(payment: Payment, change_paise: int) -> Movement:
    """Enter a reversal of a payment or, below 0, its reinstatement."""
    kind = MovementKind.REVERSED if change_paise > 0 else MovementKind.REINSTATED
    number = payment.movements.filter(kind__in=(MovementKind.REVERSED, MovementKind.REINSTATED)).count() + 1
    entry = _movement(kind, abs(change_paise), f"{payment.transaction_id}:{number}", payment)
    entry.save()
    return entry


def enter_settlement(lines: Iterable[StatementLine]) -> None:
    """Enter payouts to our bank, the fees of providers or couriers, and withheld tax, in one bulk insert."""
    movements = []
    for line in lines:
        net = line.amount_paise - line.fee_paise
        tax = -line.amount_paise if line.kind == "tax" else 0
        for kind, back, paise in (
            (MovementKind.FEE, MovementKind.FEE_RETURNED, line.fee_paise),
            (MovementKind.SETTLED, MovementKind.RECOVERED, net),
            (MovementKind.TAX_WITHHELD, MovementKind.TAX_RETURNED, tax),
        ):
            if paise:
                moved = kind_of(kind if paise > 0 else back, provider=line.statement.provider)
                movements.append(_movement(moved, abs(paise), line.key, line.payment, line.refund))
    Movement.objects.bulk_create(movements)


def carry_over_old_settlements() -> None:
    """Move what was settled straight to the bank to the payouts, for its statement to show. Idempotent.

    The caller holds the lock of the bank's statements.
    """
    missing = not_carried_over_paise()
    if missing > 0:
        number = Movement.objects.filter(kind=MovementKind.CARRIED_OVER).count() + 1
        _movement(MovementKind.CARRIED_OVER, missing, f"settlements:{number}", None).save()


def not_carried_over_paise() -> int:
    """Return what was settled straight to the bank and is not among the payouts, by the ledger's own rows."""

    def moved(kind: MovementKind) -> Sum:
        source, target = (ACCOUNTS_BY_KIND | OLD_ACCOUNTS)[kind]
        return Sum("amount_paise", filter=Q(kind=kind, source=source, target=target), default=0)

    sums = Movement.objects.filter(kind__in=(*OLD_ACCOUNTS, MovementKind.CARRIED_OVER)).aggregate(
        settled=moved(MovementKind.SETTLED),
        recovered=moved(MovementKind.RECOVERED),
        carried=moved(MovementKind.CARRIED_OVER),
    )
    return int(sums["settled"] - sums["recovered"] - sums["carried"])


def enter_bank_receipt(kind: MovementKind, amount_paise: int, *, reference: str) -> None:
    """Enter a payout that the bank's statement shows (BANKED), or that a match was undone (UNBANKED).

    `reference` names the match, once for each kind.
    """
    _movement(kind, amount_paise, reference, None).save()


def enter_compensation(kind: MovementKind, amount_paise: int, *, reference: str, payment: Payment) -> None:
    """Enter money that is owed beyond a payment (COMPENSATED), or was sent by bank transfer (PAID_OUT).

    `reference` names what it is owed for, once for each kind; `payment` is the one it was bought with.
    """
    _movement(kind, amount_paise, reference, payment).save()


def enter_dispute(dispute: Dispute, *, held_before: int, lost_before: int) -> list[Movement]:
    """Enter what a dispute reserves or has lost by now, where that is not what it was before.

    All goes through the account of disputed money: what is lost was reserved, and what is no longer lost is
    reserved again before it is free.
    """
    lost = dispute.lost_paise - lost_before
    reserved = dispute.held_paise - held_before + lost
    changes = (
        (MovementKind.DISPUTE_REGAINED, -lost),
        (MovementKind.DISPUTE_OPENED, reserved),
        (MovementKind.DISPUTE_WON, -reserved),
        (MovementKind.DISPUTE_LOST, lost),
    )
    number = dispute.payment.movements.filter(reference__startswith=f"{dispute}:").count()
    entries = [
        _movement(kind, paise, f"{dispute}:{at}", dispute.payment)
        for at, (kind, paise) in enumerate((each for each in changes if each[1] > 0), start=number + 1)
    ]
    for entry in entries:
        entry.save()
    return entries


def balances() -> dict[str, int]:
    """Return the balance of each account in paise; they add up to 0 (double entry)."""
    held = dict.fromkeys(Account.values, 0)
    for row in MovementRollup.objects.values("source", "target").annotate(paise=Sum("amount_paise")):
        held[row["source"]] -= row["paise"]
        held[row["target"]] += row["paise"]
    return held


def _movement(
    kind: MovementKind,
    amount_paise: int,
    reference: str,
    payment: Payment | None,
    refund: Refund | None = None,
) -> Movement:
    source, target = ACCOUNTS_BY_KIND[kind]
    return Movement(
        kind=kind,
        source=source,
        target=target,
        amount_paise=amount_paise,
        reference=reference,
        payment=payment,
        refund=refund,
    )
