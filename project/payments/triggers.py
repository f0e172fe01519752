"""The database refuses to change or delete the ledger; orders' sums and statistics follow payments."""

from dataclasses import replace

from project.core.rollups import rollup_triggers
from project.core.trigger_operations import Triggers
from project.core.written_once import written_once
from project.payments.models.payment import NET_OF
from project.payments.models.payment_rollup import MOVEMENTS, PAYMENTS

LEDGER = written_once("payments_movement", message="the ledger is written once")
# As the migrations before 0004 make them.
FIRST_STATISTICS = rollup_triggers(
    replace(PAYMENTS, sums=("amount_paise", "captured_paise", "refunded_paise"))
)
PAYMENT_STATISTICS = rollup_triggers(PAYMENTS)
LEDGER_STATISTICS = rollup_triggers(MOVEMENTS)


def _net(row: str) -> str:
    return " - ".join(f"{row}.{name}" for name in NET_OF)


_SET = f"""UPDATE orders_order SET net_paise = (
    SELECT COALESCE(SUM({_net("payment")}), 0) FROM payments_payment AS payment
    WHERE payment.order_id = orders_order.id
) WHERE id = {{row}}.order_id;"""
_CHANGED = {
    "INSERT": ("NEW", f"{_net('NEW')} <> 0"),
    "UPDATE": ("NEW", f"{_net('OLD')} <> {_net('NEW')}"),
    "DELETE": ("OLD", f"{_net('OLD')} <> 0"),
}
# `Order.net_paise`. Whoever changes a payment's money holds the lock of its order.
ORDER_NET = Triggers(
    postgres=[
        f"""
CREATE FUNCTION payments_order_net_{event}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN {_SET.format(row=row)} RETURN NULL; END $$;
CREATE TRIGGER order_net_{event} AFTER {event} ON payments_payment FOR EACH ROW WHEN ({changed})
    EXECUTE FUNCTION payments_order_net_{event}();
"""
        for event, (row, changed) in _CHANGED.items()
    ],
    postgres_drop=[f"DROP FUNCTION payments_order_net_{event}() CASCADE" for event in _CHANGED],
    sqlite=[
        f"CREATE TRIGGER payments_order_net_{event} AFTER {event} ON payments_payment WHEN {changed}"
        f" BEGIN {_SET.format(row=row)} END"
        for event, (row, changed) in _CHANGED.items()
    ],
    sqlite_drop=[f"DROP TRIGGER payments_order_net_{event}" for event in _CHANGED],
)
