"""Reconcile settlement reports with payments and refunds: unknown lines, missing lines, different amounts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import CharField, Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Sum, Value
from django.db.models.functions import Abs, Concat, Upper

from project.core.days import start_of_day
from project.core.money import portion
from project.core.shop import one_reading, shop
from project.orders.models import Order
from project.payments.disputes.reports import match_reversal_lines
from project.payments.models import (
    CAPTURED,
    CASH_ON_DELIVERY,
    STATEMENT_KINDS,
    Case,
    CaseKind,
    Payment,
    PaymentRollup,
    Refund,
    RefundStatus,
    StatementLine,
)
from project.payments.providers.base import StatementEntry
from project.payments.shared.audit_queries import slices
from project.payments.shared.cases import close_case, open_case, renew_case
from project.payments.shared.row_locks import lock_payment

Row = TypeVar("Row", Payment, Refund)

CHUNK = 500
_LINE_SUBJECT = "settlement:"
# Days within which a report must contain a payment: the provider settles on the next two working days.
SETTLED_WITHIN_DAYS = 5
# Days within which a courier remits what it collected.
REMITTED_WITHIN_DAYS = 15
# The most cases of one kind that one run opens; the next run opens the others.
MAX_CASES_AT_ONCE = 200
# Goods and services tax on the provider's fee, in percent.
FEE_TAX = 18
# Of the sandbox, unless the shop has agreed on others.
SANDBOX_FEES = {"UPI": 0, "Card": 200, "NetBanking": 200, "Wallet": 200}
# The provider rounds fee and tax of each line separately.
FEE_TOLERANCE_PAISE = 2


def reconcile_statement(statement_pk: int) -> None:
    """Reconcile the payments and refunds that a report names; open and close their cases."""
    _link_lines()
    _reconcile_open_cases()
    lines = StatementLine.objects.filter(statement=statement_pk)
    open_unknown_line_cases()
    _reconcile_lines(lines)


def _reconcile_lines(lines: "QuerySet[StatementLine]") -> None:
    for keys in _chunks(lines.filter(kind="payment").values_list("payment_id")):
        _reconcile_payments(keys)
    for keys in _chunks(lines.filter(kind="refund").values_list("refund_id")):
        _reconcile_refunds(keys)
    for keys in _chunks(lines.filter(kind="reversal").values_list("payment_id")):
        _reconcile_reversals(keys)


def reconcile_all() -> None:
    """Reconcile the lines of all reports, as our rows may have changed since their import."""
    _link_lines()
    for lines in slices(StatementLine.objects.all()):
        _reconcile_lines(lines)
    open_unsettled_cases()


def open_unknown_line_cases() -> int:
    """Open cases for lines that name no payment or refund of ours; return how many, some at a time.

    Tax that was withheld is of no payment, and known: it is a credit with the tax office. But no tax or fee
    is higher than all that was captured on any day, nor a fee than its payment: such a line is a case, too.
    """
    # A case that staff dismissed stays closed.
    cases = Case.objects.filter(kind=CaseKind.SETTLED_UNKNOWN, subject=OuterRef("subject"))
    days = PaymentRollup.objects.values("day").annotate(captured=Sum("captured_paise"))
    most = days.aggregate(most=Max("captured", default=0))["most"]
    lines = StatementLine.objects.annotate(
        subject=Concat(Value(_LINE_SUBJECT), "key", output_field=CharField()),
        fee=Abs("fee_paise"),
        amount=Abs("amount_paise"),
    )
    taxes = Q(kind="tax")
    is_too_high = Q(fee__gt=most) & Q(fee__gt=F("amount")) | taxes & Q(amount__gt=most)
    lines = lines.filter((Q(payment=None) & ~taxes) | is_too_high)
    found = list(
        lines.filter(~Exists(cases))
        .select_related("statement")
        .defer("statement__packed")[:MAX_CASES_AT_ONCE]
    )
    for line in found:
        _open_unknown_line_case(line)
    return len(found)


def expected_fee(provider: str, instrument: str, amount_paise: int) -> int | None:
    """Return the agreed fee including tax of such a payment; None without an agreed rate."""
    agreed = shop().payments.agreed_fees or (SANDBOX_FEES if settings.SANDBOX else {})
    rate = agreed.get(f"{provider}:{instrument}", agreed.get(instrument))
    if rate is None:
        return None
    fee = portion(amount_paise, rate, 10_000)
    return fee + portion(fee, FEE_TAX, 100)


def open_unsettled_cases() -> None:
    """Open cases for captured payments and done refunds that no report has contained in time."""
    cash = Q(provider=CASH_ON_DELIVERY)
    of_cash = Q(statement__provider=CASH_ON_DELIVERY)
    collected = StatementLine.objects.filter(of_cash)
    _open_unsettled_payments(Payment.objects.filter(cash), collected, REMITTED_WITHIN_DAYS)
    settled = StatementLine.objects.exclude(of_cash)
    _open_unsettled_payments(Payment.objects.exclude(cash), settled, SETTLED_WITHIN_DAYS)
    # No courier sends a refund: cash goes back by our own transfer.
    refunds = Refund.objects.exclude(payment__provider=CASH_ON_DELIVERY).select_related("payment")
    found = refunds.filter(
        ~Exists(StatementLine.objects.filter(refund=OuterRef("pk"))), status=RefundStatus.DONE
    )
    for refund in _without_case(found, "done_at", settled, SETTLED_WITHIN_DAYS, refund=OuterRef("pk")):
        _open_difference_case(CaseKind.NOT_SETTLED, refund.payment, refund, -refund.amount_paise, 0)


def _open_unsettled_payments(
    payments: "QuerySet[Payment]", lines: "QuerySet[StatementLine]", days: int
) -> None:
    settled = StatementLine.objects.filter(payment=OuterRef("pk"), kind="payment")
    found = payments.filter(~Exists(settled), status__in=CAPTURED)
    for payment in _without_case(found, "settled_at", lines, days, payment=OuterRef("pk"), refund=None):
        _open_difference_case(CaseKind.NOT_SETTLED, payment, None, payment.captured_paise, 0)


def _without_case(
    rows: "QuerySet[Row]", moment: str, lines: "QuerySet[StatementLine]", days: int, **about: Any
) -> "QuerySet[Row]":
    """Return the rows that must be in these lines by now and have no case, the oldest first, some at a time.

    `about` relates a case to its row; one that staff dismissed stays closed.
    """
    ends = lines.aggregate(first=Min("transacted_on"), last=Max("settled_on"))
    if ends["first"] is None:
        return rows.none()
    span = {
        f"{moment}__gte": start_of_day(ends["first"]),
        f"{moment}__lt": start_of_day(ends["last"] - timedelta(days=days)),
    }
    cases = Case.objects.filter(kind=CaseKind.NOT_SETTLED, **about)
    return rows.filter(~Exists(cases), **span).order_by(moment)[:MAX_CASES_AT_ONCE]


def _reconcile_open_cases() -> None:
    """Reconcile the rows of open cases again, and close those that agree by now."""
    cases = Case.objects.filter(kind__in=STATEMENT_KINDS, closed_at=None)
    for keys in _chunks(cases.filter(refund=None).values_list("payment_id")):
        _reconcile_payments(keys)
    for keys in _chunks(cases.values_list("refund_id")):
        _reconcile_refunds(keys)


def rows_by_reference(
    lines: Sequence[StatementEntry] | Sequence[StatementLine],
) -> tuple[dict[str, Payment], dict[str, Refund]]:
    """Return the payments and refunds of these lines by each of their references, ours and the provider's."""
    names = {name for line in lines for name in (line.merchant_reference, line.provider_reference) if name}
    payments: dict[str, Payment] = {}
    for payment in Payment.objects.filter(Q(transaction_id__in=names) | Q(provider_order_id__in=names)):
        payments |= {name: payment for name in (payment.provider_order_id, payment.transaction_id) if name}
    payments |= _rows_by_tracking_number(names - payments.keys())
    refunds: dict[str, Refund] = {}
    for refund in Refund.objects.select_related("payment").filter(
        Q(refund_id__in=names) | Q(provider_refund_id__in=names)
    ):
        refunds |= {name: refund for name in (refund.provider_refund_id, refund.refund_id) if name}
    return payments, refunds


