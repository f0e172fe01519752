"""Main screens of the back office, compared with stored screenshots, in a nightly run.

They are the same in each run: the same few orders, no animation, and a constant text in place of each number,
time and address that a run makes anew. `deploy/test --only e2e --nightly -k screenshots --renew-screenshots`
stores the screens as they are; look at each changed file before it is committed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, expect

from deploy.environment import CACHE
from tests.e2e.conftest import PHONE, Pages, Visitors
from tests.e2e.orders import ADMIN, bring, call, order_as_guest, pay, staff_token
from tests.e2e.screen_texts import LANGUAGES
from tests.e2e.shop_steps import Traffic, log_in
from tests.e2e.stack import Stack
from tests.waiting import eventually

pytestmark = [pytest.mark.nightly, pytest.mark.any_stack, pytest.mark.timeout(600)]

STORED: Final = Path(__file__).parent / "screenshots"
FOUND: Final = CACHE / "e2e" / "screenshots"
LAPTOP: Final = (1440, 900)
SCREENS: Final = {
    "dashboard": "/admin",
    "support": "/admin/support",
    "contact": "/admin/contact",
    "orders": "/admin/orders",
    "order-management": "/admin/order-management",
    "claims": "/admin/claims",
    "transactions": "/admin/transactions",
    "cases": "/admin/cases",
    "products": "/admin/products",
    "new-product": "/admin/products/new",
    "categories": "/admin/categories",
    "discounts": "/admin/discounts",
    "content": "/admin/content",
    "reviews": "/admin/reviews?status=published",
    "statements": "/admin/statements",
    "bank": "/admin/statements/bank",
    "disputes": "/admin/disputes",
    "exports": "/admin/exports",
    "users": "/admin/users",
    "settings": "/admin/settings",
}
# Of 255: less is the rounding of another processor.
VISIBLE: Final = 16
# Share of a screen's pixels: a word that changed is more.
TOLERATED: Final = 0.0002

# Write a constant text over each one that a run makes anew. Chosen dates are fields, whose size is constant.
STEADY = r"""() => {
    const names = ["en-IN", "hi-IN"].flatMap((language) => ["long", "short"].flatMap((month) =>
        Array.from({ length: 12 }, (_, number) =>
            new Intl.DateTimeFormat(language, { month }).format(new Date(2026, number, 1)))))
    const hour = "((सुबह|दोपहर|शाम|रात) )?\\d{1,2}:\\d{2}(:\\d{2})?( ?[ap]m| बजे)?( IST)?"
    const constant = [
        [/AKS-[0-9A-Z-]+/g, "AKS-000000"],
        [/AKS\/\d\d-\d\d\/\d+/g, "AKS/26-27/000000"],
        [/TXN[0-9A-Za-z]+/g, "TXN000000"],
        [new RegExp(`\\d{1,2} (${names.join("|")})( \\d{4})?(,? ${hour})?`, "g"), "1 Jan"],
        [new RegExp(hour, "g"), "1:00"],
        [/\d+ (s|सेकंड),/g, "0 $1,"],
        [/127\.0\.0\.1:\d+/g, "127.0.0.1:8000"],
    ]
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        const steady = text.parentElement.closest("time")
            ? "1 Jan"
            : constant.reduce((now, [pattern, other]) => now.replace(pattern, other), text.data)
        if (steady !== text.data) text.data = steady
    }
}"""


@pytest.fixture(scope="module")
def own_stack() -> Iterator[Stack]:
    """A shop without the traces of other tests: three orders, of which two are paid and one is prepared."""
    with Stack() as stack:
        token = staff_token(stack)
        orders = [order_as_guest(stack, f"picture-{number}@akshamala.example") for number in range(3)]
        for order_id, key in orders[:2]:
            pay(stack, order_id, key)
        bring(stack, orders[0][0], "processing", token=token)
        # The worker writes the invoices.
        eventually(lambda: number_of_invoices(stack, token) == 2)
        yield stack


def number_of_invoices(stack: Stack, token: str) -> int:
    """Return how many of the orders have their invoice."""
    rows = call(stack, "GET", "/admin-orders/orders", token=token)["orders"]
    return sum(bool(row["invoiceNumber"]) for row in rows)


@pytest.fixture(scope="module")
def visitors_of_it(browser: Browser, own_stack: Stack) -> Visitors:
    """The browser contexts of its staff."""
    return Visitors(browser, {own_stack.shop_url, own_stack.staff_url})


def share_of_change(before: Image.Image, now: Image.Image) -> float:
    """Return the share of pixels that differ visibly; 1 when the sizes differ."""
    if before.size != now.size:
        return 1.0
    difference = ImageChops.difference(before.convert("RGB"), now.convert("RGB")).convert("L")
    visible = sum(difference.histogram()[VISIBLE:])
    return visible / (now.width * now.height)


def screenshot(page: Page, path: Path) -> Image.Image:
    """Take a screenshot of the page as it stands."""
    page.evaluate(STEADY)
    page.screenshot(
        path=path, animations="disabled", mask=[page.locator("input[type=month], input[type=date]")]
    )
    with Image.open(path) as image:
        return image.convert("RGB")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_screenshots_are_as_stored(
    own_stack: Stack,
    visitors_of_it: Visitors,
    request: pytest.FixtureRequest,
    language: str,
    size: tuple[int, int],
) -> None:
    renew = request.config.getoption("--renew-screenshots")
    for folder in (STORED, FOUND):
        folder.mkdir(parents=True, exist_ok=True)
    pages = Pages(visitors_of_it)
    page = pages.open(f"{language}-IN", size)
    log_in(page, own_stack, ADMIN, at=own_stack.staff_url)
    traffic = Traffic(page)
    changed = []
    for name, path in SCREENS.items():
        page.goto(f"{own_stack.staff_url}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        traffic.wait_until_quiet()
        file = f"{name}-{language}-{size[0]}"
        now = screenshot(page, FOUND / f"{file}.png")
        stored = STORED / f"{file}.webp"
        if renew:
            now.save(stored, lossless=True, method=6)
            continue
        with Image.open(stored) as before:
            share = share_of_change(before, now)
        if share > TOLERATED:
            changed.append(f"{share:.2%} of {stored} differ from {FOUND / file}.png")
    pages.close()

    assert not changed, "\n".join(changed)
