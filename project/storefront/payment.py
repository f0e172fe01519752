"""The first screen of a payment: what its script shows a moment later, word for word.

It says what our own books say; a status in the address is never believed. The script's part is
frontend/src/features/payment: change both.
"""

import math
import re
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import Resolver404, resolve

from project.core.money import format_rupees, paise
from project.storefront.answers import Answers
from project.storefront.pages import Page, page
from project.storefront.texts import text
from project.storefront.times import clock, date_and_time
from project.support.actions import note_visit

# Words that stand where a transaction id may stand; they say nothing.
_WORDS = frozenset({"pending", "failed", "success", "cancelled"})
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MODULES = ("src/features/payment/payment-page.tsx", "src/features/payment/more.tsx")
_STEPS = ("received", "paid", "mailSent", "preparing", "dispatched", "delivered")
_METHODS = frozenset({"UPI", "Card", "NetBanking", "Wallet"})
# Beyond this the next look is named by the clock.
_COUNTED_SECONDS = 90

Answer = dict[str, Any]


@page
def payment(request: HttpRequest, answers: Answers, part: str = "") -> Page | HttpResponseBase:
    """Show how the payment stands that the address names, or where one can be looked up."""
    transaction_id = _which(part, request)
    if transaction_id is None:
        # A status or an order alone is this tab's own payment, which only its script knows.
        if part or request.GET.get("orderId") or "status" in request.GET:
            return _screen("payment:pageTitle", {"tone": "processing", "title": text("payment:loading")})
        return _page("payment-more:lookup.title", "payment_lookup", {})
    shown = answers.get(f"/phonepe/status-check/{transaction_id}") if _ID.fullmatch(transaction_id) else None
    if shown is None:
        waiting = {
            "tone": "processing",
            "title": text("payment-more:unknown.waiting"),
            "lead": [text("payment-more:unknown.waitingLead")],
        }
        return _screen("payment:pageTitle", waiting)
    if shown["outcome"] == "failed" and shown["continuedBy"]:
        # Paid for again since: what becomes of that is what counts.
        onward = HttpResponseRedirect(f"/order-confirmation/{shown['continuedBy']}")
        onward["Cache-Control"] = "no-store"
        return onward
    note_visit(transaction_id, shown["outcome"])
    return _screen(f"payment:{shown['outcome']}.title", _known(shown, answers.get("/shop"), request))


def _which(part: str, request: HttpRequest) -> str | None:
    if part and part not in _WORDS:
        return part
    return request.GET.get("merchantTransactionId") or request.GET.get("transactionId") or None


def _screen(title: str, screen: Answer) -> Page:
    return _page(title, "payment", {"screen": screen})


def _page(title: str, template: str, context: Answer) -> Page:
    return Page(
        title=text(title),
        description=text("payment:description"),
        template=template,
        modules=_MODULES,
        namespaces=("payment", "payment-more"),
        stored=False,
        context=context,
    )


def _known(shown: Answer, shop: Answer | None, request: HttpRequest) -> Answer:
    outcome = shown["outcome"]
    is_open = outcome in ("processing", "received")
    payable = _is_payable(shown)
    return {
        "tone": outcome,
        "title": text(f"payment:{outcome}.title"),
        "lead": _lead(shown),
        "processing": _processing(shown, payable) if outcome == "processing" else None,
        "money": text(_money(shown), amount=_amount(shown)),
        "track": outcome == "success" and _has_page("/track-order"),
        "refresh": request.get_full_path() if is_open else "",
        "payable": payable,
        "can_retry": shown["canRetry"],
        "retry": _retry(shown),
        "support": _support(shown, shop) if outcome != "success" or not shown["fulfils"] else "",
        "continue": outcome != "processing",
        "steps": _steps(shown) if is_open or shown["fulfils"] else [],
        "facts": _facts(shown),
        "transaction_id": shown["transactionId"],
        "other_device": _other_device(shown),
        "tips": [text(f"payment-more:help.{name}") for name in ("method", "limit", "network")]
        if outcome == "failed"
        else [],
        "mail_hint": outcome == "processing" or shown["fulfils"],
        "contacts": _contacts(shop),
        "hours": shop["promises"]["supportAnswerHours"] if shop else 0,
    }


def _lead(shown: Answer) -> list[str]:
    match shown["outcome"]:
        case "success" if not shown["fulfils"]:
            return [text(f"payment:success.{'twice' if shown['steps']['confirmed'] else 'unplaced'}")]
        case "received":
            review = [text("payment:received.review")] if shown["inReview"] else []
            return [text("payment:received.lead"), *review]
        case "failed":
            return [shown["reason"]]
        case outcome:
            return [text(f"payment:{outcome}.lead")]


