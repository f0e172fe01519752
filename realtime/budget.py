"""Token buckets for the frames, events and bytes that a client may send."""

from project.core.throttle import Limit

# Events answered in ten seconds, plus at once the number of topics that a page may watch.
MESSAGES = Limit("live-events", 20, 10, of_each="socket", counts="events, beside as many at once as topics")
TOPICS = Limit("live-topics", 64, of_each="socket", counts="topics watched")
# Further frames that are read and refused; more close the socket.
MAX_REFUSED = 30
# A page's 64 subscriptions are 30 KB; afterwards it sends a few hundred bytes a second at most.
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
        """Take the amount; return False and take nothing when less is left."""
        if self._at:
            self._left = min(self._capacity, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Budget:
    """The allowances of one socket."""

    __slots__ = ("_bytes", "_events", "_frames", "_pongs")

    def __init__(self) -> None:
        per_second = MESSAGES.value / MESSAGES.seconds
        at_once = TOPICS.value + MESSAGES.value
        self._events = Bucket(at_once, per_second)
        self._frames = Bucket(at_once + MAX_REFUSED, per_second)
        self._bytes = Bucket(MAX_BYTES, BYTES_PER_SECOND)
        # Expected pongs, which cost nothing.
        self._pongs = 0

    def take_bytes(self, size: int, *, now: float) -> bool:
        """Count received bytes; False closes the socket."""
        return self._bytes.take(size, now=now)

    def take_frame(self, *, now: float, is_pong: bool = False) -> bool:
        """Count a frame of any kind; False closes the socket."""
        if is_pong and self._pongs:
            self._pongs -= 1
            return True
        return self._frames.take(1, now=now)

    def take_event(self, *, now: float) -> bool:
        """Count an event; False refuses it."""
        return self._events.take(1, now=now)

    def expect_pong(self) -> None:
        """Allow the frame that answers a ping."""
        self._pongs += 1
