"""The sandbox's configuration, from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# Development credentials: public on purpose, worth nothing outside this sandbox.
CLIENT_ID = "SANDBOX-CLIENT"
CLIENT_SECRET = "sandbox-client-secret"
WEBHOOK_USERNAME = "sandbox_hook"
WEBHOOK_PASSWORD = "Sandbox123"
WEBHOOK_SECRET = "sandbox-webhook-secret"


@dataclass(frozen=True)
class Config:
    database: Path = Path("var/sandbox.sqlite3")
    # Where messages go, {provider} replaced by whose they are; empty sends none, as at a merchant that set up
    # no webhook.
    webhook_url: str = "http://127.0.0.1:8000/api/payments/webhooks/{provider}"
    # How browsers reach the pay page, when that is not how the shop's server reaches the API.
    public_url: str = ""
    client_id: str = CLIENT_ID
    client_secret: str = CLIENT_SECRET
    webhook_username: str = WEBHOOK_USERNAME
    webhook_password: str = WEBHOOK_PASSWORD
    webhook_secret: str = WEBHOOK_SECRET
    # The control API settles orders and breaks things for whoever asks: never on by accident.
    control: bool = False

    @classmethod
    def from_environment(cls, env: Mapping[str, str] | None = None) -> Config:
        env = os.environ if env is None else env
        return cls(
            database=Path(env.get("SANDBOX_DB") or cls.database),
            webhook_url=env.get("SANDBOX_WEBHOOK_URL", cls.webhook_url),
            public_url=env.get("SANDBOX_PUBLIC_URL", "").rstrip("/"),
            client_id=env.get("SANDBOX_CLIENT_ID") or CLIENT_ID,
            client_secret=env.get("SANDBOX_CLIENT_SECRET") or CLIENT_SECRET,
            webhook_username=env.get("SANDBOX_WEBHOOK_USERNAME") or WEBHOOK_USERNAME,
            webhook_password=env.get("SANDBOX_WEBHOOK_PASSWORD") or WEBHOOK_PASSWORD,
            webhook_secret=env.get("SANDBOX_WEBHOOK_SECRET") or WEBHOOK_SECRET,
            control=env.get("SANDBOX_CONTROL", env.get("DEBUG", "0")) in ("1", "true", "yes", "on"),
        )
