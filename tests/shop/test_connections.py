"""An admin enters mail server and payment keys: tried first, encrypted, never read out; the operator wins."""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import serializers
from pytest_django.fixtures import Settings

from project.backoffice.first_steps import read_first_steps
from project.catalog.models import Product
from project.core.connections import providers_set_up, stored_values
from project.core.mail import queue_mail
from project.core.mail_server import MailServer, mail_server, mails_codes
from project.core.models import Connection, Mail, MailStatus
from project.events.models import AuditEntry
from project.payments.models import Payment, PaymentStatus
from project.payments.providers.registry import INSTALLED, get_provider, provider_names
from tests.accounts.second_factor_helpers import let_proof_age
from tests.buying import guest_body, item, new_key, pay_call, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.sandbox_process import SandboxProcess
from tests.smtp_server import SmtpServer
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery staple"
KEYS = {
    "client_id": "SANDBOX-CLIENT",
    "client_secret": "sandbox-client-secret",
    "webhook_username": "",
    "webhook_password": "",
    "webhook_secret": "sandbox-webhook-secret",
}


@pytest.fixture
def smtp() -> Iterator[SmtpServer]:
    server = SmtpServer()
    yield server
    server.stop()


@pytest.fixture
def unset(provider: SandboxProcess, settings: Settings) -> SandboxProcess:
    """A shop whose environment has no keys, and the provider it would ask."""
    settings.PAYMENT_PROVIDERS = INSTALLED
    settings.PROVIDERS_ON_SCREEN = [*INSTALLED]
    for name in ("CLIENT_ID", "CLIENT_SECRET", "WEBHOOK_USERNAME", "WEBHOOK_PASSWORD", "WEBHOOK_SECRET"):
        setattr(settings, f"PHONEPE_{name}", "")
    for name in ("KEY_ID", "KEY_SECRET", "WEBHOOK_SECRET"):
        setattr(settings, f"RAZORPAY_{name}", "")
    settings.RAZORPAY_API_URL = f"{provider.url}/razorpay"
    return provider


def admin() -> Api:
    return Api(token=log_in(make_user(role="admin", name="Meera", email="meera@example.com")))


def mail_values(smtp: SmtpServer, **changes: str) -> dict[str, str]:
    values = {"host": "127.0.0.1", "port": str(smtp.port), "user": "", "password": "", "tls": "0"}
    return values | {"sender": "Mala <care@mala.example>"} | changes


def save(api: Api, name: str, values: dict[str, str], version: int = 0) -> Answer:
    return api.other("PUT", f"/admin/settings/connections/{name}", {"version": version, "values": values})


def order(product: Product) -> Answer:
    return Api().post("/orders/create-guest-order", guest_body(item(product)), key=new_key())


def shown(answer: Answer, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in answer.data["connections"] if each["name"] == name)
    return found | {"fields": {each["name"]: each["value"] for each in found["fields"]}}


# -- The mail server -----------------------------------------------------------------------------


def test_entered_mail_server_is_tried_and_sends_what_waited(smtp: SmtpServer, settings: Settings) -> None:
    settings.SANDBOX = False
    waiting = queue_mail(kind="login_code", dedupe_key="1", to="asha@example.com", language="en", context={})
    sweep()
    assert Mail.objects.get().status == MailStatus.DUE
    settings.SANDBOX = True
    waiting.delete()

    answer = save(admin(), "mail", mail_values(smtp))

    assert answer.body["message"] == "It works, and is saved"
    assert [(mail["To"], mail["From"]) for mail in smtp.mails] == [
        ("meera@example.com", "Mala <care@mala.example>")
    ]
    queue_mail(
        kind="login_code",
        dedupe_key="2",
        to="asha@example.com",
        language="en",
        context={"code": "123456", "minutes": 10},
    )
    sweep()
    assert smtp.mails[1]["To"] == "asha@example.com"
    row = shown(answer, "mail")
    assert (row["version"], row["savedBy"], row["byOperator"]) == (1, "Meera", False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"host": ""},
        {"host": "mail.example\r\nX: y"},
        {"port": "0"},
        {"port": "25a"},
        {"port": "70000"},
        {"sender": "nobody"},
        {"sender": "Mala <care@mala.example>\r\nBcc: all@example.com"},
        {"tls": "maybe"},
        {"user": "shop"},
        {"password": "x" * 201},
        {"extra": "x"},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_no_mail_server_has_is_refused_and_not_tried(smtp: SmtpServer, wrong: dict[str, str]) -> None:
    answer = save(admin(), "mail", mail_values(smtp, **wrong))

    assert answer.status in (400, 422), answer.body
    assert not (smtp.mails or Connection.objects.exists())


