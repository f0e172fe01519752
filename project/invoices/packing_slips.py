"""Packing slips and address labels: a page for each order, in one PDF."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from django.utils import timezone

from project.core.india import state_name
from project.core.language import format_day
from project.core.money import format_rupees
from project.core.qr import qr_svg
from project.core.shop import shop
from project.core.site_address import site_url
from project.invoices.document_labels import labels
from project.invoices.paper_look import paper_look
from project.invoices.typesetting import render_pdf
from project.orders.models import Order, OrderLine


class SlipKind(StrEnum):
    """Kind of document to print."""

    # A5, lies in the parcel and is packed by.
    SLIP = "slip"
    # 100 × 150 mm, as label printers have it.
    LABEL = "label"


def print_slips(orders: Sequence[Order], kind: SlipKind) -> bytes:
    """Return one page for each order.

    Prices are on neither, as the parcel may be a present; only what the courier has yet to collect is.
    """
    pages = [_page(order) for order in orders]
    now = shop()
    look = paper_look(now.brand.mark, now.brand.accent)
    return render_pdf(
        kind,
        {"orders": pages, "language": pages[0]["language"], "look": look},
        title=", ".join(order.order_id for order in orders),
        author=now.seller.legal_name,
        made_on=timezone.localdate(),
    )


def _page(order: Order) -> dict[str, object]:
    language = order.language
    words = labels(language)
    lines = list(order.lines.all())
    address = order.address
    now = shop()
    brand = now.brand.name_in(language)
    return {
        "id": order.order_id,
        "language": language,
        "brand": brand,
        "words": words | {"thanks": words["thanks"].format(shop=brand)},
        "day": format_day(timezone.localdate(order.created_at), language),
        "name": order.name,
        "phone": order.phone,
        "street": address["street"],
        "place": f"{address['city']}, {state_name(address['state'], language)}",
        "pincode": address["pincode"],
        "carrier": order.carrier,
        "tracking": order.tracking_number,
        "seller": now.seller.legal_name,
        "seller_address": now.seller.address,
        "contact": " · ".join(part for part in (now.contact.email, now.contact.phone) if part),
        "to_collect": format_rupees(order.total_paise) if order.awaits_cash else "",
        # The courier may read another language than the customer.
        "collect": [(each, labels(each)["to_collect"]) for each in ("en", "hi")],
        "lines": [_line(line, language, words) for line in lines],
        "pieces": sum(line.parcel_quantity for line in lines),
        "qr": qr_svg(f"{site_url()}/admin/orders/{order.order_id}"),
    }


def _line(line: OrderLine, language: str, words: Mapping[str, str]) -> dict[str, object]:
    return {
        "title": line.title(language),
        "options": line.options(language),
        "quantity": line.parcel_quantity,
        "refunded": words["refunded"].format(withheld=line.withheld, quantity=line.quantity)
        if line.withheld
        else "",
        "certificates": ", ".join(row.certificate.number for row in line.certificates.all()),
    }
