"""Staff upload a bank's statements: each line counts once, and a person may correct what a rule said."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from project.events.models import AuditEntry
from project.payments.audit.ledger import audit_ledger
from project.payments.models.bank import BankAccount, BankLine, BankMatch, BankStatement, Payout
from project.payments.shared.ledger import balances
from tests.exports.export_helpers import make, rows_of
from tests.http import Answer
from tests.payments.bank.bank_helpers import (
    HEADER,
    account,
    bank,
    day,
    finance,
    lines,
    newest_first,
    payout_cases,
    payouts,
    settle,
    upload,
    without_balance,
)

pytestmark = pytest.mark.django_db

UTR, OTHER = "AXISCN0099000001", "AXISCN0099000002"


def test_same_file_and_overlapping_files_store_each_line_once() -> None:
    staff = finance()
    # Twice the same on one day: the balance of the third is that of the first.
    rows = [(day(0), "TEA", 10), (day(0), "TEA", -10), (day(0), "TEA", 10), (day(1), "SHOP", 5)]
    first = upload(staff, bank(*rows[:3])).data

    again, more = upload(staff, bank(*rows[:3])).data, upload(staff, bank(*rows)).data

    assert (first["isNew"], again["isNew"], more["isNew"]) == (True, False, True)
    assert (more["statement"]["lines"], more["statement"]["linesKnown"]) == (4, 3)
    assert BankLine.objects.count() == 4
    # The same line of another account is another line.
    upload(staff, bank(*rows), to=account("SBI savings"))
    assert BankLine.objects.count() == 8


NOON = [(day(0), "TEA", 10), (day(1), "TEA", 10), (day(1), "NEFT A1", 500)]
EVENING = [*NOON, (day(1), "NEFT B2", 500), (day(1), "TEA", 10), (day(1), "RENT", -10)]
# Each way of exporting the same days.
WAYS: dict[str, Callable[[bytes], bytes]] = {
    "as before": bytes,
    "without the balance": without_balance,
    "the newest first": newest_first,
    "the newest first without the balance": lambda body: newest_first(without_balance(body)),
    "without the reference": lambda body: body.replace(b",REF7,", b",,"),
    "with zeros before the reference, in small letters": lambda body: body.replace(b"REF7", b"00ref7"),
}


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_same_days_exported_in_two_ways_are_stored_once(
    way: Callable[[bytes], bytes], is_first: bool
) -> None:
    staff = finance()
    first, second = (way, bytes) if is_first else (bytes, way)
    whole = bank(*EVENING).replace(b"NEFT B2,,", b"NEFT B2,REF7,")

    answers = [upload(staff, way(whole)).data for way in (first, second)]
    # The day goes on: a part of it is known.
    more = upload(staff, second(bank(*EVENING, (day(1), "TEA", 10), (day(2), "TEA", 10)))).data

    assert [each["statement"]["lines"] for each in answers] == [6, 6]
    if answers[1]["isNew"]:
        assert answers[1]["statement"]["linesKnown"] == 6
    assert (more["statement"]["lines"], more["statement"]["linesKnown"]) == (8, 6)
    stored = Counter(BankLine.objects.values_list("day", "narration", "amount_paise"))
    assert stored == Counter(
        (when, narration, round(amount * 100))
        for when, narration, amount in [*EVENING, (day(1), "TEA", 10), (day(2), "TEA", 10)]
    )


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_day_exported_at_noon_and_in_the_evening_is_stored_once(way: Callable[[bytes], bytes]) -> None:
    staff = finance()
    upload(staff, way(bank(*NOON)))

    upload(staff, way(bank(*EVENING)))

    assert sorted(BankLine.objects.values_list("narration", flat=True)) == sorted(row[1] for row in EVENING)


def test_balance_of_a_line_that_was_stored_without_one_is_filled_in() -> None:
    staff = finance()
    upload(staff, without_balance(bank(*NOON)))

    upload(staff, bank(*NOON))

    assert list(BankLine.objects.order_by("pk").values_list("balance_paise", flat=True)) == [
        *(101_000, 102_000, 152_000)
    ]
    assert staff.get("/admin/bank").data["accounts"][0]["gaps"] == []


@pytest.mark.both_stacks
def test_database_refuses_a_second_row_for_a_line() -> None:
    upload(finance(), bank(*NOON))
    line = BankLine.objects.earliest("pk")

    line.pk, line.line_id = None, "BLN-OTHER"
    with pytest.raises(IntegrityError), transaction.atomic():
        line.save(force_insert=True)


def test_dollar_statement_settles_no_rupee_payout() -> None:
    staff = finance()
    settle("500.00", day(0), UTR)
    body = bank((day(1), f"PHONEPE {UTR}", 500))

    for spoilt, language, said in (
        (b"Account Currency: USD\r\n" + body, "en", "Line 1 says USD: only amounts in rupees (INR)"),
        (body.replace(b",500.00,", b",USD 500.00,"), "hi", "पंक्ति 3 में USD लिखा है (कॉलम Deposit Amt.)"),
    ):
        staff.language = language
        answer = upload(staff, spoilt)
        assert answer.refusal == (422, "BANK_STATEMENT_UNREADABLE")
        assert said in answer.body["message"]

    assert (BankLine.objects.count(), balances()["payout"], balances()["bank"]) == (0, 50_000, 0)


def test_gap_between_statements_is_shown_until_it_is_filled() -> None:
    staff = finance()
    upload(staff, bank((day(0), "A", 10)))
    upload(staff, bank((day(9), "C", 10), opening=1015))

    def gaps() -> list[dict[str, object]]:
        found: list[dict[str, object]] = staff.get("/admin/bank").data["accounts"][0]["gaps"]
        return found

    assert gaps() == [{"after": f"{day(0)}", "before": f"{day(9)}", "missing": 5}]
    upload(staff, bank((day(4), "B", 5), opening=1010))
    assert gaps() == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (bank((timezone.localdate(), "X", 5)).replace(b"5.00", b"5.001", 1), "Line 3 has no valid amount"),
        (b"<html>", "Excel file, a PDF or a web page"),
        (b"PK\x03\x04", "Excel file, a PDF or a web page"),
        # Of the day after tomorrow: the next day may begin between the collection and the test.
        (bank((timezone.localdate() + timedelta(days=2), "X", 5)), "Line 3 has a date in the future"),
    ],
)
def test_unreadable_file_is_refused_and_nothing_is_stored(body: bytes, said: str) -> None:
    answer = upload(finance(), body)

    assert answer.refusal == (422, "BANK_STATEMENT_UNREADABLE")
    assert said in answer.body["message"]
    assert (BankStatement.objects.count(), BankLine.objects.count()) == (0, 0)


def test_columns_of_an_unknown_bank_are_named_once() -> None:
    staff = finance()
    body = bank((day(0), "X", 5)).replace(HEADER.encode(), b"When,What,No,V,Out,In,Left")

    unknown = upload(staff, body)

    assert unknown.refusal == (422, "COLUMNS_UNKNOWN")
    assert unknown.body["data"]["sample"][1] == ["When", "What", "No", "V", "Out", "In", "Left"]
    too_few = upload(staff, body, columns=json.dumps({"date": "When", "narration": "What", "deposit": "In"}))
    assert too_few.status == 422
    for hostile in ("no JSON", '{"date": "Wh\\u0000en"}', '{"colour": "When"}', "[]", '{"date": {}}'):
        assert upload(staff, body, columns=hostile).status == 422
    columns = {"date": "When", "narration": "What", "withdrawal": "Out", "deposit": "In", "balance": "Left"}
    assert upload(staff, body, columns=json.dumps(columns)).data["statement"]["lines"] == 1
    # The next file of the account is read without a word.
    later = bank((day(1), "Y", 6)).replace(HEADER.encode(), b"When,What,No,V,Out,In,Left")
    assert upload(staff, later).status == 200
    assert BankAccount.objects.get().columns == columns


def test_match_is_undone_and_made_by_hand_with_a_reason() -> None:
    staff = finance()
    settle("500.00", day(0), UTR)
    upload(staff, bank((day(1), f"PHONEPE {UTR}", 500), (day(1), "PHONEPE", 200), (day(2), "PHONEPE", 300)))
    wrong, part, rest = BankLine.objects.order_by("pk")
    payout = Payout.objects.get()

    def match(line: BankLine, note: str = "as the bank says") -> int:
        path = f"/admin/bank/payouts/{payout.payout_id}/match"
        return staff.post(path, {"lineId": line.line_id, "note": note}).status

    assert staff.post(f"/admin/bank/lines/{wrong.line_id}/unmatch", {"note": " "}).status == 422
    undone = staff.post(f"/admin/bank/lines/{wrong.line_id}/unmatch", {"note": "another shop's"}).data
    assert (undone["line"]["status"], undone["line"]["matches"]) == ("unknown", [])
    assert (balances()["payout"], balances()["bank"]) == (50_000, 0)
    assert [match(part), match(rest), match(rest)] == [200, 200, 409]
    assert payouts() == [(UTR, "matched", 50_000)]
    assert staff.post(f"/admin/bank/lines/{wrong.line_id}/set-aside", {"note": "theirs"}).status == 200
    assert staff.post(f"/admin/bank/lines/{part.line_id}/set-aside", {"note": "theirs"}).status == 409
    assert staff.post("/admin/bank/lines/BLNNONE/set-aside", {"note": "theirs"}).status == 404
    path, body = "/admin/bank/payouts/PAYNONE/match", {"lineId": part.line_id, "note": "theirs"}
    assert staff.post(path, body).status == 404

    # No rule matches again what a person undid.
    upload(staff, bank((day(3), "RENT", -1), opening=2000))
    assert (lines(), payout_cases()) == (["set_aside", "matched", "matched"], [])
    assert (balances()["payout"], balances()["bank"], audit_ledger()) == (0, 50_000, [])
    actions = AuditEntry.objects.filter(action__startswith="bank.").values_list("action", flat=True)
    assert sorted(set(actions)) == [
        "bank.matched",
        "bank.set_aside",
        "bank.statement_imported",
        "bank.unmatched",
    ]
    assert BankMatch.objects.filter(undone_at=None).count() == 2


def test_line_is_split_over_the_payouts_that_the_bank_joined() -> None:
    staff = finance()
    settle("500.00", day(0), UTR)
    settle("300.00", day(0), OTHER)
    upload(staff, bank((day(1), "NEFT PHONEPE", 800)))
    line = BankLine.objects.get()
    path = f"/admin/bank/lines/{line.line_id}"
    found = staff.get(f"{path}/payouts").data["payouts"]
    first, second = ({each["reference"]: each["_id"] for each in found}[name] for name in (UTR, OTHER))

    def split(*parts: tuple[str, float]) -> Answer:
        body = [{"payoutId": payout, "amount": amount} for payout, amount in parts]
        return staff.post(f"{path}/split", {"parts": body, "note": "one transfer"})

    assert split((first, 500), (second, 299.99)).refusal == (409, "BANK_PARTS_DIFFER")
    assert split((first, 500), (first, 300)).status == 422
    assert split((first, 800)).status == 422
    assert split((first, 800.01), (second, -0.01)).status == 422
    assert split((first, 500), ("PYT-NONE", 300)).status == 404
    assert not BankMatch.objects.exists()
    done = split((first, 500), (second, 300)).data["line"]

    assert (done["status"], [each["amount"] for each in done["matches"]]) == ("matched", [500, 300])
    assert payouts() == [(UTR, "matched", 50_000), (OTHER, "matched", 30_000)]
    assert (balances()["payout"], balances()["bank"], audit_ledger()) == (0, 80_000, [])
    shown = staff.get("/admin/bank/payouts").data["payouts"]
    assert [[line["_id"] for line in each["lines"]] for each in shown] == [[line.line_id]] * 2
    assert split((first, 500), (second, 300)).refusal == (409, "BANK_LINE_CHANGED")

    staff.post(f"{path}/unmatch", {"note": "another shop's"})

    assert [status for _, status, _ in payouts()] == ["waiting", "waiting"]
    assert (balances()["payout"], balances()["bank"], audit_ledger()) == (80_000, 0, [])


def test_lists_say_what_became_of_each_month() -> None:
    staff = finance()
    settle("500.00", day(0), UTR)
    settle("40.00", day(0), "AXISCN0099000002")
    upload(staff, bank((day(0), f"PHONEPE {UTR}", 500), (day(1), "PHONEPE", 39), (day(7), "RENT", -1)))
    month = f"{day(0):%Y-%m}"

    shown = staff.get("/admin/bank").data

    (first,) = [each for each in shown["months"] if each["month"] == month]
    assert (first["matched"], first["missing"], first["expected"], first["arrived"]) == (1, 1, 540, 500)
    assert sum(each["unknown"] for each in shown["months"]) == 1
    missing = staff.get("/admin/bank/payouts", {"status": "missing", "month": month}).data["payouts"]
    assert [each["amount"] for each in missing] == [40]
    path = f"/admin/bank/payouts/{missing[0]['_id']}/candidates"
    assert [each["amount"] for each in staff.get(path).data["lines"]] == [39]
    (matched,) = staff.get("/admin/bank/payouts", {"search": UTR}).data["payouts"]
    assert (matched["source"], matched["lines"][0]["matches"][0]["rule"]) == ("PhonePe", "reference")
    unknown = staff.get("/admin/bank/lines", {"status": "unknown"}).data["lines"]
    assert [each["narration"] for each in unknown] == ["PHONEPE"]
    assert staff.get("/admin/bank/payouts", {"status": "differs"}).data["payouts"] == []
    query = {"status": "other", "search": "rent", "month": f"{day(7):%Y-%m}"}
    assert [each["narration"] for each in staff.get("/admin/bank/lines", query).data["lines"]] == ["RENT"]


def test_account_of_a_name_is_added_once() -> None:
    staff = finance()

    answers = [staff.post("/admin/bank/accounts", {"name": " HDFC 1234 "}) for _ in range(2)]

    assert answers[0].data["account"]["name"] == "HDFC 1234"
    assert answers[1].refusal == (409, "BANK_ACCOUNT_EXISTS")
    assert staff.post("/admin/bank/accounts", {"name": " "}).status == 422
    assert upload(staff, bank((day(0), "X", 1)), accountId="BNK-NONE").status == 404


def test_reconciliation_of_a_month_is_exported_without_formulas() -> None:
    staff = finance()
    settle("500.00", day(0), UTR)
    settle("40.00", day(1), "AXISCN0099000002")
    upload(staff, bank((day(0), f"=HYPERLINK(1) {UTR}", 500)))

    export = make(staff, "payouts", personalData="full", reason="month end")

    later, first = rows_of(export)
    assert (first["Reference"], first["Status"], first["Line's amount"]) == (UTR, "matched", "500.00")
    assert first["Narration"].startswith("'=HYPERLINK")
    assert (later["Status"], later["Bank account"]) == ("waiting", "")
    assert make(staff, "payouts", filters={"month": "2001-01"}).status == "empty"
