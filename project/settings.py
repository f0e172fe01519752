"""Settings of the shop, all from the environment; `deploy/env.example` lists every variable.

What its owner decides (who sells, what is promised, charged and taxed) is changed on the screen:
`project/core/shop.py`.

Nothing set: SQLite, local memory and a file-backed job queue under `var/` (embedded mode).
`DATABASE_URL` and `REDIS_URL` switch the same code to Postgres and Redis, many processes and hosts.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string
from huey.serializer import SignedSerializer

from project.core.env import Environment, ObjectStorage, find
from project.core.logs import logging_settings
from project.core.postgres.connection import Connection
from project.core.postgres.timeouts import STATEMENT_SECONDS
from project.core.postgres.timeouts import WAIT_SECONDS as DATABASE_WAIT_SECONDS
from project.core.storage.settings import storages
from project.core.telemetry.addresses import collector, is_secure_address, sentry_dsn
from project.development_key import development_key, refuse_weak_key
from project.payments.providers.base import Provider
from project.payments.providers.registry import INSTALLED

BASE_DIR = Path(__file__).resolve().parent.parent


# -- The process ---------------------------------------------------------------------------------

_env = Environment.read()
DEBUG = _env.DEBUG
if not DEBUG:
    _env.require()
VAR_DIR = Path(_env.VAR_DIR or BASE_DIR / "var").resolve()
VAR_DIR.mkdir(parents=True, exist_ok=True)

SECRET_KEY = _env.SECRET_KEY or development_key(VAR_DIR)
SECRET_KEY_FALLBACKS = [key for key in _env.SECRET_KEY_FALLBACKS.split(",") if key]
if not DEBUG:
    refuse_weak_key(SECRET_KEY)

# Read by project/core/site_address.py alone: without it, an admin enters the address.
SITE_URL = _env.SITE_URL.rstrip("/")
_site = urlsplit(SITE_URL)
if SITE_URL and (_site.scheme not in ("http", "https") or not _site.hostname):
    raise ImproperlyConfigured(f"SITE_URL must be an http(s) address, not {SITE_URL!r}")
# Until there is one. deploy/run sets it, nobody else has to: so it is in no list.
LOCAL_URL = SITE_URL or find("LOCAL_URL") or "http://127.0.0.1:8000"
# What the shop answers to beside the address that an admin enters.
FURTHER_HOSTS = [host for host in _env.ALLOWED_HOSTS.split(",") if host]
if DEBUG:
    FURTHER_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = ["*"]
if SITE_URL:
    ALLOWED_HOSTS = FURTHER_HOSTS if _env.ALLOWED_HOSTS else [str(_site.hostname), *FURTHER_HOSTS]

REDIS_URL = _env.REDIS_URL

INSTALLED_APPS = [
    "daphne",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "django_linear_migrations",
    "channels",
    "ninja",
    "huey.contrib.djhuey",
    "project.core",
    "project.events",
    "project.accounts",
    "project.catalog",
    "project.content",
    "project.waitlist",
    "project.orders",
    "project.returns",
    "project.discounts",
    "project.cart",
    "project.payments",
    "project.cod",
    "project.invoices",
    "project.reviews",
    "project.guidance",
    "project.backoffice",
    "project.exports",
    "project.move_in",
    "project.shop",
    "project.support",
    "project.webhooks",
    "project.storefront",
    "project.sample_shop",
    "worker",
]

MIDDLEWARE = [
    "project.core.request_log.request_log",
    "project.core.shop.read_settings_once",
    "project.core.middleware.security_headers",
    "project.core.middleware.compress",
    "django.middleware.security.SecurityMiddleware",
    "project.storefront.middleware.PublicFiles",
    "project.core.middleware.AnswerLanguage",
    "project.core.middleware.AllowedHosts",
    "project.core.origin.remember_origin",
    "project.storefront.middleware.describe_answer",
    "project.api.one_envelope",
]

ROOT_URLCONF = "project.urls"
# Implements the calls of lower apps to higher ones (project/core/upward_calls.py).
ORDER_EVENTS = "project.order_events.ShopEvents"
ASGI_APPLICATION = "project.asgi.application"
WSGI_APPLICATION = "project.wsgi.application"
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "DIRS": [],
        "OPTIONS": {"context_processors": []},
    }
]

# -- Data ----------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_database: dict[str, Any] = dict(
    dj_database_url.parse(_env.DATABASE_URL or f"sqlite:///{VAR_DIR / 'akshamala.sqlite3'}")
)
if _database["ENGINE"] == "django.db.backends.postgresql":
    _database["ENGINE"] = "project.core.postgres"
    _database["CONN_MAX_AGE"] = 0  # the pool keeps the connections
    # A connection that died in the pool (the server was restarted) is noticed by project/core/postgres, which
    # waits for a limited time.
    _database["CONN_HEALTH_CHECKS"] = False
    _database["OPTIONS"] = {
        **_database.get("OPTIONS", {}),
        "pool": {
            "min_size": 0,
            "max_size": _env.DATABASE_POOL,
            # A request does not wait longer for a connection (project/core/postgres), nor does the pool pause
            # longer between two attempts: by itself it would be back half a minute after the server.
            "timeout": DATABASE_WAIT_SECONDS,
            "reconnect_timeout": DATABASE_WAIT_SECONDS,
            "connection_class": Connection,
        },
        "connect_timeout": 2,
        # A host that is gone says nothing: what was sent must be acknowledged within so many milliseconds.
        "tcp_user_timeout": 5000,
        "options": f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout=10000 "
        "-c idle_in_transaction_session_timeout=30000",
    }
    if _env.DATABASE_PGBOUNCER:
        # In transaction mode each transaction may run on another connection to the server. Startup options do
        # not pass: grant_application_role sets the time limits on the role. Server-side cursors would outlive
        # their connection, and prepared statements be missing on the next.
        del _database["OPTIONS"]["options"]
        _database["OPTIONS"]["prepare_threshold"] = None
        _database["DISABLE_SERVER_SIDE_CURSORS"] = True
elif _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["ENGINE"] = "project.core.sqlite"
    _database["CONN_MAX_AGE"] = None  # each thread keeps its connection: opening one costs several queries
    _database["OPTIONS"] = {
        # IMMEDIATE takes the write lock at BEGIN: it is the row lock that SQLite does not have.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
    }
    # Threads and processes of one test run share the file; an in-memory database cannot be shared.
    _database["TEST"] = {"NAME": str(VAR_DIR / f"test-{os.getpid()}.sqlite3")}
else:
    raise ImproperlyConfigured(
        f"DATABASE_URL: {_database['ENGINE']} is not supported, use postgres or sqlite"
    )
DATABASES = {"default": _database}

# How many answers that are equal for everybody are kept at a time (project/core/public_cache.py).
PUBLIC_CACHE_SLOTS = 4096
if REDIS_URL:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "akshamala",
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
        }
    }
    CACHES["limits"] = CACHES["default"]
    CACHES["public"] = CACHES["default"] | {"KEY_PREFIX": "akshamala-public"}
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # redis-py 8 gives blocking reads a time limit unless told otherwise.
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None}], "prefix": "akshamala"},
        }
    }
    # Longer than the consumer's own blocking read (1 s): a Redis that hangs is noticed, too.
    _timeouts = "socket_timeout=5&socket_connect_timeout=2"
    _queue_url = f"{REDIS_URL}{'&' if '?' in REDIS_URL else '?'}{_timeouts}"
    HUEY: dict[str, Any] = {"huey_class": "huey.RedisHuey", "url": _queue_url}
else:
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
        # Apart and large: a flood of other callers must not push a counter out.
        "limits": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "limits",
            "OPTIONS": {"MAX_ENTRIES": 200_000},
        },
        "public": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "public",
            # Beside them it holds the catalogue version, and a full one would drop a third.
            "OPTIONS": {"MAX_ENTRIES": 2 * PUBLIC_CACHE_SLOTS},
        },
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    HUEY = {"huey_class": "huey.SqliteHuey", "filename": str(VAR_DIR / "huey.sqlite3")}
HUEY |= {
    "name": "akshamala",
    "results": False,
    # By default Huey runs jobs in the web process while DEBUG is on.
    "immediate": False,
    # Jobs are pickles: whoever can write to the queue but does not know the key must not run code here.
    "serializer": SignedSerializer(secret=SECRET_KEY, salt="akshamala.jobs"),
    "utc": True,
    "consumer": {
        "workers": _env.WORKER_THREADS,
        "worker_type": "thread",
        # The file-backed queue is polled; Huey's own pauses grow to ten seconds.
        "initial_delay": 0.02,
        "backoff": 1.15,
        "max_delay": 0.2,
    },
}

# The live link's two wake-ups; each can be switched off to prove that the other suffices.
HUB_HINTS = HUB_TAIL = True
# Sockets of one process, of one user and of one network address (many phones share one) in it.
LIVE_SOCKETS = _env.LIVE_SOCKETS
LIVE_SOCKETS_PER_USER = 50
LIVE_SOCKETS_PER_ADDRESS = 1_000

# -- People --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
# Of each key that a proof of work tries: 0.7 ms.
PROOF_OF_WORK_ITERATIONS = 2000
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("hi", "हिन्दी")]
# Compiled by the build (deploy/environment.py).
LOCALE_PATHS = [BASE_DIR / "project" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Asia/Kolkata"

# Sample staff may go without a second factor: a button of their login, and /dev/second-factor behind it.
SAMPLE_STAFF_SHORTCUT = DEBUG

# -- Pages, files --------------------------------------------------------------------------------

FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
# What the renderer runs (frontend/server), and the list of pages beside it.
FRONTEND_SERVER_DIST = BASE_DIR / "frontend" / "dist-server"
RENDERER_URL = _env.RENDERER_URL
if RENDERER_URL and (urlsplit(RENDERER_URL).scheme != "http" or not urlsplit(RENDERER_URL).port):
    raise ImproperlyConfigured(f"RENDERER_URL must look like http://127.0.0.1:3000, not {RENDERER_URL!r}")
# The addresses by which the watcher asks each process, by name; where an orchestrator watches them: none.
PROCESS_URLS = dict(pair.strip().partition("=")[::2] for pair in _env.PROCESS_URLS.split(",") if pair.strip())
if not all(urlsplit(_url).scheme == "http" and urlsplit(_url).port for _url in PROCESS_URLS.values()):
    raise ImproperlyConfigured("PROCESS_URLS must look like rest-1=http://127.0.0.1:8101/healthz, by comma")
# For one page in all; a page that takes longer is sent without its HTML.
RENDERER_MILLISECONDS = 250
# The front end's texts, some of which stand on invoices, too.
FRONTEND_TEXTS = BASE_DIR / "frontend" / "src" / "i18n"
STATIC_URL = "/static/"
WHITENOISE_ROOT = FRONTEND_DIST
WHITENOISE_INDEX_FILE = False
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_USE_FINDERS = True
# Vite writes a hash of the content into these names: a browser never has to ask again.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/assets/"
# What people upload and what the shop makes for good (project/core/storage/files.py says which is which).
MEDIA_ROOT = VAR_DIR / "media"
MEDIA_URL = "/media/"
# Object storage that speaks S3, for a shop on several hosts. Nothing set: files lie in VAR_DIR.
_s3 = ObjectStorage.read().model_dump()
_s3["S3_PICTURES_URL"] = _s3["S3_PICTURES_URL"].rstrip("/")
STORAGES = storages(_s3, var_dir=VAR_DIR)
# What the addresses of product pictures begin with: ours, or those of the CDN in front of their bucket.
PICTURES_URL = f"{_s3['S3_PICTURES_URL']}/" if _s3["S3_PICTURES_URL"] else MEDIA_URL
# The text of a request. Photos come beside it, on the routes that take any: four of 5 MB and what wraps them.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
UPLOAD_MAX_SIZE = 21 * 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "project.core.uploads.LimitedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# -- Safety --------------------------------------------------------------------------------------

# The provider refuses a pay page opened without a referrer; Django's default would strip it.
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# HSTS goes with answers over TLS alone.
if _site.scheme != "http":
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True

NINJA_NUM_PROXIES = _env.NUM_PROXIES
RATE_LIMIT_FACTOR = _env.RATE_LIMIT_FACTOR
# Processor time one network address may spend on pages, and again on reading the catalogue, in a minute. A
# shopper spends a second or two; many share one address of a mobile network.
ANONYMOUS_MILLISECONDS = 15_000

# What holds before the owner's first save, by section, where project/core/shop_settings.py says otherwise.
SHOP_DEFAULTS: dict[str, dict[str, Any]] = {}

# -- Payment provider ----------------------------------------------------------------------------

# The built-in double of the provider. Its keys are public: it must never take real money.
SANDBOX = DEBUG
SANDBOX_URL = f"{LOCAL_URL}/sandbox"
# The adapters' classes by their names; each reads settings of its own, and answers for the payments it took.
_installed = ",".join([*INSTALLED][:1] if DEBUG else INSTALLED)
_names = [_name.strip() for _name in (_env.PAYMENT_PROVIDERS or _installed).split(",")]
if len(set(_names)) != len(_names) or not set(_names) <= INSTALLED.keys():
    raise ImproperlyConfigured(f"PAYMENT_PROVIDERS must name some of {', '.join(INSTALLED)}, each once")
PAYMENT_PROVIDERS = {_name: INSTALLED[_name] for _name in _names}
# Their names for people.
PAYMENT_PROVIDER_LABELS: dict[str, str] = {}
# Those without keys in the environment: an admin enters them (project/core/connections.py).
PROVIDERS_ON_SCREEN: list[str] = []
for _name, _path in PAYMENT_PROVIDERS.items():
    _adapter: type[Provider] = import_string(_path)
    _own = _adapter.settings_from_environment(double_url=SANDBOX_URL if SANDBOX else "", required=not DEBUG)
    globals().update(_own)
    if not any(_own[_adapter.setting(_field)] for _field in _adapter.entered):
        PROVIDERS_ON_SCREEN.append(_name)
    PAYMENT_PROVIDER_LABELS[_name] = _adapter.label

# -- External services ----------------------------------------------------------------------------

ASTROLOGY_URL, ASTROLOGY_KEY = _env.ASTROLOGY_URL, _env.ASTROLOGY_KEY
CHAT_URL, CHAT_KEY, CHAT_MODEL = _env.CHAT_URL, _env.CHAT_KEY, _env.CHAT_MODEL
HOROSCOPE_URL, HOROSCOPE_KEY = _env.HOROSCOPE_URL, _env.HOROSCOPE_KEY
# For a whole request.
EXTERNAL_SERVICE_SECONDS = 2
for _name, _url, _parts in (
    ("ASTROLOGY", ASTROLOGY_URL, (ASTROLOGY_URL, ASTROLOGY_KEY)),
    ("CHAT", CHAT_URL, (CHAT_URL, CHAT_KEY, CHAT_MODEL)),
    ("HOROSCOPE", HOROSCOPE_URL, (HOROSCOPE_URL, HOROSCOPE_KEY)),
):
    if any(_parts) and not all(_parts):
        raise ImproperlyConfigured(
            f"{_name}_URL, {_name}_KEY and what belongs to them must all be set or none"
        )
    if not is_secure_address(_url, allow_http=DEBUG):
        raise ImproperlyConfigured(f"{_name}_URL must be an https address, not {_url!r}: a key goes there")

# -- Mail ----------------------------------------------------------------------------------------

# Every mail is a row first; without SMTP_HOST an admin enters the server (project/core/mail_server.py).
EMAIL_HOST, EMAIL_PORT = _env.SMTP_HOST, _env.SMTP_PORT
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _env.SMTP_USER, _env.SMTP_PASSWORD
EMAIL_USE_TLS = _env.SMTP_TLS
EMAIL_TIMEOUT = 15
if not EMAIL_HOST and (EMAIL_HOST_USER or EMAIL_HOST_PASSWORD):
    raise ImproperlyConfigured("SMTP_HOST must be set where SMTP_USER or SMTP_PASSWORD is")
DEFAULT_FROM_EMAIL = _env.MAIL_FROM
# project/backoffice/health; nobody named: the shop's own address.
OPERATORS_MAIL = [address.strip() for address in _env.OPERATORS_MAIL.split(",") if address.strip()]
OPERATORS_WEBHOOK_URL = _env.OPERATORS_WEBHOOK_URL
if not is_secure_address(OPERATORS_WEBHOOK_URL, allow_http=DEBUG):
    raise ImproperlyConfigured("OPERATORS_WEBHOOK_URL must be an https address")
# Besides public https addresses, requests may go to these, also by http.
OUTBOUND_PRIVATE_HOSTS = ["127.0.0.1", "localhost"] if DEBUG else []

# -- Log and figures -----------------------------------------------------------------------------------------

METRICS_TOKEN = _env.METRICS_TOKEN
LOG_JSON = not DEBUG if _env.LOG_JSON is None else _env.LOG_JSON
LOGGING = logging_settings(_env.LOG_LEVEL, as_json=LOG_JSON)
# project/core/telemetry
SENTRY_DSN = sentry_dsn(_env.SENTRY_DSN, allow_http=DEBUG)
OTEL_EXPORTER_OTLP_ENDPOINT = collector(_env.OTEL_EXPORTER_OTLP_ENDPOINT)
