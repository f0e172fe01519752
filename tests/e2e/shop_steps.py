"""Steps of shoppers, by the texts they see."""

import re
import time

import httpx
from playwright.sync_api import Locator, Page, Request, expect

from tests.e2e.screen_texts import language_of, localized_message, saying
from tests.e2e.stack import Stack
from tests.waiting import eventually

BEAD = "5-mukhi-rudraksha"
LOADING = "[aria-busy=true], .animate-shimmer"
# The browser's own idle time comes when it has shown what there is to show. What holds the place of a part
# stays a moment longer than the part takes, so that it does not flicker. A browser that draws nothing has no
# frame to wait for: a second will do then.
IS_IDLE = """(loading) => new Promise((done) => {
    const look = () => done(!loading || !document.querySelector(loading))
    requestAnimationFrame(() => requestIdleCallback(look))
    setTimeout(look, 1000)
})"""
# What has come may ask for more, a moment later.
QUIET_LOOKS = 3
# What a page may call its session in local storage; it opens nothing.
SESSION_NAME = "session-of-a-test"


def wait_for_application(page: Page) -> None:
    """Wait until the application has taken the first screen over, where what is pressed can be lost."""
    page.wait_for_function(
        "() => !document.getElementById('root') || 'ready' in document.documentElement.dataset"
    )


def wait_until_loaded(page: Page) -> None:
    """Wait until nothing on the page is marked as loading, or holds the place of what is."""
    page.wait_for_function("loading => !document.querySelector(loading)", arg=LOADING)


# As a link does, or the browser's own buttons.
GO_INSIDE = """(path) => {
    history.pushState(null, "", path)
    dispatchEvent(new PopStateEvent("popstate"))
}"""


def go_inside(page: Page, path: str) -> None:
    """Go to a page of another title without loading the application anew, which takes half of the time."""
    title = page.title()
    page.evaluate(GO_INSIDE, path)
    # A page sets its title when it shows itself.
    page.wait_for_function("title => document.title !== title", arg=title)


class Traffic:
    """A page's requests from now on that have no answer yet."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._under_way: set[Request] = set()
        page.on("request", self._begins)
        page.on("requestfinished", self._ends)
        page.on("requestfailed", self._ends)

    def _begins(self, request: Request) -> None:
        self._under_way.add(request)

    def _ends(self, request: Request) -> None:
        self._under_way.discard(request)

    def wait_until_quiet(self, *, loading: str = LOADING) -> None:
        """Wait until nothing is under way or marked as `loading`, and the page has nothing left to do."""
        looks = 0

        def is_quiet() -> bool:
            nonlocal looks
            is_idle = self._page.evaluate(IS_IDLE, loading)
            looks = looks + 1 if is_idle and not self._under_way else 0
            return looks == QUIET_LOOKS

        eventually(is_quiet)


def press_buy_now(page: Page) -> Locator:
    """Press the first Buy Now of the page itself; return the window that opens."""
    page.locator("main").get_by_role(
        "button", name=localized_message(language_of(page), "shop:card.buyNow")
    ).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


def open_dialog(page: Page, stack: Stack, slug: str = BEAD) -> None:
    """Open a product and press Buy Now."""
    page.goto(f"{stack.shop_url}/products/{slug}")
    press_buy_now(page)


def fill_details(page: Page, email: str) -> None:
    """Fill in the details step as a guest."""
    dialog = page.get_by_role("dialog")
    language = language_of(page)
    for name, value in {
        "firstName": "Sample",
        "lastName": "Shopper",
        "email": email,
        "phone": "98765 43210",
        "street": "12 Sample Road",
        "city": "Pune",
        "pincode": "411001",
    }.items():
        field = dialog.get_by_label(localized_message(language, f"checkout:fields.{name}"), exact=True)
        field.fill(value)
        expect(field).to_have_value(value)
    dialog.get_by_label(localized_message(language, "checkout:fields.state"), exact=True).select_option(
        "Maharashtra"
    )


def go_from_dialog_to_payment(page: Page, email: str) -> None:
    """Fill in what the open window asks a guest, up to its payment step."""
    dialog = page.get_by_role("dialog")
    language = language_of(page)
    to_details = dialog.get_by_role("button", name=localized_message(language, "checkout:toDetails"))
    to_payment = dialog.get_by_role("button", name=localized_message(language, "checkout:toPayment"))
    expect(to_details.or_(to_payment)).to_be_enabled()
    if to_details.is_visible():
        to_details.click()
    fill_details(page, email)
    to_payment.click()


def go_from_dialog_to_pay_page(page: Page, stack: Stack, email: str) -> str:
    """Fill in what the open window asks a guest and pay; return the transaction id."""
    go_from_dialog_to_payment(page, email)
    pay = saying(language_of(page), "checkout:pay.button")
    page.get_by_role("dialog").get_by_role("button", name=pay).click()
    return transaction_at_provider(page, stack)


def transaction_at_provider(page: Page, stack: Stack) -> str:
    """Wait for the provider's page and return the transaction it is about."""
    page.wait_for_url(f"{stack.sandbox.url}/**")
    found = re.search(r"TXN\w+", page.locator("main").inner_text())
    assert found is not None
    return found[0]


