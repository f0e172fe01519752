"""A caller of the shop's REST API, through every middleware."""

import json
from dataclasses import dataclass
from http.cookies import SimpleCookie
from itertools import count
from typing import Any

from django.http import HttpResponseBase
from django.test import Client

_addresses = count(1)


@dataclass(frozen=True)
class Answer:
    """An answer's status, JSON body and headers."""

    status: int
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def data(self) -> dict[str, Any]:
        """The data of a success; fails the test with the whole body otherwise."""
        assert self.status == 200 and self.body["success"] is True, (self.status, self.body)
        data: dict[str, Any] = self.body["data"]
        return data

    @property
    def refusal(self) -> tuple[int, str]:
        """Status and code of a refusal."""
        assert self.body["success"] is False, self.body
        return self.status, self.body["code"]


class Api:
    """One browser: its token, its language, its network address."""

    def __init__(self, *, token: str = "", language: str = "en", address: str = "") -> None:
        self.token = token
        self.language = language
        # An address of its own, so that no test is limited by another one's calls.
        number = next(_addresses)
        self.address = address or f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self._client = Client()

    @property
    def cookies(self) -> SimpleCookie:
        """The browser's cookies; unlike a real one it sends each of them with every call."""
        return self._client.cookies

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> Answer:
        return self._answer(
            self._client.get(
                f"/api{path}",
                query or {},
                headers=self._headers(headers),
                REMOTE_ADDR=self.address,
            )
        )

    def post(
        self,
        path: str,
        body: Any = None,
        *,
        key: str = "",
        content_type: str = "application/json",
        **headers: str,
    ) -> Answer:
        """Post JSON; `key` is the Idempotency-Key, bytes are sent as they are."""
        content = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        if key:
            headers["Idempotency-Key"] = key
        return self._answer(
            self._client.post(
                f"/api{path}",
                content,
                content_type=content_type,
                headers=self._headers(headers),
                REMOTE_ADDR=self.address,
            )
        )

    def form(self, path: str, fields: dict[str, Any], **headers: str) -> Answer:
        """Post a form as browsers send one with files; a list sends its field several times."""
        return self._answer(
            self._client.post(f"/api{path}", fields, headers=self._headers(headers), REMOTE_ADDR=self.address)
        )

    def raw(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Return the response as it came, whatever it holds; with JSON if there is any."""
        return self._client.generic(
            method,
            f"/api{path}",
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers=self._headers(headers),
            REMOTE_ADDR=self.address,
        )

    def other(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send another method (PUT, PATCH, DELETE, one the API may not have), with JSON if there is any."""
        return self._answer(self.raw(method, path, body, **headers))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        headers = {"Accept-Language": self.language}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return headers | {name.replace("_", "-"): value for name, value in more.items()}

    def _answer(self, response: Any) -> Answer:
        assert response["Content-Type"].startswith("application/json"), response.content[:500]
        answer = Answer(response.status_code, json.loads(response.content), dict(response.headers))
        data = answer.body.get("data")
        if self.token and isinstance(data, dict) and data.get("expiresIn"):
            # As pages do, go on with the token that has taken the place of the own.
            self.token = data["token"]
        return answer


def headers_for_all(response: HttpResponseBase) -> dict[str, str]:
    """Return the headers but for the id and the moment that each request has for itself."""
    own = {"X-Request-ID", "X-Answered-At"}
    return {name: value for name, value in response.headers.items() if name not in own}
