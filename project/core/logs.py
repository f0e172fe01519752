"""Logs: a line of JSON for each entry, with the request it belongs to and without personal data.

Modules log with the standard library. structlog writes the lines, and adds what is bound to the context: the
id of the request, also to what a job does later for it.
"""

import logging
import re
from collections.abc import MutableMapping
from typing import Any

import structlog

from project.core.log_rate_limit import LogRateLimit

_MASKED = (
    # a***@example.com: support can still tell two people apart.
    (re.compile(r"([\w.+-])[\w.+-]*(@[\w-]+(?:\.[\w-]+)+)"), r"\1***\2"),
    # Indian mobile numbers, however they are grouped.
    (re.compile(r"(?<![\w-])(?:\+?91[ -]?)?[6-9]\d{4}[ -]?\d{3}(\d{2})(?![\w-])"), r"********\1"),
    # The secret of an order's link, and whatever else an address carries behind its question mark.
    (re.compile(r"(?<=[\w/])\?[^\s\"'<>]+"), "?***"),
    # What errors of Postgres and pydantic quote: whole rows, keys and values.
    (re.compile(r"(Failing row contains )\(.*"), r"\1(***)"),
    (re.compile(r"(Key \([^)]*\)=)\(.*?\)(?= |$)", re.MULTILINE), r"\1(***)"),
    (re.compile(r"(invalid input syntax for type [\w ]+: )\".*\""), r"\1***"),
    (re.compile(r"(input_value=).*?(?=, input_type=)", re.DOTALL), r"\1***"),
    (re.compile(r"(?i)\b(bearer|basic|o-bearer) [\w.~+/=-]+"), r"\1 ***"),
    # Keys, tokens and signatures: 32 random characters of base64 or more. Ids have no small letters, digests
    # no capitals, and names of classes neither digit nor hyphen.
    (re.compile(r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[\d-])[\w-]{32,}(?![\w-])"), "***"),
)


def mask(text: str) -> str:
    """Return the text without e-mail addresses, phone numbers, query strings, keys and tokens.

    The one scrubber of the logs, of errors (Sentry) and of traces (OpenTelemetry).
    """
    for pattern, replacement in _MASKED:
        text = pattern.sub(replacement, text)
    return text


def mask_personal_data(
    logger: object, method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Mask every value of a log entry; a processor of structlog."""
    for name, value in entry.items():
        entry[name] = masked(value)
    return entry


def masked(value: Any) -> Any:
    """Return a value with every text in it masked; other objects become their masked representation."""
    match value:
        case str():
            return mask(value)
        case None | bool() | int() | float():
            return value
        case dict():
            return {masked(key): masked(each) for key, each in value.items()}
        case list() | tuple():
            return [masked(each) for each in value]
        case _:
            return mask(repr(value))


def request_id_of(error: BaseException | None) -> str:
    """Return the id of the request for which the work was done that this error ended; empty without one."""
    return str(getattr(error, "request_id", ""))


def _name_request(logger: object, method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Name the request in the entry about an error that left the work for it; whoever logs it has no id."""
    error = (entry.get("exc_info") or (None, None, None))[1]
    if "request_id" not in entry and (request_id := request_id_of(error)):
        entry["request_id"] = request_id
    return entry


def _without_path(logger: object, method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Cut path and query off what Django says of a request; our line for the same id has the route."""
    entry.pop("request", None)
    if entry.get("logger") == "django.request":
        entry["event"] = str(entry["event"]).partition(":")[0]
    return entry


_PROCESSORS = [
    structlog.contextvars.merge_contextvars,
    _name_request,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


class RefusedRequests(logging.Filter):
    """Shortens what Django says of a request it refuses: no traceback, and no text that a stranger chose.

    The logger is named after the reason. A Host is named: it may be one that ALLOWED_HOSTS lacks.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True: every record is kept."""
        if record.name.startswith("django.security."):
            record.msg, record.args, record.exc_info = "request refused", (), None
            request = record.__dict__.get("request")
            if record.name.endswith(".DisallowedHost") and request is not None:
                record.host = request.META.get("HTTP_HOST", "")[:100]
        return True


def logging_settings(level: str, *, as_json: bool) -> dict[str, Any]:
    """Return Django's LOGGING: lines of JSON, or lines for people."""
    renderer: list[Any] = (
        [structlog.processors.JSONRenderer(ensure_ascii=False)]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _PROCESSORS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    _without_path,
                    mask_personal_data,
                    *renderer,
                ],
            }
        },
        "filters": {
            "refused_requests": {"()": RefusedRequests},
            "rate_limit": {"()": LogRateLimit},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": ["refused_requests", "rate_limit"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Without the handlers that Django gives it, which know no filter.
            "django": {"level": "INFO", "handlers": []},
            "httpx": {"level": "WARNING"},
            # A refused request has its line from project.core.request_log; Django's would show its path.
            "django.request": {"level": "ERROR"},
            # In development the pages' own requests would drown everything else.
            "project.core.request_log": {"level": "INFO" if as_json else "WARNING"},
            # One line a job would drown the rest; failures still show.
            # With a handler of its own here, Huey adds none and keeps this level.
            "huey": {"level": "WARNING", "handlers": ["console"], "propagate": False},
            "daphne": {"level": "WARNING"},
            # A request's line comes from project.core.request_log; gunicorn's would show path and query.
            "gunicorn.access": {"level": "WARNING", "handlers": [], "propagate": True},
            "gunicorn.error": {"level": "INFO", "handlers": [], "propagate": True},
            "django.channels.server": {"level": "WARNING"},
        },
    }
