"""Mails to the operators about faults, sent by the web processes.

The worker, who sends all other mails, may be the fault.

Each process of gunicorn looks now and then (gunicorn.conf.py starts `watch`); of all only one sends a mail.
"""

import contextlib
import logging
import random
import smtplib
import threading
import time
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone
from redis.exceptions import RedisError

from project.backoffice.health import Fault, Health, look
from project.core.models import OperatorAlert

logger = logging.getLogger(__name__)

EVERY_SECONDS: Final = 10.0
# A fault that is there at two looks in a row is told; a restart is none.
LOOKS: Final = 2
REPEAT: Final = timedelta(hours=1)

_MEANING: Final[dict[Fault, str]] = {
    "database": "Postgres does not answer. Nothing can be ordered; public pages come from the cache.",
    "cache": "Redis does not answer. The shop sells and the worker does what is due; calls are not limited.",
    "worker": "The worker does not run. Payments settle only when buyers come back, and no mail leaves.",
    "queue": "The worker's jobs do not run: its queue is stuck or too long.",
    "payments": "Payments that should have been checked are not: buyers wait for their confirmation.",
}
_told_here: dict[Fault, float] = {}


def watch() -> None:
    """Look for faults for as long as the process lives."""
    threading.Thread(target=_watch, name="operator-alerts", daemon=True).start()


def _watch() -> None:
    seen: dict[Fault, int] = {}
    while True:
        # Processes that started together do not look together.
        time.sleep(EVERY_SECONDS * random.uniform(0.8, 1.2))
        try:
            health = look()
            seen = {fault: seen.get(fault, 0) + 1 for fault in health.faults}
            for fault, times in seen.items():
                if times >= LOOKS:
                    tell(fault, health)
        except Exception:  # whatever it is: nobody else would tell
            logger.exception("the operators' alerts failed and will be tried again")
        finally:
            connection.close()


def tell(fault: Fault, health: Health) -> bool:
    """Mail the operators about a fault unless somebody did within REPEAT; return whether it was sent."""
    if not settings.OPERATORS_MAIL or not _is_first(fault):
        return False
    logger.error("fault: %s (%s)", fault, _MEANING[fault])
    text = "\n".join(
        [
            _MEANING[fault],
            "",
            f"Seen at {timezone.localtime():%d %b %Y %H:%M %Z} by {settings.SITE_URL}",
            *(f"{name}: {value}" for name, value in health.figures().items()),
            "",
            f"{settings.SITE_URL}/readyz shows how it is now. While it lasts this mail comes once an hour.",
        ]
    )
    try:
        send_mail(f"[Akshamala] fault: {fault}", text, None, settings.OPERATORS_MAIL)
    except (smtplib.SMTPException, OSError):
        logger.exception("the operators could not be told of the fault %s", fault)
        _give_back(fault)
        return False
    return True


def _give_back(fault: Fault) -> None:
    """Let the next look try again: nobody was told."""
    with contextlib.suppress(DatabaseError):
        OperatorAlert.objects.filter(fault=fault).delete()
    with contextlib.suppress(RedisError, OSError):
        cache.delete(f"operator-alert:{fault}")
    _told_here.pop(fault, None)


def _is_first(fault: Fault) -> bool:
    """Claim the mail about a fault: by a row, else in the cache, else in this process alone."""
    now = timezone.now()
    try:
        _, is_new = OperatorAlert.objects.get_or_create(fault=fault, defaults={"mailed_at": now})
        again = OperatorAlert.objects.filter(fault=fault, mailed_at__lt=now - REPEAT)
        return is_new or again.update(mailed_at=now) == 1
    except DatabaseError:
        pass
    try:
        return bool(cache.add(f"operator-alert:{fault}", 1, timeout=REPEAT.total_seconds()))
    except (RedisError, OSError):
        pass
    told_at = _told_here.get(fault)
    if told_at is not None and time.monotonic() < told_at + REPEAT.total_seconds():
        return False
    _told_here[fault] = time.monotonic()
    return True
