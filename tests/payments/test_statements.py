"""Settlement reports are imported once, line by line, and reconciled with payments and refunds."""

from datetime import timedelta

import httpx
import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.events.models import AuditEntry
from project.payments.attempts import status_check
from project.payments.audit.ledger import audit_ledger
from project.payments.cases.resolution import dismiss_case
from project.payments.errors import StatementRefused
from project.payments.models import Case, Movement, Payment, Refund, Statement, StatementLine
from project.payments.providers.csv_report import LONGEST_BYTES
from project.payments.providers.registry import get_provider
from project.payments.settlement.reconciliation import MAX_CASES_AT_ONCE
from project.payments.settlement.restores import record_restore
from project.payments.settlement.statements import (
    FOREIGN_FROM,
    enter_chunk,
    fetch_statements,
    import_statement,
    receive_statement,
    take_due_statements,
)
from project.payments.shared.ledger import balances
from tests.buying import deliver, pay, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.live_lists import live_list
from tests.payments.refund_helpers import advance, ask, console_refund, finish, refund_message
from tests.payments.statements import enter, line, report, upload
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Api:
    """The browser of somebody who may move money."""
    return Api(token=log_in(make_user(role="finance", name="Meera")))


def open_cases() -> list[tuple[str, str]]:
    """Return kind and subject of what differs."""
    return sorted(Case.objects.filter(closed_at=None).values_list("kind", "subject"))


def from_sandbox(provider: SandboxProcess) -> bytes:
    """Return today's report as the provider writes it."""
    address = f"{provider.url}/settlements/{timezone.localdate()}.csv"
    return httpx.get(address, trust_env=False).raise_for_status().content


