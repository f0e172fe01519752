"""deploy/dev brings up the shop at one address, and leaves nothing behind."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import InvalidStatus

from deploy import processes
from tests.environment import share_pictures
from tests.realtime.official_client import NODE, Client
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess

pytestmark = [pytest.mark.nightly, pytest.mark.skipif(NODE is None, reason="needs Node")]
# What the tests set for the shop inside their own process.
OURS = {"DATABASE_URL", "REDIS_URL", "RENDERER_URL", "SITE_URL"}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("development")
    share_pictures(folder)
    port = processes.free_port()
    shop = ServerProcess(
        ["deploy/dev", "--port", str(port)],
        environment={name: value for name, value in os.environ.items() if name not in OURS}
        | {"VAR_DIR": str(folder)},
        log=Path(folder / "log"),
        url=f"http://127.0.0.1:{port}",
    )
    yield shop
    shop.stop()


def test_pages_come_from_vite_and_answers_from_django(shop: ServerProcess) -> None:
    with httpx.Client(base_url=shop.url, trust_env=False, timeout=30) as browser:
        page = browser.get("/products", headers={"Accept": "text/html"})
        script = browser.get("/src/entry-client.tsx")
        answer = browser.get("/api/products", params={"limit": 1})
        mails = browser.get("/dev/mail")

    assert "/@vite/client" in page.text
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert len(answer.json()["data"]["products"]) == 1
    assert "Mail · development" in mails.text


def test_live_link_works_through_the_same_address(shop: ServerProcess) -> None:
    product = httpx.get(f"{shop.url}/api/products", trust_env=False).json()["data"]["products"][0]
    client = Client(shop.url)
    try:
        client.do("connect", {})
        client.expect("connect")
        answer = client.ask("subscribe", topic=f"product:{product['slug']}")
    finally:
        client.stop()

    assert answer["data"]["sellable"] == product["sellable"]


def test_live_link_refuses_every_other_origin(shop: ServerProcess) -> None:
    with Wire(shop.url).open():
        pass
    with pytest.raises(InvalidStatus) as refusal:
        Wire(shop.url, origin="http://127.0.0.1:1")

    assert refusal.value.response.status_code == 403


def test_interrupt_ends_every_process(shop: ServerProcess) -> None:
    children = psutil.Process(shop.pid).children(recursive=True)

    os.kill(shop.pid, signal.SIGINT)
    code = shop.wait(20)

    assert code == 0, shop.log()
    names = [" ".join(child.cmdline()) for child in children if child.is_running()]
    assert names == []
