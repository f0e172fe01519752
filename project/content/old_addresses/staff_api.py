"""Staff endpoints of old addresses."""

from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query

from project.accounts.auth import May, actor_of
from project.content.models import OldAddress
from project.content.old_addresses import actions
from project.content.old_addresses.schemas import (
    OldAddressIn,
    OldAddressList,
    OldAddressOut,
    OldAddressQuery,
)
from project.core.rights import Right
from project.core.schemas import Empty, Success
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("content for staff")


@router.get("/admin/old-addresses", auth=May(Right.CATALOGUE))
@limited("admin-read", 240)
def list_old_addresses(request: HttpRequest, query: Query[OldAddressQuery]) -> Success[OldAddressList]:
    """Return a page of the addresses of the shop that was here before, by path."""
    named = Q(path__icontains=query.search) | Q(target__icontains=query.search)
    found = OldAddress.objects.filter(named, created_at__lte=query.as_of)
    return Success(
        data=OldAddressList(
            addresses=[OldAddressOut.from_row(address) for address in found[query.rows()]],
            pagination=query.pagination(found.count()),
        )
    )


@router.put("/admin/old-addresses", auth=May(Right.CATALOGUE))
@limited("admin-write", 60)
def save_old_address(request: HttpRequest, payload: OldAddressIn) -> Success[Empty]:
    """Lead an old address to a page of the shop for good; one that exists changes its target."""
    actions.save_address(payload.path, payload.target, actor=actor_of(request))
    return Success(message=_("The old address leads there from now on"), data=Empty())


@router.delete("/admin/old-addresses", auth=May(Right.CATALOGUE))
@limited("admin-write", 60)
def delete_old_address(request: HttpRequest, path: str) -> Success[Empty]:
    """Delete an old address; it is not found from then on."""
    actions.delete_address(path, actor=actor_of(request))
    return Success(message=_("The old address was deleted"), data=Empty())
