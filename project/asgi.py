"""The composition root: REST and pages, the live link, and in development the provider's sandbox."""

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
# Nothing that is loaded here is ever freed; looking for it took a fifth of the start. `freeze_gc` enables it.
gc.disable()

from channels.routing import ProtocolTypeRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402

from project.core.telemetry.setup import instrument, start  # noqa: E402
from project.start import check_database, load_settings  # noqa: E402

load_settings()
instrument()
django_application = get_asgi_application()
check_database()
start()

from project.core.memory import freeze_gc  # noqa: E402
from project.payments.shared.api_names import webhook_path  # noqa: E402
from realtime.consumers import live  # noqa: E402
from realtime.hub import get_hub  # noqa: E402
from realtime.routing import polling_refused  # noqa: E402

Scope = dict[str, Any]
App = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]


def _mounts() -> list[tuple[str, App]]:
    mounts: list[tuple[str, App]] = [("/socket.io", polling_refused)]
    if settings.SANDBOX:
        # A development helper: its packages are not installed in production.
        from project.sandbox.app import create_application
        from project.sandbox.config import Config

        ours = {
            "SANDBOX_DB": str(settings.VAR_DIR / "sandbox.sqlite3"),
            "SANDBOX_WEBHOOK_URL": f"{settings.LOCAL_URL}/api{webhook_path('{provider}')}",
        }
        mounts.append(("/sandbox", create_application(Config.from_environment(ours | dict(os.environ)))))
    return mounts


_MOUNTS = _mounts()

# Django would start a thread for each request, with a database connection of its own, which costs as much as
# the request itself. These live on; the one used last is used first, so that few are awake.
THREADS = 16
_idle: asyncio.LifoQueue[Executor] = asyncio.LifoQueue()
for _ in range(THREADS):
    _idle.put_nowait(ThreadPoolExecutor(max_workers=1, thread_name_prefix="request"))


async def http(
    scope: Scope, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """Hand the request to what is mounted at its path, else to Django."""
    path = scope["path"]
    for prefix, application in _MOUNTS:
        if path == prefix or path.startswith(f"{prefix}/"):
            await application({**scope, "root_path": prefix}, receive, send)
            return
    # Also where nobody watches anything: it hears when what this process keeps for the public is outdated.
    get_hub()
    thread = await _idle.get()
    try:
        async with ThreadSensitiveContext(executor=thread):
            await django_application(scope, receive, send)
    finally:
        _idle.put_nowait(thread)


application = ProtocolTypeRouter({"http": http, "websocket": live})

freeze_gc()
