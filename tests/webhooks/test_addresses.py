"""Addresses of webhooks: public https ones only, and the connection goes where the check looked."""

import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.core import outbound
from project.core.outbound import AddressRefused, public_address
from project.webhooks import sending
from project.webhooks.sending import MOST_BYTES, Outcome, new_secret
from tests.tls_server import TlsServer
from tests.webhook_receiver import WebhookReceiver

BAD = [
    ("http://shop.example.com/hook", "not https"),
    ("ftp://shop.example.com/hook", "not https"),
    ("https://", "not an address"),
    ("https://user:secret@93.184.215.14/", "not an address"),
    ("https://93.184.215.14/#there", "not an address"),
    ("https://[::1/", "not an address"),
    ("https://nobody.invalid/", "unknown host"),
    ("https://localhost/", "private address"),
    ("https://10.0.0.7/", "private address"),
    ("https://172.16.0.1:8443/", "private address"),
    ("https://192.168.1.1/", "private address"),
    ("https://100.64.0.1/", "private address"),
    ("https://169.254.169.254/latest/meta-data/", "private address"),
    ("https://0.0.0.0/", "private address"),
    ("https://224.0.0.1/", "private address"),
    # Other ways to write 127.0.0.1.
    ("https://127.1/", "private address"),
    ("https://2130706433/", "private address"),
    ("https://0x7f000001/", "private address"),
    ("https://[::1]/", "private address"),
    ("https://[::ffff:10.0.0.1]/", "private address"),
    ("https://[64:ff9b::a00:1]/", "private address"),
    ("https://[2002:7f00:1::]/", "private address"),
    ("https://[fd00::1]/", "private address"),
    ("https://[fe80::1]/", "private address"),
]


@pytest.fixture(autouse=True)
def no_private_hosts(settings: Settings, private_hosts: None) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = []


def send(url: str) -> Outcome:
    return sending.send(url=url, keys=[new_secret()], message_id="msg_1", body="{}", now=timezone.now())


@pytest.mark.parametrize(("url", "why"), BAD)
def test_address_that_is_not_public_is_refused_before_any_connection(url: str, why: str) -> None:
    with pytest.raises(AddressRefused, match=why):
        public_address(url)

    assert send(url) == Outcome(error=why)


@pytest.mark.parametrize("host", ["93.184.215.14", "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]"])
def test_public_address_is_taken(host: str) -> None:
    assert public_address(f"https://{host}:8443/hook?key=1") == host.strip("[]")


def test_redirect_into_the_shop_s_network_is_not_followed(
    settings: Settings, receiver: WebhookReceiver
) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = ["127.0.0.1"]
    inside = WebhookReceiver()
    receiver.statuses = [307]
    receiver.headers = {"Location": inside.url}

    outcome = send(receiver.url)
    inside.stop()

    assert (outcome.status_code, outcome.is_taken) == (307, False)
    assert inside.received == []


def test_answer_is_read_up_to_its_limit(settings: Settings, receiver: WebhookReceiver) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = ["127.0.0.1"]
    receiver.answer = b"x" * 100_000

    assert send(receiver.url) == Outcome(status_code=200, answer="x" * MOST_BYTES)


def test_receiver_that_sends_a_byte_now_and_then_is_left_in_time(
    settings: Settings,
) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = ["127.0.0.1"]
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                while not over.wait(1.0):
                    connection.sendall(b"x")

        dripping = threading.Thread(target=drip)
        dripping.start()
        started = timezone.now()
        outcome = send(f"http://127.0.0.1:{server.getsockname()[1]}/")
        over.set()
        dripping.join()

    assert outcome == Outcome(error="timeout")
    assert timezone.now() - started < timedelta(seconds=13)


@pytest.fixture
def trusted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings
) -> Iterator[tuple[WebhookReceiver, TlsServer]]:
    """A receiver by TLS whose certificate, of the name localhost, this machine trusts."""
    settings.OUTBOUND_PRIVATE_HOSTS = ["127.0.0.1", "localhost"]
    certificate = TlsServer(ends_at=datetime.now(UTC) + timedelta(days=1))
    file = tmp_path / "trusted.pem"
    file.write_text(certificate.certificate)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    outbound.tls_context.cache_clear()
    receiver = WebhookReceiver(tls=certificate.context)
    yield receiver, certificate
    receiver.stop()
    certificate.stop()
    outbound.tls_context.cache_clear()


def test_certificate_is_checked_against_the_name_though_the_connection_goes_to_the_address(
    trusted: tuple[WebhookReceiver, TlsServer],
) -> None:
    receiver, certificate = trusted
    port = receiver.origin.rpartition(":")[2]

    assert send(f"https://localhost:{port}/hook").status_code == 200
    assert receiver.received[0].headers["host"] == f"localhost:{port}"
    assert send(f"https://127.0.0.1:{port}/hook") == Outcome(error="certificate")

    certificate.show(ends_at=datetime.now(UTC) + timedelta(days=1))
    assert send(f"https://localhost:{port}/hook") == Outcome(error="certificate")
