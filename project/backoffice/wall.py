"""The big screen on the shop's wall: the live view without a login and without money, for a day.

A screen that hangs where customers are must not hold a session of staff, and that would end after half an
hour without a call. So it has a signed key of its own, in the fragment of its address, that opens this alone.
It is good while whoever made it may see the live view; the server stores nothing.
"""

from datetime import timedelta
from typing import Final

from django.core import signing
from django.utils.translation import gettext as _

from project.accounts.models import User
from project.backoffice.live_view import LiveView, WallView, read_live_view
from project.core.errors import NotFound
from project.core.rights import Right

LIFETIME: Final = timedelta(hours=24)
_signer = signing.TimestampSigner(salt="akshamala.live-wall")


class WallEnded(NotFound):
    """The key is none, has expired, or its maker may not see the live view any more."""

    def __init__(self) -> None:
        super().__init__(
            "live-wall",
            text=_("This big screen has ended. Open it again from the live view."),
        )


def make_key(user: User) -> str:
    """Return a key of the big screen, good for a day from now."""
    return _signer.sign(user.public_id)


def opens(key: str | None) -> bool:
    """Return whether this key shows the big screen now."""
    if not key:
        return False
    try:
        public_id = _signer.unsign(key, max_age=LIFETIME)
    except signing.BadSignature:
        return False
    user = User.objects.filter(public_id=public_id, is_active=True).first()
    return user is not None and Right.DASHBOARD in user.rights


def read_wall(key: str | None) -> WallView:
    """Return what the screen shows. Raises WallEnded."""
    if not opens(key):
        raise WallEnded
    return wall_of(read_live_view())


def wall_of(view: LiveView) -> WallView:
    """Return the live view without sums of money."""
    # Not the object itself: it is a WallView, too, with its sums.
    return WallView.model_validate(view.model_dump())
