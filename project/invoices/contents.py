"""What stands on an invoice or a credit note: computed once from the stored order, then kept as it was.

Amounts are whole paise. A row's total is what the customer pays for it: taxable value + taxes + rounding.
Within the seller's state the tax is CGST and the state's half, which must be equal to the paisa. The odd
paisa of a tax that cannot be halved falls to the taxable value where prices include tax; where they do not it
is shown as rounding. Either way the sum stays what was paid.
"""

import json
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import timezone

from project.core.gst import STATE_CODES, state_half
from project.core.money import portion
from project.orders.models import Order, OrderLine
from project.payments.models import Refund

_PARTS = ("taxable", "cgst", "sgst", "igst", "rounding")


@dataclass(frozen=True)
class Party:
    """Seller or buyer."""

    name: str
    address: str
    state: str
    state_code: str
    gstin: str = ""
    email: str = ""
    phone: str = ""


@dataclass(frozen=True)
class Row:
    """A line of goods, or the delivery."""

    title: str
    options: str
    hsn: str
    quantity: int
    unit: int
    discount: int
    rate_basis_points: int
    taxable: int
    cgst: int
    sgst: int
    igst: int
    rounding: int
    delivery: bool = False

    @property
    def tax(self) -> int:
        """All taxes of the row."""
        return self.cgst + self.sgst + self.igst

    @property
    def total(self) -> int:
        """What the customer pays, or gets back, for it."""
        return self.taxable + self.tax + self.rounding


@dataclass(frozen=True)
class Contents:
    """A whole document. Days and times are ISO texts."""

    seller: Party
    buyer: Party
    place_of_supply: str
    place_code: str
    # Between states the whole tax is IGST.
    interstate: bool
    state_half: str
    rows: tuple[Row, ...]
    order_id: str
    ordered_on: str
    payment_id: str
    paid_on: str
    prices_include_tax: bool
    # Of a credit note: the invoice it corrects, and the refund it is for.
    invoice_number: str = ""
    invoice_date: str = ""
    refund_id: str = ""

    @property
    def title(self) -> str:
        """Return what the law calls it: tax_invoice, bill_of_supply (nothing taxed) or both in one."""
        if self.invoice_number:
            return "credit_note"
        taxed = {row.rate_basis_points > 0 for row in self.rows if not row.delivery}
        if not self.seller.gstin:
            return "invoice"
        if taxed == {True, False}:
            return "invoice_and_bill"
        return "tax_invoice" if True in taxed else "bill_of_supply"

    def sum(self, part: str) -> int:
        """Return the sum of one of the rows' amounts."""
        return sum(getattr(row, part) for row in self.rows)

    @property
    def total(self) -> int:
        """What was paid, or paid back."""
        return self.sum("total")

    def to_json(self) -> dict[str, Any]:
        """Return what the database keeps."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Contents":
        """Return what `to_json` made of it."""
        return cls(
            **stored
            | {
                "seller": Party(**stored["seller"]),
                "buyer": Party(**stored["buyer"]),
                "rows": tuple(Row(**row) for row in stored["rows"]),
            }
        )


def of_order(order: Order) -> Contents:
    """Return the contents of a paid order's invoice.

    The delivery is taxed as the goods are (it is part of their supply: section 8 of the CGST Act), by the
    rate of the line that is worth most; its tax is inside what was charged for it.
    """
    seller_state = settings.SHOP_STATE
    state = order.address.get("state", "")
    interstate = state != seller_state
    lines = list(order.lines.all())
    rows = [_line(order, line, interstate=interstate) for line in lines]
    if order.shipping_paise:
        principal = max(lines, key=lambda line: line.total_paise)
        rate = principal.tax_rate_basis_points
        rows.append(
            _row(
                title="",
                options="",
                hsn="9968",
                quantity=1,
                unit=order.shipping_paise,
                discount=0,
                rate_basis_points=rate,
                total=order.shipping_paise,
                tax=portion(order.shipping_paise, rate, 10_000 + rate),
                interstate=interstate,
                inclusive=True,
                delivery=True,
            )
        )
    return Contents(
        seller=Party(
            name=str(settings.SHOP["legalName"]),
            address=str(settings.SHOP["address"]),
            state=seller_state,
            state_code=STATE_CODES[seller_state],
            gstin=str(settings.SHOP["gstin"]),
            email=str(settings.SHOP["email"]),
            phone=str(settings.SHOP["phone"]),
        ),
        buyer=Party(
            name=order.name,
            address=", ".join(
                part
                for part in (
                    order.address.get("street", ""),
                    order.address.get("city", ""),
                    order.address.get("pincode", ""),
                )
                if part
            ),
            state=state,
            state_code=STATE_CODES.get(state, ""),
            phone=order.phone,
        ),
        place_of_supply=state,
        place_code=STATE_CODES.get(state, ""),
        interstate=interstate,
        state_half=state_half(seller_state),
        rows=tuple(rows),
        order_id=order.order_id,
        ordered_on=timezone.localdate(order.created_at).isoformat(),
        payment_id=order.payment_id,
        paid_on=timezone.localdate(order.paid_at).isoformat() if order.paid_at else "",
        prices_include_tax=order.prices_include_tax,
    )


def of_refund(
    refund: Refund, invoice: Contents, *, number: str, issued_on: str, earlier: list[Contents]
) -> Contents:
    """Return the contents of a refund's credit note.

    `earlier` are the credit notes of the same invoice. The amount goes to the lines the refund names, what is
    left of it to all rows in proportion; each row's taxes go back in proportion, its last part exactly.
    """
    left = [
        _minus(row, [note.rows[position] for note in earlier]) for position, row in enumerate(invoice.rows)
    ]
    amounts = _allot(refund, [row.total for row in left])
    pieces = {int(part["line"]) - 1: int(part.get("quantity", 0)) for part in refund.lines}
    return Contents(
        **{
            **_same(invoice),
            "rows": tuple(
                _portion(row, amount, quantity=pieces.get(position, 0))
                for position, (row, amount) in enumerate(zip(left, amounts, strict=True))
            ),
            "invoice_number": number,
            "invoice_date": issued_on,
            "refund_id": refund.refund_id,
        }
    )


def _same(contents: Contents) -> dict[str, Any]:
    return {name: getattr(contents, name) for name in contents.__dataclass_fields__}


def _line(order: Order, line: OrderLine, *, interstate: bool) -> Row:
    paid = line.total_paise - line.discount_paise
    if not order.prices_include_tax:
        paid += line.tax_paise
    return _row(
        title=line.title_hi if order.language == "hi" else line.title_en,
        options=options_in_words(line, order.language),
        hsn=line.hsn_code,
        quantity=line.quantity,
        unit=line.unit_paise,
        discount=line.discount_paise,
        rate_basis_points=line.tax_rate_basis_points,
        total=paid,
        tax=line.tax_paise,
        interstate=interstate,
        inclusive=order.prices_include_tax,
    )


def _row(*, total: int, tax: int, interstate: bool, inclusive: bool, **facts: Any) -> Row:
    half = 0 if interstate else tax // 2
    odd = 0 if interstate else tax - 2 * half
    return Row(
        **facts,
        taxable=total - tax + (odd if inclusive else 0),
        cgst=half,
        sgst=half,
        igst=tax if interstate else 0,
        rounding=0 if inclusive else odd,
    )


def options_in_words(line: OrderLine, language: str) -> str:
    """Return what was chosen, in the buyer's words; what every piece has is not said."""
    names = _option_names("hi" if language == "hi" else "en")
    chosen = line.customization
    wanted = [
        chosen.get("origin") or "",
        chosen.get("size") if chosen.get("size") != "regular" else "",
        chosen.get("pendantType") if chosen.get("pendantType") != "none" else "",
    ]
    words = [names.get(name, name) for name in wanted if name]
    if chosen.get("xrayCertification"):
        words.append("एक्स-रे प्रमाणपत्र" if language == "hi" else "X-ray certificate")
    return " · ".join(words)


