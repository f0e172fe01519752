"""The payment's screen in every state: the server's first screen, the script's, another device, a sleep."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.buying import GUEST
from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import ENGLISH_NIGHTLY, HINDI_NIGHTLY, localized_message
from tests.e2e.shop_steps import BEAD, Questions, Traffic, answer_at_the_bank, wait_until_paid
from tests.e2e.stack import Stack
from tests.waiting import eventually

pytestmark = pytest.mark.any_stack

# What differs from one moment to the next: countdowns, times, and steps that are ticked meanwhile.
MOMENTS = re.compile(
    r"\d+ (?:seconds?|सेकंड)|(?:[ऀ-ॿ]+ )?\d+:\d\d:\d\d (?:[ap]m|बजे)|– (?:still open|अभी बाक़ी है)"
    r"|\d+ \S+ \d{4}, (?:[ऀ-ॿ]+ )?\d+:\d\d (?:[ap]m|बजे)"
)
STATES = ("processing", "success", "failed", "cancelled", "received")
# What has moved by more than a hair.
NOTE_SHIFTS = """
    window.shifts = []
    const moved = ({ node, previousRect, currentRect }) =>
        `${node?.nodeName} ${node?.textContent} from ${previousRect.y} to ${currentRect.y}`
    new PerformanceObserver((list) => {
        for (const { startTime, value, sources } of list.getEntries())
            if (value > 0.002) window.shifts.push([startTime, value, ...sources.map(moved)])
    }).observe({ type: "layout-shift", buffered: true })
"""
# Bytes of the page, its scripts, styles and fonts, compressed as they came.
TRANSFERRED = """() => Object.fromEntries(
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ name }) => !name.includes("/media/"))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize]))
"""


class Shopper:
    """A guest who buys by calls alone, as a page's script would."""

    def __init__(self, stack: Stack, http: httpx.Client) -> None:
        self._stack = stack
        self._http = http

    def pay(self) -> str:
        """Place an order and open its payment page; return the transaction id."""
        product = self._ask("GET", f"/products/{BEAD}")["product"]
        items = [{"productId": product["_id"], "quantity": 1, "customization": {}}]
        details = {
            "items": items,
            "amount": self._ask("POST", "/orders/quote", json={"items": items})["totalAmount"],
            "customerInfo": GUEST | {"email": "screens@akshamala.example"},
        }
        order = self._ask("POST", "/orders/create-guest-order", json=details)
        body = {"orderId": order["orderId"], "key": order["orderKey"]}
        return str(self._ask("POST", "/phonepe/create-order", json=body)["transactionId"])

    def pay_until(self, state: str) -> str:
        """Bring a payment into a state."""
        transaction_id = self.pay()
        sandbox = self._stack.sandbox
        if state == "success":
            sandbox.settle(transaction_id, "success")
        elif state == "cancelled":
            sandbox.settle(transaction_id, "cancel")
        elif state == "failed":
            sandbox.settle(transaction_id, "pending")
            alter = {
                "state": "FAILED",
                "errorCode": "BANK_TECHNICAL_ISSUE",
                "detailedErrorCode": "U28",
            }
            sandbox.fault("alter", on="status", order=transaction_id, value=alter, times=None)
        elif state == "received":
            sandbox.fault("alter", on="status", order=transaction_id, value={"state": "ON_HOLD"}, times=None)
        shown = self._ask("POST", "/payments/verify-phonepe", json={"merchantTransactionId": transaction_id})
        assert shown["outcome"] == ("failed" if state == "cancelled" else state), shown
        return transaction_id

    def _ask(self, method: str, path: str, **given: Any) -> dict[str, Any]:
        answer = self._http.request(method, path, **given).raise_for_status().json()
        data: dict[str, Any] = answer["data"]
        return data


@pytest.fixture
def shopper(stack: Stack) -> Iterator[Shopper]:
    """Somebody who has come to buy."""
    with httpx.Client(base_url=f"{stack.shop_url}/api", timeout=30, trust_env=False) as http:
        yield Shopper(stack, http)


@pytest.fixture
def in_india(browser: Browser) -> Iterator[BrowserContext]:
    """A browser whose clock shows India's time, as the server's first screen does; it runs no script."""
    context = browser.new_context(
        java_script_enabled=False,
        timezone_id="Asia/Kolkata",
        viewport={"width": PHONE[0], "height": PHONE[1]},
    )
    yield context
    context.close()


def words(page: Page) -> str:
    """Return what the card and all beside it say, but for the moments."""
    return MOMENTS.sub(
        "…", " ".join(page.locator("main article, main details, main section").all_inner_texts())
    )


