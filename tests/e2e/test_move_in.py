"""Another shop's export is brought in, watched, taken back and brought in again, on screen alone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.stack import Stack
from tests.e2e.test_refunds import staff
from tests.move_in.exports import PRODUCTS, Export, shopify_export, woocommerce_export
from tests.move_in.import_helpers import OtherShop, jpeg

pytestmark = pytest.mark.any_stack

# Two hundred products, on a busy machine.
IMPORT_MS = 300_000


@pytest.fixture
def pictures() -> Iterator[OtherShop]:
    """Return the other shop's server, which has lost all pictures but one, as rendering them takes long."""
    shop = OtherShop()
    shop.usual = (404, {}, b"")
    yield shop
    shop.stop()


def text(key: str) -> str:
    """Return what the screen says in English."""
    return localized_message("en", f"moveIn:{key}")


def status(page: Page, name: str) -> None:
    """Wait until the import has this status."""
    found = page.locator(f'[data-import-status="{name}"]')
    expect(found.get_by_text(text(f"statuses.{name}"), exact=True)).to_be_visible(timeout=IMPORT_MS)


def upload(page: Page, export: Export) -> None:
    """Choose the file, and wait for the preview."""
    page.get_by_label(text("upload.products")).set_input_files(
        {"name": export.name, "mimeType": "text/csv", "buffer": export.body}
    )
    status(page, "ready")


def bring_in(page: Page, export: Export) -> dict[str, str]:
    """Upload and import the file; return the number of rows by effect."""
    upload(page, export)
    page.get_by_role("button", name=text("verbs.run"), exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    status(page, "done")
    tabs = page.get_by_role("navigation", name=text("fates.label"))
    found = {name: tabs.get_by_role("link", name=re.compile(text(f"fates.{name}"))) for name in FATES}
    return {name: re.sub(r"\D", "", link.inner_text()) for name, link in found.items()}


FATES = ("new", "changed", "unchanged", "refused")


@pytest.mark.parametrize("make", [shopify_export, woocommerce_export], ids=["Shopify", "WooCommerce"])
def test_export_is_brought_in_taken_back_and_brought_in_again(
    open_page: OpenPage, stack: Stack, pictures: OtherShop, make: type
) -> None:
    export = make(pictures.origin)
    pictures.answers[f"/{re.sub('.*/', '', next(pictures_in(export)))}"] = (200, {}, jpeg(side=400))
    page = staff(open_page, stack, "/admin/move-in", "catalogue@akshamala.example")

    first = bring_in(page, export)

    assert first["refused"] == str(len(export.refused))
    # A variation without a product of its own is one more record.
    assert int(first["new"]) in (PRODUCTS - len(export.refused), PRODUCTS - len(export.refused) + 1)
    assert violations(page) == []
    page.get_by_role("button", name=text("verbs.take_back"), exact=True).click()
    question = page.get_by_role("dialog")
    question.get_by_role("button", name=text("verbs.take_back"), exact=True).click()
    status(page, "taken_back")

    page.get_by_role("link", name=text("back")).click()
    assert bring_in(page, export) == first

    page.get_by_role("link", name=text("back")).click()
    upload(page, export)
    page.get_by_role("link", name=re.compile(text("fates.refused"))).click()
    line = min(export.refused)
    expect(page.get_by_text(re.compile(text("line").replace("{{line}}", str(line)))).first).to_be_visible()


def pictures_in(export: Export) -> Iterator[str]:
    """Yield the addresses of pictures in the file."""
    for row in export.rows:
        for cell in row:
            yield from re.findall(r"http\S+?\.jpg", cell)
