"""Rudraksha beads side by side."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


def test_changed_price_of_a_compared_bead_comes_by_itself(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/rudraksha?faces=3,9")
    prices = page.get_by_role("row", name=re.compile("Price from")).get_by_role("cell")
    expect(prices).to_have_text([re.compile("₹"), re.compile("₹")])
    third, ninth = (int(re.sub(r"\D", "", text)) for text in prices.all_inner_texts())
    expect(page.get_by_text("This page is live")).to_be_visible()

    # What is shown is the price with the cheapest options, so the second change tells by how much it rose.
    stack.set_price("9-mukhi-rudraksha", 6001)
    expect(prices.last).not_to_contain_text(f"{ninth:,}")
    changed = int(re.sub(r"\D", "", prices.last.inner_text()))
    stack.set_price("9-mukhi-rudraksha", 6012)

    expect(prices.last).to_contain_text(f"₹{changed + 11:,}")
    expect(prices.first).to_contain_text(f"₹{third:,}")


def test_the_beads_on_the_thread_have_no_ground(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/rudraksha")
    beads = page.get_by_role("region", name="On one thread").locator("ol img")
    expect(beads).to_have_count(15)

    opacities = beads.evaluate_all(
        """async (images) => {
            const canvas = new OffscreenCanvas(2, 2).getContext("2d", { willReadFrequently: true })
            const opacity = (image, x, y) => {
                canvas.clearRect(0, 0, 2, 2)
                canvas.drawImage(image, x, y, 2, 2, 0, 0, 2, 2)
                return canvas.getImageData(0, 0, 1, 1).data[3]
            }
            await Promise.all(images.map((image) => image.decode()))
            return images.map((image) => [
                opacity(image, 0, 0), opacity(image, image.naturalWidth / 2, image.naturalHeight / 2),
            ])
        }"""
    )

    assert opacities == [[0, 255]] * 15
