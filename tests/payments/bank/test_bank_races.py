"""Several people upload and match at once: each line is stored once and is one payout."""

import pytest

from project.payments.audit.ledger import audit_ledger
from project.payments.models import Movement
from project.payments.models.bank import BankLine, BankMatch, BankStatement, Payout
from tests.payments.bank.bank_helpers import (
    account,
    bank,
    day,
    finance,
    newest_first,
    payouts,
    settle,
    upload,
    without_balance,
)
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = 4
UTR = "AXISCN0099000001"


def test_same_statement_uploaded_by_many_at_once_is_stored_once() -> None:
    settle("500.00", day(0), UTR)
    people, to = [finance() for _ in range(PEOPLE)], account()
    body = bank((day(1), f"PHONEPE {UTR}", 500), (day(2), "RENT", -1))

    answers = at_once(PEOPLE, lambda n: upload(people[n], body, to=to).data["isNew"])

    assert sorted(answers) == [False, False, False, True]
    assert (BankStatement.objects.count(), BankLine.objects.count()) == (1, 2)
    assert (payouts(), Movement.objects.filter(kind="banked").count()) == ([(UTR, "matched", 50_000)], 1)
    assert audit_ledger() == []


def test_same_days_uploaded_by_many_at_once_are_stored_once() -> None:
    people, to = [finance() for _ in range(PEOPLE)], account()
    rows = [(day(1), "TEA", 10), (day(1), "TEA", 10), (day(2), "RENT", -1), (day(3), "TEA", 10)]
    whole = bank(*rows)
    files = [whole, without_balance(whole), newest_first(whole), bank(*rows[:3])]

    known = at_once(PEOPLE, lambda n: upload(people[n], files[n], to=to).data["statement"]["linesKnown"])

    assert (BankStatement.objects.count(), BankLine.objects.count()) == (4, 4)
    assert sum(known) == 4 + 4 + 4 + 3 - 4


def test_line_matched_and_unmatched_by_many_at_once_is_one_payout() -> None:
    for number in range(3):
        settle(f"{500 + number}.00", day(0), f"AXISCN009900000{number}")
    upload(finance(), bank((day(1), "CASH", 400)))
    line, people = BankLine.objects.get(), [finance() for _ in range(3)]
    names = list(Payout.objects.values_list("payout_id", flat=True))

    def match(n: int) -> int:
        path = f"/admin/bank/payouts/{names[n]}/match"
        return people[n].post(path, {"lineId": line.line_id, "note": "mine"}).status

    def split(n: int) -> int:
        parts = [{"payoutId": names[n], "amount": 150}, {"payoutId": names[n - 1], "amount": 250}]
        path = f"/admin/bank/lines/{line.line_id}/split"
        return people[n].post(path, {"parts": parts, "note": "joined"}).status

    assert sorted(at_once(4, lambda n: match(n) if n < 2 else split(n - 2))) == [200, 409, 409, 409]
    path = f"/admin/bank/lines/{line.line_id}/unmatch"
    assert sorted(at_once(3, lambda n: people[n].post(path, {"note": "not it"}).status)) == [200, 409, 409]
    assert BankMatch.objects.filter(undone_at=None).count() == 0
    assert audit_ledger() == []
