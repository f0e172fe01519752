"""Settlement reports: uploaded by staff, imported by a job, listed with their differences."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import File, Query
from ninja.files import UploadedFile

from project.accounts.auth import May, signed_in
from project.core.rights import Right
from project.core.schemas import StaffPageQuery, Success
from project.core.throttle import limited
from project.core.uploads import refuse_unknown_fields
from project.payments.models import StatementStatus
from project.payments.settlement import tasks
from project.payments.settlement.schemas import (
    StatementData,
    StatementList,
    newest_statements,
    statement_row,
    statement_statistics,
)
from project.payments.settlement.statements import provider_of_statement, receive_statement
from project.payments.shared.queue import queue_now
from project.routers import ApiRouter

router = ApiRouter("statements")


@router.get("/admin/statements", auth=May(Right.REFUNDS))
@limited("statements", 240)
def list_statements(request: HttpRequest, query: Query[StaffPageQuery]) -> Success[StatementList]:
    """Return the provider's settlement reports, newest first, with the ledger's accounts."""
    found = newest_statements().filter(received_at__lte=query.as_of)
    return Success(
        data=StatementList(
            statements=[statement_row(each) for each in found[query.rows()]],
            pagination=query.pagination(found.count()),
            statistics=statement_statistics(),
        )
    )


@router.post("/admin/statements", auth=May(Right.REFUNDS))
@limited("statement", 30)
def import_statement(request: HttpRequest, file: File[UploadedFile]) -> Success[StatementData]:
    """Upload a settlement report (CSV, UTF-8). The same file again is the same report.

    422 names the line that cannot be read; then nothing of the file is taken in.
    """
    refuse_unknown_fields(request)
    body = file.read()
    statement, new = receive_statement(
        provider=provider_of_statement(body),
        name=file.name or "settlement.csv",
        body=body,
        user=signed_in(request),
    )
    if statement.status == StatementStatus.WAITING:
        queue_now(tasks.import_statement, statement.pk)
    shown = newest_statements().get(pk=statement.pk)
    return Success(
        message=_("The report was taken in and is being compared with our books")
        if new
        else _("This report was already taken in. Nothing was entered twice"),
        data=StatementData(statement=statement_row(shown), is_new=new),
    )
