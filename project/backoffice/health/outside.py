"""Checks over the network: the shop's own address and processes, the payment provider, the mail server."""

import smtplib
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import urlsplit

import httpx
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings
from django.db import Error as DatabaseError
from django.utils import timezone

from project.backoffice.health.infrastructure import wrong_clock
from project.backoffice.health.result import Result, Status, first_line
from project.core.mail_server import mail_server
from project.core.site_address import is_site_url_set, site_url
from project.payments.models import Payment
from project.payments.providers.base import AccountRefused, ProviderError
from project.payments.providers.registry import get_provider, provider_names

SECONDS: Final = 5.0
# A certificate that renews itself does so a month before its end: with two weeks left the renewal has failed.
ENDS_SOON: Final = timedelta(days=14)
ENDS_NOW: Final = timedelta(days=3)
# OpenSSL's answers of a certificate that nobody whom browsers trust has signed.
_UNTRUSTED: Final = (18, 19, 20, 21)
_LOCAL: Final = ("localhost", "127.0.0.1")


def check_site() -> Result | None:
    """Ask the shop at its public address; the certificate is another check's. None before it has one."""
    if not is_site_url_set():
        return None
    try:
        url = f"{site_url()}/healthz"
        status = httpx.get(url, timeout=SECONDS, verify=False, trust_env=False).status_code
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return Result("failing", f"{site_url()} does not answer: {first_line(error)}")
    if status == 200:
        return Result("ok", f"{site_url()} answers")
    return Result("failing", f"{site_url()} answers {status}")


def check_certificate() -> Result | None:
    """Read the TLS certificate of the public address as a browser does; None when nobody listens there."""
    site = urlsplit(site_url())
    if site.scheme != "https" or site.hostname is None:
        return None
    address = (site.hostname, site.port or 443)
    try:
        certificate, refusal, is_trusted = _read_certificate(*address)
    except (OSError, ValueError):
        return None
    left = certificate.not_valid_after_utc - timezone.now()
    count = max(0, left.days)
    if left <= timedelta():
        return Result("failing", "has ended: browsers refuse the shop", count=0)
    if refusal:
        return Result("failing", f"browsers refuse it: {refusal}", count=count)
    if not is_trusted and site.hostname not in _LOCAL:
        return Result(
            "failing", "browsers refuse it: no authority that they trust has signed it", count=count
        )
    if not is_trusted:
        return Result("ok", f"self-signed, for trying the shop; {count} days left", count=count)
    status: Status = "failing" if left <= ENDS_NOW else "warning" if left <= ENDS_SOON else "ok"
    return Result(status, f"{count} days left", count=count)


def _read_certificate(host: str, port: int) -> tuple[x509.Certificate, str, bool]:
    """Return the certificate, why browsers refuse it whoever signed it, and whether its signer is trusted."""
    open_context = ssl.create_default_context()
    open_context.check_hostname, open_context.verify_mode = False, ssl.CERT_NONE
    certificate = x509.load_der_x509_certificate(_shake_hands(host, port, open_context) or b"")
    try:
        _shake_hands(host, port, ssl.create_default_context())
    except ssl.SSLCertVerificationError as error:
        if error.verify_code not in _UNTRUSTED:
            return certificate, error.verify_message, True
    else:
        return certificate, "", True
    alone = ssl.create_default_context(cadata=certificate.public_bytes(Encoding.PEM).decode())
    alone.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    try:
        _shake_hands(host, port, alone)
    except ssl.SSLCertVerificationError as error:
        return certificate, error.verify_message, False
    return certificate, "", False


def _shake_hands(host: str, port: int, context: ssl.SSLContext) -> bytes | None:
    with (
        socket.create_connection((host, port), timeout=SECONDS) as plain,
        context.wrap_socket(plain, server_hostname=host) as tls,
    ):
        return tls.getpeercert(binary_form=True)


