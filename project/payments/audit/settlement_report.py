"""The ledger audit of settlement reports: each file, its stored lines and the ledger entries agree.

Every line has its entries, to the paisa; every such entry has its line; every entry moves money between the
two accounts of its kind. So the ledger's payout and bank accounts together equal what the reports paid out,
less what is reserved for claims, its fee account equals the fees that they deducted, and its tax account the
tax that they withheld. `settlement.reconciliation` compares the reports with captured payments and refunds,
and opens cases of its own; what of the payouts is in the bank is `settlement.bank.ledger_audit`.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import islice

from django.db import connection
from django.db.models import (
    BigIntegerField,
    Case,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)
from django.utils import timezone

from project.core.money import format_rupees
from project.payments.models import (
    CASH_ON_DELIVERY,
    Movement,
    MovementKind,
    Statement,
    StatementLine,
    StatementStatus,
)
from project.payments.providers.base import StatementUnreadable
from project.payments.providers.registry import get_provider
from project.payments.settlement.statements import line_key
from project.payments.shared.audit_queries import MAX_LISTED, count_of, describe_difference, sliced, sum_of
from project.payments.shared.ledger import ACCOUNTS_BY_KIND, OLD_ACCOUNTS, either_kind, not_carried_over_paise

OF_REPORTS = (
    *either_kind(MovementKind.FEE, MovementKind.FEE_RETURNED, MovementKind.SETTLED, MovementKind.RECOVERED),
    MovementKind.TAX_WITHHELD,
    MovementKind.TAX_RETURNED,
)
# Payouts that the bank's statement shows belong to no one payment; `settlement.bank` audits them.
OF_THE_BANK = (MovementKind.BANKED, MovementKind.UNBANKED, MovementKind.CARRIED_OVER)
# Files received within this time are parsed again each night; for older ones only the sums are checked.
REPARSE_WITHIN = timedelta(days=35)
CHUNK = 500
# A report has thousands of lines.
STATEMENTS_AT_A_TIME = 50


def settlement_report_differences() -> Iterator[str]:
    """Yield one line of text for each difference."""
    yield from sliced(_lines_and_ledger, StatementLine.objects.all())
    yield from sliced(entry_differences, Movement.objects.all())
    yield from sliced(_lines_of_others, StatementLine.objects.all())
    if (paise := not_carried_over_paise()) > 0:
        yield f"settled straight to the bank, not carried over to the payouts: {format_rupees(paise)}"
    yield from sliced(_sums, Statement.objects.all(), STATEMENTS_AT_A_TIME)
    yield from islice(_files_and_lines(), MAX_LISTED)


def entry_differences(movements: "QuerySet[Movement]") -> Iterator[str]:
    """Yield the entries that nothing caused, and those between other accounts than their kind's."""
    yield from _entries_without_cause(movements)
    yield from _entries_of_other_accounts(movements)


def _moved(plus: Iterable[str], minus: Iterable[str]) -> str:
    """Return the SQL of a sum over the entries of a line, by the kinds that raise and that lower it."""
    signs = [*((kind, "m.amount_paise") for kind in plus), *((kind, "-m.amount_paise") for kind in minus)]
    whens = " ".join(f"WHEN '{kind}' THEN {amount}" for kind, amount in signs)
    return f"COALESCE(SUM(CASE m.kind {whens} ELSE 0 END), 0)"


_FEES = _moved(either_kind(MovementKind.FEE), either_kind(MovementKind.FEE_RETURNED))
_NETS = _moved(either_kind(MovementKind.SETTLED), either_kind(MovementKind.RECOVERED))
_TAXES = _moved([MovementKind.TAX_WITHHELD], [MovementKind.TAX_RETURNED])
_ENTERED = f"""
    SELECT * FROM (
        SELECT l.id, l.amount_paise - l.fee_paise AS net,
            CASE l.kind WHEN 'tax' THEN -l.amount_paise ELSE 0 END AS tax,
            {_FEES} AS ledger_fee, {_NETS} AS ledger_net, {_TAXES} AS ledger_tax, l.fee_paise
        FROM payments_statementline AS l LEFT JOIN payments_movement AS m ON m.reference = l.key
        WHERE l.id IN (%(lines)s) GROUP BY l.id, l.amount_paise, l.fee_paise, l.kind
    ) AS entered
    WHERE net <> ledger_net OR tax <> ledger_tax OR fee_paise <> ledger_fee LIMIT {MAX_LISTED}
"""


def _lines_and_ledger(lines: "QuerySet[StatementLine]") -> Iterator[str]:
    """Yield the lines whose ledger entries differ; one join, as there are six sums of each."""
    keys, parameters = lines.order_by().values("pk").query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(_ENTERED % {"lines": keys}, parameters)
        wrong = {pk: [int(amount) for amount in amounts] for pk, *amounts in cursor.fetchall()}
    for line in (
        StatementLine.objects.filter(pk__in=wrong).select_related("statement").defer("statement__packed")
    ):
        net, tax, ledger_fee, ledger_net, ledger_tax = wrong[line.pk][:5]
        yield describe_difference(
            _name(line),
            ("fee with tax", line.fee_paise, ledger_fee),
            ("paid to the bank", net, ledger_net),
            ("withheld as tax", tax, ledger_tax),
        )


