"""The first screen of a payment: what its script shows a moment later, word for word.

It says what our own books say; a status in the address is never believed. The script's part is
frontend/src/features/payment: change both.
"""

import math
import re
from datetime import date, datetime
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import Resolver404, resolve

from project.core.money import format_rupees, paise
from project.storefront.answers import Answers
from project.storefront.pages import Page, page
from project.storefront.texts import text
from project.storefront.times import clock, date_and_time, date_in_words
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
        # A status or an order alone is a payment that only the reader's own script knows or may ask for.
        if part or request.GET.keys() & {"orderId", "status", "transactionId", "merchantTransactionId"}:
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
    named = part if part not in _WORDS else ""
    named = named or request.GET.get("merchantTransactionId") or request.GET.get("transactionId") or ""
    # Which of an order's payments is meant depends on who asks.
    return None if named.upper().startswith("AKS-") else named or None


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
    chat = _chat(shop, shown["orderId"])
    return {
        "tone": outcome,
        "title": text(f"payment:{outcome}.title"),
        "lead": _lead(shown),
        "processing": _processing(shown, payable) if outcome == "processing" else None,
        "money": text(_money(shown), amount=_amount(shown)),
        "track": (outcome == "success" or is_open) and _has_page("/track-order"),
        "refresh": request.get_full_path() if is_open else "",
        "payable": payable,
        "can_retry": shown["canRetry"],
        "retry": _retry(shown),
        "support": outcome != "success" or not shown["fulfils"],
        "chat": chat,
        "contact_form": f"/contact?order={quote(shown['orderId'])}",
        "continue": outcome != "processing",
        "steps": _steps(shown) if is_open or shown["fulfils"] else [],
        "facts": _facts(shown),
        "transaction_id": shown["transactionId"],
        "other_device": _other_device(shown),
        "tips": [text(f"payment-more:help.{name}") for name in ("method", "limit", "network")]
        if outcome == "failed"
        else [],
        "mail_hint": _mail_hint(shop) if outcome == "processing" or shown["fulfils"] else "",
        "contacts": _contacts(shop, chat),
        "promises": shop["promises"] if shop else {},
    }


def _lead(shown: Answer) -> list[str]:
    match shown["outcome"]:
        case "success" if not shown["fulfils"]:
            return [text(f"payment:success.{'twice' if shown['steps']['confirmed'] else 'unplaced'}")]
        case "success" if shown["estimatedDelivery"]:
            day = date_in_words(date.fromisoformat(shown["estimatedDelivery"]))
            return [text("payment:success.lead"), text("payment:success.arrives", day=day)]
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


def _mail_hint(shop: Answer | None) -> str:
    if not shop:
        return ""
    promises = shop["promises"]
    return text(
        "payment-more:help.mail",
        minutes=promises["confirmationMailMinutes"],
        late=promises["mailLateMinutes"],
        count=promises["confirmationMailHours"],
    )


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


def _chat(shop: Answer | None, order_id: str) -> str:
    """Return the link to the shop's chat about the order, empty without a number."""
    if not shop or not shop["whatsapp"]:
        return ""
    greeting = quote(text("shell:orderGreeting", orderId=order_id), safe="")
    return f"https://wa.me/{re.sub(r'[^0-9]', '', shop['whatsapp'])}?text={greeting}"


def _contacts(shop: Answer | None, chat: str) -> list[tuple[str, str]]:
    if not shop:
        return []
    ways = [
        ("", chat, text("payment-more:help.whatsapp") if chat else ""),
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
