"""Content of an invoice or a credit note: computed once from the stored order, then kept unchanged.

Amounts are whole paise. A row's total is what the customer pays for it: taxable value + taxes + rounding.
Within the seller's state the tax is CGST and the state's half, each rounded by itself and so equal. Where
prices include tax the taxable value is the rest of what was paid; where they do not, a paisa by which the two
halves differ from the tax that was charged is shown as rounding. Either way the sum stays what was paid.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils import timezone

from project.core.gst import WITHOUT_TAX, split_tax, state_half
from project.core.india import STATE_CODES
from project.core.money import portion
from project.core.shop import shop
from project.invoices.upward_calls import InvoiceEvents
from project.orders.models import Order, OrderLine
from project.orders.pricing import delivery_rate
from project.payments.models import Refund

# Of which a row's total is the sum.
PARTS = ("taxable", "cgst", "sgst", "igst", "rounding")


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
    # What cash on delivery costs: part of the delivery's charge, with a line of its own.
    cash_fee: bool = False

    @property
    def tax(self) -> int:
        """All taxes of the row."""
        return self.cgst + self.sgst + self.igst

    @property
    def total(self) -> int:
        """The amount that the customer pays, or gets back, for it."""
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
    # It came too late to take the tax back (`credit_note_deadline`): a commercial credit note, of the money
    # alone. Its rows say which part of the invoice was paid back; none of their taxes is declared.
    tax_stays: bool = False
    # What the courier was to collect when the invoice was issued; 0: it was paid before.
    to_collect: int = 0
    # The seller's (`core.gst.Registration`); "" on documents that are older than the field.
    registration: str = ""
    # The shop's name in the document's language; "" on documents that are older than the field.
    brand: str = ""
    # Its mark's digest, and its accent; "" for the shipped ones.
    mark: str = ""
    accent: str = ""
    # What the customer paid with (`payments.Instrument`); "" where the provider did not say.
    instrument: str = ""

    @property
    def is_taxed(self) -> bool:
        """Return True when the seller may charge tax."""
        return self.registration not in WITHOUT_TAX

    @property
    def title(self) -> str:
        """Return what the law calls it: tax_invoice, bill_of_supply (nothing taxed) or both in one."""
        if self.tax_stays:
            return "commercial_credit_note"
        if self.invoice_number:
            return "credit_note"
        if not self.is_taxed:
            return "bill_of_supply"
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
        """The amount that was paid, or paid back."""
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


def of_order(order: Order, *, instrument: str = "") -> Contents:
    """Return the contents of the invoice of an order that is paid, or that the courier is paid for.

    The delivery is a row of its own, taxed as the goods that are worth most; so is the fee of cash on
    delivery.
    """
    now = shop()
    seller = order.seller_tax
    seller_state = seller.state
    state = order.address.get("state", "")
    interstate = state != seller_state
    business = order.business or {"gstin": "", "name": ""}
    lines = list(order.lines.all())
    rows = [_line(order, line, interstate=interstate) for line in lines]
    # Delivery that is free has no fee in it.
    fee, fee_tax = InvoiceEvents.bound().cash_fee(order) if order.shipping_paise else (0, 0)
    rate = delivery_rate((line.total_paise, line.tax_rate_basis_points) for line in lines)
    for paise, tax, is_fee in (
        (order.shipping_paise - fee, order.shipping_tax_paise - fee_tax, False),
        (fee, fee_tax, True),
    ):
        if not paise:
            continue
        # Before the delivery's tax was charged on top it was always inside.
        inclusive = order.prices_include_tax or not tax
        rows.append(
            _row(
                title="",
                options="",
                hsn="9968",
                quantity=1,
                unit=paise,
                discount=0,
                rate_basis_points=rate,
                amount=paise,
                charged=tax,
                interstate=interstate,
                inclusive=inclusive,
                delivery=True,
                cash_fee=is_fee,
            )
        )
    return Contents(
        seller=Party(
            name=now.seller.legal_name,
            address=now.seller.address,
            state=seller_state,
            state_code=STATE_CODES[seller_state],
            gstin=seller.gstin,
            email=now.contact.email,
            phone=now.contact.phone,
        ),
        buyer=Party(
            name=business["name"] or order.name,
            address=", ".join(
                part
                for part in (
                    # Who takes a business's parcel.
                    order.name if business["name"] else "",
                    order.address.get("street", ""),
                    order.address.get("city", ""),
                    order.address.get("pincode", ""),
                )
                if part
            ),
            state=state,
            state_code=STATE_CODES.get(state, ""),
            gstin=business["gstin"],
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
        to_collect=order.total_paise if order.paid_at is None else 0,
        registration=seller.registration,
        brand=now.brand.name_in(order.language),
        mark=now.brand.mark,
        accent=now.brand.accent,
        instrument=instrument,
    )


def with_options(contents: Contents, order: Order) -> Contents:
    """Return the contents with every choice of the order's lines: older invoices leave some out."""
    named = [line.options(order.language) for line in order.lines.all()]
    goods = [replace(row, options=options) for row, options in zip(contents.rows, named, strict=False)]
    return replace(contents, rows=(*goods, *contents.rows[len(goods) :]))


