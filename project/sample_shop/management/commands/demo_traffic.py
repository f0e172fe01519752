"""Play a shop's day through the real API and the sandbox, so that the boards live."""

import itertools
import math
import random
import signal
import time
from argparse import ArgumentParser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import Any

import httpx
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from project.core.site_address import site_url
from project.sample_shop.accounts import log_in_staff
from project.sample_shop.traffic import AVERAGE_SECONDS, Closing, Refused, Traffic, sandbox_of

# So many shoppers come between two deliveries of stock, each of which brings about as much as they take.
SHOPPERS_A_DELIVERY = 12
# One thread runs one order and mostly waits: so many times as many as are needed on average.
SPARE_THREADS = 3


class Command(BaseCommand):
    """`manage.py demo_traffic --per-minute N`.

    Shoppers order different things; payments succeed at once, late, on a second try, fail, are cancelled or
    hang; staff move some of the orders along, give money back and restock.
    """

    help = "Plays sample shoppers and staff through the real API and the sandbox provider until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--per-minute", type=float, default=10, help="Shoppers a minute, on average")
        parser.add_argument("--speed", type=float, default=1, help="Divides what people and banks take")
        parser.add_argument("--count", type=int, default=0, help="Stop after this many; 0 goes on")
        parser.add_argument("--url", default=site_url(), help="Where the shop answers")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start a shopper at random moments, on average the given number a minute."""
        if not settings.SANDBOX:
            raise CommandError("demo traffic needs the sandbox (DEBUG=1): it must never meet real money")
        pace, speed, count = options["per_minute"], options["speed"], options["count"]
        if min(pace, speed) <= 0:
            raise CommandError("--per-minute and --speed must be above 0")
        # Whoever stops us has the sample staff log out.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with log_in_staff() as tokens:
            if not tokens:
                self.stderr.write(
                    "No sample staff: manage.py sample_shop makes them. Orders stay as they are"
                )
            url = options["url"].rstrip("/")
            under_way = AVERAGE_SECONDS / speed * pace / 60
            crowd = ThreadPoolExecutor(max_workers=math.ceil(SPARE_THREADS * under_way) + 1)
            with closing(Traffic(url, sandbox_of(url), tokens=tokens, speed=speed)) as traffic:
                try:
                    for number in range(1, count + 1) if count else itertools.count(1):
                        crowd.submit(self._tell, number, partial(traffic.run_order, number))
                        if tokens and number % SHOPPERS_A_DELIVERY == 0:
                            crowd.submit(self._tell, number, traffic.deliver)
                        time.sleep(random.expovariate(pace / 60))
                    crowd.shutdown(wait=True)
                except KeyboardInterrupt:
                    self.stdout.write("stopping")
                finally:
                    traffic.end()
                    crowd.shutdown(wait=True, cancel_futures=True)

    def _tell(self, number: int, play: Callable[[], str]) -> None:
        try:
            self.stdout.write(f"{number}: {play()}")
        except Closing:
            return
        except (Refused, httpx.HTTPError, KeyError, IndexError, ValueError) as error:
            self.stderr.write(f"{number}: {type(error).__name__}: {error}")
        finally:
            connection.close()  # this thread's: staff have been to the database