def _processing(shown: Answer, payable: bool) -> Answer:
    checked = shown["checkedAt"]
    return {
        "asked": text("payment:processing.asked", time=clock(_moment(checked)))
        if checked
        else text("payment:processing.askedNever"),
        "next": _next_check(shown),
        "open_until": text("payment:processing.openUntil", time=clock(_moment(shown["expiresAt"])))
        if payable
        else "",
        "newer": shown["continuedBy"],
    }


def _next_check(shown: Answer) -> str:
    if not shown["nextCheckAt"]:
        return ""
    at = _moment(shown["nextCheckAt"])
    seconds = math.ceil((at - _moment(shown["answeredAt"])).total_seconds())
    if seconds <= 0:
        return text("payment:processing.asking")
    if seconds > _COUNTED_SECONDS:
        return text("payment:processing.nextAt", time=clock(at))
    return text("payment:processing.nextIn", count=seconds)


def _is_payable(shown: Answer) -> bool:
    return (
        shown["outcome"] == "processing"
        and not shown["mayHaveBeenDebited"]
        and not shown["continuedBy"]
        and shown["expiresAt"] is not None
        and _moment(shown["expiresAt"]) > _moment(shown["answeredAt"])
    )


def _money(shown: Answer) -> str:
    possible = shown["mayHaveBeenDebited"]
    match shown["outcome"]:
        case "success":
            return "payment:money.returned" if shown["status"] == "REFUNDED" else "payment:money.received"
        case "failed":
            return "payment:money.mayReturn" if possible else "payment:money.notTaken"
        case _ if possible:
            return "payment:money.underWay"
        case _:
            return "payment:money.notYet" if shown["checkedAt"] else "payment:money.unknown"


def _retry(shown: Answer) -> Answer | None:
    if shown["retry"] is None:
        return None
    until = date_and_time(_moment(shown["heldUntil"])) if shown["heldUntil"] else ""
    return {
        "text": text(f"payment-more:retry.{shown['retry']}", time=until),
        "products": shown["products"] if shown["retry"] in ("sold_out", "closed") else [],
    }


def _steps(shown: Answer) -> list[Answer]:
    moments = [(name, shown["steps"][name]) for name in _STEPS]
    return [
        {
            "text": text(f"payment-more:steps.{name}"),
            "at": at,
            "words": date_and_time(_moment(at)) if at else "",
        }
        for name, at in moments
    ]


def _facts(shown: Answer) -> list[tuple[str, str]]:
    amount = "amountPaid" if shown["outcome"] == "success" else "amount"
    method = shown["method"]
    rows = [
        (amount, _amount(shown)),
        ("orderId", shown["orderId"]),
        ("transactionId", shown["transactionId"]),
        ("providerOrderId", shown["phonepeTransactionId"]),
        ("method", text(f"payment-more:methods.{method}") if method in _METHODS else method),
    ]
    return [(text(f"payment-more:facts.{name}"), value) for name, value in rows if value]


def _other_device(shown: Answer) -> str:
    if shown["outcome"] != "processing" and not shown["canRetry"]:
        return ""
    can_pay = shown["canRetry"] or not shown["mayHaveBeenDebited"]
    return text(f"payment-more:other.{'pay' if can_pay else 'follow'}")


def _support(shown: Answer, shop: Answer | None) -> str:
    if not shop:
        return ""
    ids = {"orderId": shown["orderId"], "transactionId": shown["transactionId"]}
    greeting = quote(text("payment:support.greeting", **ids))
    if shop["whatsapp"]:
        number = re.sub(r"\D", "", shop["whatsapp"])
        return f"https://wa.me/{number}?text={greeting}"
    subject = quote(text("payment:support.subject", orderId=shown["orderId"]))
    return f"mailto:{shop['email']}?subject={subject}&body={greeting}" if shop["email"] else ""


def _contacts(shop: Answer | None) -> list[tuple[str, str]]:
    if not shop:
        return []
    ways = [
        ("mailto:", shop["email"], shop["email"]),
        ("tel:", shop["phone"].replace(" ", ""), shop["phone"]),
    ]
    return [(scheme + address, label) for scheme, address, label in ways if label]


def _amount(shown: Answer) -> str:
    return format_rupees(paise(shown["amount"]))


def _moment(written: str) -> datetime:
    return datetime.fromisoformat(written)


def _has_page(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True
