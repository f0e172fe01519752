"""A circuit breaker for external services, shared by all processes through the cache.

Of the libraries, pybreaker holds a lock while it calls (a slow answer would queue everybody), and both it and
purgatory want a Redis connection of their own; here the shop's cache does.
"""

from django.core.cache import cache


class SharedCircuitBreaker:
    """After `limit` failures in a row nobody asks for `pause` whole seconds; then one caller tries for all.

    The state lies in the cache: with Redis all processes share it, without there is one web process.
    Methods raise what the cache raises when it is out of reach.
    """

    def __init__(self, name: str, *, limit: int = 3, pause: int = 60) -> None:
        self._limit = limit
        self._pause = pause
        self._failures = f"breaker:{name}:failures"
        self._resting = f"breaker:{name}:resting"
        self._trying = f"breaker:{name}:trying"

    def acquire_try(self) -> bool:
        """Return whether the caller may send a request; it then reports by `succeeded` or `failed`."""
        if cache.get(self._resting):
            return False
        failures: int = cache.get(self._failures, 0)
        # The one who tries may die with it: another follows after a pause.
        return failures < self._limit or bool(cache.add(self._trying, 1, timeout=self._pause))

    def succeeded(self) -> None:
        """Forget the failures."""
        cache.delete_many([self._failures, self._trying])

    def failed(self) -> None:
        """Count a failure; long ago ones are forgotten, so that one a day never adds up."""
        cache.add(self._failures, 0, timeout=self._pause * 10)
        try:
            failures = cache.incr(self._failures)
        except ValueError:  # forgotten between the two calls
            return
        if failures >= self._limit:
            cache.set(self._resting, 1, timeout=self._pause)
            cache.delete(self._trying)
