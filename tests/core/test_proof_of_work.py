"""Work that a call can ask for: a solution opens one call, of its scope, once, within five minutes."""

import base64
import json
import time
from typing import Any

import pytest
from altcha import Challenge, Payload, create_challenge, solve_challenge
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils.crypto import salted_hmac
from pytest_django.fixtures import Settings

from project.core.origin import remember_origin
from project.core.proof_of_work import WorkRequired, require_work
from tests.proof_of_work import solved

pytestmark = pytest.mark.usefixtures("limits")


def call(solution: str = "", *, scope: str = "test") -> None:
    def view(_: HttpRequest) -> HttpResponse:
        require_work(scope)
        return HttpResponse()

    remember_origin(view)(RequestFactory().post("/", headers={"X-Proof-Of-Work": solution}))


def challenge(*, scope: str = "test") -> dict[str, Any]:
    with pytest.raises(WorkRequired) as refusal:
        call(scope=scope)
    assert refusal.value.data is not None
    asked: dict[str, Any] = refusal.value.data["challenge"]
    return asked


def test_solution_opens_one_call() -> None:
    solution = solved(challenge())

    call(solution)

    with pytest.raises(WorkRequired):
        call(solution)


def test_rewritten_solution_is_not_another_one() -> None:
    solution = solved(challenge())
    call(solution)

    spaced = base64.b64encode(json.dumps(json.loads(base64.b64decode(solution)), indent=1).encode()).decode()

    with pytest.raises(WorkRequired):
        call(spaced)


def test_solution_of_another_scope_is_refused() -> None:
    with pytest.raises(WorkRequired):
        call(solved(challenge(scope="other")))


def test_expired_solution_is_refused() -> None:
    def key(part: str) -> str:
        return salted_hmac("akshamala.proof-of-work", part, algorithm="sha256").hexdigest()

    def signed(expires_at: float) -> str:
        own = create_challenge(
            "PBKDF2/SHA-256",
            1,
            counter=1,
            expires_at=int(expires_at),
            data={"scope": "test"},
            hmac_secret=key("challenge"),
            hmac_key_secret=key("solution"),
        )
        return solved(own.to_dict())

    with pytest.raises(WorkRequired):
        call(signed(time.time() - 1))
    call(signed(time.time() + 60))


def test_challenge_is_good_for_five_minutes() -> None:
    assert challenge()["parameters"]["expiresAt"] == pytest.approx(time.time() + 300, abs=5)


@pytest.mark.parametrize(
    "change", [{"expiresAt": 9_999_999_999}, {"data": {"scope": "other"}}, {"keyPrefix": "00"}]
)
def test_changed_challenge_is_refused(change: dict[str, Any]) -> None:
    asked = challenge()
    asked["parameters"] |= change
    # The solver would look for a key of the changed prefix, which is quickly found.
    forged = Payload(Challenge.from_dict(asked), solve_easily()).to_base64()

    with pytest.raises(WorkRequired):
        call(forged, scope=asked["parameters"]["data"]["scope"])


def solve_easily() -> Any:
    return solve_challenge(create_challenge("PBKDF2/SHA-256", 1, counter=1))


def test_challenge_that_somebody_else_signed_is_refused() -> None:
    foreign = create_challenge(
        "PBKDF2/SHA-256", 1, counter=1, data={"scope": "test"}, hmac_secret="theirs", hmac_key_secret="theirs"
    )

    with pytest.raises(WorkRequired):
        call(solved(foreign.to_dict()))


def test_unsolved_challenge_is_refused() -> None:
    asked = challenge()
    guess = {"counter": 1, "derivedKey": asked["parameters"]["keyPrefix"] + "00" * 16}

    with pytest.raises(WorkRequired):
        call(base64.b64encode(json.dumps({"challenge": asked, "solution": guess}).encode()).decode())


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b'{"challenge": 1}', b"[" * 5000, b'"\xff"', b"null"])
def test_unreadable_solution_is_refused(text: bytes) -> None:
    with pytest.raises(WorkRequired):
        call(base64.b64encode(text).decode())
    with pytest.raises(WorkRequired):
        call(text.decode("latin-1").replace("\xff", "?"))


def test_harder_challenge_takes_more_work() -> None:
    def keys(difficulty: int) -> int:
        refusal = WorkRequired("test", difficulty)
        assert refusal.data is not None
        solution = solve_challenge(Challenge.from_dict(refusal.data["challenge"]))
        assert solution is not None
        return solution.counter

    easy, hard = (keys(difficulty) for difficulty in (1, 3))

    assert 125 <= easy < 375 <= hard < 1125


def test_limits_that_are_switched_off_ask_for_no_work(settings: Settings) -> None:
    settings.RATE_LIMIT_FACTOR = 0

    call()


def test_without_the_cache_a_solution_is_taken(settings: Settings) -> None:
    solution = solved(challenge())
    settings.CACHES = {
        "limits": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:9/0",
        }
    }

    call(solution)
    call(solution)
