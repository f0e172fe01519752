"""Look at everything the shop needs, and say in plain words what is wrong and what to do."""

import resource
import secrets
import shutil
import smtplib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx
import redis
from django.conf import settings
from django.core.files.storage import storages
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from project.accounts.models import Role, User
from project.backoffice.certificate import ENDS_NOW, ENDS_SOON, read_end, site_address
from project.backoffice.production_checks import find_samples
from project.core.models import Mail, MailStatus
from project.core.shop import shop
from project.core.storage.errors import StorageUnavailable
from project.core.storage.files import PICTURES, PRIVATE, delete, save
from project.payments.models import Payment, WebhookMessage
from project.payments.providers import get_provider, provider_names
from project.payments.providers.base import AccountRefused, ProviderError

Verdict = Literal["ok", "look", "wrong"]

OLDEST_POSTGRES = 14
# A clock that is off by more makes links and codes end early, and the provider refuse calls.
CLOCK_SECONDS = 5.0
# Work that is due for longer is not being done.
OVERDUE = timedelta(minutes=2)
LEAST_FREE_BYTES = 2 * 1024**3
LEAST_FREE_PERCENT = 10
# Files that a process has open beside its sockets: database, Redis, log, modules.
OTHER_FILES = 256


@dataclass(frozen=True)
class Finding:
    """What was looked at, how it is, and what to do when it is not well."""

    about: str
    verdict: Verdict
    text: str
    advice: str = ""


def examine() -> Iterator[Finding]:
    """Look at everything. What needs the database is left out when it does not answer."""
    yield from _settings()
    has_database = True
    for look in (_database, _rights, _migrations, _backups):
        try:
            yield from look()
        except DatabaseError as error:
            has_database = False
            yield Finding(
                "database",
                "wrong",
                f"does not answer: {_first_line(error)}",
                "Is Postgres running, and is DATABASE_URL right (host, name, user, password)?",
            )
            break
    yield from _redis()
    if has_database:
        for look in (_seller, _worker, _people, _old_providers):
            yield from _without_tables(look)
    yield from _provider()
    yield from _mail()
    yield from _alerts()
    yield from _certificate()
    yield from _renderer()
    yield from _storage()
    yield from _open_files()


def _settings() -> Iterator[Finding]:
    if settings.DEBUG:
        yield Finding("settings", "look", "DEBUG=1: for development only", "Unset DEBUG where people buy.")
        return
    if urlsplit(settings.SITE_URL).scheme != "https":
        yield Finding("settings", "wrong", f"SITE_URL is {settings.SITE_URL}", "Payments need https.")
    if settings.NINJA_NUM_PROXIES == 0:
        yield Finding(
            "settings",
            "look",
            "NUM_PROXIES=0: every caller seems to come from the proxy's address",
            "Set it to the number of your own proxies in front; compose.yaml has 1.",
        )
    yield Finding("settings", "ok", settings.SITE_URL)


def _database() -> Iterator[Finding]:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            (verdict,) = cursor.fetchone()
        good = verdict == "ok"
        yield Finding(
            "database",
            "ok" if good else "wrong",
            "SQLite" if good else f"the SQLite file is damaged: {verdict}",
            "" if good else "Stop the shop and restore the newest backup (OPERATING.md, 'Restore').",
        )
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int / 10000, clock_timestamp()")
        version, now = cursor.fetchone()
    old = version < OLDEST_POSTGRES
    yield Finding(
        "database",
        "wrong" if old else "ok",
        f"Postgres {version}",
        f"Version {OLDEST_POSTGRES} or newer is needed." if old else "",
    )
    yield _clock("database", (timezone.now() - now).total_seconds())


