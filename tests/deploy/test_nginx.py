"""nginx's configuration, run by a real nginx."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from django.core.handlers.wsgi import WSGIRequest

from deploy import machine, processes
from project.storefront.language import page_language
from tests.deploy.nginx import serve_nginx
from tests.waiting import eventually

CALLERS = {
    "203.0.113.77": "203.0.113.0",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1::",
    "2001:db8:1::6": "2001:db8:1::",
    "2001:db8::5:6": "2001:db8::",
    "2001::7": "2001::",
    "::1": "::",
    "::ffff:203.0.113.77": "::",
}


class Nginx:
    """nginx with nobody behind it but for who may be told to listen on `backend`."""

    def __init__(self, folder: Path) -> None:
        machine.require_programs("nginx")
        self._folder = folder
        self._port = processes.free_port()
        self.url = f"https://127.0.0.1:{self._port}"
        self.backend = processes.free_port()
        # It refuses for as long as we hold it; a free port may soon be somebody else's.
        self.refusing = socket.socket()
        self.refusing.bind(("127.0.0.1", 0))
        addresses = [f"127.0.0.1:{port}" for port in (self.backend, self.refusing.getsockname()[1])]
        self.process = serve_nginx(
            folder, files=folder, port=self._port, live=addresses, rest=addresses, trust_proxy=True
        )

    def get(self, path: str, *, caller: str = "203.0.113.77") -> httpx.Response:
        """Ask as if from the caller's address."""
        headers = {"X-Forwarded-For": caller}
        return httpx.get(f"{self.url}{path}", headers=headers, verify=False, trust_env=False, timeout=10)

    def logs(self, lines: int) -> tuple[list[str], str]:
        """Return the access log once it has so many lines, and all that was written anywhere."""
        access = self._folder / "access"
        eventually(lambda: len(access.read_text().splitlines()) >= lines, seconds=10)
        everything = [self._folder / name for name in ("access", "log", "output")]
        return access.read_text().splitlines(), "".join(file.read_text() for file in everything)


