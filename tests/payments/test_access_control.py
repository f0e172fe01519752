"""Strangers cannot reach somebody's orders, not even by chains of calls that reuse earlier answers."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from project.api import api as shop_api
from project.events.topics import Caller
from project.live_topics import LIVE_TOPICS, find
from project.payments.models import Payment
from tests.buying import GUEST, place, start
from tests.buying import pay as pay_order
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

EMAIL = "victim@example.com"
VICTIM = GUEST | {
    "firstName": "Yashodhara",
    "lastName": "Wadkar",
    "email": EMAIL,
    "phone": "9123409876",
    "address": {
        "street": "77 Peepal Lane",
        "city": "Kolhapur",
        "state": "Maharashtra",
        "pincode": "416003",
        "country": "India",
    },
}
# Ids and secrets as they look in answers; what looks like one is tried in every place of every call.
_IDS = re.compile(r"\b(?:AKS-|TXN)[A-Z0-9-]+")
_SECRETS = ("accessToken", "orderKey", "cartToken", "formKey", "key")


class Stranger:
    """Somebody without an account who knows an e-mail address and tries every call with all they learn."""

    def __init__(self, email: str, *, key: str = "") -> None:
        self.ids: set[str] = set()
        self.secrets: set[str] = {key} - {""}
        self.email = email
        self.learnt: list[str] = []
        self._document = shop_api.get_openapi_schema()
        self._closed: set[tuple[str, str]] = set()

    def walk(self) -> None:
        """Make every call again until no answer names an id or a secret that was not known."""
        self._call("POST", "/orders/track", {"email": self.email}, {})
        known = -1
        for _ in range(4):
            if known == len(self.ids) + len(self.secrets):
                return
            known = len(self.ids) + len(self.secrets)
            for identifier in sorted(self.ids) or [""]:
                for secret in ("", *sorted(self.secrets)):
                    self._walk_once(identifier, secret)
        raise AssertionError("the answers go on naming new ids")

    def _walk_once(self, identifier: str, secret: str) -> None:
        headers = {"X_Order_Key": secret, "X_Order_Access": "", "X_Cart_Token": secret} if secret else {}
        for path, operations in self._document["paths"].items():
            for method, operation in operations.items():
                if (path, method) in self._closed:
                    continue
                filled = re.sub(r"{(\w+)}", lambda m: self._word(m[1], identifier, secret), path)
                for body in self._bodies(operation, identifier, secret):
                    if self._call(method.upper(), filled.removeprefix("/api"), body, headers) == 401:
                        self._closed.add((path, method))  # it takes an account

    def _call(self, method: str, path: str, body: Any, headers: dict[str, str]) -> int:
        # Files and pictures are answers too: their bytes count as text.
        response = Api().raw(method, path, body, **headers)
        text = response.content.decode("utf-8", "replace")
        self.learnt.append(f"{method} {path} {body} -> {response.status_code} {text}")
        self.ids |= set(_IDS.findall(text))
        self.secrets |= {
            found
            for name in _SECRETS
            for found in re.findall(rf'"{name}": ?"([^"]+)"', text)
            if len(self.secrets) < 3
        }
        return int(response.status_code)

    def _bodies(self, operation: Any, identifier: str, secret: str) -> Iterator[Any]:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            yield None
            return
        for everything in (True, False):
            yield self._value("", content["schema"], identifier, secret, everything)

    def _value(self, name: str, schema: Any, identifier: str, secret: str, everything: bool) -> Any:
        """Return something the schema accepts, with what is known where its name asks for it."""
        while "$ref" in schema:
            schema = self._document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            return self._value(name, schema["anyOf"][0], identifier, secret, everything)
        if "enum" in schema or "const" in schema:
            return schema.get("const", schema.get("enum", [""])[0])
        match schema.get("type"):
            case "object":
                wanted = schema.get("properties", {})
                required = wanted if everything else schema.get("required", ())
                return {
                    key: self._value(key, wanted[key], identifier, secret, everything) for key in required
                }
            case "array":
                return [self._value(name, schema["items"], identifier, secret, everything)]
            case "integer" | "number":
                return 1
            case "boolean":
                return False
            case _:
                return self._word(name, identifier, secret)

    def _word(self, name: str, identifier: str, secret: str) -> str:
        lowered = name.lower()
        if "email" in lowered:
            return self.email
        if "key" in lowered or "token" in lowered:
            return secret
        return {"phone": "9999999999", "pincode": "411001", "otp": "000000", "code": "000000"}.get(
            name, identifier
        )

    def watch(self) -> None:
        """Open every kind of live topic by every id that is known."""
        for identifier in sorted(self.ids):
            for pattern in LIVE_TOPICS:
                prefix, brace, _ = pattern.partition("{")
                name = prefix + identifier if brace else pattern
                topic = find(name)
                assert topic is not None
                for secret in (None, *sorted(self.secrets)):
                    caller = Caller(key=secret)
                    if topic.may(caller, name):
                        state = topic.read(caller, name)
                        self.learnt.append(f"LIVE {name} -> {state and state.data}")


def _secrets_of(payment: Payment) -> list[str]:
    order = payment.order
    return [
        f"{order.total_paise / 100:.2f}",
        str(order.total_paise),
        payment.transaction_id,
        payment.pay_url,
        payment.provider_order_id,
        order.key,
        *("Yashodhara", "Wadkar", "9123409876", "Peepal", "Kolhapur", "416003"),
    ]


def test_no_chain_of_calls_leads_from_an_address_to_money_or_a_person(provider: SandboxProcess) -> None:
    product = make_product(price_paise=1_234_567)
    unpaid = start(place(product, 3, customerInfo=VICTIM))
    paid = pay_order(place(product, 2, customerInfo=VICTIM), provider)
    untried = place(product, 1, customerInfo=VICTIM)
    stranger = Stranger(EMAIL)

    stranger.walk()
    stranger.watch()

    assert {unpaid.order.order_id, paid.order.order_id, untried.order_id} <= stranger.ids
    told = [
        (secret, answer[:400])
        for payment in (unpaid, paid)
        for secret in _secrets_of(payment)
        for answer in stranger.learnt
        if secret in answer.partition("->")[2]
    ]
    assert told == []
    assert not untried.payments.exists()


def test_the_same_walk_finds_the_money_when_the_secret_of_the_link_is_known(provider: SandboxProcess) -> None:
    payment = start(place(make_product(price_paise=1_234_567), 3, customerInfo=VICTIM))
    stranger = Stranger(EMAIL, key=payment.order.key)

    stranger.walk()

    answers = "\n".join(answer.partition("->")[2] for answer in stranger.learnt)
    assert payment.transaction_id in answers and "37037.01" in answers
    assert "Yashodhara" not in answers and "Peepal" not in answers
