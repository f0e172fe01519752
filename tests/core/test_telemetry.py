"""Data sent to Sentry and an OpenTelemetry collector, and data that must not be sent.

HTTP servers stand for the two; gunicorn, daphne and a worker are real, and what fails is their database.
"""

import gzip
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import brotli
import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from deploy import processes
from deploy.environment import ROOT
from project import __version__
from project.core.telemetry import errors
from tests.benchmarks.killed_processes import ask
from tests.server_process import ServerProcess, ShopProcesses
from tests.waiting import eventually
from tests.webhook_receiver import Received, WebhookReceiver

ON_POSTGRES = bool(os.environ.get("DATABASE_URL"))
EMAIL = "zubeidah.quill@example.com"
PHONE = "9812345670"
STREET = "77 Larkspur Lane"
SEARCH = "rareindigobead"
# As an order's key, an access token and a session's secret look.
ORDER_KEY = "kQ3v-8QxkZ0aJ7tYb2LwRf5NcH9uEdG4"
TOKEN = "S0123456789AB:1tabcd:mS3v-8QxkZ0aJ7tYb2LwRf5NcH9uEdG4pVi1oKqXyTz"
COOKIE = "pVi1oKqXyTzPnM6s_BkQ3v-8QxkZ0aJ7tYb2LwRf5Nc"
PLANTED = [EMAIL, "zubeidah", PHONE, "Larkspur", SEARCH, ORDER_KEY, TOKEN, TOKEN[-43:], COOKIE]
# What the database says of a row it refuses may name what stands in it.
REASON = f"Key (email, key)=({EMAIL}, {ORDER_KEY}) is refused, Bearer {TOKEN}, {PHONE}"

BREAK_POSTGRES = f"""
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '{REASON}' USING ERRCODE = 'check_violation'; END $$;
CREATE TRIGGER refuse BEFORE UPDATE OF status ON core_mail
FOR EACH ROW WHEN (NEW.status = 'sent') EXECUTE FUNCTION refuse();
CREATE TRIGGER refuse BEFORE INSERT ON cart_cart FOR EACH ROW EXECUTE FUNCTION refuse();
"""
BREAK_SQLITE = [
    f"CREATE TRIGGER refuse_mail BEFORE UPDATE OF status ON core_mail WHEN NEW.status = 'sent'"
    f" BEGIN SELECT RAISE(ABORT, '{REASON}'); END",
    f"CREATE TRIGGER refuse_cart BEFORE INSERT ON cart_cart BEGIN SELECT RAISE(ABORT, '{REASON}'); END",
]


@dataclass(frozen=True)
class Watched:
    """A shop that sends to both receivers."""

    pages: ServerProcess
    sockets: ServerProcess
    worker: ServerProcess
    sentry: WebhookReceiver
    collector: WebhookReceiver

    def events(self, request_id: str = "") -> list[dict[str, Any]]:
        """Return what came to Sentry, of one request or of all."""
        found = [event for each in list(self.sentry.received) for event in events_of(each)]
        return [each for each in found if each["tags"].get("request_id", "").startswith(request_id)]

    def spans(self, request_id: str = "") -> list[Span]:
        """Return what came to the collector, of one request or of all."""
        found = [span for each in list(self.collector.received) for span in spans_of(each)]
        return [each for each in found if attributes(each).get("request_id", "").startswith(request_id)]

    def sent(self) -> str:
        """Return every byte that left, as text."""
        return "\n".join(
            unpacked(each).decode(errors="replace") + str(each.headers)
            for each in [*self.sentry.received, *self.collector.received]
        )


def unpacked(received: Received) -> bytes:
    match received.headers.get("content-encoding"):
        case "gzip":
            return gzip.decompress(received.body)
        case "br":
            return bytes(brotli.decompress(received.body))
    return received.body


def events_of(envelope: Received) -> list[dict[str, Any]]:
    """Return the events of an envelope: a line of headers, then a line about each item and the item."""
    lines = unpacked(envelope).splitlines()[1:]
    items = zip(lines[::2], lines[1::2], strict=True)
    return [json.loads(item) for head, item in items if json.loads(head)["type"] == "event"]


def spans_of(request: Received) -> list[Span]:
    found = ExportTraceServiceRequest.FromString(unpacked(request))
    return [span for each in found.resource_spans for scope in each.scope_spans for span in scope.spans]


def attributes(span: Span) -> dict[str, Any]:
    return {each.key: each.value.string_value or each.value.int_value for each in span.attributes}


