"""An export that nobody touched changes nothing when it is imported, whatever the texts are made of."""

from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from project.catalog.models import Product
from project.core.invisible_characters import without_invisible
from tests.catalog.staff_helpers import keeper, product_body
from tests.http import Api
from tests.move_in.own_file_helpers import exported, send, table, written

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]

# What separates something in the file, what a spreadsheet runs, and letters of the shop's languages.
CHARACTERS = list("|:\\,;\"'=+-@#&. \t50a") + [
    "off",
    "\u00a0",
    "\u2028",
    "सूर्य",
    "क्ष",
    "✨",
    "👨‍👩‍👧",
    "e\u0301",
]


def lines(longest: int) -> st.SearchStrategy[str]:
    """Return texts as the form takes them: one line, neither empty nor with blanks around it."""
    texts = st.lists(st.sampled_from(CHARACTERS), min_size=1, max_size=8).map("".join)
    plain = texts.map(lambda text: without_invisible(text).replace("\t", " ")[:longest].strip())
    return plain.filter(bool)


def offers(**more: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    offer = st.fixed_dictionaries(
        {
            "name": lines(40),
            "price": st.integers(0, 2_000),
            "available": st.booleans(),
            "description": st.fixed_dictionaries(
                {"en": lines(60) | st.just(""), "hi": lines(60) | st.just("")}
            ),
        }
        | more
    )
    return st.lists(offer, max_size=4, unique_by=lambda each: each["name"])


def with_names(*names: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "price": 50 + place, "description": f"{name}: x"} for place, name in enumerate(names)
    ]


HARD = (
    "2:1|4",
    "2",
    "a:5:off",
    "a",
    "a: b",
    "a\\",
    "a\\:b",
    "a\\|",
    "off",
    ":",
    "|",
    "\\",
    "=1+1",
    "-5",
    "'",
)


@given(
    sizes=offers(),
    words=st.lists(lines(30), max_size=3, unique=True),
    sentences=st.lists(lines(60), max_size=3),
    title=lines(60),
    xray=st.fixed_dictionaries(
        {"available": st.booleans(), "price": st.integers(0, 900), "description": lines(60)}
    ),
)
@example(sizes=with_names(*HARD), words=["a,b", "\\", ","], sentences=HARD, title="'=1", xray={"price": 500})
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_untouched_export_changes_nothing(
    shop: tuple[Api, str], sizes: Any, words: Any, sentences: Any, title: str, xray: Any
) -> None:
    api, product_id = shop
    sizes = [size for size in sizes if size["name"] != "regular"]
    body = product_body(
        title={"en": title, "hi": title},
        benefits={"en": list(sentences), "hi": []},
        tags=words,
        seo={"keywords": words},
        customization={
            "sizes": sizes,
            "origins": [size for size in sizes if size["name"] != "Nepal"],
            "pendantOptions": [
                {"type": size["name"], "price": 7} for size in sizes if size["name"] != "none"
            ],
            "xrayCertification": xray,
        },
    )
    version = api.get(f"/admin/products/{product_id}").data["product"]["version"]
    saved = api.other("PUT", f"/admin/products/{product_id}", body | {"version": version})
    assert saved.status == 200, saved.body
    text = exported(api)

    report = send(api, text, only_look=True)

    assert (report.unchanged, report.problems) == (1, []), text


@pytest.fixture
def shop() -> tuple[Api, str]:
    api, _ = keeper()
    return api, api.post("/admin/products", product_body()).data["product"]["_id"]


def test_names_with_colons_may_be_written_as_they_are() -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body())
    (row,) = table(exported(api))

    report = send(api, written([row | {"sizes": "2:1:50|4\\|5:60:off|regular:0", "version": ""}]))

    assert (report.changed, report.problems) == (1, [])
    sizes = [(o.name, o.price_paise, o.available) for o in Product.objects.get().options.filter(kind="size")]
    assert sizes == [("2:1", 5_000, True), ("4|5", 6_000, False), ("regular", 0, True)]
