from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin

import httpx
import pytest

from project.sandbox.texts import format_rupees
from tests.sandbox.conftest import SHOP_PAGE, Merchant
from tests.sandbox_process import SandboxProcess, Shopper


@pytest.fixture
def browser() -> Iterator[httpx.Client]:
    with httpx.Client(headers={"Accept-Language": "en"}, trust_env=False) as client:
        yield client


def test_the_page_shows_amount_order_and_time_left(merchant: Merchant, browser: httpx.Client) -> None:
    page = browser.get(merchant.page(amount=12_345_650))

    assert "₹1,23,456.50" in page.text
    assert "TXN1" in page.text
    assert re.search(r'data-seconds-left="(599|600)"', page.text)


@pytest.mark.parametrize(
    ("query", "accept", "lang", "words"),
    [
        ("", "en-IN,hi;q=0.5", "en", "How would you like to pay?"),
        ("", "hi-IN,en;q=0.5", "hi", "आप कैसे भुगतान करना चाहेंगे?"),
        ("&lang=hi", "en", "hi", "शेष समय"),
        ("&lang=en", "hi", "en", "Time left"),
        ("", "fr", "en", "Time left"),
    ],
)
def test_the_page_speaks_english_and_hindi(
    merchant: Merchant, browser: httpx.Client, query: str, accept: str, lang: str, words: str
) -> None:
    page = browser.get(merchant.page() + query, headers={"Accept-Language": accept})

    assert f'<html lang="{lang}">' in page.text
    assert words in page.text


@pytest.mark.parametrize(
    ("query", "lang", "words"),
    [("", "hi", "आप कैसे भुगतान करना चाहेंगे?"), ("&lang=en", "en", "How would you like to pay?")],
)
def test_the_page_opens_in_the_language_of_the_return_address(
    merchant: Merchant, browser: httpx.Client, query: str, lang: str, words: str
) -> None:
    urls = {"redirectUrl": f"{SHOP_PAGE}?lang=hi"}
    address = merchant.page(paymentFlow={"type": "PG_CHECKOUT", "merchantUrls": urls})

    page = browser.get(address + query)

    assert f'<html lang="{lang}">' in page.text
    assert words in page.text


def test_the_page_needs_no_inline_script_and_nothing_from_elsewhere(
    merchant: Merchant, browser: httpx.Client
) -> None:
    address = merchant.page()
    page = browser.get(address)

    policy = page.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "form-action 'self' https://shop.example;" in policy
    assert "unsafe" not in policy
    assert "style=" not in page.text and "onclick" not in page.text
    for asset in re.findall(r'(?:src|href)="([^"]+\.(?:css|js|svg))"', page.text):
        assert browser.get(urljoin(address, asset)).status_code == 200


def test_paying_leads_back_to_the_shop(merchant: Merchant, sandbox: SandboxProcess) -> None:
    assert sandbox.pay(merchant.page()) == SHOP_PAGE
    assert merchant.status()["state"] == "COMPLETED"


def test_a_failure_leads_back_to_the_page_with_its_reason(merchant: Merchant, browser: httpx.Client) -> None:
    shopper = Shopper(browser, merchant.page())
    shopper.submit(step="start")
    shopper.submit(outcome="failure", reason="Z9")

    assert "Not enough balance" in shopper.page.text
    assert 'role="alert"' in shopper.page.text
    assert merchant.status()["state"] == "PENDING"


@pytest.mark.parametrize(
    "card",
    [
        {"card_number": "4111 1111 1111 1111", "expiry": "06/27", "cvv": "508"},
        {"card_number": "4208 5851 9011 6667", "expiry": "06/28", "cvv": "508"},
        {"card_number": "4208 5851 9011 6667", "expiry": "06/27", "cvv": "509"},
        {"card_number": "", "expiry": "", "cvv": ""},
    ],
)
def test_a_real_card_is_turned_away(
    merchant: Merchant, browser: httpx.Client, sandbox: SandboxProcess, card: dict[str, str]
) -> None:
    page = browser.post(merchant.page() + "&method=card", data={"step": "start", **card})

    assert page.status_code == 422
    assert "Never type a real card here" in page.text
    assert sandbox.control("/state", "GET")["attempts"] == []


def test_a_card_needs_its_otp(merchant: Merchant, browser: httpx.Client) -> None:
    shopper = Shopper(browser, merchant.page() + "&method=card")
    shopper.submit(step="start")
    shopper.submit(outcome="success", otp="000000")

    assert shopper.page.status_code == 422
    assert "Wrong OTP" in shopper.page.text
    assert merchant.status()["state"] == "PENDING"


