"""The shop's shelves: what everybody may read."""

import segno
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from project.catalog.models import Category, Certificate, Product, ProductQuerySet
from project.catalog.schemas import (
    CategoryData,
    CategoryListData,
    CategoryOut,
    CertificateData,
    CertificateOut,
    Pagination,
    ProductCard,
    ProductData,
    ProductListData,
    ProductListQuery,
    ProductOut,
    ProductPageData,
    ShortListQuery,
    Text,
)
from project.catalog.search import matching
from project.core.errors import NotFound
from project.core.language import current_language
from project.core.money import paise
from project.core.schemas import Success
from project.core.throttle import limited

router = Router(tags=["catalogue"], by_alias=True)


@router.get("/categories", response=Success[CategoryListData], operation_id="listCategories")
@limited("catalogue", 300)
def list_categories(request: HttpRequest) -> Success[CategoryListData]:
    """All categories of the shop, in their order."""
    rows = Product.objects.visible().order_by().values_list("category_id").annotate(Count("pk"))
    counts = dict(rows)
    categories = [
        CategoryOut.of(category, counts.get(category.pk, 0))
        for category in Category.objects.filter(is_active=True).select_related("picture")
    ]
    return Success(data=CategoryListData(categories=categories))


@router.get("/categories/{slug}", response=Success[CategoryData], operation_id="getCategory")
@limited("catalogue", 300)
def get_category(request: HttpRequest, slug: Text) -> Success[CategoryData]:
    """One category by its slug or an alias of it; the answer's `slug` is the canonical address."""
    category = Category.objects.filter(is_active=True, pk__in=_named([slug])).first()
    if category is None:
        raise NotFound(f"category {slug!r}")
    count = Product.objects.visible().filter(category=category).count()
    return Success(data=CategoryData(category=CategoryOut.of(category, count)))


@router.get("/certificates/{number}", response=Success[CertificateData], operation_id="getCertificate")
@limited("catalogue", 300)
def get_certificate(request: HttpRequest, number: Text) -> Success[CertificateData]:
    """What the laboratory says of the piece with this number; upper and lower case are the same."""
    return Success(data=CertificateData(certificate=CertificateOut.of(_certificate(number))))


@router.get("/certificates/{number}/qr.svg", response={200: None}, operation_id="getCertificateCode")
@limited("catalogue", 300)
def get_certificate_code(request: HttpRequest, number: Text) -> HttpResponse:
    """The QR code of the page where the certificate is checked, as an SVG picture."""
    code = segno.make(_certificate(number).verify_url, error="m", micro=False)
    response = HttpResponse(content_type="image/svg+xml")
    code.save(response, kind="svg", border=4, light="#fff", omitsize=True, xmldecl=False)
    response["Cache-Control"] = "public, max-age=86400"
    return response


def _certificate(number: str) -> Certificate:
    found = Certificate.objects.select_related("product__main_picture", "xray")
    certificate = found.filter(number__iexact=number.strip()).first()
    if certificate is None:
        raise NotFound(f"certificate {number!r}")
    return certificate


@router.get("/products", response=Success[ProductPageData], operation_id="listProducts")
@limited("catalogue", 300)
def list_products(request: HttpRequest, query: Query[ProductListQuery]) -> Success[ProductPageData]:
    """One page of the product list, filtered and sorted by the server; newest first unless told otherwise."""
    found = _filtered(query)
    total = found.count()
    first = (query.page - 1) * query.limit
    page = _sorted(found, query.sort_by).with_category()[first : first + query.limit]
    return Success(
        data=ProductPageData(
            products=[ProductCard.of(product) for product in page],
            pagination=Pagination(
                page=query.page,
                limit=query.limit,
                total=total,
                total_pages=-(-total // query.limit),
            ),
        )
    )


@router.get("/products/featured", response=Success[ProductListData], operation_id="listFeatured")
@limited("catalogue", 300)
def list_featured(request: HttpRequest, query: Query[ShortListQuery]) -> Success[ProductListData]:
    """Products the shop puts in front, newest first."""
    return _short_list(Product.objects.visible().filter(is_featured=True), query.limit)


@router.get("/products/trending", response=Success[ProductListData], operation_id="listTrending")
@limited("catalogue", 300)
def list_trending(request: HttpRequest, query: Query[ShortListQuery]) -> Success[ProductListData]:
    """Products many ask for at present, newest first."""
    return _short_list(Product.objects.visible().filter(is_trending=True), query.limit)


@router.get("/products/new-arrivals", response=Success[ProductListData], operation_id="listNewArrivals")
@limited("catalogue", 300)
def list_new_arrivals(request: HttpRequest, query: Query[ShortListQuery]) -> Success[ProductListData]:
    """Products that came in lately, newest first."""
    return _short_list(Product.objects.visible().filter(is_new_arrival=True), query.limit)


@router.get("/products/id/{product_id}", response=Success[ProductData], operation_id="getProductById")
@limited("catalogue", 300)
def get_product_by_id(request: HttpRequest, product_id: Text) -> Success[ProductData]:
    """One product by its public id; its `slug` is the canonical address."""
    return _product_data(Product.objects.visible().filter(public_id=product_id))


@router.get("/products/{slug}", response=Success[ProductData], operation_id="getProduct")
@limited("catalogue", 300)
def get_product(request: HttpRequest, slug: Text) -> Success[ProductData]:
    """One product by its slug or an earlier one; the answer's `slug` is the canonical address."""
    return _product_data(Product.objects.visible().filter(Q(slug=slug) | Q(aliases__slug=slug)))


def _product_data(products: ProductQuerySet) -> Success[ProductData]:
    product = products.with_category().prefetch_related("options", "further_pictures__picture").first()
    if product is None:
        raise NotFound("product")
    return Success(data=ProductData(product=ProductOut.of(product)))


def _short_list(products: ProductQuerySet, limit: int) -> Success[ProductListData]:
    cards = [ProductCard.of(product) for product in products.with_category()[:limit]]
    return Success(data=ProductListData(products=cards))


def _named(names: list[str]) -> QuerySet[Category]:
    """Return the categories with one of these slugs, aliases or public ids.

    For use as a subquery: a join over the aliases would show a row once per alias.
    """
    return Category.objects.filter(Q(slug__in=names) | Q(public_id__in=names) | Q(aliases__slug__in=names))


def _filtered(query: ProductListQuery) -> ProductQuerySet:
    products = Product.objects.visible()
    names = [name.strip() for name in query.category.split(",") if name.strip()]
    if names:
        products = products.filter(category__in=_named(names))
    if query.min_price is not None:
        products = products.filter(price_paise__gte=paise(query.min_price))
    if query.max_price is not None:
        products = products.filter(price_paise__lte=paise(query.max_price))
    if query.is_featured is not None:
        products = products.filter(is_featured=query.is_featured)
    if query.search.strip():
        products = products.filter(matching(query.search))
    return products


def _sorted(products: ProductQuerySet, sort_by: str) -> ProductQuerySet:
    """Sort; equal ones newest first, so that pages never overlap."""
    newest = ("-created_at", "-pk")
    match sort_by:
        case "price-low":
            return products.order_by("price_paise", *newest)
        case "price-high":
            return products.order_by("-price_paise", *newest)
        case "name":
            return products.order_by(Lower(f"title_{current_language()}"), *newest)
        case "rating":
            return products.order_by("-rating_average", "-rating_count", *newest)
        case _:
            return products.order_by(*newest)
