"""Staff read what the provider sent, see what following it again would change, and follow it."""

import hashlib
import hmac
import json

import httpx
import pytest
from playwright.sync_api import expect

from project.sandbox.config import WEBHOOK_SECRET
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack
from tests.e2e.test_refunds import bought, refunds_by_hand, staff

# Refunds at the provider stay under way here, too.
_ = refunds_by_hand


def send_refund_message(stack: Stack, transaction_id: str, refund_id: str, *, secret: str) -> int:
    """Send the provider's message about a refund, signed with this secret; return the HTTP status."""
    payload = {
        "merchantRefundId": refund_id,
        "originalMerchantOrderId": transaction_id,
        "refundId": f"OMR{refund_id}",
        "amount": 10_000,
        "state": "CONFIRMED",
    }
    body = json.dumps({"event": "pg.refund.accepted", "payload": payload}).encode()
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return httpx.post(
        f"{stack.staff_url}/api/payments/webhooks/phonepe",
        content=body,
        headers={
            "content-type": "application/json",
            "x-phonepe-checksum-signature": digest,
        },
        trust_env=False,
        timeout=30,
    ).status_code


def test_staff_follow_a_message_again_after_seeing_what_it_would_change(
    open_page: OpenPage, stack: Stack
) -> None:
    transaction_id = bought(stack)
    # The message comes before the provider's own books have the refund: nothing follows from it by itself.
    assert send_refund_message(stack, transaction_id, "CONSOLE-1", secret=WEBHOOK_SECRET) == 200
    page = staff(open_page, stack, "/admin/webhooks", "finance@akshamala.example")
    page.get_by_label("Transaction, order, refund or email").fill(transaction_id)
    page.wait_for_url(f"**?search={transaction_id}")
    page.get_by_role("link", name="pg.refund.accepted").click()
    detail = page.get_by_role("dialog", name="Message")
    expect(detail.get_by_text("Signed", exact=True)).to_be_visible()
    expect(detail.get_by_text('"merchantRefundId": "CONSOLE-1"')).to_be_visible()
    follow = detail.get_by_role("button", name="Follow it again")
    expect(follow).to_be_disabled()
    stack.sandbox.control(
        "/refunds", merchantRefundId="CONSOLE-1", originalMerchantOrderId=transaction_id, amount=10_000
    )

    detail.get_by_role("button", name="Show what would change").click()

    expect(detail.get_by_text("Following it now would change this")).to_be_visible()
    refund = detail.get_by_role("listitem").filter(has_text="CONSOLE-1")
    expect(refund).to_contain_text("₹100")
    # Seeing it has changed nothing.
    board = page.request.get(f"{stack.staff_url}/api/phonepe/status-check/{transaction_id}").json()
    assert board["data"]["status"] == "SUCCESS"

    follow.click()

    expect(detail.get_by_text("This has changed")).to_be_visible()
    detail.get_by_role("button", name="Show what would change").click()
    expect(detail.get_by_text("Following it now would change nothing.")).to_be_visible()
    detail.get_by_role("link", name="Show the transaction").click()
    history = page.get_by_role("dialog", name="Transaction Details")
    expect(history.get_by_text("Message followed again")).to_be_visible()
    expect(history.locator("[data-refund]").get_by_text("Made in the provider's console")).to_be_visible()


@pytest.mark.any_stack
def test_message_without_proof_is_kept_apart_and_cannot_be_followed(
    open_page: OpenPage, stack: Stack
) -> None:
    assert send_refund_message(stack, "TXN0", "FORGED-1", secret="guessed") == 401
    page = open_page(size=PHONE)
    log_in(page, stack, "finance@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/webhooks?status=refused")

    page.get_by_role("link", name="With a wrong proof").first.click()

    detail = page.get_by_role("dialog", name="Message")
    expect(detail.get_by_text("FORGED-1")).to_be_visible()
    expect(detail.get_by_role("button", name="Follow it again")).to_have_count(0)
