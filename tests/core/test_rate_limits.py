"""Too many calls are refused with the wait in both places, per person or network address."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.accounts.models import EmailCode
from project.core import throttle
from project.core.throttle import RateLimited
from tests.buying import deliver, guest_body, new_key
from tests.factories import log_in, make_user
from tests.http import Answer, Api

# Limits are off in the other tests.
pytestmark = pytest.mark.usefixtures("limits")


def refused_at_last(call: Callable[[], Answer]) -> tuple[int, Answer]:
    """Call until the limit is reached; return how often that went well and the refusal."""
    for good in range(700):
        answer = call()
        if answer.status == 429:
            return good, answer
    raise AssertionError("never limited")


CALLS: dict[str, Callable[[Api], Answer]] = {
    "order": lambda api: api.post(
        "/orders/create-guest-order", guest_body({"productId": "none", "quantity": 1})
    ),
    "pay": lambda api: api.post("/phonepe/create-order", {"orderId": "AKS-NONE"}),
    "look at a payment": lambda api: api.get("/phonepe/status-check/TXNNONE"),
    "verify a payment": lambda api: api.post(
        "/payments/verify-phonepe", {"merchantTransactionId": "TXNNONE"}
    ),
    "read an order": lambda api: api.get("/auth/orders/AKS-NONE"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", CALLS)
def test_call_is_limited_and_says_how_long_to_wait(name: str) -> None:
    call, api = CALLS[name], Api()

    allowed, refusal = refused_at_last(lambda: call(api))

    assert 5 <= allowed <= 600
    assert refusal.refusal == (429, "RATE_LIMITED")
    wait = refusal.body["retryAfter"]
    assert refusal.headers["Retry-After"] == str(wait)
    assert 1 <= wait <= 601
    assert call(Api()).status != 429


@pytest.mark.django_db
def test_one_network_has_an_address_sent_one_code_at_a_time() -> None:
    victim, network = {"email": f"{new_key()}@example.com"}, Api().address

    waits = [Api(address=network).post("/auth/send-otp", victim).body.get("retryAfter", 0) for _ in range(7)]

    assert waits[0] == 0
    assert all(0 < wait <= 31 for wait in waits[1:])
    assert EmailCode.objects.filter(email=victim["email"]).count() == 1


@pytest.mark.django_db
def test_staff_calls_are_limited_per_person_and_not_per_office() -> None:
    office = "192.0.2.7"
    busy, other = (Api(token=log_in(make_user(role="support")), address=office) for _ in range(2))

    _, refusal = refused_at_last(lambda: busy.post("/transactions/TXNNONE/check"))

    assert refusal.refusal == (429, "RATE_LIMITED")
    assert other.post("/transactions/TXNNONE/check").status == 404


@pytest.mark.django_db
def test_provider_may_send_a_hundred_messages_a_second() -> None:
    provider = Api()

    statuses = {deliver(b"{}", api=provider, headers={}).status for _ in range(120)}

    assert statuses == {401}


def test_limit_counts_exactly_and_for_each_caller_apart() -> None:
    somebody, another = new_key(), new_key()

    for _ in range(3):
        throttle.count("test-exact", somebody, 3, 3600)
    with pytest.raises(RateLimited) as refusal:
        throttle.count("test-exact", somebody, 3, 3600)
    throttle.count("test-exact", another, 3, 3600)

    assert 1 <= refusal.value.retry_after <= 3601


def test_wait_that_was_named_is_long_enough() -> None:
    somebody = new_key()
    with pytest.raises(RateLimited) as refusal:
        for _ in range(10_000):
            throttle.count("test-window", somebody, 5, 2)

    with time_machine.travel(timezone.now() + timedelta(seconds=refusal.value.retry_after)):
        throttle.count("test-window", somebody, 5, 2)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "1.1.1.1", "10.9.9.9"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, "1.1.1.1", "1.1.1.1"),
        (1, "", "10.9.9.9"),
    ],
)
def test_address_is_the_one_our_own_proxy_saw_and_never_the_callers_claim(
    settings: Settings, rf: RequestFactory, proxies: int, forwarded: str, expected: str
) -> None:
    settings.NINJA_NUM_PROXIES = proxies

    request = rf.get("/", REMOTE_ADDR="10.9.9.9", headers={"X-Forwarded-For": forwarded})

    assert throttle.client_address(request) == expected


@pytest.fixture
def no_redis(settings: Settings) -> None:
    """A shop whose Redis is away: nobody listens there."""
    away = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://127.0.0.1:1",
    }
    settings.CACHES = dict.fromkeys(("default", "limits", "public"), away)


@pytest.mark.usefixtures("no_redis")
@pytest.mark.django_db
def test_shop_that_cannot_count_goes_on_selling(api: Api) -> None:
    assert api.get("/shop").status == 200


LOGINS: dict[str, dict[str, str]] = {
    "/auth/send-otp": {"email": "a@example.com"},
    "/auth/verify-otp": {"email": "a@example.com", "otp": "123456"},
    "/auth/login": {"email": "a@example.com", "password": "a guess of somebody"},
    "/auth/register": {
        "name": "Asha",
        "email": "a@example.com",
        "phone": "9876543210",
        "password": "malas under the banyan",
    },
    "/data/code": {"email": "a@example.com"},
    "/data/open": {"email": "a@example.com", "code": "123456"},
}


@pytest.mark.django_db
@pytest.mark.usefixtures("no_redis")
@pytest.mark.parametrize("path", LOGINS)
@pytest.mark.parametrize(
    ("language", "said"), [("en", "Please try again in a moment"), ("hi", "अभी बहुत भीड़ है")]
)
def test_nobody_logs_in_uncounted(path: str, language: str, said: str) -> None:
    answer = Api(language=language).post(path, LOGINS[path])

    assert answer.refusal == (503, "BUSY")
    assert said in answer.body["message"]
    assert answer.headers["Retry-After"] == str(answer.body["retryAfter"]) == "30"
    assert not EmailCode.objects.exists()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_network_of_one_ipv6_customer_is_one_caller(address: str, network: str) -> None:
    assert throttle.network_of(address) == network


@pytest.mark.parametrize(
    ("address", "prefixes"),
    [
        ("203.0.113.7", ["203.0.113.7", "203.0.113.0/24"]),
        ("::ffff:203.0.113.7", ["203.0.113.7", "203.0.113.0/24"]),
        ("2001:db8:1:2ff::9", ["2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]),
        ("unknown", ["unknown"]),
    ],
)
def test_prefixes_of_an_address_go_from_the_narrowest_to_the_widest(
    address: str, prefixes: list[str]
) -> None:
    assert list(throttle.prefixes_of(address)) == prefixes


@pytest.mark.django_db
def test_other_addresses_of_an_ipv6_network_are_no_way_round_a_limit() -> None:
    addresses = (Api(address=f"2001:db8:9:9::{number:x}") for number in range(1, 700))

    allowed, refusal = refused_at_last(lambda: next(addresses).get("/auth/orders/AKS-NONE"))

    assert 5 <= allowed <= 600
    assert Api(address="2001:db8:9:a::1").get("/auth/orders/AKS-NONE").status == 404


def test_flood_of_other_callers_evicts_no_counter() -> None:
    somebody = new_key()
    throttle.count("test-flood", somebody, 1, 3600)

    for number in range(2_000):
        throttle.count("test-flood", f"{somebody} {number}", 1, 3600)

    with pytest.raises(RateLimited):
        throttle.count("test-flood", somebody, 1, 3600)


@pytest.mark.django_db
def test_addresses_of_one_ipv6_network_send_no_more_unverified_messages_than_one() -> None:
    for _ in range(600):
        throttle.count("webhook", "2001:db8:9:c::/64", 600, 60)

    assert deliver(b"{}", api=Api(address="2001:db8:9:c::7"), headers={}).status == 429
    assert deliver(b"{}", api=Api(address="2001:db8:9:d::7"), headers={}).status == 401
