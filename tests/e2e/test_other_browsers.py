"""The shop in Firefox and WebKit: what people come for works there, too, and live."""

import contextlib
import re
import time
import uuid
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.e2e.faulty_proxy import FaultyProxy
from tests.e2e.other_browsers import Firefox, OtherBrowser, WebKit, console_of_webkit
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import BEAD, BIRTH, login_code
from tests.e2e.stack import Stack
from tests.e2e.test_older_browsers import NOT_LOADED
from tests.waiting import eventually

pytestmark = [pytest.mark.nightly, pytest.mark.any_stack, pytest.mark.timeout(300)]

Kind = type[Firefox] | type[WebKit]
OpenBrowser = Callable[[], OtherBrowser]
DIALOG = "[role=dialog]"
ADMIN = "admin@akshamala.example"
# As the page has read them; what a page asks while it stays can be compared with it.
REQUESTS = """() => performance.getEntriesByType("resource").map((entry) => entry.name)
    .filter((url) => new URL(url).pathname.startsWith("/api/"))"""

# Less than the clock takes, which finds a payment by itself.
BY_ITSELF_SECONDS = 15.0


def settled_requests(browser: OtherBrowser) -> list[str]:
    """Return what the page has asked, when it has asked nothing more for a second."""

    def look() -> tuple[list[str]] | None:
        before: list[str] = browser.evaluate(REQUESTS)
        time.sleep(1)
        return (before,) if browser.evaluate(REQUESTS) == before else None

    return eventually(look)[0]


@pytest.fixture(params=[Firefox, WebKit])
def kind(request: pytest.FixtureRequest) -> Kind:
    """One browser after the other."""
    found: Kind = request.param
    return found


@pytest.fixture
def open_browser(kind: Kind) -> Iterator[OpenBrowser]:
    """Open browsers of separate people; none may end with a script error or a breach of its page's policy."""
    opened: list[OtherBrowser] = []
    with contextlib.ExitStack() as closing:

        def open_browser() -> OtherBrowser:
            opened.append(closing.enter_context(kind()))
            return opened[-1]

        yield open_browser
        assert [browser.complaints() for browser in opened] == [[] for _ in opened]


def log_in(browser: OtherBrowser, stack: Stack, email: str) -> None:
    """Log in by the code in the mail, on the login page that is shown."""
    mark = stack.last_mail_id()
    browser.fill(localized_message("en", "account:fields.email"), email)
    browser.click("button", localized_message("en", "account:login.send"))
    browser.fill(localized_message("en", "account:login.code"), login_code(stack, email, after=mark))
    browser.click("button", localized_message("en", "account:login.verify"))


def go_to_pay_page(browser: OtherBrowser, stack: Stack) -> str:
    """Buy as a guest up to the provider's page; return the transaction id."""
    browser.go(f"{stack.shop_url}/products/{BEAD}")
    browser.click("button", f"^{localized_message('en', 'shop:card.buyNow')}$", inside="main")
    to_details, to_payment = (
        localized_message("en", f"checkout:{name}") for name in ("toDetails", "toPayment")
    )
    if browser.see("button", f"^({to_details}|{to_payment})$", inside=DIALOG) == to_details:
        browser.click("button", to_details, inside=DIALOG)
    for name, value in {
        "firstName": "Sample",
        "lastName": "Shopper",
        "email": "other-browser@akshamala.example",
        "phone": "9876543210",
        "street": "12 Sample Road",
        "city": "Pune",
        "pincode": "411001",
    }.items():
        browser.fill(localized_message("en", f"checkout:fields.{name}"), value, inside=DIALOG)
    browser.choose(localized_message("en", "checkout:fields.state"), "Maharashtra", inside=DIALOG)
    browser.click("button", to_payment, inside=DIALOG)
    browser.click("button", "^Pay ₹", inside=DIALOG)
    browser.wait_for_url(f"^{stack.sandbox.url}/")
    found = re.search(r"TXN\w+", browser.evaluate("() => document.body.innerText"))
    assert found is not None
    return found[0]


def test_front_page_leads_to_products_that_can_be_filtered(open_browser: OpenBrowser, stack: Stack) -> None:
    browser = open_browser()
    browser.go(stack.shop_url)
    browser.see("heading", "Akshamala|rudraksha|Rudraksha")
    browser.click("link", "^All products$|^View all|^Shop all")

    browser.wait_for_url("/products")
    browser.click("checkbox", "^Rudraksha", inside="aside")
    browser.wait_for_url("category=rudraksha")
    browser.choose("Sort by", "Price: low to high")

    browser.wait_for_url("sortBy=price-low")
    query = {"category": "rudraksha", "sortBy": "price-low"}
    answer = httpx.get(f"{stack.shop_url}/api/products", params=query, trust_env=False).json()["data"]
    cheapest = answer["products"][0]["title"]
    browser.see("heading", f"^{re.escape(cheapest)}$", inside="main")
    eventually(lambda: cheapest in browser.see("article", "."))


