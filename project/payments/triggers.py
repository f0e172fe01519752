"""The database itself refuses to change or delete the ledger; statistics follow payments and ledger."""

from project.core.rollups import rollup_triggers
from project.core.written_once import written_once
from project.payments.models.payment_rollup import MOVEMENTS, PAYMENTS

LEDGER = written_once("payments_movement", message="the ledger is written once")
PAYMENT_STATISTICS = rollup_triggers(PAYMENTS)
LEDGER_STATISTICS = rollup_triggers(MOVEMENTS)
