"""The bank's own statements: uploaded by staff, matched with the payouts that should have arrived."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import File, Form, Query
from ninja.files import UploadedFile

from project.accounts.auth import May, signed_in
from project.core.money import paise
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.core.uploads import refuse_unknown_fields
from project.payments.models.bank import BankLine, Payout
from project.payments.settlement.bank.actions import imports
from project.payments.settlement.bank.actions.accounts import create_account
from project.payments.settlement.bank.actions.by_staff import (
    match_by_staff,
    set_aside,
    split_by_staff,
    unmatch_by_staff,
)
from project.payments.settlement.bank.responses import (
    candidates,
    line_rows,
    overview,
    payout_rows,
    possible_payouts,
    statements,
)
from project.payments.settlement.bank.schemas import (
    BankAccountData,
    BankAccountIn,
    BankAccountOut,
    BankLineData,
    BankLineList,
    BankLineQuery,
    BankOverview,
    BankStatementData,
    BankStatementIn,
    BankStatementOut,
    LineNoteIn,
    LinePayouts,
    MatchIn,
    PayoutCandidates,
    PayoutData,
    PayoutList,
    PayoutQuery,
    SplitIn,
)
from project.routers import ApiRouter

router = ApiRouter("bank statements")


@router.get("/admin/bank", auth=May(Right.REFUNDS))
@limited("statements", 240)
def read_bank(request: HttpRequest) -> Success[BankOverview]:
    """Return the accounts and their newest statements; what became of the payouts of each month."""
    return Success(data=overview())


@router.post("/admin/bank/accounts", auth=May(Right.REFUNDS))
@limited("statement", 30)
def add_bank_account(request: HttpRequest, payload: BankAccountIn) -> Success[BankAccountData]:
    """Add a bank account."""
    account = create_account(name=payload.name, user=signed_in(request))
    shown = BankAccountOut.from_row(account, first_day=None, last_day=None)
    return Success(data=BankAccountData(account=shown))


@router.post("/admin/bank/statements", auth=May(Right.REFUNDS))
@limited("statement", 30)
def import_bank_statement(
    request: HttpRequest, payload: Form[BankStatementIn], file: File[UploadedFile]
) -> Success[BankStatementData]:
    """Upload a bank's statement (CSV). The same file again is the same statement, the same line one line.

    422 names the line that cannot be read, and nothing is stored; COLUMNS_UNKNOWN comes with `sample`,
    the file's first rows, to be sent again with `columns`.
    """
    refuse_unknown_fields(request, BankStatementIn)
    statement, new = imports.import_statement(
        account_id=payload.account_id,
        name=file.name or "statement.csv",
        body=file.read(),
        user=signed_in(request),
        columns=payload.columns,
    )
    return Success(
        message=_("The statement was taken in and compared with the payouts")
        if new
        else _("This statement was already taken in. Nothing was entered twice"),
        data=BankStatementData(
            statement=BankStatementOut.from_row(statements().get(pk=statement.pk)), is_new=new
        ),
    )


@router.get("/admin/bank/payouts", auth=May(Right.REFUNDS))
@limited("statements", 240)
def list_payouts(request: HttpRequest, query: Query[PayoutQuery]) -> Success[PayoutList]:
    """List the payouts that providers report, newest first, with the lines by which they arrived."""
    found = query.found()
    return Success(
        data=PayoutList(
            payouts=payout_rows(found[query.rows()]),
            pagination=query.pagination(found.count()),
        )
    )


@router.get("/admin/bank/lines", auth=May(Right.REFUNDS))
@limited("statements", 240)
def list_bank_lines(request: HttpRequest, query: Query[BankLineQuery]) -> Success[BankLineList]:
    """Return the lines of all statements, newest first."""
    found = query.found()
    rows = found.select_related("account", "repeats")[query.rows()]
    return Success(
        data=BankLineList(
            lines=line_rows(rows),
            pagination=query.pagination(found.count()),
        )
    )


@router.get("/admin/bank/payouts/{payout_id}/candidates", auth=May(Right.REFUNDS))
@limited("statements", 240)
def list_payout_candidates(request: HttpRequest, payout_id: str) -> Success[PayoutCandidates]:
    """Return the lines that this payout may be, those nearest to its amount first."""
    payout = get_object_or_404(Payout, payout_id=payout_id)
    return Success(data=PayoutCandidates(lines=candidates(payout)))


@router.post("/admin/bank/payouts/{payout_id}/match", auth=May(Right.REFUNDS))
@limited("statement", 60)
def match_payout(request: HttpRequest, payout_id: str, payload: MatchIn) -> Success[PayoutData]:
    """Say that a line is this payout, or part of it."""
    match = match_by_staff(payout_id, line_id=payload.line_id, note=payload.note, user=signed_in(request))
    return Success(data=PayoutData(payout=payout_rows(Payout.objects.filter(pk=match.payout_id))[0]))


@router.get("/admin/bank/lines/{line_id}/payouts", auth=May(Right.REFUNDS))
@limited("statements", 240)
def list_bank_line_payouts(request: HttpRequest, line_id: str) -> Success[LinePayouts]:
    """Return the payouts that a line may be: of its source first, those nearest in time."""
    line = get_object_or_404(BankLine, line_id=line_id)
    return Success(data=LinePayouts(payouts=possible_payouts(line)))


@router.post("/admin/bank/lines/{line_id}/split", auth=May(Right.REFUNDS))
@limited("statement", 60)
def split_bank_line(request: HttpRequest, line_id: str, payload: SplitIn) -> Success[BankLineData]:
    """Say that a line is several payouts at once, with the amount of each."""
    parts = {part.payout_id: paise(part.amount) for part in payload.parts}
    return _shown(split_by_staff(line_id, parts=parts, note=payload.note, user=signed_in(request)))


@router.post("/admin/bank/lines/{line_id}/unmatch", auth=May(Right.REFUNDS))
@limited("statement", 60)
def unmatch_bank_line(request: HttpRequest, line_id: str, payload: LineNoteIn) -> Success[BankLineData]:
    """Say that a line is no payout that it was matched with; no rule matches them again."""
    return _shown(unmatch_by_staff(line_id, note=payload.note, user=signed_in(request)))


@router.post("/admin/bank/lines/{line_id}/set-aside", auth=May(Right.REFUNDS))
@limited("statement", 60)
def set_bank_line_aside(request: HttpRequest, line_id: str, payload: LineNoteIn) -> Success[BankLineData]:
    """Say that a line that looks like a payout is none."""
    return _shown(set_aside(line_id, note=payload.note, user=signed_in(request)))


def _shown(line: BankLine) -> Success[BankLineData]:
    fresh = BankLine.objects.select_related("account", "repeats").filter(pk=line.pk)
    return Success(data=BankLineData(line=line_rows(fresh)[0]))
