"""Changes of second factors that a hijacked or careless staff session cannot make."""

import pytest
from django.conf import settings

from project.accounts.models import Passkey, RecoveryCode
from project.accounts.second_factor import totp
from project.accounts.second_factor.actions import MAX_PASSKEYS
from project.events.models import AuditEntry
from tests.accounts.second_factor_helpers import OWN, half_in, with_app, with_passkey
from tests.authenticator import Authenticator
from tests.factories import make_user
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db


def register(api: Api, key: Authenticator) -> Answer:
    options = api.post(f"{OWN}/passkeys/options").data["options"]
    return api.post(f"{OWN}/passkeys", {"credential": key.register(options), "name": "Key"})


@pytest.mark.parametrize("same_account", [True, False], ids=["twice", "of another account"])
def test_passkey_that_is_known_already_is_not_kept_again(same_account: bool) -> None:
    first = half_in()
    key = with_passkey(first)
    second = first if same_account else half_in()

    assert register(second, key).refusal == (400, "PASSKEY_REFUSED")

    assert Passkey.objects.count() == 1
    if not same_account:
        assert second.get("/admin/dashboard").status == 403


@pytest.mark.parametrize("credential", [{}, {"id": "x", "response": []}, {"response": {"clientDataJSON": 1}}])
def test_passkey_no_browser_makes_is_refused_and_opens_nothing(credential: dict[str, object]) -> None:
    api = half_in()
    api.post(f"{OWN}/passkeys/options")

    refused = api.post(f"{OWN}/passkeys", {"credential": credential, "name": "Key"})

    assert refused.refusal == (400, "PASSKEY_REFUSED")
    assert api.get("/admin/dashboard").status == 403


def test_passkey_made_without_our_challenge_or_at_another_site_is_refused() -> None:
    api = half_in()
    options = api.post(f"{OWN}/passkeys/options").data["options"]
    api.post(f"{OWN}/passkeys", {"credential": {}, "name": "Key"})  # spends the challenge
    late = Authenticator(settings.SITE_URL).register(options)

    assert api.post(f"{OWN}/passkeys", {"credential": late, "name": "Key"}).status == 400
    assert register(api, Authenticator("https://evil.example")).refusal == (400, "PASSKEY_REFUSED")
    assert not Passkey.objects.exists()


def test_account_cannot_gather_passkeys_without_end() -> None:
    api = half_in()
    for _ in range(MAX_PASSKEYS):
        with_passkey(api)

    assert api.post(f"{OWN}/passkeys/options").refusal == (400, "PASSKEY_REFUSED")

    assert Passkey.objects.count() == MAX_PASSKEYS


@pytest.mark.parametrize("whose", ["another's", "nobody's"])
def test_nobody_removes_a_passkey_that_is_not_theirs(whose: str) -> None:
    theirs = half_in()
    with_passkey(theirs)
    mine = half_in()
    with_passkey(mine)
    with_app(mine)
    target = theirs.get(OWN).data["secondFactor"]["passkeys"][0]["_id"] if whose == "another's" else "none"

    assert mine.other("DELETE", f"{OWN}/passkeys/{target}").status == 404

    assert Passkey.objects.count() == 2
    assert not AuditEntry.objects.filter(action="second_factor.passkey_removed").exists()


def test_recovery_codes_are_not_given_to_an_account_without_a_factor() -> None:
    api = half_in()

    assert api.post(f"{OWN}/recovery-codes").refusal == (403, "FORBIDDEN")

    assert not RecoveryCode.objects.exists()


def test_codes_of_a_new_app_cannot_be_guessed_without_end() -> None:
    admin = make_user(role="admin")
    api = half_in(admin)
    secret = api.post(f"{OWN}/app").data["secret"]
    for _ in range(5):
        assert api.post(f"{OWN}/app/confirm", {"code": "000000"}).refusal == (400, "CODE_WRONG")
    right = {"code": totp.code_at(secret, totp.step_now())}

    assert half_in(admin).post(f"{OWN}/app/confirm", right).refusal == (429, "RATE_LIMITED")

    assert api.get(OWN).data["secondFactor"]["ways"] == []
