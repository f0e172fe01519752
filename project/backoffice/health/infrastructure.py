"""Checks of what the shop stands on: settings, Postgres, Redis, files, backups."""

import secrets
import shutil
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import redis
from django.conf import settings
from django.core.cache import cache
from django.core.files.storage import storages
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from redis.exceptions import AuthenticationError, RedisError

from project.backoffice.health.result import Result, first_line
from project.core.models import Heartbeat
from project.core.site_address import is_site_url_set, site_url
from project.core.storage.errors import StorageUnavailable
from project.core.storage.files import PICTURES, PRIVATE, delete, save

OLDEST_POSTGRES: Final = 14
# A clock that is off by more makes links and codes end early, and the provider refuse calls.
CLOCK_SECONDS: Final = 5.0
LEAST_FREE_BYTES: Final = 2 * 1024**3
LEAST_FREE_PERCENT: Final = 10
BACKUP_EVERY: Final = timedelta(hours=26)
# Rows that deploy/backup/take writes.
BACKUP_TAKEN, BACKUP_FAILED = "backup", "backup failed"
# The migration whose time is that of the installation; a new shop has so long for its first backup.
INSTALLED: Final = ("core", "0001_initial")
FIRST_BACKUP_WITHIN: Final = timedelta(hours=1)


def check_settings() -> Result:
    """Find settings that no shop should sell with."""
    if settings.DEBUG:
        return Result("warning", "DEBUG=1: for development only", "Unset DEBUG where people buy.")
    if not is_site_url_set():
        hint = "Enter it at /admin/settings/connections."
        return Result("failing", "the shop has no address: links in mails lead nowhere", hint)
    if urlsplit(site_url()).scheme != "https":
        return Result("failing", f"the address is {site_url()}", "Payments need https.")
    if settings.NINJA_NUM_PROXIES == 0:
        return Result("warning", "NUM_PROXIES=0: every caller seems to come from the proxy's address")
    return Result("ok", site_url())


def check_database() -> Result:
    """Ask the database for its version and clock."""
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("SELECT name FROM sqlite_master LIMIT 1")
                return Result("ok", "SQLite")
            cursor.execute(
                "SELECT current_setting('server_version_num')::int / 10000, clock_timestamp(),"
                " current_setting('transaction_read_only') = 'on'"
            )
            version, now, is_read_only = cursor.fetchone()
    except DatabaseError as error:
        return Result("failing", f"does not answer: {first_line(error)}", answers=False)
    if is_read_only:
        return Result("failing", "takes no changes: it is read-only", "Is it a replica, or its disk full?")
    if version < OLDEST_POSTGRES:
        return Result("failing", f"Postgres {version}", f"Version {OLDEST_POSTGRES} or newer is needed.")
    ahead = (timezone.now() - now).total_seconds()
    return wrong_clock("database", ahead) or Result("ok", f"Postgres {version}")


def wrong_clock(whose: str, seconds_ahead: float) -> Result | None:
    """Return the failing result of a clock that differs too much."""
    if abs(seconds_ahead) <= CLOCK_SECONDS:
        return None
    text = f"{abs(seconds_ahead):.0f} s {'ahead of' if seconds_ahead > 0 else 'behind'} the {whose}'s"
    return Result(
        "failing", f"our clock is {text}", "Switch time synchronisation on: timedatectl set-ntp true"
    )


def check_database_file() -> Result | None:
    """Look for damage in SQLite's file."""
    if connection.vendor != "sqlite":
        return None
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            (answer,) = cursor.fetchone()
    except DatabaseError as error:
        answer = first_line(error)
    return Result("ok", "undamaged") if answer == "ok" else Result("failing", f"damaged: {answer}")


def check_rights() -> Result | None:
    """Compare the rights of the database role with those that the running shop needs."""
    if connection.vendor == "sqlite":
        return None
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
        return Result(
            "failing",
            f"{role} may not use {', '.join(closed[:3])}{' and others' if closed[3:] else ''}",
            "As the owner run: manage.py grant_application_role (OPERATING.md, 'Rights in the database').",
        )
    if is_superuser or may_create:
        return Result(
            "warning", f"{role} may change the database's tables, which the running shop never has to"
        )
    return Result("ok", f"{role} may use all tables and change none")


