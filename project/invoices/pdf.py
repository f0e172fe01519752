"""A document as PDF: its contents set in type, in the buyer's language."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from project.core.india import state_name
from project.core.language import format_day
from project.core.money import format_rupees
from project.core.shop import shop
from project.core.site_address import site_url
from project.invoices.amount_in_words import amount_in_words
from project.invoices.contents import Contents, Party, Row
from project.invoices.document_labels import labels
from project.invoices.models import Document
from project.invoices.paper_look import paper_look
from project.invoices.taxes.einvoice import einvoice, is_einvoice
from project.invoices.taxes.supplies import supplies
from project.invoices.typesetting import render_pdf


def print_document(document: Document) -> bytes:
    """Return the document's PDF; with the e-invoice inside where the document is one to register."""
    texts = page(document)
    [supply] = supplies([document])
    has_einvoice = supply.contents.seller.gstin and is_einvoice(supply)
    registered = json.dumps(einvoice(supply), ensure_ascii=False) if has_einvoice else ""
    return render_pdf(
        "document",
        texts | {"einvoice": registered},
        title=f"{texts['title']} {document.number}",
        author=texts["seller"]["name"],
        made_on=document.issued_on,
    )


def page(document: Document) -> dict[str, Any]:
    """Return everything the template shows, as texts in the document's language."""
    language = document.language
    words = labels(language)
    contents = Contents.from_json(document.contents)
    rows = [row for row in contents.rows if row.total or not contents.invoice_number]
    return {
        "language": language,
        "words": words,
        "brand": contents.brand or shop().brand.name_in(language),
        "look": paper_look(contents.mark, contents.accent),
        "site": site_url().partition("://")[2],
        "title": words[contents.title],
        "number": document.number,
        "day": format_day(document.issued_on, language),
        "facts": _facts(contents, language, words),
        "seller": _party(contents.seller, language),
        "buyer": _party(contents.buyer, language),
        "declaration": words["composition"] if contents.registration == "composition" else "",
        "has_tax": contents.is_taxed and not contents.tax_stays,
        "interstate": contents.interstate,
        "half": words[contents.state_half],
        "rows": [_row(row, words, tax_stays=contents.tax_stays) for row in rows],
        "has_discount": contents.sum("discount") > 0,
        "has_units": not contents.invoice_number,
        "sums": _sums(contents, words),
        "total": exact(contents.total),
        "total_label": words[_total_label(contents)],
        "payment": payment_line(contents, language),
        "in_words": amount_in_words(contents.total, language),
        "notes": _notes(contents, words),
    }


def payment_line(contents: Contents, language: str) -> str:
    """Return how an invoice was paid, or what the courier collects; "" of others and of what cost nothing."""
    words = labels(language)
    if contents.invoice_number:
        return ""
    if contents.to_collect:
        return words["due_to_courier"].format(amount=exact(contents.to_collect))
    if not contents.payment_id:
        return ""
    paid = words[f"paid_{contents.instrument}" if f"paid_{contents.instrument}" in words else "paid_"]
    return paid.format(day=_day(contents.paid_on, language), transaction=contents.payment_id)


def _total_label(contents: Contents) -> str:
    """Return the label of what was paid, is to be paid, was given back, or is taken back unpaid."""
    if contents.invoice_number:
        return "credited" if contents.refund_id else "taken_back"
    return "total_due" if contents.to_collect else "total"


def exact(paise: int) -> str:
    """Write an amount with its paise, as books do: ₹1,25,000.00."""
    text = format_rupees(abs(paise))
    return ("−" if paise < 0 else "") + (text if paise % 100 else f"{text}.00")


def _facts(contents: Contents, language: str, words: Mapping[str, str]) -> list[tuple[str, str]]:
    place = state_name(contents.place_of_supply, language)
    facts = [(words["order"], contents.order_id)]
    if contents.invoice_number:
        facts = [
            (words["corrects" if contents.is_taxed else "corrects_bill"], contents.invoice_number),
            (
                words["invoice_date" if contents.is_taxed else "bill_date"],
                _day(contents.invoice_date, language),
            ),
            *([(words["refund"], contents.refund_id)] if contents.refund_id else []),
            *facts,
        ]
    else:
        facts.append((words["ordered_on"], _day(contents.ordered_on, language)))
    return [*facts, (words["place"], f"{place} ({contents.place_code})" if contents.place_code else place)]


def _day(text: str, language: str) -> str:
    return format_day(date.fromisoformat(text), language)


def _party(party: Party, language: str) -> dict[str, str]:
    state = state_name(party.state, language)
    return {
        "name": party.name,
        "address": party.address,
        "state": f"{state} ({party.state_code})" if party.state_code else state,
        "gstin": party.gstin,
        "email": party.email,
        "phone": party.phone,
    }


def _row(row: Row, words: Mapping[str, str], *, tax_stays: bool) -> dict[str, Any]:
    rate = row.rate_basis_points / 100
    return {
        "title": words["cash_fee" if row.cash_fee else "delivery"] if row.delivery else row.title,
        "options": row.options,
        "hsn": row.hsn,
        "quantity": row.quantity or "",
        "unit": _bare(row.unit) if row.unit else "",
        "discount": _bare(-row.discount) if row.discount else "",
        "taxable": _bare(row.taxable),
        "rate": f"{rate:g}%",
        "half_rate": f"{rate / 2:g}%",
        "cgst": _bare(row.cgst),
        "sgst": _bare(row.sgst),
        "igst": _bare(row.igst),
        # Rounding has a line of its own, but where there is only the money.
        "total": _bare(row.total if tax_stays else row.taxable + row.tax),
    }


def _bare(paise: int) -> str:
    """Write an amount in a column that says rupees at its head."""
    return exact(paise).replace("₹", "")


def _sums(contents: Contents, words: Mapping[str, str]) -> list[tuple[str, str]]:
    if contents.tax_stays or not contents.is_taxed:
        return []
    sums = [(words["taxable"], contents.sum("taxable"))]
    if contents.interstate:
        sums.append((words["IGST"], contents.sum("igst")))
    else:
        sums += [(words["CGST"], contents.sum("cgst")), (words[contents.state_half], contents.sum("sgst"))]
    if rounding := contents.sum("rounding"):
        sums.append((words["rounding"], rounding))
    return [(label, exact(amount)) for label, amount in sums]


def _notes(contents: Contents, words: Mapping[str, str]) -> list[str]:
    if contents.invoice_number:
        why = f"{contents.title}_why" if contents.refund_id else "cancellation_why"
        return [words[why if contents.is_taxed else f"bill_{why}"], words["no_signature"]]
    to_whom = "business" if contents.buyer.gstin else "consumer"
    if not contents.is_taxed:
        return [words[f"{to_whom}_unregistered"], words["no_signature"]]
    return [
        words[to_whom if contents.seller.gstin else f"{to_whom}_unregistered"],
        words["inclusive" if contents.prices_include_tax else "exclusive"],
        words["no_signature"],
    ]
