"""Remove the pictures staff uploaded that nothing shows any more."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, ForeignObjectRel, OuterRef, Q, QuerySet
from django.utils import timezone

from project.catalog.models import Picture
from project.catalog.pictures.files import UPLOADED, stored_names
from project.core.storage.errors import StorageUnavailable
from project.core.storage.files import PICTURES, discard
from project.orders.models import OrderLine

logger = logging.getLogger(__name__)

# Whoever uploaded it, or took it out of a product, may still have the form open.
KEPT_FOR: Final = timedelta(days=1)


def remove_unused_pictures() -> int:
    """Remove what has been unused for a day, files and row; return how many.

    1. Note since when a picture is unused, and take the note away where it is used again.
    2. Of those noted long enough ago, lock each, check again, and remove it.

    One that cannot be removed is logged and tried again the next day.
    """
    now = timezone.now()
    noted = Picture.objects.filter(unused_since__isnull=False)
    noted.filter(_is_shown()).update(unused_since=None)
    _unshown().filter(unused_since=None).update(unused_since=now)
    removed = 0
    for pk in list(_unshown().filter(unused_since__lte=now - KEPT_FOR).values_list("pk", flat=True)):
        try:
            removed += _remove(pk, before=now - KEPT_FOR)
        except StorageUnavailable:
            logger.exception("picture %s could not be removed", pk)
    return removed


def _remove(pk: int, *, before: datetime) -> bool:
    """Remove the picture unless somebody wants it by now.

    Whoever names it in a form says so on the row first (`pictures.wanted`), and then has a day to save it: a
    reference alone would not do, since the database looks at it only when the save is over.
    """
    key = Picture.objects.filter(pk=pk).values_list("key", flat=True).first()
    if key is None:
        return False
    # Found before the row is locked: object storage is asked over the network.
    names = stored_names(key)
    with transaction.atomic():
        if not Picture.objects.select_for_update().filter(pk=pk, unused_since__lte=before).exists():
            return False
        # Asked after the lock is held: what was committed while we waited is seen.
        picture = _unshown().filter(pk=pk).first()
        if picture is None or _is_on_an_order(picture):
            return False
        picture.delete()
        discard(PICTURES, names)
    return True


def _unshown() -> QuerySet[Picture]:
    return Picture.objects.filter(~_is_shown(), key__startswith=UPLOADED)


def _is_shown() -> Q:
    """Return the condition that some row of the catalogue has the picture, whichever table that is."""
    shown = Q()
    for relation in Picture._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel):
            rows = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
            shown |= Q(Exists(rows))
    return shown


def _is_on_an_order(picture: Picture) -> bool:
    """Return whether an order keeps its address: what was bought is shown as it was then."""
    address = f"{settings.MEDIA_URL}products/{picture.key}."
    return OrderLine.objects.filter(image__startswith=address).exists()
