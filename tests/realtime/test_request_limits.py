"""Large and slow requests at daphne itself, without nginx in front."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from deploy.environment import ROOT
from project.api import api as shop_api
from project.catalog.staff.uploads import MayUpload
from project.core.uploads import is_upload
from tests.mailbox import Mailbox
from tests.server_process import ServerProcess, ShopProcesses

# They never get as far as the database.
pytestmark = pytest.mark.any_stack

MB = 1024 * 1024
BOUNDARY = "multipart/form-data; boundary=b"
START = (
    b'--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n'
    b"Content-Type: image/jpeg\r\n\r\n"
)


def form(size: int) -> bytes:
    """Return a form with a file of this size."""
    return START + b"x" * size + b"\r\n--b--\r\n"


@pytest.fixture(scope="module")
def shop() -> Iterator[ShopProcesses]:
    with ShopProcesses() as processes:
        yield processes


@pytest.fixture(scope="module")
def server(shop: ShopProcesses) -> ServerProcess:
    started = shop.serve()
    httpx.get(f"{started.url}/api/shop", trust_env=False, timeout=30)
    return started


def peak_memory(server: ServerProcess) -> int:
    """Return the most bytes the process had since `forget_peak`."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024  # type: ignore[index]


def forget_peak(server: ServerProcess) -> int:
    Path(f"/proc/{server.pid}/clear_refs").write_text("5")
    return peak_memory(server)


