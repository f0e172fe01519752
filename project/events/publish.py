"""Record what happened and tell the hubs; only actions do this."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction

from project.core.public_cache import move_versions
from project.core.request_log import current_request_id
from project.events.models import Event
from project.events.topics import catalogue_changes
from project.events.wake import wake_hubs


def publish(
    name: str,
    *,
    subject: str,
    topics: Sequence[str],
    payload: Mapping[str, Any] | None = None,
    actor: str = "",
    cause: str = "",
) -> Event:
    """Write the event in this transaction; after the commit, tell caches and hubs about its topics."""
    event = Event(
        name=name,
        subject=subject,
        topics=list(topics),
        payload=dict(payload or {}),
        actor=actor,
        cause=cause,
    )
    publish_all([event])
    return event


def publish_all(events: Sequence[Event]) -> None:
    """Write the events of one change in this transaction, as `publish` does, in one statement.

    Telling is robust: with the message broker gone the change stays committed, and the hubs' own tail of the
    table finds it.
    """
    for event in events:
        event.request_id = current_request_id()
    if len(events) == 1:
        # Most changes have one: building a bulk insert for it takes longer than the insert.
        events[0].save(force_insert=True)
    else:
        Event.objects.bulk_create(events)
    for event in events:
        transaction.on_commit(partial(_tell, event.topics, event.pk), robust=True)


def touch(topics: Sequence[str]) -> None:
    """Tell caches and hubs after the commit without writing history.

    Only for what a screen can do without (when we asked the provider last): no tail finds a lost one, and in
    embedded mode all of the worker's are lost.
    """
    transaction.on_commit(partial(_tell, list(topics)), robust=True)


def _tell(topics: Sequence[str], event_id: int | None = None) -> None:
    if changes := catalogue_changes(topics):
        move_versions(changes)
    wake_hubs(topics, event_id)
