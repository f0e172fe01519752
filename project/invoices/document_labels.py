"""Labels of invoices, credit notes and packing slips; legal terms keep their English name, too."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

_LABELS = {
    "tax_invoice": _("Tax invoice"),
    "invoice": _("Invoice"),
    "bill_of_supply": _("Bill of supply"),
    "invoice_and_bill": _("Invoice-cum-bill of supply"),
    "credit_note": _("Credit note"),
    "commercial_credit_note": _("Commercial credit note"),
    "copy": _("Original for the recipient"),
    "number": _("Number"),
    "day": _("Date"),
    "order": _("Order"),
    "ordered_on": _("Ordered on"),
    "payment": _("Payment"),
    # By `payments.Instrument`.
    "paid_": _("Paid on {day}, transaction {transaction}"),
    "paid_UPI": _("Paid by UPI on {day}, transaction {transaction}"),
    "paid_Card": _("Paid by card on {day}, transaction {transaction}"),
    "paid_NetBanking": _("Paid by net banking on {day}, transaction {transaction}"),
    "paid_Wallet": _("Paid from a wallet on {day}, transaction {transaction}"),
    "paid_Cash": _("Paid in cash on {day}, transaction {transaction}"),
    "due_to_courier": _("Cash on delivery: {amount} is due to the courier"),
    "place": _("Place of supply"),
    "corrects": _("For invoice"),
    "invoice_date": _("Invoice date"),
    "corrects_bill": _("For bill of supply"),
    "bill_date": _("Date of the bill"),
    "refund": _("Refund"),
    "seller": _("Sold by"),
    "buyer": _("Billed and delivered to"),
    "item": _("Item"),
    "hsn": _("HSN / SAC"),
    "quantity": _("Qty"),
    "unit": _("Unit price"),
    "discount": _("Discount"),
    "taxable": _("Taxable value"),
    "CGST": _("CGST"),
    "SGST": _("SGST"),
    "UTGST": _("UTGST"),
    "IGST": _("IGST"),
    "amount": _("Amount"),
    "delivery": _("Delivery"),
    "cash_fee": _("Cash on delivery"),
    "to_collect": _("To be collected by the courier"),
    "rounding": _("Rounding"),
    "total": _("Total paid"),
    "total_due": _("Total to pay"),
    "taken_back": _("Total taken back"),
    "credited": _("Total refunded"),
    "in_words": _("In words"),
    "in_rupees": _("All amounts in Indian rupees."),
    "consumer": _("Supply to a consumer (B2C). No tax is payable under reverse charge."),
    "consumer_unregistered": _("Supply to a consumer (B2C)."),
    "business": _("Supply to a registered business (B2B). No tax is payable under reverse charge."),
    "business_unregistered": _("Supply to a registered business (B2B)."),
    "inclusive": _(
        "Unit prices and discounts include tax. Tax is worked out for each line and rounded to the paisa."
    ),
    "exclusive": _(
        "Unit prices and discounts are before tax. Tax is worked out for each line and rounded to the paisa."
    ),
    "credit_note_why": _("This note takes back the part of the invoice that was refunded, with its tax."),
    "cancellation_why": _(
        "This note takes back the whole invoice, with its tax: the order was cancelled and nothing was paid."
    ),
    "commercial_credit_note_why": _(
        "This note repays the part of the invoice that was refunded. The time to take back its tax has "
        "passed (section 34(2) of the CGST Act): the tax on the invoice stays."
    ),
    "bill_credit_note_why": _("This note takes back the part of the bill of supply that was refunded."),
    "bill_cancellation_why": _(
        "This note takes back the whole bill of supply: the order was cancelled and nothing was paid."
    ),
    "composition": _("Composition taxable person, not eligible to collect tax on supplies"),
    "no_signature": _("Issued electronically and valid without a signature."),
    "questions": _("Questions about this document"),
    "page": _("Page"),
    # Of packing slips alone.
    "packing_slip": _("Packing slip"),
    "deliver_to": _("Deliver to"),
    "from": pgettext_lazy("packing slip", "From"),
    "pieces": _("Pieces in all"),
    "refunded": _("Refund for {withheld} of {quantity} pieces"),
    "tracking": _("Tracking"),
    "certificates": _("Certificate"),
    "thanks": _("Thank you for ordering from {shop}. If anything is missing or damaged, please write to us."),
}


def labels(language: str) -> dict[str, str]:
    """Return the labels in a language."""
    with override(language):
        return {name: str(text) for name, text in _LABELS.items()}
