"""Filters of lists that a member of staff saves under a name."""

from typing import Annotated

from django.http import HttpRequest
from pydantic import AfterValidator, Field

from project.accounts.auth import May, signed_in
from project.accounts.models import User
from project.backoffice import actions
from project.backoffice.models import MAX_PATH, MAX_QUERY, MAX_VIEW_NAME
from project.core.rights import Right
from project.core.schemas import ApiModel, StaffIn, Success
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("back office")
# All staff: a list itself asks for its own right.
_STAFF = May(*Right, takes_tokens=False)

Name = Annotated[str, AfterValidator(str.strip), Field(min_length=1, max_length=MAX_VIEW_NAME)]


class SavedViewOut(ApiModel):
    """Filters under a name; `path` is the list's page, `query` its URL's."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    path: str
    name: str
    query: str


class SavedViewIn(StaffIn):
    """Filters to save."""

    path: Annotated[str, Field(pattern=r"^/admin(/[a-z-]+)+$", max_length=MAX_PATH)]
    name: Name
    query: Annotated[str, Field(max_length=MAX_QUERY)]


class ViewNameIn(StaffIn):
    """The new name of a saved view."""

    name: Name


class SavedViews(ApiModel):
    """All saved views of the caller, by list and name."""

    views: list[SavedViewOut]


def _views_of(user: User) -> Success[SavedViews]:
    views = [SavedViewOut.model_validate(view) for view in user.saved_views.all()]
    return Success(data=SavedViews(views=views))


@router.get("/admin/saved-views", auth=_STAFF)
@limited("admin-read", 240)
def list_saved_views(request: HttpRequest) -> Success[SavedViews]:
    """Return the caller's saved views, of all lists."""
    return _views_of(signed_in(request))


@router.post("/admin/saved-views", auth=_STAFF)
@limited("admin-write", 120)
def save_view(request: HttpRequest, payload: SavedViewIn) -> Success[SavedViews]:
    """Save filters under a name; the same name again replaces them."""
    user = signed_in(request)
    actions.save_view(user, **payload.model_dump())
    return _views_of(user)


@router.put("/admin/saved-views/{view_id}", auth=_STAFF)
@limited("admin-write", 120)
def rename_view(request: HttpRequest, view_id: str, payload: ViewNameIn) -> Success[SavedViews]:
    """Rename a saved view."""
    user = signed_in(request)
    actions.rename_view(user, view_id, name=payload.name)
    return _views_of(user)


@router.delete("/admin/saved-views/{view_id}", auth=_STAFF)
@limited("admin-write", 120)
def delete_view(request: HttpRequest, view_id: str) -> Success[SavedViews]:
    """Delete a saved view."""
    user = signed_in(request)
    actions.delete_view(user, view_id)
    return _views_of(user)
