"""How much a client may send: frames, events and bytes, each from a bucket that refills steadily."""

from project.core.throttle import Limit

# Events answered: this many in ten seconds, and at once as many more as a page has topics at most.
MESSAGES = Limit("live-events", 20, 10, of_each="socket", counts="events, beside as many at once as topics")
TOPICS = Limit("live-topics", 64, of_each="socket", counts="topics watched")
# Frames beyond these that are read and refused; more is no page of ours and closes the socket.
MAX_REFUSED = 30
# A page's 64 subscriptions are 30 KB; nothing of ours sends more than a few hundred bytes a second.
MAX_BYTES = 128 * 1024
BYTES_PER_SECOND = 8 * 1024


class Bucket:
    """An allowance: `capacity` at once, refilled by `per_second`."""

    __slots__ = ("_at", "_capacity", "_left", "_per_second")

    def __init__(self, capacity: float, per_second: float) -> None:
        self._capacity = self._left = capacity
        self._per_second = per_second
        self._at = 0.0

    def take(self, amount: float, *, now: float) -> bool:
        """Spend it; False, and nothing is spent, when there is not so much left."""
        if self._at:
            self._left = min(self._capacity, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Budget:
    """What one socket may send."""

    __slots__ = ("_bytes", "_events", "_frames", "_pongs")

    def __init__(self) -> None:
        per_second = MESSAGES.value / MESSAGES.seconds
        at_once = TOPICS.value + MESSAGES.value
        self._events = Bucket(at_once, per_second)
        self._frames = Bucket(at_once + MAX_REFUSED, per_second)
        self._bytes = Bucket(MAX_BYTES, BYTES_PER_SECOND)
        # Answers to pings of ours that may still come; they cost nothing.
        self._pongs = 0

    def take_bytes(self, size: int, *, now: float) -> bool:
        """Count what came off the network; False closes the socket."""
        return self._bytes.take(size, now=now)

    def take_frame(self, *, now: float, is_pong: bool = False) -> bool:
        """Count a frame of whatever kind; False closes the socket."""
        if is_pong and self._pongs:
            self._pongs -= 1
            return True
        return self._frames.take(1, now=now)

    def take_event(self, *, now: float) -> bool:
        """Count something asked of us; False refuses it."""
        return self._events.take(1, now=now)

    def expect_pong(self) -> None:
        """Allow the frame that answers a ping of ours."""
        self._pongs += 1
