"""A guest with too many unpaid orders finds the ways on: cancel one, or prove the e-mail address."""

import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.screen_texts import localized_message, saying
from tests.e2e.shop_steps import go_from_dialog_to_payment, press_buy_now, transaction_at_provider
from tests.e2e.stack import Stack
from tests.server_process import ServerProcess

BEADS = ("5-mukhi-rudraksha", "rudraksha-mala-108")


@pytest.fixture(scope="module")
def server(stack: Stack) -> Iterator[ServerProcess]:
    """A web server with the limit of a shop that lets a buyer hold one unpaid order."""
    stack.change_shop(limits={"unpaid_orders_per_buyer": 1})
    server = stack.serve()
    yield server
    server.stop()
    stack.restore_shop()


@pytest.fixture(autouse=True)
def nothing_held(stack: Stack) -> None:
    """Every guest of these tests has the same phone number: nobody holds anything when a test begins."""
    stack.manage(
        "shell",
        "-c",
        "from project.orders.actions import cancel_unpaid\n"
        "from project.orders.models import Order\n"
        "for order in Order.objects.filter(status='pending'):\n"
        "    cancel_unpaid(order.order_id, cause='test')\n",
    )


def order(page: Page, server: ServerProcess, slug: str, email: str, language: str) -> None:
    """Buy as a guest up to the button that opens the payment page."""
    page.goto(f"{server.url}/products/{slug}")
    press_buy_now(page)
    go_from_dialog_to_payment(page, email)
    page.get_by_role("dialog").get_by_role("button", name=saying(language, "checkout:pay.button")).click()


def check_screen(page: Page) -> None:
    assert violations(page) == []
    assert wider_than_the_screen(page) == 0


@pytest.mark.parametrize(
    ("language", "size"), [pytest.param("en", DESKTOP, marks=pytest.mark.nightly), ("hi", PHONE)]
)
def test_guest_cancels_the_other_order_in_one_step_and_goes_on(
    open_page: OpenPage, stack: Stack, server: ServerProcess, language: str, size: tuple[int, int]
) -> None:
    page, email = open_page(f"{language}-IN", size), f"cancels-{language}@akshamala.example"
    order(page, server, BEADS[0], email, language)
    transaction_at_provider(page, stack)
    order(page, server, BEADS[1], email, language)

    others = page.get_by_role("dialog").get_by_role(
        "region", name=localized_message(language, "orders:refused.orders")
    )
    expect(others.get_by_role("listitem")).to_have_count(1)
    check_screen(page)
    others.get_by_role("button", name=localized_message(language, "orders:unpaid.cancel")).click()
    confirm = others.get_by_role("button", name=localized_message(language, "orders:cancel.confirm"))
    expect(confirm).to_be_focused()
    check_screen(page)
    confirm.click()

    transaction_at_provider(page, stack)


@pytest.mark.parametrize(
    ("language", "size"), [("en", PHONE), pytest.param("hi", DESKTOP, marks=pytest.mark.nightly)]
)
def test_guest_whose_address_others_typed_goes_on_with_a_code(
    open_page: OpenPage, stack: Stack, server: ServerProcess, language: str, size: tuple[int, int]
) -> None:
    email = f"proves-{language}-{secrets.token_hex(2)}@akshamala.example"
    stranger = open_page()
    order(stranger, server, BEADS[0], email, "en")
    transaction_at_provider(stranger, stack)
    page = open_page(f"{language}-IN", size)
    order(page, server, BEADS[1], email, language)

    dialog, mark = page.get_by_role("dialog"), stack.last_mail_id()
    ask = dialog.get_by_role("button", name=saying(language, "orders:refused.ask"))
    expect(ask).to_contain_text("p•••@akshamala.example")
    expect(dialog.get_by_text(localized_message(language, "orders:refused.orders"))).to_have_count(0)
    ask.click()
    field = dialog.get_by_label(localized_message(language, "orders:code.label"))
    # Only then the code has been mailed, after other mails of the order.
    expect(field).to_be_visible()
    field.fill(stack.mailbox.code_to(email, after=mark))
    check_screen(page)
    dialog.get_by_role("button", name=localized_message(language, "orders:refused.check")).click()

    transaction_at_provider(page, stack)