def words_once_equal(page: Page, wanted: str) -> str:
    """Return what the card says, as soon as that is what is wanted, and after a while whatever it is."""
    with suppress(AssertionError):
        eventually(lambda: words(page) == wanted, seconds=10)
    return words(page)


# In English test_hydration.py compares the two on a larger screen.
@pytest.mark.parametrize("language", ENGLISH_NIGHTLY)
@pytest.mark.timeout(240)
def test_first_screen_says_what_the_script_then_says_and_nothing_moves(
    open_page: OpenPage, stack: Stack, shopper: Shopper, in_india: BrowserContext, language: str
) -> None:
    still = in_india.new_page()
    page = open_page(f"{language}-IN", size=PHONE)
    traffic = Traffic(page)
    page.add_init_script(NOTE_SHIFTS)
    # Letters that come late move lines, too; here counts what the script moves.
    browser = page.context.new_cdp_session(page)
    browser.send("Network.enable")
    browser.send("Network.setBlockedURLs", {"urls": ["*.woff", "*.woff2"]})
    for state in STATES:
        address = f"{stack.shop_url}/order-confirmation/{shopper.pay_until(state)}?lang={language}"
        still.goto(address)
        first = words(still)

        page.goto(address)

        # Only the script puts a button there that copies.
        expect(page.locator("main dl button")).to_be_visible()
        traffic.wait_until_quiet()
        assert words_once_equal(page, first) == first, state
        assert page.evaluate("window.shifts") == [], state
        assert (violations(page), wider_than_the_screen(page)) == ([], 0), state
        # A tab knows its last payment.
        page.evaluate("sessionStorage.clear()")


def test_first_screen_can_be_read_and_asked_again_without_script(
    stack: Stack, shopper: Shopper, in_india: BrowserContext
) -> None:
    page = in_india.new_page()
    transaction_id = shopper.pay()
    page.goto(f"{stack.shop_url}/confirmation/success?transactionId={transaction_id}&status=SUCCESS")
    expect(page.get_by_role("heading", level=1)).to_have_text("Payment Processing")
    stack.sandbox.settle(transaction_id, "success")

    page.goto(f"{stack.shop_url}/payment/status")
    page.get_by_label("Transaction ID").fill(transaction_id)
    page.get_by_role("button", name="Show the payment").click()

    expect(page.get_by_text(transaction_id)).to_be_visible()


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_laptop_that_slept_is_right_when_it_wakes(
    open_page: OpenPage, stack: Stack, shopper: Shopper, language: str
) -> None:
    page = open_page(f"{language}-IN")
    traffic = Traffic(page)
    transaction_id = shopper.pay()
    stack.sandbox.settle(transaction_id, "pending")
    page.goto(f"{stack.shop_url}/order-confirmation/{transaction_id}")
    expect(page.get_by_text({"en": "Live", "hi": "लाइव"}[language], exact=True)).to_be_visible()
    traffic.wait_until_quiet()
    laptop = page.context.new_cdp_session(page)
    # The lid closes: the page stands still, and the network is gone with it.
    laptop.send("Page.setWebLifecycleState", {"state": "frozen"})
    page.context.set_offline(True)
    stack.sandbox.settle(transaction_id, "success")
    wait_until_paid(stack, transaction_id, seconds=45)

    page.context.set_offline(False)
    laptop.send("Page.setWebLifecycleState", {"state": "active"})

    title = {"en": "Payment Successful", "hi": "भुगतान सफल"}[language]
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_phone_pays_again_and_the_laptops_screen_turns(
    open_page: OpenPage, stack: Stack, shopper: Shopper
) -> None:
    laptop = open_page()
    traffic = Traffic(laptop)
    transaction_id = shopper.pay_until("cancelled")
    laptop.goto(f"{stack.shop_url}/order-confirmation/{transaction_id}")
    expect(laptop.get_by_text("Live", exact=True)).to_be_visible()
    laptop.get_by_text("Pay on your phone").click()
    code = laptop.get_by_role("img", name="QR code with the address of this page")
    expect(code).to_be_visible()
    expect(code).not_to_have_js_property("naturalWidth", 0)
    traffic.wait_until_quiet()
    questions = Questions(laptop)

    phone = open_page(size=PHONE)
    phone.goto(f"{stack.shop_url}/order-confirmation/{transaction_id}")
    phone.get_by_role("button", name="Try Again").click()
    phone.wait_for_url(f"{stack.sandbox.url}/**")

    # The laptop now follows the new payment, without a new document.
    expect(laptop.get_by_role("heading", name="Payment Processing")).to_be_visible()
    expect(laptop).not_to_have_url(re.compile(transaction_id))
    answer_at_the_bank(phone, "success")
    expect(phone.get_by_role("heading", name="Payment Successful")).to_be_visible()
    expect(laptop.get_by_role("heading", name="Payment Successful")).to_be_visible()
    assert [asked for asked in questions.asked if asked.endswith(transaction_id)] == []


