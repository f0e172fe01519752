"""Named disasters: what goes wrong at a provider, step by step, and how a shop's books must end.

A scenario is data. The sandbox runs steps of the provider (`scenario_runner.py`); steps of the shop are only
named, and done by `manage.py scenario`, by the tests, or by a person who reads them on the sandbox's page.
README.md beside this file says how to add one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

# How one purchase ends: its order is confirmed with exactly its money; no money came; all of it went back.
# "lost": all of it went to the customer's bank in disputes.
End = Literal["paid", "unpaid", "returned", "lost"]
# What a shop does in a scenario.
ShopStep = Literal[
    "buy",  # a shopper places an order and opens its pay page
    "buy_last",  # the same, of a piece there is only one of
    "buy_slowly",  # the same, while the next steps go on
    "look",  # the clock asks the provider about every payment
    "messages",  # wait until the provider has sent what it has to send
    "cancel",  # the customer cancels the last order
    "hold_ends",  # the time runs out for which the pieces were kept
    "refund",  # staff give back the whole payment
    "refund_part",  # staff give back 100 rupees
    "refunds",  # the clock sends refunds and asks for their status
    "refund_again",  # staff try a failed refund again
    "disputes",  # the clock asks about disputes; staff enter and decide what the provider does not tell
]


@dataclass(frozen=True)
class Step:
    """A step in the shop (`name` is a ShopStep) or at the provider (see `scenario_runner.play`)."""

    who: Literal["shop", "provider"]
    name: str
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """A disaster: how it goes, and how each purchase in it must end once everything has come to rest."""

    name: str
    title: tuple[str, str]  # English, Hindi
    steps: tuple[Step, ...]
    ends: tuple[End, ...] = ("paid",)


def shop(name: ShopStep) -> Step:
    """Name a step of the shop."""
    return Step("shop", name)


def fault(kind: str, on: str, value: Any = None, times: int = 1) -> Step:
    """Order bad luck, as `faults` describes it; for the newest order if there is one."""
    return Step("provider", "fault", {"kind": kind, "on": on, "value": value, "times": times})


def bank(outcome: str, *, order: int = -1, unless_paid: bool = False, **options: Any) -> Step:
    """Let the bank answer about an order: the newest, or by position from 0."""
    given = {"outcome": outcome, "order": order, "unless_paid": unless_paid}
    return Step("provider", "bank", given | options)


def later(seconds: int) -> Step:
    """Let time pass at the provider."""
    return Step("provider", "clock", {"seconds": seconds})


def console_refund(paise: int | None = None) -> Step:
    """Refund at the provider's own console; everything unless told how much."""
    return Step("provider", "console_refund", {"paise": paise})


def refund_ends(outcome: str) -> Step:
    """Move the refund that is under way on."""
    return Step("provider", "refund_ends", {"outcome": outcome})


def dispute(paise: int | None = None, phase: str = "chargeback") -> Step:
    """Let the customer's bank claim money of the newest order; everything unless told how much."""
    return Step("provider", "dispute", {"paise": paise, "phase": phase})


def dispute_moves(to: str) -> Step:
    """Let the bank go on with the disputes of the newest order."""
    return Step("provider", "dispute_moves", {"to": to})


BUY, LOOK, MESSAGES, REFUNDS = shop("buy"), shop("look"), shop("messages"), shop("refunds")
RESEND = Step("provider", "resend")
PAID = bank("success")
# A purchase that is paid and settled.
SOLD = (BUY, PAID, MESSAGES)
NO_MESSAGES = fault("webhook_missing", "webhook", times=9)
# Longer than the longest page a shop may ask for.
PAGE_OVER = later(3700)