@pytest.mark.parametrize(
    ("method", "form"),
    [
        ("upi", {"upi_mode": "UPI_COLLECT", "vpa": "nobody"}),
        ("upi", {"upi_mode": "CHEQUE", "vpa": "a@b"}),
        ("netbanking", {"bank": "NOBANK"}),
        ("wallet", {}),
    ],
)
def test_a_choice_that_does_not_exist_is_refused(
    merchant: Merchant, browser: httpx.Client, method: str, form: dict[str, str]
) -> None:
    page = browser.post(f"{merchant.page()}&method={method}", data={"step": "start", **form})

    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert merchant.status()["paymentDetails"] == []


def test_pressing_pay_twice_starts_one_attempt(merchant: Merchant, browser: httpx.Client) -> None:
    address = merchant.page()
    form = {"step": "start", "upi_mode": "UPI_INTENT"}

    browser.post(address, data=form)
    browser.post(address, data=form)

    assert len(merchant.status()["paymentDetails"]) == 1


def test_a_second_tab_cannot_fail_what_the_first_one_paid(merchant: Merchant, browser: httpx.Client) -> None:
    first = Shopper(browser, merchant.page())
    first.submit(step="start")
    second = Shopper(browser, first.address)
    first.submit(outcome="success")
    second.submit(outcome="failure", reason="Z9")

    assert merchant.status()["state"] == "COMPLETED"
    assert "This order is paid." in second.page.text


def test_the_page_of_an_expired_order_takes_no_payment(
    merchant: Merchant, browser: httpx.Client, sandbox: SandboxProcess
) -> None:
    shopper = Shopper(browser, merchant.page())
    sandbox.control("/clock", advance=601)
    shopper.submit(step="start")

    assert "The time to pay is over." in shopper.page.text
    assert SHOP_PAGE in shopper.page.text


def test_cancelling_fails_the_order_or_leaves_it_as_the_settings_say(
    merchant: Merchant, sandbox: SandboxProcess
) -> None:
    assert sandbox.pay(merchant.page(), "cancel") == SHOP_PAGE
    sandbox.control("/settings", cancel_fails_order=False)
    sandbox.pay(merchant.page(merchantOrderId="TXN2"), "cancel")

    cancelled = merchant.status()
    assert (cancelled["state"], cancelled["detailedErrorCode"]) == ("FAILED", "ORDER_CANCELLED_BY_USER")
    assert merchant.status("TXN2")["state"] == "PENDING"


def test_a_page_nobody_made_does_not_exist(sandbox: SandboxProcess, browser: httpx.Client) -> None:
    for address in ("/transact/uat_v3?token=guess", "/transact/uat_v3"):
        assert browser.get(sandbox.url + address).status_code == 404
        assert browser.post(sandbox.url + address, data={"step": "start"}).status_code == 404


def test_strict_pages_open_from_the_shop_only(
    merchant: Merchant, browser: httpx.Client, sandbox: SandboxProcess
) -> None:
    sandbox.control("/settings", require_referer=True)
    address = merchant.page()

    assert browser.get(address).status_code == 403
    assert browser.get(address, headers={"Referer": "https://shop.example/"}).status_code == 200


def test_the_list_shows_orders_and_settles_them(
    merchant: Merchant, browser: httpx.Client, sandbox: SandboxProcess
) -> None:
    merchant.page()
    shopper = Shopper(browser, f"{sandbox.url}/")
    shopper.submit(outcome="success")

    assert "TXN1" in shopper.page.text
    assert merchant.status()["state"] == "COMPLETED"
    assert "Completed" in browser.get(f"{sandbox.url}/").text


def test_the_browser_script_offers_what_the_providers_offers(
    sandbox: SandboxProcess, browser: httpx.Client
) -> None:
    script = browser.get(f"{sandbox.url}/web/bundle/checkout.js")

    assert script.headers["content-type"].startswith("text/javascript")
    for word in ("PhonePeCheckout", "transact", "closePage", "USER_CANCEL", "CONCLUDED"):
        assert word in script.text


@pytest.mark.parametrize(
    ("paise", "text"),
    [(100, "₹1"), (123_450, "₹1,234.50"), (10_000_000, "₹1,00,000"), (1_234_567_890, "₹1,23,45,678.90")],
)
def test_amounts_are_grouped_the_indian_way(paise: int, text: str) -> None:
    assert format_rupees(paise) == text
