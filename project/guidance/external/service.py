"""One request to an external service: bounded in time and size; its failures are optional answers."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from project import __version__
from project.core.circuit_breaker import CircuitBreaker

logger = logging.getLogger(__name__)
T = TypeVar("T")

_LONGEST_ANSWER_BYTES: Final = 64 * 1024
# Requests to one service at a time: it shall never hold more of our threads than that.
_SEATS: Final = 2
# Nobody asks the same again so soon, were the answer lost or bad.
_ASKED_SECONDS: Final = 300


class NoAnswer(Exception):
    """The service did not answer in time or not with an answer."""


class Service:
    """A service by its name among ours."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.breaker = CircuitBreaker(retry_seconds=60, failures=3)
        self._seats = threading.BoundedSemaphore(_SEATS)

    def ask(self, request: httpx.Request, read: Callable[[bytes], T]) -> T | None:
        """Return what `read` makes of the answer; None when there is none, or none that is any good.

        `read` raises ValueError for an answer that cannot be used: that is a failure like any other.
        """
        if not self.breaker.acquire_try() or not self._seats.acquire(blocking=False):
            return None
        try:
            answer = read(self._exchange(request))
        except (NoAnswer, ValueError) as error:
            # Not the error's text: an answer is a stranger's, and goes into no log.
            reason = error if isinstance(error, NoAnswer) else "unusable answer"
            logger.warning("external service %s: %s", self.name, reason)
            self.breaker.open()
            return None
        self.breaker.close()
        return answer

    def _exchange(self, request: httpx.Request) -> bytes:
        """Send on a thread of its own: no time limit of the HTTP library bounds the whole of a request.

        Its limits count from byte to byte, and none covers the look-up of the name. A thread left behind
        keeps its seat until it ends.
        """
        seconds: float = settings.EXTERNAL_SERVICE_SECONDS
        outcome: SimpleQueue[bytes | NoAnswer] = SimpleQueue()

        def work() -> None:
            try:
                outcome.put(_send(request, seconds))
            except NoAnswer as problem:
                outcome.put(problem)
            finally:
                self._seats.release()

        threading.Thread(target=work, name=f"external-{self.name}", daemon=True).start()
        try:
            answer = outcome.get(timeout=seconds)
        except Empty:
            answer = NoAnswer("too slow")
        if isinstance(answer, NoAnswer):
            raise answer
        return answer


def host_of(url: str) -> str:
    """Return the display name of a service."""
    return urlsplit(url).hostname or ""


def request_to(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str],
    params: Mapping[str, str] | None = None,
    json: Any = None,
) -> httpx.Request:
    """Return a request that says who asks and nothing more."""
    plain = {
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "User-Agent": f"akshamala/{__version__}",
    }
    return httpx.Request(method, url, headers={**plain, **headers}, params=params, json=json)


def remembered(key: str, seconds: int, ask: Callable[[], str | None]) -> str | None:
    """Return what the cache knows, or ask: one caller at a time, and after a failure not at once again.

    With the cache out of reach nobody is asked: nothing would bound how often.
    """
    try:
        known: str | None = cache.get(key)
        if known is not None or not cache.add(f"{key}:asked", 1, timeout=_ASKED_SECONDS):
            return known
        answer = ask()
        if answer is not None:
            cache.set(key, answer, timeout=seconds)
        return answer
    except (RedisError, OSError):
        logger.warning("%s not asked for: the cache does not answer", key)
        return None


@lru_cache(maxsize=1)
def _http() -> httpx.Client:
    # A redirect would carry our key to an address nobody chose.
    return httpx.Client(follow_redirects=False, limits=httpx.Limits(max_connections=8))


def _send(request: httpx.Request, seconds: float) -> bytes:
    """Return the body of a good answer.

    Raises NoAnswer, outside the except block: the library's exceptions carry the request, and our key.
    """
    ends = time.monotonic() + seconds
    request.extensions = {"timeout": httpx.Timeout(seconds).as_dict()}
    problem = ""
    body = b""
    response: httpx.Response | None = None
    try:
        response = _http().send(request, stream=True)
        if response.status_code != 200:
            problem = str(response.status_code)
        elif response.headers.get("content-encoding", "identity") != "identity":
            # We asked for none: what is packed small may unpack without end.
            problem = "packed"
        else:
            for chunk in response.iter_raw():
                body += chunk
                if len(body) > _LONGEST_ANSWER_BYTES or time.monotonic() > ends:
                    problem = "the answer does not end"
                    break
    except httpx.HTTPError as error:
        problem = type(error).__name__
    finally:
        if response is not None:
            response.close()
    if problem:
        raise NoAnswer(problem)
    return body