def go_to_pay_page(
    page: Page, stack: Stack, *, email: str = "guest@akshamala.example", slug: str = BEAD
) -> str:
    """Buy as a guest up to the provider's page; return the transaction id."""
    open_dialog(page, stack, slug)
    return go_from_dialog_to_pay_page(page, stack, email)


def answer_at_the_bank(page: Page, answer: str) -> None:
    """Press the provider's own buttons: pay, then what the bank says."""
    page.locator('button[name="step"][value="start"]').click()
    page.locator(f'button[name="outcome"][value="{answer}"]').click()
    page.wait_for_url("**/order-confirmation/*")
    wait_for_application(page)


def log_in(page: Page, stack: Stack, email: str, *, at: str) -> None:
    """Make the browser one that has logged in at the given server; it shows no page of the shop yet.

    Where the login is what is tested, people press its buttons: `log_in_here`.
    """
    page.goto(f"{at}/robots.txt")
    mark = stack.last_mail_id()
    asked = page.request.post(f"{at}/api/auth/send-otp", data={"email": email})
    expect(asked).to_be_ok()
    code = login_code(stack, email, after=mark)
    answer = page.request.post(f"{at}/api/auth/verify-otp", data={"email": email, "otp": code})
    expect(answer).to_be_ok()
    data = answer.json()["data"]
    if data["user"]["role"] != "customer":
        headers = {"Authorization": f"Bearer {data['token']}"}
        expect(page.request.post(f"{at}/dev/second-factor", headers=headers)).to_be_ok()
    # The browser has the session's cookie; this is how its pages know that there is one.
    page.evaluate(f"localStorage.setItem('token', '{SESSION_NAME}')")


def access_token(page: Page) -> str:
    """Return an access token of whoever is logged in in the page's browser, as the page itself gets one."""
    token: str = page.evaluate(
        "async () => (await (await fetch('/api/auth/session', {method: 'POST'})).json()).data.token"
    )
    return token


def skip_second_factor(at: str, token: str) -> str:
    """Replace the session of a sample account as the button of its login does; return the new token."""
    headers = {"Authorization": f"Bearer {token}"}
    answer = httpx.post(f"{at}/dev/second-factor", headers=headers, trust_env=False).raise_for_status()
    new: str = answer.json()["token"]
    return new


def log_in_here(page: Page, stack: Stack, email: str) -> None:
    """Log in by the code in the mail, on the login page that is shown."""
    language = language_of(page)
    mark = stack.last_mail_id()
    page.get_by_label(localized_message(language, "account:fields.email")).fill(email)
    page.get_by_role("button", name=localized_message(language, "account:login.send")).click()
    page.get_by_label(localized_message(language, "account:login.code")).fill(
        login_code(stack, email, after=mark, language=language)
    )
    page.get_by_role("button", name=localized_message(language, "account:login.verify")).click()
    page.wait_for_url(lambda url: "/login" not in url)


def section(page: Page, title: str) -> Locator:
    """Return one part of the profile, by its title."""
    return page.get_by_role("region", name=title)


def ask_for_code(page: Page, stack: Stack, email: str, *, press: str = "Send code") -> str:
    """Press the button that has a code sent; return the code out of the mail."""
    mark = stack.last_mail_id()
    page.get_by_role("button", name=press).click()
    return stack.mailbox.code_to(email, after=mark)


def login_code(stack: Stack, email: str, *, after: int, language: str = "en") -> str:
    """Return the code that the next mail to the address brings."""
    words = {"en": "login code", "hi": "लॉगिन कोड"}[language]
    return stack.mailbox.code_to(email, containing=words, after=after)


class Questions:
    """The REST questions a page asks from now on; the navigation counts, too."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if "/api/" in request.url or request.is_navigation_request():
            self.asked.append(f"{request.method} {request.url}")


def wait_until_paid(stack: Stack, transaction_id: str, *, seconds: float) -> None:
    """Wait until the shop's books say so, without the help of any page."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = httpx.get(f"{stack.shop_url}/api/phonepe/status-check/{transaction_id}", trust_env=False)
        if answer.json()["data"]["status"] == "SUCCESS":
            return
        time.sleep(0.1)
    raise AssertionError(f"{transaction_id} is not paid\n{stack.log()}")


BIRTH = {
    "name": "Asha Rao",
    "dateOfBirth": "22/08/1990",
    "timeOfBirth": "05:40",
    "placeOfBirth": "Ujjain, Madhya Pradesh",
}


def answer_birth_questions(page: Page, language: str = "en") -> None:
    """Answer what the recommendation asks, one question after the other, and ask for the bead."""

    def text(key: str) -> str:
        return localized_message(language, f"guidance:form.{key}")

    for field in ("name", "gender", "dateOfBirth", "timeOfBirth", "placeOfBirth"):
        if field == "gender":
            page.get_by_role("radio", name=text("female"), exact=True).check()
        else:
            page.get_by_label(text(field), exact=True).fill(BIRTH[field])
        page.get_by_role("button", name=text("submit" if field == "placeOfBirth" else "next")).click()
