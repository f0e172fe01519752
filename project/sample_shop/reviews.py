"""Reviews for the sample shop, made up and marked so on every screen."""

import json
from contextlib import ExitStack
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.timezone import get_default_timezone

from project.catalog.models import Product
from project.reviews import actions
from project.reviews.models import Review, Words
from project.sample_shop.catalogue import DATA, PICTURES


def read_samples() -> list[dict[str, Any]]:
    """Return the sample reviews as their file has them."""
    samples: list[dict[str, Any]] = json.loads((DATA / "reviews.json").read_text(encoding="utf-8"))
    return samples


@transaction.atomic
def add_sample_reviews() -> int:
    """Publish the sample reviews that are missing, of products that exist; return how many."""
    products = {product.slug: product for product in Product.objects.all()}
    known = set(Review.objects.filter(is_sample=True).values_list("product__slug", "title"))
    added = 0
    for sample in read_samples():
        product = products.get(sample["product"])
        if product is None or (product.slug, sample["title"]) in known:
            continue
        day = date.fromisoformat(sample["date"])
        with ExitStack() as files:
            actions.add_sample_review(
                product,
                author=sample["author"],
                words=Words(rating=sample["rating"], title=sample["title"], text=sample["text"]),
                at=datetime(day.year, day.month, day.day, 18, tzinfo=get_default_timezone()),
                files=[
                    files.enter_context((PICTURES / f"{key}.webp").open("rb"))
                    for key in sample.get("photos", [])
                ],
                actor="sample shop",
            )
        added += 1
    return added