class Connections(BaseHTTPRequestHandler):
    """Answers with the caller's port and what it said about the connection."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = f"{self.client_address[1]} {self.headers.get('Connection', '')}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *args: object) -> None:
        pass


class Pages(BaseHTTPRequestHandler):
    """Numbers its answers; those below /public/ may be kept, as the shop's public pages may.

    The shop's own function chooses the language. Below /together/ four readers are answered at once or not at
    all, and below /away/ nobody.
    """

    protocol_version = "HTTP/1.1"
    numbers = count(1)
    four_readers = threading.Barrier(4, timeout=5)

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path.startswith("/together/"):
            with contextlib.suppress(threading.BrokenBarrierError):
                self.four_readers.wait()
        sent = {"QUERY_STRING": address.query, "HTTP_COOKIE": self.headers.get("Cookie", "")}
        language, _ = page_language(
            WSGIRequest(
                {"REQUEST_METHOD": "GET", "PATH_INFO": address.path, "wsgi.input": self.rfile, **sent}
            )
        )
        is_away = self.four_readers.broken or address.path.startswith("/away/")
        status = 503 if is_away else 200
        body = f"{next(self.numbers)} {self.headers['Accept-Encoding']} {language}".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Language", language)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Request-ID", self.headers["X-Request-ID"])
        self.send_header("Vary", "Accept-Encoding")
        if address.path.startswith("/public/"):
            self.send_header("Cache-Control", "private, max-age=0")
            self.send_header("X-Accel-Expires", "1")
        else:
            self.send_header("Cache-Control", "public, max-age=60")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def pages(nginx: "Nginx") -> Iterator[httpx.Client]:
    """A browser of a shop whose pages are numbered."""
    browser = {"Accept-Encoding": "gzip, deflate, br, zstd"}
    with (
        ThreadingHTTPServer(("127.0.0.1", nginx.backend), Pages) as backend,
        httpx.Client(base_url=nginx.url, headers=browser, verify=False, trust_env=False, timeout=10) as http,
    ):
        threading.Thread(target=backend.serve_forever, daemon=True).start()
        yield http
        backend.shutdown()


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[Nginx]:
    running = Nginx(tmp_path)
    yield running
    running.process.stop()
    running.refusing.close()


def test_logs_have_the_callers_network_and_neither_address_nor_query(nginx: Nginx) -> None:
    for caller in CALLERS:
        assert nginx.get("/orders/AKS-1?key=c0ffee", caller=caller).status_code == 503

    lines, everything = nginx.logs(len(CALLERS))

    assert [line.split()[0] for line in lines] == list(CALLERS.values())
    assert "c0ffee" not in everything
    assert not [caller for caller in CALLERS if caller not in CALLERS.values() and caller in everything]


def test_error_log_has_no_line_about_a_request(nginx: Nginx, tmp_path: Path) -> None:
    (tmp_path / "media" / "products").mkdir(parents=True)
    loop = tmp_path / "media" / "products" / "loop.webp"
    loop.symlink_to(loop)

    # nginx cannot open it, which it says at the level crit.
    nginx.get("/media/products/loop.webp?key=c0ffee", caller="203.0.113.77")

    _, everything = nginx.logs(1)
    assert "203.0.113.77" not in everything and "c0ffee" not in everything


@pytest.mark.parametrize("kind", ["returns", "claims", "reviews"])
def test_access_log_does_not_name_a_buyers_photo(nginx: Nginx, kind: str) -> None:
    nginx.get(f"/media/{kind}/0f2c9a71b6d4.webp")

    [line], _ = nginx.logs(1)
    assert f"/media/{kind}/-" in line and "0f2c9a71b6d4" not in line


def test_access_log_names_the_servers_that_refused(nginx: Nginx) -> None:
    nginx.get("/api/products")

    [line], _ = nginx.logs(1)

    # Status, bytes, seconds, request's id; then each server's address and answer.
    assert line.split('" ')[1].startswith("503 ")
    assert line.endswith("502, 502")


def test_what_must_not_be_sent_twice_has_a_connection_of_its_own(nginx: Nginx) -> None:
    with (
        ThreadingHTTPServer(("127.0.0.1", nginx.backend), Connections) as backend,
        httpx.Client(base_url=nginx.url, verify=False, trust_env=False, timeout=10) as http,
    ):
        threading.Thread(target=backend.serve_forever, daemon=True).start()
        read = [http.get("/api/products").text for _ in range(6)]
        written = [http.post("/api/orders/quote", json={}).text for _ in range(6)]
        backend.shutdown()

    # nginx may ask the other address first, which refuses.
    assert len(set(read)) < 6 and all(answer.endswith(" ") for answer in read)
    assert len(set(written)) == 6 and all(answer.endswith(" close") for answer in written)


def test_page_is_fetched_once_for_all_readers_of_one_language_until_it_expires(
    pages: httpx.Client,
) -> None:
    hindi = {"Cookie": "language=hi"}
    first, again = pages.get("/public/beads"), pages.get("/public/beads")
    others = [
        pages.get("/public/beads", headers=hindi).text,
        pages.get("/public/beads?lang=hi").text,
        pages.get("/public/beads", headers={"Accept-Encoding": "identity"}).text,
    ]
    kept = [
        pages.get(
            "/public/beads", headers={"Cookie": "language=en; session=1", "Accept-Encoding": "gzip, br"}
        ),
        pages.get("/public/beads", headers=hindi),
    ]

    assert again.text == first.text
    assert len({first.text, *others}) == 4
    assert [page.text for page in kept] == [first.text, others[0]]
    eventually(lambda: pages.get("/public/beads").text != first.text, seconds=10)


def test_page_that_does_not_say_so_is_kept_by_nobody(pages: httpx.Client) -> None:
    assert len({pages.get("/orders/AKS-1").text for _ in range(3)}) == 3
    assert len({pages.get("/api/products").text for _ in range(3)}) == 3


def test_kept_page_has_the_id_of_its_own_request(pages: httpx.Client) -> None:
    answers = [pages.get("/public/malas") for _ in range(2)]

    assert answers[0].text == answers[1].text
    assert len({answer.headers["X-Request-ID"] for answer in answers}) == 2
    assert all(len(answer.headers.get_list("X-Request-ID")) == 1 for answer in answers)
    assert not any("X-Accel-Expires" in answer.headers for answer in answers)


@pytest.mark.parametrize("cookie", ['language="hi"', "language=en; language=hi", "language=hi; language=en"])
def test_nobody_can_have_a_page_kept_for_readers_of_another_language(
    pages: httpx.Client, cookie: str
) -> None:
    pages.get("/public/beads", headers={"Cookie": cookie})

    assert pages.get("/public/beads").text.endswith(" en")
    assert pages.get("/public/beads", headers={"Cookie": "language=hi"}).text.endswith(" hi")


ENGLISH, HINDI = "en", "hi"
LANGUAGE_FORMS = [
    ("", "", ENGLISH),
    ("lang=hi", "", HINDI),
    ("lang=en", "", ENGLISH),
    ("lang=en", "language=hi", ENGLISH),
    ("lang=hi", "language=en", HINDI),
    ("LANG=hi", "", ENGLISH),
    ("Lang=hi", "", ENGLISH),
    ("LANG=en", "language=hi", HINDI),
    ("lang=HI", "", ENGLISH),
    ("lang=hi-IN", "", ENGLISH),
    ("lang=hindi", "", ENGLISH),
    ("lang=", "language=hi", HINDI),
    ("lang", "language=hi", HINDI),
    ("lang=xx", "language=hi", HINDI),
    ("lang=xx&lang=hi", "", HINDI),
    ("lang=hi&lang=en", "", HINDI),
    ("lang=en&lang=hi", "", ENGLISH),
    ("lang=&lang=hi", "", HINDI),
    ("LANG=hi&lang=en", "", ENGLISH),
    ("a=1&lang=hi", "", HINDI),
    ("lang=hi&a=1", "", HINDI),
    ("xlang=hi", "", ENGLISH),
    ("lang=hi;a=1", "", ENGLISH),
    ("a=1;lang=hi", "", ENGLISH),
    ("%6Cang=hi", "", ENGLISH),
    ("lang=%68i", "", ENGLISH),
    ("lang=hi+", "", ENGLISH),
    ("lang=+hi", "", ENGLISH),
    ("lang=hi%26a", "", ENGLISH),
    ("lang%3Dhi", "", ENGLISH),
    ("?lang=hi", "", ENGLISH),
    ("&&lang=hi&&", "", HINDI),
    ("lang[]=hi", "", ENGLISH),
    ("lang=hi=", "", ENGLISH),
    ("", "language=hi", HINDI),
    ("", "language=en", ENGLISH),
    ("", "LANGUAGE=hi", ENGLISH),
    ("", "Language=hi", ENGLISH),
    ("", 'language="hi"', ENGLISH),
    ("", "language=HI", ENGLISH),
    ("", "language=hi-IN", ENGLISH),
    ("", "language=hi; language=en", HINDI),
    ("", "language=en; language=hi", ENGLISH),
    ("", "language=xx; language=hi", HINDI),
    ("", "a=1; language=hi", HINDI),
    ("", "a=1;language=hi", HINDI),
    ("", "a=1, language=hi", HINDI),
    ("", "a=language=hi", ENGLISH),
    ("", "xlanguage=hi", ENGLISH),
    ("", "language =hi", ENGLISH),
    ("", "language=%68i", ENGLISH),
    ("", "a=1;  language=hi", ENGLISH),
    ("", "language=hi ; a=1", ENGLISH),
]


def test_nginx_and_the_shop_choose_the_same_language(pages: httpx.Client) -> None:
    found = {}
    for query, cookie, _ in LANGUAGE_FORMS:
        # Where the shop is away nginx shows a page of its own, in the language by which it keeps pages.
        headers = {"Cookie": cookie} if cookie else {}
        shop = pages.get(f"/orders/1?{query}", headers=headers)
        away = pages.get(f"/away/1?{query}", headers=headers)
        assert (shop.status_code, away.status_code) == (200, 503)
        found[query, cookie] = (shop.headers["Content-Language"], away.headers["Content-Language"])

    assert found == {(query, cookie): (chosen, chosen) for query, cookie, chosen in LANGUAGE_FORMS}


def test_nobody_can_have_an_address_kept_in_another_language(pages: httpx.Client) -> None:
    wrong = []
    for query, cookie, _ in LANGUAGE_FORMS:
        path = f"/public/beads?{query}"
        for sent in ("language=hi", cookie):
            pages.get(path, headers={"Cookie": sent} if sent else {})
        shown, asked = pages.get(path), pages.get(f"{path}&uncached")
        if shown.text[-3:] != asked.text[-3:]:
            wrong.append((query, cookie))

    assert wrong == []


def test_readers_of_a_page_that_nobody_keeps_do_not_wait_for_each_other(pages: httpx.Client) -> None:
    with ThreadPoolExecutor(4) as readers:
        answers = list(readers.map(lambda _: pages.get("/together/cart").status_code, range(4)))

    assert answers == [200] * 4
