"""Products to and from a spreadsheet."""

import time
from collections.abc import Iterator
from typing import Annotated

from django.db import transaction
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja import File, Form, Query
from ninja.files import UploadedFile

from project.accounts.auth import May, actor_of
from project.catalog.actions import products
from project.catalog.actions.variants import SkuTaken
from project.catalog.csv.files import (
    Problem,
    Wanted,
    export_lines,
    heading_problems,
    read_heading,
    read_lines,
)
from project.catalog.editable_fields import product_state
from project.catalog.errors import SlugTaken
from project.catalog.hsn_rates import UsualRates
from project.catalog.models import Product
from project.catalog.staff.forms import NewProductIn
from project.catalog.staff.product_api import products_asked_for
from project.catalog.staff.product_schemas import AdminProductQuery
from project.core.csv_files import NoCsv
from project.core.errors import DomainError, ErrorCode, Invalid
from project.core.locks import lock_names
from project.core.rights import Right
from project.core.schemas import ApiModel, StaffIn, Success
from project.core.throttle import limited
from project.core.uploads import refuse_unknown_fields
from project.routers import ApiRouter

router = ApiRouter("catalogue for staff")

SHOWN_PROBLEMS = 200
# A call ends after this long and says where to go on: no request may keep a thread for minutes.
SECONDS_A_CALL = 8.0


_NO_CSV = {
    "encoding": gettext_lazy(
        "This file is not in UTF-8. In Excel: File, Save As, “CSV UTF-8 (Comma delimited)”"
    ),
    "not_csv": gettext_lazy(
        "This is an Excel file, a PDF or a web page, whatever its name says. In Excel: File, Save As, “CSV "
        "UTF-8 (Comma delimited)”"
    ),
    "empty": gettext_lazy("This file has no headings. The first line names the columns"),
}


class ImportForm(StaffIn):
    """Options of an import: only to look (`dryRun`), and the line to start from."""

    dry_run: bool = True
    from_line: int = 2


class ImportProblem(ApiModel):
    """Fault of one line of the file."""

    line: int
    field: str
    message: str


class ImportReport(ApiModel):
    """Effect of the file, or its preview. Bad lines are left out, all others count.

    Lines with an unusual GST rate count, too; `warnings` are the first of them, `warningsInAll` counts all.
    `problems` are the first ones; `problemsInAll` counts all. `nextLine`: where the next call goes on, null
    when the file is through. Lines that change nothing are `unchanged`: a file may be sent again.
    """

    dry_run: bool
    lines: int
    created: int
    updated: int
    unchanged: int
    bad: int
    problems: list[ImportProblem]
    problems_in_all: int
    warnings: list[ImportProblem]
    warnings_in_all: int
    next_line: int | None


