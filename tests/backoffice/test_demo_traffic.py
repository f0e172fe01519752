"""Sample traffic walks through the shop as shoppers and staff do, and finds the sandbox of that shop."""

import os
import re
import sys
from collections.abc import Iterator

import httpx
import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from project.sample_shop.traffic import sandbox_of
from tests.benchmarks.killed_processes import ask
from tests.server_process import ServerProcess, ShopProcesses
from tests.waiting import eventually

HERE = "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("configured", "visited", "sandbox"),
    [
        (f"{HERE}/sandbox", HERE, f"{HERE}/sandbox"),
        (f"{HERE}/sandbox", "http://127.0.0.1:9000", "http://127.0.0.1:9000/sandbox"),
        ("http://127.0.0.1:7000", "http://127.0.0.1:9000", "http://127.0.0.1:7000"),
    ],
    ids=["this shop", "a shop on another port", "a sandbox of its own"],
)
def test_sandbox_is_the_visited_shops_own_unless_configured(
    settings: Settings, configured: str, visited: str, sandbox: str
) -> None:
    settings.SITE_URL, settings.SANDBOX_URL = HERE, configured

    assert sandbox_of(visited) == sandbox


def test_sample_traffic_never_meets_real_money(settings: Settings) -> None:
    settings.SANDBOX = False

    with pytest.raises(CommandError, match="must never meet real money"):
        call_command("demo_traffic", count=1)


@pytest.mark.parametrize("pace", [0, -1])
def test_pace_of_sample_traffic_is_above_nothing(pace: float) -> None:
    with pytest.raises(CommandError, match="must be above 0"):
        call_command("demo_traffic", per_minute=pace, count=1)


# -- In processes of their own, as it runs -----------------------------------------------------------


@pytest.fixture(scope="module")
def shop() -> Iterator[ShopProcesses]:
    """A shop with its worker, sample staff and two products."""
    services = {name.lower(): os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
    with ShopProcesses(**services) as shop:
        ask(
            shop,
            "from project.sample_shop.accounts import create_accounts\n"
            "from tests.factories import make_product\n"
            "create_accounts()\n"
            "print([make_product(stock=500).pk for _ in range(2)])",
        )
        yield shop


@pytest.fixture(scope="module")
def url(shop: ShopProcesses) -> str:
    web = shop.serve()
    shop.work(SITE_URL=web.url)
    return web.url


@pytest.mark.nightly
@pytest.mark.parametrize("other_port", [False, True], ids=["the settings' port", "another port"])
@pytest.mark.parametrize("key", ["", "a key of the environment, which all processes have"])
def test_no_story_breaks_off_at_a_high_pace(key: str, other_port: bool) -> None:
    # Limits and holds as in a shop; an empty variable is none.
    with ShopProcesses(SECRET_KEY=key, RATE_LIMIT_FACTOR="1") as shop:
        ask(
            shop,
            "from project.sample_shop.accounts import create_accounts\n"
            "from tests.factories import make_product\n"
            "from tests.catalog.test_certificates import certify\n"
            "create_accounts()\n"
            "products = [make_product(stock=500) for _ in range(4)]\n"
            # Too few: what is left over is sent without.
            "for number in range(12): certify(products[number % 4], f'SGL-2026-{number:04}')\n"
            "print(len(products))",
        )
        web = shop.serve()
        shop.work(SITE_URL=web.url)
        options = ["--url", web.url] if other_port else []
        command = [sys.executable, "manage.py", "demo_traffic", "--speed", "1000", "--per-minute", "400"]
        settings = {} if other_port else {"SITE_URL": web.url}

        traffic = shop.spawn([*command, "--count", "100", *options], name="traffic", **settings)

        assert traffic.wait(180) == 0
        stories = [line for line in traffic.log().splitlines() if re.match(r"\d+: TXN", line)]
        assert len(stories) == 100, traffic.log()
        given = "print(PieceCertificate.objects.count())"
        assert any(line.endswith("dispatched") for line in stories)
        assert ask(shop, f"from project.orders.models import PieceCertificate\n{given}") != "0"
        shop.manage("audit_ledger")


def start(shop: ShopProcesses, url: str, *options: str) -> ServerProcess:
    # Nobody waits for a pause of seconds.
    command = [sys.executable, "manage.py", "demo_traffic", "--speed", "100000", "--url", url, *options]
    return shop.spawn(command, name="traffic", SITE_URL=url)


def open_staff_sessions(shop: ShopProcesses) -> str:
    found = "Token.objects.filter(revoked_at=None).count()"
    return ask(shop, f"from project.accounts.models import Token\nprint({found})")


@pytest.mark.nightly
@pytest.mark.production_stack
def test_shoppers_pay_or_not_staff_work_on_what_is_paid_and_the_books_agree(
    shop: ShopProcesses, url: str
) -> None:
    # Few and slowly enough for a busy machine: who is told to try again later does not pay.
    traffic = start(shop, url, "--count", "12", "--per-minute", "200")

    assert traffic.wait(90) == 0
    lines = [line for line in traffic.log().splitlines() if re.match(r"\d+: ", line)]
    assert sum(": TXN" in line for line in lines) == 12, traffic.log()
    assert sum("pieces delivered" in line for line in lines) == 1
    assert len(lines) == 13
    shop.manage("audit_ledger")
    assert open_staff_sessions(shop) == "0"


@pytest.mark.nightly
def test_term_ends_it_at_once_and_logs_its_staff_out(shop: ShopProcesses, url: str) -> None:
    traffic = start(shop, url, "--per-minute", "600")
    eventually(lambda: ": TXN" in traffic.log(), seconds=30)

    traffic.terminate()

    assert traffic.wait(20) == 0
    assert "stopping" in traffic.log()
    assert open_staff_sessions(shop) == "0"


@pytest.mark.nightly
def test_without_sample_staff_shoppers_still_come_and_are_told_what_is_sold_out(
    shop: ShopProcesses, url: str
) -> None:
    ask(
        shop,
        "from project.accounts.models import User\n"
        "from project.catalog.actions.products import remove_product\n"
        "from project.catalog.models import Product\n"
        "for product in Product.objects.all(): remove_product(product.public_id, actor='')\n"
        "print(User.objects.filter(role='catalogue').delete())",
    )
    # The web server hears of it by the events.
    products = f"{url}/api/products?limit=48"
    eventually(lambda: httpx.get(products, trust_env=False).json()["data"]["products"] == [])

    traffic = start(shop, url, "--count", "1", "--per-minute", "60000")

    assert traffic.wait(30) == 0
    assert "No sample staff" in traffic.log()
    assert "everything is sold out" in traffic.log()
