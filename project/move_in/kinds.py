"""The kinds of imports."""

from collections.abc import Mapping
from typing import Final

from project.move_in.customers import Customers
from project.move_in.kind import Kind
from project.move_in.models import ImportKind
from project.move_in.old_addresses import OldAddresses
from project.move_in.own_products import OwnProducts
from project.move_in.past_orders import PastOrders
from project.move_in.products import Products

_ALL: Final[tuple[Kind, ...]] = (Products(), Customers(), PastOrders(), OldAddresses())
KINDS: Final[Mapping[ImportKind, Kind]] = {kind.name: kind for kind in _ALL}
_OWN: Final[Kind] = OwnProducts()


def kind_of(name: str, source: str) -> Kind:
    """Return the kind that reads a file of this source."""
    return _OWN if (name, source) == (ImportKind.PRODUCTS, "own") else KINDS[ImportKind(name)]
