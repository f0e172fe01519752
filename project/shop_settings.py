"""The settings of who sells and what the shop promises; `settings.py` takes them in."""

import re

from django.core.exceptions import ImproperlyConfigured

from project.core.gst import STATE_CODES
from project.env import env, env_bool, env_int

PRICES_INCLUDE_TAX = env_bool("PRICES_INCLUDE_TAX", True)
SHIPPING_FLAT_PAISE = env_int("SHIPPING_FLAT_PAISE", 0)
SHIPPING_FREE_ABOVE_PAISE = env_int("SHIPPING_FREE_ABOVE_PAISE", 99900)
SHOP = {
    "name": "Akshamala",
    "legalName": env("SHOP_LEGAL_NAME", "Akshamala (sample shop)"),
    "address": env("SHOP_ADDRESS", ""),
    "email": env("SHOP_EMAIL", "care@akshamala.example"),
    "phone": env("SHOP_PHONE", ""),
    "whatsapp": env("SHOP_WHATSAPP", ""),
    "grievanceOfficer": env("SHOP_GRIEVANCE_OFFICER", ""),
    "gstin": env("SHOP_GSTIN", ""),
    # An icon without an address is not shown.
    "social": {
        name: address
        for name in ("instagram", "facebook", "youtube")
        if (address := env(f"SHOP_{name.upper()}"))
    },
}
# Where the seller is registered, as the state is written in addresses: CGST + SGST within it, IGST elsewhere.
SHOP_STATE = env("SHOP_STATE", "Maharashtra")
if SHOP_STATE not in STATE_CODES:
    raise ImproperlyConfigured(f"SHOP_STATE must be a state of India in English, not {SHOP_STATE!r}")
if SHOP["gstin"] and not str(SHOP["gstin"]).startswith(STATE_CODES[SHOP_STATE]):
    raise ImproperlyConfigured(f"SHOP_GSTIN must begin with {STATE_CODES[SHOP_STATE]} for {SHOP_STATE}")
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
REPLACEMENT_DAYS = env("REPLACEMENT_DAYS", "3-5")
PROMISE_AUTHENTIC = env_bool("PROMISE_AUTHENTIC", True)
PROMISE_LAB_CERTIFIED = env_bool("PROMISE_LAB_CERTIFIED", True)
# How many times the price a proven fake pays back; 0 promises nothing.
MONEY_BACK_FACTOR = env_int("MONEY_BACK_FACTOR", 5)
SUPPORT_AROUND_THE_CLOCK = env_bool("SUPPORT_AROUND_THE_CLOCK", True)
SUPPORT_ANSWER_HOURS = env_int("SUPPORT_ANSWER_HOURS", 24)
# Hours until a grievance is acknowledged, days until it is settled: the law allows 48 and 30.
GRIEVANCE_HOURS = env_int("GRIEVANCE_HOURS", 48)
GRIEVANCE_DAYS = env_int("GRIEVANCE_DAYS", 30)
