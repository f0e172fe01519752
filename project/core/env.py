"""The variables of the environment: names, types, defaults and meanings, by subject.

`python -m deploy.configuration` writes deploy/CONFIGURATION.md and deploy/env.example from these classes, and
from those of the payment providers (`project/payments/providers/*/settings.py`).
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.config import JsonDict


def variable(
    default: object,
    meaning: str,
    *,
    shown: str = "",
    required: bool = False,
    asked: bool = False,
    secret: bool = False,
) -> Any:
    """Declare a variable; `shown` is an example or describes the default, `asked` is to be filled in."""
    extra: JsonDict = {"shown": shown, "required": required, "asked": required or asked, "secret": secret}
    return Field(default, description=meaning, json_schema_extra=extra)


class Variables(BaseModel):
    """Variables of one subject, which the docstring names."""

    model_config = ConfigDict(frozen=True)
    # Required only where the subject is used.
    IS_OPTIONAL: ClassVar[bool] = False
    # Variables that earlier releases read, and what holds instead.
    REMOVED: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def read(cls, **defaults: str) -> Self:
        """Return the variables' values; what is empty is not set.

        Raises ImproperlyConfigured for the first bad one.
        """
        found = {name: value for name in cls.model_fields if (value := find(name))}
        try:
            return cls.model_validate(defaults | found)
        except ValidationError as error:
            fault = error.errors()[0]
            kind = {"bool_parsing": "1 or 0", "int_parsing": "a whole number"}
            wanted = kind.get(fault["type"], fault["msg"])
            name, value = fault["loc"][0], fault["input"]
            raise ImproperlyConfigured(f"{name} must be {wanted}, not {value!r}") from error

    def require(self) -> None:
        """Raise ImproperlyConfigured when a required one is not set."""
        for name, field in type(self).model_fields.items():
            extra = field.json_schema_extra
            if isinstance(extra, dict) and extra["required"] and not getattr(self, name):
                raise ImproperlyConfigured(f"{name} must be set (or DEBUG=1 for development)")


def find(name: str) -> str | None:
    """Return the variable, or what the file holds that `<name>_FILE` names, without the line's end."""
    file = os.environ.get(f"{name}_FILE", "")
    if not file:
        return os.environ.get(name)
    if os.environ.get(name):
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: only one can hold")
    try:
        return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error}") from error


def find_removed() -> Iterator[str]:
    """Yield each variable that is set and no longer read, with what holds instead."""
    for subject in Variables.__subclasses__():
        for names, instead in subject.REMOVED.items():
            for name in filter(os.environ.get, names.split()):
                yield f"{name} ({instead})"


class Shop(Variables):
    """The shop."""

    REMOVED = {
        "MAX_QUANTITY PAYMENT_EXPIRES_AFTER HOLD_MARGIN WAITLIST_OFFER_SECONDS": "/admin/settings, Orders",
        "HOLD_ORDERS_PER_BUYER HOLD_PIECES_PER_BUYER HOLD_ORDERS_PER_NETWORK HOLD_PIECES_PER_NETWORK"
        " HOLD_SHARE_PERCENT CODES_PER_DAY": "/admin/settings, Protection against abuse",
        "REFUND_APPROVAL_ABOVE_PAISE": "/admin/settings, Returns and refunds",
        "PROVIDER_FEES": "/admin/settings, Payment providers",
        "EVENTS_KEPT_DAYS WEBHOOK_BODIES_KEPT_DAYS": "/admin/settings, How long data is kept",
        "SANDBOX SANDBOX_URL SAMPLE_STAFF_SHORTCUT": "as DEBUG",
        "LIVE_SOCKETS_PER_USER LIVE_SOCKETS_PER_ADDRESS ANONYMOUS_MILLISECONDS RENDERER_MILLISECONDS"
        " EXTERNAL_SERVICE_SECONDS SECURE_SSL_REDIRECT SECURE_HSTS_SECONDS": "fixed in project/settings.py",
    }

    SECRET_KEY: str = variable(
        "",
        "Signs, and encrypts the secrets of authenticator apps: 50 random characters or more; with `DEBUG`"
        " one is made and kept in VAR_DIR.",
        required=True,
        secret=True,
    )
    SECRET_KEY_FALLBACKS: str = variable(
        "", "Earlier keys, by comma: what they signed or encrypted stays good.", secret=True
    )
    SITE_URL: str = variable(
        "",
        "The address that shoppers type, https://shop.example; without it, an admin enters one at"
        " /admin/settings/connections.",
        asked=True,
    )
    ALLOWED_HOSTS: str = variable("", "Host names the shop answers to, by comma.", shown="that name")
    NUM_PROXIES: int = variable(
        0, "Proxies of yours in front: how far from the end of X-Forwarded-For the caller's address stands."
    )
    RATE_LIMIT_FACTOR: int = variable(
        1, "A factor on every rate limit; 0 switches them and the proof of work off, for load tests."
    )
    DEBUG: bool = variable(
        False, "Development: mails at /dev/mail, the payment sandbox, sample staff without a second factor."
    )


class Data(Variables):
    """Database, Redis and files."""

    DATABASE_URL: str = variable(
        "", "Such as postgres://user:password@host:5432/name.", secret=True, shown="SQLite in VAR_DIR"
    )
    DATABASE_POOL: int = variable(12, "Connections that one process keeps to Postgres at most.")
    DATABASE_PGBOUNCER: bool = variable(False, "PgBouncer in transaction mode stands before Postgres.")
    REDIS_URL: str = variable(
        "", "Such as redis://host:6379/0; needed for more than one web process.", secret=True, shown="none"
    )
    VAR_DIR: str = variable(
        "", "Embedded database and jobs; all files, unless they are in object storage.", shown="var"
    )


