"""Deletion of support's notes with the customer's data."""

import pytest

from project.accounts import personal_data
from project.events.models import AuditEntry
from project.support import actions
from project.support.models import Note, NoteKind
from tests.buying import place
from tests.factories import make_product, make_user

pytestmark = pytest.mark.django_db


def test_answers_are_in_the_download_and_everything_goes_with_the_account() -> None:
    customer, other, helper = make_user(), make_user(), make_user(role="support")
    order = place(make_product())
    order.user = customer
    order.save(update_fields=["user"])
    actions.add_note(order.topic, "Rang twice", author=helper)
    actions.add_note(f"user:{customer.public_id}", "It is on its way", author=helper, kind=NoteKind.WHATSAPP)
    actions.add_note(f"user:{other.public_id}", "Another person", author=helper)

    told = personal_data.export_all(customer)["support"]
    personal_data.erase_all(customer)

    assert [answer["text"] for answer in told] == ["It is on its way"]
    assert [note.text for note in Note.objects.all()] == ["Another person"]
    assert AuditEntry.objects.filter(action="support.note").count() == 2
