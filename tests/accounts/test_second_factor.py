"""The second factor of staff: nothing opens without it, and how it is set up, proven and taken away."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db.models import F
from django.test import Client
from pytest_django.fixtures import Settings

from project.accounts.models import AuthenticatorApp, PasskeyChallenge, RecoveryCode, Token, User, WrongCodes
from project.accounts.second_factor import recovery, totp
from project.core.models import Mail
from project.events.models import AuditEntry
from tests.accounts.second_factor_helpers import OWN, half_in, let_proof_age, prove, with_app, with_passkey
from tests.authenticator import Authenticator
from tests.buying import place
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.rights import calls

pytestmark = pytest.mark.django_db


# -- Nothing opens without it --------------------------------------------------------------------


@pytest.mark.parametrize("enrolled", [True, False], ids=["with a factor", "without one"])
def test_no_call_but_those_of_the_second_factor_is_open_without_a_proof(enrolled: bool) -> None:
    admin = make_user(role="admin")
    if enrolled:
        with_app(half_in(admin))
    api = half_in(admin)
    code = "SECOND_FACTOR_REQUIRED" if enrolled else "SECOND_FACTOR_ENROLMENT_REQUIRED"
    client = Client(headers={"Authorization": f"Bearer {api.token}"})
    open_calls = set()
    for call in calls():
        if not call.asks_for_login or call.path == "/auth/logout":
            continue
        answer = client.generic(
            call.method, f"/api{call.filled_path()}", b"{}", content_type="application/json"
        )
        is_json = answer["Content-Type"].startswith("application/json")
        if not is_json or (answer.status_code, answer.json().get("code")) != (403, code):
            open_calls.add(call.path)

    # What they are called is what they do: who am I, and the second factor itself.
    assert {path for path in open_calls if not path.startswith(OWN)} == {"/auth/profile"}
    assert api.post("/auth/logout").status == 200


def test_calls_for_everybody_treat_staff_without_a_proof_as_guests() -> None:
    order = place(make_product())
    admin = make_user(role="admin")

    assert half_in(admin).get(f"/auth/orders/{order.order_id}").status == 404
    assert Api(token=log_in(admin)).get(f"/auth/orders/{order.order_id}").status == 200


def test_customers_need_and_have_no_second_factor() -> None:
    api = Api(token=log_in(make_user()))

    assert api.get("/auth/addresses").status == 200
    assert api.get(OWN).refusal == (403, "FORBIDDEN")
    for path in ("/passkeys/options", "/app", "/recovery-codes", "/verify/options"):
        assert api.post(f"{OWN}{path}").refusal == (403, "FORBIDDEN")


# -- Setting up and proving ----------------------------------------------------------------------


def test_passkey_opens_the_session_that_sets_it_up_and_later_ones_that_prove_it() -> None:
    admin = make_user(role="admin")
    first = half_in(admin)
    assert first.get(OWN).data["secondFactor"]["ways"] == []

    key = with_passkey(first, "Work laptop")

    assert first.get("/admin/dashboard").status == 200
    second = half_in(admin)
    assert second.get("/admin/dashboard").refusal == (403, "SECOND_FACTOR_REQUIRED")
    before = second.get(OWN).data["secondFactor"]
    assert (before["ways"], before["passkeys"], before["proven"]) == (["passkey"], [], False)
    prove(second, key)
    assert second.get("/admin/dashboard").status == 200
    mine = second.get(OWN).data["secondFactor"]["passkeys"][0]
    assert mine["name"] == "Work laptop" and mine["lastUsedAt"] is not None


def test_challenge_is_good_once_in_its_own_session_and_for_minutes() -> None:
    admin = make_user(role="admin")
    api, other = half_in(admin), half_in(admin)
    key = with_passkey(api)
    again = half_in(admin)

    answer = key.prove(again.post(f"{OWN}/verify/options").data["options"])

    # Of another session it answers nothing, and that session's own challenge is used up by the try.
    other.post(f"{OWN}/verify/options")
    for _ in range(2):
        refused = other.post(f"{OWN}/verify/passkey", {"credential": answer})
        assert refused.refusal == (400, "PASSKEY_REFUSED")
    assert (
        not PasskeyChallenge.objects.filter(token__digest__isnull=False, purpose="verify")
        .exclude(token__in=Token.objects.order_by("-pk")[:1])
        .exists()
    )
    again.token = again.post(f"{OWN}/verify/passkey", {"credential": answer}).data["token"]
    assert again.post(f"{OWN}/verify/passkey", {"credential": answer}).refusal == (400, "PASSKEY_REFUSED")
    late = key.prove(again.post(f"{OWN}/verify/options").data["options"])
    PasskeyChallenge.objects.update(expires_at=F("expires_at") - timedelta(minutes=6))
    assert again.post(f"{OWN}/verify/passkey", {"credential": late}).refusal == (400, "PASSKEY_REFUSED")


def test_passkey_of_somebody_else_of_another_site_or_made_up_is_refused() -> None:
    admin = make_user(role="admin")
    mine = with_passkey(half_in(admin))
    theirs = with_passkey(half_in())
    api = half_in(admin)
    forged = Authenticator("https://evil.example", credential_id=mine.credential_id, _key=mine._key)
    for key in (theirs, forged, Authenticator(settings.SITE_URL, credential_id=mine.credential_id)):
        options = api.post(f"{OWN}/verify/options").data["options"]
        assert api.post(f"{OWN}/verify/passkey", {"credential": key.prove(options)}).refusal == (
            400,
            "PASSKEY_REFUSED",
        )
    for nonsense in ({}, {"id": 7}, {"id": "x", "response": []}, {"id": mine.prove(options)["id"]}):
        api.post(f"{OWN}/verify/options")
        assert api.post(f"{OWN}/verify/passkey", {"credential": nonsense}).status == 400
    api.post(f"{OWN}/passkeys/options")

    assert api.get("/admin/dashboard").status == 403


def test_app_is_set_up_by_a_code_and_proves_by_one_that_is_good_once() -> None:
    admin = make_user(role="admin")
    api = half_in(admin)
    new = api.post(f"{OWN}/app").data
    assert new["picture"].startswith("data:image/svg+xml")
    assert api.get(OWN).data["secondFactor"]["ways"] == []
    assert api.post(f"{OWN}/app/confirm", {"code": "000000"}).refusal == (400, "CODE_WRONG")
    before = totp.code_at(new["secret"], totp.step_now())
    set_up = api.post(f"{OWN}/app/confirm", {"code": before}).data
    assert len(set_up["recoveryCodes"]) == 10
    api.token = set_up["token"]
    assert api.get("/admin/dashboard").status == 200

    later = half_in(admin)

    assert later.post(f"{OWN}/verify/code", {"code": before}).refusal == (400, "CODE_WRONG")
    code = totp.code_at(new["secret"], totp.step_now() + 1)
    later.token = later.post(f"{OWN}/verify/code", {"code": code}).data["token"]
    assert later.get("/admin/dashboard").status == 200
    assert half_in(admin).post(f"{OWN}/verify/code", {"code": code}).refusal == (400, "CODE_WRONG")


def test_secret_of_the_app_is_kept_encrypted_and_recovery_codes_as_digests() -> None:
    api = half_in()
    secret = with_app(api)
    codes = api.post(f"{OWN}/recovery-codes").data["recoveryCodes"]

    rows = str([*AuthenticatorApp.objects.values(), *RecoveryCode.objects.values()])

    assert secret not in rows and codes[0] not in rows and codes[0].replace("-", "") not in rows
    assert totp.SECRETS.decrypted(AuthenticatorApp.objects.get().secret) == secret
    AuthenticatorApp.objects.update(secret="of another key")
    assert half_in(User.objects.get()).post(f"{OWN}/verify/code", {"code": "123456"}).status == 400


def test_wrong_codes_of_an_account_are_limited_over_all_its_sessions_while_passkeys_still_open() -> None:
    admin = make_user(role="admin")
    first = half_in(admin)
    secret = with_app(first)
    key = with_passkey(first)
    for _ in range(5):
        assert half_in(admin).post(f"{OWN}/verify/code", {"code": "000000"}).refusal == (400, "CODE_WRONG")
    right = {"code": totp.code_at(secret, totp.step_now() + 1)}
    locked = half_in(admin).post(f"{OWN}/verify/code", right)

    assert locked.refusal == (429, "RATE_LIMITED")
    assert 800 < locked.body["retryAfter"] <= 901
    assert AuditEntry.objects.filter(action="second_factor.locked").count() == 1
    prove(half_in(admin), key)
    # The passkey's proof shows that it is the owner who typed.
    assert half_in(admin).post(f"{OWN}/verify/code", right).status == 200


def test_wait_after_wrong_codes_ends_after_a_while() -> None:
    admin = make_user(role="admin")
    secret = with_app(half_in(admin))
    for _ in range(5):
        half_in(admin).post(f"{OWN}/verify/code", {"code": "000000"})
    WrongCodes.objects.update(blocked_until=F("blocked_until") - timedelta(minutes=16))

    assert half_in(admin).post(f"{OWN}/verify/code", {"code": "000000"}).refusal == (400, "CODE_WRONG")
    right = {"code": totp.code_at(secret, totp.step_now() + 1)}
    assert half_in(admin).post(f"{OWN}/verify/code", right).status == 200


def test_codes_of_the_app_and_recovery_codes_are_understood_in_devanagari() -> None:
    admin = make_user(role="admin")
    api = half_in(admin)
    secret = with_app(api)
    recovery_code = api.post(f"{OWN}/recovery-codes").data["recoveryCodes"][0]

    for code in (totp.code_at(secret, totp.step_now() + 1), recovery_code):
        typed = code.translate(str.maketrans("0123456789", "०१२३४५६७८९"))
        assert half_in(admin).post(f"{OWN}/verify/code", {"code": typed}).status == 200


def test_recovery_code_opens_once_however_it_is_typed_and_is_told_by_mail() -> None:
    admin = make_user(role="admin")
    api = half_in(admin)
    with_app(api)
    codes = api.post(f"{OWN}/recovery-codes").data["recoveryCodes"]

    assert half_in(admin).post(f"{OWN}/verify/code", {"code": f" {codes[0].lower()} "}).status == 200

    assert half_in(admin).post(f"{OWN}/verify/code", {"code": codes[0]}).refusal == (400, "CODE_WRONG")
    assert api.get(OWN).data["secondFactor"]["recoveryCodesLeft"] == 9
    mail = Mail.objects.filter(kind="second_factor_changed").latest("pk")
    assert mail.to == admin.email and "9" in mail.text
    renewed = api.post(f"{OWN}/recovery-codes").data["recoveryCodes"]
    assert half_in(admin).post(f"{OWN}/verify/code", {"code": codes[1]}).status == 400
    assert half_in(admin).post(f"{OWN}/verify/code", {"code": renewed[1]}).status == 200


# -- Changing ------------------------------------------------------------------------------------


def test_second_factors_change_only_with_a_fresh_proof() -> None:
    admin = make_user(role="admin")
    api = half_in(admin)
    key = with_passkey(api)
    stranger = half_in(admin)
    changes = [
        ("POST", "/passkeys/options"),
        ("POST", "/app"),
        ("DELETE", "/app"),
        ("POST", "/recovery-codes"),
        ("DELETE", "/passkeys/NONE"),
    ]
    for method, path in changes:
        assert stranger.other(method, f"{OWN}{path}").refusal == (403, "SECOND_FACTOR_REQUIRED")
    let_proof_age(timedelta(minutes=11))
    for method, path in changes:
        assert api.other(method, f"{OWN}{path}").refusal == (403, "REAUTHENTICATION_REQUIRED")

    prove(api, key)

    assert api.post(f"{OWN}/recovery-codes").status == 200


def test_last_second_factor_stays() -> None:
    api = half_in()
    with_passkey(api)
    passkey = api.get(OWN).data["secondFactor"]["passkeys"][0]["_id"]
    assert api.other("DELETE", f"{OWN}/passkeys/{passkey}").refusal == (409, "LAST_SECOND_FACTOR")
    with_app(api)
    assert api.other("DELETE", f"{OWN}/passkeys/{passkey}").status == 200
    assert api.other("DELETE", f"{OWN}/app").refusal == (409, "LAST_SECOND_FACTOR")
    with_passkey(api, "Another")

    assert api.other("DELETE", f"{OWN}/app").data["secondFactor"]["ways"] == ["passkey"]
    assert api.other("DELETE", f"{OWN}/app").refusal == (404, "NOT_FOUND")


def test_new_app_replaces_the_old_one_once_it_is_confirmed() -> None:
    admin = make_user(role="admin")
    api = half_in(admin)
    old = with_app(api)
    waiting = api.post(f"{OWN}/app").data["secret"]
    newest = totp.step_now() + 1
    assert half_in(admin).post(f"{OWN}/verify/code", {"code": totp.code_at(waiting, newest)}).status == 400
    assert half_in(admin).post(f"{OWN}/verify/code", {"code": totp.code_at(old, newest)}).status == 200

    code = totp.code_at(waiting, newest - 1)
    assert api.post(f"{OWN}/app/confirm", {"code": code}).data["recoveryCodes"] == []

    assert AuthenticatorApp.objects.get().confirmed_at is not None
    assert half_in(admin).post(f"{OWN}/verify/code", {"code": totp.code_at(waiting, newest)}).status == 200


def test_every_change_is_logged_and_told_by_mail() -> None:
    admin = make_user(role="admin")
    api = half_in(admin)
    with_passkey(api)
    with_app(api)
    api.post(f"{OWN}/recovery-codes")
    api.other("DELETE", f"{OWN}/app")

    changes = ["passkey_added", "app_added", "codes_renewed", "app_removed"]
    entries = AuditEntry.objects.filter(subject=f"user:{admin.public_id}").order_by("pk")
    assert [entry.action for entry in entries] == [f"second_factor.{change}" for change in changes]
    mails = Mail.objects.filter(kind="second_factor_changed", to=admin.email)
    assert mails.count() == len(changes)


def test_app_and_recovery_codes_outlive_a_new_key_that_names_the_old_one(settings: Settings) -> None:
    user = make_user(role="admin")
    stored, codes = totp.SECRETS.encrypted(totp.new_secret()), recovery.renew(user)
    old = settings.SECRET_KEY

    settings.SECRET_KEY = "another key of the shop"
    without = (totp.SECRETS.decrypted(stored), recovery.spend(user, codes[0]))
    settings.SECRET_KEY_FALLBACKS = [old]

    assert without == (None, False)
    assert totp.SECRETS.decrypted(stored) is not None
    assert not totp.SECRETS.is_current(stored)
    assert recovery.spend(user, codes[0])
    assert not recovery.spend(user, codes[0])


def test_secret_of_the_app_is_encrypted_under_the_new_key_once_it_is_used(settings: Settings) -> None:
    admin = make_user(role="admin")
    secret = with_app(half_in(admin))
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of the shop"
    code = totp.code_at(secret, totp.step_now() + 1)

    assert half_in(admin).post(f"{OWN}/verify/code", {"code": code}).status == 200

    settings.SECRET_KEY_FALLBACKS = []
    assert totp.SECRETS.decrypted(AuthenticatorApp.objects.get().secret) == secret
