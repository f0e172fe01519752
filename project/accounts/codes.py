"""Six-digit codes that prove an e-mail address, each for one purpose."""

import functools
import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from project.accounts.errors import CodeExpired, CodeTooMany, CodeWrong
from project.accounts.models import CodePurpose, EmailCode, User
from project.core.errors import DomainError
from project.core.mail import queue_mail
from project.core.origin import Browser, current_browser, new_browser_id
from project.core.throttle import RateLimited

logger = logging.getLogger(__name__)
LIFETIME = timedelta(minutes=10)
RESEND_PAUSE = timedelta(seconds=30)
MAX_ATTEMPTS = 5
# Codes to one address: in ten minutes and in a day for each requester, and in a day for all strangers.
PER_REQUESTER = 5
PER_REQUESTER_AND_DAY = 15
PER_ADDRESS_AND_DAY = 40

P = ParamSpec("P")
R = TypeVar("R")


def commits_refusals(action: Callable[P, R | DomainError]) -> Callable[P, R]:
    """Run the action in one transaction; raise the refusal it returns only after the commit.

    A wrong try has to stay counted although the call fails.
    """

    @functools.wraps(action)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        with transaction.atomic():
            outcome = action(*args, **kwargs)
        if isinstance(outcome, DomainError):
            raise outcome
        return outcome

    return wrapper


def _digest(purpose: str, email: str, user: User | None, code: str) -> str:
    # Keyed with SECRET_KEY: six digits alone could be tried out against a stolen table. The one who asked
    # is part of it: a code that two people had sent to one address works for the later one only.
    owner = user.public_id if user else ""
    value = f"{purpose}:{email}:{owner}:{code}"
    return salted_hmac("akshamala.email-code", value, algorithm="sha256").hexdigest()


@transaction.atomic
def send(*, purpose: CodePurpose, email: str, language: str, user: User | None = None) -> None:
    """Cancel the requester's earlier code of this purpose for the address and mail a new one.

    Known and unknown addresses take the same path, so neither the answer nor its time tells them apart.
    Only codes that were mailed count towards the limits: a request that is refused prolongs nothing.

    Raises RateLimited within the pause after the last code, or when too many were mailed.
    """
    now = timezone.now()
    browser = current_browser()
    requester = browser.requester(email)
    live = (
        EmailCode.objects.select_for_update()
        .filter(purpose=purpose, email=email, requester=requester, closed_at=None)
        .first()
    )
    if live is not None:
        wait = (live.created_at + RESEND_PAUSE - now).total_seconds()
        if wait > 0:
            raise RateLimited(int(wait) + 1)
    _check_limits(email, requester, knows=browser.knows(email))
    if live is not None:
        live.closed_at = now
        live.save(update_fields=["closed_at"])
    browser_id = browser.id or new_browser_id()
    code = f"{secrets.randbelow(1_000_000):06d}"
    try:
        with transaction.atomic():
            row = EmailCode.objects.create(
                purpose=purpose,
                email=email,
                digest=_digest(purpose, email, user, code),
                requester=requester,
                browser=Browser(id=browser_id).mark,
                expires_at=now + LIFETIME,
            )
    except IntegrityError:
        # A twin request was first; its code is on the way.
        raise RateLimited(int(RESEND_PAUSE.total_seconds())) from None
    browser.name(browser_id)
    queue_mail(
        kind=f"{purpose}_code",
        dedupe_key=f"{purpose}-code:{row.pk}",
        to=email,
        language=language,
        context={"code": code, "minutes": int(LIFETIME.total_seconds() // 60)},
    )


def _check_limits(email: str, requester: str, *, knows: bool) -> None:
    """Raise RateLimited when this requester, this address or the whole shop has been mailed enough codes.

    Strangers share what an address gets in a day; a browser that has logged in with it has its own share, so
    they cannot lock its owner out.
    """
    to_address = EmailCode.objects.filter(email=email)
    by_requester = to_address.filter(requester=requester)
    _check_limit(by_requester, PER_REQUESTER, timedelta(minutes=10))
    _check_limit(by_requester, PER_REQUESTER_AND_DAY, timedelta(days=1))
    if not knows:
        _check_limit(to_address, PER_ADDRESS_AND_DAY, timedelta(days=1))
    try:
        _check_limit(EmailCode.objects.all(), settings.CODES_PER_DAY, timedelta(days=1))
    except RateLimited:
        logger.error("no code is mailed: CODES_PER_DAY is reached")
        raise


def _check_limit(codes: QuerySet[EmailCode], limit: int, span: timedelta) -> None:
    limit *= settings.RATE_LIMIT_FACTOR
    if limit == 0:
        return
    now = timezone.now()
    recent = codes.filter(created_at__gt=now - span).order_by("-created_at")
    # The newest that has to grow old before another one may follow.
    last = recent.values_list("created_at", flat=True)[limit - 1 : limit].first()
    if last is not None:
        raise RateLimited(int((last + span - now).total_seconds()) + 1)


def spend(
    *, purpose: CodePurpose, email: str, code: str, user: User | None = None, keep: bool = False
) -> DomainError | None:
    """Use the code up; None when it is right, else the refusal, to be raised after the commit.

    With `keep` a right code stays good for another call, a wrong one counts all the same.

    It is good for the browser that asked for it, and for callers in the same network that keep no cookies.
    Call it inside a transaction: of many callers with one code, one gets through.
    """
    now = timezone.now()
    browser = current_browser()
    live = EmailCode.objects.select_for_update().filter(
        purpose=purpose, email=email, closed_at=None, expires_at__gt=now
    )
    row = live.filter(browser=browser.mark).order_by("-pk").first() if browser.id else None
    is_own = row is not None
    if row is None:
        row = live.filter(requester=browser.network_mark, stray_attempts__lt=MAX_ATTEMPTS).first()
    if row is None:
        return CodeExpired("no live code")
    if is_own:
        row.attempts += 1
        over = row.attempts >= MAX_ATTEMPTS
    else:
        # Strangers of the same network end their own tries alone, not the code.
        row.stray_attempts += 1
        over = row.stray_attempts >= MAX_ATTEMPTS
    right = constant_time_compare(row.digest, _digest(purpose, email, user, code))
    if (right and not keep) or (is_own and over and not right):
        row.closed_at = now
    row.save(update_fields=["attempts", "stray_attempts", "closed_at"])
    if right:
        return None
    return CodeTooMany("tried too often") if over else CodeWrong("wrong code")
