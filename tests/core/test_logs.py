"""Log lines of requests, and the data they must not contain."""

import io
import json
import logging.config
from collections.abc import Iterator

import pytest
from django.conf import settings as django_settings
from django.test import Client
from pytest_django.fixtures import Settings

from deploy import processes
from project.content.mail_samples import SAMPLES
from project.core.logs import logging_settings, mask
from project.core.mail import queue_mail, send_mail_row
from project.core.models import Mail
from project.core.request_log import on_behalf_of
from tests.http import Api
from tests.shop_settings import change_shop

ANSWER = SAMPLES["support_answer"][0]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("asha.k+beads@example.co.in bought", "a***@example.co.in bought"),
        ("(a@b.in)", "(a***@b.in)"),
        ("call +91 98765 43210", "call ********10"),
        ("call 9876543210.", "call ********10."),
        ("/api/orders?key=s3cret&page=2 was slow", "/api/orders?*** was slow"),
        ("https://shop.example/order/AKS-1?key=abc", "https://shop.example/order/AKS-1?***"),
        ("<ASGIRequest: GET '/products?rare+bead'>", "<ASGIRequest: GET '/products?***'>"),
        ("Key (email, code)=(x, 482913) exists", "Key (email, code)=(***) exists"),
        (
            "violates a constraint\nDETAIL:  Failing row contains (7, Asha Kulkarni, 12 MG Road, 411001).",
            "violates a constraint\nDETAIL:  Failing row contains (***)",
        ),
        (
            'invalid input syntax for type integer: "Asha Kulkarni"',
            "invalid input syntax for type integer: ***",
        ),
        (
            "[type=string_type, input_value={'name': 'Asha'}, input_type=dict]",
            "[type=string_type, input_value=***, input_type=dict]",
        ),
        ("Authorization: Bearer eyJhbGciOi.x-y_z", "Authorization: Bearer ***"),
        ("Key (key)=(kQ3v-8QxkZ0aJ7tYb2LwRf5NcH9uEdG4) exists", "Key (key)=(***) exists"),
        ("S0123456789AB:1tabcd:mS3v-8QxkZ0aJ7tYb2LwRf5NcH9uEdG4pVi1oKq", "S0123456789AB:1tabcd:***"),
    ],
)
def test_personal_data_and_secrets_are_masked(text: str, shown: str) -> None:
    assert mask(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        *("TXN9876543210", "AKS-26-000123", "paid 9876543210123 paise", "is it late?", "12:30:45 - 200"),
        # A request's id, a digest, and names.
        *("0123456789abcdef" * 2, "0123456789abcdef" * 4, "PaymentStatusAnswerLagsBehindTheMessage"),
        "test_whole_shop_logs_no_secrets_and_follows_a_payment_under_one_id",
    ],
)
def test_numbers_of_orders_and_payments_stay_readable(text: str) -> None:
    assert mask(text) == text


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Return what the process writes with production's settings."""
    logging.config.dictConfig(logging_settings("INFO", as_json=True))
    written = io.StringIO()
    handler = next(each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler)
    handler.setStream(written)
    yield written
    logging.config.dictConfig(django_settings.LOGGING)


def entries(log: io.StringIO) -> list[dict[str, object]]:
    """Return the lines as what they say."""
    return [json.loads(line) for line in log.getvalue().splitlines()]


@pytest.mark.django_db
def test_request_is_one_line_with_its_route_and_without_its_path(api: Api, log: io.StringIO) -> None:
    answer = api.get("/products/no-such-bead", {"search": "asha@example.com"})

    (line,) = entries(log)
    assert line["event"] == "request"
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/products/<slug>", 404)
    assert line["request_id"] == answer.headers["X-Request-ID"]
    assert "asha" not in log.getvalue() and "no-such-bead" not in log.getvalue()


@pytest.mark.django_db
def test_failed_request_is_logged_without_its_address(api: Api, log: io.StringIO) -> None:
    change_shop(seller={"legal_name": {}})

    api.get("/shop", {"search": "asha kulkarni"})

    assert [line["logger"] for line in entries(log)].count("django.request") == 1
    assert "kulkarni" not in log.getvalue() and "HttpRequest" not in log.getvalue()
    assert "WSGIRequest" not in log.getvalue()