@cache
def _option_names(language: str) -> dict[str, str]:
    names: dict[str, str] = json.loads((settings.FRONTEND_TEXTS / language / "shop.json").read_text())[
        "options"
    ]
    return names


def _minus(row: Row, credited: list[Row]) -> Row:
    """Return what is left of a row after these parts of it were credited."""
    parts = {part: getattr(row, part) - sum(getattr(each, part) for each in credited) for part in _PARTS}
    return Row(**{**asdict(row), **parts})


def _allot(refund: Refund, left: list[int]) -> list[int]:
    """Share the refund's amount among the rows; no row gets more than is left of it."""
    amounts = [0] * len(left)
    rest = min(refund.amount_paise, sum(left))
    for part in refund.lines:
        position = int(part["line"]) - 1
        if 0 <= position < len(left):
            share = min(int(part["amountPaise"]), left[position] - amounts[position], rest)
            amounts[position] += share
            rest -= share
    room = [have - amount for have, amount in zip(left, amounts, strict=True)]
    total, seen, given = sum(room), 0, 0
    for position, have in enumerate(room):
        if not total:
            break
        # In running sums, so that the shares add up to the paisa and none exceeds its room.
        seen += have
        share = portion(rest, seen, total) - given
        given += share
        amounts[position] += share
    return amounts


def _portion(row: Row, amount: int, *, quantity: int) -> Row:
    """Return the part of a row that `amount` is, its taxes in proportion."""
    whole = row.total
    facts = {**asdict(row), "quantity": quantity, "unit": 0, "discount": 0}
    if amount == whole:
        return Row(**facts)
    cgst = portion(row.cgst, amount, whole)
    sgst = portion(row.sgst, amount, whole)
    igst = portion(row.igst, amount, whole)
    taxes = {"cgst": cgst, "sgst": sgst, "igst": igst, "rounding": 0}
    return Row(**{**facts, **taxes, "taxable": amount - cgst - sgst - igst})
