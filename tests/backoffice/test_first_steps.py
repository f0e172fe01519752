"""The owner's checklist: each step says what is missing until it is there, and comes back when it breaks."""

import pytest
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from project.accounts.models import User
from project.backoffice.first_steps import read_first_steps
from project.core.connections import store_values
from project.core.models import Connection
from project.payments.attempts.trial import open_trial
from tests.buying import pay, place
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db
SERVER = {"host": "smtp.mala.example", "port": "587", "user": "", "tls": "1", "sender": "care@mala.example"}


def owner() -> Api:
    return Api(token=log_in(make_user(role="admin")))


def texts() -> dict[str, str]:
    """Return what each open step says is missing."""
    with override("en"):
        return {step.name: step.text for step in read_first_steps().steps if not step.is_done}


def enter_mail_server() -> None:
    store_values("mail", version=0, values=SERVER, secrets={"password": ""}, author="test")


def fill_in_seller() -> None:
    change_shop(
        brand={"name": "Neelkanth Beads", "mark": "0123456789ab"},
        seller={"legal_name": "Neelkanth LLP", "address": "1 MG Road", "grievance_officer": "A. Rao"},
        contact={"email": "care@neelkanth.example", "phone": "+91 98765 43210"},
        tax={"registration": "registered", "gstin": "27AAPFU0939F1ZV"},
        shipping={"flat_paise": 4_900},
    )


def test_new_shop_is_told_what_is_missing() -> None:
    answer = owner().get("/admin/first-steps")

    missing = {step["name"]: step["text"] for step in answer.data["steps"] if not step["isDone"]}
    assert [*missing] == [
        "name",
        "mark",
        "seller",
        "tax",
        "shipping",
        "legal",
        "mail",
        "keys",
        "product",
        "purchase",
    ]
    assert missing["seller"] == (
        "Still missing: legal name, address, grievance officer, email address, phone number."
    )
    assert answer.data["isReady"] is False


def test_each_step_leaves_the_list_once_it_is_done(provider: SandboxProcess) -> None:
    fill_in_seller()
    assert [*texts()] == ["legal", "mail", "keys", "product", "purchase"]

    change_shop(setup={"legal_pages_confirmed": True})
    enter_mail_server()
    product = make_product()
    assert [*texts()] == ["keys", "purchase"]
    pay(open_trial("phonepe", key=None, actor="").order, provider)
    pay(place(product), provider)

    assert texts() == {}
    assert read_first_steps().is_ready
    assert {step.name: step.text for step in read_first_steps().steps}["tax"] == "27AAPFU0939F1ZV"


def test_seller_who_lacks_one_thing_is_told_which() -> None:
    fill_in_seller()
    change_shop(contact={"phone": "+91 00000 00000"})

    assert texts()["seller"] == "Still missing: phone number."


def test_free_delivery_counts_once_the_owner_has_confirmed_it() -> None:
    api = owner()
    steps = api.get("/admin/first-steps").data
    setup = steps["setup"] | {"shippingConfirmed": True}

    api.other("PATCH", "/admin/settings", {"version": steps["version"], "setup": setup})

    assert "shipping" not in texts()


def test_steps_speak_the_readers_language() -> None:
    api = Api(token=log_in(make_user(role="admin")), language="hi")

    steps = api.get("/admin/first-steps").data["steps"]

    assert steps[0]["title"] == "दुकान का नाम"


@pytest.mark.parametrize(
    ("address", "is_done"),
    [("https://mala.example", True), ("http://mala.example", False), ("https://localhost", False)],
)
def test_shop_that_sells_has_an_https_address(settings: Settings, address: str, is_done: bool) -> None:
    settings.SANDBOX, settings.SITE_URL = False, address

    step = next(step for step in read_first_steps().steps if step.name == "domain")

    assert step.is_done is is_done
    assert address in step.text


def test_server_of_the_operator_counts_after_a_test_mail(settings: Settings) -> None:
    settings.EMAIL_HOST = "smtp.operator.example"
    assert texts()["mail"] == (
        "Set MAIL_FROM in the secrets’ file: care@akshamala.example is the sample’s address."
    )

    settings.DEFAULT_FROM_EMAIL = "care@neelkanth.example"

    assert texts()["mail"] == "Send yourself a test mail."


def test_hidden_checklist_asks_for_what_is_missing_again_and_nothing_else(settings: Settings) -> None:
    change_shop(setup={"checklist_hidden": True})
    assert [*texts()] == ["mail"]
    enter_mail_server()
    assert texts() == {}

    # A lost key: what was entered cannot be read any more.
    settings.SECRET_KEY = "another key " * 5
    Connection.objects.update(version=2)

    assert texts() == {"mail": "No mail server is set up, so mails wait."}


def test_sample_shop_has_no_first_steps() -> None:
    User.objects.create(email="care@akshamala.example", is_sample=True)

    assert read_first_steps().steps == []


@pytest.mark.production_stack
def test_list_takes_few_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    change_shop(setup={"checklist_hidden": True})
    enter_mail_server()
    read_first_steps()

    with django_assert_num_queries(3):
        read_first_steps()


@pytest.mark.parametrize("role", ["support", "orders", "finance", "catalogue", "customer"])
def test_others_do_not_read_them(role: str) -> None:
    assert Api(token=log_in(make_user(role=role))).get("/admin/first-steps").refusal == (403, "FORBIDDEN")
