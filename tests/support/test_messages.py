"""Messages of the contact form in support: found, read, answered and assigned."""

from typing import Any

import pytest

from project.accounts import personal_data
from project.accounts.models import User
from project.core.models import Mail
from project.events.models import Event
from project.events.topics import Caller
from project.orders.models import Order
from project.support import actions
from project.support.contact.models import Ticket, TicketStatus
from project.support.models import Thread
from tests.buying import GUEST, place
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.live_lists import live_list

pytestmark = pytest.mark.django_db
CALLER = Caller(user_id=1, role="support")


@pytest.fixture
def helper() -> User:
    return make_user(role="support", name="Neha")


@pytest.fixture
def support(helper: User) -> Api:
    return Api(token=log_in(helper))


def write(**changes: Any) -> Ticket:
    """Keep a message as the form does."""
    return Ticket.objects.create(
        **{
            "topic": "order",
            "name": "Asha Rao",
            "email": "asha@example.com",
            "message": "Is the bead on the way?",
            "language": "hi",
        }
        | changes
    )


def order_of(**customer: str) -> Order:
    return place(make_product(), customerInfo=GUEST | customer)


def found(api: Api, text: str) -> list[str]:
    return [row["subject"] for row in api.get("/admin/support/search", {"q": text}).data["found"]]


def timeline(api: Api, ticket: Ticket) -> dict[str, Any]:
    return api.get("/admin/support/timeline", {"subject": ticket.subject}).data


def move(api: Api, ticket: Ticket, status: str) -> Answer:
    return api.post(f"/admin/contact/{ticket.number}/status", {"status": status})


def keys(api: Api, ticket: Ticket) -> list[str]:
    rows = api.get("/admin/support/answers", {"subject": ticket.subject}).data["answers"]
    return [row["key"] for row in rows if row["language"] == "en"]


@pytest.mark.parametrize("case", [str.upper, str.lower, lambda number: f"  {number} "])
def test_a_tickets_number_leads_to_it_alone(support: Api, case: Any) -> None:
    ticket, _ = write(), write()

    assert found(support, case(ticket.number)) == [ticket.subject]


def test_a_message_is_found_beside_the_orders_of_its_writer(support: Api) -> None:
    order = order_of()
    ticket = write(order_id=order.order_id)
    write(name="Vikram", email="v@example.com")

    assert found(support, "asha@example.com") == [order.topic, ticket.subject]
    assert found(support, order.order_id) == [order.topic, ticket.subject]


def test_what_a_machine_wrote_in_somebodys_name_is_found_by_its_number_only(support: Api) -> None:
    spam = write(status=TicketStatus.SUSPECTED)

    assert found(support, "asha@example.com") == []
    assert found(support, spam.number) == [spam.subject]


def test_its_story_holds_the_message_the_writers_orders_and_what_became_of_it(support: Api) -> None:
    order = order_of()
    ticket = write(order_id=order.order_id, phone="9876543210")
    move(support, ticket, "closed")
    move(support, ticket, "open")

    told = timeline(support, ticket)

    assert told["ticket"]["message"] == "Is the bead on the way?"
    assert told["customer"]["whatsapp"] == "https://wa.me/919876543210"
    assert [row["orderId"] for row in told["others"]] == [order.order_id]
    assert [entry["event"] for entry in told["entries"]] == [
        "contact.received",
        "contact.closed",
        "contact.reopened",
    ]
    assert {entry["actor"] for entry in told["entries"][1:]} == {"Neha"}
    assert {entry["kind"] for entry in told["entries"]} == {"contact"}


def test_the_order_it_names_tells_of_it(support: Api) -> None:
    order = order_of()
    ticket = write(order_id=order.order_id)
    write(order_id=order.order_id, status=TicketStatus.SUSPECTED)

    entries = support.get("/admin/support/timeline", {"subject": order.topic}).data["entries"]

    written = [entry for entry in entries if entry["kind"] == "contact"]
    assert [(entry["facts"], entry["text"]) for entry in written] == [
        ({"ticket": ticket.number, "email": "asha@example.com"}, "Is the bead on the way?")
    ]


