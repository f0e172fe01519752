"""Staff endpoints of products and their stock."""

from typing import Any

from django.db.models import Exists, F, OuterRef, Q, Subquery, Sum, prefetch_related_objects
from django.db.models.expressions import Combinable, OrderBy
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Query
from ninja.errors import ValidationError

from project.accounts.actor_names import names_of
from project.accounts.auth import May, actor_of
from project.catalog.actions import pictures, products
from project.catalog.hsn_rates import UsualRates
from project.catalog.models import Category, Picture, Product, ProductQuerySet
from project.catalog.pictures.renderer import TURNTABLE_WIDTH
from project.catalog.schemas.pictures import UploadedPicture
from project.catalog.schemas.queries import Text
from project.catalog.staff.forms import NewProductIn, ProductChangeIn, ProductIn
from project.catalog.staff.product_schemas import (
    LOW,
    AdminProduct,
    AdminProductData,
    AdminProductPage,
    AdminProductQuery,
    AdminProductRow,
    HsnRates,
    MovementOut,
    MovementPage,
    PageQuery,
    ProductCounts,
    RemovedData,
    StockIn,
)
from project.catalog.staff.responses import refuse
from project.catalog.staff.uploads import MayUpload, limit_uploads, pictures_of, uploaded
from project.core.language import current_language
from project.core.messages import fault_of
from project.core.paging import cut_page
from project.core.rights import Right
from project.core.schemas import Success, UndoVersionIn
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("catalogue for staff")

_PIECES = F("on_hand") - F("allocated") - F("held")
_OF_VARIANTS = Product.objects.filter(parent=OuterRef("pk"), is_visible=True).order_by().values("parent")
# As `Product.sellable`: those of its variants, or its own.
_SELLABLE = Coalesce(Subquery(_OF_VARIANTS.annotate(pieces=Sum(_PIECES)).values("pieces")), _PIECES)
_ORDERS: dict[str, tuple[str | Combinable | OrderBy, ...]] = {
    "newest": ("-created_at", "-pk"),
    "edited": ("-edited_at", "-pk"),
    "price-low": ("price_paise", "-pk"),
    "price-high": ("-price_paise", "-pk"),
    "stock-low": (_SELLABLE, "-pk"),
    "stock-high": (_SELLABLE.desc(), "-pk"),
}


