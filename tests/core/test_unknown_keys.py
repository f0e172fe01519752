"""A body of staff with a key that the API does not know is refused; one of the specification is not."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from project.api import api as shop_api
from project.core.models import SettingsVersion
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.rights import STAFF_PATHS

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]

KEY = "notAKey"
# Bodies of the specification (admin side, "The calls it makes") ignore what they do not know; uploads are the
# same body at a second address.
SPECIFIED = {
    "POST /admin/products",
    "PUT /admin/products/{product_id}",
    "POST /admin/categories",
    "PUT /admin/categories/{category_id}",
    "POST /admin/test-upload",
    "POST /admin/uploads",
    "PUT /admin/orders/{order_id}/status",
    "PATCH /admin-orders/orders/{order_id}/status",
    "POST /transactions/{transaction_id}/refund",
}


def bodies() -> dict[str, dict[str, Any]]:
    """Return the body of every call of staff that takes one, by its method and path."""
    return {
        f"{method.upper()} {path.removeprefix('/api')}": operation["requestBody"]["content"]
        for path, methods in shop_api.get_openapi_schema()["paths"].items()
        for method, operation in methods.items()
        if "requestBody" in operation and STAFF_PATHS.match(path.removeprefix("/api"))
    }


def send(call: str, body: dict[str, Any], content: dict[str, Any]) -> Answer:
    """Make the call as an admin; every part of its path is "1", but for one of known values."""
    method, path = call.split()
    api = Api(token=log_in(make_user(role="admin")))
    path = path.replace("{kind}", "mark")
    path = "/".join("1" if part.startswith("{") else part for part in path.split("/"))
    if "application/json" in content:
        return api.other(method, path, body)
    # With what it needs besides: a form is looked at once its fields are right.
    return api.form(
        path, body | {"accountId": "1", "kind": "products", "file": SimpleUploadedFile("file.csv", b"a,b\n")}
    )


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every object with named fields that a body consists of."""
    if isinstance(schema, list):
        for each in schema:
            yield from objects(each)
    elif isinstance(schema, dict):
        if reference := schema.get("$ref"):
            schema = shop_api.get_openapi_schema()["components"]["schemas"][reference.rpartition("/")[2]]
        if "properties" in schema:
            yield schema
            yield from objects(list(schema["properties"].values()))
        yield from objects([value for key, value in schema.items() if key != "properties"])


def test_staff_body_with_an_unknown_key_is_refused_by_its_name() -> None:
    expected = (422, f"There is no field “{KEY}”")
    # Asked for here: at import, the addresses would be those of development.
    own = {call: content for call, content in bodies().items() if call not in SPECIFIED}

    answers = {call: send(call, {KEY: "1"}, content) for call, content in own.items()}

    found = {call: (answer.status, answer.body["errors"].get(KEY)) for call, answer in answers.items()}
    assert len(found) > 40
    assert {call: what for call, what in found.items() if what != expected} == {}


@pytest.mark.parametrize("call", sorted(SPECIFIED))
def test_body_of_the_specification_ignores_an_unknown_key(call: str) -> None:
    answer = send(call, {KEY: "1"}, bodies()[call])

    assert KEY not in answer.body.get("errors", {})


def test_no_part_of_a_staff_body_takes_unknown_keys() -> None:
    open_ended = {
        (call, part["title"])
        for call, content in bodies().items()
        if call not in SPECIFIED and "application/json" in content
        for part in objects(content["application/json"]["schema"])
        if part.get("additionalProperties") is not False
    }

    assert open_ended == set()


def test_settings_with_an_unknown_key_are_not_saved() -> None:
    api = Api(token=log_in(make_user(role="admin")), language="hi")

    answer = api.other("PATCH", "/admin/settings", {"version": 0, "returns": {"returnDay": 9}})

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {"returns.returnDay": "“returnDay” नाम का कोई फ़ील्ड नहीं है"}
    assert not SettingsVersion.objects.exists()


def test_many_or_strange_unknown_keys_make_no_long_answer() -> None:
    api = Api(token=log_in(make_user(role="admin")))

    many = api.other("PATCH", "/admin/settings", {"version": 0} | {f"key{n}": 1 for n in range(5_000)})
    strange = api.other("PATCH", "/admin/settings", {"version": 0, "<b> x" * 1_000: 1, "": 1})

    assert many.status == strange.status == 422
    assert 0 < len(many.body["errors"]) <= 100
    assert all(len(name) <= 120 for name in strange.body["errors"])
