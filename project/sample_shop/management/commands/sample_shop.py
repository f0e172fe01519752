"""Fill an empty shop with a sample catalogue and accounts to log in with."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from project.sample_shop.accounts import create_accounts
from project.sample_shop.catalogue import fill_catalogue, store_pictures
from project.sample_shop.discounts import create_discount_code
from project.sample_shop.reviews import add_sample_reviews


class Command(BaseCommand):
    """Create what is missing; what exists stays as the shop's people have made it.

    With --reset the sample products, but not the orders about them, go back to their first state.
    """

    help = "Create the sample catalogue with pictures and reviews, a discount code and the sample accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reset", action="store_true", help="put the sample products back into their first state"
        )
        parser.add_argument(
            "--orders", action="store_true", help="with orders of the last weeks, where there are none yet"
        )

    def handle(self, *args: Any, reset: bool, orders: bool, **options: Any) -> None:
        if not (settings.DEBUG or settings.SANDBOX):
            raise CommandError("the sample shop needs development settings (DEBUG=1): anybody could log in")
        pictures = store_pictures()
        with transaction.atomic():
            products = fill_catalogue(reset=reset)
            accounts = create_accounts()
        reviews = add_sample_reviews()
        codes = int(create_discount_code())
        if options["verbosity"]:
            self.stdout.write(
                f"sample shop: {products} products, {pictures} pictures, {accounts} accounts, "
                f"{reviews} reviews, {codes} discount codes written"
            )
        if orders and settings.SANDBOX:
            call_command("sample_orders", verbosity=options["verbosity"])