def _rights() -> Iterator[Finding]:
    if connection.vendor == "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, rolsuper, has_schema_privilege(current_schema(), 'CREATE')"
            " FROM pg_roles WHERE rolname = current_user"
        )
        role, is_superuser, may_create = cursor.fetchone()
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
            " AND relkind = 'r' AND NOT has_table_privilege(oid, 'SELECT, INSERT') ORDER BY relname"
        )
        closed = [name for (name,) in cursor.fetchall()]
    if closed:
        yield Finding(
            "rights",
            "wrong",
            f"{role} may not use {', '.join(closed[:3])}{' and others' if closed[3:] else ''}",
            "As the owner run: manage.py grant_application_role (OPERATING.md, 'Rights in the database').",
        )
    elif is_superuser or may_create:
        yield Finding(
            "rights",
            "look",
            f"{role} may change the database's tables, which the running shop never has to",
            "Give it the role of OPERATING.md, 'Rights in the database'.",
        )
    else:
        yield Finding("rights", "ok", f"{role} may use all tables and change none")


def _migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _ in plan[:3])
        yield Finding(
            "migrations",
            "wrong",
            f"{len(plan)} not applied: {names}{' …' if plan[3:] else ''}",
            "Run: manage.py migrate",
        )
    else:
        yield Finding("migrations", "ok", "all applied")


def _backups() -> Iterator[Finding]:
    if connection.vendor == "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('archive_mode') <> 'off', last_archived_time,"
            " last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver"
        )
        is_on, last, fails = cursor.fetchone()
    if not is_on:
        yield Finding(
            "backups",
            "look",
            "this Postgres does not archive its log",
            "Fine where your host's own backups are on; else see deploy/backup/README.md.",
        )
    elif fails:
        yield Finding(
            "backups",
            "wrong",
            "the log cannot be archived: the disk will fill, and a restore would lose what is new",
            "Is the backups' disk full or gone? Postgres's own log says what archive-wal answered.",
        )
    else:
        yield Finding(
            "backups", "ok", f"log archived, last at {last:%Y-%m-%d %H:%M} UTC" if last else "log archived"
        )


def _redis() -> Iterator[Finding]:
    if not settings.REDIS_URL:
        yield Finding(
            "Redis", "look", "none: one web process and one worker on one host", "Set REDIS_URL for more."
        )
        return
    try:
        client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=3, socket_connect_timeout=3)
        info: Any = client.info("memory")
        policy, used, most = (info.get(name) for name in ("maxmemory_policy", "used_memory", "maxmemory"))
    except redis.AuthenticationError:
        yield Finding("Redis", "wrong", "refuses the password", "Compare REDIS_URL with Redis's requirepass.")
        return
    except (redis.RedisError, OSError, ValueError) as error:
        yield Finding(
            "Redis", "wrong", f"does not answer: {_first_line(error)}", "Is it running? See REDIS_URL."
        )
        return
    if policy not in (None, "noeviction"):
        yield Finding(
            "Redis", "wrong", f"drops data when full ({policy})", "Set maxmemory-policy noeviction."
        )
    elif most and used > 0.8 * most:
        yield Finding(
            "Redis", "look", f"{used * 100 // most} % full", "Raise maxmemory; is the worker running?"
        )
    else:
        yield Finding("Redis", "ok", "answers")


def _worker() -> Iterator[Finding]:
    before = timezone.now() - OVERDUE
    overdue = {
        "payments to check": Payment.objects.filter(next_check_at__lt=before).count(),
        "webhooks": WebhookMessage.objects.filter(next_try_at__lt=before).count(),
        "mails": Mail.objects.filter(status=MailStatus.DUE, next_try_at__lt=before).count(),
    }
    late = ", ".join(f"{count} {what}" for what, count in overdue.items() if count)
    if late:
        yield Finding(
            "worker",
            "wrong",
            f"work is due for more than two minutes: {late}",
            "Is a worker running (manage.py run_huey)? Its log says what fails.",
        )
    else:
        yield Finding("worker", "ok", "no work is overdue")


def _people() -> Iterator[Finding]:
    if not User.objects.filter(role=Role.ADMIN, is_active=True).exists():
        yield Finding("people", "look", "there is no admin", "manage.py set_role you@example.com admin")
    if not settings.DEBUG and (found := find_samples()):
        yield Finding(
            "people",
            "wrong",
            f"the sample shop's {' and '.join(found)} are here",
            "Start with an empty database.",
        )


