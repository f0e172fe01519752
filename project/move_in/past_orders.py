"""Orders of another shop, as history to read."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, ClassVar, Final

from django.forms.models import model_to_dict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from project.accounts.models import User
from project.accounts.schemas.fields import Email
from project.core.rights import Right
from project.move_in.kind import Checked, Note, Outcome, Record, note
from project.move_in.models import Fate, ImportKind, ImportRow
from project.move_in.plain_kind import PlainKind, problem_of
from project.move_in.reading.cells import has_decimal_comma, read_count, read_price
from project.move_in.reading.groups import Line
from project.orders.models import PastOrder

MOST_LINES: Final = 200
_FIELDS: Final = {
    "number": gettext_lazy("Order number"),
    "email": gettext_lazy("Email"),
    "placed_at": gettext_lazy("Date"),
    "status": gettext_lazy("Status"),
    "total": gettext_lazy("Total"),
    "currency": gettext_lazy("Currency"),
    "title": gettext_lazy("Product"),
    "quantity": gettext_lazy("Quantity"),
    "price": gettext_lazy("Price"),
}


class PastOrders(PlainKind):
    """Orders with a line for each of their goods: Shopify's, WooCommerce's, or columns that were mapped."""

    name = ImportKind.ORDERS
    right = Right.USERS
    fields = _FIELDS
    layout: ClassVar = {
        "number": ("order number", "order_number", "order id", "order_id", "name"),
        "email": ("email", "email (billing)", "billing email", "billing_email", "customer email"),
        "placed_at": ("created at", "order date", "order_date", "date", "paid at"),
        "status": ("financial status", "order status", "order_status", "status"),
        "total": ("total", "order total amount", "order total", "order_total"),
        "currency": ("currency", "order currency", "order_currency"),
        "title": ("lineitem name", "item name", "product name", "product"),
        "quantity": ("lineitem quantity", "quantity", "quantity (- refund)", "qty"),
        "price": ("lineitem price", "item cost", "item price", "price"),
    }
    signs: ClassVar = {"shopify": ["lineitem name"], "woocommerce": ["order number", "item name"]}
    needed = frozenset({"number", "email", "total"})

    def records(self, found: Sequence[Line]) -> Iterator[Record]:
        orders: dict[str, list[Line]] = {}
        for line in found:
            orders.setdefault(line["number"] or f"line {line.number}", []).append(line)
        comma = has_decimal_comma(line[name] for line in found for name in ("total", "price"))
        for number, lines in orders.items():
            yield _record(number, lines, decimal_comma=comma)

    def exists(self, result: str) -> bool:
        return PastOrder.objects.filter(pk=result).exists()

    def check(self, row: ImportRow, result: str) -> Checked:
        return Checked(Fate.CHANGED if _find(row) else Fate.NEW)

    def carry_out(self, row: ImportRow, result: str, prepared: Any, *, actor: str) -> Outcome:
        found, content = _find(row), dict(row.record["content"])
        before = _state(found) if found else None
        content["placed_at"] = content["placed_at"] and datetime.fromisoformat(content["placed_at"])
        user = User.objects.filter(email=content["email"]).first()
        order, _created = PastOrder.objects.update_or_create(
            source=row.of_import.source, number=row.key, defaults={**content, "user": user}
        )
        return Outcome(Fate.CHANGED if found else Fate.NEW, str(order.pk), before)

    def take_back(self, row: ImportRow, *, actor: str) -> Sequence[Note]:
        found = PastOrder.objects.filter(pk=row.result)
        if row.before is None:
            found.delete()
        else:
            found.update(**row.before["state"])
        return []


def _record(number: str, lines: Sequence[Line], *, decimal_comma: bool) -> Record:
    head, problems, notes = lines[0], [], []

    def say(line: Line, name: str, sentence: str) -> None:
        problems.append(note(line.number, str(_FIELDS[name]), sentence))

    def price(line: Line, name: str) -> int:
        try:
            return read_price(line[name], decimal_comma=decimal_comma)
        except ValueError:
            say(line, name, _("“{value}” is no price").format(value=line[name][:40]))
            return 0

    def count(line: Line) -> int:
        try:
            return read_count(line["quantity"] or "1")
        except ValueError:
            say(line, "quantity", _("“{value}” is no number of pieces").format(value=line["quantity"][:40]))
            return 0

    email = head["email"].strip().lower()
    if why := problem_of(Email, email, "email"):
        say(head, "email", why)
    if not head["number"] or len(number) > 64:
        say(head, "number", _("The order number is missing or too long"))
    if head["currency"].upper() not in ("", "INR"):
        say(head, "currency", _("Only orders in rupees can be shown"))
    placed_at = _moment(head["placed_at"])
    if head["placed_at"] and placed_at is None:
        notes.append(note(head.number, str(_FIELDS["placed_at"]), _("This date is not understood")))
    goods = [
        {"title": line["title"][:200], "quantity": count(line), "pricePaise": price(line, "price")}
        for line in lines[:MOST_LINES]
        if line["title"]
    ]
    content = {
        "email": email,
        "placed_at": placed_at and placed_at.isoformat(),
        "status": head["status"][:60],
        "total_paise": price(head, "total"),
        "lines": goods,
    }
    return Record(head.number, number, number, content, problems, notes)


def _moment(cell: str) -> datetime | None:
    """Return a moment as exports write it: 2024-01-05 10:11:12 +0530; without a zone it is India's."""
    try:
        found = datetime.fromisoformat(re.sub(r"\s+(?=[+-]\d)", "", cell.strip().replace(" UTC", "+00:00")))
    except ValueError:
        return None
    if not 1990 <= found.year <= 2100:
        return None
    return found if found.tzinfo else timezone.make_aware(found)


def _find(row: ImportRow) -> PastOrder | None:
    return PastOrder.objects.filter(source=row.of_import.source, number=row.key).first()


def _state(order: PastOrder) -> dict[str, Any]:
    state = model_to_dict(order, ["email", "status", "total_paise", "lines"])
    return state | {"placed_at": order.placed_at and order.placed_at.isoformat(), "user_id": order.user_id}
