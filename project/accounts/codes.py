"""Six-digit codes and links that prove an e-mail address."""

import functools
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, ParamSpec, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from project.accounts.errors import CodeExpired, CodeTooMany, CodeWrong, MailedEnough
from project.accounts.models import CodePurpose, EmailCode, User
from project.core.errors import DomainError
from project.core.locks import lock_names
from project.core.mail import queue_mail
from project.core.origin import Browser, current_address, current_browser, new_browser_id
from project.core.proof_of_work import MAX_DIFFICULTY, require_work_when_busy
from project.core.site_address import site_url
from project.core.throttle import NETWORKS, Limit, RateLimited

LIFETIME = timedelta(minutes=10)
RESEND_PAUSE = timedelta(seconds=30)
MAX_ATTEMPTS = 5
HOUR = timedelta(hours=1)
# The pauses of each requester grow to this.
LONGEST_PAUSE = timedelta(minutes=10)
_TO_STRANGERS = "free: who has logged in here, or proven the address"
_TO_ADDRESS = Limit(
    "code-to-address",
    3,
    3600,
    of_each="email address typed that does not answer",
    counts="codes mailed for strangers",
    note=f"shared by all strangers, whom the link in the last mail lets in all the same; {_TO_STRANGERS}",
)
_OF_PURPOSE = Limit(
    "codes-of-purpose",
    "codes_per_day",
    24 * 3600,
    of_each="purpose of a code",
    counts="codes mailed for strangers",
    note=f"shared by all strangers, who compute a proof of work from half on; {_TO_STRANGERS}",
)
_UNWORKED = Limit(
    "code-without-work",
    20,
    600,
    of_each=NETWORKS,
    counts="codes asked for by strangers",
    note=f"refuses nobody, beyond it strangers compute a proof of work; {_TO_STRANGERS}",
    strict=True,
)
_FROM_NETWORK = Limit(
    "code-from-network",
    300,
    3600,
    of_each=NETWORKS,
    counts="codes mailed for strangers",
    note=_TO_STRANGERS,
    strict=True,
)
LINK_LENGTH = 32
LINK_LIFETIME = timedelta(hours=1)
# The page that a mail's link opens, and what its secret proves the address for.
_PAGES: Final = {
    CodePurpose.LOGIN: "login",
    CodePurpose.REGISTER: "login",
    CodePurpose.ORDERS: "track-orders",
}
_PROVEN_BY_LINK: Final = {*_PAGES, CodePurpose.STAFF, CodePurpose.CASH}

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
def send(
    *, purpose: CodePurpose, email: str, language: str, user: User | None = None, proven: bool = False
) -> None:
    """Cancel the requester's earlier code of this purpose for the address and mail a new one.

    `proven`: the caller has proven the address before; what strangers sent does not count against them.
    Known and unknown addresses take the same path, so neither the answer nor its time tells them apart.
    Only codes that were mailed count towards the limits: a request that is refused prolongs nothing.

    Raises RateLimited within the pause after the last code, or when the address was mailed enough;
    WorkRequired of strangers when many codes are asked for; NotCounted.
    """
    now = timezone.now()
    browser = current_browser()
    requester = browser.requester(email)
    is_stranger = not (proven or browser.knows(email) or (user is not None and user.email == email))
    lock_names([f"codes:{email}"])
    live = (
        EmailCode.objects.select_for_update()
        .filter(purpose=purpose, email=email, requester=requester, closed_at=None)
        .first()
    )
    if settings.RATE_LIMIT_FACTOR:
        _check_pauses(purpose, email, requester, is_stranger=is_stranger)
    # Of the future is what was sent before the clock was set back: nobody waits for that.
    if live is not None and abs(now - live.created_at) < RESEND_PAUSE:
        raise RateLimited(_seconds_until(live.created_at + RESEND_PAUSE))
    if is_stranger and settings.RATE_LIMIT_FACTOR:
        require_work_when_busy(_UNWORKED, at_least=sent_today(purpose) * 2 // pool_size())
        _FROM_NETWORK.count_networks(current_address())
    if live is not None:
        live.closed_at = now
        live.save(update_fields=["closed_at"])
    browser_id = browser.id or new_browser_id()
    code = f"{secrets.randbelow(1_000_000):06d}"
    link = secrets.token_urlsafe(LINK_LENGTH)[:LINK_LENGTH] if purpose in _PAGES else ""
    try:
        with transaction.atomic():
            row = EmailCode.objects.create(
                purpose=purpose,
                email=email,
                digest=_digest(purpose, email, user, code),
                link_digest=_link_digest(email, link) if link else "",
                requester=requester,
                is_stranger=is_stranger,
                browser=Browser(id=browser_id).mark,
                expires_at=now + LIFETIME,
            )
    except IntegrityError:
        # A twin request was first; its code is on the way.
        raise RateLimited(int(RESEND_PAUSE.total_seconds())) from None
    browser.name(browser_id)
    context: dict[str, object] = {"code": code, "minutes": int(LIFETIME.total_seconds() // 60)}
    if link:
        # In the fragment, which browsers do not send: no log holds it, and a scanner cannot use it up.
        secret = urlencode({"email": email, "code": link})
        # A browser that was never here does not know the language.
        query = "" if language == settings.LANGUAGE_CODE else f"?lang={language}"
        context["link"] = f"{site_url()}/{_PAGES[purpose]}{query}#{secret}"
    queue_mail(
        kind=f"{purpose}_code",
        dedupe_key=f"{purpose}-code:{row.pk}",
        to=email,
        language=language,
        context=context,
    )


def _check_pauses(purpose: CodePurpose, email: str, requester: str, *, is_stranger: bool) -> None:
    """Raise RateLimited when the requester has to wait, or strangers together have mailed the address enough.

    The pauses begin anew when a code or link proves the address.
    """
    now, factor = timezone.now(), settings.RATE_LIMIT_FACTOR
    codes = EmailCode.objects.filter(email=email)
    answered_at = codes.aggregate(at=Max("used_at"))["at"]
    since = max(now - HOUR, answered_at or now - HOUR)
    recent = codes.filter(is_stranger=is_stranger, created_at__gt=since, created_at__lt=now + RESEND_PAUSE)
    sent = list(recent.order_by("-created_at").values_list("created_at", "requester"))
    # The last is kept for a mail with a link, by which the owner gets in whatever strangers have sent.
    most = _TO_ADDRESS.value * factor - (purpose not in _PAGES)
    if is_stranger and len(sent) >= most:
        wait = _seconds_until(sent[most - 1][0] + HOUR)
        if purpose not in _PAGES:
            raise RateLimited(wait)
        raise MailedEnough(
            wait,
            text=_(
                "We sent several emails to this address. Open the link in the newest one, or try again in "
                "{minutes} minutes"
            ).format(minutes=-(-wait // 60)),
        )
    own = [created_at for created_at, by in sent if by == requester]
    if own:
        repeats = (len(own) - 1) // factor
        # Of strangers the third mail is the last.
        pause = LONGEST_PAUSE if is_stranger and repeats else RESEND_PAUSE * 2 ** min(repeats, 5)
        if (ready_at := own[0] + min(pause, LONGEST_PAUSE)) > now:
            raise RateLimited(_seconds_until(ready_at))


def _seconds_until(moment: datetime) -> int:
    return int((moment - timezone.now()).total_seconds()) + 1


def pool_size() -> int:
    """Return the daily codes of one purpose to strangers; from half of it on, they have to work."""
    return _OF_PURPOSE.value * max(settings.RATE_LIMIT_FACTOR, 1)


def sent_today(purpose: CodePurpose) -> int:
    """Return how many codes of the purpose strangers were mailed in 24 hours, as far as it matters."""
    a_day_ago = timezone.now() - timedelta(days=1)
    sent = EmailCode.objects.filter(purpose=purpose, is_stranger=True, created_at__gt=a_day_ago)
    return sent[: pool_size() * MAX_DIFFICULTY // 2].count()


def spend(
    *, purpose: CodePurpose, email: str, code: str, user: User | None = None, keep: bool = False
) -> DomainError | None:
    """Use the code up; None when it is right, else the refusal, to be raised after the commit.

    With `keep` a right code stays good for another call, a wrong one counts all the same.

    The secret of a mail's link is accepted, too, in any browser and for any purpose of people who are not
    logged in. The code is good for the browser that asked for it, and for callers in the same network that
    keep no cookies.
    Call it inside a transaction: of many callers with one code, one gets through.
    """
    now = timezone.now()
    if len(code) == LINK_LENGTH:
        return _spend_link(purpose, email, code, keep=keep)
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
    if right and not keep:
        row.used_at = now
    row.save(update_fields=["attempts", "stray_attempts", "closed_at", "used_at"])
    if right:
        return None
    return CodeTooMany("tried too often") if over else CodeWrong("wrong code")


def _spend_link(purpose: CodePurpose, email: str, link: str, *, keep: bool) -> DomainError | None:
    row = find_link(email, link).select_for_update().first() if purpose in _PROVEN_BY_LINK else None
    if row is None:
        return CodeExpired("no live link")
    if not keep:
        row.used_at = timezone.now()
        row.closed_at = row.closed_at or row.used_at
        row.save(update_fields=["used_at", "closed_at"])
    return None


def find_link(email: str, link: str) -> QuerySet[EmailCode]:
    """Return the mail to the address that has this secret in its link, unless it was used or is too old."""
    return EmailCode.objects.filter(
        email=email,
        link_digest=_link_digest(email, link),
        used_at=None,
        created_at__gt=timezone.now() - LINK_LIFETIME,
    )


def _link_digest(email: str, link: str) -> str:
    return salted_hmac("akshamala.email-link", f"{email}:{link}", algorithm="sha256").hexdigest()
