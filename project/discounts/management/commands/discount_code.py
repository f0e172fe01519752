"""Make, change, switch off and list discount codes."""

from argparse import ArgumentParser
from datetime import date, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from pydantic_core import PydanticCustomError

from project.core.days import start_of_day
from project.core.errors import DomainError
from project.core.money import format_rupees, paise
from project.discounts import actions
from project.discounts.schemas import valid_code
from project.orders.models import DiscountCode, Order

ACTOR = "discount_code"


def _rupees(text: str) -> int:
    value = paise(text)
    if value < 0:
        raise ValueError(text)
    return value


class Command(BaseCommand):
    """`manage.py discount_code WELCOME10 --percent 10 --minimum 499 --per-customer 1`.

    What is given replaces the whole code; without a code all of them are listed.
    """

    help = "Makes or changes a discount code; without one, lists them all. Amounts are rupees."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what a code can say."""
        parser.add_argument("code", nargs="?")
        kind = parser.add_mutually_exclusive_group()
        kind.add_argument("--percent", type=int, choices=range(1, 101), metavar="1-100")
        kind.add_argument("--amount", type=_rupees)
        kind.add_argument("--off", action="store_true", help="switch the code off")
        parser.add_argument("--most", type=_rupees, help="the most that a percentage takes off")
        parser.add_argument("--minimum", type=_rupees, default=0, help="of the goods")
        parser.add_argument("--from", dest="first", type=date.fromisoformat, help="its first day")
        parser.add_argument("--until", dest="last", type=date.fromisoformat, help="its last day")
        parser.add_argument("--limit", type=int, help="uses by everybody")
        parser.add_argument("--per-customer", type=int, help="uses by one customer")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the code, or list them."""
        if options["code"] is None:
            for code in DiscountCode.objects.order_by("code"):
                self.stdout.write(_describe(code))
            return
        try:
            name = valid_code(options["code"])
            if options["off"]:
                actions.switch(name, active=False, actor=ACTOR)
                self.stdout.write(f"{name} is off")
                return
            if options["percent"] is None and not options["amount"]:
                raise CommandError("say --percent, --amount or --off")
            self.stdout.write(_describe(_write(name, options)))
        except (PydanticCustomError, DomainError) as error:
            raise CommandError(f"{options['code']}: {error}") from error


def _write(name: str, options: dict[str, Any]) -> DiscountCode:
    fields = {
        "percent": options["percent"],
        "amount_paise": options["amount"],
        "most_paise": options["most"],
        "minimum_paise": options["minimum"],
        "starts_at": start_of_day(options["first"]) if options["first"] else None,
        "ends_at": start_of_day(options["last"] + timedelta(days=1)) if options["last"] else None,
        "limit": options["limit"],
        "limit_per_customer": options["per_customer"],
        "is_active": True,
    }
    if DiscountCode.objects.filter(code=name).exists():
        return actions.change_code(name, fields, version=None, actor=ACTOR)
    return actions.create_code(name, fields, actor=ACTOR)


def _describe(code: DiscountCode) -> str:
    takes = f"{code.percent}%" if code.percent else format_rupees(code.amount_paise or 0)
    uses = Order.objects.with_code(code).count()
    limit = "any number" if code.limit is None else code.limit
    return f"{code}: {takes} off, {uses} of {limit} used{'' if code.is_active else ', switched off'}"