@pytest.fixture(scope="module")
def shop() -> Iterator[Watched]:
    sentry, collector = WebhookReceiver(), WebhookReceiver()
    addresses = {name.lower(): os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
    try:
        with ShopProcesses(
            **addresses,
            SENTRY_DSN=f"{sentry.origin.replace('//', '//public@')}/1",
            OTEL_EXPORTER_OTLP_ENDPOINT=collector.origin,
            OTEL_BSP_SCHEDULE_DELAY="200",
            LOG_JSON="1",
        ) as running:
            ask(
                running,
                "from django.db import connection\n"
                "from tests.factories import make_product\n"
                "print(make_product(stock=5).slug)\n"
                f"for statement in {[BREAK_POSTGRES] if ON_POSTGRES else BREAK_SQLITE}:\n"
                "    connection.cursor().execute(statement)",
            )
            sockets = running.begin_to_serve()
            pages = running.serve_pages()
            sockets.wait_until_ready()
            worker = running.work(SITE_URL=pages.url)
            watched = Watched(pages, sockets, worker, sentry, collector)
            yield watched
            for process in (pages, sockets, worker):  # pytest shows it when a test fails
                print(process.log()[-3000:])
    finally:
        sentry.stop()
        collector.stop()


def send(server: ServerProcess, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
    """Send what a browser sends that holds personal data and secrets, and what a stranger may send."""
    return httpx.request(
        method,
        f"{server.url}{path}",
        json=body,
        headers={
            "Origin": server.url,
            "X-Order-Key": ORDER_KEY,
            "Cookie": f"session={COOKIE}",
            "User-Agent": "Quill 1.0",
            "X-Forwarded-For": "203.0.113.77",
            "traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01",
            **headers,
        },
        timeout=60,
        trust_env=False,
    )


def first_item(server: ServerProcess) -> dict[str, Any]:
    products = send(server, "GET", "/api/products").json()["data"]["products"]
    return {"productId": products[0]["_id"], "quantity": 1, "customization": {}}


def fill_cart(server: ServerProcess) -> httpx.Response:
    """Begin a cart, which the database refuses."""
    return send(server, "POST", f"/api/cart/lines?search={SEARCH}", first_item(server))


@pytest.mark.production_stack
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", ["pages", "sockets"])
def test_failed_request_is_an_event_and_a_span_under_its_id(shop: Watched, name: str) -> None:
    answer = fill_cart(getattr(shop, name))
    request_id = answer.headers["X-Request-ID"]

    assert answer.status_code == 500, answer.text
    event = eventually(lambda: shop.events(request_id))[0]
    error = event["exception"]["values"][-1]
    assert (error["type"], event["level"]) == ("IntegrityError", "error")
    assert event["release"] == __version__
    assert "is refused" in error["value"] and "***" in error["value"]
    assert {"request", "user", "extra", "breadcrumbs"}.isdisjoint(event)
    assert not [frame for frame in error["stacktrace"]["frames"] if "vars" in frame]

    served = eventually(
        lambda: [span for span in shop.spans(request_id) if span.kind == Span.SPAN_KIND_SERVER]
    )[0]
    assert {span.trace_id for span in shop.spans(request_id)} == {served.trace_id}
    # The caller's is not taken over.
    assert served.trace_id.hex() != "ab" * 16
    assert attributes(served)["http.route"] == "api/cart/lines"
    assert 500 in attributes(served).values()


@pytest.mark.production_stack
@pytest.mark.timeout(300)
def test_one_id_leads_from_the_click_to_the_failed_job(shop: Watched) -> None:
    items = [first_item(shop.pages)]
    quote = send(shop.pages, "POST", "/api/orders/quote", {"items": items}).json()["data"]
    buyer = {
        "firstName": "Zubeidah",
        "lastName": "Quill",
        "email": EMAIL,
        "phone": PHONE,
        "address": {
            "street": STREET,
            "city": "Pune",
            "state": "Maharashtra",
            "pincode": "411001",
            "country": "India",
        },
    }
    body = {"items": items, "customerInfo": buyer, "amount": quote["totalAmount"]}
    placed = send(shop.pages, "POST", "/api/orders/create-guest-order", body)
    assert placed.is_success, placed.text
    request_id = placed.headers["X-Request-ID"]
    order = placed.json()["data"]
    link = order["orderLink"].removeprefix(shop.pages.url)
    send(shop.pages, "GET", link)

    event = eventually(lambda: shop.events(request_id), seconds=90)[0]
    assert event["logger"] == "huey"
    assert event["exception"]["values"][-1]["type"] == "IntegrityError"

    # The spans that nothing is above: what the click asked, and the job.
    wanted = {"POST api/orders/create-guest-order", "job send_mail"}
    eventually(
        lambda: wanted <= {span.name for span in shop.spans(request_id) if not span.parent_span_id},
        seconds=60,
    )
    assert order["orderKey"] not in shop.sent()


@pytest.mark.production_stack
@pytest.mark.timeout(300)
def test_nothing_planted_leaves_the_shop(shop: Watched) -> None:
    for server in (shop.pages, shop.sockets):
        fill_cart(server)
        send(server, "GET", f"/api/products?search={SEARCH}", Authorization=f"Bearer {TOKEN}")
        send(server, "GET", f"/api/auth/orders/AKS-000000000000?key={ORDER_KEY}")
        send(server, "GET", f"/order/AKS-000000000000/{ORDER_KEY}")
        send(server, "GET", f"/no/such/{ORDER_KEY}?email={EMAIL}")
        last = send(server, "POST", "/api/orders/track", {"email": EMAIL})
        request_id = last.headers["X-Request-ID"]
        eventually(partial(shop.spans, request_id))

    sent = shop.sent()
    assert len(shop.events()) >= 2 and "POST api/orders/track" in sent
    assert [secret for secret in PLANTED if secret.lower() in sent.lower()] == []
    assert "Quill" not in sent and "203.0.113.77" not in sent and "/no/such" not in sent


@pytest.mark.timeout(300)
@pytest.mark.skipif(not ON_POSTGRES, reason="SQLite's queries make no spans")
def test_queries_of_a_request_are_spans_below_it_without_their_values(shop: Watched) -> None:
    request_id = send(shop.pages, "POST", "/api/orders/track", {"email": EMAIL}).headers["X-Request-ID"]

    def queries() -> list[Span]:
        found = shop.spans(request_id)
        return [span for span in found if span.parent_span_id and "db.system" in attributes(span)]

    found = eventually(queries)
    texts = [attributes(span).get("db.statement", "") for span in found]
    assert any("orders_order" in text and "%s" in text for text in texts), texts


@pytest.mark.any_stack
@pytest.mark.timeout(300)
def test_receivers_that_are_away_keep_nobody_waiting() -> None:
    nowhere = f"127.0.0.1:{processes.free_port()}"
    with ShopProcesses(
        SENTRY_DSN=f"http://public@{nowhere}/1",
        OTEL_EXPORTER_OTLP_ENDPOINT=f"http://{nowhere}",
        OTEL_BSP_SCHEDULE_DELAY="100",
    ) as shop:
        server = shop.serve_pages()
        answers = [httpx.get(f"{server.url}/api/products", timeout=10, trust_env=False) for _ in range(20)]
        server.terminate()
        server.wait(30)

    assert all(answer.is_success for answer in answers)


@pytest.mark.any_stack
def test_nothing_of_either_is_imported_while_it_is_off() -> None:
    # redis-py imports OpenTelemetry's interface and metrics wherever they are installed.
    ours = ("sentry_sdk", *(f"opentelemetry.{name}" for name in ("exporter", "instrumentation", "sdk.trace")))
    code = (
        "import sys, django; django.setup(); import project.asgi, project.wsgi, worker.tasks;"
        "from django.core.cache import cache; cache.get('x');"
        f"print([name for name in sys.modules if name.startswith({ours!r})])"
    )
    with ShopProcesses() as shop:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=shop.environment(SENTRY_DSN="", OTEL_EXPORTER_OTLP_ENDPOINT=""),
            capture_output=True,
            text=True,
            check=True,
        )

    assert done.stdout == "[]\n"


@pytest.mark.any_stack
def test_request_of_a_stranger_that_django_refuses_is_no_event() -> None:
    name = "django.security.DisallowedHost"
    record = logging.LogRecord(name, logging.ERROR, "", 0, "Invalid HTTP_HOST header", (), None)

    assert errors.scrub({"logentry": {"message": "Invalid HTTP_HOST header"}}, {"log_record": record}) is None


def test_event_keeps_what_finds_the_fault_and_nothing_of_the_caller() -> None:
    event: Any = {
        "level": "error",
        "logger": "project.payments",
        "logentry": {"message": "%s was refused", "params": [EMAIL], "formatted": f"{EMAIL} was refused"},
        "request": {"url": f"https://shop.example/order/{ORDER_KEY}", "query_string": f"key={ORDER_KEY}"},
        "user": {"email": EMAIL},
        "extra": {"to": EMAIL},
        "breadcrumbs": {"values": [{"message": EMAIL}]},
        "transaction": f"/order/{ORDER_KEY}",
        "transaction_info": {"source": "url"},
        "contexts": {"runtime": {"name": "CPython"}, "other": {"email": EMAIL}},
    }

    scrubbed: Any = errors.scrub(event, {})

    assert scrubbed == {
        "level": "error",
        "logger": "project.payments",
        "logentry": {"message": "%s was refused"},
        "contexts": {"runtime": {"name": "CPython"}},
        "tags": {},
    }
