"""Setting up and proving second factors, as a browser does."""

from datetime import timedelta

from django.conf import settings
from django.db.models import F

from project.accounts.models import Token, User
from project.accounts.second_factor import totp
from tests.authenticator import Authenticator
from tests.factories import log_in, make_user
from tests.http import Api

OWN = "/auth/second-factor"


def half_in(user: User | None = None) -> Api:
    """Return a browser of somebody who has given their e-mail code and no second factor yet."""
    return Api(token=log_in(user or make_user(role="admin"), second_factor=False))


def with_passkey(api: Api, name: str = "Laptop") -> Authenticator:
    """Set up a passkey."""
    key = Authenticator(settings.SITE_URL)
    options = api.post(f"{OWN}/passkeys/options").data["options"]
    answer = api.post(f"{OWN}/passkeys", {"credential": key.register(options), "name": name})
    api.token = answer.data["token"]
    return key


def with_app(api: Api) -> str:
    """Set up an authenticator app; return its secret."""
    secret: str = api.post(f"{OWN}/app").data["secret"]
    # Not the step before, though it is taken as well: it may be two steps back when the server looks.
    code = totp.code_at(secret, totp.step_now())
    answer = api.post(f"{OWN}/app/confirm", {"code": code})
    api.token = answer.data["token"]
    return secret


def prove(api: Api, key: Authenticator) -> None:
    """Prove the second factor by the passkey."""
    options = api.post(f"{OWN}/verify/options").data["options"]
    answer = api.post(f"{OWN}/verify/passkey", {"credential": key.prove(options)})
    assert answer.data["secondFactor"]["proven"] is True
    api.token = answer.data["token"]


def let_proof_age(span: timedelta) -> None:
    """Let time pass since every session's proof."""
    Token.objects.update(second_factor_at=F("second_factor_at") - span)
