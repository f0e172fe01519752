"""API tokens: programs call the staff API by them, with less than their maker may do, until they end."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import Error, IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from project.accounts import account_administration
from project.accounts.actions.sessions import log_out_everywhere
from project.accounts.api_tokens import create_token
from project.accounts.models import ApiToken, User
from project.api import api as shop_api
from project.core.errors import Forbidden
from project.core.rights import TOKEN_RIGHTS
from project.events.models import AuditEntry
from project.payments.models import Case
from tests.accounts.second_factor_helpers import let_proof_age
from tests.buying import new_key, place
from tests.discounts.discount_helpers import make_code, read
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.payments.statements import enter, line, report
from tests.rights import calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    """The maker of the tokens; the shop has another admin, too."""
    make_user(role="admin")
    return make_user(role="admin", name="Meera")


def program(maker: User, *rights: str) -> Api:
    """Return a program that calls with a new token."""
    return Api(token=create_token(maker, name="Warehouse", rights=rights or ["orders:read"], days=30)[1])


def wanted(**changes: Any) -> dict[str, Any]:
    return {"name": "Warehouse", "rights": ["orders:read"], "days": 30} | changes


def test_admin_creates_a_token_whose_secret_is_shown_once_and_stored_as_a_digest(admin: User) -> None:
    api = Api(token=log_in(admin))

    made = api.post("/admin/api-tokens", wanted()).data
    listed = api.get("/admin/api-tokens").data["tokens"]

    assert made["secret"].startswith("shoptoken_")
    assert len(made["secret"]) == len("shoptoken_") + 43
    assert listed == [made["token"]]
    assert (listed[0]["madeBy"], listed[0]["status"], listed[0]["lastUsedAt"]) == ("Meera", "active", None)
    row = ApiToken.objects.values().get()
    assert made["secret"] not in str(row)
    assert made["secret"] not in str(list(AuditEntry.objects.values()))
    assert row["expires_at"] - row["created_at"] == timedelta(days=30)


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"name": "  "}, (422, "VALIDATION")),
        ({"name": "x" * 121}, (422, "VALIDATION")),
        ({"rights": []}, (422, "VALIDATION")),
        ({"rights": ["everything"]}, (422, "VALIDATION")),
        ({"days": 0}, (422, "VALIDATION")),
        ({"days": 366}, (422, "VALIDATION")),
        ({"rights": ["users"]}, (403, "FORBIDDEN")),
        ({"rights": ["orders:read", "settings"]}, (403, "FORBIDDEN")),
        ({"rights": ["content:publish"]}, (403, "FORBIDDEN")),
    ],
)
def test_token_that_may_not_be_is_refused(
    admin: User, changes: dict[str, Any], refusal: tuple[int, str]
) -> None:
    api = Api(token=log_in(admin))

    assert api.post("/admin/api-tokens", wanted(**changes)).refusal == refusal
    assert not ApiToken.objects.exists()


def test_token_is_created_by_an_admin_with_a_fresh_proof_alone(admin: User) -> None:
    for role in ("finance", "orders", "customer"):
        api = Api(token=log_in(make_user(role=role)))
        assert api.post("/admin/api-tokens", wanted()).refusal == (403, "FORBIDDEN")
    api = Api(token=log_in(admin))
    let_proof_age(timedelta(minutes=11))

    assert api.post("/admin/api-tokens", wanted()).refusal == (403, "REAUTHENTICATION_REQUIRED")


@pytest.mark.both_stacks
def test_database_refuses_a_second_token_of_one_secret_and_one_that_never_was_good(admin: User) -> None:
    program(admin)
    row = ApiToken.objects.get()
    row.pk, row.public_id = None, "TOTHER"
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()
    with pytest.raises(Error), transaction.atomic():
        ApiToken.objects.update(expires_at=F("created_at"))


def test_program_does_what_its_token_may_and_nothing_else(admin: User) -> None:
    order = place(make_product())
    api = program(admin)

    assert api.get(f"/admin/orders/{order.order_id}").data["order"]["orderId"] == order.order_id
    assert api.get("/admin/products").refusal == (403, "FORBIDDEN")
    assert api.other("PUT", f"/admin/orders/{order.order_id}/status", {}).status == 403
    assert ApiToken.objects.get().last_used_at is not None


def test_answers_hide_from_a_token_what_the_right_it_lacks_would_show(admin: User) -> None:
    make_code(Api(token=log_in(admin)))

    without = read(program(admin, "catalogue"))
    with_it = read(program(admin, "catalogue", "dashboard"))

    assert (without["revenue"], with_it["revenue"]) == (None, 0)


def test_use_is_recorded_once_a_minute(admin: User) -> None:
    api = program(admin)
    api.get("/admin/orders")
    first = ApiToken.objects.get().last_used_at
    api.get("/admin/orders")
    assert ApiToken.objects.get().last_used_at == first

    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(seconds=61))
    api.get("/admin/orders")

    assert timezone.now() - ApiToken.objects.get().last_used_at < timedelta(seconds=30)  # type: ignore[operator]


def _expire(maker: User) -> None:
    now = timezone.now()
    ApiToken.objects.update(created_at=now - timedelta(days=2), expires_at=now - timedelta(seconds=1))


def _revoke(maker: User) -> None:
    api = Api(token=log_in(maker))
    path = f"/admin/api-tokens/{ApiToken.objects.get().public_id}/revoke"
    for _ in range(2):
        assert api.post(path).data["token"]["status"] == "revoked"
    assert AuditEntry.objects.filter(action="token.revoked").count() == 1


def _demote(maker: User) -> None:
    account_administration.set_role(maker, role="orders", actor="command line")
    account_administration.set_role(maker, role="admin", actor="command line")


def _block(maker: User) -> None:
    account_administration.block(maker, actor="command line", note="left")
    account_administration.unblock(maker, actor="command line")


@pytest.mark.parametrize("end", [_expire, _revoke, _demote, _block, log_out_everywhere])
def test_token_ends_for_good(admin: User, end: Callable[[User], Any]) -> None:
    api = program(admin)
    assert api.get("/admin/orders").status == 200

    end(admin)

    answer = api.get("/admin/orders")
    assert answer.refusal == (401, "TOKEN_REFUSED")
    assert answer.body["message"] == "This API token is unknown, expired or revoked"


def test_whoever_lost_their_role_since_the_call_began_makes_no_token(admin: User) -> None:
    as_the_call_began = User.objects.get(pk=admin.pk)
    account_administration.set_role(admin, role="orders", actor="command line")

    with pytest.raises(Forbidden):
        program(as_the_call_began)

    assert not ApiToken.objects.exists()


def test_token_of_somebody_who_is_no_admin_opens_nothing_even_when_it_was_left(admin: User) -> None:
    api = program(admin)
    User.objects.filter(pk=admin.pk).update(role="orders")

    assert api.get("/admin/orders").refusal == (401, "TOKEN_REFUSED")


@pytest.mark.parametrize("token", ["shoptoken_", "shoptoken_" + "a" * 43, "shoptoken_é", "shoptoken_a b"])
def test_unknown_and_malformed_tokens_are_refused(token: str) -> None:
    assert Api(token=token).get("/admin/orders").refusal == (401, "TOKEN_REFUSED")


def test_token_in_the_query_string_is_not_read(admin: User) -> None:
    token = program(admin).token

    for name in ("token", "access_token", "Authorization"):
        assert Api().get("/admin/orders", {name: token}).refusal == (401, "UNAUTHENTICATED")


@pytest.mark.usefixtures("limits")
def test_each_token_has_a_bucket_of_its_own(admin: User) -> None:
    busy, other = program(admin), program(admin)

    answers = [busy.get("/admin/approvers").status for _ in range(301)]

    assert answers.count(429) == 1
    assert other.get("/admin/orders").status == 200
    assert Api(token=log_in(admin)).get("/admin/orders").status == 200


@pytest.mark.usefixtures("limits")
def test_refused_tokens_are_limited_by_address_and_good_ones_of_it_are_not(admin: User) -> None:
    guesser = Api(token="shoptoken_guess")

    answers = [guesser.get("/admin/orders").status for _ in range(21)]

    assert answers == [401] * 20 + [429]
    assert guesser.get("/admin/orders").body["retryAfter"] >= 1
    good = program(admin)
    assert Api(token=good.token, address=guesser.address).get("/admin/orders").status == 200


def test_program_needs_an_idempotency_key_where_one_counts(admin: User) -> None:
    enter(report(line("TXNUNKNOWN", "500")))
    case = Case.objects.get()
    path, body = f"/admin/cases/{case.case_id}/close", {"notes": "Of our other shop"}
    api = program(admin, "refunds")

    refused = api.post(path, body)
    key = new_key()
    done, again = api.post(path, body, key=key), api.post(path, body, key=key)

    assert refused.refusal == (422, "VALIDATION")
    assert refused.body["message"] == "With an API token this call needs an Idempotency-Key"
    assert done.data["case"]["closedBy"] == again.data["case"]["closedBy"] == "Meera"
    assert AuditEntry.objects.filter(action="case.closed").count() == 1


def test_log_names_the_token_of_each_act_and_is_found_by_its_name(admin: User) -> None:
    product = make_product(stock=3)
    person = Api(token=log_in(admin))
    made = person.post("/admin/api-tokens", wanted(name="Stock sync", rights=["catalogue"])).data
    by_program = Api(token=made["secret"])

    for api in (by_program, person):
        path = f"/admin/products/{product.public_id}"
        assert api.post(f"{path}/archive").status == 200
        assert api.post(f"{path}/restore").status == 200
    person.post(f"/admin/api-tokens/{made['token']['_id']}/revoke")

    rows = person.get("/admin/audit").data["entries"]
    told = [(row["action"], row["by"], row["token"], row["subjectName"]) for row in reversed(rows)]
    assert [row for row in told if row[0].startswith("token.")] == [
        ("token.created", "Meera", "", "Stock sync"),
        ("token.revoked", "Meera", "", "Stock sync"),
    ]
    archived = [row[1:3] for row in told if row[0] == "product.archived"]
    assert archived == [("Meera", "Stock sync"), ("Meera", "")]
    found = person.get("/admin/audit", {"search": "stock SYNC"}).data["entries"]
    assert {row["action"] for row in found} == {
        *("token.created", "token.revoked", "product.archived", "product.restored")
    }


def test_document_names_exactly_the_calls_that_take_a_token_and_the_rights_for_it(admin: User) -> None:
    taking = {
        operation["operationId"]: [
            entry["apiToken"][0] for entry in operation.get("security", ()) if "apiToken" in entry
        ]
        for path in shop_api.get_openapi_schema()["paths"].values()
        for operation in path.values()
    }
    everything = program(admin, *TOKEN_RIGHTS)
    wrong = []
    for call in calls():
        answer = everything.raw(call.method, call.filled_path(), {})
        is_refused = b"This call takes no API token" in b"".join(answer)
        # Calls for everybody do not look at a token, or let the provider in by a signature.
        takes_it = not is_refused and call.asks_for_login
        if takes_it is not bool(taking[call.name]):
            wrong.append((call.method, call.path, answer.status_code))

    assert wrong == []
    assert {right for rights in taking.values() for right in rights} == TOKEN_RIGHTS
    for name in (
        "listApiTokens",
        "createApiToken",
        "revokeApiToken",
        "setRole",
        "getSettings",
        "saveSettings",
    ):
        assert taking[name] == [], name
    for name in ("refundTransaction", "createExport", "openLiveWall", "recordPresence", "getProfile"):
        assert taking[name] == [], name
    assert taking["listAdminOrders"] == ["orders:read"]