def check_migrations() -> Result:
    """Find migrations that are not applied."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        return Result("ok", "all applied")
    names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _ in plan[:3])
    return Result("failing", f"{len(plan)} not applied: {names}{' …' if plan[3:] else ''}", count=len(plan))


def _archives_log() -> bool:
    if connection.vendor == "sqlite":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('archive_mode') <> 'off'")
        return bool(cursor.fetchone()[0])


def check_log_archive() -> Result | None:
    """Ask Postgres whether its last segment of the write-ahead log was archived."""
    if not _archives_log():
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT last_archived_time, last_failed_time > coalesce(last_archived_time, '-infinity'),"
            " last_failed_time FROM pg_stat_archiver"
        )
        last, fails, failed_at = cursor.fetchone()
    if fails:
        return Result("failing", "the write-ahead log cannot be archived", since=failed_at)
    return Result("ok", "the write-ahead log is archived", since=last)


def check_backup() -> Result | None:
    """Read when deploy/backup/take ran last, where this Postgres archives its log."""
    if not _archives_log():
        return None
    rows = Heartbeat.objects.filter(name__in=(BACKUP_TAKEN, BACKUP_FAILED))
    moments = dict(rows.values_list("name", "beat_at"))
    taken, failed = moments.get(BACKUP_TAKEN), moments.get(BACKUP_FAILED)
    if failed and (taken is None or failed > taken):
        return Result("failing", "the last base backup failed", since=taken)
    if taken is None:
        if is_new(FIRST_BACKUP_WITHIN):
            return Result("ok", "the first base backup is due within an hour of the first start")
        return Result("failing", "there is no base backup")
    if timezone.now() - taken > BACKUP_EVERY:
        return Result("failing", "the last base backup is older than 26 hours", since=taken)
    return Result("ok", "taken", since=taken)


def is_new(within: timedelta) -> bool:
    """Return whether the shop was installed so recently that jobs of this interval need not have run."""
    app, name = INSTALLED
    installed = MigrationRecorder.Migration.objects.filter(app=app, name=name)
    at: datetime | None = installed.values_list("applied", flat=True).first()
    return at is None or timezone.now() - at < within


def check_redis() -> Result:
    """Ask the cache, and Redis for its memory."""
    try:
        cache.get("health")
        if not settings.REDIS_URL:
            return Result("ok", "none: one web process and one worker on one host")
        client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=3, socket_connect_timeout=3)
        info: Any = client.info("memory")
    except AuthenticationError:
        return Result("failing", "refuses the password", "Compare REDIS_URL with Redis's requirepass.")
    except (RedisError, OSError, ValueError) as error:
        return Result("failing", f"does not answer: {first_line(error)}")
    policy, used, most = (info.get(name) for name in ("maxmemory_policy", "used_memory", "maxmemory"))
    if policy not in (None, "noeviction"):
        return Result("failing", f"drops data when full ({policy})", "Set maxmemory-policy noeviction.")
    if most and used > 0.8 * most:
        return Result("warning", f"{used * 100 // most} % full", "Raise maxmemory; is the worker running?")
    return Result("ok", "answers")


def check_storage() -> Result:
    """Write a file into each storage, read it as strangers do, and remove it."""
    for store in (PRIVATE, PICTURES):
        name = f"products/probe-{secrets.token_hex(8)}.webp"
        try:
            save(store, name, b"a probe")
            wrong = _read_anonymously(store, name) if settings.PICTURES_URL != settings.MEDIA_URL else None
            delete(store, name)
        except StorageUnavailable as error:
            return Result("failing", first_line(error), error.advice)
        if wrong:
            return wrong
    return Result("ok", "takes files")


def _read_anonymously(store: str, name: str) -> Result | None:
    """Fetch a file of object storage without keys: a picture must be there, and what is private must not."""
    storage: Any = storages[store]
    url = storage.plain_url(name) if store == PRIVATE else f"{settings.PICTURES_URL}{name}"
    try:
        answer = str(httpx.get(url, timeout=5).status_code)
    except httpx.HTTPError as error:
        answer = type(error).__name__
    if store == PRIVATE:
        advice = "At once: close this bucket to the public. Only S3_PICTURES_BUCKET may be read by everybody."
        wrong = Result("failing", f"strangers can read what is private, such as {url}", advice)
        return wrong if answer == "200" else None
    advice = "Let everybody read S3_PICTURES_BUCKET. S3_PICTURES_URL is its address, or its CDN's."
    wrong = Result("failing", f"pictures cannot be fetched at {settings.PICTURES_URL}: {answer}", advice)
    return None if answer == "200" else wrong


def check_disk() -> Result:
    """Measure the disk of the files folder."""
    disk = shutil.disk_usage(settings.VAR_DIR)
    percent = disk.free * 100 // disk.total
    text = f"{disk.free / 1024**3:.1f} GB ({percent} %) free in {settings.VAR_DIR}"
    if disk.free < LEAST_FREE_BYTES:
        return Result("failing", text, count=percent)
    return Result("warning" if percent < LEAST_FREE_PERCENT else "ok", text, count=percent)
