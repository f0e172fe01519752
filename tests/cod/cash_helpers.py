"""Customers who pay the courier, as their browser does it, and staff who follow the parcel."""

from datetime import date, timedelta
from typing import Any

from project.catalog.models import Product
from project.core.shop import shop, store_version
from project.orders.models import Order
from project.payments.models import Payment, Statement
from project.payments.providers.cash_on_delivery.remittance import COLUMNS
from project.payments.settlement.statements import (
    import_statement,
    provider_of_statement,
    receive_statement,
    take_due_statements,
)
from tests.accounts.login_helpers import code_to, let_code_pass
from tests.buying import GUEST, place, proof
from tests.factories import make_product
from tests.http import Answer, Api
from tests.orders.order_helpers import advance_order

# 500 rupees and a fee of 49.
PRICE_PAISE = 50_000
FEE_PAISE = 4_900
TOTAL_PAISE = PRICE_PAISE + FEE_PAISE
AWB = "AB1234"
# All tests buy as the same guest; tests of these limits set them.
NO_LIMITS = {
    "unpaid_orders_per_buyer": 0,
    "unpaid_paise_per_buyer": 0,
    "unpaid_orders_per_network": 0,
    "unpaid_paise_per_pincode": 0,
    "stock_share_percent": 100,
}


def offer_cash(**rules: Any) -> None:
    """Save settings with cash on delivery for everybody, but for these rules."""
    known = {"enabled": True, "fee_paise": FEE_PAISE, "maximum_paise": 10_000_000} | NO_LIMITS | rules
    section = shop().cash_on_delivery.model_copy(update=known)
    store_version(shop().model_copy(update={"cash_on_delivery": section}), author="test")


def path(order: Order, step: str = "") -> str:
    """Return the address of a step of the order's cash on delivery."""
    return f"/orders/{order.order_id}/cash-on-delivery{step}"


def key(order: Order) -> dict[str, str]:
    """Return the header of the browser that placed the order."""
    return {"X_Order_Key": order.key}


def choose(order: Order, *, api: Api | None = None, amount: float | None = None) -> Answer:
    """Choose cash on delivery at the total with the fee, or at another amount."""
    order.refresh_from_db()
    chosen = hasattr(order, "cash_on_delivery") and order.cash_on_delivery.is_chosen
    total = (order.total_paise + (0 if chosen else FEE_PAISE)) / 100
    return (api or Api()).post(path(order), {"amount": total if amount is None else amount}, **key(order))


def confirm(order: Order, code: str, *, api: Api, amount: float | None = None) -> Answer:
    """Type the code, having agreed to the amount where another one was told."""
    body = {"code": code} | ({} if amount is None else {"amount": amount})
    return api.post(path(order, "/confirm"), body, **key(order))


def code_of(order: Order) -> str:
    """Return the code that was mailed last for the order."""
    return code_to(order.email, "cash")


def confirmed(product: Product | None = None, quantity: int = 1, **changes: Any) -> Order:
    """Return an order of 549 rupees that its customer confirmed by the code."""
    offered = product or make_product(price_paise=PRICE_PAISE, stock=10)
    order = place(offered, quantity, **changes)
    api = Api()
    assert choose(order, api=api).status == 200
    assert confirm(order, code_of(order), api=api).data["status"] == "confirmed"
    return fresh(order)


def sent(order: Order) -> Order:
    """Let the parcel leave."""
    advance_order(order, "processing", "packaging", "dispatched", "out_for_delivery")
    return fresh(order)


def delivered(order: Order | None = None) -> Order:
    """Let the courier hand the parcel over and collect its total."""
    order = sent(order or confirmed())
    advance_order(order, "delivered")
    return fresh(order)


def fresh(order: Order) -> Order:
    """Read the order again."""
    return Order.objects.get(pk=order.pk)


def give_upi_id(order: Order, upi_id: str, *, api: Api | None = None) -> Answer:
    """Say where the order's refund goes, with the code that is sent to its address for that."""
    browser = api or Api()
    let_code_pass(order.email, timedelta(minutes=1))
    assert browser.post(f"/orders/{order.order_id}/payout-code", **proof(order)).status == 200
    body = {"payTo": upi_id, "code": code_to(order.email, "payout")}
    return browser.other("PUT", path(order, "/pay-to"), body, **proof(order))


def payment_of(order: Order) -> Payment:
    """Return what the courier collects for the order."""
    return Payment.objects.select_related("order").get(order=order, provider="cash_on_delivery")


def guest(number: int) -> dict[str, Any]:
    """Return another guest than the usual one."""
    return GUEST | {"email": f"cash{number}@example.com", "phone": f"97{number:08d}"}


def line(order: Order | str, collected: str, *, charges: str = "0", tax: str = "0", **changes: str) -> str:
    """Return a line of a courier's file that adds up, unless changes say otherwise."""
    paid = float(collected or 0) - float(charges) - float(tax)
    cells = {
        "AWB": AWB,
        "Order ID": order if isinstance(order, str) else order.order_id,
        "Collected Amount": collected,
        "Charges": charges,
        "Tax": tax,
        "Remitted Amount": f"{paid:.2f}",
        "UTR": "UTR0000001",
        "Remittance Date": f"{date.today():%d-%m-%Y}",
    } | {name.replace("_", " "): value for name, value in changes.items()}
    return ",".join(cells[name] for name in COLUMNS)


def remittance(*lines: str) -> bytes:
    """Return a courier's file of these lines."""
    return "\r\n".join([",".join(COLUMNS), *lines, ""]).encode()


def enter(body: bytes) -> Statement:
    """Take a file in and do all that is due of it, as the clock does."""
    provider = provider_of_statement(body)
    statement, _ = receive_statement(provider=provider, name="remittance.csv", body=body)
    for pk in take_due_statements(limit=100):
        import_statement(pk)
    statement.refresh_from_db()
    return statement
