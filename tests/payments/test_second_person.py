"""The second person who approves a refund is another person: one whom the other admins know for a day."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from project.accounts.models import StaffChange, User
from project.events.models import AuditEntry, Event
from project.payments.models import Case, Payment, Refund
from tests.accounts.second_factor_helpers import half_in, with_app
from tests.buying import pay, place
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.payments.refund_helpers import ask
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def payment(provider: SandboxProcess) -> Payment:
    """A paid order of 1,000 rupees in a shop where each refund takes two people."""
    change_shop(returns={"approval_above_paise": 0})
    return pay(place(make_product(price_paise=50_000), 2), provider)


def of(user: User) -> Api:
    return Api(token=log_in(user))


def admin() -> tuple[User, Api]:
    user = make_user(role="admin")
    return user, of(user)


def give(api: Api, user: User, role: str) -> None:
    assert api.other("PUT", f"/admin/users/{user.public_id}/role", {"role": role}).status == 200
    user.refresh_from_db()


def confirm(api: Api, user: User) -> Answer:
    return api.post(f"/admin/users/{user.public_id}/confirm")


def approve(user: User, refund: Refund) -> Answer:
    return of(user).post(f"/refunds/{refund.refund_id}/approve")


def let_pass(**span: int) -> None:
    """Let time pass since every change of staff."""
    for change in StaffChange.objects.all():
        change.created_at -= timedelta(**span)
        change.save()


def status_of(refund: Refund) -> str:
    refund.refresh_from_db()
    return refund.status


def test_admin_cannot_approve_the_own_refund_with_a_second_account_of_theirs(payment: Payment) -> None:
    boss, api = admin()
    refund = ask(payment, 100_000, user=boss)
    other = make_user()
    give(api, other, "finance")
    theirs = half_in(other)
    with_app(theirs)

    by_refund = theirs.post(f"/refunds/{refund.refund_id}/approve")
    by_case = theirs.post(f"/admin/cases/{Case.objects.get().case_id}/act")

    assert by_refund.refusal == (403, "APPROVER_TOO_NEW")
    assert by_case.refusal == (403, "APPROVER_TOO_NEW")
    assert status_of(refund) == "approval"


def test_second_account_cannot_request_for_its_owner_to_approve_either(payment: Payment) -> None:
    boss, api = admin()
    other = make_user()
    give(api, other, "support")
    refund = ask(payment, 100_000, user=other)

    assert approve(boss, refund).refusal == (403, "APPROVER_TOO_NEW")


def test_refusal_says_whose_rights_are_new_and_until_when(payment: Payment) -> None:
    boss, api = admin()
    other = make_user(name="Asha Rao")
    give(api, other, "finance")
    refund = ask(payment, 100_000, user=boss)

    english = approve(other, refund).body["message"]
    hindi = Api(token=log_in(other), language="hi").post(f"/refunds/{refund.refund_id}/approve")

    until = timezone.localtime(StaffChange.objects.get().created_at + timedelta(hours=24))
    assert "Asha Rao" in english and f"{until:%H:%M}" in english and str(until.year) in english
    assert f"{until:%H:%M}" in hindi.body["message"] and "स्वीकृति" in hindi.body["message"]


@pytest.mark.parametrize(("span", "status"), [({"hours": 23, "minutes": 59}, 403), ({"hours": 24}, 200)])
def test_new_member_of_staff_approves_after_a_day(
    payment: Payment, span: dict[str, int], status: int
) -> None:
    boss, api = admin()
    other = make_user()
    give(api, other, "finance")
    refund = ask(payment, 100_000, user=boss)

    let_pass(**span)

    assert approve(other, refund).status == status


def test_another_admin_confirms_whom_the_first_has_made_and_they_approve_at_once(payment: Payment) -> None:
    boss, api = admin()
    other, (third, thirds) = make_user(), admin()
    give(api, other, "finance")
    refund = ask(payment, 100_000, user=boss)

    assert confirm(thirds, other).data["user"]["approvesFrom"] is None

    change = StaffChange.objects.get()
    assert (change.changed_by, change.confirmed_by) == (boss, third)
    assert approve(other, refund).status == 200
    assert confirm(thirds, other).status == 200


def test_neither_who_made_them_nor_they_themselves_nor_a_new_admin_confirms(payment: Payment) -> None:
    _, api = admin()
    puppet = make_user()
    give(api, puppet, "admin")
    second = make_user()
    give(api, second, "finance")
    third = make_user()
    give(of(puppet), third, "finance")

    assert confirm(api, puppet).refusal == (403, "SECOND_PERSON_NEEDED")
    assert confirm(of(puppet), puppet).refusal == (403, "SECOND_PERSON_NEEDED")
    assert confirm(of(puppet), second).refusal == (403, "APPROVER_TOO_NEW")
    # The puppet is the same admin: what it has made is not confirmed by its master either.
    assert confirm(api, third).refusal == (403, "APPROVER_TOO_NEW")
    assert not StaffChange.objects.exclude(confirmed_at=None).exists()


@pytest.mark.parametrize("how", ["demoted and back", "second factor", "address", "unblocked"])
def test_change_by_which_an_account_changes_hands_starts_the_day_anew(payment: Payment, how: str) -> None:
    boss, api = admin()
    old = make_user(role="finance")
    refund = ask(payment, 100_000, user=boss)
    path = f"/admin/users/{old.public_id}"

    if how == "demoted and back":
        give(api, old, "customer")
        give(api, old, "finance")
    elif how == "second factor":
        assert api.post(f"{path}/reset-second-factor", {"note": "Lost"}).status == 200
    elif how == "address":
        assert api.other("PUT", f"{path}/email", {"email": "new@example.com"}).status == 200
    else:
        api.post(f"{path}/block", {"note": "Gone"})
        api.post(f"{path}/unblock", {})
    old.refresh_from_db()

    assert approve(old, refund).refusal == (403, "APPROVER_TOO_NEW")
    let_pass(hours=24)
    assert approve(old, refund).status == 200


def test_operator_with_a_shell_needs_no_confirmation(payment: Payment) -> None:
    from django.core.management import call_command

    boss, _ = admin()
    other = make_user(email="first@example.com")
    refund = ask(payment, 100_000, user=boss)

    call_command("set_role", "first@example.com", "finance")

    other.refresh_from_db()
    assert approve(other, refund).status == 200


def test_approver_who_has_lost_the_right_meanwhile_approves_nothing(payment: Payment) -> None:
    from project.core.errors import Forbidden
    from project.payments.refunds.requests import approve_refund

    boss, api = admin()
    colleague = make_user(role="finance")
    refund = ask(payment, 100_000, user=boss)
    let_in = User.objects.get(pk=colleague.pk)
    give(api, colleague, "support")

    with pytest.raises(Forbidden):
        approve_refund(refund.pk, user=let_in)

    assert status_of(refund) == "approval"


def test_blocked_approver_approves_nothing(payment: Payment) -> None:
    boss, api = admin()
    colleague = make_user(role="finance")
    refund = ask(payment, 100_000, user=boss)
    theirs = of(colleague)
    api.post(f"/admin/users/{colleague.public_id}/block", {"note": "Gone"})

    assert theirs.post(f"/refunds/{refund.refund_id}/approve").status == 401


def test_refund_of_somebody_who_was_demoted_meanwhile_is_approved_as_any(payment: Payment) -> None:
    asker = make_user(role="orders")
    refund = ask(payment, 100_000, user=asker)
    _, api = admin()
    give(api, asker, "customer")

    assert approve(make_user(role="finance"), refund).status == 200


@pytest.mark.django_db(transaction=True)
def test_approval_and_demotion_at_once_leave_one_order_of_events(payment: Payment) -> None:
    boss, api = admin()
    colleague = make_user(role="finance")
    refund = ask(payment, 100_000, user=boss)
    theirs = of(colleague)

    def act(number: int) -> int:
        if number:
            return theirs.post(f"/refunds/{refund.refund_id}/approve").status
        return api.other("PUT", f"/admin/users/{colleague.public_id}/role", {"role": "support"}).status

    demoted, approved = at_once(2, act)

    assert demoted == 200
    # Without a worker the approval itself sends the refund.
    assert (approved, status_of(refund)) in [(200, "under_way"), (403, "approval"), (401, "approval")]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_approve_at_once_one_does(payment: Payment) -> None:
    refund = ask(payment, 100_000, user=make_user(role="admin"))
    apis = [of(make_user(role="finance")) for _ in range(2)]

    statuses = at_once(2, lambda number: apis[number].post(f"/refunds/{refund.refund_id}/approve").status)

    assert sorted(statuses) == [200, 409]


@pytest.mark.both_stacks
def test_database_keeps_requester_and_approver_apart(payment: Payment) -> None:
    boss, _ = admin()
    refund = ask(payment, 100_000, user=boss)

    with pytest.raises(IntegrityError, match="refund_second_person"), transaction.atomic():
        Refund.objects.filter(pk=refund.pk).update(status="requested", decided_by=boss)


def test_people_of_an_approval_are_shown_with_how_they_got_their_rights(payment: Payment) -> None:
    boss, api = admin()
    other, old = make_user(name="Asha Rao"), make_user(role="finance")
    give(api, other, "finance")

    people = of(other).get("/admin/approvers", {"requestedBy": old.public_id}).data

    approver, requester = people["approver"], people["requester"]
    assert (approver["name"], requester["name"]) == ("Asha Rao", old.name)
    assert requester["lastChange"] is None and requester["approvesFrom"] is None
    shown = approver["lastChange"]
    assert (shown["kind"], shown["roleBefore"], shown["roleAfter"]) == ("role", "customer", "finance")
    assert shown["changedBy"] == boss.name and approver["approvesFrom"] is not None
    assert of(make_user(role="support")).get("/admin/approvers").refusal == (403, "FORBIDDEN")


def test_decline_needs_a_reason_which_whoever_requested_it_reads(payment: Payment) -> None:
    refund = ask(payment, 100_000, user=make_user(role="admin"))
    finance = of(make_user(role="finance", name="Ravi"))
    path = f"/refunds/{refund.refund_id}/decline"

    assert [finance.post(path, body).status for body in ({}, {"notes": " no "})] == [422, 422]
    declined = finance.post(path, {"notes": "The parcel is still on its way"}).data["refund"]

    assert (declined["decisionNotes"], declined["decidedBy"]) == ("The parcel is still on its way", "Ravi")
    entry = AuditEntry.objects.get(action="refund.declined")
    assert entry.note == "The parcel is still on its way"
    assert Case.objects.get(kind="refund_approval").closed_notes == "The parcel is still on its way"
    assert f"staff:refunds#{refund.refund_id}" in Event.objects.get(name="refund.declined").topics


def test_new_member_of_staff_may_decline_which_sends_nothing(payment: Payment) -> None:
    boss, api = admin()
    other = make_user()
    give(api, other, "finance")
    refund = ask(payment, 100_000, user=boss)

    assert of(other).post(f"/refunds/{refund.refund_id}/decline", {"notes": "Not owed"}).status == 200
