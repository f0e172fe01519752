"""Support: search, timelines, notes, answers, assignment."""

from collections.abc import Callable
from typing import Annotated

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query

from project.accounts.auth import May, signed_in
from project.accounts.models import User
from project.core.errors import Invalid, NotFound
from project.core.idempotency import idempotency_key, run_once
from project.core.limits import MAX_SEARCH
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import limited
from project.events.audit import record as record_audit
from project.orders.access import View
from project.orders.models import Order
from project.orders.order_schemas import order_out
from project.payments.attempts.status import payment_status_out
from project.routers import ApiRouter
from project.support import actions
from project.support.answer_templates import About, answers_for, order_of, recipient_of, whatsapp_link
from project.support.models import NoteKind
from project.support.queue import read_queue
from project.support.schemas import (
    Answered,
    AnswerIn,
    AnswerList,
    AnswerOut,
    CustomerView,
    HandOverIn,
    MailOut,
    NoteIn,
    Subject,
    SupportQueue,
    SupportResults,
    SupportTimeline,
)
from project.support.search import find, subject_of
from project.support.timeline import (
    colleagues,
    mail_out,
    read_timeline,
    result_of,
)

router = ApiRouter("support")
_MAY = May(Right.SUPPORT)


def _once(request: HttpRequest, what: str, payload: ApiModel, action: Callable[[], object]) -> None:
    """Do it once, however often the same person's request arrives."""
    scope = f"{what}:{signed_in(request).public_id}"

    def run() -> dict[str, object]:
        action()
        return {}

    run_once(scope=scope, key=idempotency_key(request), body=payload.json_object(), action=run)


@router.get("/admin/support/search", auth=_MAY)
@limited("support", 120)
def search_support(
    request: HttpRequest, q: Annotated[str, Query(max_length=MAX_SEARCH)] = ""
) -> Success[SupportResults]:
    """Orders, customers and messages by an id, a bank's reference, a phone number, an e-mail or a name."""
    matches = find(q)
    found: list[About] = [*matches.orders, *matches.people, *matches.tickets]
    return Success(data=SupportResults(found=[result_of(each) for each in found], exact=matches.exact))


@router.get("/admin/support/timeline", auth=_MAY)
@limited("support", 240)
def get_timeline(request: HttpRequest, subject: Subject) -> Success[SupportTimeline]:
    """Everything about one order ("order:AKS-…"), one account ("user:U…") or one message ("ticket:TKT-…")."""
    return Success(data=read_timeline(subject))


@router.get("/admin/support/queue", auth=_MAY)
@limited("support", 240)
def get_support_queue(request: HttpRequest) -> Success[SupportQueue]:
    """Return the support queue: assigned threads, and mails that were not sent."""
    return Success(data=read_queue())


@router.get("/admin/support/answers", auth=_MAY)
@limited("support", 240)
def list_answers(request: HttpRequest, subject: Subject) -> Success[AnswerList]:
    """Return the answers that are true now, with their facts filled in, in both languages."""
    about = subject_of(subject)
    order = order_of(about)
    return Success(
        data=AnswerList(
            answers=[
                AnswerOut.model_validate(each)
                for language in ("en", "hi")
                for each in answers_for(recipient_of(about, language), order)
            ],
            colleagues=colleagues(),
        )
    )


@router.get("/admin/support/customer-view", auth=_MAY)
@limited("support", 120)
def get_customer_view(request: HttpRequest, subject: Subject) -> Success[CustomerView]:
    """Return what the customer's own screens show now, in their language; the access is logged."""
    order = subject_of(subject)
    if not isinstance(order, Order):
        raise NotFound(subject)
    user = signed_in(request)
    record_audit("support.looked", subject=subject, actor=user.subject)
    newest = order.payments.select_related("order").order_by("-pk").first()
    return Success(
        data=CustomerView(
            language=order.language,
            # Without its link: whoever holds that is taken for the customer.
            order=order_out(order, language=order.language, view=View.OWNER).model_copy(
                update={"link": None}
            ),
            payment=payment_status_out(newest, language=order.language) if newest else None,
        )
    )


@router.post("/admin/support/notes", auth=_MAY)
@limited("admin-write", 120)
def add_note(request: HttpRequest, payload: NoteIn) -> Success[SupportTimeline]:
    """Add an internal note; customers never see it."""
    user = signed_in(request)
    _once(request, "note", payload, lambda: actions.add_note(payload.subject, payload.text, author=user))
    return Success(data=read_timeline(payload.subject))


@router.post("/admin/support/hand-over", auth=_MAY)
@limited("admin-write", 120)
def hand_over(request: HttpRequest, payload: HandOverIn) -> Success[SupportTimeline]:
    """Assign the thread to a colleague, or to nobody when it is done."""
    user = signed_in(request)
    to = None
    if payload.to is not None:
        to = User.objects.filter(public_id=payload.to).first()
        if to is None:
            raise NotFound(payload.to)
    _once(
        request,
        "hand-over",
        payload,
        lambda: actions.hand_over(payload.subject, to=to, text=payload.text, author=user),
    )
    return Success(data=read_timeline(payload.subject))


@router.post("/admin/support/answers", auth=_MAY)
@limited("admin-write", 120)
def send_answer(request: HttpRequest, payload: AnswerIn) -> Success[Answered]:
    """Answer by mail, or keep what is being written in WhatsApp and return the link that opens it."""
    user = signed_in(request)
    recipient = recipient_of(subject_of(payload.subject), payload.language)
    url = whatsapp_link(recipient.phone, payload.text) if payload.channel == "whatsapp" else ""
    if payload.channel == "whatsapp" and not url:
        raise Invalid(text=_("There is no phone number"))

    def answer() -> object:
        if url:
            # Whether it was sent there is not known.
            return actions.add_note(recipient.subject, payload.text, author=user, kind=NoteKind.WHATSAPP)
        return actions.answer_by_mail(
            recipient, subject_line=payload.subject_line, text=payload.text, author=user
        )

    _once(request, "answer", payload, answer)
    return Success(data=Answered(channel=payload.channel, url=url))


@router.post("/admin/support/mails/{mail_id}/send-again", auth=_MAY)
@limited("admin-write", 120)
def send_mail_again(request: HttpRequest, mail_id: int) -> Success[MailOut]:
    """Try a mail that failed, or that waits, now."""
    return Success(data=mail_out(actions.send_again(mail_id, author=signed_in(request))))
