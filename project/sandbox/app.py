"""The sandbox as one ASGI application, wherever it is mounted."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from . import settlements
from .config import Config
from .control import Control
from .pages import Pages
from .phonepe_api import PhonePeApi
from .razorpay_api import RazorpayApi
from .store import Store
from .webhook_sender import WebhookSender

HERE = Path(__file__).parent


def create_application(config: Config) -> ASGIApp:
    """Build the sandbox. Nothing runs and no file is made before the first request."""
    store = Store(config.database)
    sender = WebhookSender(store, config)
    routes: list[Route | Mount] = [
        *PhonePeApi(store, sender, config).routes(),
        *RazorpayApi(store, sender, config).routes(),
        *Pages(store, sender, config).routes(),
        *settlements.routes(store),
        Route("/web/bundle/checkout.js", _checkout_script),
        Route("/healthz", _health),
        Mount("/static", StaticFiles(directory=HERE / "static")),
    ]
    if config.control:
        routes += Control(store, sender).routes()
    starlette = Starlette(routes=routes)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            sender.start()  # here and not in a lifespan: not every ASGI server announces one
        await starlette(scope, receive, send)

    return application


async def _checkout_script(request: Request) -> Response:
    """Serve PhonePe's browser script at PhonePe's path."""
    script = (HERE / "static" / "checkout.js").read_text()
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


async def _health(request: Request) -> Response:
    return PlainTextResponse("ok")