def _entries_without_cause(movements: "QuerySet[Movement]") -> Iterator[str]:
    """Yield entries without a line. A line's payment may be set after its entries, but never changes."""
    of_reports = Q(kind__in=OF_REPORTS)
    line = StatementLine.objects.annotate(
        entry_payment=ExpressionWrapper(OuterRef("payment"), BigIntegerField()),
        entry_refund=ExpressionWrapper(OuterRef("refund"), BigIntegerField()),
    ).filter(
        Q(entry_payment=None) | Q(payment_id=F("entry_payment")),
        Q(entry_refund=None) | Q(refund_id=F("entry_refund")),
        key=OuterRef("reference"),
    )
    wrong = movements.filter(
        (of_reports & ~Exists(line)) | (~of_reports & ~Q(kind__in=OF_THE_BANK) & Q(payment=None))
    )
    for movement in wrong.order_by("pk")[:MAX_LISTED]:
        yield f"{movement}: entered, and nothing that is known caused it"


def _entries_of_other_accounts(movements: "QuerySet[Movement]") -> Iterator[str]:
    right = Q(pk__in=[])
    for kind, (source, target) in [*ACCOUNTS_BY_KIND.items(), *OLD_ACCOUNTS.items()]:
        right |= Q(kind=kind, source=source, target=target)
    for movement in movements.exclude(right).order_by("pk")[:MAX_LISTED]:
        yield f"{movement}: not between the accounts of its kind"


def _lines_of_others(lines: "QuerySet[StatementLine]") -> Iterator[str]:
    payment = Q(payment=None)
    refund = Q(refund=None)
    for reference in ("merchant_reference", "provider_reference"):
        for name in ("transaction_id", "provider_order_id"):
            payment |= Q(**{reference: F(f"payment__{name}")})
        for name in ("refund_id", "provider_refund_id"):
            refund |= Q(**{reference: F(f"refund__{name}")})
    # The courier's own number, which its remittance names, may be corrected on the order later.
    payment |= Q(statement__provider=CASH_ON_DELIVERY, payment__provider=CASH_ON_DELIVERY) & ~Q(
        provider_reference=""
    )
    of_payment = Q(kind__in=("payment", "reversal"), refund=None) & payment
    of_refund = Q(kind="refund") & refund & (Q(payment=None) | Q(refund__payment=F("payment")))
    right = of_payment | of_refund | Q(kind__in=("other", "tax"), payment=None, refund=None)
    # A comparison with what is not there is not true; `exclude` would take it for neither.
    judged = lines.annotate(is_right=Case(When(right, then=Value(True)), default=Value(False)))
    for line in (
        judged.filter(is_right=False).select_related("statement").defer("statement__packed")[:MAX_LISTED]
    ):
        yield f"{_name(line)}: attached to what it does not name"


def _sums(statements: "QuerySet[Statement]") -> Iterator[str]:
    """Compare totals; those of a file are skipped when another file had already brought some of its lines."""
    lines = StatementLine.objects.all()
    rows = statements.filter(status=StatementStatus.DONE).annotate(
        new=F("total_lines") - F("lines_known"),
        entered=count_of(lines, of="statement"),
        amount=sum_of(lines, of="statement"),
        fee=sum_of(lines, "fee_paise", of="statement"),
    )
    alike = Q(entered=F("new"), lines_read=F("total_lines"))
    whole = Q(lines_known__gt=0) | Q(amount_paise=F("amount"), fee_paise=F("fee"))
    for row in rows.exclude(alike & whole).defer("packed").order_by("pk")[:MAX_LISTED]:
        pairs = (("amount", row.amount_paise, row.amount), ("fees", row.fee_paise, row.fee))
        yield describe_difference(f"{row.name} ({row}): {row.new} lines, {row.entered} entered", *pairs)


def _files_and_lines() -> Iterator[str]:
    recent = Statement.objects.filter(
        status=StatementStatus.DONE, received_at__gte=timezone.now() - REPARSE_WITHIN
    ).order_by("pk")
    for statement in recent.iterator(chunk_size=1):
        if hashlib.sha256(statement.body).hexdigest() != statement.digest:
            yield f"{statement.name} ({statement}): is not the file that came"
            continue
        try:
            entries = get_provider(statement.provider).read_statement(statement.body)
        except StatementUnreadable as problem:
            yield f"{statement.name} ({statement}): cannot be read any more: {problem}"
            continue
        entries_by_key = {line_key(statement.provider, entry): entry for entry in entries}
        yield from (
            f"{_name(line)}: entered, and not in the file"
            for line in statement.lines.iterator(chunk_size=CHUNK)
            if line.key not in entries_by_key
        )
        keys = list(entries_by_key)
        for start in range(0, len(keys), CHUNK):
            chunk = keys[start : start + CHUNK]
            lines = {line.key: line for line in StatementLine.objects.filter(key__in=chunk)}
            for key in chunk:
                entry, line = entries_by_key[key], lines.get(key)
                if line is None:
                    reference = entry.merchant_reference or entry.provider_reference or entry.word
                    yield f"{reference} ({statement.name}: {entry.line}): in the file, and not entered"
                elif line.kind != entry.kind or line_key(statement.provider, line) != key:
                    yield describe_difference(
                        f"{_name(line)}: not what the file says",
                        ("amount", entry.amount_paise, line.amount_paise),
                        ("fee with tax", entry.fee_paise, line.fee_paise),
                    )


def _name(line: StatementLine) -> str:
    reference = line.merchant_reference or line.provider_reference or line.word
    return f"{reference} ({line.statement.name}: {line.number})"
