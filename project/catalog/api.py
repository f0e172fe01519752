"""The public catalogue: products, categories and certificates."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

from django.db.models import Case, Count, F, Func, IntegerField, Max, Q, QuerySet, When
from django.db.models.functions import Abs
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Query
from ninja.decorators import decorate_view
from ninja.errors import ValidationError

from project.catalog.models import IN_STOCK, Category, CategoryAlias, Certificate, Product, ProductQuerySet
from project.catalog.mukhi import RUDRAKSHA, beads_by_faces, mukhi_range
from project.catalog.schemas.categories import CategoryData, CategoryListData, CategoryOut, CategoryRef
from project.catalog.schemas.certificates import CertificateData, CertificateOut
from project.catalog.schemas.lists import (
    CategoryFacet,
    Facets,
    MukhiRange,
    PriceBand,
    ProductListData,
    ProductPageData,
    SuggestionData,
)
from project.catalog.schemas.mukhi import MukhiListData, MukhiOut
from project.catalog.schemas.products import ProductCard, ProductData, ProductOut
from project.catalog.schemas.queries import ProductListQuery, RelatedQuery, ShortListQuery, SuggestQuery, Text
from project.catalog.search.query import categories_with, products_with, suggestion, understand
from project.core.errors import Gone, NotFound
from project.core.identifiers import typed_id
from project.core.language import current_language
from project.core.messages import fault_of
from project.core.money import paise
from project.core.public_reads import public_read
from project.core.qr import qr_picture
from project.core.schemas import Pagination, Success
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("catalogue")

# In rupees, from (included) and to (not included).
PRICE_BANDS: list[tuple[int, int | None]] = [(0, 1000), (1000, 5000), (5000, 10000), (10000, None)]
SUGGESTED_PRODUCTS = 6
SUGGESTED_CATEGORIES = 3
_NEWEST = ("-created_at", "-pk")
# Written out, because Django takes longer to write a comparison or a `Case` than the database to answer it.
_BELOW = [f"WHEN %(expressions)s < {high * 100} THEN {n}" for n, (_, high) in enumerate(PRICE_BANDS) if high]
_PRICE_BAND = Func(
    "price_paise",
    template=f"CASE {' '.join(_BELOW)} ELSE {len(PRICE_BANDS) - 1} END",
    output_field=IntegerField(),
)


@router.get("/categories")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def list_categories(request: HttpRequest) -> Success[CategoryListData]:
    """All categories of the shop, in their order."""
    rows = Product.objects.visible().order_by().values_list("category_id").annotate(Count("pk"))
    counts = dict(rows)
    categories = [
        CategoryOut.of(category, counts.get(category.pk, 0))
        for category in Category.objects.filter(is_shown=True).select_related("picture")
    ]
    return Success(data=CategoryListData(categories=categories))


@router.get("/categories/{slug}")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def get_category(request: HttpRequest, slug: Text) -> Success[CategoryData]:
    """One category by its slug or an alias of it; the answer's `slug` is the canonical address.

    410 for one that is no longer shown.
    """
    category = Category.objects.filter(is_shown=True, pk__in=_named([slug])).first()
    if category is None:
        raise (Gone if _named([slug]).exists() else NotFound)(f"category {slug!r}")
    count = Product.objects.visible().filter(category=category).count()
    return Success(data=CategoryData(category=CategoryOut.of(category, count)))


@router.get("/certificates/{number}")
@decorate_view(public_read("catalogue", 300, by_cost=True))
def get_certificate(request: HttpRequest, number: Text) -> Success[CertificateData]:
    """Return the laboratory's certificate of this number; upper and lower case are the same."""
    return Success(data=CertificateData(certificate=CertificateOut.model_validate(_certificate(number))))


@router.get("/certificates/{number}/qr.svg", response={200: None})
@limited("catalogue", 300, by_cost=True)
def get_certificate_code(request: HttpRequest, number: Text) -> HttpResponse:
    """Return the QR code of the page where the certificate is checked, as an SVG picture."""
    picture = qr_picture(_certificate(number).verify_url)
    picture["Cache-Control"] = "public, max-age=86400"
    return picture


def _certificate(number: str) -> Certificate:
    found = Certificate.objects.select_related("product__main_picture", "xray")
    return get_object_or_404(found, number=typed_id(number))


@router.get("/rudraksha")
@decorate_view(public_read("catalogue", 300, by_cost=True))
def list_mukhi(request: HttpRequest) -> Success[MukhiListData]:
    """Return the shop's rudraksha beads by the number of their faces, to be compared."""
    return Success(
        data=MukhiListData(mukhi=[MukhiOut.of(faces, product) for faces, product in beads_by_faces()])
    )


