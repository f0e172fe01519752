"""How PhonePe is spoken to: tokens, time limits, what may be sent twice, and what an answer means."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import httpx

from project.payments.providers.base import (
    AccountRefused,
    ProviderError,
    ProviderRefused,
    ProviderUnavailable,
    ProviderUnreadable,
)

from .answers import read_object, text, token_lifetime

logger = logging.getLogger(__name__)

LONGEST_ANSWER_BYTES = 1_000_000

C = TypeVar("C")
F = TypeVar("F")


class NeverSent(ProviderUnavailable):
    """PhonePe has not received this request: no connection, no token, or turned away at the door (429)."""


class Connection:
    """One merchant account's way to the provider. Safe to share between threads, not across a fork."""

    def __init__(
        self,
        *,
        pg_url: str,
        oauth_url: str,
        credentials: Mapping[str, str],
        connect_timeout: float,
        read_timeout: float,
        retry_after: Sequence[float],
        budget: float,
    ) -> None:
        """All in seconds. `retry_after`: pauses before a GET is repeated; `budget`: a whole call."""
        self._pg_url = pg_url.rstrip("/")
        self._oauth_url = oauth_url.rstrip("/")
        self._credentials = dict(credentials)
        self._connect_timeout = connect_timeout
        self._read_timeout = read_timeout
        self._retry_after = tuple(retry_after)
        self._budget = budget
        self._http = httpx.Client(headers={"Accept": "application/json"}, follow_redirects=False)
        self._token_lock = threading.Lock()
        self._token = ""
        self._token_refresh_at = 0.0  # time.monotonic()

    def close(self) -> None:
        self._http.close()

    def deadline(self) -> float:
        """Return the moment (monotonic) at which a call that begins now must have ended."""
        return time.monotonic() + self._budget

    def create(self, create: Callable[[], C], find: Callable[[], F | None], deadline: float) -> C | F:
        """Create something that moves money, at most once.

        Unless PhonePe certainly did nothing, look before believing: a time-out may have worked, and a refusal
        may mean that the id exists already (documented four ways; a repeated POST is never idempotent). Only
        what PhonePe has not received is sent a second time.
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

    def look_up(
        self, path: str, deadline: float, unknown_codes: set[str], params: Mapping[str, str] | None = None
    ) -> dict[str, Any] | None:
        """GET, again after each pause while PhonePe is unavailable; None for an unknown id."""
        pauses = iter(self._retry_after)
        while True:
            try:
                return self.call("GET", path, deadline, params=params)
            except ProviderRefused as refusal:
                if refusal.http_status in (400, 404, 417) and refusal.code in unknown_codes:
                    return None
                raise
            except (ProviderUnavailable, ProviderUnreadable):
                pause = next(pauses, None)
                if pause is None or time.monotonic() + pause >= deadline:
                    raise
                time.sleep(pause)

    def call(
        self,
        method: str,
        path: str,
        deadline: float,
        *,
        json: Mapping[str, Any] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Send one authorised request; once more with a new token when PhonePe no longer likes ours."""

        def send(token: str) -> dict[str, Any]:
            headers = {"Authorization": f"O-Bearer {token}"}
            return self._send(
                method, self._pg_url + path, deadline, headers=headers, json=json, params=params
            )

        token = self._get_token(deadline)
        try:
            return send(token)
        except ProviderRefused as refusal:
            if refusal.http_status != 401:
                raise
        return send(self._get_token(deadline, instead_of=token))

    def _get_token(self, deadline: float, *, instead_of: str | None = None) -> str:
        """Return the cached token, or a new one when it is old or is the one PhonePe just refused."""
        if not self._token_lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise NeverSent("no token in time")
        try:
            if self._token and self._token != instead_of and time.monotonic() < self._token_refresh_at:
                return self._token
            try:
                answer = self._send(
                    "POST", f"{self._oauth_url}/v1/oauth/token", deadline, form=self._credentials
                )
            except ProviderRefused as refusal:
                raise AccountRefused(refusal.http_status, refusal.code, refusal.message) from None
            except ProviderError as error:
                raise NeverSent(f"no token: {error}") from None
            token = answer.get("access_token")
            if not isinstance(token, str) or not token:
                raise NeverSent("no token: the answer holds none")
            lifetime = token_lifetime(answer)
            # Five minutes early, or at half-life when it lives shorter than ten.
            self._token_refresh_at = time.monotonic() + max(lifetime - 300, lifetime / 2)
            self._token = token
            return token
        finally:
            self._token_lock.release()

    def _send(
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
            logger.warning("phonepe %s %s: %s after %d ms", method, path, problem, took)
            raise problem
        logger.info("phonepe %s %s: %d after %d ms", method, path, status, took)
        return self._judge(status, is_html, body)

    def _judge(self, status: int, is_html: bool, body: bytes) -> dict[str, Any]:
        """Return a good answer's object; raise what any other answer means."""
        if status == 429:
            raise NeverSent("429, too many requests")
        if status >= 500 or status == 408 or 300 <= status < 400 or is_html or body.lstrip()[:1] == b"<":
            raise ProviderUnavailable(f"{status}, not PhonePe's own answer" if is_html else str(status))
        if status < 300:
            return read_object(body)
        try:
            answer = read_object(body)
        except ProviderUnreadable:
            answer = {}
        message = text(answer.get("message"))[:200]
        for secret in (self._credentials["client_secret"], self._token):
            if secret:
                message = message.replace(secret, "[hidden]")
        raise ProviderRefused(status, text(answer.get("code")) or text(answer.get("errorCode")), message)
