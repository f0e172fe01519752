"""The way from a product to a payment, as a guest's browser and the provider walk it."""

import hashlib
import hmac
import json
from datetime import timedelta
from itertools import count
from typing import Any

from django.conf import settings
from django.db.models import F

# By its name conftest.py would take it that whoever buys depends on the database's engine: not `transaction`.
from django.db.transaction import atomic

from project.accounts.address_proofs import prove
from project.catalog.models import Product
from project.orders import actions as orders
from project.orders.models import Order
from project.payments.attempts import status_check
from project.payments.models import Payment
from tests.http import Answer, Api
from tests.sandbox_process import SandboxProcess

_keys = count(1)

GUEST: dict[str, Any] = {
    "firstName": "Asha",
    "lastName": "Rao",
    "email": "asha@example.com",
    "phone": "9876543210",
    "address": {
        "street": "12 MG Road",
        "city": "Pune",
        "state": "Maharashtra",
        "pincode": "411001",
        "country": "India",
    },
}


def new_key() -> str:
    """Return an Idempotency-Key nobody used before."""
    return f"test-key-{next(_keys)}"


def item(product: Product, quantity: Any = 1, **customization: Any) -> dict[str, Any]:
    """Return one item of an order's body."""
    return {"productId": product.public_id, "quantity": quantity, "customization": customization}


def total_of(*items: dict[str, Any], code: Any = "") -> float:
    """Return what the items cost now, as the shopper's screen shows it; ₹1 for what cannot be bought."""
    answer = Api().post("/orders/quote", {"items": list(items), "discountCode": code})
    return float(answer.data["totalAmount"]) if answer.status == 200 else 1.0


def guest_body(*items: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the body of a guest's order at the price of now; `changes` replaces top-level fields."""
    if "amount" not in changes:
        changes["amount"] = total_of(*items, code=changes.get("discountCode", ""))
    return {"items": list(items), "customerInfo": GUEST} | changes


def place(product: Product, quantity: int = 1, *, api: Api | None = None, **changes: Any) -> Order:
    """Place a guest's order through the API."""
    body = guest_body(item(product, quantity), **changes)
    answer = (api or Api()).post("/orders/create-guest-order", body, key=new_key())
    return Order.objects.get(order_id=answer.data["orderId"])


def begin(order: Order, *, network: str = "", proven: bool = False) -> Order:
    """Take the order's hold as the start of its payment does, without the provider."""
    with atomic():
        locked = orders.lock_order(order.order_id)
        assert locked is not None
        orders.prepare_payment(locked, network=network, proven=proven)
    order.refresh_from_db()
    return order


def hold(product: Product, quantity: int = 1, **changes: Any) -> Order:
    """Place a guest's order and take its hold."""
    return begin(place(product, quantity, **changes))


def guest(number: int) -> dict[str, Any]:
    """Return another guest than the usual one."""
    return GUEST | {"email": f"guest{number}@example.com", "phone": f"98{number:08d}"}


def proof(order: Order) -> dict[str, Any]:
    """Return the header of somebody who proved the order's address by a code."""
    return {"X_Order_Access": prove(order.email)}


def pay_call(order: Order, *, api: Api | None = None, **changes: Any) -> Answer:
    """Ask for the order's payment page through the API, as the browser that placed it."""
    body = {"orderId": order.order_id, "key": order.key} | changes
    return (api or Api()).post("/phonepe/create-order", body, key=new_key())


def start(order: Order, *, api: Api | None = None) -> Payment:
    """Open the order's payment page through the API."""
    transaction_id = pay_call(order, api=api).data["transactionId"]
    return Payment.objects.get(transaction_id=transaction_id)


def status(payment: Payment, *, api: Api | None = None) -> Answer:
    """Read what the payment's screen shows, through the API."""
    return (api or Api()).get(f"/phonepe/status-check/{payment.transaction_id}")


def check(payment: Payment, cause: str = "clock") -> Payment:
    """Ask the provider about the payment and return the fresh row."""
    status_check.check(payment.pk, cause=cause)
    return Payment.objects.select_related("order").get(pk=payment.pk)


def let_pass(payment: Payment, span: timedelta) -> None:
    """Let time pass for a payment and its order: every moment they know moves into the past."""
    moments = ("initiated_at", "expires_at", "opening_until", "next_check_at", "checked_at", "settled_at")
    Payment.objects.filter(pk=payment.pk).update(**{name: F(name) - span for name in moments})
    let_order_pass(payment.order, span)


def let_order_pass(order: Order, span: timedelta) -> None:
    """Let time pass for an order."""
    Order.objects.filter(pk=order.pk).update(
        created_at=F("created_at") - span,
        held_until=F("held_until") - span,
        held_since=F("held_since") - span,
    )


def message(payment: Payment, *, state: str = "COMPLETED", **changes: Any) -> bytes:
    """Return its provider's message about a payment; state and fields go by the first provider's names."""
    if payment.provider == "razorpay":
        link = {
            "id": changes.get("orderId", payment.provider_order_id or "plink_0"),
            "reference_id": changes.get("merchantOrderId", payment.transaction_id),
            "status": {"COMPLETED": "paid", "FAILED": "expired", "PENDING": "created"}.get(state, state),
            "amount": changes.get("amount", payment.amount_paise),
        }
        return razorpay_message(f"payment_link.{link['status']}", payment_link=link)
    payload = {
        "merchantId": "SANDBOXMERCHANT",
        "merchantOrderId": payment.transaction_id,
        "orderId": payment.provider_order_id or "OMO0",
        "state": state,
        "amount": payment.amount_paise,
    } | changes
    return json.dumps({"event": f"checkout.order.{state.lower()}", "payload": payload}).encode()


def razorpay_message(event: str, **entities: dict[str, Any]) -> bytes:
    """Return a message of Razorpay's about these entities."""
    payload = {name: {"entity": entity} for name, entity in entities.items()}
    return json.dumps({"event": event, "payload": payload, "created_at": 1}).encode()


def webhook_setting(name: str) -> bytes:
    """Return a setting of the provider's adapter, which adds it to Django's."""
    return str(getattr(settings, name)).encode()


def signed(body: bytes, provider: str = "phonepe") -> dict[str, str]:
    """Return the headers with which the provider proves that it sent `body`."""
    if provider == "razorpay":
        secret = webhook_setting("RAZORPAY_WEBHOOK_SECRET")
        return {"x-razorpay-signature": hmac.new(secret, body, hashlib.sha256).hexdigest()}
    digest = hmac.new(webhook_setting("PHONEPE_WEBHOOK_SECRET"), body, hashlib.sha256).hexdigest()
    return {"x-phonepe-checksum-signature": digest}


def deliver(
    body: bytes,
    *,
    api: Api | None = None,
    headers: dict[str, str] | None = None,
    provider: str = "phonepe",
) -> Answer:
    """Send a provider's message to the shop, signed unless other headers are given."""
    proof = signed(body, provider) if headers is None else headers
    return (api or Api()).post(f"/payments/webhooks/{provider}", body, **proof)


def pay(order: Order, provider: SandboxProcess) -> Payment:
    """Pay an order to the end; its refunds then complete by hand only."""
    provider.control("/settings", refund_seconds=None)
    payment = start(order)
    provider.settle(payment.transaction_id, "success")
    return check(payment)
