"""The shop as deploy/compose.yaml runs it goes on through deploys and the loss of any of its processes."""

import os
import re
import time
from collections.abc import Iterator

import pytest

from deploy.environment import ROOT
from project.storefront.kept_assets import KEEP_SECONDS
from tests.deploy.production import Production, Sockets, Traffic

pytestmark = pytest.mark.timeout(300)
SOCKETS = 120


@pytest.fixture(scope="module")
def production() -> Iterator[Production]:
    with Production() as running:
        yield running


def test_page_purchase_and_socket_pass_through_the_proxy(production: Production) -> None:
    with production.http() as http, Sockets(production.url, _topic(production), 1) as sockets:
        assert http.get("/").status_code == 200
        assert production.buy(http)
        sockets.wait_for_all()
    production.audit()


@pytest.mark.nightly
def test_sockets_come_back_at_once_when_both_servers_restart_together(production: Production) -> None:
    with Sockets(production.url, _topic(production), SOCKETS) as sockets:
        sockets.wait_for_all()
        began = time.time()
        ready = production.roll(*production.live)
        waits = sockets.wait_for_all(since=began)

    print(f"first ready after {ready:.1f} s, p50 {waits[SOCKETS // 2]:.1f} s, p99 {waits[-2]:.1f} s")
    # Waits of up to 2 s, and half as much again, between attempts; the start is the machine's.
    assert waits[-2] <= ready + 6


@pytest.mark.nightly
def test_sockets_move_to_the_other_server_when_one_restarts(production: Production) -> None:
    with Sockets(production.url, _topic(production), SOCKETS) as sockets:
        sockets.wait_for_all()
        for server in production.live:
            began = time.time()
            production.roll(server)
            waits = sockets.wait_for_all(since=began)
            print(f"p50 {waits[SOCKETS // 2]:.1f} s, p99 {waits[-2]:.1f} s")
            assert waits[-2] <= 10


@pytest.mark.nightly
def test_no_request_fails_while_the_groups_are_updated_in_turn(production: Production) -> None:
    with Traffic(production) as traffic:
        time.sleep(2)
        for group in production.rest:
            production.roll(group)
            time.sleep(2)

    print(f"{traffic.reads} reads, {len(traffic.purchases)} purchases, slowest {traffic.slowest:.1f} s")
    assert traffic.failed == []
    assert traffic.reads > 100 and len(traffic.purchases) > 3
    production.audit()


@pytest.mark.nightly
def test_refusals_are_in_the_shoppers_language_while_nothing_is_up(production: Production) -> None:
    for group in production.rest:
        group.stop(seconds=30)
    try:
        with production.http() as http:
            pages = {
                "en": [http.get("/products"), http.get("/?lang=en", headers={"Cookie": "language=hi"})],
                "hi": [http.get("/?lang=hi"), http.get("/cart", headers={"Cookie": "language=hi"})],
            }
            english = http.get("/api/products", headers={"Accept-Language": "en"})
            hindi = http.post("/api/orders/quote", json={}, headers={"Accept-Language": "hi"})
            asset = http.get(f"/assets/{_entry_script()}")
    finally:
        for group in production.rest:
            group.start()

    for language, answers in pages.items():
        for answer in answers:
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            assert f'<html lang="{language}">' in answer.text and "<style>" in answer.text
    for answer, words in ((english, "not available for a moment"), (hindi, "उपलब्ध नहीं")):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert words in answer.json()["message"] and answer.json()["code"] == "INTERNAL"
    # The code of pages that are open already.
    assert asset.status_code == 200 and "immutable" in asset.headers["Cache-Control"]


@pytest.mark.nightly
def test_assets_of_the_release_before_are_served_for_a_week(production: Production) -> None:
    kept = production.shop.folder / "assets"
    current = kept / ".current"
    (kept / "replaced-now-1a2b3c4d.js").write_text("export {}")
    (kept / "replaced-long-ago-1a2b3c4d.js").write_text("export {}")
    current.write_text(f"{current.read_text()}\nreplaced-now-1a2b3c4d.js")
    long_ago = time.time() - KEEP_SECONDS - 60
    for file in kept.iterdir():
        os.utime(file, (long_ago, long_ago))

    production.shop.manage("keep_assets")

    with production.http() as http:
        assert http.get("/assets/replaced-now-1a2b3c4d.js").status_code == 200
        assert http.get("/assets/replaced-long-ago-1a2b3c4d.js").status_code == 404
        assert http.get(f"/assets/{_entry_script()}").status_code == 200
        assert (kept / _entry_script()).exists()


@pytest.mark.nightly
def test_api_and_pages_name_the_same_build(production: Production) -> None:
    with production.http() as http:
        named = re.search(r'<meta name="build" content="(\w+)">', http.get("/").text)

        assert named is not None
        assert http.get("/api/products").headers["X-Build"] == named[1]


def _topic(production: Production) -> str:
    return f"product:{production.product['slug']}"


def _entry_script() -> str:
    html = (ROOT / "frontend" / "dist" / "index.html").read_text()
    found = re.search(r'src="/assets/([^"]+\.js)"', html)
    assert found is not None
    return found[1]
