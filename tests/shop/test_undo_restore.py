"""Whoever has just restored earlier settings undoes it."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from project.core.models import SettingsVersion
from project.events.models import AuditEntry
from project.events.undo import UNDO_TIME
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.shop.test_change_settings import owner, save
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_versions(db: None) -> None:
    """Settings that were saved twice: ten days to return, then fourteen."""
    for days in (10, 14):
        change_shop(returns={"return_days": days})


def restore(api: Api, number: int) -> int:
    """Restore a version of the two; return the version it is now."""
    answer = api.post("/admin/settings/restore", {"restore": number, "version": 2})
    return int(answer.data["version"])


def undo(api: Api, version: int) -> Answer:
    return api.post("/admin/settings/restore/undo", {"version": version})


def return_days() -> int:
    return int(Api().get("/shop").data["promises"]["returnDays"])


def refused(answer: Answer) -> bool:
    return answer.refusal == (409, "UNDO_REFUSED")


def test_settings_before_the_restore_hold_again_as_a_version_of_their_own() -> None:
    api = owner()
    version = restore(api, 1)
    assert (version, return_days()) == (3, 10)

    answer = undo(api, version)

    assert (answer.status, answer.body["message"]) == (200, "The settings are as they were")
    assert (answer.data["version"], return_days()) == (4, 14)
    newest = api.get("/admin/settings/history").data["versions"][0]
    assert (newest["version"], newest["restoredFrom"]) == (4, 2)


def test_undo_that_arrives_twice_is_done_once() -> None:
    api = owner()
    version = restore(api, 1)

    assert undo(api, version).data == undo(api, version).data

    logged = list(AuditEntry.objects.order_by("-pk").values_list("action", flat=True)[:2])
    assert logged == ["settings.restore_undone", "settings.restored"]
    assert SettingsVersion.objects.count() == 4


def test_late_undo_is_refused_and_says_so() -> None:
    api = owner()
    with time_machine.travel(timezone.now() - UNDO_TIME - timedelta(seconds=1)):
        version = restore(api, 1)

    answer = undo(api, version)

    assert refused(answer)
    assert answer.body["message"] == "It is too late to undo this. Please change it by hand"
    assert return_days() == 10


def test_undo_once_a_colleague_saved_something_is_refused() -> None:
    api = owner()
    version = restore(api, 1)
    save(owner("Kabir"), version, delivery={"promisedDays": 9})

    answer = undo(api, version)

    assert refused(answer)
    assert answer.body["message"] == "This can no longer be undone, as something has followed since"
    assert refused(undo(api, version + 1))
    assert return_days() == 10


def test_nobody_undoes_the_restore_of_a_colleague() -> None:
    api = owner()
    version = restore(api, 1)

    assert refused(undo(owner("Kabir"), version))
    finance = Api(token=log_in(make_user(role="finance")))
    assert undo(finance, version).refusal == (403, "FORBIDDEN")
    assert undo(api, version).status == 200


def test_save_has_no_undo_and_neither_has_a_restore_that_changed_nothing() -> None:
    api = owner()
    saved = save(api, 2, returns={"returnDays": 20}).data["version"]
    same = api.post("/admin/settings/restore", {"restore": saved, "version": saved}).data["version"]

    assert same == saved
    assert refused(undo(api, saved))
    assert return_days() == 20


@pytest.mark.both_stacks
@pytest.mark.django_db(transaction=True)
def test_of_an_undo_and_a_save_at_once_both_are_kept_or_the_undo_is_refused() -> None:
    api, colleague = owner(), owner("Kabir")
    version = restore(api, 1)

    def act(number: int) -> int:
        if number:
            return save(colleague, version, delivery={"promisedDays": 9}).status
        return undo(api, version).status

    undone, saved = at_once(2, act)

    assert (undone, saved) in [(200, 200), (409, 200)]
    assert return_days() == (14 if undone == 200 else 10)
    assert Api().get("/shop").data["promises"]["deliveryPromiseDays"] == 9
