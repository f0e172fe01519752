"""The settings for the owner: read, change, history, restore."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import File, Query
from ninja.files import UploadedFile

from project.accounts.auth import May, actor_of, signed_in
from project.core.idempotency import idempotency_key
from project.core.models import SettingsVersion
from project.core.rights import Right
from project.core.schemas import Pagination, Success, UndoVersionIn
from project.core.throttle import limited
from project.core.uploads import refuse_unknown_fields
from project.payments.attempts.schemas import PayOut
from project.payments.attempts.trial import open_trial
from project.routers import ApiRouter
from project.shop import connections
from project.shop.actions import restore_settings, save_settings, undo_restore
from project.shop.history import described
from project.shop.pictures import Kind, store_picture
from project.shop.staff_schemas import (
    ConnectionIn,
    ConnectionsData,
    ConnectionVersion,
    HistoryQuery,
    RestoreIn,
    SettingsHistory,
    SettingsIn,
    SettingsOut,
    ShippingTrialIn,
)

router = ApiRouter("settings")
SHOWN = 20


@router.get("/admin/settings", auth=May(Right.SETTINGS))
@limited("admin-read", 240)
def get_settings(request: HttpRequest) -> Success[SettingsOut]:
    """Return the settings that hold now."""
    return Success(data=SettingsOut.read())


@router.patch("/admin/settings", auth=May(Right.SETTINGS, fresh=True), operation_id="saveSettings")
@limited("admin-write", 60)
def patch_settings(request: HttpRequest, body: SettingsIn) -> Success[SettingsOut]:
    """Save the sections that are sent.

    Refused with SETTINGS_CHANGED when somebody has changed one of them since `version`; `data` says what.
    """
    save_settings(body.sections(), version=body.version, actor=actor_of(request))
    return Success(message=_("Settings saved"), data=SettingsOut.read())


@router.post("/admin/settings/shipping-trial", auth=May(Right.SETTINGS), operation_id="tryShipping")
@limited("admin-read", 240)
def try_shipping(request: HttpRequest, body: ShippingTrialIn) -> Success[str]:
    """Say what a parcel costs by the charges that are sent; nothing is saved."""
    return Success(data=body.answer())


@router.post(
    "/admin/settings/pictures/{kind}", auth=May(Right.SETTINGS), operation_id="uploadSettingsPicture"
)
@limited("settings-pictures", 20)
def upload_picture(request: HttpRequest, kind: Kind, file: File[UploadedFile]) -> Success[str]:
    """Store a mark or the home page's large picture; `data` is the digest that the settings name it by."""
    refuse_unknown_fields(request)
    return Success(message=_("Image uploaded successfully"), data=store_picture(kind, file))


@router.get("/admin/settings/history", auth=May(Right.SETTINGS), operation_id="listSettingsHistory")
@limited("admin-read", 240)
def list_history(request: HttpRequest, query: Query[HistoryQuery]) -> Success[SettingsHistory]:
    """Every version with what it changed, the newest first."""
    total = SettingsVersion.objects.filter(saved_at__lte=query.as_of).count()
    newest = total - (query.page - 1) * SHOWN
    return Success(
        data=SettingsHistory(
            versions=described(range(max(1, newest - SHOWN + 1), newest + 1)),
            pagination=Pagination.of(page=query.page, limit=SHOWN, total=total, as_of=query.as_of),
        )
    )


@router.post("/admin/settings/restore", auth=May(Right.SETTINGS, fresh=True), operation_id="restoreSettings")
@limited("admin-write", 60)
def restore(request: HttpRequest, body: RestoreIn) -> Success[SettingsOut]:
    """Bring an older version back, as a new one."""
    restore_settings(body.restore, version=body.version, actor=actor_of(request))
    return Success(message=_("Settings restored"), data=SettingsOut.read())


@router.post("/admin/settings/restore/undo", auth=May(Right.SETTINGS, fresh=True))
@limited("admin-write", 60)
def undo_restored_settings(request: HttpRequest, body: UndoVersionIn) -> Success[SettingsOut]:
    """Bring back the settings before the version that the caller has just restored."""
    undo_restore(version=body.version, actor=actor_of(request))
    return Success(message=_("The settings are as they were"), data=SettingsOut.read())


@router.get("/admin/settings/connections", auth=May(Right.SETTINGS), operation_id="listConnections")
@limited("admin-read", 240)
def list_connections(request: HttpRequest) -> Success[ConnectionsData]:
    """Return what is entered as address, mail server and payment keys, never a secret."""
    return Success(data=ConnectionsData(connections=connections.connections()))


@router.put(
    "/admin/settings/connections/{name}", auth=May(Right.SETTINGS, fresh=True), operation_id="saveConnection"
)
@limited("connection-try", 20, 600, strict=True)
def put_connection(request: HttpRequest, name: str, body: ConnectionIn) -> Success[ConnectionsData]:
    """Try what was entered, and save it when it works; the mail server sends the caller a sample."""
    connections.save_connection(
        name, body.values, version=body.version, actor=actor_of(request), email=signed_in(request).email
    )
    return Success(
        message=_("It works, and is saved"), data=ConnectionsData(connections=connections.connections())
    )


@router.delete(
    "/admin/settings/connections/{name}",
    auth=May(Right.SETTINGS, fresh=True),
    operation_id="removeConnection",
)
@limited("admin-write", 60)
def delete_connection(
    request: HttpRequest, name: str, query: Query[ConnectionVersion]
) -> Success[ConnectionsData]:
    """Forget what was entered; refused with CONNECTION_IN_USE while money of the provider is under way."""
    connections.remove_connection(name, version=query.version, actor=actor_of(request))
    return Success(message=_("Removed"), data=ConnectionsData(connections=connections.connections()))


@router.post("/admin/settings/connections/mail/test", auth=May(Right.SETTINGS), operation_id="sendTestMail")
@limited("connection-try", 20, 600, strict=True)
def post_test_mail(request: HttpRequest) -> Success[str]:
    """Send the caller a sample mail; `data` is their address."""
    email = signed_in(request).email
    connections.send_test_mail(actor=actor_of(request), email=email)
    return Success(message=_("A test mail is on its way to {email}").format(email=email), data=email)


@router.post(
    "/admin/settings/connections/{name}/payment-trial",
    auth=May(Right.SETTINGS, fresh=True),
    operation_id="tryPayment",
)
@limited("payment-trial", 6, 3600, strict=True)
def post_payment_trial(request: HttpRequest, name: str) -> Success[PayOut]:
    """Open a payment of one rupee at the provider, which is refunded as soon as it is captured."""
    payment = open_trial(name, key=idempotency_key(request), actor=actor_of(request))
    return Success(data=PayOut.of(payment))