def _rows_by_tracking_number(names: Collection[str]) -> dict[str, Payment]:
    """Return the payments of cash on delivery by their parcels' tracking numbers, in any case."""
    written = {name.upper(): name for name in names}
    parcels = Order.objects.annotate(number=Upper("tracking_number")).filter(number__in=written)
    collected = Payment.objects.filter(provider=CASH_ON_DELIVERY, order__in=parcels).select_related("order")
    return {written[payment.order.tracking_number.upper()]: payment for payment in collected}


def row_of_line(rows: dict[str, Row], line: StatementEntry | StatementLine) -> Row | None:
    """Return the row that the line refers to."""
    return rows.get(line.merchant_reference) or rows.get(line.provider_reference)


def _link_lines() -> None:
    """Link lines to their payment or refund where that row was created after the line's import."""
    nameless = StatementLine.objects.filter(payment=None, kind__in=("payment", "refund", "reversal"))
    for keys in _chunks(nameless.values_list("pk")):
        lines = list(StatementLine.objects.filter(pk__in=keys))
        payments, refunds = rows_by_reference(lines)
        for line in lines:
            line.refund = row_of_line(refunds, line) if line.kind == "refund" else None
            line.payment = line.refund.payment if line.refund else None
            if line.kind != "refund":
                line.payment = row_of_line(payments, line)
            if line.payment is None:
                continue
            line.save(update_fields=["payment", "refund"])
            _close_cases({_line_subject(line): {CaseKind.SETTLED_UNKNOWN}})
            if line.refund is not None:
                _reconcile_refunds([line.refund.pk])
            elif line.kind == "reversal":
                _reconcile_reversals([line.payment.pk])
            else:
                _reconcile_payments([line.payment.pk])


