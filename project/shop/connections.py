"""Connections that an admin enters: tried first, secrets stored encrypted and never read out again."""

import smtplib
from collections.abc import Mapping
from datetime import datetime
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import gettext as _
from pydantic_core import PydanticCustomError

from project.accounts.actor_names import names_of
from project.core.connections import lock_connections, providers_set_up, store_values
from project.core.email_addresses import check_email
from project.core.errors import Conflict, DomainError, ErrorCode, Forbidden, NotFound
from project.core.mail_server import PORTS, MailServer, mail_server
from project.core.models import Connection
from project.core.public_cache import move_catalogue_version
from project.core.schemas import ApiModel
from project.core.shop import shop
from project.core.site_address import CONNECTION as SITE
from project.events.audit import record
from project.payments.attempts.trial import is_tried
from project.payments.providers.base import AccountRefused, ProviderError, ProviderUnavailable
from project.payments.providers.registry import adapter_of
from project.payments.shared.open_money import has_open_money
from project.shop.site_trial import ConnectionFailed, normal_site_url, try_site

LONGEST: Final = 200
TRY_SECONDS: Final = 10
_MAIL: Final = {"host": False, "port": False, "user": False, "password": True, "tls": False, "sender": False}


class ConnectionInUse(Conflict):
    """Money is under way by this connection."""

    code = ErrorCode.CONNECTION_IN_USE


class ConnectionField(ApiModel):
    """A field of a connection; of a secret the end alone is known."""

    name: str
    is_secret: bool
    value: str


class ConnectionOut(ApiModel):
    """A connection as staff see it; version 0 was never entered on screen."""

    name: str
    label: str
    # Set in the environment, which wins.
    by_operator: bool
    is_set_up: bool
    fields: list[ConnectionField]
    version: int
    saved_at: datetime | None
    saved_by: str
    # Of a payment provider that is set up: whether a rupee was paid with these keys.
    is_tried: bool | None


def connections() -> list[ConnectionOut]:
    """Return all connections that the shop knows."""
    rows = Connection.objects.in_bulk()
    names = names_of(row.saved_by for row in rows.values())
    return [_out(name, rows.get(name), names) for name in (SITE, "mail", *settings.PAYMENT_PROVIDERS)]


def _out(name: str, row: Connection | None, names: Mapping[str, str]) -> ConnectionOut:
    by_operator = _is_by_operator(name)
    shown = row.values if row and not by_operator else {}
    if name == SITE and by_operator:
        shown = {"url": settings.SITE_URL}
    return ConnectionOut(
        name=name,
        label="" if name in (SITE, "mail") else adapter_of(name).label,
        by_operator=by_operator,
        is_set_up=by_operator or bool(row and row.values),
        fields=[
            ConnectionField(name=field, is_secret=is_secret, value=shown.get(field, ""))
            for field, is_secret in _fields_of(name).items()
        ],
        version=row.version if row else 0,
        saved_at=row.saved_at if row else None,
        saved_by=names[row.saved_by] if row else "",
        is_tried=is_tried(name) if name in providers_set_up() else None,
    )


def _fields_of(name: str) -> Mapping[str, bool]:
    """Return the fields of a connection, and whether each is secret. Raises NotFound."""
    if name == SITE:
        return {"url": False}
    if name == "mail":
        return _MAIL
    if name not in settings.PAYMENT_PROVIDERS:
        raise NotFound(name)
    return adapter_of(name).entered


def _is_by_operator(name: str) -> bool:
    if name == SITE:
        return bool(settings.SITE_URL)
    return bool(settings.EMAIL_HOST) if name == "mail" else name not in settings.PROVIDERS_ON_SCREEN


def save_connection(name: str, typed: Mapping[str, str], *, version: int, actor: str, email: str) -> None:
    """Try what was entered, and store it if it works; `email` gets a sample mail.

    Secrets are typed with each save: a stored one would go to whatever host is entered beside it.

    Raises NotFound, Forbidden for what the operator has set, ConnectionFailed, SETTINGS_CHANGED; DomainError
    with the fields that are wrong.
    """
    fields = _fields_of(name)
    _require_ours(name)
    values = _checked(name, fields, typed)
    # Outside of the transaction: it takes seconds.
    if name == SITE:
        values = {"url": normal_site_url(values["url"])}
        try_site(values["url"])
    elif name == "mail":
        _try_mail(MailServer.of(values), to=email)
    else:
        _try_provider(name, values)
    _store(name, fields, values, version=version, actor=actor)


@transaction.atomic
def remove_connection(name: str, *, version: int, actor: str) -> None:
    """Forget what was entered; a provider's keys stay while its money is under way.

    Raises NotFound, Forbidden for what the operator has set, SETTINGS_CHANGED, ConnectionInUse.
    """
    fields = _fields_of(name)
    _require_ours(name)
    row = _locked(name, version)
    if row is None or not row.values:
        raise NotFound(name)
    if name in settings.PAYMENT_PROVIDERS and has_open_money(name):
        raise ConnectionInUse(name)
    _write(name, fields, row, values={}, secrets={}, actor=actor, action="settings.disconnected")


