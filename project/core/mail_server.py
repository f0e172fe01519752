"""The mail server: the operator's by the environment, else the one that an admin has entered on screen."""

import contextlib
import smtplib
import socket
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend

from project.core.connections import stored_values
from project.core.models import Connection
from project.core.public_addresses import is_public

# Of servers that take mails to be sent on: an entry on screen must not try out others.
PORTS = (25, 465, 587, 2525)


@dataclass(frozen=True)
class MailServer:
    """Address, login and sender of a server that sends mails."""

    host: str
    port: int
    user: str
    password: str
    use_tls: bool
    sender: str
    # Entered on screen: only public addresses are connected to.
    is_entered: bool = False

    @classmethod
    def of(cls, values: dict[str, str]) -> "MailServer":
        """Return the server that was entered on screen."""
        return cls(
            host=values["host"],
            port=int(values["port"]),
            user=values["user"],
            password=values["password"],
            use_tls=values["tls"] == "1",
            sender=values["sender"],
            is_entered=True,
        )

    @property
    def sender_domain(self) -> str:
        """Return the domain of the sender's address."""
        return parseaddr(self.sender)[1].rpartition("@")[2] or "localhost"

    def backend(self, *, timeout: float | None = None) -> EmailBackend:
        """Return Django's client of this server."""
        # 465 is TLS from the first byte on.
        is_implicit = self.use_tls and self.port == 465 and self.is_entered
        return (_PublicBackend if self.is_entered else EmailBackend)(
            host=self.host,
            port=self.port,
            username=self.user,
            password=self.password,
            use_tls=self.use_tls and not is_implicit,
            use_ssl=is_implicit,
            timeout=timeout or settings.EMAIL_TIMEOUT,
        )


def mail_server() -> MailServer | None:
    """Return the mail server that holds now; None while nobody has set one up."""
    if settings.EMAIL_HOST:
        return MailServer(
            host=settings.EMAIL_HOST,
            port=settings.EMAIL_PORT,
            user=settings.EMAIL_HOST_USER,
            password=settings.EMAIL_HOST_PASSWORD,
            use_tls=settings.EMAIL_USE_TLS,
            sender=settings.DEFAULT_FROM_EMAIL,
        )
    values = dict(stored_values("mail"))
    return MailServer.of(values) if values else None


def waits_for_server() -> bool:
    """Return whether mails wait, as no server is set up; in development the rows are read at /dev/mail."""
    return not settings.SANDBOX and mail_server() is None


def mails_codes() -> bool:
    """Return whether codes are mailed here: in development, and from the first mail server on.

    One that was entered counts after its stored login became unreadable, too: a lost key must not take the
    mailed code from the login of staff.
    """
    entered = Connection.objects.filter(pk="mail").exclude(values={})
    return bool(settings.SANDBOX or settings.EMAIL_HOST or entered.exists())


class _PublicBackend(EmailBackend):
    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _PublicSmtpSsl if self.use_ssl else _PublicSmtp


def _public_socket(host: str, port: int, timeout: float) -> socket.socket:
    """Connect to the host's first address, once all of them are public: no name leads into our network.

    The address that was looked at is the one that is connected to, so a name that changes gains nothing.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not settings.SANDBOX and not all(map(is_public, addresses)):
        raise OSError("not a public address")
    return socket.create_connection((addresses[0], port), timeout)


class _PublicSmtp(smtplib.SMTP):
    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return _public_socket(host, port, timeout)


class _PublicSmtpSsl(smtplib.SMTP_SSL):
    def _get_socket(self, host: str, port: int, timeout: float) -> Any:
        plain = _public_socket(host, port, timeout)
        with contextlib.ExitStack() as stack:
            stack.callback(plain.close)
            wrapped = self.context.wrap_socket(plain, server_hostname=self._host)  # type: ignore[attr-defined]
            stack.pop_all()
        return wrapped
