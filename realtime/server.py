"""The web server: daphne with the live link's transport, and a goodbye to every socket before it stops.

Run it as `python -m realtime.server -e tcp:port=8000 project.asgi:application`; the options are daphne's.
"""

import asyncio
import logging
from functools import partial
from typing import Any

# First: it has Twisted run on asyncio's event loop.
from daphne.cli import CommandLineInterface
from daphne.server import Server
from twisted.internet import defer

from realtime.drain import DRAIN_WITHIN_SECONDS, drain
from realtime.http_requests import BoundedChannel
from realtime.transport import EXTENSION, FrameQueue, LiveProtocol

# Run as a script, its own name says nothing in the log.
logger = logging.getLogger("realtime.server")

# How long a client may take to answer a close frame, in seconds. It first reads what was sent before, which
# takes a phone on a slow line its time; autobahn would drop the connection, and that with it, after one.
CLOSE_HANDSHAKE_SECONDS = 10


class LiveServer(Server):
    """daphne's server, whose websockets are the live link's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # No access log: it would show paths and queries; project.core.request_log writes the requests' lines.
        kwargs["action_logger"] = None
        super().__init__(*args, ready_callable=self._use_live_protocol, **kwargs)

    def _use_live_protocol(self) -> None:
        """Make connections of our classes, and give closes their time.

        Called when the factory is there and nothing is accepted yet.
        """
        # The call resets the origin "null" to refused unless it is named: as daphne has it, our application
        # decides about origins.
        self.ws_factory.setProtocolOptions(
            closeHandshakeTimeout=CLOSE_HANDSHAKE_SECONDS, allowNullOrigin=True
        )
        self.ws_factory.protocol = LiveProtocol.with_options_of(self.ws_factory)
        self.http_factory.protocol = BoundedChannel

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the application of a request or websocket; return the queue of what it receives."""
        if scope["type"] != "websocket":
            return super().create_application(protocol, scope)
        queue = FrameQueue()
        application = self.application(
            scope=scope | {"asgi": {"version": "3.0"}, "extensions": {EXTENSION: protocol}},
            receive=queue.get,
            send=partial(self.handle_reply, protocol),
        )
        # Where daphne looks whether it has ended.
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(application)
        return queue

    def kill_all_applications(self) -> Any:
        """Drain before the applications are cancelled.

        daphne itself drops all sockets at once on TERM; every client would see a broken line and come back
        in the same second.
        """
        kill = super().kill_all_applications
        goodbye = defer.Deferred.fromFuture(
            asyncio.ensure_future(asyncio.wait_for(drain(), DRAIN_WITHIN_SECONDS))
        )
        goodbye.addErrback(lambda failure: logger.warning("not all sockets were closed: %s", failure.value))
        goodbye.addCallback(lambda _: kill())
        return goodbye


class LiveCommand(CommandLineInterface):
    """daphne's command line with our server."""

    description = "Akshamala's web server"
    server_class = LiveServer


if __name__ == "__main__":
    LiveCommand.entrypoint()