def test_only_ports_of_mail_servers_and_public_addresses_are_tried(
    smtp: SmtpServer, settings: Settings
) -> None:
    settings.SANDBOX = False

    assert save(admin(), "mail", mail_values(smtp)).status == 400
    for host in ("127.0.0.1", "localhost", "169.254.169.254", "10.0.0.1", "::1", "0.0.0.0"):
        server = MailServer(host, smtp.port, "", "", use_tls=False, sender="a@b.example", is_entered=True)
        with pytest.raises(OSError, match="not a public address"):
            server.backend().open()
    assert not smtp.mails


def test_server_that_refuses_is_not_saved_and_its_words_are_not_told(smtp: SmtpServer) -> None:
    smtp.refusal, smtp.refuse_at = "550 secret banner", "RCPT"
    api = admin()

    refused = save(api, "mail", mail_values(smtp))
    smtp.stop()
    silent = save(api, "mail", mail_values(smtp))

    assert refused.refusal == silent.refusal == (400, "CONNECTION_FAILED")
    assert "banner" not in json.dumps(refused.body)
    assert not Connection.objects.exists()


def test_mail_server_of_the_environment_wins_and_is_not_replaced(
    smtp: SmtpServer, settings: Settings
) -> None:
    api = admin()
    save(api, "mail", mail_values(smtp))
    settings.EMAIL_HOST = "smtp.operator.example"

    assert save(api, "mail", mail_values(smtp), version=1).refusal == (403, "FORBIDDEN")
    server = mail_server()
    assert server is not None and server.host == "smtp.operator.example"
    row = shown(api.get("/admin/settings/connections"), "mail")
    assert row["byOperator"] and not any(row["fields"].values())


def test_test_mail_goes_to_the_caller_and_is_remembered(smtp: SmtpServer, settings: Settings) -> None:
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", smtp.port, False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.DEFAULT_FROM_EMAIL = "care@mala.example"
    api = admin()

    answer = api.post("/admin/settings/connections/mail/test")

    assert answer.body["message"] == "A test mail is on its way to meera@example.com"
    assert [mail["To"] for mail in smtp.mails] == ["meera@example.com"]
    step = next(step for step in read_first_steps().steps if step.name == "mail")
    assert step.is_done


def test_test_mail_that_does_not_leave_is_not_remembered(smtp: SmtpServer, settings: Settings) -> None:
    api = admin()
    assert api.post("/admin/settings/connections/mail/test").refusal == (400, "CONNECTION_FAILED")
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", smtp.port, False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    smtp.stop()

    assert api.post("/admin/settings/connections/mail/test").refusal == (400, "CONNECTION_FAILED")
    assert not AuditEntry.objects.filter(action="settings.mail_tried").exists()


# -- Payment keys --------------------------------------------------------------------------------


def test_entered_keys_open_the_shop_without_a_restart(unset: SandboxProcess) -> None:
    product = make_product()
    assert provider_names() == []
    refused = order(product)
    assert refused.refusal == (503, "SHOP_NOT_OPEN") and "Payments are not set up" in refused.body["message"]

    answer = save(admin(), "phonepe", KEYS)

    assert answer.status == 200, answer.body
    assert provider_names() == providers_set_up() == ["phonepe"]
    assert get_provider("phonepe").order_status("TXN0") is None
    assert order(product).status == 200