@router.get("/admin/products.csv", response={200: None}, auth=May(Right.CATALOGUE))
@limited("admin-export", 30)
def export_products(request: HttpRequest, query: Query[AdminProductQuery]) -> StreamingHttpResponse:
    """Every product that the filters find, as CSV; the same file can be imported."""
    found = products_asked_for(query).with_category().select_related("turntable")
    rows = found.prefetch_related("options__picture", "further_pictures__picture").iterator(chunk_size=200)
    response = StreamingHttpResponse(export_lines(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="products-{timezone.localdate()}.csv"'
    return response


@router.post("/admin/products/import", auth=May(Right.CATALOGUE))
@limited("admin-import", 60)
def import_products(
    request: HttpRequest, payload: Form[ImportForm], file: Annotated[UploadedFile, File()]
) -> Success[ImportReport]:
    """Create and change products from a CSV file; the stock of products that exist is left alone.

    A line changes the product of its `id`, else of its `slug`, present or earlier; beside an id, the slug is
    its new one. A line with neither makes a product, unless there is one of its title: then it must change
    nothing. The file may be split at commas, semicolons or tabs, in UTF-8 or UTF-16.
    """
    refuse_unknown_fields(request, ImportForm)
    return Success(data=_Import(actor_of(request), dry_run=payload.dry_run).run(file, payload.from_line))


class _Import:
    """One call's part of a file."""

    def __init__(self, actor: str, *, dry_run: bool) -> None:
        self.actor = actor
        self.usual = UsualRates.read()
        self.report = ImportReport(
            dry_run=dry_run,
            lines=0,
            created=0,
            updated=0,
            unchanged=0,
            bad=0,
            problems=[],
            problems_in_all=0,
            warnings=[],
            warnings_in_all=0,
            next_line=None,
        )

    def run(self, file: UploadedFile, start: int) -> ImportReport:
        """Go through the lines until the file or the time ends."""
        try:
            reader, text, columns = read_heading(file)
        except NoCsv as error:
            raise Invalid(str(error), text=_NO_CSV[error.problem], code=ErrorCode.FILE_UNREADABLE) from error
        try:
            if wrong := heading_problems(columns):
                self._note(wrong)
                return self.report
            self._take(read_lines(reader, columns, start=start))
        finally:
            text.detach()  # the request closes its files itself
        return self.report

    def _take(self, lines: Iterator[Wanted | list[Problem]]) -> None:
        began = time.monotonic()
        for line in lines:
            if time.monotonic() - began > SECONDS_A_CALL:
                self.report.next_line = line.line if isinstance(line, Wanted) else line[0].line
                return
            self.report.lines += 1
            if isinstance(line, Wanted):
                self._follow(line)
            else:
                self._note(line)

    def _follow(self, wanted: Wanted) -> None:
        columns = wanted.payload.columns(wanted.category)
        options = wanted.payload.customization.options()
        draft = products.Draft(columns, options, None, skus=wanted.payload.skus())
        if self.usual.is_unusual(columns["hsn_code"], columns["tax_rate_basis_points"]):
            self._warn(wanted.line, columns["hsn_code"])
        if wanted.product is None:
            assert isinstance(wanted.payload, NewProductIn)
            if self.report.dry_run or self._create(wanted.line, wanted.payload, draft):
                self.report.created += 1
            return
        changed = _would_change(wanted, wanted.product)
        if wanted.is_guess and changed:
            self._note([_exists(wanted.line, wanted.product)])
            return
        if not self.report.dry_run:
            try:
                _product, changed = products.change_product(
                    wanted.product.public_id,
                    draft,
                    version=wanted.product.full_version,
                    slug=wanted.payload.slug,
                    actor=self.actor,
                    note="CSV",
                )
            except (SkuTaken, products.OptionsWithVariants) as error:
                self._note([_refused(wanted.line, error)])
                return
            except DomainError:
                # Changed, archived or deleted since it was looked up, by an earlier line or by somebody else.
                self._note(
                    [
                        Problem(
                            wanted.line, "version", _("This product has changed since the file was exported")
                        )
                    ]
                )
                return
        self.report.updated += changed
        self.report.unchanged += not changed

    def _create(self, line: int, payload: NewProductIn, draft: products.Draft) -> bool:
        """Make the product; False when somebody else has made it or took its slug meanwhile."""
        title, slug = payload.title.en, payload.slug
        with transaction.atomic():
            lock_names([f"new product:{title}"])
            same = Product.objects.filter(title_en=title, archived_at__isnull=True)
            if not slug and (made := same.first()):
                self._note([_exists(line, made)])
                return False
            try:
                products.create_product(draft, stock=payload.stock, slug=slug, actor=self.actor, note="CSV")
            except SlugTaken:
                self._note([Problem(line, "slug", str(ErrorCode.SLUG_TAKEN.label))])
                return False
            except SkuTaken as error:
                self._note([_refused(line, error)])
                return False
        return True

    def _note(self, problems: list[Problem]) -> None:
        report = self.report
        report.bad += 1
        report.problems_in_all += len(problems)
        for problem in problems[: SHOWN_PROBLEMS - len(report.problems)]:
            shown = ImportProblem(line=problem.line, field=problem.field, message=problem.sentence)
            report.problems.append(shown)

    def _warn(self, line: int, hsn_code: str) -> None:
        self.report.warnings_in_all += 1
        if len(self.report.warnings) == SHOWN_PROBLEMS:
            return
        rates = " / ".join(f"{rate / 100:g} %" for rate in self.usual.of(hsn_code))
        text = _("Goods with the HSN code {code} usually have {rates} GST. Please ask your accountant")
        text = text.format(code=hsn_code, rates=rates)
        self.report.warnings.append(ImportProblem(line=line, field="taxRate", message=text))


def _refused(line: int, error: DomainError) -> Problem:
    field, code = next(iter(error.errors.items()))
    return Problem(line, field, str(code.label))


def _exists(line: int, product: Product) -> Problem:
    sentence = _(
        "There is a product of this title. To change it, write its slug: {slug}. For another, a new slug"
    )
    return Problem(line, "title.en", sentence.format(slug=product.slug))


def _would_change(wanted: Wanted, product: Product) -> bool:
    """Compare what the line asks for with what there is, without touching it."""
    now = product_state(product)
    asked = wanted.payload.model_dump(mode="json", by_alias=True)
    for name in asked.keys() & now.keys():
        if name in ("images", "turntable", "variants"):
            continue
        before, after = now[name], asked[name]
        if name in ("price", "originalPrice", "taxRate"):
            after = None if after is None else float(after)
        if name == "slug" and not after:
            continue
        if before != after:
            return True
    return False
