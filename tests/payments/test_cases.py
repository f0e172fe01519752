"""Cases: opened and closed by rules, resolved by staff, updated live on their page."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from project.accounts.models import User
from project.core.models import Mail
from project.events.models import Event
from project.events.topics import Caller
from project.payments.cases.resolution import dismiss_case
from project.payments.errors import PaymentProviderDown
from project.payments.models import Case, CaseKind, Payment, Refund
from project.payments.models.case import PROPOSALS
from project.payments.refunds.processing import advance_refund
from tests.buying import check, let_pass, place, start
from tests.factories import make_product, make_user
from tests.http import Api
from tests.live_lists import live_list
from tests.payments.case_helpers import act, of
from tests.payments.refund_helpers import run_due
from tests.payments.statements import enter, line, report
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def test_every_kind_has_a_proposal() -> None:
    assert set(PROPOSALS) == set(CaseKind)


def test_wrong_amount_is_given_back_as_it_came(provider: SandboxProcess, wrong: Payment, staff: User) -> None:
    case = Case.objects.get()
    assert (case.kind, case.proposal) == ("amount_differs", "refund")

    answer = act(case, staff)

    shown = answer.data["case"]
    assert (shown["proposal"], shown["canAct"], shown["closedAt"]) == ("wait", False, None)
    assert (shown["expectedAmount"], shown["amount"]) == (500, 400)
    wrong.refresh_from_db()
    assert (wrong.status, wrong.captured_paise, wrong.fulfils) == ("SUCCESS", 40_000, False)
    assert (wrong.in_review, wrong.order.payment_status) == (False, "pending")
    refund = Refund.objects.get()
    assert (refund.amount_paise, refund.reason) == (40_000, "payment_error")
    # The sandbox's own books hold 500; the refund of 400 is as good as any.
    advance_refund(refund.pk, cause="clock")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    advance_refund(refund.pk, cause="clock")
    case.refresh_from_db()
    wrong.refresh_from_db()
    assert (wrong.status, case.closed_rule) == ("REFUNDED", "refunded")


def test_same_answer_after_the_wrong_amount_was_taken_in_opens_nothing_again(
    wrong: Payment, staff: User
) -> None:
    act(Case.objects.get(), staff)

    payment = check(wrong)

    assert (payment.status, payment.in_review) == ("SUCCESS", False)
    assert Case.objects.count() == 1


def test_wrong_amount_that_turns_out_right_closes_its_case(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    provider.control("/faults", "DELETE")

    payment = check(wrong)

    case = Case.objects.get()
    assert (payment.status, payment.fulfils, case.closed_rule) == ("SUCCESS", True, "settled")
    assert act(case, staff).refusal == (409, "INVALID_TRANSITION")


def test_wrong_amount_again_opens_the_closed_case_again(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    case = Case.objects.get()
    dismiss_case(case.pk, user=staff, notes="Looked at it")

    check(wrong)

    case.refresh_from_db()
    assert (case.closed_at, case.closed_by, case.closed_notes) == (None, None, "")


def test_dismissed_review_ends_the_payment_without_money_and_the_order_can_be_paid_again(
    wrong: Payment, staff: User
) -> None:
    dismiss_case(Case.objects.get().pk, user=staff, notes="The bank has none of it")

    wrong.refresh_from_db()
    assert (wrong.status, wrong.in_review, wrong.is_open) == ("EXPIRED", False, False)
    assert (wrong.captured_paise, wrong.order.payment_status) == (0, "failed")
    event = Event.objects.get(name="payment.expired")
    assert (event.cause, event.actor) == ("staff", f"user:{staff.public_id}")
    assert not Mail.objects.filter(kind="payment_failed").exists()
    again = start(wrong.order)
    assert again.pk != wrong.pk


def test_dismissed_review_does_not_stop_late_money(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    dismiss_case(Case.objects.get().pk, user=staff, notes="The bank has none of it")
    provider.control("/faults", "DELETE")

    payment = check(wrong)

    assert (payment.status, payment.fulfils, payment.order.payment_status) == ("SUCCESS", True, "paid")


def test_payment_stays_in_review_until_its_last_case_is_dismissed(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    provider.control("/faults", "DELETE")
    provider.fault("alter", on="status", value={"orderId": "OMO-of-somebody-else"}, times=None)
    check(wrong)
    first, second = Case.objects.order_by("pk")

    dismiss_case(first.pk, user=staff, notes="Same money as the other")
    wrong.refresh_from_db()
    assert (wrong.status, wrong.in_review) == ("PENDING", True)
    dismiss_case(second.pk, user=staff, notes="Not ours")

    wrong.refresh_from_db()
    assert (wrong.status, wrong.in_review) == ("EXPIRED", False)


def test_dismissed_case_of_a_payment_that_never_settled_ends_it(
    provider: SandboxProcess, staff: User
) -> None:
    payment = start(place(make_product()))
    let_pass(payment, timedelta(hours=73))
    provider.fault("unauthorized", on="status", times=None)
    with pytest.raises(PaymentProviderDown):
        check(payment)

    dismiss_case(Case.objects.get(kind="never_settled").pk, user=staff, notes="Nobody paid it")

    payment.refresh_from_db()
    assert (payment.status, payment.next_check_at) == ("EXPIRED", None)


def test_dismissed_review_of_a_payment_that_had_ended_leaves_its_end(
    provider: SandboxProcess, staff: User
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "cancel")
    check(payment)
    provider.settle(payment.transaction_id, "success", late=True)
    provider.fault("alter", on="status", value={"amount": 100}, times=None)
    assert check(payment).in_review

    dismiss_case(Case.objects.get().pk, user=staff, notes="The bank has none of it")

    payment.refresh_from_db()
    assert (payment.status, payment.in_review) == ("CANCELLED", False)
    ends = Event.objects.filter(name__in=["payment.cancelled", "payment.expired"])
    assert [event.name for event in ends] == ["payment.cancelled"]


def test_dismissed_case_leaves_a_captured_payment_as_it_is(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    case = Case.objects.get()
    act(case, staff)

    dismiss_case(case.pk, user=staff, notes="Its refund is on the way")

    wrong.refresh_from_db()
    assert (wrong.status, wrong.captured_paise) == ("SUCCESS", 40_000)


def test_provider_that_does_not_answer_changes_nothing(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    provider.fault("down", on="status", times=None)

    assert act(Case.objects.get(), staff).refusal == (503, "PROVIDER_UNAVAILABLE")

    wrong.refresh_from_db()
    assert (wrong.status, wrong.in_review) == ("PENDING", True)


def test_money_in_another_currency_is_not_given_back_by_a_click(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    provider.control("/faults", "DELETE")
    provider.fault("alter", on="status", value={"currency": "USD"}, times=None)

    assert act(Case.objects.get(), staff).refusal == (409, "INVALID_TRANSITION")

    assert not Refund.objects.exists()


def test_staff_ask_about_a_payment_that_never_settled_and_its_late_money_counts(
    provider: SandboxProcess, staff: User
) -> None:
    payment = start(place(make_product()))
    let_pass(payment, timedelta(hours=73))
    provider.fault("unauthorized", on="status", times=2)
    with pytest.raises(PaymentProviderDown):
        check(payment)
    provider.settle(payment.transaction_id, "success", late=True)

    shown = act(Case.objects.get(), staff).data["case"]

    payment.refresh_from_db()
    assert (shown["closedRule"], payment.status, payment.fulfils) == ("settled", "SUCCESS", True)


def test_case_that_only_waits_cannot_be_acted_on(wrong: Payment, staff: User) -> None:
    case = Case.objects.get()
    assert act(case, staff).data["case"]["proposal"] == "wait"

    assert act(case, staff).refusal == (409, "INVALID_TRANSITION")

    assert Refund.objects.count() == 1


def test_case_without_a_payment_is_closed_like_any_other(staff: User) -> None:
    enter(report(line("TXNUNKNOWN", "500")))
    case = Case.objects.get()
    path = f"/admin/cases/{case.case_id}/close"

    shown = of(staff).post(path, {"notes": "Of our other shop"}).data["case"]

    assert (shown["kind"], shown["closedBy"]) == ("settled_unknown", "Meera")


def test_case_is_closed_with_a_word_of_why(wrong: Payment, staff: User) -> None:
    case = Case.objects.get()
    path = f"/admin/cases/{case.case_id}/close"

    assert of(staff).post(path, {"notes": "  "}).refusal == (422, "VALIDATION")
    shown = of(staff).post(path, {"notes": "The bank confirmed ₹400"}).data["case"]

    assert (shown["closedBy"], shown["closedNotes"]) == ("Meera", "The bank confirmed ₹400")
    assert of(staff).post(path, {"notes": "again"}).refusal == (409, "INVALID_TRANSITION")
    event = Event.objects.get(name="case.closed")
    assert event.actor == f"user:{staff.public_id}"
    assert f"staff:cases#{case.case_id}" in event.topics


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, 1),
        ({"status": "closed"}, 0),
        ({"status": ""}, 1),
        ({"kind": "amount_differs"}, 1),
        ({"kind": "paid_twice"}, 0),
        ({"search": "asha@example"}, 1),
        ({"search": "nobody"}, 0),
        ({"search": "TXN"}, 1),
    ],
)
def test_cases_are_listed_and_searched(
    wrong: Payment, staff: User, query: dict[str, Any], found: int
) -> None:
    data = of(staff).get("/admin/cases", query).data

    assert (len(data["cases"]), data["pagination"]["total"]) == (found, found)
    assert data["statistics"] == {"open": 1}


def test_page_and_live_rows_say_the_same(wrong: Payment, staff: User) -> None:
    row = of(staff).get("/admin/cases").data["cases"][0]
    topic = live_list("staff:cases")

    upsert = topic.read_rows([row["_id"]])[0]

    assert (upsert["row"], upsert["version"]) == (row, row["version"])
    state = topic.read(Caller(role="support"), "staff:cases")
    assert state is not None and state.data == {"statistics": {"open": 1}}
    assert topic.may(Caller(role="support"), "staff:cases")
    assert not topic.may(Caller(user_id=1, role="customer"), "staff:cases")


@pytest.mark.parametrize("path", ["/admin/cases/CASE-0/act", "/admin/cases/CASE-0/close"])
def test_only_staff_touch_cases_and_unknown_ones_are_not_found(staff: User, path: str) -> None:
    assert of(make_user()).post(path, {"notes": "abc"}).refusal == (403, "FORBIDDEN")
    assert Api().post(path, {"notes": "abc"}).refusal == (401, "UNAUTHENTICATED")
    assert of(staff).post(path, {"notes": "abc"}).refusal == (404, "NOT_FOUND")


def test_wrong_amount_is_asked_about_again_by_the_clock_and_settles_itself(
    provider: SandboxProcess, wrong: Payment
) -> None:
    assert wrong.next_check_at is not None
    provider.control("/faults", "DELETE")
    Payment.objects.update(next_check_at=timezone.now())

    run_due()

    wrong.refresh_from_db()
    assert (wrong.status, wrong.fulfils, wrong.in_review) == ("SUCCESS", True, False)
    assert Case.objects.get().closed_rule == "settled"


def test_click_on_a_wrong_amount_that_is_right_by_now_pays_the_order(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    provider.control("/faults", "DELETE")

    shown = act(Case.objects.get(), staff).data["case"]

    wrong.refresh_from_db()
    assert (shown["closedRule"], wrong.fulfils, wrong.order.payment_status) == ("settled", True, "paid")
    assert not Refund.objects.exists()
