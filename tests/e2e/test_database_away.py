"""No screen calls itself live while the server cannot read what changes."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from deploy.machine import find_program
from deploy.services import Postgres
from tests.benchmarks.killed_processes import ask
from tests.e2e.screen_texts import localized_message
from tests.server_process import ShopProcesses

pytestmark = pytest.mark.skipif(find_program("postgres") is None, reason="postgres is not installed")


LANGUAGES = ("en", "hi")


@pytest.mark.timeout(240)
def test_product_page_is_live_only_while_the_database_is_there(browser: Browser) -> None:
    with Postgres() as postgres, ShopProcesses(database_url=postgres.url) as shop:
        slug = ask(shop, "from tests.factories import make_product\nprint(make_product(stock=2).slug)")
        web = shop.serve()
        size: ViewportSize = {"width": 1280, "height": 900}
        pages = {language: browser.new_page(viewport=size) for language in LANGUAGES}
        for language, page in pages.items():
            page.goto(f"{web.url}/products/{slug}?lang={language}")

        def say(key: str) -> None:
            for language, page in pages.items():
                text = page.locator("main").get_by_text(localized_message(language, key), exact=True)
                expect(text.first).to_be_visible()

        say("common:live")
        postgres.stop()
        say("common:reconnecting")
        say("common:liveOffline")
        postgres.start()
        say("common:live")
        ask(
            shop,
            "from project.catalog.models import Product\n"
            "from project.catalog.actions.stock import set_on_hand\n"
            f"set_on_hand(Product.objects.get(slug={slug!r}), 1); print('done')",
        )
        say("shop:card.lastOne")
        for page in pages.values():
            page.close()