def _seller() -> Iterator[Finding]:
    now = shop()
    missing = now.missing()
    if missing and not settings.DEBUG:
        yield Finding(
            "seller",
            "wrong",
            f"nothing is sold before the settings name {', '.join(missing)}",
            "An admin fills them in at /admin/settings.",
        )
    elif not missing:
        yield Finding("seller", "ok", now.seller.legal_name)


def _old_providers() -> Iterator[Finding]:
    known = provider_names()
    for name in Payment.objects.exclude(provider__in=known).values_list("provider", flat=True).distinct():
        yield Finding(
            name,
            "wrong",
            "took payments, and nobody asks it about them",
            "Name it in PAYMENT_PROVIDERS, and give it the share 0 at /admin/settings.",
        )


def _provider() -> Iterator[Finding]:
    for name in provider_names():
        try:
            # An id that nobody has: what counts is that the provider answers us.
            get_provider(name).order_status("TXN0")
        except AccountRefused as error:
            yield Finding(
                name,
                "wrong",
                f"refuses our keys: {_first_line(error)}",
                "Compare client id, secret and version with the provider's dashboard; production keys have"
                " production addresses.",
            )
        except ProviderError as error:
            yield Finding(
                name,
                "wrong",
                f"does not answer: {_first_line(error)}",
                "May this host open https connections to the provider? Is the provider's status page green?",
            )
        else:
            yield Finding(name, "ok", "answers, and accepts our keys")
        yield from _provider_clock(get_provider(name).api_url)


def _provider_clock(url: str) -> Iterator[Finding]:
    if not url:
        return
    try:
        asked = datetime.now(UTC)
        answer = httpx.get(url, timeout=5)
        theirs = parsedate_to_datetime(answer.headers["date"])
    except (httpx.HTTPError, KeyError, ValueError):
        return  # said above, or it tells no time
    # The header has whole seconds and was written between question and answer.
    off = (asked + (datetime.now(UTC) - asked) / 2 - theirs).total_seconds() - 0.5
    yield _clock("provider", off)


def _clock(whose: str, seconds_ahead: float) -> Finding:
    if abs(seconds_ahead) <= CLOCK_SECONDS:
        return Finding("clock", "ok", f"agrees with the {whose}'s")
    side = "ahead of" if seconds_ahead > 0 else "behind"
    return Finding(
        "clock",
        "wrong",
        f"{abs(seconds_ahead):.0f} s {side} the {whose}'s",
        "Switch time synchronisation on: timedatectl set-ntp true",
    )


def _mail() -> Iterator[Finding]:
    if not settings.EMAIL_HOST:
        yield Finding(
            "mail", "look", "is not sent: SMTP_HOST is empty", "Mails are read at /dev/mail with DEBUG=1."
        )
        return
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    sender = get_connection(fail_silently=False)
    try:
        sender.open()
    except smtplib.SMTPAuthenticationError:
        yield Finding("mail", "wrong", f"{where} refuses the login", "Compare SMTP_USER and SMTP_PASSWORD.")
    except (OSError, smtplib.SMTPException) as error:
        yield Finding(
            "mail",
            "wrong",
            f"{where}: {_first_line(error)}",
            "Is SMTP_HOST right and reachable? Port 587 needs SMTP_TLS=1; many hosts block port 25.",
        )
    else:
        yield Finding("mail", "ok", f"{where} takes our login")
    finally:
        sender.close()


def _alerts() -> Iterator[Finding]:
    if settings.OPERATORS_WEBHOOK_URL:
        yield Finding("alerts", "ok", "leave by mail and by webhook; manage.py try_alerts sends a sample")
    else:
        yield Finding(
            "alerts",
            "look",
            "leave by mail alone, which may be the fault",
            "Set OPERATORS_WEBHOOK_URL to your chat's incoming webhook.",
        )