@router.get("/admin/products", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def list_admin_products(request: HttpRequest, query: Query[AdminProductQuery]) -> Success[AdminProductPage]:
    """One page of all products, hidden ones too; archived ones when asked for."""
    found = products_asked_for(query).filter(created_at__lte=query.as_of).with_category()
    rows, pagination = cut_page(found, query, query.as_of)
    prefetch_related_objects([row for row in rows if row.has_variants], "variants")
    usual = UsualRates.read()
    return Success(
        data=AdminProductPage(
            products=[AdminProductRow.of(product, usual) for product in rows],
            pagination=pagination,
            counts=ProductCounts.read(usual),
        )
    )


@router.get("/admin/hsn-rates/{code}", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def get_hsn_rates(request: HttpRequest, code: str) -> Success[HsnRates]:
    """Return the rates that goods with this code usually have, to warn of another one in the form."""
    return Success(data=HsnRates(rates=[rate / 100 for rate in UsualRates.read().of(code)]))


def products_asked_for(query: AdminProductQuery) -> ProductQuerySet:
    """Return the products that these filters find, in order."""
    found = Product.objects.listed().filter(archived_at__isnull=query.status != "archived")
    match query.status:
        case "available":
            found = found.filter(is_visible=True)
        case "unavailable":
            found = found.filter(is_visible=False)
        case "low":
            found = found.filter(LOW)
        case "unusualRate":
            found = found.filter(UsualRates.read().unusual())
    if query.category:
        found = found.filter(Q(category__slug=query.category) | Q(category__public_id=query.category))
    for word in query.search.split():
        of_variant = Q(sku__icontains=word) | Q(barcode=word) | Q(public_id=word)
        found = found.filter(
            Q(title_en__icontains=word)
            | Q(title_hi__icontains=word)
            | Q(slug__icontains=word)
            | Q(public_id=word)
            | Q(hsn_code=word)
            | Q(tags__icontains=word)
            | Q(sku__icontains=word)
            | Q(barcode=word)
            | Q(Exists(Product.objects.filter(of_variant, parent=OuterRef("pk"))))
        )
    if query.sort_by == "title":
        return found.order_by(f"title_key_{current_language()}", "-pk")
    if query.sort_by == "newest" and (text := query.search.strip()):
        # "5 mukhi" is also in "15 Mukhi".
        begins = Q(title_en__istartswith=text) | Q(title_hi__istartswith=text)
        return found.annotate(begins=begins).order_by("-begins", *_ORDERS["newest"])
    return found.order_by(*_ORDERS[query.sort_by])


@router.get("/admin/products/{product_id}", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def get_admin_product(request: HttpRequest, product_id: Text) -> Success[AdminProductData]:
    """One product with everything a form edits."""
    return _answer(get_object_or_404(Product.objects.with_category(), public_id=product_id))


@router.post("/admin/products", auth=MayUpload(Right.CATALOGUE))
@limited("admin-write", 120)
def create_product(request: HttpRequest, payload: NewProductIn) -> Success[AdminProductData]:
    """Put a new product into the catalogue."""
    product = products.create_product(
        _draft(request, payload), stock=payload.stock, slug=payload.slug, actor=actor_of(request)
    )
    return _answer(product, _("Product created successfully"))


@router.put("/admin/products/{product_id}", auth=MayUpload(Right.CATALOGUE))
@limited("admin-write", 120)
def change_product(
    request: HttpRequest, product_id: Text, payload: ProductChangeIn
) -> Success[AdminProductData]:
    """Change a product (optimistic lock by `version`); a conflict says what changed and by whom."""
    product, changed = products.change_product(
        product_id,
        _draft(request, payload),
        version=payload.version,
        slug=payload.slug,
        actor=actor_of(request),
    )
    return _answer(product, _("Product updated successfully") if changed else _("Nothing was changed"))


@router.delete("/admin/products/{product_id}", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def remove_product(request: HttpRequest, product_id: Text) -> Success[RemovedData]:
    """Delete a product; one that was sold is archived, orders keep what they say of it."""
    gone = products.remove_product(product_id, actor=actor_of(request))
    return Success(
        message=_("Product deleted successfully")
        if gone
        else _("Product archived: orders are about it, so it is kept out of sight"),
        data=RemovedData(archived=not gone),
    )


@router.post("/admin/products/{product_id}/archive", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def archive_product(request: HttpRequest, product_id: Text) -> Success[AdminProductData]:
    """Take a product out of the shop; orders keep what they say of it."""
    product = products.archive_product(product_id, actor=actor_of(request))
    return _answer(product, _("Product archived"))


@router.post("/admin/products/{product_id}/archive/undo", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def undo_archive(request: HttpRequest, product_id: Text, payload: UndoVersionIn) -> Success[AdminProductData]:
    """Put a product that the caller has just archived back where it was."""
    product = products.undo_archive(product_id, version=payload.version, actor=actor_of(request))
    return _answer(product, _("The product is back"))


@router.post("/admin/products/{product_id}/restore", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def restore_product(request: HttpRequest, product_id: Text) -> Success[AdminProductData]:
    """Take a product out of the archive; it is not on sale yet."""
    return _answer(
        products.restore_product(product_id, actor=actor_of(request)),
        _("Product restored. It is not on sale yet"),
    )


@router.post("/admin/products/{product_id}/stock", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def count_stock(request: HttpRequest, product_id: Text, payload: StockIn) -> Success[AdminProductData]:
    """Record a count of the pieces in the house, or a correction by some more or fewer, and why."""
    if (payload.count is None) == (payload.change == 0):
        raise ValidationError([fault_of(("body", "payload", "count"), _("Please enter a whole number"))])
    product = products.count_stock(
        product_id,
        count=payload.count,
        change=payload.change,
        cause=payload.cause,
        actor=actor_of(request),
    )
    return _answer(product, _("Stock updated"))


@router.get("/admin/products/{product_id}/movements", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def list_movements(request: HttpRequest, product_id: Text, query: Query[PageQuery]) -> Success[MovementPage]:
    """Every change of the product's stock, the newest first, with cause and person."""
    product = get_object_or_404(Product, public_id=product_id)
    found = product.stock_movements.filter(created_at__lte=query.as_of).order_by("-pk")
    rows, pagination = cut_page(found, query, query.as_of)
    names = names_of(row.actor for row in rows)
    return Success(
        data=MovementPage(
            movements=[MovementOut.from_row(row, by=names[row.actor]) for row in rows],
            pagination=pagination,
        )
    )


_IMAGES = {
    "schema": {"type": "object", "properties": {"images": {"type": "array", "items": {"type": "string"}}}}
}
_UPLOAD_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"multipart/form-data": _IMAGES, "application/json": _IMAGES},
    }
}


@router.post(
    "/admin/uploads",
    auth=MayUpload(Right.CATALOGUE),
    operation_id="uploadPictures",
    openapi_extra=_UPLOAD_BODY,
)
@router.post(
    "/admin/test-upload",
    auth=MayUpload(Right.CATALOGUE),
    operation_id="testUpload",
    openapi_extra=_UPLOAD_BODY,
)
def upload(request: HttpRequest) -> Success[list[UploadedPicture]]:
    """Store pictures, files of a form or base64 in `images`: JPG, PNG, GIF or WebP of at most 5 MB each."""
    return Success(
        message=_("Image uploaded successfully"),
        data=[UploadedPicture.of(picture) for picture in uploaded(request)],
    )


@router.get("/admin/uploads/{key}", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def get_uploaded_picture(request: HttpRequest, key: str) -> Success[UploadedPicture]:
    """One uploaded picture, and whether its sizes are rendered."""
    return Success(data=UploadedPicture.of(get_object_or_404(Picture, key=key)))


@router.post("/admin/uploads/{key}/retry", auth=May(Right.CATALOGUE))
def retry_uploaded_picture(request: HttpRequest, key: str) -> Success[UploadedPicture]:
    """Render the sizes of a picture again that failed; any other is left as it is."""
    limit_uploads(request)
    return Success(data=UploadedPicture.of(pictures.retry_rendering(key)))


def _draft(request: HttpRequest, payload: ProductIn) -> products.Draft:
    named = Q(slug=payload.category) | Q(public_id=payload.category) | Q(aliases__slug=payload.category)
    category = Category.objects.filter(named).first()
    faults = list(payload.faults())
    if category is None:
        faults.append((("category",), _("Please choose a category")))
    refuse(faults)
    assert category is not None  # or it was refused
    pictures = _pictures(request, payload)
    if pictures is not None:
        refuse(list(payload.customization.picture_faults({picture.key for picture in pictures})))
        if payload.variants is not None:
            refuse(list(payload.variants.picture_faults({picture.key for picture in pictures})))
    return products.Draft(
        fields=payload.columns(category) | _turntable(request, payload),
        options=payload.customization.options(),
        pictures=pictures,
        variants=payload.variants.wanted() if payload.variants else None,
        skus=payload.skus(),
    )


def _turntable(request: HttpRequest, payload: ProductIn) -> dict[str, Picture | None]:
    """Return the column of the turntable; none when the body does not speak of it."""
    if payload.turntable is None:
        return {}
    if not payload.turntable:
        return {"turntable": None}
    picture = pictures_of(request, [payload.turntable], "turntable")[0]
    if (picture.width, picture.height) != (TURNTABLE_WIDTH, TURNTABLE_WIDTH):
        refuse(
            [(("turntable",), _("A turntable is one picture of 2160 × 2160 pixels: 36 frames, 6 in a row"))]
        )
    return {"turntable": picture}


def _pictures(request: HttpRequest, payload: ProductIn) -> list[Picture] | None:
    """Return the pictures in order, the main one first; None when the body does not speak of them."""
    if payload.images is None:
        return None
    pictures = pictures_of(request, payload.images)
    if payload.main_image:
        main = pictures_of(request, [payload.main_image], "mainImage")
        pictures = main + [picture for picture in pictures if picture.pk != main[0].pk]
    return pictures


def _answer(product: Product, what: str = "") -> Success[AdminProductData]:
    # A variant is edited with its parent.
    product = product.parent or product
    return Success(message=what, data=AdminProductData(product=AdminProduct.of(product, UsualRates.read())))
