"""Admins find accounts, give roles and block; the shop always keeps an admin."""

import pytest

from project.accounts.models import Token, User
from project.core.models import Mail
from project.events.models import AuditEntry, Event
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def admin(name: str = "Meera") -> tuple[User, Api]:
    user = make_user(role="admin", name=name)
    return user, Api(token=log_in(user))


def give(api: Api, user: User, role: str) -> Answer:
    return api.other("PUT", f"/admin/users/{user.public_id}/role", {"role": role})


def block(api: Api, user: User, note: str = "Fraud") -> Answer:
    return api.post(f"/admin/users/{user.public_id}/block", {"note": note})


def test_list_is_searched_by_name_address_and_phone_and_comes_in_pages() -> None:
    _, api = admin()
    asha = make_user(name="Asha Rao", phone="9876543210")
    make_user(role="support")

    for text in ("asha", asha.email, "98765"):
        rows = api.get("/admin/users", {"search": text}).data["users"]
        assert [row["_id"] for row in rows] == [asha.public_id]
    row = api.get("/admin/users", {"search": "Asha Rao"}).data["users"][0]
    assert (row["isAdmin"], row["isBlocked"], row["role"], row["orders"]) == (False, False, "customer", 0)
    page = api.get("/admin/users", {"limit": 2, "page": 2}).data
    assert (len(page["users"]), page["pagination"]["total"]) == (1, 3)
    assert len(api.get("/admin/users", {"role": "staff"}).data["users"]) == 2


def test_role_is_given_logged_and_closes_the_links_of_the_old_one() -> None:
    boss, api = admin()
    user = make_user()
    theirs = Api(token=log_in(user))

    assert give(api, user, "support").data["user"]["role"] == "support"

    # What was a customer's session could otherwise set up the first second factor.
    assert theirs.get("/admin/orders").refusal == (401, "TOKEN_REFUSED")
    assert Api(token=log_in(User.objects.get(pk=user.pk))).get("/admin/orders").status == 200
    entry = AuditEntry.objects.get(action="user.role_changed")
    assert (entry.before, entry.after) == ({"role": "customer"}, {"role": "support"})
    assert (entry.subject, entry.actor) == (f"user:{user.public_id}", f"user:{boss.public_id}")
    assert f"session:{user.pk}" in Event.objects.get(name="user.role_changed").topics


def test_last_admin_can_neither_be_demoted_nor_blocked() -> None:
    boss, api = admin()
    make_user(role="admin", is_active=False)

    assert give(api, boss, "customer").refusal == (409, "LAST_ADMIN")
    assert block(api, boss).refusal == (409, "LAST_ADMIN")

    boss.refresh_from_db()
    assert (boss.role, boss.is_active) == ("admin", True)
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_admins_who_demote_each_other_at_once_leave_one() -> None:
    for _ in range(3):
        (first, first_api), (second, second_api) = admin("One"), admin("Two")
        # The shop keeps an admin: those of the round before can only go now.
        User.objects.filter(role="admin").exclude(pk__in=[first.pk, second.pk]).update(role="customer")

        def demote(
            number: int,
            first: User = first,
            second: User = second,
            apis: tuple[Api, Api] = (first_api, second_api),
        ) -> int:
            return give(apis[number], (second, first)[number], "customer").status

        statuses = at_once(2, demote)

        assert sorted(statuses) in ([200, 403], [200, 409])
        assert User.objects.filter(role="admin").count() == 1


def test_blocked_person_is_out_at_once_and_told_why() -> None:
    _, api = admin()
    user = make_user()
    theirs = Api(token=log_in(user))

    assert block(api, user).data["user"]["isBlocked"] is True

    refused = theirs.get("/auth/profile")
    assert refused.refusal == (401, "TOKEN_REFUSED")
    assert refused.body["message"].startswith("This account has been blocked")
    assert not Token.objects.filter(user=user, revoked_at=None).exists()
    assert any(f"session:{user.pk}" in event.topics for event in Event.objects.all())
    assert block(api, user, note=" ").refusal == (422, "VALIDATION")