def _certificate() -> Iterator[Finding]:
    address = site_address()
    if address is None:
        return
    try:
        left = read_end(*address) - timezone.now()
    except (OSError, ValueError) as error:
        yield Finding(
            "certificate",
            "look",
            f"of {address[0]}:{address[1]} cannot be read: {_first_line(error)}",
            "Unless this host reaches the site by its name, nobody is told before the certificate ends.",
        )
        return
    verdict: Verdict = "wrong" if left <= ENDS_NOW else "look" if left <= ENDS_SOON else "ok"
    yield Finding(
        "certificate",
        verdict,
        f"{left.days} days left" if left > timedelta() else "has ended: browsers refuse the shop",
        "" if verdict == "ok" else "Renew it (INCIDENTS.md, 'The site does not open').",
    )


def _renderer() -> Iterator[Finding]:
    if not settings.RENDERER_URL:
        return
    try:
        httpx.get(f"{settings.RENDERER_URL}/health", timeout=3).raise_for_status()
    except httpx.HTTPError as error:
        yield Finding(
            "renderer",
            "look",
            f"does not answer: {type(error).__name__}",
            "Pages are rendered by browsers meanwhile. Start it: node frontend/server/renderer.js",
        )
    else:
        yield Finding("renderer", "ok", "answers")


def _storage() -> Iterator[Finding]:
    for store in (PRIVATE, PICTURES):
        name = f"products/probe-{secrets.token_hex(8)}.webp"
        try:
            save(store, name, b"a probe")
            if settings.PICTURES_URL != settings.MEDIA_URL:
                yield _as_stranger(store, name)
            delete(store, name)
        except StorageUnavailable as error:
            yield Finding("storage", "wrong", _first_line(error), error.advice)
            break
    disk = shutil.disk_usage(settings.VAR_DIR)
    percent = disk.free * 100 // disk.total
    text = f"{disk.free / 1024**3:.1f} GB ({percent} %) free in {settings.VAR_DIR}"
    if disk.free < LEAST_FREE_BYTES:
        yield Finding("storage", "wrong", text, "Make room now: with a full disk no order is taken.")
    elif percent < LEAST_FREE_PERCENT:
        yield Finding("storage", "look", text, "See what grows (INCIDENTS.md, 'The disk fills').")
    else:
        yield Finding("storage", "ok", text)


def _as_stranger(store: str, name: str) -> Finding:
    """Fetch a file of object storage without keys: a picture must be there, and what is private must not."""
    storage: Any = storages[store]
    url = storage.plain_url(name) if store == PRIVATE else f"{settings.PICTURES_URL}{name}"
    try:
        status = httpx.get(url, timeout=5).status_code
    except httpx.HTTPError as error:
        answer = type(error).__name__
    else:
        answer = str(status)
    if store == PRIVATE and answer == "200":
        advice = "At once: close this bucket to the public. Only S3_PICTURES_BUCKET may be read by everybody."
        return Finding("storage", "wrong", f"strangers can read what is private, such as {url}", advice)
    if store == PRIVATE:
        return Finding("storage", "ok", f"keeps what is private from strangers ({answer})")
    if answer == "200":
        return Finding("storage", "ok", f"everybody can fetch pictures at {settings.PICTURES_URL}")
    return Finding(
        "storage",
        "wrong",
        f"pictures cannot be fetched at {settings.PICTURES_URL}: {answer}",
        "Let everybody read S3_PICTURES_BUCKET. S3_PICTURES_URL is its address, or its CDN's.",
    )


def _open_files() -> Iterator[Finding]:
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = settings.LIVE_SOCKETS + OTHER_FILES
    if most != resource.RLIM_INFINITY and most < needed:
        yield Finding(
            "open files",
            "look",
            f"{most} allowed here, {needed} needed for LIVE_SOCKETS={settings.LIVE_SOCKETS}",
            "For the processes of the sockets raise it (ulimits in compose.yaml, LimitNOFILE in systemd), or"
            " lower LIVE_SOCKETS.",
        )
    else:
        yield Finding("open files", "ok", f"enough for {settings.LIVE_SOCKETS} sockets")


def _without_tables(look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Leave out what cannot be seen before the migrations, which is said above."""
    try:
        yield from list(look())
    except DatabaseError:
        return


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
