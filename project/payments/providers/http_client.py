"""Shared work of the adapters that speak HTTP: time limits, retries, answers, signatures."""

import functools
import hashlib
import hmac
import logging
import os
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeVar

import httpx
from django.conf import settings

from project.payments.providers.base import (
    AccountRefused,
    Provider,
    ProviderError,
    ProviderRefused,
    ProviderUnavailable,
    ProviderUnreadable,
)
from project.payments.providers.json_values import read_object

logger = logging.getLogger(__name__)

LONGEST_ANSWER_BYTES = 1_000_000

C = TypeVar("C")
F = TypeVar("F")
T = TypeVar("T")


class NeverSent(ProviderUnavailable):
    """The provider has not received this request: no connection, no token, or turned away (429)."""


class HttpClient(ABC):
    """One merchant account's way to its provider. Safe to share between threads, not across a fork.

    An adapter's own client says how requests are authorised and what a refusal looks like.
    """

    # In log lines.
    name: ClassVar[str]
    # Client errors that say nothing about what was asked for.
    undecided: ClassVar[frozenset[int]] = frozenset({408})

    def __init__(
        self,
        *,
        connect_timeout: float = 3.0,
        read_timeout: float = 10.0,
        retry_after: Sequence[float] = (0.5, 1.5),
        budget: float = 15.0,
        auth: tuple[str, str] | None = None,
    ) -> None:
        """All in seconds. `retry_after`: pauses before a GET is repeated; `budget`: a whole call."""
        self._connect_timeout = connect_timeout
        self._read_timeout = read_timeout
        self._retry_after = tuple(retry_after)
        self._budget = budget
        self._http = httpx.Client(headers={"Accept": "application/json"}, auth=auth, follow_redirects=False)

    @abstractmethod
    def read_refusal(self, answer: dict[str, Any]) -> tuple[str, str]:
        """Return the code and the message of the provider's refusal."""

    @abstractmethod
    def secrets(self) -> tuple[str, ...]:
        """Return what must appear in no message of an exception."""

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def deadline(self) -> float:
        """Return the moment (monotonic) at which a call that begins now must have ended."""
        return time.monotonic() + self._budget

    def create(self, create: Callable[[], C], find: Callable[[], F | None], deadline: float) -> C | F:
        """Create something that moves money, at most once.

        Unless the provider certainly did nothing, look before believing: a time-out may have worked, and a
        refusal may mean that the id exists already. Only what the provider has not received is sent a second
        time.
        """
        is_last_try = False
        while True:
            try:
                return create()
            except (NeverSent, AccountRefused):
                raise
            except ProviderError as error:
                if isinstance(error, ProviderRefused) and error.http_status in (401, 403):
                    raise
                problem = error
            found = find()
            if found is not None:
                return found
            if isinstance(problem, ProviderRefused) or is_last_try or time.monotonic() >= deadline:
                raise problem
            is_last_try = True

    def ask(self, question: Callable[[], T], deadline: float) -> T:
        """Ask what changes nothing, again after each pause while the provider is unavailable."""
        pauses = iter(self._retry_after)
        while True:
            try:
                return question()
            except (ProviderUnavailable, ProviderUnreadable):
                pause = next(pauses, None)
                if pause is None or time.monotonic() + pause >= deadline:
                    raise
                time.sleep(pause)

    def send(
        self,
        method: str,
        url: str,
        deadline: float,
        *,
        headers: Mapping[str, str] | None = None,
        json: Mapping[str, Any] | None = None,
        form: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Exchange one request for one JSON object.

        What goes wrong is raised outside the except block: the HTTP library's exceptions carry the request,
        and with it our credentials, into every traceback they are chained to.
        """
        path = httpx.URL(url).path
        started = time.monotonic()
        left = deadline - started
        if left <= 0:
            raise NeverSent("out of time")
        timeout = httpx.Timeout(min(self._read_timeout, left), connect=min(self._connect_timeout, left))
        problem: ProviderUnavailable | None = None
        status, is_html, body = 0, False, b""
        try:
            with self._http.stream(
                method, url, headers=headers, json=json, data=form, params=params, timeout=timeout
            ) as response:
                status = response.status_code
                is_html = "html" in response.headers.get("content-type", "")
                for chunk in response.iter_bytes():
                    body += chunk
                    # The read time-out counts from byte to byte; this one counts the whole answer.
                    if len(body) > LONGEST_ANSWER_BYTES or time.monotonic() > deadline:
                        problem = ProviderUnavailable("the answer does not end")
                        break
        except (
            httpx.ConnectError,
            httpx.ConnectTimeout,
            httpx.PoolTimeout,
            httpx.UnsupportedProtocol,
        ) as error:
            problem = NeverSent(f"no connection: {type(error).__name__}")
        except httpx.HTTPError as error:
            problem = ProviderUnavailable(f"no answer: {type(error).__name__}")
        took = round((time.monotonic() - started) * 1000)
        if problem is not None:
            logger.warning("%s %s %s: %s after %d ms", self.name, method, path, problem, took)
            raise problem
        logger.info("%s %s %s: %d after %d ms", self.name, method, path, status, took)
        return self._judge(status, is_html, body)

    def _judge(self, status: int, is_html: bool, body: bytes) -> dict[str, Any]:
        """Return a good answer's object; raise what any other answer means."""
        if status == 429:
            raise NeverSent("429, too many requests")
        is_html = is_html or body.lstrip()[:1] == b"<"
        if status >= 500 or status in self.undecided or 300 <= status < 400 or is_html:
            raise ProviderUnavailable(f"{status}, not the provider's own answer" if is_html else str(status))
        if status < 300:
            return read_object(body)
        try:
            code, message = self.read_refusal(read_object(body))
        except ProviderUnreadable:
            code = message = ""
        for secret in self.secrets():
            message = message.replace(secret, "[hidden]")
        raise ProviderRefused(status, code, message[:200])


class HttpAdapter(Provider):
    """An adapter's client for one merchant account. Safe to share between threads, not across a fork."""

    our_id: ClassVar[re.Pattern[str]]
    setting_names: ClassVar[Sequence[str]]
    smallest_amount_paise: ClassVar[int] = 100
    _connection: HttpClient

    @classmethod
    def from_settings(cls) -> Self:
        """Return this process's client for the configured account."""
        return cls.of_account({})

    @classmethod
    def of_account(cls, values: Mapping[str, str]) -> Self:
        """Return this process's client for the account with these fields, the others as configured."""
        # A forked child must not talk through its parent's connections.
        client: Self = cls._shared(os.getpid(), *cls._configured(values))
        return client

    @classmethod
    def try_account(cls, values: Mapping[str, str]) -> None:
        """Ask about an order that does not exist, with a client for this one question."""
        client = cls(**dict(cls._configured(values)))
        try:
            client.order_status("TXN0")
        finally:
            client.close()

    @classmethod
    def _configured(cls, values: Mapping[str, str]) -> list[tuple[str, str]]:
        prefix = f"{cls.name.upper()}_"
        names = {each.removeprefix(prefix).lower(): each for each in cls.setting_names}
        return [(field, values.get(field, getattr(settings, each))) for field, each in names.items()]

    # Without a limit: what fell out of the cache would leave its sockets open; a process knows one account.
    @classmethod
    @functools.cache
    def _shared(cls, pid: int, *configured: tuple[str, str]) -> Any:
        return cls(**dict(configured))

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()

    def check_id(self, value: str) -> None:
        """Raise ValueError for an id of ours that the provider does not take."""
        if not self.our_id.fullmatch(value):
            raise ValueError(f"not an id {self.label} takes: {value!r}")

    def check_amount(self, amount_paise: int) -> None:
        """Raise ValueError for an amount that is too small for the provider."""
        if amount_paise < self.smallest_amount_paise:
            raise ValueError(
                f"{self.label} takes {self.smallest_amount_paise} paise or more, not {amount_paise}"
            )


def is_signed(given: str, secret: str, body: bytes) -> bool:
    """Return whether `given` is the HMAC-SHA256 of the body in lower-case hex."""
    return is_same(given, hmac.new(secret.encode(), body, hashlib.sha256).hexdigest())


def is_same(given: str, expected: str) -> bool:
    """Compare in constant time; bytes, because `compare_digest` raises on text that is not ASCII."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())
