"""Schemas of a product's waiting list."""

from datetime import datetime
from typing import Self

from pydantic import Field

from project.catalog.models import Product
from project.catalog.schemas.products import ContentionOut
from project.core.schemas import ApiModel
from project.waitlist.models import WaitlistEntry, WaitlistStatus
from project.waitlist.shopper import Shopper

# Nobody outside learns of a longer line.
MOST_WAITING = 99


class WaitlistPlaceOut(ApiModel):
    """The caller's own place: `position` while they wait, `offeredUntil` while a piece is theirs to buy."""

    status: WaitlistStatus
    position: int | None
    offered_until: datetime | None
    is_guest: bool = Field(description="whether the place is a guest's; customers come first")
    can_be_overtaken: bool = Field(description="whether somebody who joins later may come first")

    @classmethod
    def of(cls, entry: WaitlistEntry) -> Self:
        offered = entry.status == WaitlistStatus.OFFERED
        until = entry.offered_until if offered else None
        return cls.from_row(entry, offered_until=until, is_guest=entry.user_id is None)


class WaitlistOut(ApiModel):
    """The line for a product: the data of topic `waitlist:{productId}`, the caller's own `place` in it.

    `contention` is null unless unpaid orders hold the last pieces; one can join only while it is not.
    `place` is null for whoever was not in the line within the last day.
    """

    product_id: str
    contention: ContentionOut | None
    waiting: int = Field(description="people in the line, up to 99")
    place: WaitlistPlaceOut | None
    version: int

    @classmethod
    def of(cls, product: Product, shopper: Shopper) -> Self:
        """Return the product's line as this shopper sees it."""
        entry = None if shopper.is_nobody else shopper.entries().filter(product=product).order_by("pk").last()
        return cls(
            product_id=product.public_id,
            contention=ContentionOut.of(product, product.contention),
            waiting=min(WaitlistEntry.objects.waiting().filter(product=product).count(), MOST_WAITING),
            place=WaitlistPlaceOut.of(entry) if entry else None,
            version=product.version,
        )


class WaitlistData(ApiModel):
    """`data` of every call about a line."""

    waitlist: WaitlistOut
