"""Statements as a bank writes them, and payouts as settlement reports say them."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from project.payments.models import Case
from project.payments.models.bank import BankAccount, BankLine, Payout
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.payments.statements import enter, line, report

HEADER = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance"
# A Monday some weeks ago: what was sent then is late by now.
MONDAY = timezone.localdate() - timedelta(days=28 + timezone.localdate().weekday())


def day(number: int) -> date:
    """Return the day so many working days after the first."""
    return MONDAY + timedelta(weeks=number // 5, days=number % 5)


def finance() -> Api:
    """Return the browser of somebody who may move money."""
    return Api(token=log_in(make_user(role="finance", name="Meera")))


def account(name: str = "HDFC current") -> BankAccount:
    """Return an account."""
    return BankAccount.objects.get_or_create(name=name)[0]


def bank(*rows: tuple[date, str, float], opening: float = 1000) -> bytes:
    """Return a statement of HDFC: each row is a day, a narration and what came, negative what went."""
    balance = opening
    lines = []
    for when, narration, amount in rows:
        balance += amount
        went, came = (f"{-amount:.2f}", "") if amount < 0 else ("", f"{amount:.2f}")
        lines.append(f"{when:%d/%m/%y},{narration},,{when:%d/%m/%y},{went},{came},{balance:.2f}")
    return "\r\n".join(["HDFC BANK Ltd.,,,,,,", HEADER, *lines, ""]).encode()


def without_balance(body: bytes) -> bytes:
    """Return a statement as the bank exports it without its last column, the balance."""
    return b"\r\n".join(line.rpartition(b",")[0] for line in body.split(b"\r\n"))


def newest_first(body: bytes) -> bytes:
    """Return a statement with its newest line first."""
    bank, header, *rows = body.rstrip().split(b"\r\n")
    return b"\r\n".join([bank, header, *reversed(rows), b""])


def upload(staff: Api, body: bytes, *, to: BankAccount | None = None, **fields: Any) -> Answer:
    """Send a statement."""
    file = SimpleUploadedFile("statement.csv", body, "text/csv")
    return staff.form(
        "/admin/bank/statements", {"accountId": (to or account()).account_id, "file": file, **fields}
    )


def settle(amount: str, when: date, utr: str) -> None:
    """Take in a report of one payment that is not ours; what was paid out is expected in the bank."""
    written = f"{when:%d-%m-%Y}"
    days = {"CreationDate": written, "TransactionDate": written, "SettlementDate": written}
    enter(report(line(f"TXN{utr}{amount}", amount, BankReferenceNo=utr, **days)))


def payouts() -> list[tuple[str, str, int]]:
    """Return reference, status and what arrived of each payout, by day."""
    rows = Payout.objects.order_by("expected_on", "pk")
    return [(each.reference, each.status, each.arrived_paise) for each in rows]


def lines() -> list[str]:
    """Return the status of each line that came in, by day."""
    return list(
        BankLine.objects.filter(amount_paise__gt=0).order_by("day", "pk").values_list("status", flat=True)
    )


def payout_cases(*, closed: bool = False) -> Sequence[str]:
    """Return the kinds of the open cases about payouts."""
    cases = Case.objects.filter(kind__startswith="payout_", closed_at__isnull=not closed)
    return sorted(cases.values_list("kind", flat=True))
