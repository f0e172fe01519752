"""Connection to PhonePe: with tokens, which are fetched, cached and replaced."""

import threading
import time
from collections.abc import Mapping
from typing import Any, ClassVar

from project.payments.providers.base import AccountRefused, ProviderError, ProviderRefused
from project.payments.providers.http_client import HttpClient, NeverSent
from project.payments.providers.json_values import text

from .answers import token_lifetime


class Connection(HttpClient):
    """One merchant account's way to PhonePe."""

    name: ClassVar[str] = "phonepe"

    def __init__(
        self,
        *,
        pg_url: str,
        oauth_url: str,
        credentials: Mapping[str, str],
        **limits: Any,
    ) -> None:
        super().__init__(**limits)
        self._pg_url = pg_url.rstrip("/")
        self._oauth_url = oauth_url.rstrip("/")
        self._credentials = dict(credentials)
        self._token_lock = threading.Lock()
        self._token = ""
        self._token_refresh_at = 0.0  # time.monotonic()

    def read_refusal(self, answer: dict[str, Any]) -> tuple[str, str]:
        return text(answer.get("code")) or text(answer.get("errorCode")), text(answer.get("message"))

    def secrets(self) -> tuple[str, ...]:
        return tuple(each for each in (self._credentials["client_secret"], self._token) if each)

    def look_up(
        self, path: str, deadline: float, unknown_codes: set[str], params: Mapping[str, str] | None = None
    ) -> dict[str, Any] | None:
        """GET, again after each pause while PhonePe is unavailable; None for an unknown id."""
        try:
            return self.ask(lambda: self.call("GET", path, deadline, params=params), deadline)
        except ProviderRefused as refusal:
            if refusal.http_status in (400, 404, 417) and refusal.code in unknown_codes:
                return None
            raise

    def call(
        self,
        method: str,
        path: str,
        deadline: float,
        *,
        json: Mapping[str, Any] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Send one authorised request; retry with a new token when PhonePe refuses ours."""

        def send(token: str) -> dict[str, Any]:
            headers = {"Authorization": f"O-Bearer {token}"}
            return self.send(method, self._pg_url + path, deadline, headers=headers, json=json, params=params)

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
                answer = self.send(
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
