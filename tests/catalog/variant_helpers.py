"""Products with variants, as the form of staff makes them."""

from typing import Any

from project.catalog.models import Product
from tests.catalog.staff_helpers import keeper, product_body
from tests.http import Answer, Api

SIZE = {"en": "Size", "hi": "आकार"}
COLOUR = {"en": "Colour", "hi": "रंग"}
RED = {"en": "Red", "hi": "लाल"}
BLUE = {"en": "Blue", "hi": "नीला"}


def row(*values: Any, **columns: Any) -> dict[str, Any]:
    """Return a variant as the form sends it."""
    return {"values": list(values), "price": 500, "stock": 3} | columns


def two_colours() -> dict[str, Any]:
    """Return the variants red and blue, the blue one dearer."""
    rows = [row(RED, sku="MALA-RED"), row(BLUE, sku="MALA-BLUE", price=650, barcode="4006381333931")]
    return {"optionNames": [COLOUR], "rows": rows}


def varied_body(variants: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """Return a product with variants as the form sends it."""
    plain: dict[str, Any] = {"originalPrice": None, "discountPercentage": None, "customization": {}}
    return product_body(**plain | {"stock": 0, "variants": variants or two_colours()} | changes)


def make_varied(variants: dict[str, Any] | None = None, **changes: Any) -> tuple[Api, dict[str, Any]]:
    """Create a product with variants, and return the keeper's browser and the product as staff see it."""
    api, _user = keeper()
    answer = api.post("/admin/products", varied_body(variants, **changes))
    assert answer.status == 200, answer.body
    product: dict[str, Any] = answer.data["product"]
    return api, product


def save(api: Api, product: dict[str, Any], variants: dict[str, Any], **changes: Any) -> Answer:
    """Save the product's form with these variants."""
    body = varied_body(variants, version=product["version"], **changes)
    del body["stock"]
    return api.other("PUT", f"/admin/products/{product['_id']}", body)


def variant_of(product: dict[str, Any], value: str) -> Product:
    """Return the variant with this English value first."""
    rows = product["variants"]["rows"]
    public_id = next(each["id"] for each in rows if each["values"][0]["en"] == value)
    return Product.objects.get(public_id=public_id)
