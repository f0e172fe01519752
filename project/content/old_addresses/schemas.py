"""Schemas of old addresses, for staff."""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field

from project.content.models import MAX_ADDRESS
from project.content.old_addresses.addresses import old_path, target_path
from project.core.schemas import ApiModel, Pagination, SearchText, StaffIn, StaffPageQuery

_Typed = Field(max_length=2 * MAX_ADDRESS)


class OldAddressIn(StaffIn):
    """An old address, and the page it shall lead to."""

    path: Annotated[str, _Typed, AfterValidator(old_path)]
    target: Annotated[str, _Typed, AfterValidator(target_path)]


class OldAddressQuery(StaffPageQuery):
    """Page of the old addresses that have a text in their path or target."""

    search: SearchText = ""


class OldAddressOut(ApiModel):
    """An old address: `target` is where it leads unless the shop has a page at `path`."""

    path: str
    target: str
    last_used_on: date | None


class OldAddressList(ApiModel):
    """`data` of a page of old addresses."""

    addresses: list[OldAddressOut]
    pagination: Pagination
