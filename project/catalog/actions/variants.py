"""Variants of a product: rows of their own below it, saved with it as one list.

The caller has locked the parent. What variants inherit is copied to their rows here, and nowhere else.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.db.models.functions import Upper
from django.utils import timezone

from project.catalog.actions.live_events import publish_product
from project.catalog.actions.stock import set_on_hand
from project.catalog.errors import OutOfStock
from project.catalog.models import Picture, Product, StockMovementKind, variant_title
from project.catalog.slugs import new_slug
from project.core.errors import Conflict, ErrorCode
from project.core.locks import lock_names

LANGUAGES = ("en", "hi")
Texts = Mapping[str, str]
_INHERITED = (
    *("category_id", "tax_rate_basis_points", "hsn_code", "free_shipping", "shipping_dimensions"),
    *("short_description_en", "short_description_hi"),
)


class SkuTaken(Conflict):
    """Another product or variant has this SKU."""

    code = ErrorCode.SKU_TAKEN


class VariantOrdered(Conflict):
    """A variant that was ordered keeps its values, though it is not offered any more."""

    code = ErrorCode.VARIANT_ORDERED


@dataclass(frozen=True)
class Variant:
    """A variant as somebody wants it; `public_id` "" is a new one, which alone takes `stock`.

    `picture` is the key of the parent's picture that shows it, "" for the main one.
    """

    values: Sequence[Texts]
    price_paise: int
    public_id: str = ""
    sku: str = ""
    barcode: str = ""
    weight_grams: int | None = None
    picture: str = ""
    is_active: bool = True
    stock: int = 0


@dataclass(frozen=True)
class Variants:
    """The names of a product's options and its variants in order; without names it has none."""

    option_names: Sequence[Texts]
    rows: Sequence[Variant]


def take_skus(product: Product, skus: Mapping[str, str]) -> None:
    """Reserve these SKUs, by field of the form, for the product and its variants until the transaction ends.

    Raises SkuTaken.
    """
    lock_names(f"sku:{sku}" for sku in sorted({sku.upper() for sku in skus.values() if sku}))
    if errors := dict.fromkeys(taken_skus(product, skus), ErrorCode.SKU_TAKEN):
        raise SkuTaken(f"{product}: {errors}", errors=errors)


def taken_skus(product: Product, skus: Mapping[str, str]) -> list[str]:
    """Return the fields whose SKU is that of another product or of its variant."""
    fields = {sku.upper(): field for field, sku in skus.items() if sku}
    others = Product.objects.exclude(pk=product.pk).exclude(parent=product.pk, parent__isnull=False)
    taken = others.alias(upper=Upper("sku")).filter(upper__in=fields).values_list("sku", flat=True)
    return [fields[sku.upper()] for sku in taken]


def set_variants(parent: Product, wanted: Variants, *, actor: str) -> None:
    """Bring the variants to this list: those it lacks are deleted, or deactivated once they were ordered.

    Raises STOCK_PROMISED when orders have pieces of the product itself, which gets none any more, and
    VariantOrdered when one takes the values of a deactivated one.
    """
    known = list(parent.variants.select_for_update(no_key=True).order_by("pk"))
    by_id = {variant.public_id: variant for variant in known}
    # One that a row names by its id may get other values, which a new one may take.
    named = {each.public_id for each in wanted.rows}
    by_values = {_key(variant.option_values): variant for variant in known if variant.public_id not in named}
    if wanted.option_names and not parent.has_variants:
        _count_none(parent, actor=actor)
    parent.option_names = [dict(name) for name in wanted.option_names] or None
    if not parent.has_variants:
        # Their versions are not counted any more, and what is shown never gets an older one.
        parent.version += sum(variant.version for variant in known)
    parent.save(update_fields=["option_names", "version"])
    pairs = [(each, by_id.get(each.public_id) or by_values.get(_key(each.values))) for each in wanted.rows]
    kept = {found.pk for _, found in pairs if found is not None}
    removed = [variant for variant in known if variant.pk not in kept]
    left = {_key(each.option_values) for each in removed if not _remove(parent, each, actor=actor)}
    if taken := [place for place, each in enumerate(wanted.rows) if _key(each.values) in left]:
        errors = {f"variants.rows.{place}.values": ErrorCode.VARIANT_ORDERED for place in taken}
        raise VariantOrdered(str(parent), errors=errors)
    for each, found in pairs:
        if found and (found.sku, _key(found.option_values)) != (each.sku, _key(each.values)):
            # Those that swap SKUs or values must not be in each other's way.
            Product.objects.filter(pk=found.pk).update(sku="", option_values=[found.pk])
    for position, (each, found) in enumerate(pairs):
        columns = _columns(parent, each, position)
        if found is None:
            _create(parent, each, columns, actor=actor)
        else:
            _bring_to(found, columns, actor=actor)
    inherit(parent, actor=actor)


