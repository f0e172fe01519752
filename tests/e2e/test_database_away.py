"""No screen calls itself live while the server cannot read what changes."""

import pytest
from playwright.sync_api import Browser, expect

from deploy.machine import find_program
from deploy.services import Postgres
from tests.benchmarks.killed_processes import ask
from tests.e2e.screen_texts import localized_message
from tests.server_process import ShopProcesses

pytestmark = pytest.mark.skipif(find_program("postgres") is None, reason="postgres is not installed")


@pytest.mark.timeout(240)
@pytest.mark.parametrize("language", ["en", "hi"])
def test_product_page_is_live_only_while_the_database_is_there(browser: Browser, language: str) -> None:
    with Postgres() as postgres, ShopProcesses(database_url=postgres.url) as shop:
        slug = ask(shop, "from tests.factories import make_product\nprint(make_product(stock=2).slug)")
        web = shop.serve()
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.add_cookies([{"name": "language", "value": language, "url": web.url}])
        page = context.new_page()
        page.goto(f"{web.url}/products/{slug}?lang={language}")
        main = page.locator("main")

        def says(status: str) -> None:
            text = localized_message(language, f"common:{status}")
            expect(main.get_by_text(text, exact=True)).to_be_visible()

        says("live")
        postgres.stop()
        says("reconnecting")
        says("liveOffline")
        postgres.start()
        says("live")
        ask(
            shop,
            "from project.catalog.models import Product; from project.catalog.actions import set_on_hand\n"
            f"set_on_hand(Product.objects.get(slug={slug!r}), 1); print('done')",
        )
        expect(main.get_by_text(localized_message(language, "shop:card.lastOne")).first).to_be_visible()
        context.close()
