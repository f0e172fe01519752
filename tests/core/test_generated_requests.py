"""Requests generated from the OpenAPI document: none fails inside, every answer is what it declares."""

from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.buying import place
from tests.factories import BEAD_OPTIONS, log_in, make_product, make_user
from tests.rights import ROLES
from tests.sandbox_process import SandboxProcess

EXAMPLES = 5
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

pytestmark = [pytest.mark.nightly, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]


@pytest.fixture
def names() -> dict[str, str]:
    """Names of things that are there, by the parameter that takes them."""
    product = make_product(options=BEAD_OPTIONS)
    order = place(product)
    customer = make_user()
    return {
        "slug": product.slug,
        "product_id": product.public_id,
        "order_id": order.order_id,
        "user_id": customer.public_id,
        "email": order.email,
    }


@pytest.mark.parametrize("role", ROLES)
def test_generated_requests_never_fail_inside_and_answer_as_declared(
    role: str, names: dict[str, str], provider: SandboxProcess
) -> None:
    headers = _headers(role)
    document = schemathesis.openapi.from_wsgi(
        "/api/openapi.json", get_wsgi_application(), headers=_headers("admin")
    )
    faults: list[str] = []
    tried = 0

    for found in document.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.path == "/api/auth/logout":
            continue  # the rest would be a guest's
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            tried += 1
            faults += _faults(operation, mode, headers, names)

    assert tried > 200
    assert not faults, "\n\n".join(faults)


def _headers(role: str) -> dict[str, str]:
    # The client reads no compressed answers.
    plain = {"Accept-Encoding": "identity"}
    return plain if role == "guest" else plain | {"Authorization": f"Bearer {log_in(make_user(role=role))}"}


def _faults(
    operation: APIOperation[Any, Any, Any, Any],
    mode: GenerationMode,
    headers: dict[str, str],
    names: dict[str, str],
) -> list[str]:
    """Send generated requests to one operation; return what was wrong with an answer."""
    faults: list[str] = []

    @hypothesis_settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())
    def send(case: Any, known: bool) -> None:
        if known:
            case.path_parameters.update({key: names[key] for key in case.path_parameters if key in names})
        response = case.call(headers=headers)
        try:
            case.validate_response(response, checks=CHECKS, headers=headers)
        except BaseExceptionGroup as group:
            faults.append(f"{operation.label}: {group.exceptions[0]}")

    try:
        send()
    except Exception as error:
        # A strategy that can generate nothing, such as an invalid body of a call that takes none.
        if "Unsatisfiable" not in type(error).__name__:
            raise
    return faults[:1]