def post(
    server: ServerProcess, path: str, body: bytes | Iterator[bytes], kind: str, **headers: str
) -> httpx.Response:
    sent = {"Content-Type": kind, "Accept-Language": "hi"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return httpx.post(f"{server.url}/api{path}", content=body, headers=sent, trust_env=False, timeout=60)


def in_chunks(body: bytes) -> Iterator[bytes]:
    for start in range(0, len(body), 65_536):
        yield body[start : start + 65_536]


REFUSED = [
    ("/products/x/reviews", form(20 * MB), BOUNDARY, {}, 401),
    ("/products/x/reviews", form(20 * MB), BOUNDARY, {"Authorization": "Bearer made-up"}, 401),
    ("/admin/uploads", b"{" + b" " * 20 * MB, "application/json", {}, 401),
    ("/admin/products", b"{" + b" " * 20 * MB, "application/json", {"Authorization": "Bearer made-up"}, 401),
    ("/admin/bank/statements", form(20 * MB), BOUNDARY, {}, 401),
    ("/orders/AKS-NONE/returns", form(20 * MB), BOUNDARY, {"X_Order_Key": "made-up"}, 404),
    ("/orders/AKS-NONE/claims", form(20 * MB), BOUNDARY, {"X_Order_Access": "made-up"}, 404),
    ("/orders/quote", b" " * 20 * MB, "application/json", {}, 413),
    ("/payments/webhooks/phonepe", b" " * 2 * MB, "application/json", {}, 413),
    ("/no-such-call", b" " * 20 * MB, "application/json", {}, 404),
]


@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunked"])
@pytest.mark.parametrize(
    ("path", "body", "kind", "headers", "status"), REFUSED, ids=lambda each: str(each)[:40]
)
def test_large_body_of_a_stranger_is_refused_without_being_kept(
    server: ServerProcess,
    path: str,
    body: bytes,
    kind: str,
    headers: dict[str, str],
    status: int,
    chunked: bool,
) -> None:
    before = forget_peak(server)

    answer = post(server, path, in_chunks(body) if chunked else body, kind, **headers)

    assert answer.status_code == status, answer.text
    assert answer.json()["success"] is False
    assert re.search("[\u0900-\u097f]", answer.json()["message"])
    assert answer.headers["connection"] == "close"
    assert peak_memory(server) - before < 6 * MB


def test_body_beyond_every_limit_is_refused_before_anybody_is_asked(server: ServerProcess) -> None:
    url = urlsplit(server.url)
    with socket.create_connection((url.hostname, url.port), timeout=10) as caller:
        caller.sendall(
            b"POST /api/admin/uploads HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 999999999999\r\n\r\n"
        )

        # Nothing of the body has been sent.
        assert caller.recv(4096).startswith((b"HTTP/1.1 401", b"HTTP/1.1 413"))


def test_what_follows_a_refused_request_is_no_request(server: ServerProcess) -> None:
    url = urlsplit(server.url)
    second = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection((url.hostname, url.port), timeout=10) as caller:
        caller.sendall(
            b"POST /api/orders/quote HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 2000000\r\n\r\n" + second
        )
        time.sleep(0.5)
        caller.sendall(second)
        answers = b"".join(iter(lambda: caller.recv(65_536), b""))

    assert answers.count(b"HTTP/1.1 ") == 1 and b"HTTP/1.1 413" in answers


def test_those_who_may_upload_still_do(shop: ShopProcesses, server: ServerProcess) -> None:
    with httpx.Client(trust_env=False, timeout=30) as http:
        mailbox = Mailbox(server.url, http)
        mark = mailbox.last_id()
        http.post(f"{server.url}/api/auth/send-otp", json={"email": "asha@example.com"})
        code = mailbox.code_to("asha@example.com", containing="login code", after=mark)
        login = {"email": "asha@example.com", "otp": code}
        token = http.post(f"{server.url}/api/auth/verify-otp", json=login).json()["data"]["token"]
    customer = {"Authorization": f"Bearer {token}"}
    before = forget_peak(server)

    # The whole body was read: there is no such product.
    for body in (form(20 * MB), in_chunks(form(4 * MB))):
        review = post(server, "/products/x/reviews", body, BOUNDARY, **customer)
        assert review.status_code in (404, 422), review.text
    assert peak_memory(server) - before < 100 * MB
    # It is their right, too, that is asked for.
    assert post(server, "/admin/uploads", form(20 * MB), BOUNDARY, **customer).status_code == 403
    assert post(server, "/products/x/reviews", form(21 * MB), BOUNDARY, **customer).status_code == 413


def dribble(
    server: ServerProcess, start: bytes, *, size: int, pause: float, seconds: float
) -> tuple[float, bytes]:
    """Send `size` bytes every `pause`; return after how long it ended, and what was answered."""
    url = urlsplit(server.url)
    began = time.monotonic()
    with socket.create_connection((url.hostname, url.port), timeout=30) as caller:
        caller.sendall(start)
        caller.setblocking(False)
        answer = b""
        while time.monotonic() - began < seconds:
            try:
                caller.sendall(b"1" * size)
                answer += caller.recv(65_536) or b"\0"
            except BlockingIOError:
                pass
            except OSError:
                break
            if answer:
                break
            time.sleep(pause)
    return time.monotonic() - began, answer


POST = b"POST /api/orders/quote HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
SLOW = {
    "first line": b"GET /",
    "header": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Name: ",
    "body": POST + b"Content-Length: 5000\r\n\r\n",
    "body of an upload": POST.replace(b"orders/quote", b"orders/X/claims")
    + b"Content-Length: 900000\r\n\r\n",
    "chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n1",
}


@pytest.mark.timeout(120)
def test_slow_senders_are_ended_after_fifteen_seconds_and_a_phone_on_2g_is_not(server: ServerProcess) -> None:
    ended: dict[str, tuple[float, bytes]] = {}

    def send(name: str, start: bytes, size: int, pause: float) -> None:
        ended[name] = dribble(server, start, size=size, pause=pause, seconds=45)

    # 12 kbit/s, in bursts with nothing for some seconds in between: 50 KB take 33 s.
    phone = POST + b"Content-Length: 50000\r\n\r\n"
    threads = [threading.Thread(target=send, args=(name, start, 1, 1)) for name, start in SLOW.items()]
    threads.append(threading.Thread(target=send, args=("phone", phone, 10_000, 8)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    seconds, answer = ended.pop("phone")
    assert seconds > 30 and answer.startswith(b"HTTP/1.1 4") and b"408" not in answer[:15]
    assert {name: (14 < took < 19, said[:12]) for name, (took, said) in ended.items()} == dict.fromkeys(
        SLOW, (True, b"HTTP/1.1 408")
    )


def test_calls_that_take_files_and_no_others_may_be_large() -> None:
    schema = shop_api.get_openapi_schema()["paths"]
    with_files = {
        path
        for path, methods in schema.items()
        for operation in methods.values()
        if "multipart/form-data" in operation.get("requestBody", {}).get("content", {})
    }
    with_pictures = {
        f"/api{prefix}{path}".replace("<", "{").replace(">", "}")
        for prefix, router in shop_api._routers
        for path, view in router.path_operations.items()
        for operation in view.operations
        if any(isinstance(guard, MayUpload) for guard in operation.auth_callbacks)
    }

    assert {path for path in schema if is_upload(path)} == with_files | with_pictures


def test_nginx_lets_the_same_calls_be_large() -> None:
    conf = (ROOT / "deploy" / "nginx.conf").read_text()
    match = re.search(r"location ~ (\S+) \{\n\s+client_max_body_size 22m;", conf)
    assert match is not None

    schema = shop_api.get_openapi_schema()["paths"]
    differing = {path for path in schema if bool(re.search(match[1], path)) != is_upload(path)}
    assert differing == set()
