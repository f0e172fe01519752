"""Sending one message: a public address, a signature, one POST.

An admin, or whoever took an admin's session, chooses the address.
"""

import asyncio
import base64
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import httpx
from standardwebhooks import Webhook

from project import __version__
from project.core.outbound import SECONDS, AddressRefused, is_certificate_error, open_response, public_address

MOST_BYTES: Final = 4096


@dataclass(frozen=True)
class Outcome:
    """The result of a try: a status code and the answer's beginning, or a short code of why there is none."""

    status_code: int | None = None
    answer: str = ""
    error: str = ""

    @property
    def is_taken(self) -> bool:
        """Return whether the receiver took the message."""
        return self.status_code is not None and 200 <= self.status_code < 300


def new_secret() -> str:
    """Return a secret as Standard Webhooks writes it."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def send(*, url: str, keys: Sequence[str], message_id: str, body: str, now: datetime) -> Outcome:
    """Post the message, signed by each of the keys, and return the result."""
    try:
        address = public_address(url)
    except AddressRefused as refusal:
        return Outcome(error=str(refusal))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Akshamala-Webhooks/{__version__}",
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(int(now.timestamp())),
        "Webhook-Signature": " ".join(Webhook(key).sign(message_id, now, body) for key in keys),
    }
    try:
        return asyncio.run(asyncio.wait_for(_post(url, address, headers, body), SECONDS))
    except (TimeoutError, httpx.TimeoutException):
        return Outcome(error="timeout")
    except httpx.HTTPError as error:
        return Outcome(error="certificate" if is_certificate_error(error) else "no connection")


async def _post(url: str, address: str, headers: dict[str, str], body: str) -> Outcome:
    async with open_response("POST", url, address, headers=headers, content=body.encode()) as response:
        start = b""
        async for chunk in response.aiter_raw():
            start += chunk
            if len(start) >= MOST_BYTES:
                break
        text = start[:MOST_BYTES].decode(errors="replace").replace("\x00", "\ufffd")
        return Outcome(status_code=response.status_code, answer=text)