def test_wrong_keys_are_not_saved(unset: SandboxProcess) -> None:
    api = admin()

    assert save(api, "phonepe", KEYS | {"client_secret": "wrong"}).refusal == (400, "CONNECTION_FAILED")
    assert save(api, "phonepe", KEYS | {"client_secret": ""}).status == 400
    assert save(api, "phonepe", KEYS | {"webhook_secret": ""}).status == 400
    razorpay = {"key_id": "nobody", "key_secret": "wrong", "webhook_secret": "x"}
    assert save(api, "razorpay", razorpay).refusal == (400, "CONNECTION_FAILED")
    assert save(api, "nobody", {}).refusal == (404, "NOT_FOUND")
    assert provider_names() == []


def test_keys_of_razorpay_work_beside(unset: SandboxProcess) -> None:
    keys = {
        "key_id": "SANDBOX-CLIENT",
        "key_secret": "sandbox-client-secret",
        "webhook_secret": "sandbox-webhook-secret",
    }

    assert save(admin(), "razorpay", keys).status == 200
    assert provider_names() == ["razorpay"]


def test_webhooks_prove_nothing_before_there_are_keys(unset: SandboxProcess) -> None:
    for name in INSTALLED:
        assert Api().post(f"/payments/webhooks/{name}", {"event": "x"}).status == 404


# -- Secrets -------------------------------------------------------------------------------------


