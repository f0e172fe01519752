"""The festival's audience: shoppers who watch one product, and staff whose lists and dashboard are open.

python -m tests.benchmarks.festival.watchers      orders on standard input, see generator.py
"""

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.festival.generator import new_address, own_certificate, serve_forever
from tests.benchmarks.live import Watcher, latencies, open_all

STAFF_TOPICS = ("staff:orders", "staff:transactions", "staff:dashboard")
# Of so many one writes down when it saw what.
SAMPLE = 25
AT_ONCE = 50


@dataclass
class Screen(Watcher):
    """A client that remembers what it was told last; of a list every row and the figures."""

    last: bytes = b""
    pushes: int = 0
    is_open: bool = True
    samples: bool = False
    # For staff's lists, whose pushes hold what has changed alone.
    told: list[bytes] | None = None

    def _note(self, text: bytes, now: float) -> None:
        if text.startswith(b'42["bye"') or text.startswith(b'42["ended"'):
            self.is_open = False
            return
        self.last = text
        self.pushes += 1
        if self.samples:
            super()._note(text, now)
        if self.told is not None:
            self.told.append(text)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.is_open = False

    def data(self) -> dict[str, Any]:
        """Return what the last state says."""
        return dict(payload_of(self.last)["data"])


def payload_of(text: bytes) -> dict[str, Any]:
    """Return the answer to a subscription or what a push carries."""
    packet = json.loads(text[text.index(b"[") :])
    return dict(packet[-1])


class Audience:
    """All who watch, in this process."""

    def __init__(self) -> None:
        self._tls = own_certificate()
        self._screens: list[Screen] = []
        self._staff: list[Screen] = []

    async def open(self, host: str, topic: str, sockets: int, tokens: list[str]) -> dict[str, Any]:
        """Open so many on the topic, and staff's; return how long it took and how many failed."""
        began = time.monotonic()
        fresh = [
            Screen(host, topic, tls=self._tls, address=new_address(), samples=number % SAMPLE == 0)
            for number in range(sockets)
        ]
        failed: Counter[str] = Counter()
        for start in range(0, len(fresh), AT_ONCE):
            opened = await asyncio.gather(
                *(screen.open() for screen in fresh[start : start + AT_ONCE]), return_exceptions=True
            )
            failed.update(str(error)[:60] for error in opened if error is not None)
        self._screens += [screen for screen in fresh if screen.subscribed.done() and screen.is_open]
        staff = [
            Screen(host, name, token, tls=self._tls, address=new_address(), told=[])
            for token in tokens
            for name in STAFF_TOPICS
        ]
        await open_all(staff)
        self._staff += staff
        return {"seconds": time.monotonic() - began, "failed": failed}

    async def begin(self) -> None:
        """Forget what was seen when, and who has been counted as closed; what was told stays."""
        self._screens = [screen for screen in self._screens if screen.is_open]
        self._staff = [screen for screen in self._staff if screen.is_open]
        for screen in self._screens:
            screen.pushes = 0
            screen.seen.clear()

    async def report(self, commits: list[tuple[int, float]]) -> dict[str, Any]:
        """Return the pushes since `begin`, and how long after each commit a screen knew of it."""
        sampled = [screen.seen for screen in self._screens if screen.samples and screen.is_open]
        waits = [wait for seen in sampled for wait in latencies(commits, seen)]
        return {
            "pushes": sum(screen.pushes for screen in self._screens),
            "waits": [wait for wait in waits if wait != float("inf")],
            "closed": Counter(
                f"socket of {screen.topic} closed by {screen.close_code or 'a broken line'}"
                for screen in [*self._screens, *self._staff]
                if not screen.is_open
            ),
        }

    async def seen(self) -> dict[str, Any]:
        """Return what the open screens say: the product's states, and each list of each member of staff."""
        texts = Counter(screen.last for screen in self._screens if screen.is_open)
        states: Counter[str] = Counter()
        for text, screens in texts.items():
            # The answer to a subscription is wrapped otherwise than a push.
            states[json.dumps(payload_of(text)["data"], sort_keys=True)] += screens
        return {
            "product": [[json.loads(state), screens] for state, screens in states.items()],
            "staff": [[screen.topic, _merged(screen)] for screen in self._staff if screen.is_open],
        }


def _merged(screen: Screen) -> dict[str, Any]:
    """Return a list's rows and figures, or a state, as its page shows it."""
    shown: dict[str, Any] = {"rows": {}}
    for text in screen.told or ():
        data = payload_of(text)["data"]
        shown["reset"] = shown.get("reset", False) or data.get("reset", False)
        for row in data.pop("rows", ()):
            shown["rows"][row["id"]] = row["row"]
        shown |= data
    return shown


async def _main() -> None:
    audience = Audience()
    await serve_forever(
        {
            "open": audience.open,
            "begin": audience.begin,
            "report": audience.report,
            "seen": audience.seen,
        }
    )


if __name__ == "__main__":
    asyncio.run(_main())