def test_an_answer_goes_to_the_address_of_the_message_and_stands_in_its_story(support: Api) -> None:
    ticket = write()
    offered = support.get("/admin/support/answers", {"subject": ticket.subject}).data["answers"]
    assert [row["subjectLine"] for row in offered] == [
        f"Your message {ticket.number}",
        f"आपका संदेश {ticket.number}",
    ]

    body = {
        "subject": ticket.subject,
        "channel": "mail",
        "language": "hi",
        "subjectLine": "आपका संदेश",
        "text": "नमस्ते, कल पहुँचेगा।",
    }
    for _ in range(2):
        support.post("/admin/support/answers", body, key="one")

    mail = Mail.objects.get(kind="support_answer")
    assert (mail.to, mail.language, mail.reference) == ("asha@example.com", "hi", ticket.subject)
    told = timeline(support, ticket)
    assert [row["kind"] for row in told["mails"]] == ["support_answer"]
    assert [entry["event"] for entry in told["entries"]].count("note.mail") == 1


def test_facts_of_an_order_are_told_to_its_buyer_alone(support: Api) -> None:
    order = order_of()
    order.transition_to("confirmed")
    number = order.order_id

    assert keys(support, write(order_id=number)) == ["being_prepared", "message"]
    assert keys(support, write(order_id=number, phone="9876543210")) == ["being_prepared", "message"]
    # Whoever types another's order and address would get the answer on their own telephone.
    assert keys(support, write(order_id=number, phone="9000000001")) == ["message"]
    assert keys(support, write(order_id=number, email="thief@example.com")) == ["message"]
    assert keys(support, write(order_id=number, email="thief@example.com", user=make_user())) == ["message"]
    assert keys(support, write(order_id="AKS-NONE")) == ["message"]


def test_a_message_is_handed_over_and_waits_on_the_desk(support: Api, helper: User) -> None:
    ticket = write()
    body = {"subject": ticket.subject, "to": helper.public_id, "text": "Please ring her"}

    support.post("/admin/support/hand-over", body)

    queue = support.get("/admin/support/queue").data
    assert queue["openTickets"] == 1
    assert [(row["subject"], row["ticketNumber"], row["text"]) for row in queue["threads"]] == [
        (ticket.subject, ticket.number, "Please ring her")
    ]
    assert timeline(support, ticket)["assignee"]["name"] == "Neha"


def test_moving_a_message_wakes_list_story_and_desk_and_they_say_what_is_read(support: Api) -> None:
    ticket = write()
    write(status=TicketStatus.SUSPECTED)

    answer = move(support, ticket, "closed")

    assert Event.objects.latest("pk").topics == [
        f"staff:contact#{ticket.number}",
        f"support:{ticket.subject}",
        "staff:support",
    ]
    listed = live_list("staff:contact")
    row = answer.data["ticket"]
    assert listed.read_rows([ticket.number, "TKT-NONE"]) == [
        {"id": ticket.number, "version": row["version"], "row": row}
    ]
    read = support.get("/admin/contact").data
    assert row in read["tickets"]
    assert listed.read_statistics().json_object() == {"counts": read["counts"]}
    assert read["counts"] == {"open": 0, "closed": 1, "suspected": 1}


def test_one_suspected_wrongly_is_admitted_in_its_story(support: Api) -> None:
    ticket = write(status=TicketStatus.SUSPECTED)

    move(support, ticket, "open")

    assert [entry["event"] for entry in timeline(support, ticket)["entries"]][:2] == [
        "contact.received",
        "contact.admitted",
    ]


def test_what_support_wrote_about_a_message_goes_with_its_writers_account(helper: User) -> None:
    writer = make_user()
    mine, others = write(user=writer), write()
    for ticket in (mine, others):
        actions.add_note(ticket.subject, "Rang twice", author=helper)

    personal_data.erase_all(writer)

    assert list(Thread.objects.values_list("subject", flat=True)) == [others.subject]
    assert list(Ticket.objects.all()) == [others]


@pytest.mark.parametrize(
    "subject", ["ticket:", "ticket:NONE", "ticket:TKT-0'", "note:TKT-0", "ticket:TKT-NONE"]
)
def test_a_story_of_nothing_is_none(support: Api, subject: str) -> None:
    assert support.get("/admin/support/timeline", {"subject": subject}).status in (404, 422)
    assert support.post("/admin/support/notes", {"subject": subject, "text": "x"}).status in (404, 422)