def test_whatever_a_line_carries_besides_its_text_is_masked(log: io.StringIO) -> None:
    extra = {"buyer": {"email": ["asha@example.com"]}, "number": 7, "address": b"/x?key=c0ffee"}

    logging.getLogger("project").warning("hello", extra=extra)

    (line,) = entries(log)
    assert line["number"] == 7
    assert "asha@" not in log.getvalue() and "c0ffee" not in log.getvalue()


def test_strangers_host_is_one_short_line_a_minute(client: Client, log: io.StringIO) -> None:
    for number in range(50):
        answer = client.get(f"/products?search=asha{number}", headers={"Host": f"{number}.example.net"})
        assert answer.status_code == 400

    told = [line for line in entries(log) if str(line["logger"]).startswith("django.security")]
    assert [(line["event"], line["host"]) for line in told] == [("request refused", "0.example.net")]
    assert len(json.dumps(told[0])) < 300
    assert "asha" not in log.getvalue() and "Traceback" not in log.getvalue()
    # Django's own handlers would write each of them once more, unfiltered.
    assert logging.getLogger("django").handlers == []


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "status"), [("asha@example.com", 404), ("asha", 422)])
def test_address_in_a_path_is_not_logged(api: Api, log: io.StringIO, address: str, status: int) -> None:
    api.get(f"/orders/track/{address}")

    (line,) = entries(log)
    assert (line["route"], line["status"]) == ("/api/orders/track/<email>", status)
    assert "asha" not in log.getvalue()


@pytest.mark.django_db
def test_error_and_its_answer_name_the_same_request(api: Api, log: io.StringIO) -> None:
    change_shop(seller={"legal_name": {}})

    answer = api.get("/shop")

    error, request, _ = entries(log)
    assert error["level"] == "error" and "should be a valid string" in str(error["exception"])
    assert error["request_id"] == request["request_id"] == answer.headers["X-Request-ID"]
    assert str(error["request_id"]).startswith(answer.body["reference"].lower())


@pytest.mark.django_db
@pytest.mark.parametrize("sent", ["", "a" * 31, "A" * 32, "a" * 32 + "\n", "<script>"])
def test_made_up_request_id_is_not_taken_over(api: Api, settings: Settings, sent: str) -> None:
    settings.NINJA_NUM_PROXIES = 1
    given = api.get("/shop", None, **{"X-Request-ID": sent}).headers["X-Request-ID"]

    assert given != sent and len(given) == 32


@pytest.mark.django_db
def test_request_id_of_our_proxy_is_taken_over_and_nobody_elses(api: Api, settings: Settings) -> None:
    sent = {"X-Request-ID": "0123456789abcdef" * 2}
    settings.NINJA_NUM_PROXIES = 0
    assert api.get("/shop", None, **sent).headers["X-Request-ID"] != sent["X-Request-ID"]

    settings.NINJA_NUM_PROXIES = 1
    assert api.get("/shop", None, **sent).headers["X-Request-ID"] == sent["X-Request-ID"]


def test_error_that_ended_the_work_for_a_request_is_logged_under_its_id(log: io.StringIO) -> None:
    try:
        with on_behalf_of("5" * 32):
            raise ValueError("refused")
    except ValueError:
        logging.getLogger("huey").exception("a job failed")

    (line,) = entries(log)
    assert line["request_id"] == "5" * 32


@pytest.mark.django_db
def test_mail_is_sent_under_the_request_that_caused_it(log: io.StringIO, settings: Settings) -> None:
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", processes.free_port()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with on_behalf_of("5" * 32):
        queue_mail(kind="support_answer", dedupe_key="1", to="a@example.com", language="en", context=ANSWER)

    send_mail_row(Mail.objects.get().pk)

    (line,) = entries(log)
    assert line["request_id"] == Mail.objects.get().request_id == "5" * 32
