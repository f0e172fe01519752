"""The web server: daphne with the live link's transport and a drain before it stops.

Run it as `python -m realtime.server -e tcp:port=8000 project.asgi:application`; the options are daphne's.
"""

import asyncio
import logging
import resource
from functools import partial
from typing import Any

# First, because it installs Twisted's reactor on asyncio's event loop.
from daphne.cli import CommandLineInterface
from daphne.server import Server
from django.conf import settings
from twisted.internet import defer

from realtime.drain import DRAIN_WITHIN_SECONDS, drain
from realtime.http_requests import BoundedChannel
from realtime.transport import EXTENSION, FrameQueue, LiveProtocol

# As a script the module is named `__main__`.
logger = logging.getLogger("realtime.server")

# Seconds for the answer to a close frame. The client first reads earlier frames, which takes long on a slow
# line; autobahn's default of one second would lose them.
CLOSE_HANDSHAKE_SECONDS = 10
# Files that a process has open beside its sockets: database, Redis, log, modules.
OTHER_FILES = 256


class LiveServer(Server):
    """daphne's server with the live link's websockets."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # No access log: it would show paths and queries; project.core.request_log writes the requests' lines.
        kwargs["action_logger"] = None
        super().__init__(*args, ready_callable=self._use_live_protocol, **kwargs)

    def _use_live_protocol(self) -> None:
        """Set the connection classes and the close time-out.

        Called when the factory exists and nothing is accepted yet.
        """
        if settings.configured:
            _compare_open_files(settings.LIVE_SOCKETS + OTHER_FILES)
        # The call would refuse the origin "null" unless it is named; the application decides about origins.
        self.ws_factory.setProtocolOptions(
            closeHandshakeTimeout=CLOSE_HANDSHAKE_SECONDS, allowNullOrigin=True
        )
        self.ws_factory.protocol = LiveProtocol.with_options_of(self.ws_factory)
        self.http_factory.protocol = BoundedChannel

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the application of a request or websocket; return its receive queue."""
        if scope["type"] != "websocket":
            return super().create_application(protocol, scope)
        queue = FrameQueue()
        application = self.application(
            scope=scope | {"asgi": {"version": "3.0"}, "extensions": {EXTENSION: protocol}},
            receive=queue.get,
            send=partial(self.handle_reply, protocol),
        )
        # daphne reads this to see that the application has ended.
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(application)
        return queue

    def kill_all_applications(self) -> Any:
        """Drain before the applications are cancelled.

        daphne drops all sockets at once on TERM, so that every client would reconnect in the same second.
        """
        kill = super().kill_all_applications
        goodbye = defer.Deferred.fromFuture(
            asyncio.ensure_future(asyncio.wait_for(drain(), DRAIN_WITHIN_SECONDS))
        )
        goodbye.addErrback(lambda failure: logger.warning("not all sockets were closed: %s", failure.value))
        goodbye.addCallback(lambda _: kill())
        return goodbye


def _compare_open_files(needed: int) -> None:
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < needed:
        logger.warning(
            "%s open files are allowed, LIVE_SOCKETS needs %s: raise LimitNOFILE or ulimits", most, needed
        )


class LiveCommand(CommandLineInterface):
    """daphne's command line with our server."""

    description = "Akshamala's web server"
    server_class = LiveServer


if __name__ == "__main__":
    LiveCommand.entrypoint()