def check_processes() -> Result | None:
    """Ask each process that PROCESS_URLS names."""
    if not settings.PROCESS_URLS:
        return None
    with ThreadPoolExecutor(len(settings.PROCESS_URLS)) as pool:
        answers = dict(
            zip(settings.PROCESS_URLS, pool.map(_answers, settings.PROCESS_URLS.values()), strict=True)
        )
    silent = tuple(name for name, answers_now in answers.items() if not answers_now)
    if silent:
        text = f"{', '.join(silent)} {'does' if len(silent) == 1 else 'do'} not answer"
        return Result("failing", text, count=len(silent), parts=silent)
    return Result("ok", f"{', '.join(answers)} answer", count=0)


def _answers(url: str) -> bool:
    # As the proxy would ask: by the shop's name, and over TLS as far as the shop knows.
    site = urlsplit(site_url())
    headers = {"Host": site.netloc, "X-Forwarded-Proto": site.scheme}
    try:
        return httpx.get(url, headers=headers, timeout=SECONDS, trust_env=False).is_success
    except httpx.HTTPError:
        return False


def check_provider() -> Result:
    """Ask each payment provider about an order that does not exist: that it answers us is what counts."""
    wrong: dict[str, tuple[str, str]] = {}
    if not (names := provider_names()):
        return Result(
            "warning",
            "payments are not set up: the shop takes no orders",
            "Enter the keys at /admin/settings/connections.",
        )
    for name in names:
        try:
            get_provider(name).order_status("TXN0")
        except AccountRefused as error:
            wrong[name] = (
                f"refuses our keys: {first_line(error)}",
                "Compare client id, secret and version with the provider's dashboard; production keys have"
                " production addresses.",
            )
        except ProviderError as error:
            wrong[name] = (f"does not answer: {first_line(error)}", "")
    for name in _retired_providers():
        wrong[name] = (
            "took payments, and is not asked about them any more",
            "Name it in PAYMENT_PROVIDERS, and give it the share 0 at /admin/settings.",
        )
    if not wrong:
        return Result("ok", f"{', '.join(names)} answers, and accepts our keys", count=0)
    text = "; ".join(f"{name} {said}" for name, (said, _) in wrong.items())
    advice = " ".join(advice for _, advice in wrong.values())
    return Result("failing", text, advice, count=len(wrong), parts=tuple(wrong))


def _retired_providers() -> list[str]:
    others = Payment.objects.exclude(provider__in=provider_names())
    try:
        return list(others.values_list("provider", flat=True).distinct())
    except DatabaseError:
        return []


def check_clock() -> Result | None:
    """Compare our clock with that of the payment provider."""
    for name in provider_names():
        url = get_provider(name).api_url
        try:
            asked = datetime.now(UTC)
            theirs = parsedate_to_datetime(httpx.get(url, timeout=SECONDS).headers["date"])
        except (httpx.HTTPError, httpx.InvalidURL, KeyError, ValueError):
            continue
        # The header has whole seconds and was written between question and answer.
        ahead = (asked + (datetime.now(UTC) - asked) / 2 - theirs).total_seconds() - 0.5
        return wrong_clock("provider", ahead) or Result("ok", "agrees with the provider's")
    return None


def check_mail_server() -> Result:
    """Log in at the mail server."""
    server = mail_server()
    if server is None:
        return Result(
            "warning",
            "mails wait: no mail server is set up",
            "Enter it at /admin/settings/connections. With DEBUG=1 they are read at /dev/mail.",
        )
    where = f"{server.host}:{server.port}"
    sender = server.backend(timeout=SECONDS)
    try:
        sender.open()
    except smtplib.SMTPAuthenticationError:
        return Result("failing", f"{where} refuses the login", "Compare user and password.")
    except (OSError, smtplib.SMTPException) as error:
        return Result("failing", f"{where}: {first_line(error)}")
    finally:
        sender.close()
    return Result("ok", f"{where} takes our login")


def check_alerts() -> Result:
    """Check that alerts have two channels."""
    if settings.OPERATORS_WEBHOOK_URL:
        return Result("ok", "are sent by mail and by webhook; manage.py try_alerts sends a sample")
    return Result("warning", "are sent by mail alone, which may be the fault")
