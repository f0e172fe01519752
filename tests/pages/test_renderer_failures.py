"""A renderer that is away, slow, or answers nonsense: readers get a page all the same, and soon."""

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.factories import make_product
from tests.pages import small_build as build
from tests.server_process import ServerProcess, start_renderer
from tests.waiting import eventually

pytestmark = pytest.mark.any_stack

LIMIT = 0.25
# A page's own work comes on top of the limit, on a machine that runs other tests beside.
ALLOWED = LIMIT + 1.0
PAGE = json.dumps({"status": 200, "head": "<title>t</title>", "html": "<h1>rendered</h1>", "state": {}})

Behaviour = Callable[[socket.socket], None]


@contextmanager
def listening(behave: Behaviour) -> Iterator[str]:
    """Listen as a renderer would and do this with each connection."""
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:

        def accept() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

        def serve(connection: socket.socket) -> None:
            with connection:
                try:
                    behave(connection)
                except OSError:
                    return  # the shop has hung up

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


def answering(body: str, status: str = "200 OK") -> Behaviour:
    def behave(connection: socket.socket) -> None:
        connection.recv(1_000_000)
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body.encode())}\r\n\r\n"
        connection.sendall(head.encode() + body.encode())

    return behave


def hang(connection: socket.socket) -> None:
    while connection.recv(1_000_000):
        pass


def dribble(connection: socket.socket) -> None:
    connection.recv(1_000_000)
    for byte in f"HTTP/1.1 200 OK\r\nContent-Length: {len(PAGE)}\r\n\r\n{PAGE}".encode():
        connection.sendall(bytes([byte]))
        time.sleep(0.1)


def dribble_headers(connection: socket.socket) -> None:
    connection.recv(1_000_000)
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-Wait: yes\r\n")
        time.sleep(0.1)


def close_at_once(connection: socket.socket) -> None:
    connection.recv(1)


def close_in_the_middle(connection: socket.socket) -> None:
    connection.recv(1_000_000)
    connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(PAGE)}\r\n\r\n{PAGE[:30]}".encode())


def answer_without_end(connection: socket.socket) -> None:
    connection.recv(1_000_000)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
    while True:
        connection.sendall(b" " * 1_000_000)


def speak_another_language(connection: socket.socket) -> None:
    connection.recv(1_000_000)
    connection.sendall(b"220 mail.example ESMTP\r\n")


BAD_LUCK = {
    "hangs": hang,
    "dribbles its answer": dribble,
    "dribbles its headers": dribble_headers,
    "closes at once": close_at_once,
    "closes in the middle": close_in_the_middle,
    "answers without end": answer_without_end,
    "is no web server": speak_another_language,
    "fails": answering('{"error":"rendering failed"}', "500 Internal Server Error"),
    "is overloaded": answering('{"error":"rendering takes too long"}', "503 Service Unavailable"),
    "answers no JSON": answering("<html>"),
    "answers half of it": answering(PAGE[:-3]),
    "answers a list": answering("[]"),
    "answers another status": answering(PAGE.replace("200", '"200"')),
    "answers an impossible status": answering(PAGE.replace("200", "100")),
    "answers no state": answering(PAGE.replace("{}", "null")),
    "leads to another site": answering('{"status": 301, "location": "//evil.example"}'),
    "leads to another site by a backslash": answering('{"status": 301, "location": "/\\\\evil.example"}'),
    "leads to two lines": answering('{"status": 301, "location": "/a\\r\\nSet-Cookie: x=y"}'),
}


@pytest.fixture
def client(small_build: Path, settings: Settings) -> Client:
    build.use(small_build, settings, "")
    settings.RENDERER_MILLISECONDS = LIMIT * 1000
    return Client()


def is_rendered(client: Client, path: str = "/") -> bool:
    return b"Rendered" in client.get(path).content


def is_plain(content: bytes) -> bool:
    return b'<div id="root"></div>' in content and b'id="answers"' in content


