"""Wrong codes of a second factor: counted, answered by a growing wait, and told to the person by mail.

All strangers share one count, so that many addresses have no more guesses than one. A browser in which the
person has proven the factor before has a count of its own: nobody else can hold it up.
"""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from project.accounts.models import User, WrongCodes
from project.core.language import format_day
from project.core.mail import queue_mail
from project.core.models import Mail
from project.core.origin import current_browser, current_network_prefix
from project.core.shop import shop
from project.events import audit

# So many wrong ones in a row, and each time as many more.
MAX_WRONG: Final = 5
FIRST_WAIT: Final = timedelta(minutes=15)
LONGEST_WAIT: Final = timedelta(hours=4)
FORGOTTEN_AFTER: Final = timedelta(days=1)
_TOLD_EVERY: Final = timedelta(hours=1)
_CLOCKS_DIFFER: Final = timedelta(minutes=1)
_MAIL: Final = "second_factor_wrong"
_STRANGERS: Final = ""
# The codes that are mailed after the password: they have limits of their own, so nobody waits here.
MAILED: Final = "mailed"


def requester_of(user: User) -> str:
    """Return whose count a code of this account goes to: its known browser, else all strangers."""
    browser = current_browser()
    return browser.mark if browser.knows(user.email) else _STRANGERS


def seconds_to_wait(user: User) -> int:
    """Return how many seconds no code of this requester is looked at; 0 when it is now."""
    tries = WrongCodes.objects.filter(user=user, requester=requester_of(user)).first()
    if tries is None or tries.blocked_until is None:
        return 0
    left = tries.blocked_until - timezone.now()
    # Longer than it began with: the clock was set back.
    is_longer = left > _wait_after(tries.count) + _CLOCKS_DIFFER
    return 0 if is_longer else max(0, int(left.total_seconds()) + 1)


def forget(user: User, *, requester: str | None = None) -> None:
    """Forget the wrong codes of whoever has now given a right one."""
    requester = requester_of(user) if requester is None else requester
    WrongCodes.objects.filter(user=user, requester=requester).delete()


def count(user: User, *, device: str, requester: str | None = None) -> None:
    """Count a wrong code that was typed on this device; the caller holds the account's lock."""
    now = timezone.now()
    requester = requester_of(user) if requester is None else requester
    tries, _ = WrongCodes.objects.get_or_create(user=user, requester=requester, defaults={"first_at": now})
    if now - tries.first_at >= FORGOTTEN_AFTER:
        tries.count, tries.first_at = 0, now
    tries.count += 1
    if tries.count % MAX_WRONG == 0:
        tries.blocked_until = now + _wait_after(tries.count)
        audit.record("second_factor.locked", subject=user.subject, actor=user.subject)
        _notify(user, device=device)
    tries.save()


def _wait_after(count: int) -> timedelta:
    longer: int = 2 ** (count // MAX_WRONG - 1)
    return min(FIRST_WAIT * longer, LONGEST_WAIT)


def _notify(user: User, *, device: str) -> None:
    """Mail the person, and the shop: whoever got this far may read the person's mail."""
    now = timezone.now()
    if Mail.objects.filter(kind=_MAIL, to=user.email, created_at__gt=now - _TOLD_EVERY).exists():
        return
    readers = {user.email: user.language}
    if (contact := shop().contact.email) and contact not in readers:
        readers[contact] = "en"
    for to, language in readers.items():
        queue_mail(
            kind=_MAIL,
            dedupe_key=f"second-factor-wrong:{user.public_id}:{now.timestamp()}:{to}",
            to=to,
            language=language,
            context={
                "account": user.email,
                "count": MAX_WRONG,
                "day": format_day(timezone.localdate(now), language),
                "time": f"{timezone.localtime(now):%H:%M}",
                "device": device,
                "network": current_network_prefix(),
            },
        )
