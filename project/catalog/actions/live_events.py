"""Publish changes of the catalogue to the live topics of the shop's pages and of staff."""

from collections.abc import Mapping
from typing import Any

from project.catalog.models import Category, Product
from project.events.models import Event
from project.events.publish import publish, publish_all


def publish_product(product: Product, name: str, **details: Any) -> None:
    """Record what happened to the product, with the details of `product_event`."""
    publish_all([product_event(product, name, **details)])


def product_event(
    product: Product,
    name: str,
    *,
    is_public: bool = True,
    only: str = "",
    payload: Mapping[str, Any] | None = None,
    actor: str = "",
    cause: str = "",
) -> Event:
    """Return the record of what happened to the product, for its own page and for the list of staff.

    What changes nothing that the public sees is not public: telling the page would empty the cache of all
    public answers, with each order of a busy day, and push the same again to whoever watches. `only`: STOCK
    or SOLD_OUT_OR_BACK of events/topics.py when nothing but the stock changed, so most of the cache stays.
    """
    topic = f"product:{product.slug}"
    # A variant is shown on its parent's page, and counted in its row.
    pages = [topic, *([f"product:{product.parent.slug}"] if product.parent else [])]
    public = [f"{page}#{only}" if only else page for page in pages]
    staff = [f"staff:products#{(product.parent or product).public_id}", "staff:dashboard"]
    return Event(
        name=name,
        subject=topic,
        topics=[*public, f"waitlist:{product.public_id}", *staff] if is_public else staff,
        payload=dict(payload or {}),
        actor=actor,
        cause=cause,
    )


def publish_category(
    category: Category,
    name: str,
    *,
    products: list[Product] | None = None,
    below: list[Category] | None = None,
    actor: str,
) -> None:
    """Record what happened to the category, and to the products and categories that look different for it."""
    publish(
        name=name,
        subject=f"category:{category.slug}"[:80],
        topics=[
            f"staff:categories#{category.public_id}",
            *(f"staff:categories#{each.public_id}" for each in below or ()),
            *(f"product:{product.slug}" for product in products or ()),
            *(f"staff:products#{product.public_id}" for product in products or ()),
        ],
        actor=actor,
    )
