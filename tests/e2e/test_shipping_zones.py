"""The owner sets a delivery zone, tries it, and a shopper's address decides what delivery costs."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.shop_steps import (
    answer_at_the_bank,
    fill_details,
    log_in,
    press_buy_now,
    transaction_at_provider,
)
from tests.e2e.stack import Stack
from tests.orders.test_shipping_zones import zone

pytestmark = pytest.mark.any_stack

MALA = "rudraksha-mala-108"


@pytest.fixture(autouse=True)
def charged(stack: Stack) -> Iterator[None]:
    """Charge for delivery, and leave Lakshadweep out, while the test runs."""
    islands = zone("Lakshadweep", states=["Lakshadweep"], is_served=False)
    stack.change_shop(shipping={"flat_paise": 4_900, "free_above_paise": 10**8, "zones": [islands]})
    yield
    stack.restore_shop()


def deliver_to(page: Page, *, city: str, state: str, pincode: str) -> None:
    """Change the address of the open checkout, and continue to the payment step."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Edit").click()
    for label, value in {"Pincode": pincode, "City": city}.items():
        dialog.get_by_label(label, exact=True).fill(value)
    dialog.get_by_label("State", exact=True).select_option(state)
    dialog.get_by_role("button", name="Continue to Payment").click()


@pytest.mark.timeout(240)
def test_the_address_decides_what_delivery_costs(open_page: OpenPage, stack: Stack) -> None:
    staff = open_page()
    log_in(staff, stack, "admin@akshamala.example", at=stack.staff_url)
    staff.goto(f"{stack.staff_url}/admin/settings")
    staff.get_by_role("button", name="Add a zone").click()
    zones = staff.get_by_role("group", name="Zones with another charge")
    added = zones.get_by_role("listitem").nth(1)
    added.get_by_label("Name in English").fill("North-East")
    added.get_by_label("Name in Hindi").fill("पूर्वोत्तर")
    added.get_by_label("Pincodes").fill("7810")
    added.get_by_label("Charge in ₹").fill("80")
    added.get_by_label("Each further step in ₹").fill("40.50")
    staff.get_by_role("button", name="Save changes").click()
    expect(added.get_by_text("Please enter pincodes of 6 digits")).to_be_visible()
    added.get_by_label("Pincodes").fill("781001-781040, 788001")
    zones.get_by_label("Pincode", exact=True).fill("781005")
    zones.get_by_label("Weight in g").fill("501")
    zones.get_by_role("button", name="Try this parcel").click()
    expect(zones.get_by_text("North-East: ₹120.50 (₹80 up to 500 g")).to_be_visible()
    assert violations(staff) == []
    staff.get_by_role("button", name="Save changes").click()
    expect(staff.get_by_text("Settings saved").first).to_be_visible()
    staff.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert wider_than_the_screen(staff) == 0

    page = open_page()
    page.goto(f"{stack.shop_url}/products/{MALA}")
    expect(page.get_by_text("The shipping charge depends on weight and address")).to_be_visible()
    dialog = press_buy_now(page)
    fill_details(page, "zones@akshamala.example")
    dialog.get_by_role("button", name="Continue to Payment").click()
    pay = dialog.get_by_role("button", name=re.compile("^Pay ₹"))
    expect(pay).to_have_text("Pay ₹1,499")
    deliver_to(page, city="Kavaratti", state="Lakshadweep", pincode="682555")
    expect(dialog.get_by_text("We do not deliver to Lakshadweep")).to_be_visible()
    expect(pay).to_be_disabled()
    deliver_to(page, city="Guwahati", state="Assam", pincode="781005")
    expect(pay).to_have_text("Pay ₹1,530")
    expect(pay).to_be_enabled()
    assert violations(page) == []
    pay.click()

    transaction_at_provider(page, stack)
    expect(page.locator("main")).to_contain_text("1,530")
    answer_at_the_bank(page, "success")
    expect(page.get_by_role("heading", name="Payment Successful")).to_be_visible()
    page.goto(f"{stack.shop_url}/shipping")
    expect(
        page.get_by_text("₹80 up to 500 g, ₹40.50 for each further 500 g (781001–781040, 788001)")
    ).to_be_visible()
