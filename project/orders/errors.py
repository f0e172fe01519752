"""Why an order cannot be created or paid."""

from project.core.errors import Conflict, DomainError, ErrorCode
from project.core.india import state_name


class PriceChanged(Conflict):
    """The caller agreed to another amount; `data` is the fresh quote."""

    code = ErrorCode.PRICE_CHANGED


class OutsideState(DomainError):
    """The seller may deliver within its own state only, and the address is in another one."""

    code = ErrorCode.OUTSIDE_STATE

    def __init__(self, only_state: str) -> None:
        english, hindi = (state_name(only_state, language) for language in ("en", "hi"))
        super().__init__(
            f"not within {only_state}",
            # The form finds its field by the last part of a name.
            errors={"address.state": self.code},
            text=(
                f"We can only deliver within {english}. Please choose an address there",
                f"हम केवल {hindi} में डिलीवरी कर सकते हैं। कृपया वहीं का पता चुनें",
            ),
        )


class OrderNotPayable(Conflict):
    """The order is cancelled, over or otherwise past paying."""

    code = ErrorCode.ORDER_NOT_PAYABLE
