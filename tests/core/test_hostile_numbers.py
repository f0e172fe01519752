"""Numbers that are none, or that no column holds: every call refuses or takes them, none fails inside."""

import json
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any, Final
from urllib.parse import urlencode

import pytest

from project.api import api as shop_api
from tests.buying import place
from tests.factories import BEAD_OPTIONS, log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess

# What no column holds differs by engine: what production uses.
pytestmark = [pytest.mark.django_db, pytest.mark.production_stack]

# Each field gets these, and some of the others in turn: fields of one type share their rule.
ALWAYS: Final = ("1e400", "NaN", "-1", "9223372036854775808", "1" + "0" * 5_000)
IN_TURN: Final = 4
# As JSON has them; Python's reader takes NaN, Infinity and 1e400, too.
IN_JSON: Final = (
    *("1.005", "0.1e-320", "-0", "-0.0", "-1e400", "Infinity", "1e30", "1" + "0" * 30, "true", "null"),
    *("[]", "[1]", "{}", '""', '"1,000"', '"1.005"', '"١٢٣"', '"१२"', '"1e400"', '"NaN"', '" 1 "'),
    *('"0x10"', '"1_0"'),
)
IN_QUERY: Final = (
    *("1.005", "1e-320", "-0", "-Infinity", "1e30", "1" + "0" * 30, "", "1,000", "١٢٣", "१२", " 1 "),
    *("0x10", "1_0", "true", "[1]"),
)
_MARK: Final = "the number"


def _schema(schema: dict[str, Any]) -> dict[str, Any]:
    if reference := schema.get("$ref"):
        found = shop_api.get_openapi_schema()["components"]["schemas"][reference.rpartition("/")[2]]
        return dict(found)
    options = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    return _schema(options[0]) if options else schema


def _takes_numbers(schema: dict[str, Any]) -> bool:
    return _schema(schema).get("type") in ("number", "integer")


def _sample(schema: dict[str, Any], names: dict[str, str], name: str = "") -> Any:
    """Return a value that the schema takes, or nearly so."""
    schema = _schema(schema)
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object":
            parts = schema.get("properties", {})
            return {key: _sample(part, names, key) for key, part in parts.items()}
        case "array":
            return [_sample(schema.get("items", {}), names, name)]
        case "number" | "integer":
            return max(1, schema.get("minimum", 1))
        case "boolean":
            return False
        case _:
            return names.get(name, "1" * max(1, schema.get("minLength", 1)))


def _with_marks(schema: dict[str, Any], sample: Any) -> Iterator[Any]:
    """Yield the sample once for each number in it, the number replaced by a mark."""
    schema = _schema(schema)
    if _takes_numbers(schema):
        yield _MARK
    elif schema.get("type") == "array":
        yield from ([each] for each in _with_marks(schema.get("items", {}), sample[0]))
    elif isinstance(sample, dict):
        for key, part in schema.get("properties", {}).items():
            for each in _with_marks(part, sample[key]):
                yield sample | {key: each}


def _chosen(others: Iterator[str]) -> Iterator[str]:
    yield from (*ALWAYS, *islice(others, IN_TURN))


def _requests(names: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield method, path with query, and body of every request with a hostile number."""
    in_query, in_json = cycle(IN_QUERY), cycle(IN_JSON)
    for path, methods in shop_api.get_openapi_schema()["paths"].items():
        for method, operation in methods.items():
            parameters = operation.get("parameters", [])
            named = path.removeprefix("/api")
            for each in parameters:
                if each["in"] == "path":
                    if _takes_numbers(each["schema"]):
                        for text in ("9223372036854775808", "-1", "1e400"):
                            yield method, named.replace(f"{{{each['name']}}}", text), ""
                    named = named.replace(f"{{{each['name']}}}", names.get(each["name"], "1"))
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            sample = _sample(content["schema"], names) if content else None
            body = json.dumps(sample) if content else ""
            query = {
                each["name"]: _sample(each["schema"], names, each["name"])
                for each in parameters
                if each["in"] == "query" and each.get("required")
            }
            for each in parameters:
                if each["in"] == "query" and _takes_numbers(each["schema"]):
                    for text in _chosen(in_query):
                        yield method, f"{named}?{urlencode(query | {each['name']: text})}", body
            if content:
                for marked in _with_marks(content["schema"], sample):
                    for number in _chosen(in_json):
                        yield method, named, json.dumps(marked).replace(json.dumps(_MARK), number)


def _names() -> dict[str, str]:
    product = make_product(options=BEAD_OPTIONS)
    order = place(product)
    return {
        "slug": product.slug,
        "product_id": product.public_id,
        "productId": product.public_id,
        "order_id": order.order_id,
        "orderId": order.order_id,
        "email": order.email,
        "pincode": "411001",
    }


@pytest.mark.parametrize("role", ["guest", "admin"])
def test_no_number_makes_a_call_fail_inside(role: str, provider: SandboxProcess) -> None:
    names = _names()
    token = "" if role == "guest" else log_in(make_user(role=role))
    failed: dict[str, str] = {}
    tried = 0

    for method, path, body in _requests(names):
        if role == "guest" and path.startswith("/admin/"):
            continue
        api = Api(token=token)
        response = api._client.generic(
            method.upper(),
            f"/api{path}",
            body.encode(),
            content_type="application/json",
            headers=api._headers({}),
            REMOTE_ADDR=api.address,
        )
        tried += 1
        if response.status_code >= 500:
            failed.setdefault(
                f"{method} {path.partition('?')[0]}", f"{path} {body[:300]} {response.content!r}"
            )

    assert tried > (250 if role == "guest" else 1_000)
    assert failed == {}


@pytest.mark.parametrize("amount", ["1.005", "1e400", "NaN", "-1", "", "1,000", "0.001", "10000000.5"])
def test_cash_on_delivery_is_not_offered_for_what_is_no_amount(amount: str) -> None:
    order = place(make_product())

    asked = Api().get("/cash-on-delivery", {"amount": amount, "pincode": "411001"})
    chosen = Api().post(
        f"/orders/{order.order_id}/cash-on-delivery",
        json.dumps({"amount": amount}).encode(),
        X_Order_Key=order.key,
    )

    assert asked.refusal == chosen.refusal == (422, "VALIDATION")
    assert asked.body["errors"] == chosen.body["errors"] == {"amount": "Invalid order amount"}