def test_what_the_provider_paid_and_kept_is_in_the_ledger(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    refund = finish(provider, advance(ask(payment, 10_000)))
    paid, returned = payment.transaction_id, refund.refund_id

    done = enter(report(line(paid, "500.00"), line(returned, "-100.00", PaymentType="REFUND")))

    assert (done.status, done.lines_read, done.lines_known) == ("done", 2, 0)
    assert open_cases() == []
    held = balances()
    assert (held["payout"], held["fees"], held["in_transit"], held["provider"]) == (40_000, 0, 0, 0)
    assert audit_ledger() == []


def test_report_of_the_provider_agrees_with_our_books(provider: SandboxProcess) -> None:
    provider.control("/settings", refund_seconds=None)
    for mode in ("UPI_INTENT", "CARD", "NET_BANKING", "WALLET"):
        payment = start(place(make_product(price_paise=33_333)))
        provider.settle(payment.transaction_id, "success", mode=mode)
        status_check.check(payment.pk, cause="test")
        finish(provider, advance(ask(payment, 11_111)))

    done = enter(from_sandbox(provider))

    assert (done.total_lines, open_cases()) == (8, [])
    assert balances()["provider"] == 0
    # Two percent of 333.33 is 6.67, and 18 percent of that 1.20; three of the four cost that.
    assert balances()["fees"] == 3 * 787


def test_same_file_twice_is_one_report(staff: Api, provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    body = report(line(payment.transaction_id, "500"))

    first, second = upload(staff, body).data, upload(staff, body, "again.csv").data
    for pk in take_due_statements():
        import_statement(pk)

    assert (first["isNew"], second["isNew"]) == (True, False)
    assert first["statement"]["_id"] == second["statement"]["_id"]
    assert Statement.objects.get().status == "done"
    assert Movement.objects.filter(kind="settled").count() == 1
    # Sending it twice is one act.
    assert AuditEntry.objects.get().action == "statement.imported"

    listed = staff.get("/admin/statements").data
    board = live_list("staff:statements")
    (row,) = board.read_rows([first["statement"]["_id"], "STNONE"])
    assert [row["row"]] == listed["statements"]
    assert board.read_statistics().json_object() == {"statistics": listed["statistics"]}


def test_line_that_stands_in_two_files_is_entered_once(provider: SandboxProcess) -> None:
    one, two = (pay(place(make_product(price_paise=50_000)), provider) for _ in range(2))
    first = line(one.transaction_id, "500")
    enter(report(first))

    second = enter(report(first, line(two.transaction_id, "500")))

    assert (second.lines_read, second.lines_known) == (2, 1)
    assert balances()["payout"] == 100_000
    assert open_cases() == []


def test_import_that_dies_goes_on_where_it_was(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    body = report(*(line(payment.transaction_id, "1", Instrument=f"PART{n}") for n in range(500)))
    statement, _ = receive_statement(provider="phonepe", name="x.csv", body=body)
    assert take_due_statements() == [statement.pk]
    enter_chunk(statement.pk, get_provider("phonepe").read_statement(statement.body)[:200])
    assert take_due_statements() == []  # the dead one's lease
    Statement.objects.update(next_try_at=F("next_try_at") - timedelta(minutes=3))

    for pk in take_due_statements():
        import_statement(pk)

    assert StatementLine.objects.count() == 500
    # Parts of one payment are added up.
    assert open_cases() == []


def test_what_is_there_and_not_here_is_listed(provider: SandboxProcess) -> None:
    adjustment = line("", "-12.50", PaymentType="EXCESS_RECOVERY")

    enter(report(line("TXNUNKNOWN", "500"), line("RFDUNKNOWN", "-5", PaymentType="REFUND"), adjustment))

    assert [kind for kind, _ in open_cases()] == ["settled_unknown"] * 3
    case = Case.objects.get(facts__amountPaise=50_000)
    assert "TXNUNKNOWN" in case.facts["details"][0]
    # It was paid out, whosever it is.
    assert balances()["payout"] == 50_000 - 500 - 1_250


def test_line_of_a_console_refund_is_matched_once_the_shop_hears_of_the_refund(
    provider: SandboxProcess,
) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    console_refund(provider, payment, "CONSOLE1", 10_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")
    paid, returned = line(payment.transaction_id, "500"), line("CONSOLE1", "-100", PaymentType="REFUND")
    enter(report(paid, returned))
    assert [kind for kind, _ in open_cases()] == ["settled_unknown"]

    deliver(refund_message(payment, "CONSOLE1"))

    assert audit_ledger() == []
    assert open_cases() == []
    assert StatementLine.objects.get(kind="refund").refund == Refund.objects.get()


def test_lines_that_name_a_payment_by_the_providers_id_are_matched_once_the_shop_knows_it(
    provider: SandboxProcess,
) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    theirs = {"PhonePeReferenceId": payment.provider_order_id}
    # As when the process dies before it saves the provider's reply.
    Payment.objects.update(provider_order_id="")
    enter(report(line("", "500", **theirs), line("", "-500", **theirs, PaymentType="CHARGEBACK")))
    assert [kind for kind, _ in open_cases()] == ["settled_unknown"] * 2

    status_check.check(payment.pk, cause="test")
    audit_ledger()

    assert open_cases() == []
    payment.refresh_from_db()
    assert (payment.captured_paise, payment.disputed_paise) == (50_000, 50_000)


def test_wrong_amount_and_wrong_fee_are_listed_until_they_agree(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)

    enter(report(line(payment.transaction_id, "400", fee="-4", tax="-0.72")))

    assert open_cases() == [("fee_differs", payment.topic), ("settled_differs", payment.topic)]
    amounts = Case.objects.get(kind="settled_differs").facts
    assert amounts == {"expectedPaise": 50_000, "amountPaise": 40_000}

    # The rest comes with the next report, and the fee is given back.
    enter(report(line(payment.transaction_id, "100", fee="4", tax="0.72")))

    assert open_cases() == []
    assert set(Case.objects.values_list("closed_rule", flat=True)) == {"matched"}
    assert (balances()["fees"], balances()["payout"]) == (0, 50_000)


def test_money_that_was_never_captured_here_is_listed(provider: SandboxProcess) -> None:
    payment = start(place(make_product(price_paise=50_000)))

    enter(report(line(payment.transaction_id, "500")))

    assert open_cases() == [("settled_differs", payment.topic)]

    provider.settle(payment.transaction_id, "success")
    status_check.check(payment.pk, cause="test")
    enter(report(line("TXNOTHER", "1")))

    assert [kind for kind, _ in open_cases()] == ["settled_unknown"]


def test_what_is_here_and_not_there_is_listed_after_some_days(provider: SandboxProcess) -> None:
    old, new = (pay(place(make_product(price_paise=50_000)), provider) for _ in range(2))
    refund = finish(provider, advance(ask(old, 10_000)))
    week = timedelta(days=7)
    Payment.objects.filter(pk=old.pk).update(settled_at=F("settled_at") - week)
    Refund.objects.update(done_at=F("done_at") - week)
    begun = line("TXNOLDER", "1", TransactionDate="01-01-2026")

    enter(report(begun, line(new.transaction_id, "500")))

    assert ("not_settled", old.topic) in open_cases()
    assert ("not_settled", f"refund:{refund.refund_id}") in open_cases()
    assert ("not_settled", new.topic) not in open_cases()

    enter(report(line(old.transaction_id, "500"), line(refund.refund_id, "100", PaymentType="REFUND")))

    assert [kind for kind, _ in open_cases()] == ["settled_unknown"]


def test_what_a_person_closed_stays_closed(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    enter(report(line(payment.transaction_id, "400")))
    case = Case.objects.get()
    dismiss_case(case.pk, user=make_user(role="finance"), notes="Agreed with the provider")

    enter(report(line("TXNOTHER", "1"), line(payment.transaction_id, "0", Instrument="NOTE")))

    assert [kind for kind, _ in open_cases()] == ["settled_unknown"]
    # Another difference is another question.
    enter(report(line(payment.transaction_id, "50")))
    assert ("settled_differs", payment.topic) in open_cases()


def test_somebody_elses_report_is_not_entered(provider: SandboxProcess) -> None:
    body = report(*(line(f"TXNTHEIRS{n}", "500") for n in range(30)))

    done = enter(body)

    assert done.status == "foreign"
    assert not StatementLine.objects.exists() and not Movement.objects.exists() and open_cases() == []


def test_report_of_days_that_a_restore_lost_is_ours_though_nothing_of_it_is_here() -> None:
    record_restore(since=timezone.now() - timedelta(hours=20), until=timezone.now())

    done = enter(report(*(line(f"TXN{number}", "100") for number in range(FOREIGN_FROM))))

    assert done.status == "done"
    assert [kind for kind, _ in open_cases()] == ["settled_unknown"] * FOREIGN_FROM


def test_unknown_lines_beyond_the_most_cases_of_one_report_get_theirs_with_the_next() -> None:
    record_restore(since=timezone.now() - timedelta(hours=20), until=timezone.now())
    enter(report(*(line(f"TXN{number}", "100") for number in range(MAX_CASES_AT_ONCE + 5))))
    in_the_first = len(open_cases())

    enter(report(line("TXNNEXT", "100")))

    assert (in_the_first, len(open_cases())) == (MAX_CASES_AT_ONCE, MAX_CASES_AT_ONCE + 6)


def test_difference_that_changes_while_its_case_is_open_changes_the_case(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    enter(report(line(payment.transaction_id, "400")))

    enter(report(line(payment.transaction_id, "50")))

    case = Case.objects.get()
    assert case.facts == {"expectedPaise": 50_000, "amountPaise": 45_000}


def test_report_that_is_entered_is_not_entered_again(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    done = enter(report(line(payment.transaction_id, "400")))
    dismiss_case(Case.objects.get().pk, user=make_user(role="finance"), notes="Agreed")

    again = import_statement(done.pk)

    assert (again.version, open_cases()) == (done.version, [])


BAD_FILES = {
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\xff", "UTF-8"),
    "an Excel file that is called CSV": (b"PK\x03\x04\x14\x00", "Excel"),
    "a decimal comma": (report(line("TXN1", '"650,50"')), "Amount"),
    "another table": (b"a,b,c\n1,2,3\n", "PaymentType"),
    "a column is gone": (report(line("TXN1", "1")).replace(b"Fee", b"Fees"), "Fee"),
    "nothing": (b"", "no lines"),
    "a character that is none": (report(line("TXN1\0", "1")), "UTF-8"),
    "a line of no kind": (report(line("TXN1", "1", PaymentType="")), "PaymentType"),
    "only a header": (report(), "no lines"),
    "an amount that is none": (report(line("TXN1", "5"), line("TXN2", "12..5")), "Line 3"),
    "half a paisa": (report(line("TXN1", "1.005")), "Amount"),
    "not a number": (report(line("TXN1", "NaN")), "Amount"),
    "more money than there is": (report(line("TXN1", "1e30")), "Amount"),
    "an exponent": (report(line("TXN1", "1e9")), "Amount"),
    "digits of another script": (report(line("TXN1", "१२")), "Amount"),
    "digits held together": (report(line("TXN1", "1_000")), "Amount"),
    "no amount": (report(line("TXN1", "")), "Amount"),
    "a fee in an exponent": (report(line("TXN1", "5", fee="-1e9")), "Fee"),
    "dollars": (report(line("TXN1", "USD 12.00")), "Line 2 says USD: only amounts in rupees (INR)"),
    "a heading in dollars": (
        report(line("TXN1", "12.00")).replace(b"Amount", b"Amount (USD)"),
        "Line 1 says USD: only amounts in rupees (INR)",
    ),
    "a column of dollars": (
        report(line("TXN1", "12.00")).replace(b"SGST\r", b"SGST,Ccy\r").replace(b",0\r", b",0,USD\r"),
        "Line 2 says USD: only amounts in rupees (INR) can be taken in (column Ccy)",
    ),
    "more money than can be multiplied": (report(line("TXN1", "-1e999999")), "Amount"),
    "a day that never was": (report(line("TXN1", "1", SettlementDate="31-02-2026")), "SettlementDate"),
    "a line that is cut off": (report(line("TXN1", "1"))[:-20], "Line 2"),
    "a name longer than any": (report(line("T" * 101, "1")), "MerchantReferenceId"),
    "a quote that never ends": (report(line('"TXN1', "1")), "Line 2"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_file_that_cannot_be_read_is_refused_with_the_reason(
    staff: Api, provider: SandboxProcess, kind: str
) -> None:
    body, names = BAD_FILES[kind]

    answer = upload(staff, body)

    assert answer.refusal == (422, "STATEMENT_UNREADABLE")
    assert names in answer.body["message"]
    assert not Statement.objects.exists()


def test_file_that_is_too_long_is_refused() -> None:
    with pytest.raises(StatementRefused):
        receive_statement(provider="phonepe", name="long.csv", body=report() + b"," * LONGEST_BYTES)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("first", ["", "sep=;\r\n"], ids=["found", "named"])
def test_report_that_a_spreadsheet_saved_is_read(provider: SandboxProcess, encoding: str, first: str) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    body = report(line(payment.transaction_id, "500.00")).decode().replace(",", ";")

    enter((first + body.replace("SGST", "SGST;;")).encode(encoding))

    assert (balances()["payout"], open_cases()) == (50_000, [])


def test_headers_with_spaces_and_amounts_with_commas_are_read(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=12_345_600)), provider)
    header, row, _ = report(line(payment.transaction_id, '"1,23,456.00"')).decode().split("\r\n")
    spaced = header.replace("MerchantReferenceId", "Merchant Reference Id")
    spaced = spaced.replace("Amount", " AMOUNT (in Rs.) ")

    enter(f"\ufeff{spaced}\n{row}\n\n".encode())

    assert (balances()["payout"], open_cases()) == (12_345_600, [])


def test_report_of_many_chunks_is_entered_whole(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=120_100)), provider)
    rows = (line(payment.transaction_id, "1", Instrument=f"PART{n}") for n in range(1_201))

    done = enter(report(*rows))

    assert (done.status, done.lines_read) == ("done", 1_201)
    assert (balances()["payout"], open_cases()) == (120_100, [])


def test_tax_or_fee_above_all_that_a_day_brought_is_a_case(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    withheld = line("", "-1000000000.00", PaymentType="TDS")

    enter(report(line(payment.transaction_id, "500", fee="-500.01"), withheld))

    shown = Case.objects.filter(closed_at=None).values_list("kind", "facts__amountPaise")
    assert sorted(shown) == [
        ("fee_differs", 50_001),
        ("settled_unknown", -(10**11)),
        ("settled_unknown", 50_001),
    ]
    # Dismissed, both stay so.
    for case in Case.objects.all():
        dismiss_case(case.pk, user=make_user(role="finance"), notes="As the provider says")
    enter(report(line(payment.transaction_id, "0")))
    assert open_cases() == []


@pytest.mark.nightly
def test_fifty_thousand_lines_are_taken_in(staff: Api, provider: SandboxProcess) -> None:
    rows = (line(f"TXN{n}", "1") for n in range(50_000))

    assert upload(staff, report(*rows)).data["statement"]["lines"] == 50_000

    assert upload(staff, report(*(line(f"TXN{n}", "1") for n in range(100_001)))).refusal == (
        422,
        "STATEMENT_UNREADABLE",
    )


def test_job_without_an_address_or_an_answer_is_only_late(
    provider: SandboxProcess, settings: Settings
) -> None:
    settings.PHONEPE_STATEMENT_URL = ""
    assert fetch_statements() == []
    settings.PHONEPE_STATEMENT_URL = "http://127.0.0.1:9/{day}.csv"
    assert fetch_statements() == []


def test_only_those_who_may_move_money_see_and_send_reports(provider: SandboxProcess) -> None:
    for role in ("customer", "catalogue", "orders", "support"):
        other = Api(token=log_in(make_user(role=role)))
        assert other.get("/admin/statements").refusal == (403, "FORBIDDEN")
        assert upload(other, report(line("TXN1", "1"))).refusal == (403, "FORBIDDEN")
    assert Api().get("/admin/statements").refusal == (401, "UNAUTHENTICATED")


def test_list_shows_reports_accounts_and_differences(staff: Api, provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    upload(staff, report(line(payment.transaction_id, "500", fee="-10", tax="-1.80")), "../up/nov.csv")
    for pk in take_due_statements():
        import_statement(pk)

    data = staff.get("/admin/statements").data

    [row] = data["statements"]
    assert (row["name"], row["status"], row["receivedBy"]) == ("nov.csv", "done", "Meera")
    assert (row["amount"], row["fees"], row["settled"]) == (500, 11.8, 488.2)
    assert data["statistics"]["differences"] == 1
    assert data["statistics"]["balances"] == {
        "provider": 0,
        "inTransit": 0,
        "fees": 11.8,
        "payout": 488.2,
        "bank": 0,
        "payable": 0,
        "taxCredit": 0,
        "courier": 0,
        "courierFees": 0,
        "disputed": 0,
    }
    cases = staff.get("/admin/cases", {"about": "statement"}).data["cases"]
    assert [case["kind"] for case in cases] == ["fee_differs"]


def test_withheld_tax_is_a_credit_and_no_difference(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    withheld = line("", "-5.00", PaymentType="TDS_194O")

    enter(report(line(payment.transaction_id, "500"), withheld, line("", "1", PaymentType="TDS REVERSAL")))

    held = balances()
    assert (held["payout"], held["tax_credit"], held["provider"]) == (49_600, 400, 0)
    assert (open_cases(), audit_ledger()) == ([], [])
