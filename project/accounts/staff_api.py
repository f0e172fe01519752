"""Staff endpoints: open editors, for staff; roles, blocking and API tokens, for admins."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query

from project.accounts import account_administration, api_tokens, presence
from project.accounts.account_administration import get_user
from project.accounts.actions.presence import publish_editing
from project.accounts.auth import May, actor_of, signed_in
from project.accounts.models import ApiToken, Role, User
from project.accounts.second_factor import actions as second_factor
from project.accounts.staff_schemas import (
    AdminUserData,
    ApiTokenData,
    ApiTokenIn,
    ApiTokenList,
    ApproversData,
    ApproversQuery,
    NewApiTokenData,
    PresenceIn,
    ReasonIn,
    RoleIn,
    StaffEmailIn,
    UnblockIn,
    admin_user,
    api_token_out,
    approver,
)
from project.core.errors import Forbidden, NotFound
from project.core.rights import Right
from project.core.schemas import Empty, StaffPageQuery, Success
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("users")


def _account(user: User) -> Success[AdminUserData]:
    return Success(data=AdminUserData(user=admin_user(user)))


@router.put("/admin/presence", auth=May(*presence.RIGHTS.values(), records_use=False, takes_tokens=False))
@limited("presence", 120)
def record_presence(request: HttpRequest, payload: PresenceIn) -> Success[Empty]:
    """Record that the caller has something open to edit (sent at intervals), or has closed it (sent once)."""
    user = signed_in(request)
    right = presence.right_for(payload.subject)
    if right is None:
        raise NotFound(payload.subject)
    if right not in user.rights:
        raise Forbidden
    publish_editing(payload.subject, user, editing=payload.editing)
    return Success(data=Empty())


@router.put("/admin/users/{user_id}/role", auth=May(Right.USERS, fresh=True))
@limited("admin-write", 120)
def set_role(request: HttpRequest, user_id: str, payload: RoleIn) -> Success[AdminUserData]:
    """Give somebody another role; the last admin keeps theirs."""
    return _account(
        account_administration.set_role(
            get_user(user_id),
            role=payload.role,
            actor=actor_of(request),
            note=payload.note,
        )
    )


@router.put("/admin/users/{user_id}/email", auth=May(Right.USERS, fresh=True))
@limited("admin-write", 120)
def change_staff_email(request: HttpRequest, user_id: str, payload: StaffEmailIn) -> Success[AdminUserData]:
    """Give a member of staff another address; nobody changes their own this way."""
    return _account(
        account_administration.change_staff_email(
            get_user(user_id),
            email=payload.email,
            actor=actor_of(request),
            note=payload.note,
        )
    )


@router.post("/admin/users/{user_id}/block", auth=May(Right.USERS, fresh=True))
@limited("admin-write", 120)
def block_user(request: HttpRequest, user_id: str, payload: ReasonIn) -> Success[AdminUserData]:
    """Block an account; its sessions and live links end at once."""
    return _account(
        account_administration.block(get_user(user_id), actor=actor_of(request), note=payload.note)
    )


@router.post("/admin/users/{user_id}/unblock", auth=May(Right.USERS, fresh=True))
@limited("admin-write", 120)
def unblock_user(request: HttpRequest, user_id: str, payload: UnblockIn) -> Success[AdminUserData]:
    """Let somebody log in again."""
    return _account(
        account_administration.unblock(get_user(user_id), actor=actor_of(request), note=payload.note)
    )


@router.post("/admin/users/{user_id}/reset-second-factor", auth=May(Right.USERS, fresh=True))
@limited("admin-write", 120)
def reset_second_factor(request: HttpRequest, user_id: str, payload: ReasonIn) -> Success[AdminUserData]:
    """Take a colleague's second factors away; they set up a new one at their next login."""
    return _account(second_factor.reset(get_user(user_id), actor=actor_of(request), note=payload.note))


@router.post("/admin/users/{user_id}/confirm", auth=May(Right.USERS, fresh=True))
@limited("admin-write", 120)
def confirm_staff_member(request: HttpRequest, user_id: str) -> Success[AdminUserData]:
    """Confirm, as another admin, a colleague whose account was changed: they may approve at once."""
    return _account(account_administration.confirm_staff_changes(get_user(user_id), actor=signed_in(request)))


@router.get("/admin/approvers", auth=May(Right.REFUNDS))
@limited("admin-read", 240)
def get_approvers(request: HttpRequest, query: Query[ApproversQuery]) -> Success[ApproversData]:
    """Return the caller and the requesters of what they may approve, with the last change of each account."""
    requester = User.objects.filter(public_id=query.requested_by).exclude(role=Role.CUSTOMER).first()
    return Success(
        data=ApproversData(
            approver=approver(signed_in(request)),
            requester=approver(requester) if requester else None,
        )
    )


@router.get("/admin/api-tokens", auth=May(Right.USERS))
@limited("admin-read", 240)
def list_api_tokens(request: HttpRequest, query: Query[StaffPageQuery]) -> Success[ApiTokenList]:
    """Return a page of the API tokens, the newest first, also those that have ended."""
    found = ApiToken.objects.filter(created_at__lte=query.as_of).select_related("made_by")
    tokens = [api_token_out(token) for token in found.order_by("-pk")[query.rows()]]
    return Success(data=ApiTokenList(tokens=tokens, pagination=query.pagination(found.count())))


@router.post("/admin/api-tokens", auth=May(Right.USERS, fresh=True))
@limited("admin-write", 120)
def create_api_token(request: HttpRequest, payload: ApiTokenIn) -> Success[NewApiTokenData]:
    """Create an API token; `secret` is answered here and never again."""
    token, secret = api_tokens.create_token(
        signed_in(request), name=payload.name, rights=set(payload.rights), days=payload.days
    )
    return Success(data=NewApiTokenData(token=api_token_out(token), secret=secret))


@router.post("/admin/api-tokens/{token_id}/revoke", auth=May(Right.USERS))
@limited("admin-write", 120)
def revoke_api_token(request: HttpRequest, token_id: str) -> Success[ApiTokenData]:
    """End an API token at once; the log keeps its name."""
    token = api_tokens.revoke_token(token_id, actor=actor_of(request))
    return Success(message=_("The API token was revoked"), data=ApiTokenData(token=api_token_out(token)))
