"""The channels of alerts: mail, and a chat's webhook."""

import smtplib
from collections.abc import Callable
from functools import partial
from typing import Final, Literal

import httpx
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError

from project.core.mail_server import mail_server
from project.core.shop import last_read, shop

# The fields of OperatorAlert that say when each was told.
Channel = Literal["mailed_at", "webhook_at"]
Send = Callable[[str, str], None]
CHANNELS: Final[tuple[Channel, ...]] = ("mailed_at", "webhook_at")

WEBHOOK_SECONDS: Final = 5.0


class AlertNotSent(Exception):
    """A channel did not take an alert."""


def channels(*, reads_settings: bool = True) -> dict[Channel, Send]:
    """Return the ways to tell the operators; each takes subject and text, and raises AlertNotSent.

    Without reading the settings the address is the one that this process has read last.
    """
    found: dict[Channel, Send] = {}
    if addresses := _addresses(reads_settings):
        found["mailed_at"] = partial(_mail, addresses)
    if settings.OPERATORS_WEBHOOK_URL:
        found["webhook_at"] = _post
    return found


def _addresses(reads_settings: bool) -> list[str]:
    """Return the addresses that the environment names, else the shop's own."""
    if settings.OPERATORS_MAIL:
        return list(settings.OPERATORS_MAIL)
    try:
        email = (shop() if reads_settings else last_read()).contact.email
    except DatabaseError:
        # It may be the database that the alert is about.
        email = last_read().contact.email
    return [email] if email else []


def _mail(addresses: list[str], subject: str, text: str) -> None:
    server = mail_server()
    if server is None:
        raise AlertNotSent("no mail server is set up")
    try:
        EmailMessage(subject, text, server.sender, addresses, connection=server.backend()).send()
    except (smtplib.SMTPException, OSError) as error:
        raise AlertNotSent(type(error).__name__) from error


def _post(subject: str, text: str) -> None:
    """Post what Slack, Mattermost, Teams and their like take. The address is a secret: no log gets it."""
    try:
        answer = httpx.post(
            settings.OPERATORS_WEBHOOK_URL, json={"text": f"{subject}\n{text}"}, timeout=WEBHOOK_SECONDS
        )
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise AlertNotSent(type(error).__name__) from None
    if not answer.is_success:
        raise AlertNotSent(f"the answer was {answer.status_code}")