class ObjectStorage(Variables):
    """Object storage that speaks S3, for several hosts: all but the endpoint must be set, or none."""

    S3_ENDPOINT_URL: str = variable("", "Such as https://minio.internal:9000.", shown="Amazon's own")
    S3_REGION: str = variable("", "As the storage calls it: ap-south-1, auto, us-east-1.")
    S3_ACCESS_KEY_ID: str = variable("", "The key's name.")
    S3_SECRET_ACCESS_KEY: str = variable("", "The key.", secret=True)
    S3_PRIVATE_BUCKET: str = variable("", "A bucket that is the shop's alone.")
    S3_PICTURES_BUCKET: str = variable("", "A bucket that everybody may read: product pictures.")
    S3_PICTURES_URL: str = variable("", "The address of that bucket, or of the CDN in front of it.")


class Processes(Variables):
    """Processes."""

    WORKER_THREADS: int = variable(8, "Jobs at a time.")
    LIVE_SOCKETS: int = variable(10_000, "Open sockets of one process.")
    RENDERER_URL: str = variable(
        "",
        "Where the renderer listens, such as http://127.0.0.1:3000; without it browsers build the pages.",
    )
    PROCESS_URLS: str = variable(
        "",
        "The shop's processes and the addresses at which `manage.py watch` checks them, by comma, such as"
        " rest-1=http://127.0.0.1:8101/healthz; compose.yaml and Debian's units set it, an orchestrator needs"
        " none.",
    )


class Logs(Variables):
    """Log, errors and figures."""

    LOG_LEVEL: str = variable("INFO", "How much is logged.")
    LOG_JSON: bool | None = variable(
        None, "Lines of JSON (1) or lines for people (0).", shown="1, with `DEBUG` 0"
    )
    SENTRY_DSN: str = variable(
        "",
        "Where errors go: Sentry's https://key@host/number. SENTRY_ENVIRONMENT and _RELEASE are its SDK's.",
        secret=True,
    )
    OTEL_EXPORTER_OTLP_ENDPOINT: str = variable(
        "",
        "The OpenTelemetry collector that gets traces by OTLP over HTTP, such as http://collector:4318. The"
        " other OTEL_* variables are its SDK's (OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, …).",
    )
    METRICS_TOKEN: str = variable(
        "",
        "The bearer token for /metrics and the details of /readyz; without it both are closed.",
        secret=True,
    )


class Mail(Variables):
    """Mail."""

    SMTP_HOST: str = variable(
        "", "The mail server; without it, an admin enters one at /admin/settings/connections.", asked=True
    )
    SMTP_PORT: int = variable(587, "Its port.")
    SMTP_USER: str = variable("", "The user name there.", asked=True)
    SMTP_PASSWORD: str = variable("", "The password there.", asked=True, secret=True)
    SMTP_TLS: bool = variable(True, "STARTTLS is used.")
    MAIL_FROM: str = variable(
        "care@akshamala.example",
        "The sender of all mails. The shop's name is written with it, unless `Name <address>` has another.",
    )
    OPERATORS_MAIL: str = variable(
        "",
        "Who is told of faults (a part is down, money cases, a certificate near its end), by comma.",
        shown="the address in the shop's settings",
    )
    OPERATORS_WEBHOOK_URL: str = variable(
        "",
        "The https address of a chat's incoming webhook (Slack, Mattermost, Teams) that is told the same.",
        secret=True,
    )


class Payments(Variables):
    """Payments."""

    PAYMENT_PROVIDERS: str = variable(
        "",
        "Who takes the payments, by comma. The first takes new ones unless the settings share them out; every"
        " one that ever took some must be named, to answer for them.",
        shown="those below that have keys, here or on screen",
    )


class ExternalServices(Variables):
    """External services: each is off until its address and key are set."""

    ASTROLOGY_URL: str = variable(
        "",
        "FreeAstroAPI's Sun sign (https://api.freeastroapi.com/api/v1/western/signs/sun); gets day and month"
        " of birth of those who agree to it.",
    )
    ASTROLOGY_KEY: str = variable("", "Its key.", secret=True)
    CHAT_URL: str = variable(
        "",
        "An AI with OpenAI's chat completions (https://api.openai.com/v1/chat/completions), asked the same"
        " when that one does not answer.",
    )
    CHAT_KEY: str = variable("", "Its key.", secret=True)
    CHAT_MODEL: str = variable("", "The model that is asked.")
    HOROSCOPE_URL: str = variable(
        "",
        "FreeAstroAPI's text of the day for a sign (https://api.freeastroapi.com/api/v2/horoscope/daily/sign).",
    )
    HOROSCOPE_KEY: str = variable("", "Its key.", secret=True)


class Compose(Variables):
    """Read by compose.yaml alone."""

    POSTGRES_PASSWORD: str = variable(
        "",
        "Of the Postgres role that owns the tables; letters and digits, as it becomes part of an address.",
        required=True,
        secret=True,
    )
    POSTGRES_APP_PASSWORD: str = variable(
        "", "Of the role that the running shop has in it; letters and digits.", secret=True, required=True
    )
    REDIS_PASSWORD: str = variable("", "Of Redis; letters and digits.", secret=True, required=True)
    BACKUPS: str = variable(
        "", "Where backups go, a folder such as /mnt/backups on another disk.", shown="a Docker volume"
    )
    BACKUPS_KEPT: int = variable(7, "Daily backups that are kept.")


class Environment(ExternalServices, Payments, Mail, Logs, Processes, ObjectStorage, Data, Shop):
    """All that settings.py reads."""


SUBJECTS: tuple[type[Variables], ...] = (
    Shop,
    Compose,
    Mail,
    Payments,
    Data,
    ObjectStorage,
    Processes,
    Logs,
    ExternalServices,
)
