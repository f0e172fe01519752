"""The kinds of imports."""

from collections.abc import Mapping
from typing import Final

from project.move_in.customers import Customers
from project.move_in.kind import Kind
from project.move_in.models import ImportKind
from project.move_in.old_addresses import OldAddresses
from project.move_in.past_orders import PastOrders
from project.move_in.products import Products

_ALL: Final[tuple[Kind, ...]] = (Products(), Customers(), PastOrders(), OldAddresses())
KINDS: Final[Mapping[ImportKind, Kind]] = {kind.name: kind for kind in _ALL}
