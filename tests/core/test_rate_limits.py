"""Too many calls are refused with the wait in both places, per person or network address."""

import time
from collections.abc import Callable

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from project.accounts.models import EmailCode
from project.core import throttle
from project.core.throttle import RateLimited
from tests.buying import deliver, guest_body, new_key
from tests.factories import log_in, make_user
from tests.http import Answer, Api


@pytest.fixture(autouse=True)
def limits(settings: Settings) -> None:
    """Limits are off in the other tests."""
    settings.RATE_LIMIT_FACTOR = 1


def refused_at_last(call: Callable[[], Answer]) -> tuple[int, Answer]:
    """Call until the limit is reached; return how often that went well and the refusal."""
    for good in range(700):
        answer = call()
        if answer.status == 429:
            return good, answer
    raise AssertionError("never limited")


CALLS: dict[str, Callable[[Api], Answer]] = {
    "send a login code": lambda api: api.post("/auth/send-otp", {"email": f"{new_key()}@example.com"}),
    "try a login code": lambda api: api.post("/auth/verify-otp", {"email": "a@example.com", "otp": "000000"}),
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
def test_one_address_gets_few_codes_however_many_networks_ask() -> None:
    victim = {"email": f"{new_key()}@example.com"}

    # Within the pause after a code the refusal is another one; its wait is shorter.
    waits = [Api().post("/auth/send-otp", victim).body.get("retryAfter", 0) for _ in range(7)]

    assert waits[0] == 0
    assert all(0 < wait <= 31 for wait in waits[1:5])
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

    time.sleep(refusal.value.retry_after)

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


def test_shop_that_cannot_count_goes_on_selling(api: Api, settings: Settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1",  # nobody listens there
        }
    }

    assert api.get("/shop").status == 200
