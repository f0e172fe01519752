"""The support timeline is complete, its answers state facts, and notes keep their author."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from project.accounts.models import User
from project.core.models import Mail, MailStatus
from project.events.models import AuditEntry, Event
from project.events.topics import Caller
from project.live_topics import find
from project.orders.models import Order
from project.payments.models import Case, CaseKind
from project.payments.shared.cases import close_case, open_case
from project.support.actions import MAX_VISITS, record_visit
from project.support.answer_templates import paragraphs_of
from project.support.models import Note, ScreenVisit
from project.support.queue import read_queue
from tests.buying import check, deliver, message, pay, place, start, status
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import bring
from tests.payments.refund_helpers import advance, ask, finish
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


@pytest.fixture
def helper() -> User:
    return make_user(role="support", name="Neha")


@pytest.fixture
def support(helper: User) -> Api:
    return Api(token=log_in(helper))


def timeline(api: Api, order: Order) -> dict[str, Any]:
    return api.get("/admin/support/timeline", {"subject": order.topic}).data


def answers(api: Api, order: Order, language: str = "en") -> dict[str, dict[str, str]]:
    rows = api.get("/admin/support/answers", {"subject": order.topic}).data["answers"]
    return {row["key"]: row for row in rows if row["language"] == language}


def test_the_story_holds_order_payment_message_mail_and_note_in_order(
    support: Api, provider: SandboxProcess
) -> None:
    order = place(make_product())
    payment = start(order)
    deliver(message(payment))
    provider.settle(payment.transaction_id, "success")
    check(payment)
    support.post("/admin/support/notes", {"subject": order.topic, "text": "Called, will wait"})

    told = timeline(support, order)

    entries = told["entries"]
    assert {"order", "payment", "message", "mail", "note"} <= {entry["kind"] for entry in entries}
    assert [entry["at"] for entry in entries] == sorted(entry["at"] for entry in entries)
    events = [entry["event"] for entry in entries]
    assert events.index("order.placed") < events.index("payment.succeeded")
    note = next(entry for entry in entries if entry["kind"] == "note")
    assert (note["actor"], note["text"]) == ("Neha", "Called, will wait")
    assert told["customer"]["email"] == "asha@example.com"
    assert [row["transactionId"] for row in told["payments"]] == [payment.transaction_id]
    assert {mail["kind"] for mail in told["mails"]} >= {"order_received", "payment_received"}


def test_the_live_topic_says_what_the_read_says_and_a_note_wakes_it(support: Api) -> None:
    order = place(make_product())
    topic = find(f"support:{order.topic}")
    assert topic is not None

    support.post("/admin/support/notes", {"subject": order.topic, "text": "Hello"})

    assert f"support:{order.topic}" in Event.objects.latest("pk").topics
    state = topic.read(Caller(user_id=1, role="support"), f"support:{order.topic}")
    assert state is not None
    assert {**state.data, "version": 0} == {**timeline(support, order), "version": 0}
    assert not topic.may(Caller(user_id=1, role="finance"), f"support:{order.topic}")
    assert topic.read(Caller(user_id=1, role="support"), "support:order:AKS-NONE") is None


def test_the_customers_view_is_word_for_word_what_their_screen_reads(
    support: Api, provider: SandboxProcess
) -> None:
    order = place(make_product())
    payment = pay(order, provider)

    view = support.get("/admin/support/customer-view", {"subject": order.topic}).data

    own = status(payment).data
    assert {**view["payment"], "answeredAt": ""} == {**own, "answeredAt": ""}
    assert view["order"]["view"] == "owner" and view["order"]["link"] is None
    assert AuditEntry.objects.filter(action="support.looked", subject=order.topic).count() == 1


def test_only_what_is_true_now_can_be_said(support: Api, provider: SandboxProcess) -> None:
    order = place(make_product(price_paise=125_050))
    assert list(answers(support, order)) == ["free"]

    payment = start(order)
    waiting = answers(support, order)
    assert list(waiting) == ["payment_pending", "free"]
    assert payment.transaction_id in waiting["payment_pending"]["text"]
    assert "₹1,250.50" in waiting["payment_pending"]["text"]

    provider.settle(payment.transaction_id, "success")
    check(payment)
    assert list(answers(support, order)) == ["being_prepared", "free"]
    hindi = answers(support, order, "hi")["being_prepared"]["text"]
    assert hindi.startswith("प्रिय Asha Rao,") and "₹1,250.50" in hindi
    assert "{" not in hindi


def test_a_case_is_told_once_each_time_it_opens_and_closes(
    support: Api, helper: User, provider: SandboxProcess
) -> None:
    order = place(make_product())
    payment = start(order)
    for notes in ("Called the bank", "It was the same payment"):
        open_case(CaseKind.PAID_TWICE, payment=payment, facts={})
        close_case(Case.objects.get(), user=helper, notes=notes)

    entries = [entry for entry in timeline(support, order)["entries"] if entry["event"].startswith("case.")]

    assert [(entry["kind"], entry["event"], entry["text"]) for entry in entries] == [
        ("case", "case.opened", ""),
        ("case", "case.closed", ""),
        ("case", "case.opened", ""),
        ("case", "case.closed", "It was the same payment"),
    ]
    assert {entry["facts"]["kind"] for entry in entries} == {CaseKind.PAID_TWICE}
    assert {entry["actor"] for entry in entries if entry["event"] == "case.closed"} == {"Neha"}


def test_an_answer_goes_out_as_a_mail_and_stands_in_the_story(support: Api) -> None:
    order = place(make_product())
    body = {
        "subject": order.topic,
        "channel": "mail",
        "language": "hi",
        "subjectLine": "आपका ऑर्डर",
        "text": "नमस्ते,\n\n# no heading\n> no button ¦ https://evil.example\nसब ठीक है।",
    }

    support.post("/admin/support/answers", body, key="one")
    support.post("/admin/support/answers", body, key="one")

    mail = Mail.objects.get(kind="support_answer")
    assert (mail.to, mail.language, mail.subject) == ("asha@example.com", "hi", "अक्षमाला: आपका ऑर्डर")
    assert "सब ठीक है।" in mail.text and "no heading" in mail.text
    assert 'href="https://evil.example' not in mail.html
    assert [entry["event"] for entry in timeline(support, order)["entries"]].count("note.mail") == 1
    assert AuditEntry.objects.filter(action="support.mail", subject=order.topic).count() == 1


def test_whatsapp_opens_with_the_text_and_is_kept(support: Api) -> None:
    order = place(make_product())
    body = {
        "subject": order.topic,
        "channel": "whatsapp",
        "language": "en",
        "subjectLine": "Your order",
        "text": "Dear Asha & family,\nall is well.",
    }

    url = support.post("/admin/support/answers", body).data["url"]

    parts = urlsplit(url)
    assert (parts.netloc, parts.path) == ("wa.me", "/919876543210")
    assert parse_qs(parts.query)["text"] == [body["text"]]
    assert Note.objects.get().kind == "whatsapp"


def test_a_story_is_handed_over_and_closed(support: Api, helper: User) -> None:
    order = place(make_product())
    other = make_user(role="orders", name="Ravi")

    body = {"subject": order.topic, "to": other.public_id, "text": "Please call her back"}
    handed = support.post("/admin/support/hand-over", body).data

    assert handed["assignee"]["name"] == "Ravi"
    queue = support.get("/admin/support/queue").data
    assert [(row["subject"], row["assignee"]["name"], row["text"]) for row in queue["threads"]] == [
        (order.topic, "Ravi", "Please call her back")
    ]
    closed = support.post(
        "/admin/support/hand-over", {"subject": order.topic, "to": None, "text": "Solved"}
    ).data
    assert closed["assignee"] is None
    assert support.get("/admin/support/queue").data["threads"] == []
    assert [entry["event"] for entry in closed["entries"] if entry["kind"] == "note"] == [
        "note.handed_over",
        "note.closed",
    ]


@pytest.mark.parametrize("role", ["customer", "finance", "catalogue"])
def test_nobody_hands_over_to_whoever_may_not_do_support(support: Api, role: str) -> None:
    order = place(make_product())
    other = make_user(role=role)

    refused = support.post(
        "/admin/support/hand-over", {"subject": order.topic, "to": other.public_id, "text": "You do it"}
    )

    assert refused.refusal == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("subject", "text", "refusal"),
    [
        ("order:AKS-000000000000", "Hello", (404, "NOT_FOUND")),
        ("user:U0000000000000000", "Hello", (404, "NOT_FOUND")),
        ("mail:1", "Hello", (422, "VALIDATION")),
        ("order:AKS-0' or 1=1", "Hello", (422, "VALIDATION")),
        ("order:AKS-000000000000", "  ", (422, "VALIDATION")),
        ("order:AKS-000000000000", "x" * 2001, (422, "VALIDATION")),
    ],
)
def test_bad_notes_are_refused(support: Api, subject: str, text: str, refusal: tuple[int, str]) -> None:
    assert support.post("/admin/support/notes", {"subject": subject, "text": text}).refusal == refusal


@pytest.mark.both_stacks
def test_reading_the_desk_takes_as_many_queries_for_many_stories_as_for_one(
    support: Api, helper: User
) -> None:
    def queries_for_one_more() -> int:
        subject = place(make_product()).topic
        support.post(
            "/admin/support/hand-over", {"subject": subject, "to": helper.public_id, "text": "Please call"}
        )
        with CaptureQueriesContext(connection) as queries:
            read_queue()
        return len(queries)

    first, second, third = (queries_for_one_more() for _ in range(3))

    assert [item.text for item in read_queue().threads] == ["Please call"] * 3
    assert first == second == third


def test_a_failed_mail_waits_on_the_desk_and_can_be_sent_again(support: Api) -> None:
    order = place(make_product())
    mail = Mail.objects.get(reference=order.topic)
    Mail.objects.filter(pk=mail.pk).update(status=MailStatus.FAILED, attempts=7, last_error="refused")
    queue = support.get("/admin/support/queue").data
    assert (queue["failedMails"], queue["mails"][0]["error"]) == (1, "refused")

    sent = support.post(f"/admin/support/mails/{mail.pk}/send-again").data

    mail.refresh_from_db()
    assert sent["status"] == mail.status == "due"
    assert (mail.attempts, mail.last_error) == (0, "")
    assert support.get("/admin/support/queue").data["failedMails"] == 0
    assert AuditEntry.objects.filter(action="mail.sent_again").count() == 1


def test_a_late_mail_waits_on_the_desk(support: Api) -> None:
    order = place(make_product())
    Mail.objects.filter(reference=order.topic).update(created_at=timezone.now() - timedelta(hours=1))

    assert support.get("/admin/support/queue").data["lateMails"] == 1


@pytest.mark.parametrize("state", [MailStatus.SENT, MailStatus.SENDING])
def test_a_mail_that_left_is_not_sent_twice(support: Api, state: MailStatus) -> None:
    order = place(make_product())
    mail = Mail.objects.get(reference=order.topic)
    Mail.objects.filter(pk=mail.pk).update(status=state)

    assert support.post(f"/admin/support/mails/{mail.pk}/send-again").refusal == (409, "VALIDATION")
    assert support.post(f"/admin/support/mails/{mail.pk + 1000}/send-again").status == 404
    mail.refresh_from_db()
    assert mail.status == state


def test_looks_at_the_status_screen_are_kept_sparsely(support: Api, provider: SandboxProcess) -> None:
    cache.clear()
    order = place(make_product())
    payment = start(order)

    for _ in range(3):
        Client().get(f"/order-confirmation/{payment.transaction_id}")

    assert ScreenVisit.objects.count() == 1
    seen = [entry for entry in timeline(support, order)["entries"] if entry["kind"] == "visit"]
    assert [entry["facts"]["outcome"] for entry in seen] == ["processing"]


def test_an_account_without_orders_has_a_story(support: Api) -> None:
    customer = make_user(name="Meera", email="meera@example.com")

    told = support.get("/admin/support/timeline", {"subject": f"user:{customer.public_id}"}).data

    assert (told["customer"]["name"], told["orderId"], told["payments"]) == ("Meera", None, [])


def test_no_line_of_an_answer_can_look_like_a_part_of_a_letter() -> None:
    text = "# Head\n> Press ¦ https://x\n= 123456\n~ quiet\n! sum\n- item\n\n  plain  "

    assert paragraphs_of(text) == ["Head", "Press ¦ https://x", "123456", "quiet", "sum", "• item", "plain"]


def test_the_story_names_the_items_and_the_address(support: Api) -> None:
    order = place(make_product())
    line = order.lines.get()

    told = timeline(support, order)

    assert told["items"] == [
        {"titleEn": line.title_en, "titleHi": line.title_hi, "quantity": line.quantity},
    ]
    assert order.address["street"] in told["address"] and order.address["pincode"] in told["address"]


@pytest.mark.parametrize(
    ("to", "offered"),
    [
        ("dispatched", ["on_its_way", "free"]),
        ("delivered", ["delivered", "free"]),
        ("cancelled", ["cancelled", "free"]),
    ],
)
def test_answers_follow_the_order(support: Api, to: str, offered: list[str]) -> None:
    order = bring(place(make_product()), to)

    assert list(answers(support, order)) == offered
    assert list(answers(support, order, "hi")) == offered


def test_failed_payment_is_called_failed_and_money_on_its_way_back_is_told(
    support: Api, provider: SandboxProcess
) -> None:
    order = place(make_product())
    failed = start(order)
    provider.settle(failed.transaction_id, "failure", final=True)
    check(failed)
    assert list(answers(support, order)) == ["payment_failed", "free"]

    refund = ask(pay(order, provider), 10_000)
    assert list(answers(support, order))[0] == "refund_under_way"
    finish(provider, advance(refund))
    assert list(answers(support, order))[0] == "refund_done"


def test_account_without_an_order_is_answered_without_facts_of_any(support: Api) -> None:
    place(make_product())
    user = make_user(name="Asha Rao")

    rows = support.get("/admin/support/answers", {"subject": f"user:{user.public_id}"}).data["answers"]

    assert {row["key"] for row in rows} == {"question"}
    assert not any("AKS-" in row["text"] for row in rows)


def test_story_is_handed_to_nobody_who_is_not_there_and_no_chat_opens_without_a_number(support: Api) -> None:
    order = place(make_product())
    user = make_user(name="Asha Rao", phone="")
    body = {"subject": order.topic, "to": "nobody", "text": "Please call"}

    assert support.post("/admin/support/hand-over", body, key="one").status == 404
    assert not Note.objects.exists()

    chat = {"subject": f"user:{user.public_id}", "channel": "whatsapp", "language": "en"}
    chat |= {"subjectLine": "Your account", "text": "Hello"}
    refused = support.post("/admin/support/answers", chat, key="two")
    assert refused.status == 422 and "phone number" in refused.body["message"]
    assert not Note.objects.exists()


def test_only_so_many_looks_at_a_status_screen_are_kept(support: Api, provider: SandboxProcess) -> None:
    payment = start(place(make_product()))

    for _ in range(MAX_VISITS + 2):
        cache.clear()
        record_visit(payment.transaction_id, "processing")

    assert ScreenVisit.objects.count() == MAX_VISITS
