"""Payouts are found in the bank's own statements, by reference or amount; what does not fit is a case."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from project.payments.audit.ledger import audit_ledger
from project.payments.cases.resolution import dismiss_case
from project.payments.models import Case, Movement, MovementRollup
from project.payments.models.bank import BankLine, BankMatch, Payout
from project.payments.settlement.bank.actions.reconciliation import reconcile_lately
from project.payments.settlement.reconciliation import MAX_CASES_AT_ONCE
from project.payments.shared.ledger import balances
from tests.cod.cash_helpers import delivered, enter, line, offer_cash, remittance
from tests.factories import make_user
from tests.payments.bank.bank_helpers import (
    MONDAY,
    account,
    bank,
    day,
    finance,
    lines,
    payout_cases,
    payouts,
    settle,
    upload,
)
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

FIRST, SECOND = "AXISCN0099000001", "AXISCN0099000002"


def in_ledger() -> tuple[int, int]:
    """Return what the ledger has on its way to the bank, and in the bank."""
    held = balances()
    return held["payout"], held["bank"]


def test_payout_is_found_by_its_reference_and_moves_to_the_bank() -> None:
    settle("500.00", day(0), FIRST)
    assert in_ledger() == (50_000, 0)

    # Some banks write the reference in parts, or with zeros before it.
    upload(finance(), bank((day(1), f"NEFT CR-PHONEPE-{FIRST[:9]} {FIRST[9:]}", 500), (day(2), "RENT", -90)))

    assert payouts() == [(FIRST, "matched", 50_000)]
    assert (lines(), BankMatch.objects.get().rule) == (["matched"], "reference")
    assert in_ledger() == (0, 50_000)
    assert (payout_cases(), audit_ledger()) == ([], [])


def test_cash_that_a_courier_remits_is_found_like_a_providers_payout() -> None:
    offer_cash()
    today = timezone.localdate()
    enter(remittance(line(delivered(), "549", charges="30", tax="5.40", UTR=FIRST)))
    assert in_ledger() == (51_360, 0)

    upload(finance(), bank((today, f"NEFT CR-DELHIVERY-{FIRST}", 513.60)))

    assert payouts() == [(FIRST, "matched", 51_360)]
    assert in_ledger() == (0, 51_360)
    assert (payout_cases(), audit_ledger()) == ([], [])


def test_zeros_are_no_reference() -> None:
    settle("500.00", day(0), "000000000000")

    # So some banks write that a line has none.
    upload(finance(), bank((day(1), "UPI 0000", 77)))

    assert (lines(), payouts()[0][1]) == (["other"], "waiting")


def test_line_names_a_courier_by_all_words_of_its_name() -> None:
    offer_cash()
    enter(remittance(line(delivered(), "549", UTR=FIRST)))
    said = {
        "NEFT CR-BLUE DART EXPRESS LTD": "unknown",
        "NEFT-INDIAPOST": "unknown",
        "NEFT CR-DELHIVERYLIMITED": "unknown",
        "BANK OF INDIA POS TXN": "other",
    }

    upload(finance(), bank(*((timezone.localdate(), narration, 77) for narration in said)))

    assert lines() == list(said.values())


def test_payout_without_its_reference_is_found_by_amount_when_there_is_one_of_each() -> None:
    settle("500.00", day(0), FIRST)
    settle("700.00", day(0), SECOND)
    settle("700.00", day(1), "AXISCN0099000003")

    upload(
        finance(),
        bank((day(1), "NEFT PHONEPE", 500), (day(1), "BY TRANSFER", 700), (day(2), "RAZORPAY", 500)),
    )

    # Of two payouts of 700 nobody knows which one it is.
    assert [status for _, status, _ in payouts()] == ["matched", "waiting", "waiting"]
    assert BankMatch.objects.get().rule == "amount"
    assert audit_ledger() == []


@pytest.mark.parametrize(
    ("came", "status", "case"),
    [
        ([("NEFT PHONEPE " + FIRST, 499.99)], "short", "payout_differs"),
        ([("NEFT PHONEPE " + FIRST, 500.01)], "over", "payout_differs"),
        ([("SALE OF A CHAIR", 77)], "missing", "payout_missing"),
        ([("NEFT PHONEPE " + FIRST, 500), ("NEFT PHONEPE " + FIRST, 500)], "matched", "payout_twice"),
        ([("NEFT PHONEPE " + FIRST, 500), ("NEFT PHONEPE PVT", 3)], "matched", "payout_unknown"),
    ],
)
def test_payout_that_did_not_arrive_as_it_should_is_a_case(
    came: list[tuple[str, float]], status: str, case: str
) -> None:
    settle("500.00", day(0), FIRST)

    upload(finance(), bank((day(0), "RENT", -1), *((day(1), *each) for each in came), (day(9), "RENT", -1)))

    assert payouts()[0][1] == status
    assert payout_cases() == [case]
    # What is not explained is not in the books as if it were.
    first = 0 if status == "missing" else round(came[0][1] * 100)
    assert (in_ledger(), audit_ledger()) == ((50_000 - first, first), [])


def test_each_run_opens_so_many_cases_of_a_kind_and_the_next_one_the_others() -> None:
    many = MAX_CASES_AT_ONCE + 5
    Payout.objects.bulk_create(
        Payout(
            source="phonepe",
            key=f"UTRN{number:04}",
            reference=f"UTRN{number:04}",
            expected_on=day(0),
            due_on=day(3),
            amount_paise=100,
        )
        for number in range(many)
    )
    unknown = ((day(1), "NEFT PHONEPE PVT", 1000 + number) for number in range(many))

    upload(finance(), bank((day(0), "RENT", -1), *unknown, (day(9), "RENT", -1)))
    at_once = Counter(payout_cases())
    dismiss_case(Case.objects.filter(kind="payout_unknown")[0].pk, user=make_user(), notes="A customer")
    reconcile_lately()

    assert at_once == {"payout_unknown": MAX_CASES_AT_ONCE, "payout_missing": MAX_CASES_AT_ONCE}
    assert Counter(payout_cases()) == {"payout_unknown": many - 1, "payout_missing": many}


def test_payout_is_missing_only_once_a_statement_shows_its_days() -> None:
    staff = finance()
    settle("500.00", day(0), FIRST)
    upload(staff, bank((day(0), "RENT", -10), (day(1), "RENT", -10)))
    assert payouts()[0][1] == "waiting"

    upload(staff, bank((day(2), "RENT", -10), (day(3), "RENT", -10), opening=980))
    assert (payouts()[0][1], payout_cases()) == ("missing", ["payout_missing"])

    upload(staff, bank((day(4), f"PHONEPE {FIRST}", 500), opening=960))
    assert (payouts()[0][1], payout_cases()) == ("matched", [])
    assert Case.objects.get(kind="payout_missing").closed_rule == "matched"


def test_payout_is_not_missing_before_the_bank_holidays_are_over() -> None:
    change_shop(returns={"bank_holidays": [{"day": f"{day(2)}", "en": "Festival", "hi": "त्योहार"}]})
    staff = finance()
    settle("500.00", MONDAY, FIRST)
    friday = MONDAY + timedelta(days=4)

    upload(staff, bank((MONDAY, "RENT", -10), (friday - timedelta(days=1), "RENT", -10)))
    before = payouts()[0][1]
    upload(staff, bank((friday, "RENT", -10), opening=980))

    assert (before, payouts()[0][1]) == ("waiting", "missing")


def test_payout_is_not_missing_where_lines_between_statements_are() -> None:
    staff = finance()
    settle("500.00", day(4), FIRST)
    upload(staff, bank((day(0), "RENT", -20)))
    upload(staff, bank((day(9), "RENT", -10), opening=1400))
    assert (payouts()[0][1], payout_cases()) == ("waiting", [])

    upload(staff, bank((day(5), "SALE OF A CHAIR", 420), opening=980))

    assert (payouts()[0][1], payout_cases()) == ("missing", ["payout_missing"])


def test_payout_reported_after_it_arrived_is_matched_by_the_clock() -> None:
    settle("1.00", day(0), SECOND)
    upload(finance(), bank((day(1), f"PHONEPE {SECOND}", 1), (day(2), f"PHONEPE {FIRST}", 500)))
    assert (lines(), payout_cases()) == (["matched", "unknown"], ["payout_unknown"])

    settle("300.00", day(1), FIRST)
    settle("200.00", day(1), FIRST)
    for _ in range(2):
        reconcile_lately()

    assert (lines(), payouts()[1], payout_cases()) == (["matched"] * 2, (FIRST, "matched", 50_000), [])
    assert Movement.objects.filter(kind="banked").count() == 2


def test_money_before_the_first_report_is_no_case() -> None:
    settle("500.00", day(5), FIRST)

    upload(finance(), bank((day(0), "PHONEPE OLD PAYOUT", 44), (day(6), f"PHONEPE {FIRST}", 500)))

    assert (lines(), payout_cases()) == (["other", "matched"], [])


def test_settlement_eaten_up_by_refunds_is_not_expected() -> None:
    settle("-500.00", day(0), FIRST)
    settle("300.00", day(1), SECOND)
    settle("-300.00", day(1), SECOND)

    upload(finance(), bank((day(1), "RENT", -10), (day(9), "RENT", -10)))

    assert (payouts(), payout_cases()) == ([(FIRST, "nothing", 0), (SECOND, "nothing", 0)], [])
    assert audit_ledger() == []


def test_what_was_settled_before_is_carried_over_to_the_payouts() -> None:
    for kind, source, target, paise in (
        ("settled", "provider", "bank", 9_000),
        ("recovered", "bank", "provider", 2_000),
    ):
        Movement.objects.create(
            kind=kind, source=source, target=target, amount_paise=paise, reference=f"old {kind}"
        )
    # The ledger itself says how much, not its statistics, which may be wrong until the audit corrects them.
    MovementRollup.objects.all().delete()

    for number in range(2):
        reconcile_lately()
        settle("300.00", day(number), FIRST)

    assert "carried over" not in " | ".join(audit_ledger())
    assert in_ledger() == (67_000, 0)
    assert Movement.objects.filter(kind="carried_over").count() == 1


def test_audit_names_what_does_not_fit() -> None:
    settle("500.00", day(0), FIRST)
    upload(finance(), bank((day(1), f"PHONEPE {FIRST}", 500)))
    match, line, payout = BankMatch.objects.get(), BankLine.objects.get(), Payout.objects.get()
    Movement.objects.create(
        kind="banked", source="payout", target="bank", amount_paise=1, reference="no match"
    )
    BankLine.objects.update(amount_paise=49_999)
    Payout.objects.update(status="short", arrived_paise=1)

    found = " | ".join(audit_ledger())

    for name in (match.match_id, "no match", payout.payout_id):
        assert name in found
    BankLine.objects.update(status="unknown")
    assert line.line_id in " | ".join(audit_ledger())
    assert account().name
