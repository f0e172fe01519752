"""The database refuses to change or delete the ledger; orders' sums and statistics follow payments."""

from project.core.rollups import rollup_triggers
from project.core.trigger_installation import Triggers
from project.core.written_once import written_once
from project.payments.models.payment import NET_OF
from project.payments.models.payment_rollup import MOVEMENTS, PAYMENTS


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
_ORDER_NET = Triggers(
    postgres=[
        f"""
CREATE OR REPLACE FUNCTION payments_order_net_{event}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF {changed} THEN {_SET.format(row=row)} END IF; RETURN NULL; END $$;
CREATE TRIGGER order_net_{event} AFTER {event} ON payments_payment
    FOR EACH ROW EXECUTE FUNCTION payments_order_net_{event}();
"""
        for event, (row, changed) in _CHANGED.items()
    ],
    sqlite=[
        f"CREATE TRIGGER payments_order_net_{event} AFTER {event} ON payments_payment WHEN {changed}"
        f" BEGIN {_SET.format(row=row)} END"
        for event, (row, changed) in _CHANGED.items()
    ],
)
TRIGGERS = [
    written_once("payments_movement", message="the ledger is written once"),
    rollup_triggers(PAYMENTS),
    rollup_triggers(MOVEMENTS),
    _ORDER_NET,
]
