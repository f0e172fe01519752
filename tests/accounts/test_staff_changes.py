"""Each change by which one person could become two is mailed to all admins, the shop and the person."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from project.accounts.models import StaffChange, User
from project.core.models import Mail
from project.core.shop import shop
from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return make_user(role="admin", name="Meera Iyer")


@pytest.fixture
def api(boss: User) -> Api:
    return Api(token=log_in(boss))


def give(api: Api, user: User, role: str) -> None:
    assert api.other("PUT", f"/admin/users/{user.public_id}/role", {"role": role}).status == 200


def mails() -> dict[str, Mail]:
    """Return the mails about changes of staff by their receiver; each has one at most."""
    found = {mail.to: mail for mail in Mail.objects.filter(kind="staff_changed")}
    assert len(found) == Mail.objects.filter(kind="staff_changed").count()
    return found


def test_grant_is_mailed_to_all_admins_the_shop_and_the_person_in_their_languages(
    boss: User, api: Api
) -> None:
    second = make_user(role="admin", language="hi")
    make_user(role="admin", is_active=False)
    make_user(role="finance")
    person = make_user(name="Asha Rao")

    give(api, person, "finance")

    found = mails()
    assert set(found) == {boss.email, second.email, person.email, shop().contact.email}
    text = found[boss.email].text
    until = timezone.localtime(StaffChange.objects.get().created_at + timedelta(hours=24))
    for part in ("Asha Rao", person.email, "Meera Iyer", boss.email, "Customer", "Finance", person.public_id):
        assert part in text, part
    assert f"{until:%H:%M}" in text
    assert "ग्राहक" in found[second.email].text and "वित्त" in found[second.email].text
    assert "role" in found[boss.email].subject and "भूमिका" in found[second.email].subject


@pytest.mark.parametrize(
    ("path", "method", "body", "subject"),
    [
        ("reset-second-factor", "POST", {"note": "Lost"}, "second factor"),
        ("email", "PUT", {"email": "new@example.com"}, "address"),
        ("unblock", "POST", {}, "unblocked"),
    ],
)
def test_other_changes_are_mailed_alike(
    boss: User, api: Api, path: str, method: str, body: dict[str, str], subject: str
) -> None:
    person = make_user(role="finance", is_active=path != "unblock")

    assert api.other(method, f"/admin/users/{person.public_id}/{path}", body).status == 200

    person.refresh_from_db()
    found = mails()
    assert set(found) == {boss.email, person.email, shop().contact.email}
    assert subject in found[boss.email].subject


def test_demotion_is_mailed_and_says_of_no_approval(boss: User, api: Api) -> None:
    person = make_user(role="finance")

    give(api, person, "customer")

    assert "May approve from" not in mails()[boss.email].text


def test_customers_are_unblocked_without_a_word_to_the_admins(api: Api) -> None:
    person = make_user(is_active=False)

    assert api.post(f"/admin/users/{person.public_id}/unblock", {}).status == 200

    assert not mails() and not StaffChange.objects.exists()


def test_command_line_is_mailed_and_needs_no_confirmation(boss: User) -> None:
    call_command("set_role", "asha@example.com", "admin")

    assert set(mails()) == {boss.email, "asha@example.com", shop().contact.email}
    assert "command line" in mails()[boss.email].text
    assert StaffChange.objects.get().confirmed_at is not None


def test_list_and_account_show_who_has_to_wait_and_who_has_changed_them(boss: User, api: Api) -> None:
    person = make_user()
    give(api, person, "finance")

    rows = {row["_id"]: row for row in api.get("/admin/users").data["users"]}
    shown = api.get(f"/admin/users/{person.public_id}").data

    until = StaffChange.objects.get().created_at + timedelta(hours=24)
    assert rows[boss.public_id]["approvesFrom"] is None
    assert rows[person.public_id]["approvesFrom"] == shown["user"]["approvesFrom"] is not None
    assert shown["user"]["approvesFrom"][:19] == f"{until:%Y-%m-%dT%H:%M:%S}"
    assert (shown["lastChange"]["changedBy"], shown["lastChange"]["roleAfter"]) == ("Meera Iyer", "finance")


@pytest.mark.both_stacks
@pytest.mark.parametrize("who", ["user", "changed_by"])
def test_database_lets_neither_the_person_nor_who_changed_them_confirm(
    boss: User, api: Api, who: str
) -> None:
    give(api, make_user(), "finance")
    change = StaffChange.objects.get()

    with pytest.raises(IntegrityError, match="confirmed_by_another"), transaction.atomic():
        StaffChange.objects.update(confirmed_by=getattr(change, who), confirmed_at=timezone.now())
