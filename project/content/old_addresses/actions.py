"""Save, delete and look up old addresses."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from project.content.models import OldAddress
from project.core.errors import Conflict, Invalid, NotFound
from project.core.locks import lock_names
from project.events import audit

# Enough for a large shop; each save reads them all.
MOST_ADDRESSES = 20_000


def new_address(path: str) -> str:
    """Return where an old address leads, "" if it is none; notes the day of its last use."""
    found = OldAddress.objects.filter(path=path).first() if path else None
    if found is None:
        return ""
    today = timezone.localdate()
    if found.last_used_on != today:
        OldAddress.objects.filter(pk=found.pk).update(last_used_on=today)
    return found.target


@transaction.atomic
def save_addresses(wanted: Mapping[str, str], *, actor: str) -> set[str]:
    """Add these old addresses, or change their targets; return those left out as they would lead in a circle.

    Idempotent. An address that leads to another old one is led on to the end at once, so that every
    redirect is a single one. Raises Conflict when there are too many.
    """
    lock_names(["old-addresses"])
    stored = dict(OldAddress.objects.values_list("path", "target"))
    accepted, circular = dict(stored), set()
    for path, target in wanted.items():
        accepted[path] = target
        if not _end(path, accepted):
            circular.add(path)
            if path in stored:
                accepted[path] = stored[path]
            else:
                del accepted[path]
    if len(accepted) > MOST_ADDRESSES:
        raise Conflict(text=_("There can be {count} old addresses at most").format(count=MOST_ADDRESSES))
    ends = {path: _end(path, accepted) for path in accepted}
    changed = {path: target for path, target in ends.items() if stored.get(path) != target}
    OldAddress.objects.bulk_create(
        [OldAddress(path=path, target=target, made_by=actor) for path, target in changed.items()],
        update_conflicts=True,
        unique_fields=["path"],
        update_fields=["target", "made_by"],
        batch_size=500,
    )
    if len(changed) == 1:
        [(path, target)] = changed.items()
        before = {"target": stored[path]} if path in stored else {}
        audit.record(
            "old_address.saved",
            subject=subject_of(path),
            actor=actor,
            before=before,
            after={"target": target},
        )
    elif changed:
        after = {"addresses": len(changed)}
        audit.record("old_address.saved", subject=subject_of(min(changed)), actor=actor, after=after)
    return circular


def _end(path: str, targets: Mapping[str, str]) -> str:
    """Return the page at the end of this address's redirects, "" where they come back to one of them."""
    seen = {path}
    target = targets[path]
    while (following := target.partition("?")[0]) in targets:
        if following in seen:
            return ""
        seen.add(following)
        target = targets[following]
    return "" if following in seen else target


def save_address(path: str, target: str, *, actor: str) -> None:
    """Add one old address, or change its target. Raises Invalid for a circle, Conflict."""
    if save_addresses({path: target}, actor=actor):
        raise Invalid(text=_("This page leads back to the old address"))


@transaction.atomic
def delete_address(path: str, *, actor: str) -> None:
    """Delete one old address. Raises NotFound."""
    found = OldAddress.objects.filter(path=path).first()
    if found is None:
        raise NotFound(path)
    found.delete()
    before = {"target": found.target}
    audit.record("old_address.deleted", subject=subject_of(path), actor=actor, before=before)


def subject_of(path: str) -> str:
    """Return the name of an old address in the audit log."""
    return f"address:{path[:80]}"