def of_cancellation(invoice: Contents, *, number: str, issued_on: str) -> Contents:
    """Return the contents of the credit note that takes back an invoice which nobody paid, all of it."""
    rows = tuple(_portion(row, row.total, quantity=row.quantity) for row in invoice.rows)
    return replace(invoice, rows=rows, invoice_number=number, invoice_date=issued_on)


def of_refund(
    refund: Refund,
    invoice: Contents,
    *,
    number: str,
    issued_on: str,
    earlier: list[Contents],
    tax_stays: bool = False,
) -> Contents:
    """Return the contents of a refund's credit note.

    `earlier` are the credit notes of the same invoice. The amount goes to the lines the refund names, what
    goes with them to the delivery, and the rest to all rows in proportion. Each row's taxes go back in
    proportion, its last part exactly.
    """
    left = [
        _minus(row, [note.rows[position] for note in earlier]) for position, row in enumerate(invoice.rows)
    ]
    amounts = _allot(refund, left)
    pieces = {int(part["line"]) - 1: int(part.get("quantity", 0)) for part in refund.lines}
    return replace(
        invoice,
        rows=tuple(
            _portion(row, amount, quantity=pieces.get(position, 0))
            for position, (row, amount) in enumerate(zip(left, amounts, strict=True))
        ),
        invoice_number=number,
        invoice_date=issued_on,
        refund_id=refund.refund_id,
        tax_stays=tax_stays,
    )


def _line(order: Order, line: OrderLine, *, interstate: bool) -> Row:
    return _row(
        title=line.title(order.language),
        options=line.options(order.language),
        hsn=line.hsn_code,
        quantity=line.quantity,
        unit=line.unit_paise,
        discount=line.discount_paise,
        rate_basis_points=line.tax_rate_basis_points,
        amount=line.total_paise - line.discount_paise,
        charged=line.tax_paise,
        interstate=interstate,
        inclusive=order.prices_include_tax,
    )


def _row(
    *, amount: int, charged: int, rate_basis_points: int, interstate: bool, inclusive: bool, **facts: Any
) -> Row:
    """Return the row of an amount that includes its tax, or on top of which so much tax was `charged`."""
    cgst, sgst, igst = split_tax(amount, rate_basis_points, inclusive=inclusive, interstate=interstate)
    tax = cgst + sgst + igst
    return Row(
        **facts,
        rate_basis_points=rate_basis_points,
        taxable=amount - tax if inclusive else amount,
        cgst=cgst,
        sgst=sgst,
        igst=igst,
        rounding=0 if inclusive else charged - tax,
    )


def _minus(row: Row, credited: list[Row]) -> Row:
    """Return what is left of a row after these parts of it were credited."""
    parts = {part: getattr(row, part) - sum(getattr(each, part) for each in credited) for part in PARTS}
    return replace(row, **parts)


def _allot(refund: Refund, rows: list[Row]) -> list[int]:
    """Share the refund's amount among what is left of the rows; none gets more than that."""
    left = [row.total for row in rows]
    amounts = [0] * len(left)
    rest = min(refund.amount_paise, sum(left))
    named = [(int(part["line"]) - 1, int(part["amountPaise"])) for part in refund.lines]
    if named:
        # What is refunded beside pieces is the delivery, as far as there is any.
        named += [(position, row.total) for position, row in enumerate(rows) if row.delivery]
    for position, wanted in named:
        if 0 <= position < len(left):
            share = min(wanted, left[position] - amounts[position], rest)
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
    part = replace(row, quantity=quantity, unit=0, discount=0)
    if amount == whole:
        return part
    cgst, sgst, igst = (portion(tax, amount, whole) for tax in (row.cgst, row.sgst, row.igst))
    return replace(part, cgst=cgst, sgst=sgst, igst=igst, rounding=0, taxable=amount - cgst - sgst - igst)
