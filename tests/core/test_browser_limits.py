"""Limits that the browser repeats: they are the server's."""

import re

import pytest
from django.db.models import CheckConstraint, Q

from deploy.environment import FRONTEND
from project.accounts.address_book import MAX_ADDRESSES
from project.cart.models import MAX_WISHES, CartLine
from project.core.limits import MAX_NOTE
from project.core.photos import MAX_BYTES, MAX_PHOTOS
from project.orders.pricing import MAX_LINES

pytestmark = pytest.mark.any_stack


def largest_cart_quantity() -> int:
    """Return the upper bound of the database's check, which no setting exceeds."""
    check = next(each for each in CartLine._meta.constraints if each.name == "cart_line_quantity_in_bounds")
    assert isinstance(check, CheckConstraint) and isinstance(check.condition, Q)
    _, conditions, _ = check.condition.deconstruct()
    bounds: dict[str, int] = dict(conditions)
    return bounds["quantity__lte"]


def test_browser_has_the_servers_limits() -> None:
    source = (FRONTEND / "src/lib/limits.ts").read_text()

    browser = {name: int(value) for name, value in re.findall(r"export const (\w+) = (\d+)$", source, re.M)}

    assert browser == {
        "MAX_ITEMS": MAX_LINES,
        "MAX_QUANTITY": largest_cart_quantity(),
        "MAX_WISHES": MAX_WISHES,
        "MAX_ADDRESSES": MAX_ADDRESSES,
        "MAX_NOTE": MAX_NOTE,
        "MAX_PHOTOS": MAX_PHOTOS,
        "MAX_PHOTO_MIB": MAX_BYTES / 1024**2,
    }
    assert source.count("export") == len(browser)
