"""Change the shop's settings: one at a time, each logged, none on an outdated copy."""

from collections.abc import Mapping

from django.db import transaction
from pydantic import ValidationError

from project.core.errors import Conflict, DomainError, ErrorCode
from project.core.locks import lock_names
from project.core.shop import Version, newest_version, store_version
from project.core.shop_setting_fields import Section
from project.core.shop_settings import ShopSettings, Tax, field_path
from project.events.audit import record
from project.events.publish import publish
from project.events.undo import find_undoable
from project.invoices.actions.issuing import documents_of
from project.invoices.models import Document, SeriesKind
from project.shop.history import changes, described, stored


class SettingsChanged(Conflict):
    """Somebody else saved these settings in between; `data` holds theirs and who changed what, when."""

    code = ErrorCode.SETTINGS_CHANGED


@transaction.atomic
def save_settings(sections: Mapping[str, Section], *, version: int, actor: str) -> Version:
    """Save the sections, which were edited on `version`; what equals it is not touched.

    What others saved in between stays, unless it is in a section that this save touches, too.

    Raises NotFound for a version that never was, SettingsChanged when somebody touched the same section,
    PREFIX_TAKEN.
    """
    newest = _locked()
    edited = stored(version)
    touched = {name: section for name, section in sections.items() if section != getattr(edited, name)}
    for name, section in touched.items():
        if getattr(newest.settings, name) not in (getattr(edited, name), section):
            raise _changed(newest, since=version)
    return _store(newest, newest.settings.model_copy(update=touched), "settings.changed", actor=actor)


@transaction.atomic
def restore_settings(number: int, *, version: int, actor: str) -> Version:
    """Bring an older version back as a new one; `version` is the newest that the caller saw.

    Raises NotFound, SettingsChanged, PREFIX_TAKEN; DomainError when it breaks a rule that is stricter today.
    """
    newest = _locked()
    old = stored(number)
    if newest.number != version:
        raise _changed(newest, since=version)
    try:
        settings = ShopSettings.model_validate(old.values())
    except ValidationError as error:
        faults = {field_path(*map(str, fault["loc"][:2])): ErrorCode.VALIDATION for fault in error.errors()}
        raise DomainError(f"settings {number} are not valid any more", errors=faults) from error
    return _store(newest, settings, "settings.restored", actor=actor, restored_from=number)


@transaction.atomic
def undo_restore(*, version: int, actor: str) -> None:
    """Bring back the settings before the version that this person has just restored; idempotent.

    Raises UndoRefused, PREFIX_TAKEN.
    """
    newest = _locked()
    what, now = "settings.restore_undone", newest.number
    entry = find_undoable(
        "settings:shop", ["settings.restored"], undone=what, actor=actor, version=version, now_at=now
    )
    if entry is not None:
        _store(newest, stored(version - 1), what, actor=actor, restored_from=version - 1)


def _locked() -> Version:
    """Return the newest version; nobody else saves until this transaction ends."""
    lock_names(["shop settings"])
    return newest_version()


def _store(
    newest: Version, settings: ShopSettings, what: str, *, actor: str, restored_from: int | None = None
) -> Version:
    """Store the settings as the next version; those that hold already change nothing."""
    changed = changes(newest.settings, settings)
    if not changed:
        return newest
    if settings.tax != newest.settings.tax:
        _check_prefixes(settings.tax)
    saved = store_version(settings, author=actor, restored_from=restored_from)
    record(
        what,
        subject="settings:shop",
        actor=actor,
        before={change.field: change.before for change in changed} | {"version": newest.number},
        after={change.field: change.after for change in changed} | {"version": saved.number},
    )
    publish("settings.changed", subject="settings:shop", topics=["shop", "staff:settings"], actor=actor)
    return saved


def _check_prefixes(tax: Tax) -> None:
    """Raise PREFIX_TAKEN when numbers of one kind of document would begin as the other kind's did."""
    prefixes = {
        "invoice_prefix": (tax.invoice_prefix, SeriesKind.INVOICE),
        "credit_note_prefix": (tax.credit_note_prefix, SeriesKind.CREDIT_NOTE),
        "bill_of_supply_prefix": (tax.bill_of_supply_prefix, SeriesKind.BILL_OF_SUPPLY),
    }
    for field, (prefix, own) in prefixes.items():
        numbered = Document.objects.filter(number__startswith=f"{prefix}/")
        if numbered.exclude(pk__in=documents_of(own).values("pk")).exists():
            raise Conflict(
                prefix, errors={field_path("tax", field): ErrorCode.PREFIX_TAKEN}, code=ErrorCode.PREFIX_TAKEN
            )


def _changed(newest: Version, *, since: int) -> SettingsChanged:
    saves = described(range(max(since, newest.number - 20) + 1, newest.number + 1))
    return SettingsChanged(
        f"settings {since} are not the newest",
        data={
            "version": newest.number,
            "settings": newest.settings.json_object(),
            "saves": [save.json_object() for save in saves],
        },
    )
