"""Tests that need a browser: content policies allow a payment, and small screens show everything."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from deploy.machine import find_browser
from tests.sandbox.conftest import Merchant
from tests.sandbox_process import SandboxProcess


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for these tests."""
    chromium = find_browser()
    assert chromium is not None, "Chromium is not installed; deploy/test installs it or says how"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone-sized page that must end without an error on its console."""
    complaints: list[str] = []
    page = browser.new_page(locale="en-IN", viewport={"width": 390, "height": 844})
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    yield page
    page.close()
    # The shop these tests return to is a bare address without an icon; that 404 is no fault of ours.
    assert [line for line in complaints if "favicon" not in line and "404" not in line] == []


def shop_flow(address: str) -> dict[str, object]:
    return {"type": "PG_CHECKOUT", "merchantUrls": {"redirectUrl": address}}


def test_a_person_fails_retries_and_returns_to_the_shop_on_another_origin(
    page: Page, merchant: Merchant, sandbox: SandboxProcess
) -> None:
    # The same server under another name is another origin to a browser.
    shop = f"http://localhost:{sandbox.port}/healthz?back=1"
    page.goto(merchant.page(paymentFlow=shop_flow(shop)))
    page.get_by_role("link", name="Card").click()
    page.get_by_role("button", name="Pay ₹1,234.50").click()
    page.get_by_label("Reason for the failure").select_option("CARD_EXPIRED")
    page.get_by_role("button", name="Payment fails").click()
    expect(page.get_by_role("alert")).to_contain_text("Card expired")

    page.get_by_role("link", name="UPI").click()
    page.get_by_role("button", name="Pay ₹1,234.50").click()
    page.get_by_role("button", name="Payment succeeds").click()

    page.wait_for_url(shop)
    assert merchant.status()["state"] == "COMPLETED"


def test_the_time_left_counts_down_and_the_page_closes_with_it(
    page: Page, merchant: Merchant, sandbox: SandboxProcess
) -> None:
    address = merchant.page()
    sandbox.control("/clock", advance=597)
    page.goto(address)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"0:0[0-3]"))

    expect(page.get_by_role("heading")).to_have_text("The time to pay is over.")


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("method", ["upi", "card", "netbanking", "wallet"])
def test_every_method_fits_a_narrow_phone(page: Page, merchant: Merchant, method: str, language: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})

    page.goto(f"{merchant.page()}&method={method}&lang={language}")

    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_hindi_is_drawn_without_a_font_of_the_machine(page: Page, merchant: Merchant) -> None:
    page.goto(f"{merchant.page()}&lang=hi")

    page.wait_for_function(
        "[...document.fonts].some(font => font.family.includes('Devanagari') && font.status === 'loaded')"
    )


def test_the_frame_over_the_shop_tells_when_the_flow_ended_or_was_closed(
    page: Page, merchant: Merchant, sandbox: SandboxProcess
) -> None:
    shop = f"http://localhost:{sandbox.port}/healthz"
    page.goto(shop)
    page.add_script_tag(url=f"http://localhost:{sandbox.port}/web/bundle/checkout.js")
    open_frame = """tokenUrl => {
        window.told = new Promise(callback => PhonePeCheckout.transact({tokenUrl, callback, type: "IFRAME"}))
    }"""

    page.evaluate(open_frame, merchant.page(paymentFlow=shop_flow(shop)))
    page.get_by_role("button", name="Close").click()
    closed = page.evaluate("window.told")
    page.evaluate(open_frame, merchant.page(merchantOrderId="TXN2", paymentFlow=shop_flow(shop)))
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Pay ₹1,234.50").click()
    frame.get_by_role("button", name="Payment succeeds").click()

    assert (closed, page.evaluate("window.told")) == ("USER_CANCEL", "CONCLUDED")
    assert merchant.status("TXN2")["state"] == "COMPLETED"