@pytest.mark.django_db
@pytest.mark.parametrize("kind", BAD_LUCK)
def test_page_comes_in_time_and_with_its_status_when_the_renderer(
    client: Client, settings: Settings, small_renderer: ServerProcess, kind: str
) -> None:
    make_product(slug="bead")
    client.get("/")  # what is only done once is done

    with listening(BAD_LUCK[kind]) as settings.RENDERER_URL:
        for path, status in (("/products/bead", 200), ("/products/none", 404), ("/nothing", 404)):
            began = time.monotonic()
            response = client.get(path)

            assert time.monotonic() - began < ALLOWED
            assert response.status_code == status
            assert is_plain(response.content)
            assert response["Cache-Control"] == "no-store"

    settings.RENDERER_URL = small_renderer.url
    settings.RENDERER_MILLISECONDS = 10_000
    eventually(lambda: is_rendered(client), seconds=10)


@pytest.mark.django_db
def test_renderer_that_is_away_is_not_asked_by_every_page(client: Client, settings: Settings) -> None:
    asked = []

    def count(connection: socket.socket) -> None:
        asked.append(time.monotonic())
        hang(connection)

    with listening(count) as settings.RENDERER_URL:
        began = time.monotonic()
        while time.monotonic() - began < 2.5:
            assert is_plain(client.get("/").content)

    assert 1 <= len(asked) <= 4
    assert all(later - earlier > 0.9 for earlier, later in zip(asked, asked[1:], strict=False))


@pytest.mark.django_db
def test_nobody_listens_and_then_somebody_does(
    client: Client, settings: Settings, small_renderer: ServerProcess
) -> None:
    settings.RENDERER_URL = "http://127.0.0.1:1"
    assert is_plain(client.get("/").content)

    settings.RENDERER_URL = small_renderer.url
    settings.RENDERER_MILLISECONDS = 10_000

    eventually(lambda: is_rendered(client), seconds=10)


@pytest.mark.django_db
def test_late_answer_is_not_taken_for_the_next_pages(client: Client, settings: Settings) -> None:
    """One connection serves many pages: after a failure its leftovers must not be read."""
    numbers = iter(range(100))

    def answer_first_page_late(connection: socket.socket) -> None:
        while connection.recv(1_000_000):
            if (number := next(numbers)) == 0:
                time.sleep(LIMIT + 0.2)
            body = PAGE.replace("rendered", f"Rendered {number}")
            connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())

    with listening(answer_first_page_late) as settings.RENDERER_URL:
        eventually(lambda: is_plain(client.get("/").content))
        eventually(lambda: is_rendered(client), seconds=10)
        content = client.get("/").content

    assert b"Rendered 0" not in content


@pytest.mark.django_db
def test_connection_that_was_closed_meanwhile_costs_no_page(client: Client, settings: Settings) -> None:
    with listening(answering(PAGE.replace("rendered", "Rendered"))) as settings.RENDERER_URL:
        eventually(lambda: is_rendered(client), seconds=10)

        # That server closes each connection after one answer without saying so.
        assert all(is_rendered(client) for _ in range(5))


@pytest.fixture
def renderer(small_build: Path, settings: Settings, tmp_path: Path) -> Iterator[ServerProcess]:
    """A renderer of its own, which may be harmed."""
    process = start_renderer(tmp_path, entry=build.entry_of(small_build), limit_ms=2_000)
    build.use(small_build, settings, process.url)
    yield process
    process.stop()


def worker_of(renderer: ServerProcess) -> int:
    """Return the process id of the one worker."""
    children = Path(f"/proc/{renderer.pid}/task/{renderer.pid}/children")
    return int(eventually(children.read_text))


