"""Counts and limits of this process's open sockets, in all and of one network."""

from collections import Counter

from django.conf import settings

from project.core.metrics import LIVE_SOCKETS
from project.core.throttle import Limit, prefixes_of
from realtime.socket import Socket

OF_PROCESS = Limit(
    "sockets",
    settings.LIVE_SOCKETS,
    of_each="process",
    counts="sockets",
    note="`LIVE_SOCKETS`, shared by all; `sockets-of-site` bounds it",
)
OF_USER = Limit(
    "sockets-of-user", settings.LIVE_SOCKETS_PER_USER, of_each="account", counts="sockets in a process"
)
OF_ADDRESS = Limit(
    "sockets-of-network", settings.LIVE_SOCKETS_PER_ADDRESS, of_each="network", counts="sockets in a process"
)
# Above this share a network gets no further place.
OF_SITE = Limit(
    "sockets-of-site",
    1,
    of_each="IPv4 /24, IPv6 /48",
    counts="percent of a process's sockets, while half of them are open",
    note="free: whoever is logged in",
)


class Places:
    """Sockets of one kind, with `times` the places of a process."""

    def __init__(self, times: int) -> None:
        self.sockets: set[Socket] = set()
        self._times = times
        # By address, and by its site (/24 or /48).
        self._by_network: Counter[str] = Counter()

    def are_taken(self, address: str, *, is_known: bool = False) -> bool:
        """Return True when there is no further place for this network address."""
        most, taken = self._times * OF_PROCESS.value, len(self.sockets)
        if taken >= most or self._by_network[address] >= self._times * OF_ADDRESS.value:
            return True
        if is_known or 2 * taken < most:
            return False
        return self._by_network[_site_of(address)] >= max(1, most * OF_SITE.value // 100)

    def add(self, socket: Socket) -> None:
        """Take a place."""
        self.sockets.add(socket)
        self._by_network.update({socket.address, _site_of(socket.address)})

    def discard(self, socket: Socket) -> None:
        """Free a place; a network without sockets takes no memory."""
        self.sockets.discard(socket)
        for network in {socket.address, _site_of(socket.address)}:
            self._by_network[network] -= 1
            if not self._by_network[network]:
                del self._by_network[network]


# All sockets, with twice the places, so that a refusal can be sent, and those admitted to the namespace.
accepted = Places(2)
admitted = Places(1)


def open_sockets() -> list[Socket]:
    """Return the sockets of this process."""
    return list(accepted.sockets)


def add(socket: Socket) -> None:
    """Count an accepted websocket."""
    accepted.add(socket)
    LIVE_SOCKETS.set(len(accepted.sockets))


def remove(socket: Socket) -> None:
    """Count a closed websocket no more."""
    accepted.discard(socket)
    LIVE_SOCKETS.set(len(accepted.sockets))


def _site_of(address: str) -> str:
    # Of an IPv6 address a socket has the /64: "2001:db8::/64".
    return prefixes_of(address.partition("/")[0])[-1]
