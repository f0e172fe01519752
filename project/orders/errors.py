"""Refusals to create an order or to have it paid."""

from django.utils.translation import gettext as _

from project.core.errors import Conflict, DomainError, ErrorCode
from project.core.language import current_language
from project.core.shipping import Zone, zone_name


class PriceChanged(Conflict):
    """The caller agreed to another amount; `data` is the fresh quote."""

    code = ErrorCode.PRICE_CHANGED


class OutsideState(DomainError):
    """The seller may deliver within its own state only, and the address is in another one."""

    code = ErrorCode.OUTSIDE_STATE

    def __init__(self, only_state: str) -> None:
        super().__init__(
            f"not within {only_state}",
            # The form finds its field by the last part of a name.
            errors={"address.state": self.code},
            text=_("We can only deliver within {state}. Please choose an address there").format(
                state=_(only_state)
            ),
        )


class NotServed(DomainError):
    """The address lies in a zone that the shop does not deliver to."""

    code = ErrorCode.NOT_SERVED

    def __init__(self, zone: Zone) -> None:
        text = _("We do not deliver to {zone}. Please choose another address")
        name = zone_name(zone, current_language())
        super().__init__(name, errors={"address.pincode": self.code}, text=text.format(zone=name))


class OrderNotPayable(Conflict):
    """The order is cancelled, over or otherwise past paying."""

    code = ErrorCode.ORDER_NOT_PAYABLE
