"""Finished websocket frames, encoded once for all sockets that get them."""

from autobahn.websocket.protocol import PreparedMessage


class Frame(PreparedMessage):
    """A text frame, never compressed, as a compressor's state differs between connections."""

    def __init__(self, text: str) -> None:
        super().__init__(text.encode(), isBinary=False, applyMask=False, doNotCompress=True)

    def __len__(self) -> int:
        """Return its size on the wire in bytes."""
        return len(self.payloadHybi)
