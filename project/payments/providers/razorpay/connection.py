"""Connection to Razorpay: basic authentication, and its refusals."""

from collections.abc import Mapping
from typing import Any, ClassVar

from project.payments.providers.base import AccountRefused, ProviderRefused
from project.payments.providers.http_client import HttpClient
from project.payments.providers.json_values import inner, text


class Connection(HttpClient):
    """One merchant account's way to Razorpay."""

    name: ClassVar[str] = "razorpay"
    # 409: a request with the same idempotency key is still being processed.
    undecided: ClassVar[frozenset[int]] = frozenset({408, 409})

    def __init__(
        self,
        *,
        api_url: str,
        key_id: str,
        key_secret: str,
        **limits: Any,
    ) -> None:
        super().__init__(auth=(key_id, key_secret), **limits)
        self._api_url = api_url.rstrip("/")
        self._key_secret = key_secret

    def read_refusal(self, answer: dict[str, Any]) -> tuple[str, str]:
        error = inner(answer, "error")
        return text(error.get("code")), text(error.get("description"))

    def secrets(self) -> tuple[str, ...]:
        return (self._key_secret,) if self._key_secret else ()

    def get(self, path: str, deadline: float, params: Mapping[str, str] | None = None) -> dict[str, Any]:
        """GET, again after each pause while Razorpay is unavailable."""
        return self.ask(lambda: self._call("GET", path, deadline, params=params), deadline)

    def post(
        self,
        path: str,
        deadline: float,
        json: Mapping[str, Any],
        headers: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """POST, once."""
        return self._call("POST", path, deadline, json=json, headers=headers)

    def _call(self, method: str, path: str, deadline: float, **options: Any) -> dict[str, Any]:
        try:
            return self.send(method, f"{self._api_url}/v1{path}", deadline, **options)
        except ProviderRefused as refusal:
            if refusal.http_status != 401:
                raise
            refused = AccountRefused(refusal.http_status, refusal.code, refusal.message)
        raise refused