def test_secrets_are_encrypted_and_shown_nowhere(
    unset: SandboxProcess, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    api = admin()

    answer = save(api, "phonepe", KEYS)
    failed = save(api, "phonepe", KEYS | {"client_id": "x"}, version=1)

    row = shown(answer, "phonepe")
    assert (row["fields"]["client_secret"], row["fields"]["client_id"]) == ("…cret", "SANDBOX-CLIENT")
    seen = [
        serializers.serialize("json", [*Connection.objects.all(), *AuditEntry.objects.all()]),
        json.dumps([answer.body, failed.body, api.get("/admin/settings/connections").body]),
        caplog.text,
    ]
    for secret in (KEYS["client_secret"], KEYS["webhook_secret"]):
        assert not any(secret in text for text in seen)
    entry = AuditEntry.objects.get(action="settings.connected")
    assert (entry.subject, entry.before["version"], entry.after["version"]) == ("connection:phonepe", 0, 1)


def test_saved_secrets_outlive_a_new_secret_key_by_the_fallbacks(
    unset: SandboxProcess, settings: Settings
) -> None:
    save(admin(), "phonepe", KEYS)
    old = settings.SECRET_KEY
    Connection.objects.update(version=2)

    settings.SECRET_KEY = "k" * 60
    assert stored_values("phonepe") == {}
    Connection.objects.update(version=3)
    settings.SECRET_KEY_FALLBACKS = [old]

    assert stored_values("phonepe")["client_secret"] == KEYS["client_secret"]


# -- Who may -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["support", "orders", "finance", "catalogue", "customer"])
def test_others_neither_read_nor_save(unset: SandboxProcess, role: str) -> None:
    api = Api(token=log_in(make_user(role=role)))

    assert api.get("/admin/settings/connections").refusal == (403, "FORBIDDEN")
    assert api.post("/admin/settings/connections/mail/test").refusal == (403, "FORBIDDEN")
    assert save(api, "phonepe", KEYS).refusal == (403, "FORBIDDEN")


def test_save_needs_a_fresh_proof(unset: SandboxProcess) -> None:
    api = admin()
    let_proof_age(timedelta(minutes=11))

    assert save(api, "phonepe", KEYS).refusal == (403, "REAUTHENTICATION_REQUIRED")


def test_outdated_form_overwrites_nothing(unset: SandboxProcess) -> None:
    api = admin()
    save(api, "phonepe", KEYS)

    assert save(api, "phonepe", KEYS).refusal == (409, "SETTINGS_CHANGED")


@pytest.mark.django_db(transaction=True)
def test_two_saves_at_once_are_one(unset: SandboxProcess) -> None:
    api = admin()

    answers = at_once(3, lambda _: save(Api(token=api.token), "phonepe", KEYS).status)

    assert sorted(answers) == [200, 409, 409]
    assert Connection.objects.get().version == 1


@pytest.mark.usefixtures("limits")
def test_tries_are_limited(smtp: SmtpServer) -> None:
    api = admin()

    answers = [save(api, "mail", mail_values(smtp, host="")).status for _ in range(21)]

    assert answers[-1] == 429 and 429 not in answers[:20]


# -- Removing ------------------------------------------------------------------------------------


def remove(api: Api, name: str, version: int) -> Answer:
    return api.other("DELETE", f"/admin/settings/connections/{name}?version={version}")


def test_removed_mail_server_lets_mails_wait_and_takes_the_mailed_code_from_logins(
    smtp: SmtpServer, settings: Settings
) -> None:
    api = admin()
    save(api, "mail", mail_values(smtp))
    settings.SANDBOX = False
    assert mails_codes()

    answer = remove(api, "mail", 1)

    assert answer.body["message"] == "Removed"
    row = shown(answer, "mail")
    assert (row["isSetUp"], row["version"], any(row["fields"].values())) == (False, 2, False)
    assert mail_server() is None and not mails_codes()
    assert Connection.objects.get().secrets == ""
    entry = AuditEntry.objects.get(action="settings.disconnected")
    assert (entry.subject, entry.before["host"]) == ("connection:mail", "127.0.0.1")


def test_removed_keys_close_the_shop_and_new_ones_open_it(unset: SandboxProcess) -> None:
    product, api = make_product(), admin()
    save(api, "phonepe", KEYS)

    assert remove(api, "phonepe", 1).status == 200
    assert provider_names() == [] and order(product).refusal == (503, "SHOP_NOT_OPEN")
    assert save(api, "phonepe", KEYS, version=2).status == 200
    assert provider_names() == ["phonepe"]


def test_keys_stay_while_a_payment_is_open(unset: SandboxProcess) -> None:
    product, api = make_product(), admin()
    save(api, "phonepe", KEYS)
    start(place(product))

    assert remove(api, "phonepe", 1).refusal == (409, "CONNECTION_IN_USE")
    Payment.objects.update(status=PaymentStatus.FAILED, is_open=False)
    assert remove(api, "phonepe", 1).refusal == (409, "CONNECTION_IN_USE")
    Payment.objects.update(next_check_at=None)
    assert remove(api, "phonepe", 1).status == 200


def test_removal_names_the_version_that_was_seen(unset: SandboxProcess) -> None:
    api = admin()
    assert remove(api, "phonepe", 0).refusal == (404, "NOT_FOUND")
    save(api, "phonepe", KEYS)

    assert remove(api, "phonepe", 0).refusal == (409, "SETTINGS_CHANGED")
    assert remove(api, "nobody", 1).refusal == (404, "NOT_FOUND")
    assert remove(Api(token=log_in(make_user(role="support"))), "phonepe", 1).refusal == (403, "FORBIDDEN")
    let_proof_age(timedelta(minutes=11))
    assert remove(api, "phonepe", 1).refusal == (403, "REAUTHENTICATION_REQUIRED")
    assert provider_names() == ["phonepe"]


@pytest.mark.django_db(transaction=True)
def test_payment_and_removal_at_once_are_one_after_the_other(unset: SandboxProcess) -> None:
    product, api = make_product(), admin()
    save(api, "phonepe", KEYS)
    ordered = place(product)

    def act(number: int) -> int:
        return remove(Api(token=api.token), "phonepe", 1).status if number else pay_call(ordered).status

    paid, removed = at_once(2, act)

    assert (paid == 200, removed) in {(True, 409), (False, 200)}
    assert Payment.objects.filter(status=PaymentStatus.PENDING).exists() == (removed == 409)