def inherit(parent: Product, *, actor: str) -> None:
    """Copy to the variants what they inherit, and to the parent the lowest price of those on offer."""
    variants = list(parent.variants.select_for_update(no_key=True).order_by("pk"))
    if not variants:
        return
    pictures = {picture.pk for picture in parent.pictures}
    for variant in variants:
        _bring_to(variant, _inherited(parent, variant, pictures), actor=actor)
    prices = [variant.price_paise for variant in variants if variant.archived_at is None]
    if parent.has_variants and prices:
        parent.price_paise = min(prices)
        parent.save(update_fields=["price_paise"])


def delete_unordered(product: Product) -> bool:
    """Delete the locked product with its counts; False when orders, carts or others are about it."""
    if product.stock_movements.exclude(kind=StockMovementKind.COUNT).exists():
        return False
    try:
        with transaction.atomic():
            product.stock_movements.all().delete()
            # The search's document goes with it.
            Product.objects.filter(pk=product.pk).delete()
    except ProtectedError:
        return False
    return True


def _key(values: Sequence[Texts]) -> tuple[str, ...]:
    return tuple(value["en"] for value in values)


def _count_none(parent: Product, *, actor: str) -> None:
    try:
        set_on_hand(parent, 0, actor=actor, cause="variants")
    except OutOfStock as error:
        raise Conflict(str(error), code=ErrorCode.STOCK_PROMISED) from error


def _columns(parent: Product, wanted: Variant, position: int) -> dict[str, Any]:
    """Return the columns that are the variant's own."""
    picture = Picture.objects.filter(key=wanted.picture).first() if wanted.picture else None
    return {
        "option_values": [dict(value) for value in wanted.values],
        "price_paise": wanted.price_paise,
        "sku": wanted.sku,
        "barcode": wanted.barcode,
        "shipping_weight_grams": wanted.weight_grams,
        "main_picture_id": picture.pk if picture else parent.main_picture_id,
        "sort_order": position,
        "archived_at": None if wanted.is_active else timezone.now(),
    }


def _inherited(parent: Product, variant: Product, pictures: Collection[int]) -> dict[str, Any]:
    """Return the columns that follow the parent."""
    columns = {name: getattr(parent, name) for name in _INHERITED}
    columns |= {f"title_{name}": variant_title(parent, variant.option_values, name) for name in LANGUAGES}
    columns["is_visible"] = parent.is_visible and variant.archived_at is None
    if variant.main_picture_id not in pictures:
        columns["main_picture_id"] = parent.main_picture_id
    return columns


def _bring_to(variant: Product, columns: dict[str, Any], *, actor: str) -> None:
    """Set these columns of the locked variant, and tell the screens if that changes anything."""
    if variant.archived_at is not None and columns.get("archived_at") is not None:
        del columns["archived_at"]
    if columns.get("archived_at") is not None:
        columns["is_visible"] = False
    stored = Product.objects.filter(pk=variant.pk)
    if all(getattr(variant, name) == value for name, value in columns.items()):
        return
    for name, value in columns.items():
        setattr(variant, name, value)
    stored.update(**columns)
    variant.bump()
    publish_product(variant, "product.changed", actor=actor)


def _create(parent: Product, wanted: Variant, columns: Mapping[str, Any], *, actor: str) -> None:
    words = "-".join(_key(wanted.values))
    slug = new_slug(Product(), f"{parent.slug}-{words}")
    # Shown by `inherit`.
    variant = Product.objects.create(
        parent=parent, category_id=parent.category_id, slug=slug, is_visible=False, **columns
    )
    if wanted.stock:
        set_on_hand(variant, wanted.stock, actor=actor, cause="first count")


def _remove(parent: Product, variant: Product, *, actor: str) -> bool:
    """Delete the variant, or take it off sale for good when it was ordered; return whether it is gone."""
    if delete_unordered(variant):
        parent.version += variant.version
        parent.save(update_fields=["version"])
        return True
    # Another may have its SKU; its orders keep it.
    _bring_to(variant, {"archived_at": timezone.now(), "sku": ""}, actor=actor)
    return False