def test_component_that_throws_is_an_error_of_its_page_alone(renderer: ServerProcess) -> None:
    with httpx.Client(base_url=renderer.url, trust_env=False) as http:
        broken = http.post("/render", json={"url": "/broken", "language": "en", "answers": {}})
        good = http.post("/render", json={"url": "/", "language": "en", "answers": {}})

    assert (broken.status_code, good.status_code) == (500, 200)
    assert "rendering failed: TypeError at render" in renderer.log()
    assert "nobody may read" not in renderer.log()


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{}", 400),
        (b"no JSON", 400),
        (b'{"url": 1, "language": "en", "answers": {}}', 400),
        (b" " * 9_000_000, 413),
    ],
    ids=["empty", "no JSON", "wrong types", "too large"],
)
def test_body_that_is_no_page_is_refused(renderer: ServerProcess, content: bytes, status: int) -> None:
    with httpx.Client(base_url=renderer.url, trust_env=False) as http:
        try:
            assert http.post("/render", content=content).status_code == status
        except httpx.TransportError:
            assert status == 413  # it hung up while we were still sending
        assert http.get("/elsewhere").status_code == 404
        assert http.get("/health").json() == {"ok": True}


def test_render_that_takes_too_long_is_given_up_and_others_go_on(renderer: ServerProcess) -> None:
    def ask(url: str) -> int:
        page = {"url": url, "language": "en", "answers": {}}
        return httpx.post(f"{renderer.url}/render", json=page, timeout=10, trust_env=False).status_code

    with ThreadPoolExecutor(2) as pool:
        slow = pool.submit(ask, "/slow?seconds=5")
        time.sleep(0.2)
        began = time.monotonic()
        assert ask("/") == 200
        assert time.monotonic() - began < 1
        assert slow.result() == 503


@pytest.mark.django_db
def test_worker_in_an_endless_loop_is_replaced(
    client: Client, settings: Settings, renderer: ServerProcess
) -> None:
    settings.RENDERER_URL = renderer.url
    eventually(lambda: is_rendered(client), seconds=10)
    worker = worker_of(renderer)

    began = time.monotonic()
    assert is_plain(client.get("/endless").content)
    assert is_plain(client.get("/").content)
    assert time.monotonic() - began < 2 * ALLOWED

    settings.RENDERER_MILLISECONDS = 10_000
    eventually(lambda: is_rendered(client), seconds=20)
    assert worker_of(renderer) != worker


@pytest.mark.django_db
def test_worker_killed_while_it_answers_is_replaced(
    client: Client, settings: Settings, renderer: ServerProcess
) -> None:
    settings.RENDERER_URL = renderer.url
    settings.RENDERER_MILLISECONDS = 10_000
    eventually(lambda: is_rendered(client), seconds=10)
    worker = worker_of(renderer)
    killer = threading.Timer(0.3, os.kill, (worker, signal.SIGKILL))

    killer.start()
    killed = client.get("/slow?seconds=0.9")
    killer.join()

    assert killed.status_code == 200
    eventually(lambda: is_rendered(client), seconds=10)
    assert worker_of(renderer) != worker


@pytest.mark.django_db
def test_renderer_killed_whole_and_started_again_renders_again(
    client: Client, settings: Settings, renderer: ServerProcess
) -> None:
    settings.RENDERER_URL = renderer.url
    settings.RENDERER_MILLISECONDS = 10_000
    eventually(lambda: is_rendered(client), seconds=10)

    renderer.kill()
    assert is_plain(client.get("/").content)
    renderer.restart()

    eventually(lambda: is_rendered(client), seconds=10)


def test_stopped_renderer_is_gone_at_once_with_its_workers(renderer: ServerProcess) -> None:
    worker = worker_of(renderer)

    renderer.terminate()

    assert renderer.wait(2) == 0
    eventually(lambda: not Path(f"/proc/{worker}/cmdline").exists(), seconds=5)


def test_renderer_knows_nothing_of_our_environment(renderer: ServerProcess) -> None:
    for process in (renderer.pid, worker_of(renderer)):
        variables = Path(f"/proc/{process}/environ").read_text().strip("\0").split("\0")
        names = {name for name in (each.partition("=")[0] for each in variables) if "RENDERER_" not in name}

        assert names <= {"NODE_ENV", "NODE_UNIQUE_ID", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"}
