"""Whoever has just published a text, or gone back to the shipped one, undoes it."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from project.events.models import AuditEntry
from project.events.undo import UNDO_TIME
from tests.content.test_edit_content import ABOUT, TEXTS, english, page, publish, save, staff
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def undo(api: Api, version: int) -> Answer:
    return api.post(f"/admin/content/{ABOUT}/undo", {"version": version})


def use_shipped(api: Api, version: int) -> int:
    entry = api.post(f"/admin/content/{ABOUT}/shipped", {"version": version}).data["entry"]
    return int(entry["version"])


def refused(answer: Answer) -> bool:
    return answer.refusal == (409, "UNDO_REFUSED")


def test_first_publishing_is_undone_and_what_was_written_is_the_draft_again() -> None:
    api, shipped = staff(), page()
    published = publish(api, ABOUT, TEXTS)

    entry = undo(api, published["version"]).data["entry"]

    assert page() == shipped
    assert (entry["isEdited"], entry["draft"]) == (False, published["shown"])
    again = api.post(f"/admin/content/{ABOUT}/publish", {"version": entry["version"]})
    assert again.status == 200
    assert page()["lead"] == "A **few** words."


def test_later_publishing_is_undone_to_the_one_before() -> None:
    api = staff()
    first = publish(api, ABOUT, TEXTS)
    second = publish(api, ABOUT, english(lead="Other words."), first["version"])

    undo(api, second["version"])

    assert page()["lead"] == "A **few** words."
    shown = [each["isShown"] for each in api.get(f"/admin/content/{ABOUT}/history").data["revisions"]]
    assert shown == [True, False, False]


def test_going_back_to_the_shipped_text_is_undone_and_the_draft_stays() -> None:
    api = staff()
    published = publish(api, ABOUT, TEXTS)
    draft = save(api, ABOUT, english(lead="Not yet."), published["version"]).data["entry"]

    entry = undo(api, use_shipped(api, draft["version"])).data["entry"]

    assert page()["lead"] == "A **few** words."
    assert entry["draft"] == draft["draft"]


def test_undo_that_arrives_twice_is_done_once() -> None:
    api = staff()
    version = publish(api, ABOUT, TEXTS)["version"]

    first, second = undo(api, version), undo(api, version)

    assert first.data == second.data
    assert AuditEntry.objects.filter(action="content.undone").count() == 1


def test_late_undo_and_that_of_a_colleague_are_refused() -> None:
    api = staff()
    with time_machine.travel(timezone.now() - UNDO_TIME - timedelta(seconds=1)):
        version = publish(api, ABOUT, TEXTS)["version"]
    assert refused(undo(api, version))

    newest = use_shipped(api, version)
    assert refused(undo(staff(), newest))
    assert undo(staff("support"), newest).refusal == (403, "FORBIDDEN")
    assert undo(api, newest).status == 200


def test_undo_once_a_colleague_wrote_something_is_refused() -> None:
    api = staff()
    version = publish(api, ABOUT, TEXTS)["version"]
    save(staff(), ABOUT, english(lead="Mine."), version)

    assert refused(undo(api, version))
    assert refused(undo(api, version + 1))
    assert page()["lead"] == "A **few** words."


def test_saving_a_draft_has_no_undo() -> None:
    api = staff()
    entry = save(api, ABOUT, TEXTS).data["entry"]

    assert refused(undo(api, entry["version"]))


@pytest.mark.both_stacks
@pytest.mark.django_db(transaction=True)
def test_two_copies_of_an_undo_at_once_do_it_once() -> None:
    api, shipped = staff(), page()
    version = publish(api, ABOUT, TEXTS)["version"]

    answers = at_once(2, lambda _: undo(api, version).status)

    assert answers == [200, 200]
    assert page() == shipped
    assert AuditEntry.objects.filter(action="content.undone").count() == 1
