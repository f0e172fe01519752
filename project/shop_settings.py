"""The settings of who sells and what the shop promises; `settings.py` takes them in."""

import re

from django.core.exceptions import ImproperlyConfigured

from project.core.gst import STATE_CODES, is_gstin
from project.env import env, env_bool, env_int

PRICES_INCLUDE_TAX = env_bool("PRICES_INCLUDE_TAX", True)
SHIPPING_FLAT_PAISE = env_int("SHIPPING_FLAT_PAISE", 0)
SHIPPING_FREE_ABOVE_PAISE = env_int("SHIPPING_FREE_ABOVE_PAISE", 99900)
# Pieces of one product in one order. Above 10, trying quantities out tells a stranger how many there are.
MAX_QUANTITY = env_int("MAX_QUANTITY", 10)
if not 1 <= MAX_QUANTITY <= 99:
    raise ImproperlyConfigured("MAX_QUANTITY must be 1 to 99")
# Who sells in the sample shop: marked as samples, and a number that reaches nobody. A shop that is not for
# development must have its own in their place.
SAMPLE_SELLER = {
    "SHOP_LEGAL_NAME": "Akshamala (sample shop)",
    "SHOP_ADDRESS": "Sample address, Pune 411001",
    "SHOP_EMAIL": "care@akshamala.example",
    "SHOP_PHONE": "+91 00000 00000",
    "SHOP_GRIEVANCE_OFFICER": "Sample officer",
}

# The tax number. In production a seller without one has to say so.
_gstin = env("SHOP_GSTIN")
if _gstin.lower() == "unregistered":
    _gstin = ""

SHOP = {
    "name": "Akshamala",
    "legalName": env("SHOP_LEGAL_NAME", SAMPLE_SELLER["SHOP_LEGAL_NAME"]),
    "address": env("SHOP_ADDRESS", SAMPLE_SELLER["SHOP_ADDRESS"]),
    "email": env("SHOP_EMAIL", SAMPLE_SELLER["SHOP_EMAIL"]),
    "phone": env("SHOP_PHONE", SAMPLE_SELLER["SHOP_PHONE"]),
    "whatsapp": env("SHOP_WHATSAPP", ""),
    "grievanceOfficer": env("SHOP_GRIEVANCE_OFFICER", SAMPLE_SELLER["SHOP_GRIEVANCE_OFFICER"]),
    "gstin": _gstin,
    # An icon without an address is not shown.
    "social": {
        name: address
        for name, address in (
            ("instagram", env("SHOP_INSTAGRAM")),
            ("facebook", env("SHOP_FACEBOOK")),
            ("youtube", env("SHOP_YOUTUBE")),
        )
        if address
    },
}
# Where the seller is registered, as the state is written in addresses: CGST + SGST within it, IGST elsewhere.
SHOP_STATE = env("SHOP_STATE") or "Maharashtra"
if SHOP_STATE not in STATE_CODES:
    raise ImproperlyConfigured(f"SHOP_STATE must be a state of India in English, not {SHOP_STATE!r}")
if _gstin and not _gstin.startswith(STATE_CODES[SHOP_STATE]):
    raise ImproperlyConfigured(f"SHOP_GSTIN must begin with {STATE_CODES[SHOP_STATE]} for {SHOP_STATE}")
if _gstin and not is_gstin(_gstin):
    raise ImproperlyConfigured(
        f"SHOP_GSTIN is mistyped: {_gstin!r} is no GSTIN, its last character checks it"
    )
# What the numbers of a financial year begin with: AKS/26-27/000001 has the 16 characters that the law allows.
INVOICE_PREFIX = env("INVOICE_PREFIX", "AKS")
CREDIT_NOTE_PREFIX = env("CREDIT_NOTE_PREFIX", "CRN")
for _prefix in (INVOICE_PREFIX, CREDIT_NOTE_PREFIX):
    if not re.fullmatch("[A-Z0-9]{1,3}", _prefix):
        raise ImproperlyConfigured(
            f"Prefixes of invoices have one to three capitals or digits, not {_prefix!r}"
        )
