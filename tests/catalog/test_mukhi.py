"""The rudraksha beads by the number of their faces, to be compared."""

from typing import Any

import pytest

from project.catalog.models import OptionKind, Product
from tests.factories import make_product
from tests.http import Api

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


def beads(api: Api) -> list[dict[str, Any]]:
    return list(api.get("/rudraksha").data["mukhi"])


def offer(product: Product, kind: OptionKind, **prices: int) -> None:
    for name, price in prices.items():
        product.options.create(kind=kind, name=name, price_paise=price)


def test_beads_come_by_the_number_of_their_faces_and_other_goods_do_not(api: Api) -> None:
    for title in ("10 Mukhi Rudraksha", "2 Mukhi Rudraksha", "5 Mukhi Rudraksha Mala", "Amethyst"):
        make_product(title_en=title)
    make_product(title_en="3 Mukhi Rudraksha", is_visible=False)

    assert [bead["faces"] for bead in beads(api)] == [2, 10]


def test_of_several_beads_the_cheapest_that_can_be_bought_is_shown(api: Api) -> None:
    make_product(slug="sold-out", title_en="5 Mukhi Rudraksha", price_paise=10_000, stock=0)
    make_product(slug="dear", title_en="5 Mukhi Rudraksha, Java", price_paise=90_000)
    make_product(slug="cheap", title_en="5 Mukhi Rudraksha, Nepal", price_paise=40_000)

    assert [bead["product"]["slug"] for bead in beads(api)] == ["cheap"]


def test_price_from_is_that_of_the_cheapest_choice_on_offer(api: Api) -> None:
    bead = make_product(title_en="7 Mukhi Rudraksha", price_paise=145_000)
    offer(bead, OptionKind.SIZE, small=-20_000, regular=0, big=100_000)
    offer(bead, OptionKind.ORIGIN, UK=5_000, Indonesian=2_000)
    bead.options.create(kind=OptionKind.SIZE, name="medium", price_paise=-90_000, available=False)
    plain = make_product(title_en="8 Mukhi Rudraksha", price_paise=390_000)

    assert [bead["priceFrom"] for bead in beads(api)] == [1270, plain.price_paise / 100]


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("18–21 mm", {"smallest": 18, "largest": 21}),
        ("22-26 mm long", {"smallest": 22, "largest": 26}),
        ("about 19.5 mm", {"smallest": 19.5, "largest": 19.5}),
        ("as a pea", None),
        ("", None),
    ],
)
def test_size_is_read_from_the_specifications(api: Api, size: str, expected: dict[str, float] | None) -> None:
    make_product(title_en="5 Mukhi Rudraksha", specifications_en={"size": size})

    assert [bead["millimetres"] for bead in beads(api)] == [expected]


def test_what_is_said_of_a_bead_is_in_the_callers_language(api: Api) -> None:
    make_product(
        title_en="5 Mukhi Rudraksha",
        title_hi="5 मुखी रुद्राक्ष",
        specifications_en={"deity": "Kalagni Rudra", "planet": "Jupiter", "mantra": "Om Hrim Namah"},
        specifications_hi={"deity": "कालाग्नि रुद्र", "planet": "गुरु", "mantra": "ॐ ह्रीं नमः"},
    )

    (english,) = beads(api)
    (hindi,) = Api(language="hi").get("/rudraksha").data["mukhi"]

    assert [english["specifications"][name] for name in ("deity", "planet", "mantra")] == [
        "Kalagni Rudra",
        "Jupiter",
        "Om Hrim Namah",
    ]
    assert (hindi["product"]["title"], hindi["specifications"]["planet"]) == ("5 मुखी रुद्राक्ष", "गुरु")
