"""A text as the finished frame of a websocket: made once, the same bytes for every socket that gets it."""

from autobahn.websocket.protocol import PreparedMessage


class Frame(PreparedMessage):
    """A text frame. It is never compressed: what a compressor makes of it differs between connections."""

    def __init__(self, text: str) -> None:
        super().__init__(text.encode(), isBinary=False, applyMask=False, doNotCompress=True)

    def __len__(self) -> int:
        """Return the bytes it takes on the wire."""
        return len(self.payloadHybi)
