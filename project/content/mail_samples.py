"""A sample of every kind of mail, for the development mailbox and the tests: what the templates are given."""

from typing import Any

_ORDER = {
    "name": "Asha Rao",
    "order_id": "AKS-7K3M9Q2X4V8B",
    "order_link": "http://shop.example/order/AKS-7K3M9Q2X4V8B?key=sample",
}
_GOODS = {
    **_ORDER,
    "lines": [
        {
            "title": "5 Mukhi Rudraksha",
            "options": "Nepal · Size: Regular",
            # Of the sample shop; elsewhere the text in their place is shown.
            "picture": "/media/products/rudraksha-5-mukhi.f7b7f7d150c9-400.webp",
            "quantity": 2,
            "in_parcel": 1,
            "withheld": 1,
            "amount": "₹700",
        },
        {
            "title": "Rose Quartz Bracelet",
            "options": "",
            "picture": "/media/products/rose-quartz-bracelet.9bf3e2b6e37d-400.webp",
            "quantity": 1,
            "in_parcel": 1,
            "amount": "₹1,24,560.50",
        },
    ],
    "address": "12 MG Road, Pune 411001, Maharashtra",
    "subtotal": "₹1,25,260.50",
    "discount": "₹500",
    "tax": "",
    "shipping": "₹99",
    "total": "₹1,24,859.50",
    "tax_included": "₹19,046.36",
    "days": "3-5",
    "expected": "28 November 2026",
}
_PIECES = {**_ORDER, "lines": _GOODS["lines"]}
_CODE = {"code": "408613", "minutes": 10}
_LOGIN_LINK = {"link": "http://shop.example/login#email=asha%40example.com&code=sample"}
_UNDO = {"link": "http://shop.example/account/undo?key=sample", "hours": 72}
_DOCUMENT = {
    **_ORDER,
    "number": "AKS/26-27/000042",
    "day": "21 November 2026",
    "total": "₹1,24,859.50",
    "invoice_number": "AKS/26-27/000041",
    "payment": "Paid by UPI on 21 November 2026, transaction TXN4X7K2M9Q3V8B1N5C6D",
}
_REFUND = {**_ORDER, "refund_id": "RFD4X7K2M9Q3V8B1N5C6", "amount": "₹700"}
_RETURN = {**_ORDER, "return_id": "RET-4X7K2M", "replacement": False}
_CLAIM = {**_ORDER, "claim_id": "CLM-4X7K2M9Q3V", "title": "5 Mukhi Rudraksha", "quantity": 1}
_STAFF_CHANGE = {
    "person": "Asha Rao",
    "person_email": "asha@example.com",
    "by": "Meera Iyer",
    "by_email": "meera@example.com",
    "role_before": "Finance",
    "role_after": "Finance",
    "when": "28 November 2026, 10:15",
    "approves_from": "29 November 2026, 10:15",
    "link": "http://shop.example/admin/users?user=USAMPLE",
}
_MESSAGE = {
    "number": "TKT-4X7K2M9Q",
    "name": "Asha Rao",
    "email": "asha@example.com",
    "phone": "9876543210",
    "order_id": "AKS-7K3M9Q2X4V8B",
    "paragraphs": ["Is the bead on the way?", "I would like to give it on Monday."],
}

_ANSWER = ["Dear Asha Rao,", "your payment of ₹700 has arrived.", "• Your support team"]

