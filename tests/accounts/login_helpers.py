"""Someone with a browser that is logged in, and the codes in their mailbox."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from project.accounts.models import EmailCode, User
from project.core.models import Mail
from tests.factories import log_in, make_user
from tests.http import Api

# What Chrome on a phone and Firefox on Linux send.
PHONE = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/128.0.0.0 Mobile Safari/537.36"
)
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"

ADDRESS = {
    "street": "12 MG Road",
    "city": "Pune",
    "state": "Maharashtra",
    "pincode": "411001",
    "country": "India",
}
SAVED = ADDRESS | {"name": "Asha Rao", "phone": "9876543210"}
PASSWORD = "malas under the banyan"


def signed_in(user: User | None = None, *, language: str = "en", **fields: Any) -> tuple[User, Api]:
    """Return a user and a browser of theirs."""
    user = user or make_user(**fields)
    return user, Api(token=log_in(user), language=language)


def with_password(password: str = PASSWORD, **fields: Any) -> User:
    """Create a user who has this password."""
    user = make_user(**fields)
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


def code_to(email: str, kind: str = "login") -> str:
    """Return the newest code of a kind that was mailed."""
    code: str = Mail.objects.filter(to=email, kind=f"{kind}_code").latest("pk").context["code"]
    return code


def proof(api: Api, purpose: str) -> dict[str, str]:
    """Have a code sent to the account's own address; return it as the proof that a call wants."""
    email = api.get("/auth/profile").data["user"]["email"]
    let_code_pass(email, timedelta(seconds=31))
    api.post("/auth/confirm/send-otp", {"purpose": purpose})
    return {"otp": code_to(email, purpose)}


def wrong(code: str) -> str:
    """Return another code."""
    return f"{(int(code) + 1) % 1_000_000:06d}"


def let_code_pass(email: str, span: timedelta) -> None:
    """Let time pass for the codes of an address."""
    EmailCode.objects.filter(email=email).update(
        created_at=F("created_at") - span,
        expires_at=F("expires_at") - span,
        used_at=F("used_at") - span,
    )
