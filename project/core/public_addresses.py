"""Public addresses: one that somebody enters on screen must not lead into the shop's own network."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

# A gateway turns these into IPv4 addresses, which may be private.
_TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))


def is_public(text: str) -> bool:
    """Return whether an IP address, as `getaddrinfo` writes it, is public; one inside another counts, too."""
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if any(address in network for network in _TRANSLATED) or address.teredo:
            return False
        address = address.ipv4_mapped or address.sixtofour or address
    return address.is_global and not address.is_multicast