@router.get("/products")
@decorate_view(public_read("catalogue", 300, by_cost=True))
def list_products(request: HttpRequest, query: Query[ProductListQuery]) -> Success[ProductPageData]:
    """One page of the product list, filtered and sorted by the server, and what other filters would find.

    Unless told otherwise a search shows the best match first, the category of rudraksha the fewest faces,
    everything else the newest.
    """
    _check_prices(query)
    categories = list(Category.shown())
    chosen = _chosen(query, categories)
    filters = _filters(query, chosen)
    products = Product.objects.visible()
    if query.as_of:
        products = products.filter(created_at__lte=query.as_of)
    if query.search.strip():
        products = products_with(products, understand(query.search))
    total, facets, newest = _counted(products, filters, categories)
    first = (query.page - 1) * query.limit
    page = _sorted(products.filter(*filters.values()), query, chosen).for_cards()[first : first + query.limit]
    faces = None if filters or query.search.strip() else mukhi_range()
    return Success(
        data=ProductPageData(
            products=ProductCard.list(page),
            pagination=Pagination.of(
                page=query.page, limit=query.limit, total=total, as_of=query.as_of or newest
            ),
            facets=facets,
            categories=[category.slug for category in chosen],
            mukhi=MukhiRange(fewest=faces[0], most=faces[1]) if faces else None,
            did_you_mean=suggestion(query.search) if query.search.strip() and total == 0 else None,
        )
    )


@router.get("/products/suggest")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def suggest_products(request: HttpRequest, query: Query[SuggestQuery]) -> Success[SuggestionData]:
    """Products and categories for what somebody has typed so far; the last word may be unfinished."""
    terms = understand(query.q, typing=True)
    products = _by_relevance(products_with(Product.objects.visible(), terms)).for_cards()
    categories = categories_with(Category.shown(), terms)[:SUGGESTED_CATEGORIES]
    return Success(
        data=SuggestionData(
            products=ProductCard.list(products[:SUGGESTED_PRODUCTS]),
            categories=[CategoryRef.model_validate(category) for category in categories],
        )
    )


@router.get("/products/featured")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def list_featured(request: HttpRequest, query: Query[ShortListQuery]) -> Success[ProductListData]:
    """Products the shop puts in front, newest first."""
    return _short_list(Product.objects.visible().filter(is_featured=True), query.limit)


@router.get("/products/trending")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def list_trending(request: HttpRequest, query: Query[ShortListQuery]) -> Success[ProductListData]:
    """Products many ask for at present, newest first."""
    return _short_list(Product.objects.visible().filter(is_trending=True), query.limit)


@router.get("/products/new-arrivals")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def list_new_arrivals(request: HttpRequest, query: Query[ShortListQuery]) -> Success[ProductListData]:
    """Products that came in lately, newest first."""
    return _short_list(Product.objects.visible().filter(is_new_arrival=True), query.limit)


@router.get("/products/id/{product_id}")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def get_product_by_id(request: HttpRequest, product_id: Text) -> Success[ProductData]:
    """One product by its public id; its `slug` is the canonical address. 410 for one no longer shown."""
    return _product_data(
        lambda products: (
            products.filter(public_id=product_id).first()
            or products.filter(variants__public_id=product_id).first()
        )
    )


@router.get("/products/{slug}")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def get_product(request: HttpRequest, slug: Text) -> Success[ProductData]:
    """One product by its slug or an earlier one; the answer's `slug` is the canonical address.

    410 for one that is no longer shown.
    """
    return _product_data(lambda products: products.at_address(slug))


@router.get("/products/{slug}/related")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def list_related(request: HttpRequest, slug: Text, query: Query[RelatedQuery]) -> Success[ProductListData]:
    """Other products of the same category, then of the others; the nearest in price first."""
    product = Product.objects.visible().at_address(slug)
    if product is None:
        raise NotFound("product")
    related = (
        Product.objects.visible()
        .exclude(pk=product.pk)
        .annotate(
            elsewhere=Case(When(category=product.category_id, then=0), default=1),
            distance=Abs(F("price_paise") - product.price_paise),
        )
        .order_by("elsewhere", "distance", *_NEWEST)
    )
    return _short_list(related, query.limit)


def _product_data(find: Callable[[ProductQuerySet], Product | None]) -> Success[ProductData]:
    products = Product.objects.visible().with_category().select_related("turntable")
    product = find(products.prefetch_related("options__picture", "further_pictures__picture"))
    if product is None:
        raise (Gone if find(Product.objects.all()) else NotFound)("product")
    return Success(data=ProductData(product=ProductOut.of(product)))


def _short_list(products: ProductQuerySet, limit: int) -> Success[ProductListData]:
    return Success(data=ProductListData(products=ProductCard.list(products.for_cards()[:limit])))


def _named(names: list[str]) -> QuerySet[Category]:
    """Return the categories with one of these slugs, aliases or public ids.

    For use as a subquery: a join over the aliases would show a row once per alias.
    """
    return Category.objects.filter(Q(slug__in=names) | Q(public_id__in=names) | Q(aliases__slug__in=names))


