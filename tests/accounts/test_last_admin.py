"""The database itself keeps an admin, for whoever goes round the actions."""

import pytest
from django.db import IntegrityError, connection, transaction

from project.accounts.models import User
from tests.factories import make_user
from tests.threads import at_once

pytestmark = pytest.mark.django_db
ON_POSTGRES = connection.vendor == "postgresql"


def admins() -> list[User]:
    return list(User.objects.filter(role="admin", is_active=True))


@pytest.mark.both_stacks
@pytest.mark.parametrize("change", [{"role": "support"}, {"role": "customer"}, {"is_active": False}])
def test_the_last_admin_is_kept_whoever_writes_to_the_table(change: dict[str, object]) -> None:
    boss = make_user(role="admin")
    make_user(role="admin", is_active=False)

    with pytest.raises(IntegrityError, match="keeps an admin"), transaction.atomic():
        User.objects.filter(pk=boss.pk).update(**change)

    assert admins() == [boss]


@pytest.mark.both_stacks
def test_all_admins_at_once_cannot_go_either() -> None:
    bosses = [make_user(role="admin") for _ in range(3)]

    with pytest.raises(IntegrityError, match="keeps an admin"), transaction.atomic():
        User.objects.filter(role="admin").update(role="customer")

    assert admins() == bosses


@pytest.mark.both_stacks
def test_a_bare_statement_is_refused_too() -> None:
    boss = make_user(role="admin")

    with pytest.raises(IntegrityError, match="keeps an admin"), transaction.atomic():
        connection.cursor().execute("UPDATE accounts_user SET role = 'customer', is_active = false")

    assert admins() == [boss]


@pytest.mark.both_stacks
@pytest.mark.skipif(not ON_POSTGRES, reason="emptying a table is a DELETE on SQLite")
def test_the_last_admin_cannot_be_deleted() -> None:
    boss = make_user(role="admin")

    with pytest.raises(IntegrityError, match="keeps an admin"), transaction.atomic():
        connection.cursor().execute("DELETE FROM accounts_user")

    assert admins() == [boss]


def test_whoever_is_not_the_last_may_go_and_everything_else_may_change() -> None:
    boss, other, blocked = (make_user(role="admin") for _ in range(3))
    User.objects.filter(pk=blocked.pk).update(is_active=False)
    User.objects.filter(pk=other.pk).update(role="support")

    User.objects.filter(pk=boss.pk).update(name="Meera", role="admin", is_active=True)
    User.objects.filter(pk=blocked.pk).update(role="customer")

    assert admins() == [boss]


@pytest.mark.django_db(transaction=True)
def test_two_who_write_at_the_same_moment_leave_one() -> None:
    bosses = [make_user(role="admin") for _ in range(2)]

    def demote(number: int) -> bool:
        try:
            User.objects.filter(pk=bosses[number].pk).update(role="customer")
        except IntegrityError:
            return False
        return True

    assert sorted(at_once(2, demote)) == [False, True]
    assert len(admins()) == 1
