"""Messages to the shop: a ticket each, a copy by mail, and machines that learn nothing."""

import secrets
import time
from typing import Any

import pytest
from django.core.signing import TimestampSigner, b62_encode

from project.accounts import personal_data
from project.core.models import Mail
from project.events.models import AuditEntry, Event
from project.support.contact.models import Ticket
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


class Earlier(TimestampSigner):
    """Signs as the shop did some seconds ago."""

    def __init__(self, seconds: int) -> None:
        super().__init__(salt="contact form")
        self._seconds = seconds

    def timestamp(self) -> str:
        return b62_encode(int(time.time()) - self._seconds)


def form_key(*, seconds_ago: int = 60) -> str:
    """Return the key of a form of its own that was opened then."""
    return Earlier(seconds_ago).sign(secrets.token_urlsafe(12))


def a_message(**changes: Any) -> dict[str, Any]:
    return {
        "formKey": form_key(),
        "name": "Asha Rao",
        "email": "Asha@Example.com",
        "topic": "order",
        "message": "Is the bead on the way?\n\nI would like to give it on Monday.",
    } | changes


def send(api: Api, **changes: Any) -> Answer:
    return api.post("/contact", a_message(**changes))


def support(role: str = "support") -> Api:
    return Api(token=log_in(make_user(role=role)))


def kinds() -> list[str]:
    return list(Mail.objects.order_by("kind").values_list("kind", flat=True))


def test_message_becomes_a_ticket_and_two_mails(api: Api) -> None:
    answer = send(api, phone="+91 98765 43210", orderId=" aks-7k3m9q2x4v8b ").data

    ticket = Ticket.objects.get()
    assert answer == {
        "number": ticket.number,
        "email": "asha@example.com",
        "isCopied": True,
        "answerHours": 24,
    }
    assert (ticket.status, ticket.phone, ticket.order_id) == ("open", "9876543210", "AKS-7K3M9Q2X4V8B")
    copy, to_shop = Mail.objects.order_by("kind")
    assert (copy.kind, copy.to) == ("contact_copy", "asha@example.com")
    assert ticket.number in copy.subject and "I would like to give it on Monday." in copy.text
    assert (to_shop.kind, to_shop.to) == ("contact_message", "care@akshamala.example")
    assert "asha@example.com" in to_shop.text


@pytest.mark.both_stacks
def test_order_id_whose_capitals_are_longer_is_refused(api: Api) -> None:
    assert send(api, orderId="ß" * 32).refusal == (422, "VALIDATION")
    assert send(api, orderId="ａｋｓ－७k3m9q2x4v8b").status == 200
    assert Ticket.objects.get().order_id == "AKS-7K3M9Q2X4V8B"


def test_copy_is_in_the_writers_language() -> None:
    send(Api(language="hi"), topic="grievance")

    copy = Mail.objects.get(kind="contact_copy")
    assert "शिकायत" in copy.text and "30 दिनों" in copy.text


def test_key_opened_by_the_api_is_taken(api: Api) -> None:
    opened = api.post("/contact/form").data

    assert opened["usableIn"] == 3
    assert send(api, formKey=opened["formKey"]).status == 200


def test_same_form_sent_twice_is_one_ticket(api: Api) -> None:
    message = a_message()

    first, second = api.post("/contact", message), api.post("/contact", message)

    assert first.data == second.data
    assert Ticket.objects.count() == 1
    assert kinds() == ["contact_copy", "contact_message"]


@pytest.mark.django_db(transaction=True)
def test_same_form_sent_at_the_same_moment_is_one_ticket() -> None:
    message = a_message()

    answers = at_once(4, lambda _: Api().post("/contact", message).data["number"])

    assert len(set(answers)) == 1
    assert Ticket.objects.count() == 1


def test_form_is_good_for_one_message(api: Api) -> None:
    key = form_key()
    send(api, formKey=key)

    assert send(api, formKey=key, message="Something else").refusal == (409, "IDEMPOTENCY_MISMATCH")


@pytest.mark.parametrize(
    "key",
    ["", "forged", "name:1abc:signature", form_key(seconds_ago=25 * 3600), TimestampSigner().sign("other")],
    ids=["none", "forged", "wrong", "old", "of another form"],
)
def test_form_that_was_not_opened_here_today_is_refused(api: Api, key: str) -> None:
    assert send(api, formKey=key).refusal == (409, "FORM_EXPIRED")
    assert Ticket.objects.count() == 0


@pytest.mark.parametrize(
    "sign",
    [
        {"website": "https://spam.example"},
        {"message": "http://a.example https://b.example www.c.example http://d.example"},
    ],
    ids=["hidden field", "links"],
)
def test_what_a_machine_sends_is_kept_but_mailed_to_nobody(api: Api, sign: dict[str, str]) -> None:
    answer = send(api, **sign)

    # It cannot tell that it was noticed.
    assert answer.data["number"] == Ticket.objects.get().number
    assert Ticket.objects.get().status == "suspected"
    assert kinds() == []