def test_unblocked_person_logs_in_anew() -> None:
    _, api = admin()
    user = make_user()
    theirs = Api(token=log_in(user))
    block(api, user)

    assert api.post(f"/admin/users/{user.public_id}/unblock", {}).data["user"]["isBlocked"] is False

    assert theirs.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert Api(token=log_in(user)).get("/auth/profile").status == 200
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == ["user.blocked", "user.unblocked"]


def test_support_reads_a_customer_and_changes_nobody() -> None:
    user = make_user(name="Asha Rao")
    support = Api(token=log_in(make_user(role="support")))

    data = support.get(f"/admin/users/{user.public_id}").data

    assert (data["user"]["name"], data["totalOrders"], data["orders"], data["payments"]) == (
        "Asha Rao",
        0,
        [],
        [],
    )
    assert support.get("/admin/users").refusal == (403, "FORBIDDEN")
    assert give(support, user, "admin").refusal == (403, "FORBIDDEN")
    assert support.get("/admin/users/UNONE").refusal == (404, "NOT_FOUND")


# -- The address of staff ------------------------------------------------------------------------


def set_email(api: Api, user: User, email: str) -> Answer:
    return api.other("PUT", f"/admin/users/{user.public_id}/email", {"email": email, "note": "Married"})


def test_another_admin_changes_the_address_of_staff_and_both_addresses_are_told() -> None:
    boss, api = admin()
    user = make_user(role="support")
    before = user.email
    theirs = Api(token=log_in(user))

    answer = set_email(api, user, " New@Example.com ")

    assert answer.data["user"]["email"] == "new@example.com"
    assert theirs.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    entry = AuditEntry.objects.get(action="user.email_set")
    assert (entry.before, entry.after) == ({"email": before}, {"email": "new@example.com"})
    assert (entry.actor, entry.note) == (f"user:{boss.public_id}", "Married")
    told = Mail.objects.filter(kind="staff_email_changed").values_list("to", flat=True)
    assert set(told) == {before, "new@example.com"}


def test_nobody_changes_their_own_address_this_way_nor_a_customers() -> None:
    boss, api = admin()

    assert set_email(api, boss, "new@example.com").refusal == (403, "FORBIDDEN")
    assert set_email(api, make_user(), "new@example.com").refusal == (403, "FORBIDDEN")
    assert not AuditEntry.objects.filter(action="user.email_set").exists()


def test_address_of_another_account_is_not_given_to_staff() -> None:
    _, api = admin()
    user, other = make_user(role="support"), make_user()
    before = user.email

    answer = set_email(api, user, other.email)

    assert answer.refusal == (409, "EMAIL_TAKEN")
    assert answer.body["message"] == "Another account uses this email address"
    user.refresh_from_db()
    assert user.email == before


def test_list_is_narrowed_by_role_and_by_who_is_blocked() -> None:
    _, api = admin()
    helper, customer = make_user(role="support"), make_user()
    block(api, customer)

    def listed(**filters: str) -> set[str]:
        return {row["_id"] for row in api.get("/admin/users", filters).data["users"]}

    assert listed(role="support") == {helper.public_id}
    assert listed(state="blocked") == {customer.public_id}
    assert listed(role="support", state="active") == {helper.public_id}
    assert listed(role="customer", state="active") == set()


def test_what_is_so_already_is_neither_logged_nor_told_and_ends_no_session() -> None:
    _, api = admin()
    user = make_user(role="support")
    theirs = Api(token=log_in(user))

    answers = [
        give(api, user, "support"),
        api.post(f"/admin/users/{user.public_id}/unblock", {}),
        set_email(api, user, user.email.upper()),
    ]

    assert [answer.status for answer in answers] == [200] * 3
    assert theirs.get("/auth/profile").status == 200
    assert not AuditEntry.objects.exists()
    assert not Mail.objects.exists()


def test_person_is_blocked_once_however_often_it_is_pressed() -> None:
    _, api = admin()
    user = make_user()

    assert [block(api, user).status for _ in range(2)] == [200, 200]

    assert AuditEntry.objects.filter(action="user.blocked").count() == 1
