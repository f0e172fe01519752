"""The ledger: every movement of money from one account to another."""

from django.db import models
from django.db.models import F, Q

from project.payments.models.payment import Payment
from project.payments.models.refund import Refund


class Account(models.TextChoices):
    """Account of the ledger."""

    # Customers' own money: where captures come from and refunds end.
    CUSTOMERS = "customers"
    # Held at the provider until it is settled to the bank.
    PROVIDER = "provider"
    # On its way back to customers: the provider has it and owes it to them.
    IN_TRANSIT = "in_transit"
    # The provider's charges.
    FEES = "fees"
    BANK = "bank"
    # Paid out to our bank by a provider or a courier, and not found in the bank's own statement yet.
    PAYOUT = "payout"
    # Income tax or GST that a payer withheld and paid in for us: a credit with the tax office.
    TAX_CREDIT = "tax_credit"
    # Set aside in our bank for customers: what is owed beyond what they paid, as for a piece proven fake, and
    # refunds of what they paid to a courier, which no provider can send back.
    PAYABLE = "payable"
    # Collected by couriers, who owe it to us until they remit it; what they charge for that.
    COURIER = "courier"
    COURIER_FEES = "courier_fees"
    # Claimed by the customer's bank: reserved until the dispute is decided.
    DISPUTED = "disputed"


class MovementKind(models.TextChoices):
    """Cause of a ledger entry."""

    CAPTURED = "captured"
    REFUND_STARTED = "refund_started"
    REFUND_DONE = "refund_done"
    REFUND_FAILED = "refund_failed"
    # Taken back from us for the customer by a chargeback or reversal; given to us again.
    REVERSED = "reversed"
    REINSTATED = "reinstated"
    FEE = "fee"
    FEE_RETURNED = "fee_returned"
    # Paid out to our bank; taken back, as for a refund that the next settlement is lowered by.
    SETTLED = "settled"
    RECOVERED = "recovered"
    # Found in the bank's own statement; found to be something else.
    BANKED = "banked"
    UNBANKED = "unbanked"
    # Settled straight to the bank when its statements were not reconciled yet: sent back to be found there.
    CARRIED_OVER = "carried_over"
    # Withheld from a settlement as tax (TDS, TCS); given back.
    TAX_WITHHELD = "tax_withheld"
    TAX_RETURNED = "tax_returned"
    # Owed to a customer beyond what they paid; sent to them by bank transfer.
    COMPENSATED = "compensated"
    PAID_OUT = "paid_out"
    # Cash on delivery: collected by the courier; its charge; remitted to us; each taken back again.
    COLLECTED = "collected"
    COURIER_FEE = "courier_fee"
    COURIER_FEE_BACK = "courier_fee_back"
    REMITTED = "remitted"
    REMITTED_BACK = "remitted_back"
    # A refund of it: set aside for a transfer, sent, or not sent after all.
    REPAY_STARTED = "repay_started"
    REPAID = "repaid"
    REPAY_FAILED = "repay_failed"
    # Reserved for a dispute; free again, as it was won; gone to the customer, as it was lost; and reserved
    # once more, as what was lost is claimed anew or given back.
    DISPUTE_OPENED = "dispute_opened"
    DISPUTE_WON = "dispute_won"
    DISPUTE_LOST = "dispute_lost"
    DISPUTE_REGAINED = "dispute_regained"


class Movement(models.Model):
    """An amount that left one account for another: double entry in one row, so the books always balance.

    Written in the transaction of the change it records; never changed. `reference` makes each happen once.
    """

    kind = models.CharField(max_length=16, choices=MovementKind)
    source = models.CharField(max_length=12, choices=Account)
    target = models.CharField(max_length=12, choices=Account)
    amount_paise = models.PositiveBigIntegerField()
    payment = models.ForeignKey(Payment, null=True, on_delete=models.PROTECT, related_name="movements")
    refund = models.ForeignKey(Refund, null=True, on_delete=models.PROTECT, related_name="movements")
    # What caused it: the transaction id, the refund id, the statement's line, the claim or dispute id.
    reference = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "reference"], name="movement_once"),
            models.CheckConstraint(condition=Q(amount_paise__gt=0), name="movement_amount_positive"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="movement_goes_somewhere"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.reference}: {self.amount_paise} from {self.source} to {self.target}"