_ALL = (
    Scenario(
        "plain_success",
        ("Nothing goes wrong", "सब ठीक चलता है"),
        SOLD,
    ),
    Scenario(
        "never_paid",
        ("The shopper walks away and the page expires", "ग्राहक चला जाता है और पेज की अवधि समाप्त हो जाती है"),
        (BUY, PAGE_OVER, LOOK, shop("hold_ends")),
        ("unpaid",),
    ),
    Scenario(
        "late_success",
        ("Cancelled at the bank, and paid after all", "बैंक पर रद्द, फिर भी भुगतान हो गया"),
        (BUY, bank("cancel"), LOOK, bank("success", late=True), MESSAGES),
    ),
    Scenario(
        "late_success_unannounced",
        ("Paid after all, and no message says so", "बाद में भुगतान हुआ, पर कोई संदेश नहीं आया"),
        (
            BUY,
            bank("cancel"),
            MESSAGES,
            fault("webhook_missing", "checkout.order.completed"),
            bank("success", late=True),
            LOOK,
        ),
    ),
    Scenario(
        "expired_then_paid",
        ("The page expires, then the money comes", "पेज की अवधि के बाद पैसा आता है"),
        (BUY, PAGE_OVER, LOOK, shop("hold_ends"), bank("success", late=True), MESSAGES),
    ),
    Scenario(
        "expired_then_paid_sold_out",
        (
            "The page expires, somebody else buys the last piece, then the money comes",
            "अवधि समाप्त, आख़िरी नग किसी और ने ख़रीद लिया, फिर पैसा आता है",
        ),
        (
            shop("buy_last"),
            PAGE_OVER,
            LOOK,
            shop("hold_ends"),
            shop("buy_last"),
            PAID,
            MESSAGES,
            bank("success", order=0, late=True),
            MESSAGES,
        ),
        ("returned", "paid"),
    ),
    Scenario(
        "cancelled_then_paid",
        (
            "The customer cancels in the shop while paying at the bank",
            "बैंक पर भुगतान के बीच ग्राहक दुकान में रद्द करता है",
        ),
        (BUY, bank("pending"), shop("cancel"), PAID, MESSAGES),
        ("returned",),
    ),
    Scenario(
        "double_capture",
        (
            "The address of the page is lost; the shopper gets a second one, and both are paid",
            "पेज का पता खो जाता है; दूसरा मिलता है, और दोनों का भुगतान हो जाता है",
        ),
        # Where the provider tells the address again there is only one.
        (
            fault("reply_lost", "pay"),
            BUY,
            bank("success", order=0),
            bank("success", unless_paid=True),
            MESSAGES,
        ),
    ),
    Scenario(
        "reply_lost",
        ("The answer to the pay call is lost", "भुगतान खोलने का उत्तर खो जाता है"),
        (fault("reply_lost", "pay"), BUY, PAID, MESSAGES),
    ),
    Scenario(
        "webhook_before_response",
        ("Paid and announced before the pay call is answered", "भुगतान खोलने का उत्तर आने से पहले ही भुगतान का संदेश"),
        (fault("slow_reply", "pay", 2500), shop("buy_slowly"), PAID, MESSAGES),
    ),
    Scenario(
        "webhook_missing",
        ("No message ever comes", "कोई संदेश नहीं आता"),
        (BUY, NO_MESSAGES, PAID, LOOK),
    ),
    Scenario(
        "webhook_duplicate",
        ("The same message twenty times at once", "एक ही संदेश एक साथ बीस बार"),
        (BUY, fault("webhook_duplicate", "checkout.order.completed", 20), PAID, MESSAGES),
    ),
    Scenario(
        "webhook_resent",
        ("Everything is sent again when it is long settled", "सब तय होने के बाद सारे संदेश फिर आते हैं"),
        (*SOLD, RESEND, MESSAGES),
    ),
    Scenario(
        "webhook_reordered",
        ("The failed attempt is announced after the success", "सफलता के बाद असफल कोशिश का संदेश आता है"),
        (
            BUY,
            fault("webhook_delay", "checkout.transaction.attempt.failed", 800),
            bank("failure"),
            PAID,
            MESSAGES,
        ),
    ),
    Scenario(
        "webhook_forged",
        ("A success signed with a wrong secret, about an order nobody paid", "ग़लत हस्ताक्षर वाला सफलता का संदेश"),
        (BUY, fault("webhook_forged", "webhook", times=9), bank("cancel"), MESSAGES),
        ("unpaid",),
    ),
    Scenario(
        "webhook_unsigned",
        ("A true message without any proof", "बिना प्रमाण का सच्चा संदेश"),
        (BUY, fault("webhook_unsigned", "webhook", times=9), PAID, MESSAGES),
    ),
    Scenario(
        "amount_altered_in_message",
        ("The message names another amount", "संदेश में राशि अलग है"),
        (BUY, fault("alter", "checkout.order.completed", {"amount": 100}), PAID, MESSAGES),
    ),
    Scenario(
        "amount_altered",
        ("The provider's answer names another amount, then the right one", "उत्तर में पहले ग़लत, फिर सही राशि"),
        (BUY, NO_MESSAGES, fault("alter", "status", {"amount": 100}), PAID, LOOK),
    ),
    Scenario(
        "other_currency",
        ("The provider's answer names another currency, then rupees", "उत्तर में पहले दूसरी मुद्रा, फिर रुपये"),
        (BUY, NO_MESSAGES, fault("alter", "status", {"currency": "USD"}), PAID, LOOK),
    ),
    Scenario(
        "id_altered",
        (
            "The answer is about another order, then about ours",
            "उत्तर पहले किसी और ऑर्डर का, फिर हमारा",
        ),
        (BUY, NO_MESSAGES, fault("alter", "status", {"orderId": "OMO0"}), PAID, LOOK),
    ),
    Scenario(
        "unknown_mode",
        ("Paid by an instrument nobody has heard of", "ऐसे साधन से भुगतान जिसका नाम किसी ने नहीं सुना"),
        (
            BUY,
            fault("alter", "status", {"paymentMode": "MOON_TRANSFER", "surprise": [1, {"deep": None}]}, 9),
            fault("alter", "checkout.order.completed", {"paymentMode": "MOON_TRANSFER"}),
            PAID,
            MESSAGES,
        ),
    ),
    Scenario(
        "unknown_state",
        ("A state nobody has heard of, then success", "पहले अनजानी स्थिति, फिर सफलता"),
        (BUY, fault("alter", "status", {"state": "ON_THE_MOON"}), LOOK, PAID, MESSAGES),
    ),
    Scenario(
        "html_500",
        ("Pages of HTML instead of answers", "उत्तर की जगह HTML पेज"),
        (BUY, fault("error_html", "status", times=3), PAID, LOOK, MESSAGES),
    ),
    Scenario(
        "garbage",
        ("An answer that is no JSON", "उत्तर जो JSON नहीं है"),
        (BUY, fault("garbage", "status", "]oops["), PAID, LOOK, MESSAGES),
    ),
    Scenario(
        "too_many",
        ("The provider finds that we ask too often", "प्रदाता कहता है कि हम बहुत बार पूछते हैं"),
        (BUY, fault("too_many", "status", times=3), PAID, LOOK, MESSAGES),
    ),
    Scenario(
        "token_refused",
        ("Our token is refused in the middle of it", "बीच में हमारा टोकन अस्वीकार"),
        (BUY, fault("unauthorized", "status"), PAID, LOOK, MESSAGES),
    ),
    Scenario(
        "connection_dropped",
        ("The connection breaks at every second step", "हर दूसरे क़दम पर संपर्क टूटता है"),
        (BUY, fault("drop", "status", times=2), PAID, LOOK, fault("drop", "status"), LOOK, MESSAGES),
    ),
    Scenario(
        "attempts_then_paid",
        ("Three failed attempts, then success on the same page", "तीन असफल कोशिशें, फिर उसी पेज पर सफलता"),
        (
            BUY,
            bank("failure", detail="ZM"),
            bank("failure", mode="CARD", detail="CARD_BLOCKED"),
            bank("failure", mode="NET_BANKING", detail="U28"),
            PAID,
            MESSAGES,
        ),
    ),
    Scenario(
        "refund_before_payment_event",
        ("A refund from the console is announced before the payment", "भुगतान से पहले रिफ़ंड का संदेश"),
        (
            BUY,
            fault("webhook_delay", "checkout.order.completed", 1500),
            PAID,
            console_refund(),
            refund_ends("success"),
            MESSAGES,
        ),
        ("returned",),
    ),
    Scenario(
        "refund_reply_lost",
        ("The answer to a refund is lost", "रिफ़ंड का उत्तर खो जाता है"),
        (*SOLD, shop("refund"), fault("reply_lost", "refund"), REFUNDS, REFUNDS),
        ("returned",),
    ),
    Scenario(
        "refund_fails_then_works",
        ("The provider cannot refund today; staff try again", "आज रिफ़ंड नहीं हो पाया; कर्मचारी फिर कोशिश करते हैं"),
        (*SOLD, shop("refund"), REFUNDS, refund_ends("failure"), MESSAGES, REFUNDS, shop("refund_again")),
        ("returned",),
    ),
    Scenario(
        "refund_races_console",
        ("Staff refund while somebody refunds at the console", "कर्मचारी और कंसोल से एक साथ रिफ़ंड"),
        (*SOLD, shop("refund"), console_refund(), REFUNDS, refund_ends("success"), MESSAGES, REFUNDS),
        ("returned",),
    ),
    Scenario(
        "refund_message_twice",
        ("A refund's messages come twice, and its answers as HTML", "रिफ़ंड के संदेश दो बार, उत्तर HTML में"),
        (
            *SOLD,
            shop("refund_part"),
            REFUNDS,
            fault("error_html", "refund_status", times=3),
            refund_ends("confirmed"),
            fault("webhook_duplicate", "pg.refund.completed", 5),
            refund_ends("success"),
            MESSAGES,
        ),
    ),
    Scenario(
        "dispute_won",
        (
            "The customer's bank claims the money, and the shop wins",
            "ग्राहक का बैंक राशि माँगता है, और दुकान जीतती है",
        ),
        (
            *SOLD,
            dispute(),
            MESSAGES,
            shop("disputes"),
            dispute_moves("under_review"),
            dispute_moves("won"),
            MESSAGES,
            shop("disputes"),
        ),
    ),
    Scenario(
        "dispute_lost_out_of_order",
        (
            "A dispute is lost; its messages come twice, late and in the wrong order",
            "विवाद में हार; संदेश दो बार, देर से और उलटे क्रम में आते हैं",
        ),
        (
            *SOLD,
            fault("webhook_delay", "payment.dispute.created", 1500),
            dispute(30_000),
            dispute(20_000, "pre_arbitration"),
            fault("webhook_duplicate", "payment.dispute.lost", 5),
            dispute_moves("lost"),
            MESSAGES,
            RESEND,
            MESSAGES,
            shop("disputes"),
        ),
        ("lost",),
    ),
)
SCENARIOS: Final[dict[str, Scenario]] = {scenario.name: scenario for scenario in _ALL}