if INVOICE_PREFIX == CREDIT_NOTE_PREFIX:
    raise ImproperlyConfigured("INVOICE_PREFIX and CREDIT_NOTE_PREFIX must differ")
# What the shop promises on pages, in mails and on invoices: the numbers, and whether it is promised at all.
# The words stand in frontend/src/i18n/*/promises.json.
DELIVERY_DAYS = env("DELIVERY_DAYS", "3-5")
DELIVERY_PROMISE_DAYS = env_int("DELIVERY_PROMISE_DAYS", 7)
RETURN_DAYS = env_int("RETURN_DAYS", 7)
# Business days until a refund is credited, and until a replacement arrives.
REFUND_DAYS = env("REFUND_DAYS", "3-5")
# Business days by which a refund is promised to be there: the longest of those.
REFUND_DAYS_AT_MOST = int(REFUND_DAYS.rpartition("-")[2])
REPLACEMENT_DAYS = env("REPLACEMENT_DAYS", "3-5")
PROMISE_AUTHENTIC = env_bool("PROMISE_AUTHENTIC", True)
PROMISE_LAB_CERTIFIED = env_bool("PROMISE_LAB_CERTIFIED", True)
# How many times the price a proven fake pays back; 0 promises nothing.
MONEY_BACK_FACTOR = env_int("MONEY_BACK_FACTOR", 5)
SUPPORT_AROUND_THE_CLOCK = env_bool("SUPPORT_AROUND_THE_CLOCK", True)
SUPPORT_ANSWER_HOURS = env_int("SUPPORT_ANSWER_HOURS", 24)
# Hours until a problem with a payment is settled.
PAYMENT_SUPPORT_HOURS = env_int("PAYMENT_SUPPORT_HOURS", 24)
# Minutes that the mail which confirms a payment may take, minutes after which one should write (and staff are
# told of a mail that has not left), and working hours after which it is there at the latest.
CONFIRMATION_MAIL_MINUTES = env("CONFIRMATION_MAIL_MINUTES", "5-10")
MAIL_LATE_MINUTES = env_int("MAIL_LATE_MINUTES", 15)
CONFIRMATION_MAIL_HOURS = env_int("CONFIRMATION_MAIL_HOURS", 1)
# Hours until a grievance is acknowledged, days until it is settled: the law allows 48 and 30.
GRIEVANCE_HOURS = env_int("GRIEVANCE_HOURS", 48)
GRIEVANCE_DAYS = env_int("GRIEVANCE_DAYS", 30)
# Days that mails, settled messages and the buyers of unpaid orders are kept; the privacy page says so.
MAILS_KEPT_DAYS = env_int("MAILS_KEPT_DAYS", 365)
TICKETS_KEPT_DAYS = env_int("TICKETS_KEPT_DAYS", 1095)
UNPAID_ORDERS_KEPT_DAYS = env_int("UNPAID_ORDERS_KEPT_DAYS", 90)
# Days that events which are about nobody's money, and what webhooks said word by word, are kept.
EVENTS_KEPT_DAYS = env_int("EVENTS_KEPT_DAYS", 365)
WEBHOOK_BODIES_KEPT_DAYS = env_int("WEBHOOK_BODIES_KEPT_DAYS", 365)
if min(EVENTS_KEPT_DAYS, WEBHOOK_BODIES_KEPT_DAYS) < 30:
    raise ImproperlyConfigured("EVENTS_KEPT_DAYS, WEBHOOK_BODIES_KEPT_DAYS must be 30 or more")
if min(MAILS_KEPT_DAYS, TICKETS_KEPT_DAYS, UNPAID_ORDERS_KEPT_DAYS) < 7:
    raise ImproperlyConfigured(
        "MAILS_KEPT_DAYS, TICKETS_KEPT_DAYS, UNPAID_ORDERS_KEPT_DAYS must be 7 or more"
    )