def _check_prices(query: ProductListQuery) -> None:
    if query.min_price is not None and query.max_price is not None and query.min_price > query.max_price:
        sentence = _("The lowest price must not be above the highest")
        raise ValidationError([fault_of(("query", name), sentence) for name in ("minPrice", "maxPrice")])


def _chosen(query: ProductListQuery, categories: list[Category]) -> list[Category]:
    """Return the categories that the query names, each once.

    Raises NotFound for one that does not exist (any more).
    """
    names = [name.strip() for name in query.category.split(",")]
    return list(dict.fromkeys(_category(name, categories) for name in names if name))


def _filters(query: ProductListQuery, chosen: list[Category]) -> dict[str, Q]:
    """Return the query's conditions by the facet they belong to."""
    filters: dict[str, Q] = {}
    if chosen:
        filters["category"] = Q(category__in=chosen)
    price = Q()
    if query.min_price is not None:
        price &= Q(price_paise__gte=paise(query.min_price))
    if query.max_price is not None:
        price &= Q(price_paise__lte=paise(query.max_price))
    if price:
        filters["price"] = price
    if query.is_featured is not None:
        filters["featured"] = Q(is_featured=query.is_featured)
    if query.in_stock is not None:
        filters["stock"] = Q(IN_STOCK) if query.in_stock else ~Q(IN_STOCK)
    return filters


def _category(name: str, categories: list[Category]) -> Category:
    """Return the category that is shown of this slug, public id or alias."""
    for category in categories:
        if name in (category.slug, category.public_id):
            return category
    alias = (
        CategoryAlias.objects.filter(slug=name, category__is_shown=True).select_related("category").first()
    )
    if alias is None:
        raise NotFound(f"category {name!r}", text=_("There is no category “{name}”").format(name=name))
    return alias.category


def _counted(
    products: ProductQuerySet, filters: dict[str, Q], categories: list[Category]
) -> tuple[int, Facets, datetime | None]:
    """Count what the filters find, and what each of them would find if it were set otherwise.

    Also return when the newest of all these products was created.

    One query counts the products that are alike in everything that a filter asks about; those few numbers
    are added up here.
    """
    meets = {f"meets_{name}": Case(When(condition, then=1), default=0) for name, condition in filters.items()}
    kinds = (
        products.order_by()
        .annotate(band=_PRICE_BAND, in_stock=IN_STOCK, **meets)
        .values("category", "band", "is_featured", "in_stock", *meets)
        .annotate(count=Count("pk"), newest=Max("created_at"))
    )
    newest: datetime | None = None
    total = featured = available = 0
    by_category: Counter[int] = Counter()
    by_band: Counter[int] = Counter()
    for kind in kinds:
        newest = max(newest or kind["newest"], kind["newest"])
        failed = [name for name in filters if not kind[f"meets_{name}"]]
        if not failed:
            total += kind["count"]
        if kind["is_featured"] and failed in ([], ["featured"]):
            featured += kind["count"]
        if kind["in_stock"] and failed in ([], ["stock"]):
            available += kind["count"]
        if failed in ([], ["category"]):
            by_category[kind["category"]] += kind["count"]
        if failed in ([], ["price"]):
            by_band[kind["band"]] += kind["count"]
    facets = Facets(
        categories=[
            CategoryFacet(**dict(CategoryRef.model_validate(category)), count=by_category[category.pk])
            for category in categories
        ],
        price_bands=[
            PriceBand(min=low, max=high, count=by_band[number])
            for number, (low, high) in enumerate(PRICE_BANDS)
        ],
        featured=featured,
        available=available,
    )
    return total, facets, newest


def _sorted(products: ProductQuerySet, query: ProductListQuery, chosen: list[Category]) -> ProductQuerySet:
    """Sort; equal ones newest first, so that pages never overlap."""
    usual = "faces" if [category.slug for category in chosen] == [RUDRAKSHA] else "newest"
    if query.search.strip():
        usual = "relevance"
    match query.sort_by or usual:
        case "price-low":
            return products.order_by("price_paise", *_NEWEST)
        case "price-high":
            return products.order_by("-price_paise", *_NEWEST)
        case "name":
            return products.order_by(f"title_key_{current_language()}", *_NEWEST)
        case "faces":
            # The English titles begin with the number: "5 Mukhi Rudraksha".
            return products.order_by("title_key_en", *_NEWEST)
        case "rating":
            return products.order_by("-rating_average", "-rating_count", *_NEWEST)
        case "relevance" if query.search.strip():
            return _by_relevance(products)
        case _:
            return products.order_by(*_NEWEST)


def _by_relevance(products: ProductQuerySet) -> ProductQuerySet:
    return products.order_by(F("rank").desc(), "-is_featured", *_NEWEST)