# Kind → the variants worth looking at, each a whole context.
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "support_answer": [{"subject_line": "Your order AKS-7K3M9Q2X4V8B", "paragraphs": _ANSWER}],
    "order_received": [_GOODS],
    "free_order_confirmed": [{**_GOODS, "discount": "₹1,24,859.50", "total": "₹0"}],
    "cash_order_confirmed": [{**_GOODS, "to_collect": "₹1,24,859.50"}],
    "payment_received": [{**_GOODS, "payment": "TXN4X7K2M9Q3V8B1N5C6D"}],
    "payment_failed": [
        {
            **_ORDER,
            "payment": "TXN4X7K2M9Q3V8B1N5C6D",
            "total": "₹700",
            "reason": "Your bank did not answer in time.",
            "maybe_debited": debited,
        }
        for debited in (False, True)
    ],
    "order_adopted": [{**_ORDER, "at": "21 November 2026, 14:05"}],
    "order_dispatched": [
        {**_GOODS, "carrier": "Blue Dart", "tracking_number": "77412345675", "tracking_url": url}
        for url in ("https://track.example/77412345675", "")
    ],
    "order_delivered": [
        {**_PIECES, "return_days": 7, "certificates": certificates}
        for certificates in (
            [],
            [{"number": "SGL-2026-0005", "url": "http://shop.example/verify/SGL-2026-0005"}],
        )
    ],
    "order_cancelled": [
        {**_PIECES, "by_customer": True, "reason": "", "paid": True},
        {**_PIECES, "by_customer": False, "reason": "One of the beads broke while packing", "paid": True},
        {**_PIECES, "by_customer": False, "reason": "", "paid": False},
        {**_PIECES, "by_customer": False, "reason": "", "paid": False, "money_back": True},
        {**_PIECES, "by_customer": False, "reason": "", "paid": False, "refused": True},
    ],
    "return_requested": [
        {**_PIECES, **_RETURN},
        {**_PIECES, **_RETURN, "replacement": True},
    ],
    "return_decided": [
        {**_RETURN, "replacement": replacement, "approved": approved, "free": free, "note": note}
        for replacement, approved, free, note in (
            (False, True, False, ""),
            (False, True, True, ""),
            (True, True, False, "The courier comes on Monday"),
            (False, False, False, "The seal was opened"),
            (True, False, False, ""),
        )
    ],
    "claim_opened": [{**_CLAIM, "factor": 5, "pay_to": "….rao@okbank"}],
    "claim_decided": [
        {
            **_CLAIM,
            "approved": approved,
            "note": note,
            "factor": 5,
            "due": "₹3,500",
            "refund": refund,
            "transfer": transfer,
            "pay_to": "asha.rao@okbank",
        }
        for approved, note, refund, transfer in (
            (True, "", "₹700", "₹2,800"),
            (True, "We are sorry, and have told our supplier", "", "₹3,500"),
            (True, "", "₹700", ""),
            (False, "The report names another piece", "", ""),
        )
    ],
    "claim_paid": [
        {**_CLAIM, "transfer": "₹2,800", "pay_to": "asha.rao@okbank", "bank_reference": "UTR612345678901"}
    ],
    "refund_started": [
        {**_REFUND, "due": "30 November 2026", "by_transfer": by_transfer} for by_transfer in (False, True)
    ],
    "pay_to_changed": [
        {**_ORDER, "pay_to": pay_to, "removed": removed, "at": "21 November 2026, 14:05"}
        for pay_to, removed in (("….rao@okbank", ""), ("", "….rao@okbank"))
    ],
    "refund_done": [
        {**_REFUND, "bank_reference": "UTR123456789012", "by_transfer": False},
        {**_REFUND, "bank_reference": "", "by_transfer": False},
        {**_REFUND, "bank_reference": "UTR123456789012", "by_transfer": True},
    ],
    "invoice": [_DOCUMENT, {**_DOCUMENT, "bill_of_supply": True}],
    "invoice_copy": [_DOCUMENT, {**_DOCUMENT, "bill_of_supply": True}],
    "credit_note": [
        {**_DOCUMENT, "number": "CRN/26-27/000007", "unpaid": False},
        {**_DOCUMENT, "number": "CRN/26-27/000008", "unpaid": True, "bill_of_supply": True},
    ],
    "guidance": [
        {
            "sign": "Leo",
            "primary": "1 Mukhi Rudraksha",
            "secondary": "5 Mukhi Rudraksha",
            "description": "Leo is the Sun's own sign: generous, dignified, glad to give light.",
            "best_time": "Sunday, in the morning, after bathing",
            "mantra": "Om Hrim Namah",
            "ritual": [
                "Rinse the bead in clean water.",
                "Chant Om Hrim Namah 108 times, then put the bead on.",
            ],
            "care": ["Wipe it with a soft dry cloth.", "Keep it in a cloth pouch."],
            "caution": "Rudraksha is worn out of faith and custom.",
            "link": "http://shop.example/rudraksh-recommendation?sign=leo",
        }
    ],
    "contact_copy": [
        {**_MESSAGE, "topic": topic, "hours": 24, "grievance_days": days}
        for topic, days in (("My order", 0), ("Grievance", 30))
    ],
    "contact_message": [{**_MESSAGE, "topic": "My order"}],
    "orders_code": [
        {**_CODE, "link": "http://shop.example/track-orders#email=asha%40example.com&code=sample"}
    ],
    "cash_code": [_CODE],
    "payout_code": [_CODE],
    "erase_code": [_CODE],
    "address_erased": [{"at": "21 November 2026, 14:05"}],
    "login_code": [_CODE | _LOGIN_LINK],
    "staff_code": [_CODE],
    "register_code": [_CODE | _LOGIN_LINK],
    "email_code": [_CODE],
    "password_code": [_CODE],
    "delete_code": [_CODE],
    "move_code": [_CODE],
    "sessions_code": [_CODE],
    "email_changed": [{"new_email": "asha.new@example.com", **_UNDO}],
    "staff_email_changed": [{"old_email": "asha@example.com", "new_email": "asha.new@example.com"}],
    "staff_changed": [
        {**_STAFF_CHANGE, "change": "role", "role_before": "Customer"},
        *({**_STAFF_CHANGE, "change": change} for change in ("email", "factor", "unblocked")),
        {**_STAFF_CHANGE, "change": "role", "by": "", "by_email": "", "approves_from": ""},
    ],
    "webhook_off": [
        {
            "name": "Stock sync",
            "host": "erp.example.com",
            "since": "21 November 2026, 14:05",
            "link": "https://shop.example/admin/users/webhooks/H7K2M9Q4T8VN2",
        }
    ],
    "password_changed": [_UNDO],
    "account_deleted": [{}],
    "second_factor_changed": [
        *({"change": change, "passkey": "Work laptop"} for change in ("passkey_added", "passkey_removed")),
        *({"change": change} for change in ("app_added", "app_removed", "codes_renewed", "reset")),
        {"change": "code_used", "left": 9},
    ],
    "second_factor_wrong": [
        {
            "account": "asha@example.com",
            "count": 5,
            "day": "21 November 2026",
            "time": "17:52",
            "device": device,
            "network": network,
        }
        for device, network in (("Firefox, Linux", "203.0.113.…"), ("", ""))
    ],
}
