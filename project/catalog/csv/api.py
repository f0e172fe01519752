"""Products as a file for spreadsheets; project.move_in takes it back."""

from collections.abc import Iterator

from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from ninja import Query

from project.accounts.auth import May
from project.catalog.csv.example import example_lines
from project.catalog.csv.files import export_lines
from project.catalog.staff.product_api import products_asked_for
from project.catalog.staff.product_schemas import AdminProductQuery
from project.core.rights import Right
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("catalogue for staff")


@router.get("/admin/products.csv", response={200: None}, auth=May(Right.CATALOGUE))
@limited("admin-export", 30)
def export_products(request: HttpRequest, query: Query[AdminProductQuery]) -> StreamingHttpResponse:
    """Every product that the filters find, as CSV; the same file can be imported."""
    found = products_asked_for(query).with_category().select_related("turntable")
    fetched = ("options__picture", "further_pictures__picture", "variants__main_picture")
    rows = found.prefetch_related(*fetched).iterator(chunk_size=200)
    return _file(export_lines(rows), f"products-{timezone.localdate()}.csv")


@router.get("/admin/products-example.csv", response={200: None}, auth=May(Right.CATALOGUE))
@limited("admin-export", 30)
def export_example(request: HttpRequest) -> StreamingHttpResponse:
    """Made-up products in every column, as CSV; the file can be imported."""
    return _file(example_lines(), "products-example.csv")


def _file(lines: Iterator[str], name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
