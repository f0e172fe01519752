"""Slugs, the addresses of products and categories: made of names in any script; old ones redirect."""

import secrets
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.text import slugify

from project.catalog.errors import SlugTaken
from project.catalog.models import MAX_CATEGORY_SLUG, MAX_PRODUCT_SLUG, Category, Product
from project.catalog.search.normalization import romanised
from project.core.errors import ErrorCode
from project.core.locks import lock_names

_SUFFIX_BYTES = 3
_LONGEST = {Product: MAX_PRODUCT_SLUG, Category: MAX_CATEGORY_SLUG}
_COLLECTIONS = {Product: "products", Category: "categories"}


def new_slug(row: Product | Category, *names: str) -> str:
    """Return an address nobody has, made of the first name that can be read; of chance where none can."""
    kind = type(row)._meta.model_name
    longest = _LONGEST[type(row)] - 1 - 2 * _SUFFIX_BYTES
    readable = (slugify(romanised(name))[:longest].strip("-_") for name in names)
    words = next(filter(None, readable), f"{kind}-{secrets.token_hex(_SUFFIX_BYTES)}")
    slug = words
    while not is_free(slug, row):
        slug = f"{words}-{secrets.token_hex(_SUFFIX_BYTES)}"
    return slug


def is_free(slug: str, row: Product | Category) -> bool:
    """Return whether no other row has or had this address, and the API does not use it."""
    others = type(row)._default_manager.exclude(pk=row.pk)
    return not (
        slug in reserved_slugs(type(row))
        or others.filter(slug=slug).exists()
        or others.filter(aliases__slug=slug).exists()
    )


def take_slug(row: Product | Category, slug: str) -> str:
    """Return the slug, which is the row's until the transaction ends. Raises SlugTaken."""
    lock_names([f"slug:{slug}"])
    if not is_free(slug, row):
        raise SlugTaken(slug, errors={"slug": ErrorCode.SLUG_TAKEN})
    return slug


def change_slug(row: Product | Category, slug: str) -> None:
    """Give the row another address and let the old one lead to it. Raises SlugTaken."""
    old = row.slug
    lock_names([f"slug:{old}", f"slug:{slug}"])
    row.slug = take_slug(row, slug)
    row.aliases.filter(slug=slug).delete()
    row.aliases.create(slug=old)
    type(row)._default_manager.filter(pk=row.pk).update(slug=slug)


@cache
def reserved_slugs(model: type[Product] | type[Category]) -> frozenset[str]:
    """Return the words that the API's own addresses have in place of a slug, as in /products/featured."""
    beginning = f"api/{_COLLECTIONS[model]}/"
    routes = (route for route in _routes(get_resolver().url_patterns) if route.startswith(beginning))
    words = (route.removeprefix(beginning).split("/")[0] for route in routes)
    return frozenset(word for word in words if "<" not in word)


def _routes(patterns: Iterable[Any], before: str = "") -> Iterator[str]:
    for each in patterns:
        route = f"{before}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, route)
        elif isinstance(each, URLPattern):
            yield route
