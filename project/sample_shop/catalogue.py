"""The sample catalogue: categories and products in `data`, their photographs in `pictures`."""

import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.utils.timezone import get_default_timezone

from project.catalog.actions import live_events, pictures, products, stock
from project.catalog.actions.products import Option
from project.catalog.models import (
    XRAY_CERTIFICATE,
    Category,
    CategoryAlias,
    Certificate,
    OptionKind,
    Picture,
    Product,
)
from project.catalog.pictures.files import Source
from project.catalog.search import index
from project.core.money import paise

DATA = Path(__file__).with_name("data")
PICTURES = Path(__file__).with_name("pictures")
CATEGORIES = [
    "rudraksha",
    "mala",
    "bracelet",
    "pendant",
    "crystal",
    "healing_stone",
    "gemstone",
    "pooja",
]
LAB = "Sample Gem Lab"

_ACTOR = "sample shop"

JSONObject = dict[str, Any]


def fill_catalogue(*, reset: bool) -> int:
    """Create the categories and products that are missing; return how many products were written.

    With `reset` all of them are brought to their first state. The pictures are stored before.
    """
    written = sum(fill_category(read_category(name), reset=reset) for name in CATEGORIES)
    index.refresh()
    return written


def read_category(name: str) -> JSONObject:
    """Return one category of the sample catalogue with its products, as its file has it."""
    sample_category: JSONObject = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return sample_category


def fill_category(sample_category: JSONObject, *, reset: bool) -> int:
    """Create the category and its products; return how many products were written."""
    category = _save_category(sample_category["category"])
    known = set(Product.objects.values_list("slug", flat=True))
    pictures = {picture.key: picture for picture in Picture.objects.all()}
    written = 0
    for sample in sample_category["products"]:
        if sample["slug"] in known and not reset:
            continue
        product = products.save_product(
            sample["slug"],
            _product_fields(sample_category, sample, category, pictures),
            _options(sample_category, sample["options"]),
            actor=_ACTOR,
        )
        product.further_pictures.all().delete()
        for position, key in enumerate(sample["pictures"][1:], start=1):
            product.further_pictures.create(picture=pictures[key], position=position)
        if "certificate" in sample:
            _save_certificate(product, sample["certificate"], pictures)
        # Pieces that orders hold or own stay theirs.
        on_hand = max(sample["stock"], product.allocated + product.held)
        stock.set_on_hand(product, on_hand, actor=_ACTOR, cause="first count")
        written += 1
    return written


def store_pictures() -> int:
    """Make the files and rows of the sample's pictures; return how many were new or had changed."""
    return pictures.store_pictures(
        [Source(path.stem, path.read_bytes()) for path in sorted(PICTURES.glob("*.webp"))]
    )


def _save_category(data: JSONObject) -> Category:
    category, changed = Category.objects.get_or_create(
        slug=data["slug"],
        defaults={
            "name_en": data["name"]["en"],
            "name_hi": data["name"]["hi"],
            "is_featured": True,
            "sort_order": data["sort_order"],
        },
    )
    # The three that exist from the start come without these.
    if not category.picture:
        category.icon = data["icon"]
        category.picture = Picture.objects.get(key=data["image"])
        category.description_en = data["description"]["en"]
        category.description_hi = data["description"]["hi"]
        category.save()
        changed = True
    if category.slug == "rudraksha":
        _, added = CategoryAlias.objects.get_or_create(slug="rudraksh", defaults={"category": category})
        changed = changed or added
    if changed:
        live_events.publish_category(category, "category.changed", actor=_ACTOR)
    return category


def _product_fields(
    sample_category: JSONObject, sample: JSONObject, category: Category, pictures: dict[str, Picture]
) -> JSONObject:
    common = sample_category | sample  # what a product does not say itself, its category says
    about, care, verse = common["about"], common["care"], common["verse"]
    added = date.fromisoformat(sample["added"])
    original = sample["original_price"]
    fields: JSONObject = {
        "category": category,
        "main_picture": pictures[sample["pictures"][0]],
        "turntable": pictures[Path(sample["turntable"]).stem] if "turntable" in sample else None,
        "price_paise": paise(sample["price"]),
        "original_price_paise": None if original is None else paise(original),
        "hsn_code": common["hsn_code"],
        "is_featured": "featured" in sample["flags"],
        "is_trending": "trending" in sample["flags"],
        "is_new_arrival": "new_arrival" in sample["flags"],
        "is_on_sale": "on_sale" in sample["flags"],
        "verse_sanskrit": verse["sanskrit"],
        "created_at": datetime(added.year, added.month, added.day, 9, tzinfo=get_default_timezone()),
    }
    for language in ("en", "hi"):
        fields |= {
            f"title_{language}": sample["title"][language],
            f"short_description_{language}": sample["short_description"][language],
            f"description_{language}": sample["description"][language],
            f"long_description_{language}": f"{sample['long_description'][language]}\n\n{about[language]}",
            f"specifications_{language}": sample_category["specifications"][language]
            | sample["specifications"][language],
            f"benefits_{language}": sample["benefits"][language],
            f"care_{language}": care[language],
            f"verse_translation_{language}": verse[language],
        }
    return fields


def _save_certificate(product: Product, data: JSONObject, pictures: dict[str, Picture]) -> None:
    Certificate.objects.update_or_create(
        number=data["number"],
        defaults={
            "product": product,
            "mukhi": data["mukhi"],
            "origin_en": data["origin"]["en"],
            "origin_hi": data["origin"]["hi"],
            "weight_milligrams": data["weight_milligrams"],
            "lab": LAB,
            "issued_on": date.fromisoformat(data["issued_on"]),
            "xray": pictures[data["xray"]] if data["xray"] else None,
            "is_sample": True,
        },
    )


def _options(sample_category: JSONObject, data: JSONObject) -> list[Option]:
    """Return what can be chosen: an entry is name, price, whether it can be had and, if need be, what it is.

    Origins that the category's `origins_sold` does not list are left out. What a choice is, and the picture
    that shows it, the entry says itself or the category's `option_texts` for all of its products.
    """
    texts = sample_category.get("option_texts", {})
    result = []
    for kind, key in (
        (OptionKind.ORIGIN, "origins"),
        (OptionKind.PENDANT, "pendants"),
        (OptionKind.SIZE, "sizes"),
    ):
        for name, price, available, *more in data[key]:
            if kind == OptionKind.ORIGIN and name not in sample_category["origins_sold"]:
                continue
            about = texts.get(key, {}).get(name, {}) | (more[0] if more else {})
            text = about.get("en", ""), about.get("hi", "")
            result.append(Option(kind, name, paise(price), available, *text, about.get("picture", "")))
    if xray := data["xray"]:
        price, available = xray
        result.append(Option(OptionKind.XRAY, XRAY_CERTIFICATE, paise(price), available))
    return result
