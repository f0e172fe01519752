"""Whoever has just archived a discount code, or switched it on or off, undoes it."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from project.events.models import AuditEntry
from project.events.undo import UNDO_TIME
from tests.discounts.discount_helpers import CODE, admin, change, make_code, place_with_code, read
from tests.factories import make_product
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def archive(api: Api) -> int:
    discount = api.post(f"/admin/discounts/{CODE}/archive").data["discount"]
    assert discount["status"] == "archived"
    return int(discount["version"])


def switch(api: Api, active: bool) -> int:
    discount = api.post(f"/admin/discounts/{CODE}/active", {"isActive": active}).data["discount"]
    assert discount["isActive"] is active
    return int(discount["version"])


def undo(api: Api, version: int) -> Answer:
    return api.post(f"/admin/discounts/{CODE}/undo", {"version": version})


def refused(answer: Answer) -> bool:
    return answer.refusal == (409, "UNDO_REFUSED")


@pytest.mark.parametrize("active", [True, False])
def test_archiving_is_undone_to_the_state_before(active: bool) -> None:
    api = admin()
    make_code(api, isActive=active)

    version = archive(api)
    undone = undo(api, version).data["discount"]

    assert (undone["status"], undone["isActive"]) == ("running" if active else "off", active)
    if active:
        assert place_with_code(make_product(), 1).status == 200


def test_switching_off_and_on_is_undone() -> None:
    api = admin()
    make_code(api)

    assert undo(api, switch(api, False)).data["discount"]["isActive"] is True
    switch(api, False)
    assert undo(api, switch(api, True)).data["discount"]["isActive"] is False


def test_archiving_twice_and_undoing_twice_is_done_once() -> None:
    api = admin()
    make_code(api)
    version = archive(api)
    assert archive(api) == version

    assert undo(api, version).data == undo(api, version).data

    logged = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert logged == ["discount.created", "discount.archived", "discount.undone"]


def test_late_undo_that_of_a_colleague_and_that_of_an_edit_are_refused() -> None:
    api = admin()
    make_code(api)
    with time_machine.travel(timezone.now() - UNDO_TIME - timedelta(seconds=1)):
        late = switch(api, False)
    assert refused(undo(api, late))

    newest = switch(api, True)
    assert refused(undo(admin(), newest))
    edited = change(api, read(api), percent=20).data["discount"]["version"]
    assert refused(undo(api, newest))
    assert refused(undo(api, edited))
    assert read(api)["isActive"] is True


@pytest.mark.both_stacks
@pytest.mark.django_db(transaction=True)
def test_undo_and_an_edit_by_a_colleague_at_once_lose_neither_decision() -> None:
    api, colleague = admin(), admin()
    code = make_code(api)
    version = switch(api, False)

    def act(number: int) -> int:
        if number:
            return change(colleague, code | {"version": version, "isActive": False}, percent=20).status
        return undo(api, version).status

    undone, edited = at_once(2, act)

    assert sorted([undone, edited]) == [200, 409]
    found = read(api)
    assert (found["isActive"], found["percent"]) == ((True, 10) if undone == 200 else (False, 20))
