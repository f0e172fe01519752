"""Snapshots of a product's or category's editable fields: for the API, the audit log and conflict diffs.

The same names everywhere: a form's field, the audit log's entry and the refusal of an outdated copy agree.
"""

from typing import Any

from django.db.models import prefetch_related_objects

from project.accounts.actor_names import names_of
from project.catalog.models import (
    DEFAULT_ORIGIN,
    DEFAULT_PENDANT,
    DEFAULT_SIZE,
    XRAY_CERTIFICATE,
    Bilingual,
    Category,
    OptionKind,
    Product,
    ProductOption,
)
from project.core.money import rupees, rupees_or_none
from project.events.models import AuditEntry

State = dict[str, Any]

# Part of every product's own price, whatever else is offered.
INCLUDED = {
    OptionKind.ORIGIN: DEFAULT_ORIGIN,
    OptionKind.PENDANT: DEFAULT_PENDANT,
    OptionKind.SIZE: DEFAULT_SIZE,
}


def both(row: Bilingual | ProductOption, name: str) -> dict[str, Any]:
    """Return a text in both languages."""
    return {"en": getattr(row, f"{name}_en"), "hi": getattr(row, f"{name}_hi")}


def product_state(product: Product) -> State:
    """Return all that staff edit of the product, as the wire writes it; stock is not edited but counted."""
    hindi = product.specifications("hi")
    return {
        "slug": product.slug,
        "title": both(product, "title"),
        "shortDescription": both(product, "short_description"),
        "description": both(product, "description"),
        "longDescription": both(product, "long_description"),
        "category": product.category.slug,
        "price": rupees(product.price_paise),
        "originalPrice": rupees_or_none(product.original_price_paise),
        "taxRate": product.tax_rate_basis_points / 100,
        "hsnCode": product.hsn_code,
        "images": [picture.image for picture in product.pictures],
        "turntable": product.turntable.image if product.turntable else "",
        "isAvailable": product.is_visible,
        "isFeatured": product.is_featured,
        "isTrending": product.is_trending,
        "isNewArrival": product.is_new_arrival,
        "isOnSale": product.is_on_sale,
        "specifications": {
            name: {"en": text, "hi": hindi[name]} for name, text in product.specifications("en").items()
        },
        "benefits": both(product, "benefits"),
        "care": both(product, "care"),
        "verse": {
            "sanskrit": product.verse_sanskrit,
            "en": product.verse_translation_en,
            "hi": product.verse_translation_hi,
        },
        "customization": customization(product),
        "shipping": {
            "weight": product.shipping_weight_grams,
            "dimensions": product.shipping_dimensions,
            "freeShipping": product.free_shipping,
        },
        "seo": {
            "metaTitle": both(product, "meta_title"),
            "metaDescription": both(product, "meta_description"),
            "keywords": list(product.keywords),
        },
        "tags": list(product.tags),
        "sku": product.sku,
        "barcode": product.barcode,
        "variants": variants_state(product),
    }


def variants_state(product: Product) -> State:
    """Return the names of the product's options and its variants, those off sale, too."""
    names = product.option_names or []
    prefetch_related_objects([product], "variants__main_picture")
    rows = sorted(product.variants.all(), key=lambda variant: (variant.sort_order, variant.pk))
    return {
        "optionNames": names,
        "rows": [
            {
                "id": variant.public_id,
                "values": variant.option_values,
                "sku": variant.sku,
                "barcode": variant.barcode,
                "price": rupees(variant.price_paise),
                "weight": variant.shipping_weight_grams,
                "picture": own_picture(variant, product),
                "isActive": variant.archived_at is None,
            }
            # Those that were ordered under other options are kept for their orders alone.
            for variant in rows
            if names and len(variant.option_values) == len(names)
        ],
    }


def own_picture(variant: Product, parent: Product) -> str:
    """Return the address of the picture of the variant itself, "" where it shows its parent's main one."""
    picture = variant.main_picture
    return picture.image if picture and picture.pk != parent.main_picture_id else ""


def customization(product: Product) -> State:
    """Return what can be chosen about the product, and what each choice adds in rupees."""
    result: State = {
        "origins": [],
        "xrayCertification": {"available": False, "price": 0, "description": {"en": "", "hi": ""}},
        "pendantOptions": [],
        "sizes": [],
    }
    for option in product.options.all():
        offer = {
            "price": rupees(option.price_paise),
            "available": option.available,
            "description": both(option, "description"),
        }
        named = offer | {"picture": option.picture.url if option.picture else ""}
        match option.kind:
            case OptionKind.ORIGIN:
                result["origins"].append({"name": option.name} | named)
            case OptionKind.SIZE:
                result["sizes"].append({"name": option.name} | named)
            case OptionKind.PENDANT:
                result["pendantOptions"].append({"type": option.name} | named)
            case OptionKind.XRAY if option.name == XRAY_CERTIFICATE:
                result["xrayCertification"] = offer
    return result


def category_state(category: Category) -> State:
    """Return all that staff edit of the category, as the wire writes it."""
    return {
        "slug": category.slug,
        "name": both(category, "name"),
        "description": both(category, "description"),
        "image": category.picture.image if category.picture else "",
        "icon": category.icon,
        "isActive": category.is_active,
        "isFeatured": category.is_featured,
        "sortOrder": category.sort_order,
        "metaTitle": both(category, "meta_title"),
        "metaDescription": both(category, "meta_description"),
        "parentCategory": category.parent.public_id if category.parent else None,
    }


def changes_since(subject: str, version: int) -> list[State]:
    """Return which fields of the product or category were changed after this version, by whom and when."""
    entries = list(AuditEntry.objects.filter(subject=subject, after__version__gt=version).order_by("pk"))
    names = names_of(entry.actor for entry in entries)
    return [
        {
            "fields": sorted(entry.after.keys() - {"version"}),
            "by": names[entry.actor],
            "at": entry.at.isoformat(),
        }
        for entry in entries
    ]


def edit_conflict_data(subject: str, state: State, *, edited_from: int, version: int) -> State:
    """Return the `data` of an edit conflict: current version and state, and the changes since the copy."""
    return {"version": version, "state": state, "changes": changes_since(subject, edited_from)}
