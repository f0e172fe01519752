"""A specification is declared once: staff's form, the API, the page, CSV files and the search have each."""

import json
import re

import pytest

from deploy.environment import ROOT
from project.api import api
from project.catalog.models import SPECIFICATIONS
from project.events.models import AuditEntry
from tests.catalog.staff_helpers import keeper, product_body
from tests.factories import make_product
from tests.http import Api
from tests.move_in.own_file_helpers import exported, send, table, written

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]
SOURCES = ROOT / "frontend" / "src"


@pytest.mark.parametrize("name", SPECIFICATIONS)
def test_specification_is_saved_logged_shown_found_exported_and_imported(name: str) -> None:
    staff, _ = keeper()
    product = staff.post("/admin/products", product_body(specifications={})).data["product"]
    address, text = f"/admin/products/{product['_id']}", {"en": "Lacquered", "hi": "रोगन किया हुआ"}
    assert Api().get("/products", {"search": "lacquered"}).data["products"] == []

    saved = staff.other("PUT", address, product | {"specifications": {name: text}}).data["product"]

    assert saved["specifications"] == dict.fromkeys(SPECIFICATIONS, {"en": "", "hi": ""}) | {name: text}
    entry = AuditEntry.objects.get(action="product.changed")
    assert entry.after["specifications"][name] == text
    for language, shown in text.items():
        page = Api(language=language).get(f"/products/{product['slug']}").data["product"]
        assert page["specifications"] == dict.fromkeys(SPECIFICATIONS) | {name: shown}
    (found,) = Api().get("/products", {"search": "lacquered"}).data["products"]
    assert found["slug"] == product["slug"]
    (row,) = table(exported(staff))
    assert (row[f"{name}.en"], row[f"{name}.hi"]) == ("Lacquered", "रोगन किया हुआ")
    assert send(staff, written([row | {"version": "", f"{name}.en": "Matt"}])).changed == 1
    assert staff.get(address).data["product"]["specifications"][name] == text | {"en": "Matt"}


def test_specification_without_a_hindi_text_is_shown_in_english() -> None:
    make_product(
        slug="bead",
        specifications_en={"size": "20 mm", "origin": "Nepal"},
        specifications_hi={"origin": "नेपाल"},
    )

    shown = Api(language="hi").get("/products/bead").data["product"]["specifications"]

    assert (shown["size"], shown["origin"], shown["color"]) == ("20 mm", "नेपाल", None)


def test_document_of_the_api_lists_every_specification() -> None:
    schemas = api.get_openapi_schema()["components"]["schemas"]

    for schema in ("Specifications", "SpecificationsIn", "SpecificationsOut"):
        assert list(schemas[schema]["properties"]) == list(SPECIFICATIONS)


def test_screens_list_every_specification_and_have_its_label() -> None:
    listed = (SOURCES / "lib/product.ts").read_text().partition("specificationNames = [")[2].partition("]")[0]

    assert re.findall(r'"(\w+)"', listed) == list(SPECIFICATIONS)
    for language in ("en", "hi"):
        texts = json.loads((SOURCES / "i18n" / language / "shop.json").read_text())
        assert texts["product"]["specs"].keys() == set(SPECIFICATIONS)