@one_reading()
def _reconcile_payments(keys: Sequence[int]) -> None:
    lines = StatementLine.objects.filter(kind="payment", payment__in=keys)
    totals = {
        row["payment_id"]: row
        for row in lines.values("payment_id").annotate(
            settled=Sum("amount_paise"), kept=Sum("fee_paise"), parts=Count("pk")
        )
    }
    agreed: dict[str, set[CaseKind]] = {}
    for payment in Payment.objects.filter(pk__in=totals):
        settled, kept, parts = (totals[payment.pk][name] for name in ("settled", "kept", "parts"))
        captured = payment.captured_paise if payment.status in CAPTURED else 0
        right = agreed[payment.topic] = {CaseKind.NOT_SETTLED}
        if settled == captured:
            right.add(CaseKind.SETTLED_DIFFERS)
        else:
            _open_difference_case(CaseKind.SETTLED_DIFFERS, payment, None, captured, settled)
        fee = expected_fee(payment.provider, payment.instrument, settled)
        if fee is None or abs(fee - kept) <= FEE_TOLERANCE_PAISE * parts:
            right.add(CaseKind.FEE_DIFFERS)
        else:
            _open_difference_case(CaseKind.FEE_DIFFERS, payment, None, fee, kept)
    _close_cases(agreed)


def _reconcile_refunds(keys: Sequence[int]) -> None:
    lines = StatementLine.objects.filter(refund__in=keys)
    totals = dict(lines.values_list("refund").annotate(settled=Sum("amount_paise")))
    agreed: dict[str, set[CaseKind]] = {}
    for refund in Refund.objects.filter(pk__in=totals).select_related("payment"):
        returned = refund.amount_paise if refund.status in (RefundStatus.DONE, RefundStatus.UNDER_WAY) else 0
        right = agreed[f"refund:{refund.refund_id}"] = {CaseKind.NOT_SETTLED}
        if -totals[refund.pk] == returned:
            right.add(CaseKind.SETTLED_DIFFERS)
        else:
            _open_difference_case(
                CaseKind.SETTLED_DIFFERS, refund.payment, refund, -returned, totals[refund.pk]
            )
    _close_cases(agreed)


def _reconcile_reversals(keys: Sequence[int]) -> None:
    """Match the reversals of the reports with the disputes of captured payments."""
    for pk in keys:
        with transaction.atomic():
            payment = lock_payment(pk)
            if payment.status in CAPTURED:
                match_reversal_lines(payment)


def _open_unknown_line_case(line: StatementLine) -> None:
    details = [
        f"{line.word} {line.merchant_reference or '–'} ({line.provider_reference or '–'})",
        f"{line.settled_on}, {line.bank_reference or '–'}",
        f"{line.statement.name}: {line.number}",
    ]
    with transaction.atomic():
        open_case(
            CaseKind.SETTLED_UNKNOWN,
            subject=_line_subject(line),
            facts={"amountPaise": max(line.amount_paise, line.fee_paise, key=abs), "details": details},
        )


def _line_subject(line: StatementLine) -> str:
    return f"{_LINE_SUBJECT}{line.key}"


def _open_difference_case(
    kind: CaseKind, payment: Payment, refund: Refund | None, ours: int, theirs: int
) -> None:
    """Open or update the case of a difference. A dismissed one reopens only when the difference changes."""
    facts = {"expectedPaise": ours, "amountPaise": theirs}
    with transaction.atomic():
        locked = lock_payment(payment.pk)
        if refund is not None:
            refund.payment = locked
        subject = f"refund:{refund.refund_id}" if refund is not None else locked.topic
        case = Case.objects.filter(kind=kind, subject=subject).first()
        if case is None or (case.closed_at is not None and case.facts != facts):
            open_case(kind, payment=locked, refund=refund, facts=facts)
        elif case.closed_at is None:
            case.payment = locked
            renew_case(case, facts)


def _close_cases(agreed: Mapping[str, Collection[CaseKind]]) -> None:
    """Close the open cases of these kinds, by subject, as they no longer differ."""
    cases = Case.objects.filter(kind__in=STATEMENT_KINDS, subject__in=agreed, closed_at=None)
    for case in cases.select_related("payment__order"):
        if case.kind not in agreed[case.subject]:
            continue
        with transaction.atomic():
            if case.payment is not None:
                case.payment = lock_payment(case.payment.pk)
            close_case(case, rule="matched")


def _chunks(rows: Iterable[tuple[int | None]]) -> Iterable[list[int]]:
    """Yield the distinct keys of these rows in chunks."""
    found = sorted({key for (key,) in rows if key is not None})
    for start in range(0, len(found), CHUNK):
        yield found[start : start + CHUNK]
