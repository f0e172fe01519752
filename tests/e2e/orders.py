"""Orders as the API makes and moves them, for walks that begin where the buying has ended."""

import re
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.buying import GUEST
from tests.e2e.shop_steps import BEAD, login_code, skip_second_factor
from tests.e2e.stack import Stack

ADMIN = "admin@akshamala.example"
# Of the mail with the code.
CODE_MAIL = {"en": "kept under this email address", "hi": "इस ईमेल पते के ऑर्डरों"}


def call(stack: Stack, method: str, path: str, body: Any = None, *, token: str = "", **headers: str) -> Any:
    """Return the data of one call of the API, made from elsewhere."""
    if token:
        headers["Authorization"] = f"Bearer {token}"
    answer = httpx.request(
        method, f"{stack.staff_url}/api{path}", json=body, headers=headers, trust_env=False, timeout=30
    ).json()
    assert answer["success"] is True, answer
    return answer["data"]


def _items(stack: Stack, slug: str, quantity: int) -> list[dict[str, object]]:
    """Return what is ordered, with enough of it in stock, whatever other tests have bought."""
    product = call(stack, "GET", f"/products/{slug}")["product"]
    # The public learns of no more than ten pieces.
    assert quantity <= 10
    if not product["sellableIsMore"]:
        stack.count(slug, free=20)
    return [{"productId": product["_id"], "quantity": quantity}]


def order_as_guest(stack: Stack, email: str, quantity: int = 1, *, slug: str = BEAD) -> tuple[str, str]:
    """Order beads without an account; return the order's id and the secret of its link."""
    items = _items(stack, slug, quantity)
    body = {
        "items": items,
        "customerInfo": GUEST | {"email": email},
        "amount": call(stack, "POST", "/orders/quote", {"items": items})["totalAmount"],
    }
    order = call(stack, "POST", "/orders/create-guest-order", body)
    return order["orderId"], order["orderKey"]


def order_as_customer(stack: Stack, token: str, quantity: int = 1, *, slug: str = BEAD) -> str:
    """Order beads as whoever has this token; return the order's id."""
    items = _items(stack, slug, quantity)
    address = {**GUEST["address"], "name": "Asha Rao", "phone": "9876543210"}
    amount = call(stack, "POST", "/orders/quote", {"items": items})["totalAmount"]
    body = {"items": items, "shippingAddress": address, "amount": amount}
    order_id: str = call(stack, "POST", "/orders/", body, token=token)["orderId"]
    return order_id


def pay(stack: Stack, order_id: str, key: str = "", *, token: str = "") -> str:
    """Let the provider take the order's money; return the transaction's id.

    A guest proves by the secret of the order's link that it is theirs to pay, a customer by their token.
    """
    body = {"orderId": order_id, "key": key}
    transaction_id: str = call(stack, "POST", "/phonepe/create-order", body, token=token)["transactionId"]
    stack.sandbox.settle(transaction_id, "success")
    body = {"merchantTransactionId": transaction_id}
    call(stack, "POST", "/payments/verify-phonepe", body, token=token)
    return transaction_id


def staff_token(stack: Stack) -> str:
    """Log a member of staff in; return their token."""
    mark = stack.last_mail_id()
    call(stack, "POST", "/auth/send-otp", {"email": ADMIN})
    body = {"email": ADMIN, "otp": login_code(stack, ADMIN, after=mark)}
    token: str = call(stack, "POST", "/auth/verify-otp", body)["token"]
    return skip_second_factor(stack.shop_url, token)


def bring(stack: Stack, order_id: str, *statuses: str, token: str) -> None:
    """Move the order along as staff do."""
    for status in statuses:
        body: dict[str, object] = {"status": status}
        if status == "dispatched":
            # The sample shop has one certificate of each product.
            body |= {"carrier": "Delhivery", "trackingNumber": "1490812345", "withoutCertificates": True}
        call(stack, "PUT", f"/admin/orders/{order_id}/status", body, token=token)


def answer_return(stack: Stack, order_id: str, status: str, note: str, *, token: str) -> None:
    """Move the order's one request to send something back, as staff do."""
    waiting = call(stack, "GET", "/admin/returns?limit=50", token=token)["returns"]
    ids = [row["returnId"] for row in waiting if row["orderId"] == order_id]
    assert len(ids) == 1
    call(stack, "POST", f"/admin/returns/{ids[0]}/status", {"status": status, "note": note}, token=token)


def enter_code(page: Page, stack: Stack, email: str, *, ask: str, words: str = CODE_MAIL["en"]) -> None:
    """Have the code that opens the orders of an address mailed, and enter it."""
    mark = stack.last_mail_id()
    page.get_by_role("button", name=ask).click()
    field = page.locator("input[autocomplete='one-time-code']")
    expect(field).to_be_focused()
    code = re.search(r"\b\d{6}\b", stack.mail_to(email, containing=words, after=mark))
    assert code is not None
    field.fill(code[0])
    field.press("Enter")
