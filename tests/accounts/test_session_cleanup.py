"""Deletion of sessions, codes and tokens that no longer let anybody in."""

from datetime import timedelta

import pytest
from django.db.models import F

from project.accounts.actions.sessions import forget_old_sessions_and_codes
from project.accounts.address_proofs import PROOF_LIFETIME, prove
from project.accounts.models import AddressProof, EmailCode, Token
from tests.accounts.login_helpers import let_code_pass, signed_in
from tests.factories import log_in
from tests.http import Api

pytestmark = pytest.mark.django_db


def test_codes_go_a_day_after_their_end() -> None:
    for email in ("old@example.com", "recent@example.com"):
        Api().post("/auth/send-otp", {"email": email})
    let_code_pass("old@example.com", timedelta(days=1, minutes=11))
    let_code_pass("recent@example.com", timedelta(hours=23))

    forget_old_sessions_and_codes()

    assert list(EmailCode.objects.values_list("email", flat=True)) == ["recent@example.com"]


def test_proofs_of_an_address_go_with_their_end() -> None:
    for email in ("old@example.com", "live@example.com"):
        prove(email)
    AddressProof.objects.filter(email="old@example.com").update(expires_at=F("expires_at") - PROOF_LIFETIME)

    forget_old_sessions_and_codes()

    assert list(AddressProof.objects.values_list("email", flat=True)) == ["live@example.com"]


def test_sessions_go_thirty_days_after_their_end_and_live_ones_stay() -> None:
    user, here = signed_in()
    for _ in range(4):
        log_in(user)
    expired_long_ago, expired, revoked_long_ago, revoked = Token.objects.order_by("-pk")[:4]
    for token, days in ((expired_long_ago, 61), (expired, 59)):
        Token.objects.filter(pk=token.pk).update(expires_at=F("expires_at") - timedelta(days=days))
    for token, days in ((revoked_long_ago, 31), (revoked, 29)):
        Token.objects.filter(pk=token.pk).update(revoked_at=F("created_at") - timedelta(days=days))

    forget_old_sessions_and_codes()

    left = set(Token.objects.values_list("pk", flat=True))
    assert {expired.pk, revoked.pk} <= left
    assert not {expired_long_ago.pk, revoked_long_ago.pk} & left
    assert here.get("/auth/profile").status == 200
