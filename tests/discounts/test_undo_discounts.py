"""Whoever has just archived a discount code, switched it on or off, or switched off a batch, undoes it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from project.events.models import AuditEntry
from project.events.undo import UNDO_TIME
from project.orders.models import DiscountCode
from tests.discounts.discount_helpers import CODE, admin, change, make_code, place_with_code, read
from tests.factories import log_in, make_product, make_user
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


def make_batch(api: Api) -> tuple[str, list[str]]:
    """Return the id of a new batch, and its codes."""
    made = api.post("/admin/discount-batches", {"prefix": "WIN", "count": 3, "amount": 50}).data
    return made["batch"], made["codes"]


def switch_off_batch(api: Api, batch: str) -> int:
    return int(api.post(f"/admin/discount-batches/{batch}/switch-off").data["version"])


def undo_batch(api: Api, batch: str, version: int) -> Answer:
    return api.post(f"/admin/discount-batches/{batch}/undo", {"version": version})


def active(batch: str) -> list[str]:
    found = DiscountCode.objects.filter(batch=batch, is_active=True).order_by("code")
    return list(found.values_list("code", flat=True))


def test_switched_off_batch_is_on_again_but_for_the_codes_that_were_off_before() -> None:
    api = admin()
    batch, (off, *others) = make_batch(api)
    api.post(f"/admin/discounts/{off}/active", {"isActive": False})

    version = switch_off_batch(api, batch)
    assert active(batch) == []
    answer = undo_batch(api, batch, version)

    assert (answer.status, answer.body["message"]) == (200, "The discount codes are as they were")
    assert active(batch) == others
    assert place_with_code(make_product(), 1, others[0]).status == 200


def test_batch_is_switched_off_and_its_undo_done_once_however_often_they_arrive() -> None:
    api = admin()
    batch, codes = make_batch(api)
    version = switch_off_batch(api, batch)
    assert switch_off_batch(api, batch) == version

    assert [undo_batch(api, batch, version).status for _ in range(2)] == [200, 200]

    assert active(batch) == codes
    logged = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert logged == ["discount.batch_created", "discount.batch_off", "discount.batch_undone"]
    assert undo_batch(api, batch, switch_off_batch(api, batch)).status == 200


def test_late_undo_of_a_batch_is_refused_and_says_so() -> None:
    api = admin()
    batch, _ = make_batch(api)
    with time_machine.travel(timezone.now() - UNDO_TIME - timedelta(seconds=1)):
        version = switch_off_batch(api, batch)

    answer = undo_batch(api, batch, version)

    assert refused(answer)
    assert answer.body["message"] == "It is too late to undo this. Please change it by hand"
    assert active(batch) == []


@pytest.mark.parametrize(
    "act",
    [
        lambda api, code: api.post(f"/admin/discounts/{code}/active", {"isActive": True}),
        lambda api, code: api.post(f"/admin/discounts/{code}/archive"),
        lambda api, code: api.other("DELETE", f"/admin/discounts/{code}"),
    ],
)
def test_undo_of_a_batch_is_refused_once_a_colleague_changed_one_of_its_codes(
    act: Callable[[Api, str], Answer],
) -> None:
    api = admin()
    batch, codes = make_batch(api)
    version = switch_off_batch(api, batch)
    assert act(admin(), codes[0]).status == 200
    before = active(batch)

    answer = undo_batch(api, batch, version)

    assert refused(answer)
    assert answer.body["message"] == "This can no longer be undone, as something has followed since"
    assert active(batch) == before


def test_batch_is_undone_by_nobody_but_who_switched_it_off() -> None:
    api = admin()
    batch, _ = make_batch(api)
    version = switch_off_batch(api, batch)

    assert refused(undo_batch(admin(), batch, version))
    support = Api(token=log_in(make_user(role="support")))
    assert undo_batch(support, batch, version).refusal == (403, "FORBIDDEN")
    assert undo_batch(api, "NONE", version).refusal == (404, "NOT_FOUND")
    assert active(batch) == []


@pytest.mark.both_stacks
@pytest.mark.django_db(transaction=True)
def test_undo_of_a_batch_and_a_colleague_at_once_lose_neither_decision() -> None:
    api, colleague = admin(), admin()
    batch, codes = make_batch(api)
    version = switch_off_batch(api, batch)

    def act(number: int) -> int:
        if number:
            return colleague.post(f"/admin/discounts/{codes[0]}/archive").status
        return undo_batch(api, batch, version).status

    undone, archived = at_once(2, act)

    assert archived == 200
    assert active(batch) == (codes[1:] if undone == 200 else [])