def test_network_that_is_gone_is_never_told_as_a_failed_payment(
    open_page: OpenPage, stack: Stack, shopper: Shopper
) -> None:
    page = open_page(size=PHONE)
    transaction_id = shopper.pay()
    page.route("**/api/phonepe/status-check/**", lambda route: route.abort())
    page.route_web_socket("**/socket.io/**", lambda socket: socket.close())
    # Found by this tab's memory, so that the first answer is asked for by the script.
    page.goto(f"{stack.shop_url}/payment/status")
    page.evaluate(
        "kept => sessionStorage.setItem('phonepePaymentData', JSON.stringify(kept))",
        {"orderId": "AKS-1", "transactionId": transaction_id, "amount": 500},
    )

    page.goto(f"{stack.shop_url}/confirmation/failed")

    expect(page.get_by_role("heading", level=1)).to_have_text("Payment Status Check Failed")
    expect(page.get_by_text("Your money is safe")).to_be_visible()
    page.unroute("**/api/phonepe/status-check/**")
    page.get_by_role("button", name="Try Again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Payment Processing")


@pytest.mark.parametrize(
    ("language", "address"),
    [
        ("en", "/confirmation/failed?orderId={}"),
        ("hi", "/confirmation/failed/{}"),
        pytest.param("en", "/confirmation/failed/{}", marks=pytest.mark.nightly),
        pytest.param("hi", "/confirmation/failed?orderId={}", marks=pytest.mark.nightly),
    ],
)
def test_named_order_tells_a_stranger_nothing_but_how_to_prove_it_is_theirs(
    open_page: OpenPage, stack: Stack, language: str, address: str
) -> None:
    page = open_page(f"{language}-IN", size=PHONE)

    page.goto(stack.shop_url + address.format("AKS-0000000000AB"))

    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_text(
        localized_message(language, "payment-more:order.title")
    )
    expect(main.get_by_text("AKS-0000000000AB")).to_be_visible()
    expect(
        main.get_by_role("link", name=localized_message(language, "payment-more:order.logIn"))
    ).to_be_visible()
    expect(main.get_by_text(localized_message(language, "payment-more:help.method"))).to_be_visible()
    assert violations(page) == []
    main.get_by_role("button", name=localized_message(language, "common:goBack")).click()
    page.wait_for_url(f"{stack.shop_url}/")


@pytest.mark.parametrize(
    ("language", "path", "key"),
    [
        ("en", "/payment/status", "payment:verifyFailed"),
        ("hi", "/confirmation/TXN0", "payment:checkFailed"),
        pytest.param("hi", "/payment/status", "payment:verifyFailed", marks=pytest.mark.nightly),
        pytest.param("en", "/confirmation/TXN0", "payment:checkFailed", marks=pytest.mark.nightly),
    ],
)
def test_check_that_failed_says_which_check(
    open_page: OpenPage, stack: Stack, language: str, path: str, key: str
) -> None:
    page = open_page(f"{language}-IN", size=PHONE)
    page.route("**/api/phonepe/status-check/**", lambda route: route.abort())
    page.route_web_socket("**/socket.io/**", lambda socket: socket.close())

    page.goto(f"{stack.shop_url}{path}?transactionId=TXN0")

    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_text(
        localized_message(language, "payment:failedCheck.title")
    )
    expect(main.get_by_text(localized_message(language, key), exact=True).last).to_be_visible()
    expect(main.get_by_role("button", name=localized_message(language, "common:goBack"))).to_be_visible()


# The libraries of every page are 114 kB of it, the page with its styles 25, fonts 31 and 98.
@pytest.mark.parametrize(("language", "most_kb"), [("en", 233), ("hi", 304)])
def test_a_first_visit_to_a_paid_payment_transfers_little(
    open_page: OpenPage, stack: Stack, shopper: Shopper, language: str, most_kb: int
) -> None:
    page = open_page(f"{language}-IN", size=PHONE)

    page.goto(f"{stack.shop_url}/order-confirmation/{shopper.pay_until('success')}")
    expect(page.get_by_role("contentinfo")).to_be_visible()
    page.wait_for_load_state("networkidle")

    bytes_by_name: dict[str, int] = page.evaluate(TRANSFERRED)
    assert sum(bytes_by_name.values()) / 1000 <= most_kb, bytes_by_name
