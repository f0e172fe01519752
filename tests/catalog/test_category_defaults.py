"""A new product starts with what most products of its category have."""

from typing import Any

import pytest

from project.catalog.models import OptionKind
from tests.catalog.staff_helpers import keeper
from tests.factories import log_in, make_category, make_product, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db

NOTHING: dict[str, Any] = {
    "taxRate": None,
    "hsnCode": "",
    "care": {"en": [], "hi": []},
    "customization": {
        "origins": [],
        "sizes": [],
        "pendantOptions": [],
        "xrayCertification": {"available": False, "price": 0, "description": {"en": "", "hi": ""}},
    },
}


def test_defaults_are_what_more_than_half_of_the_products_have() -> None:
    api, _ = keeper()
    malas = make_category("malas")
    for beads in ("silver", "gold", "copper"):
        product = make_product(category=malas, hsn_code="14049090", tax_rate_basis_points=500)
        product.care_en, product.care_hi = ["Keep it dry"], ["सूखा रखें"]
        product.save()
        product.options.create(kind=OptionKind.SIZE, name="regular", price_paise=0)
        product.options.create(kind=OptionKind.PENDANT, name=beads, price_paise=30_000)
    make_product(category=malas, hsn_code="71162000", tax_rate_basis_points=300)

    found = api.get("/admin/categories/malas/defaults").data

    assert (found["hsnCode"], found["taxRate"], found["care"]["en"]) == ("14049090", 5, ["Keep it dry"])
    assert [(size["name"], size["picture"]) for size in found["customization"]["sizes"]] == [("regular", "")]
    assert found["customization"]["pendantOptions"] == []


def test_category_of_half_and_half_or_of_archived_products_has_no_defaults() -> None:
    api, _ = keeper()
    lamps = make_category("lamps")
    for code in ("7419", "8306"):
        make_product(category=lamps, hsn_code=code)
    make_category("empty")

    assert api.get("/admin/categories/lamps/defaults").data == NOTHING | {"taxRate": 18}
    assert api.get("/admin/categories/empty/defaults").data == NOTHING
    assert api.get("/admin/categories/none/defaults").refusal[0] == 404


def test_defaults_are_for_the_keepers_of_the_catalogue() -> None:
    make_category("lamps")
    customer = Api(token=log_in(make_user()))

    assert customer.get("/admin/categories/lamps/defaults").refusal[0] == 403