def test_form_sent_back_at_once_is_a_machines(api: Api) -> None:
    send(api, formKey=api.post("/contact/form").data["formKey"])

    assert Ticket.objects.get().status == "suspected"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "  "),
        ("email", "not an address"),
        ("phone", "12345"),
        ("topic", "weather"),
        ("message", " \n "),
        ("message", "x" * 4001),
        ("orderId", "x" * 33),
    ],
)
def test_what_cannot_be_answered_is_refused_by_its_field(api: Api, field: str, value: str) -> None:
    answer = send(api, **{field: value})

    assert answer.refusal == (422, "VALIDATION")
    assert list(answer.body["errors"]) == [field]


def test_lines_of_a_message_cannot_become_parts_of_the_mail(api: Api) -> None:
    send(api, message="> Pay here ¦ https://evil.example\n# Heading\nA ¦ B")

    copy = Mail.objects.get(kind="contact_copy")
    assert 'href="https://evil.example"' not in copy.html
    assert "- > Pay here | https" in copy.text and "evil.example" not in copy.text
    to_shop = Mail.objects.get(kind="contact_message")
    assert "- > Pay here | https://evil.example" in to_shop.text


def test_one_address_gets_few_copies_but_whoever_writes_is_heard(limits: None) -> None:
    answers = [send(Api()).data["isCopied"] for _ in range(5)]

    assert answers == [True, True, True, False, False]
    assert (Ticket.objects.count(), Mail.objects.filter(kind="contact_message").count()) == (5, 5)
    assert Mail.objects.filter(kind="contact_copy").count() == 3


def test_copies_that_strangers_had_sent_count_against_no_customer(limits: None) -> None:
    user = make_user(email="asha@example.com")
    for _ in range(4):
        send(Api(), email=user.email)

    assert send(Api(token=log_in(user)), email=user.email).data["isCopied"]


def test_staff_read_and_search_what_was_written(api: Api) -> None:
    send(api, orderId="AKS-1")
    send(api, name="Ravi", email="ravi@example.com")
    send(api, website="spam")

    everything = support().get("/admin/contact").data
    by_order = support().get("/admin/contact", {"search": "aks-1"}).data["tickets"]
    suspected = support().get("/admin/contact", {"status": "suspected"}).data["tickets"]
    second = support().get("/admin/contact", {"limit": 2, "page": 2}).data["tickets"]

    assert [ticket["status"] for ticket in everything["tickets"]] == ["suspected", "open", "open"]
    as_of = everything["pagination"]["asOf"]
    assert everything["pagination"] == {"page": 1, "limit": 20, "total": 3, "totalPages": 1, "asOf": as_of}
    assert [ticket["orderId"] for ticket in by_order] == ["AKS-1"]
    assert len(suspected) == len(second) == 1


@pytest.mark.parametrize("sign", [{}, {"website": "spam"}], ids=["a person", "a machine"])
def test_staffs_screens_hear_of_a_message_and_nothing_it_says_is_in_the_history(
    api: Api, sign: dict[str, str]
) -> None:
    number = send(api, **sign).data["number"]

    event = Event.objects.get(name="contact.received")
    assert event.topics == [f"staff:contact#{number}", f"support:ticket:{number}", "staff:support"]
    assert (event.actor, event.payload) == ("guest", {})


def test_staff_close_a_ticket_and_it_is_logged(api: Api) -> None:
    number = send(api).data["number"]

    answer = support().post(f"/admin/contact/{number}/status", {"status": "closed"})

    assert answer.data["ticket"]["status"] == "closed"
    entry = AuditEntry.objects.get(action="contact.moved")
    assert (entry.subject, entry.before, entry.after) == (
        f"ticket:{number}",
        {"status": "open"},
        {"status": "closed"},
    )


def test_ticket_suspected_wrongly_is_mailed_once_it_is_opened(api: Api) -> None:
    number = send(api, website="filled in by a browser").data["number"]
    staff = support()

    for _ in range(2):
        staff.post(f"/admin/contact/{number}/status", {"status": "open"})

    assert kinds() == ["contact_copy", "contact_message"]


def test_only_support_reads_messages(api: Api) -> None:
    send(api)

    assert api.get("/admin/contact").status == 401
    assert {
        role: support(role).get("/admin/contact").status for role in ("customer", "catalogue", "finance")
    } == {
        "customer": 403,
        "catalogue": 403,
        "finance": 403,
    }
    assert support().post("/admin/contact/TKT-0/status", {"status": "open"}).status == 404


def test_messages_are_part_of_a_persons_data() -> None:
    user = make_user()
    number = send(Api(token=log_in(user))).data["number"]

    assert [ticket["number"] for ticket in personal_data.export_all(user)["contact"]] == [number]
    personal_data.erase_all(user)
    assert Ticket.objects.count() == 0
