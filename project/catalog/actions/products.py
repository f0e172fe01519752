"""Actions of staff on products: create, change, archive, count stock.

Every change is logged with what it was before, and refused when it was made on an outdated copy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from project.catalog.actions.live_events import publish_product
from project.catalog.actions.stock import set_on_hand
from project.catalog.actions.variants import Variants, delete_unordered, inherit, set_variants, take_skus
from project.catalog.editable_fields import edit_conflict_data, product_state
from project.catalog.errors import OptionUnavailable, VariantRequired
from project.catalog.models import (
    OptionKind,
    Picture,
    Product,
    ProductOption,
)
from project.catalog.search import index
from project.catalog.slugs import change_slug, new_slug, take_slug
from project.core.errors import Conflict, ErrorCode, NotFound
from project.events.audit import record
from project.events.undo import find_undoable


class ProductChanged(Conflict):
    """The product is no longer what the caller edited; `data` says what changed, when and by whom."""

    code = ErrorCode.PRODUCT_CHANGED


class OptionsWithVariants(Conflict):
    """The product has variants, and what only products without can have."""

    code = ErrorCode.OPTIONS_WITH_VARIANTS


@dataclass(frozen=True)
class Option:
    """One choice to offer: its kind, name, what it adds in paise, whether it can be chosen now, its text.

    `picture` is the key of the product's picture that shows it.
    """

    kind: OptionKind
    name: str
    price_paise: int = 0
    available: bool = True
    description_en: str = ""
    description_hi: str = ""
    picture: str = ""


@dataclass(frozen=True)
class Draft:
    """A product as somebody wants it: columns, options in order, pictures with the main one first.

    `pictures` and `variants` None leave them as they are.
    """

    fields: Mapping[str, Any]
    options: Sequence[Option]
    pictures: Sequence[Picture] | None
    variants: Variants | None = None
    # By field of the form.
    skus: Mapping[str, str] = field(default_factory=dict)


@transaction.atomic
def save_product(
    slug: str, fields: Mapping[str, Any], options: Sequence[Option], *, actor: str = ""
) -> Product:
    """Create the product or bring its texts, price and options to this state; the stock is not touched.

    The caller ends with `search.refresh`.

    Raises OptionUnavailable when the cheapest combination would cost nothing.
    """
    lowest = fields["price_paise"] + min(
        (o.price_paise for o in options if o.kind == OptionKind.SIZE), default=0
    )
    if lowest <= 0:
        raise OptionUnavailable(f"{slug}: the smallest size would cost {lowest} paise")
    product, created = Product.objects.update_or_create(slug=slug, defaults=dict(fields))
    product.options.all().delete()
    pictures = Picture.objects.in_bulk({o.picture for o in options if o.picture}, field_name="key")
    ProductOption.objects.bulk_create(
        ProductOption(
            product=product,
            sort_order=position,
            **vars(option) | {"picture": pictures.get(option.picture)},
        )
        for position, option in enumerate(options)
    )
    if not created:
        _mark_edited(product)
    publish_product(product, "product.created" if created else "product.changed", actor=actor)
    return product


@transaction.atomic
def create_product(draft: Draft, *, stock: int, slug: str = "", actor: str, note: str = "") -> Product:
    """Put a new product into the catalogue, with its first count; without a `slug` its title makes one.

    Raises SlugTaken, SkuTaken, OptionsWithVariants.
    """
    titles = (str(draft.fields["title_en"]), str(draft.fields["title_hi"]))
    new = take_slug(Product(), slug or new_slug(Product(), *titles))
    take_skus(Product(), draft.skus)
    product = save_product(new, draft.fields, draft.options, actor=actor)
    _set_pictures(product, draft.pictures or ())
    _set_variants(product, draft, actor=actor)
    if stock and not product.has_variants:
        set_on_hand(product, stock, actor=actor, cause="first count")
    made = _fetched(product.pk)
    record(
        "product.created",
        subject=_subject(made),
        actor=actor,
        after=product_state(made) | {"stock": made.on_hand},
        note=note,
    )
    index.refresh()
    return made


@transaction.atomic
def change_product(
    public_id: str, draft: Draft, *, version: int | None, slug: str = "", actor: str, note: str = ""
) -> tuple[Product, bool]:
    """Bring the product to this state; False beside it when it is that already.

    `version` is the one the caller edited; None overrules whatever happened since. The old address leads to
    another `slug`; without one it stays.

    Raises NotFound, ProductChanged, PRODUCT_ARCHIVED, SlugTaken, SkuTaken, OptionsWithVariants or
    STOCK_PROMISED.
    """
    product = _locked(public_id)
    if version is not None and product.edited_version > version:
        raise _outdated(product, version)
    if product.archived_at is not None and draft.fields["is_visible"]:
        raise Conflict(
            f"{product} is archived",
            errors={"isAvailable": ErrorCode.PRODUCT_ARCHIVED},
            code=ErrorCode.PRODUCT_ARCHIVED,
        )
    take_skus(product, draft.skus)
    before = product_state(product)
    untouched = transaction.savepoint()
    if slug and slug != product.slug:
        # An open page receives its new address.
        publish_product(product, "product.renamed", actor=actor)
        change_slug(product, slug)
    save_product(product.slug, draft.fields, draft.options, actor=actor)
    if draft.pictures is not None:
        _set_pictures(product, draft.pictures)
    _set_variants(product, draft, actor=actor)
    changed = _fetched(product.pk)
    after = product_state(changed)
    if after == before:
        # Nothing was edited: no entry in the log, no push, no outdated form for somebody else.
        transaction.savepoint_rollback(untouched)
        return _fetched(product.pk), False
    record(
        "product.changed",
        subject=_subject(changed),
        actor=actor,
        before=before,
        after=after | {"version": changed.full_version},
        note=note,
    )
    index.refresh()
    return changed, True


@transaction.atomic
def remove_product(public_id: str, *, actor: str) -> bool:
    """Delete the product; one that an order, a cart, a review or a certificate is about is archived instead.

    Return whether it is gone for good. An archived one vanishes from the shop, and keeps its address.
    """
    product = _locked(public_id)
    before = product_state(product)
    version, counted = product.full_version, product.on_hand
    rows = [*product.variants.select_for_update(no_key=True).order_by("pk"), product]
    try:
        with transaction.atomic():
            if not all(delete_unordered(row) for row in rows):
                raise ProtectedError("its pieces went through orders", {product})
    except ProtectedError:
        _archive(_locked(public_id), actor=actor)
        return False
    record("product.deleted", subject=_subject(product), actor=actor, before=before | {"stock": counted})
    # Newer than anything a screen holds: whoever looks at it learns that it is gone (see ProductTopic).
    publish_product(product, "product.deleted", payload={"version": version + 1}, actor=actor)
    return True


@transaction.atomic
def archive_product(public_id: str, *, actor: str) -> Product:
    """Take the product out of the shop, with its address kept; idempotent. Raises NotFound."""
    product = _locked(public_id)
    _archive(product, actor=actor)
    return _fetched(product.pk)


def _archive(product: Product, *, actor: str) -> None:
    if product.archived_at is None:
        changed = {"archived_at": timezone.now(), "is_visible": False, "is_featured": False}
        _show_or_hide(product, "product.archived", changed, actor=actor)


@transaction.atomic
def undo_archive(public_id: str, *, version: int, actor: str) -> Product:
    """Put the product that this person has just archived back where it was; idempotent.

    Raises NotFound, UndoRefused.
    """
    product = _locked(public_id)
    entry = find_undoable(
        _subject(product),
        ["product.archived"],
        undone="product.archive_undone",
        actor=actor,
        version=version,
        now_at=product.edited_version,
    )
    if entry is not None:
        names = {"is_visible": "isAvailable", "is_featured": "isFeatured"}
        changed = {column: entry.before.get(name, False) for column, name in names.items()}
        _show_or_hide(product, "product.archive_undone", {"archived_at": None, **changed}, actor=actor)
    return _fetched(product.pk)


def _show_or_hide(product: Product, what: str, changed: Mapping[str, Any], *, actor: str) -> None:
    """Set these columns of the locked product, which decide where it is shown."""
    before = _shown(product) | {"version": product.edited_version}
    for column, value in changed.items():
        setattr(product, column, value)
    product.save(update_fields=changed)
    inherit(product, actor=actor)
    _mark_edited(product)
    after = _shown(product) | {"version": product.full_version}
    record(what, subject=_subject(product), actor=actor, before=before, after=after)
    publish_product(product, what, actor=actor)
    index.refresh()


def _shown(product: Product) -> dict[str, bool]:
    return {
        "isArchived": product.archived_at is not None,
        "isAvailable": product.is_visible,
        "isFeatured": product.is_featured,
    }


@transaction.atomic
def restore_product(public_id: str, *, actor: str) -> Product:
    """Take the product out of the archive; it stays hidden until somebody offers it again."""
    product = _locked(public_id)
    if product.archived_at is not None:
        _show_or_hide(product, "product.restored", {"archived_at": None}, actor=actor)
    return _fetched(product.pk)


@transaction.atomic
def show_product(public_id: str, *, actor: str) -> None:
    """Offer the product in the shop; idempotent. Raises NotFound, PRODUCT_ARCHIVED."""
    product = _locked(public_id)
    if product.archived_at is not None:
        raise Conflict(f"{product} is archived", code=ErrorCode.PRODUCT_ARCHIVED)
    if not product.is_visible:
        _show_or_hide(product, "product.changed", {"is_visible": True}, actor=actor)


@transaction.atomic
def count_stock(
    public_id: str, *, count: int | None = None, change: int = 0, cause: str, actor: str
) -> Product:
    """Record how many pieces are in the house: as counted, or as many more or fewer as `change` says.

    Raises NotFound, VariantRequired, STOCK_PROMISED when orders already own or hold more than that.
    """
    product = _locked(public_id, any_variant=True)
    if product.has_variants:
        raise VariantRequired(str(product))
    wanted = product.on_hand + change if count is None else count
    promised = product.allocated + product.held
    if wanted < promised:
        raise Conflict(
            f"{product}: {wanted} counted, {promised} promised",
            data={"promised": promised, "wanted": wanted},
            code=ErrorCode.STOCK_PROMISED,
        )
    before = product.on_hand
    if set_on_hand(product, wanted, actor=actor, cause=cause):
        record(
            "stock.counted",
            subject=_subject(product),
            actor=actor,
            before={"stock": before},
            after={"stock": wanted},
            note=cause,
        )
    return _fetched(product.pk)


def _outdated(product: Product, version: int) -> ProductChanged:
    return ProductChanged(
        f"{product}: edited as {version}, now {product.edited_version}",
        data=edit_conflict_data(
            _subject(product),
            product_state(product) | {"discountPercentage": product.discount_percentage},
            edited_from=version,
            version=product.full_version,
        ),
    )


def _locked(public_id: str, *, any_variant: bool = False) -> Product:
    """Lock the product; a variant is edited with its parent, and found for `any_variant` alone."""
    product = (
        Product.objects.select_for_update(no_key=True, of=("self",))
        .filter(public_id=public_id)
        .select_related("category", "main_picture", "parent")
        .first()
    )
    if product is None or (product.parent_id is not None and not any_variant):
        raise NotFound("product")
    return product


def _fetched(pk: int) -> Product:
    return Product.objects.with_category().get(pk=pk)


def _subject(product: Product) -> str:
    return f"product:{product.public_id}"


def _mark_edited(product: Product) -> None:
    """Count the version up for a change a person made; the caller holds the row's lock."""
    product.bump()
    product.edited_version, product.edited_at = product.full_version, timezone.now()
    product.save(update_fields=["edited_version", "edited_at"])


def _set_variants(product: Product, draft: Draft, *, actor: str) -> None:
    parent = _fetched(product.pk)
    if draft.variants is not None:
        set_variants(parent, draft.variants, actor=actor)
    else:
        inherit(parent, actor=actor)
    product.option_names = parent.option_names
    if parent.has_variants and (draft.options or parent.original_price_paise is not None):
        field = "customization" if draft.options else "originalPrice"
        raise OptionsWithVariants(str(parent), errors={field: ErrorCode.OPTIONS_WITH_VARIANTS})


def _set_pictures(product: Product, pictures: Sequence[Picture]) -> None:
    """Give the product these pictures in this order, the main one first."""
    unique = list({picture.pk: picture for picture in pictures}.values())
    main = unique[0] if unique else None
    Product.objects.filter(pk=product.pk).update(main_picture=main)
    product.further_pictures.all().delete()
    for position, picture in enumerate(unique[1:], start=1):
        product.further_pictures.create(picture=picture, position=position)
