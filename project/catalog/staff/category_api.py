"""Staff endpoints of categories and certificates."""

from django.db.models import Q
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Query

from project.accounts.auth import May, actor_of
from project.catalog.actions import categories, certificates
from project.catalog.models import Category, Certificate, Picture, Product
from project.catalog.schemas.queries import Text
from project.catalog.staff.category_schemas import (
    AdminCategory,
    AdminCategoryData,
    AdminCategoryList,
    AdminCertificate,
    AdminCertificateData,
    AdminCertificateList,
    CategoryChangeIn,
    CategoryIn,
    CertificateIn,
    DeletedCategoryData,
    VoidIn,
)
from project.catalog.staff.responses import refuse
from project.catalog.staff.uploads import MayUpload, pictures_of
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("catalogue for staff")


@router.get("/admin/categories", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def list_admin_categories(request: HttpRequest) -> Success[AdminCategoryList]:
    """All categories in their order, hidden ones too."""
    categories = Category.objects.select_related("picture", "parent")
    return Success(data=AdminCategoryList(categories=AdminCategory.list(categories)))


@router.post("/admin/categories", auth=MayUpload(Right.CATALOGUE))
@limited("admin-write", 120)
def create_category(request: HttpRequest, payload: CategoryIn) -> Success[AdminCategoryData]:
    """Add a category."""
    category = categories.create_category(
        _columns(request, payload), slug=payload.slug, actor=actor_of(request)
    )
    return _answer(category, _("Category created successfully"))


@router.put("/admin/categories/{category_id}", auth=MayUpload(Right.CATALOGUE))
@limited("admin-write", 120)
def change_category(
    request: HttpRequest, category_id: Text, payload: CategoryChangeIn
) -> Success[AdminCategoryData]:
    """Change a category (optimistic lock by `version`); a conflict says what changed and by whom."""
    category = categories.change_category(
        category_id,
        _columns(request, payload),
        version=payload.version,
        slug=payload.slug,
        actor=actor_of(request),
    )
    return _answer(category, _("Category updated successfully"))


class DeleteCategoryQuery(ApiModel):
    """Category that the products move to."""

    move_to: Text = ""


@router.delete("/admin/categories/{category_id}", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def delete_category(
    request: HttpRequest, category_id: Text, query: Query[DeleteCategoryQuery]
) -> Success[DeletedCategoryData]:
    """Delete a category; refused while products are in it, unless `moveTo` names where they go."""
    moved = categories.delete_category(category_id, move_to=query.move_to, actor=actor_of(request))
    return Success(message=_("Category deleted successfully"), data=DeletedCategoryData(moved=moved))


@router.get("/admin/products/{product_id}/certificates", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def list_certificates(request: HttpRequest, product_id: Text) -> Success[AdminCertificateList]:
    """Return the product's certificates, withdrawn ones too."""
    found = get_object_or_404(Product, public_id=product_id).certificates.select_related("xray")
    return Success(
        data=AdminCertificateList(certificates=[AdminCertificate.of(certificate) for certificate in found])
    )


@router.post("/admin/products/{product_id}/certificates", auth=MayUpload(Right.CATALOGUE))
@limited("admin-write", 120)
def issue_certificate(
    request: HttpRequest, product_id: Text, payload: CertificateIn
) -> Success[AdminCertificateData]:
    """Add a laboratory's certificate to the product."""
    certificate = certificates.issue_certificate(
        product_id, payload.columns(_picture(request, payload.xray, "xray")), actor=actor_of(request)
    )
    return _certified(certificate, _("Certificate added"))


@router.post("/admin/certificates/{number}/void", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def void_certificate(request: HttpRequest, number: Text, payload: VoidIn) -> Success[AdminCertificateData]:
    """Withdraw a certificate, which the check of its number says from now on."""
    certificate = certificates.void_certificate(number, reason=payload.reason, actor=actor_of(request))
    return _certified(certificate, _("Certificate withdrawn"))


def _columns(request: HttpRequest, payload: CategoryIn) -> dict[str, object]:
    parent = None
    if payload.parent_category:
        named = Q(public_id=payload.parent_category) | Q(slug=payload.parent_category)
        parent = Category.objects.filter(named).first()
        if parent is None:
            refuse([(("parentCategory",), _("Please choose a category"))])
    return payload.columns(_picture(request, payload.image, "image"), parent)


def _picture(request: HttpRequest, image: str | None, field: str) -> Picture | None:
    return pictures_of(request, [image], field)[0] if image else None


def _answer(category: Category, what: str) -> Success[AdminCategoryData]:
    return Success(message=what, data=AdminCategoryData(category=AdminCategory.list([category])[0]))


def _certified(certificate: Certificate, what: str) -> Success[AdminCertificateData]:
    return Success(
        message=what,
        data=AdminCertificateData(certificate=AdminCertificate.of(certificate)),
    )
