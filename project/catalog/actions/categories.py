"""Actions of staff on categories: create, change, delete with the products moved elsewhere."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from project.catalog.actions.live_events import publish_category
from project.catalog.editable_fields import category_state, edit_conflict_data
from project.catalog.models import Category, CategoryAlias, Product
from project.catalog.search import index
from project.catalog.slugs import change_slug, new_slug, take_slug
from project.core.errors import Conflict, ErrorCode, NotFound
from project.events.audit import record

MAX_SORT_ORDER = 32_767


class CategoryChanged(Conflict):
    """The category is no longer what the caller edited; `data` says what it is now and by whom."""

    code = ErrorCode.CATEGORY_CHANGED


@transaction.atomic
def create_category(fields: Mapping[str, Any], *, slug: str = "", actor: str) -> Category:
    """Add a category, last unless `sort_order` is given; without a `slug` its name makes one.

    Raises NotFound, SlugTaken.
    """
    categories = _lock_all()
    last = max((each.sort_order for each in categories), default=-1)
    fields = {"sort_order": min(last + 1, MAX_SORT_ORDER)} | _among(categories, fields)
    names = (str(fields["name_en"]), str(fields["name_hi"]))
    new = take_slug(Category(), slug or new_slug(Category(), *names))
    category = Category.objects.create(slug=new, **fields)
    record("category.created", subject=_subject(category), actor=actor, after=category_state(category))
    publish_category(category, "category.created", actor=actor)
    return category


@transaction.atomic
def change_category(
    public_id: str, fields: Mapping[str, Any], *, version: int | None, slug: str = "", actor: str
) -> Category:
    """Bring the category to this state. Hidden, it takes its products and all below it out of the shop.

    The old address leads to another `slug`; without one it stays.

    Raises NotFound, CategoryChanged, CATEGORY_LOOP, SlugTaken.
    """
    categories = _lock_all()
    category = _one(categories, public_id)
    before = category_state(category)
    if version is not None and category.version != version:
        raise CategoryChanged(
            f"{category}: edited as {version}, now {category.version}",
            data=edit_conflict_data(
                _subject(category), before, edited_from=version, version=category.version
            ),
        )
    fields = _among(categories, fields)
    _forbid_loop(category, fields.get("parent"), categories)
    for name, value in fields.items():
        setattr(category, name, value)
    if slug and slug != category.slug:
        change_slug(category, slug)
    after = category_state(category)
    if after == before:
        return category
    category.version += 1
    was_shown = category.is_shown
    category.save()
    below = _show_or_hide(categories)
    record(
        "category.changed",
        subject=_subject(category),
        actor=actor,
        before=before,
        after=after | {"version": category.version},
    )
    # What a product's page and card say of its category.
    other = category.is_shown != was_shown or any(after[each] != before[each] for each in ("name", "slug"))
    publish_category(
        category,
        "category.changed",
        products=_bumped([category, *below] if other else below),
        below=below,
        actor=actor,
    )
    index.refresh()
    return category


@transaction.atomic
def delete_category(public_id: str, *, move_to: str = "", actor: str) -> int:
    """Delete the category; its products go to `move_to`, its own subcategories one level up.

    Old links to it lead to where its products went. Return how many were moved.

    Raises NotFound, CATEGORY_NOT_EMPTY when it has products and no other place was named.
    """
    categories = _lock_all()
    category = _one(categories, public_id)
    target = _one(categories, move_to) if move_to else None
    if target is not None and target.pk == category.pk:
        raise Conflict(f"{category} into itself", data=_contents(category), code=ErrorCode.CATEGORY_NOT_EMPTY)
    if target is None and category.products.exists():
        raise Conflict(
            f"{category} has products", data=_contents(category), code=ErrorCode.CATEGORY_NOT_EMPTY
        )
    moved: list[Product] = []
    if target is not None:
        edited = {"edited_version": F("version") + 1, "edited_at": timezone.now()}
        moved = _bumped([category], category=target, **edited)
        category.aliases.update(category=target)
        CategoryAlias.objects.create(slug=category.slug, category=target)
    category.children.update(parent=category.parent_id, version=F("version") + 1)
    for each in categories:
        if each.parent_id == category.pk:
            each.parent = category.parent
    below = _show_or_hide(categories)
    record(
        "category.deleted",
        subject=_subject(category),
        actor=actor,
        before=category_state(category),
        after={"movedTo": target.slug, "products": len(moved)} if target else {},
    )
    publish_category(category, "category.deleted", products=moved + _bumped(below), below=below, actor=actor)
    category.delete()
    index.refresh()
    return len(moved)


def _contents(category: Category) -> dict[str, int]:
    return {"products": category.products.count(), "subcategories": category.children.count()}


def _lock_all() -> list[Category]:
    """Lock all categories, of which there are few: two concurrent moves may not close a circle."""
    locked = list(Category.objects.select_for_update(of=("self",)).order_by("pk").select_related("picture"))
    by_key = {category.pk: category for category in locked}
    for category in locked:
        category.parent = by_key[category.parent_id] if category.parent_id else None
    return locked


def _among(categories: list[Category], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields with the parent as it is now that it is locked.

    Raises NotFound when it is gone meanwhile.
    """
    parent = fields.get("parent")
    return dict(fields) if parent is None else {**fields, "parent": _one(categories, parent.public_id)}


def _show_or_hide(categories: list[Category]) -> list[Category]:
    """Write for each of the locked categories whether it is shown; return those for which that changed."""
    changed = [category for category in categories if category.is_shown != _is_shown(category)]
    for category in changed:
        category.is_shown = _is_shown(category)
        category.version += 1
        Category.objects.filter(pk=category.pk).update(is_shown=category.is_shown, version=F("version") + 1)
    return changed


def _is_shown(category: Category) -> bool:
    """Return whether the category and every one above it are active."""
    return category.is_active and (category.parent is None or _is_shown(category.parent))


def _one(categories: list[Category], public_id: str) -> Category:
    for category in categories:
        if category.public_id == public_id:
            return category
    raise NotFound(f"category {public_id!r}")


def _forbid_loop(category: Category, parent: Category | None, categories: list[Category]) -> None:
    above = {each.pk: each.parent_id for each in categories}
    place = parent.pk if parent else None
    while place is not None:
        if place == category.pk:
            raise Conflict(
                f"{category} below itself",
                errors={"parentCategory": ErrorCode.CATEGORY_LOOP},
                code=ErrorCode.CATEGORY_LOOP,
            )
        place = above.get(place)


def _bumped(categories: list[Category], **columns: Any) -> list[Product]:
    """Count up the versions of the categories' products, whose pages change, and set these columns.

    They are locked in key order, as orders do it.
    """
    found = Product.objects.filter(category__in=categories).only("slug", "public_id").order_by("pk")
    products = list(found.select_for_update(no_key=True, of=("self",)))
    bumped = Product.objects.filter(pk__in=[product.pk for product in products])
    bumped.update(version=F("version") + 1, **columns)
    return products


def _subject(category: Category) -> str:
    return f"category:{category.public_id}"
