"""The open sockets of this process: how many there may be, in all and of one network address."""

from collections import Counter

from project.core.metrics import LIVE_SOCKETS
from project.core.throttle import Limit
from realtime.socket import Socket

OF_PROCESS = Limit("sockets", "LIVE_SOCKETS", of_each="process", counts="sockets", note="shared by all")
OF_USER = Limit("sockets-of-user", "LIVE_SOCKETS_PER_USER", of_each="account", counts="sockets in a process")
OF_ADDRESS = Limit(
    "sockets-of-network", "LIVE_SOCKETS_PER_ADDRESS", of_each="network", counts="sockets in a process"
)
# All of them, those that were admitted to the namespace, and both by network address.
_sockets: set[Socket] = set()
_sockets_by_address: Counter[str] = Counter()
_admitted: set[Socket] = set()
_admitted_by_address: Counter[str] = Counter()


def open_sockets() -> list[Socket]:
    """Return the sockets of this process."""
    return list(_sockets)


def is_overrun(address: str) -> bool:
    """Return whether not even a refusal can be sent: twice the sockets that may be admitted are open."""
    return len(_sockets) >= 2 * OF_PROCESS.value or _sockets_by_address[address] >= 2 * OF_ADDRESS.value


def is_full(address: str) -> bool:
    """Return whether this process may admit no further socket of this network address."""
    return len(_admitted) >= OF_PROCESS.value or _admitted_by_address[address] >= OF_ADDRESS.value


def add(socket: Socket) -> None:
    """Count an accepted websocket."""
    _sockets.add(socket)
    _sockets_by_address[socket.address] += 1
    LIVE_SOCKETS.set(len(_sockets))


def remove(socket: Socket) -> None:
    """Count a closed websocket no more."""
    _sockets.discard(socket)
    _count_down(_sockets_by_address, socket.address)
    LIVE_SOCKETS.set(len(_sockets))


def admit(socket: Socket) -> None:
    """Count a socket as one that is in the namespace."""
    _admitted.add(socket)
    _admitted_by_address[socket.address] += 1


def leave(socket: Socket) -> None:
    """Free the place of a socket that has left the namespace."""
    _admitted.discard(socket)
    _count_down(_admitted_by_address, socket.address)


def _count_down(counts: Counter[str], address: str) -> None:
    """Count one less; an address without sockets takes no memory."""
    counts[address] -= 1
    if not counts[address]:
        del counts[address]