def test_product_goes_into_the_cart_and_stays(open_browser: OpenBrowser, stack: Stack) -> None:
    browser = open_browser()
    browser.go(f"{stack.shop_url}/products/{BEAD}")

    browser.click("button", "^Add to cart", inside="main")
    browser.see("text", "is in your cart", inside=DIALOG)
    browser.click("link", "^View cart$", inside=DIALOG)

    browser.wait_for_url("/cart$")
    browser.see("link", "5 Mukhi Rudraksha", inside="main")
    browser.go(f"{stack.shop_url}/cart")
    browser.see("link", "5 Mukhi Rudraksha", inside="main")
    browser.see("button", "^Cart, 1 piece$")


def test_guest_pays_and_the_page_settles_by_itself(open_browser: OpenBrowser, stack: Stack) -> None:
    browser = open_browser()
    transaction_id = go_to_pay_page(browser, stack)
    browser.click("button", "^Pay ")
    browser.click("button", "^Leave it pending$")
    browser.wait_for_url("/order-confirmation/")
    browser.see("heading", localized_message("en", "payment:processing.title"))
    browser.see("text", f"^{localized_message('en', 'common:live')}$")
    browser.evaluate("() => { window.stays = true }")
    asked = settled_requests(browser)

    stack.sandbox.settle(transaction_id, "success")

    browser.see("heading", localized_message("en", "payment:success.title"), seconds=BY_ITSELF_SECONDS)
    assert browser.evaluate("() => window.stays") is True
    assert browser.evaluate(REQUESTS) == asked


def test_birth_leads_to_a_bead_and_a_chart(open_browser: OpenBrowser, stack: Stack) -> None:
    browser = open_browser()
    browser.go(f"{stack.shop_url}/rudraksh-recommendation")
    for field in ("name", "gender", "dateOfBirth", "timeOfBirth", "placeOfBirth"):
        if field == "gender":
            browser.click("radio", f"^{localized_message('en', 'guidance:form.female')}$")
        else:
            browser.fill(localized_message("en", f"guidance:form.{field}"), BIRTH[field])
        last = field == "placeOfBirth"
        browser.click("button", localized_message("en", f"guidance:form.{'submit' if last else 'next'}"))
    browser.see("heading", localized_message("en", "guidance:result.primary"))
    browser.click("button", localized_message("en", "guidance:chart.show"))

    # The first to ask for the sky waits until it is computed.
    browser.see("img", f"^{localized_message('en', 'guidance:chart.north')}", seconds=60)
    browser.see("img", f"^{localized_message('en', 'guidance:chart.south')}")


def test_customer_logs_in_by_the_code_in_the_mail(open_browser: OpenBrowser, stack: Stack) -> None:
    browser = open_browser()
    email = f"other-{uuid.uuid4().hex[:8]}@akshamala.example"
    browser.go(f"{stack.shop_url}/login?redirect=/profile")

    log_in(browser, stack, email)

    browser.wait_for_url("/profile$")
    browser.see("text", f"Logged in as {re.escape(email)}")


def test_admin_sees_a_transaction_appear_and_settle(open_browser: OpenBrowser, stack: Stack) -> None:
    admin = open_browser()
    admin.go(f"{stack.staff_url}/login?redirect=/admin/transactions")
    log_in(admin, stack, ADMIN)
    admin.click("button", localized_message("en", "secondFactor:shortcut.button"))
    admin.wait_for_url("/admin/transactions$")
    admin.see("text", f"^{localized_message('en', 'common:live')}$")
    admin.evaluate("() => { window.stays = true }")

    transaction_id = go_to_pay_page(open_browser(), stack)

    assert "Pending" in admin.see("row", transaction_id)
    stack.sandbox.settle(transaction_id, "success")
    admin.see("row", f"{transaction_id}.*Success|Success.*{transaction_id}")
    assert admin.evaluate("() => window.stays") is True


def test_first_script_that_was_lost_is_retried(kind: Kind, stack: Stack) -> None:
    with FaultyProxy(stack.shop_url, "/assets/index-.*js", times=2) as line, kind() as browser:
        # Waits for the application.
        browser.go(f"{line.url}/products")

        assert line.left == 0


# The first script of all, which fetches the others; what it imports; the application.
@pytest.mark.parametrize("name", ["index", "load-code", "hydrate"])
def test_page_whose_script_never_comes_offers_to_reload(kind: Kind, stack: Stack, name: str) -> None:
    with FaultyProxy(stack.shop_url, f"/assets/{name}-.*js", times=1000) as line, kind() as browser:
        browser.open(f"{line.url}/products")
        browser.see("text", re.escape(NOT_LOADED), inside="[role=alert]")

        line.left = 0
        browser.click("button", "^Reload$", inside="[role=alert]")

        # Waits for the application.
        browser.wait_for_url("/products$")
        browser.see("button", "^Search$")


def test_no_page_writes_an_error_to_the_console_of_webkit(stack: Stack) -> None:
    control = "data:text/html,<script>console.error('seen')</script>"
    paths = ["", "/products", f"/products/{BEAD}", "/rudraksh-recommendation", "/cart", "/login"]

    console = console_of_webkit(control, *(f"{stack.shop_url}{path}" for path in paths))

    assert [line for line in console if "seen" in line] != []
    assert [line for line in console if "ERROR" in line and "seen" not in line] == []