def _require_ours(name: str) -> None:
    if _is_by_operator(name):
        raise Forbidden(name, text=_("The operator has set this in the environment"))


def send_test_mail(*, actor: str, email: str) -> None:
    """Send a sample mail by the server that is set up, and log that it left. Raises ConnectionFailed."""
    server = mail_server()
    if server is None:
        raise ConnectionFailed("mail", text=_("No mail server is set up, so mails wait."))
    _try_mail(server, to=email)
    record("settings.mail_tried", subject="connection:mail", actor=actor)


@transaction.atomic
def _store(
    name: str, fields: Mapping[str, bool], values: Mapping[str, str], *, version: int, actor: str
) -> None:
    row = _locked(name, version)
    secrets = {field: values[field] for field, is_secret in fields.items() if is_secret}
    # Short ones would be half told by their end.
    ends = {
        field: f"…{secret[-4:]}" if len(secret) >= 16 else "…" for field, secret in secrets.items() if secret
    }
    shown = {field: value for field, value in values.items() if field not in secrets} | ends
    _write(name, fields, row, values=shown, secrets=secrets, actor=actor, action="settings.connected")


def _locked(name: str, version: int) -> Connection | None:
    """Return the row, None before the first save, under the lock. Raises SETTINGS_CHANGED."""
    lock_connections()
    row = Connection.objects.filter(pk=name).first()
    if (row.version if row else 0) != version:
        raise Conflict(name, code=ErrorCode.SETTINGS_CHANGED)
    return row


def _write(
    name: str,
    fields: Mapping[str, bool],
    row: Connection | None,
    *,
    values: Mapping[str, str],
    secrets: Mapping[str, str],
    actor: str,
    action: str,
) -> None:
    version = row.version if row else 0
    transaction.on_commit(move_catalogue_version)
    store_values(name, version=version, values=values, secrets=secrets, author=actor)
    before, after = (
        {field: value for field, value in shown.items() if not fields[field]}
        for shown in (row.values if row else {}, values)
    )
    record(
        action,
        subject=f"connection:{name}",
        actor=actor,
        before=before | {"version": version},
        after=after | {"version": version + 1},
    )


def _checked(name: str, fields: Mapping[str, bool], typed: Mapping[str, str]) -> dict[str, str]:
    """Return the fields without spaces around them. Raises DomainError with those that are wrong."""
    values = {field: typed.get(field, "").strip() for field in fields}
    wrong = {field for field, value in values.items() if not value.isprintable() or len(value) > LONGEST}
    wrong |= {field for field in typed if field not in fields}
    if name == "mail":
        wrong |= _wrong_mail_fields(values)
    elif name != SITE:
        wrong |= adapter_of(name).missing_fields(values)
    if wrong:
        raise DomainError(name, errors={f"values.{field}": ErrorCode.VALIDATION for field in sorted(wrong)})
    return values


def _wrong_mail_fields(values: Mapping[str, str]) -> set[str]:
    wrong = set() if values["host"] else {"host"}
    ports = PORTS if not settings.SANDBOX else range(1, 65536)
    if values["port"] not in map(str, ports):
        wrong.add("port")
    if values["tls"] not in ("0", "1"):
        wrong.add("tls")
    if bool(values["user"]) != bool(values["password"]):
        wrong.add("password" if values["user"] else "user")
    try:
        check_email(parseaddr(values["sender"])[1])
    except PydanticCustomError:
        wrong.add("sender")
    return wrong


def _try_mail(server: MailServer, *, to: str) -> None:
    """Send a sample mail. Raises ConnectionFailed; no answer of the other side is told, nor a secret."""
    name = shop().brand.name
    text = _("This email shows that {name} can send mails now.").format(name=name)
    subject = _("{name} sends mails").format(name=name)
    try:
        EmailMessage(
            subject, text, server.sender, [to], connection=server.backend(timeout=TRY_SECONDS)
        ).send()
    except smtplib.SMTPAuthenticationError:
        raise ConnectionFailed("login", text=_("The mail server refuses user or password")) from None
    except (smtplib.SMTPSenderRefused, smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError):
        text = _("The mail server does not take mails of this sender")
        raise ConnectionFailed("refused", text=text) from None
    except (smtplib.SMTPException, OSError, ValueError):
        raise ConnectionFailed(
            "no answer", text=_("The mail server does not answer at this address and port")
        ) from None


def _try_provider(name: str, values: Mapping[str, str]) -> None:
    """Ask the provider with these keys. Raises ConnectionFailed."""
    label = adapter_of(name).label
    try:
        adapter_of(name).try_account(values)
    except AccountRefused:
        raise ConnectionFailed("keys", text=_("{name} refuses these keys").format(name=label)) from None
    except ProviderUnavailable:
        raise ConnectionFailed(
            "no answer", text=_("{name} does not answer. Please try again in a moment").format(name=label)
        ) from None
    except ProviderError:
        raise ConnectionFailed("refused", text=_("{name} refuses these keys").format(name=label)) from None
