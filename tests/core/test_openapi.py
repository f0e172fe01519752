"""The OpenAPI document: who may read it, and that it says what calls answer."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from project import __version__
from project.api import api as shop_api
from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.any_stack


@pytest.fixture
def operations() -> list[dict[str, Any]]:
    """Every operation of the document."""
    paths: dict[str, dict[str, dict[str, Any]]] = shop_api.get_openapi_schema()["paths"]
    return [operation for path in paths.values() for operation in path.values()]


def test_document_is_built_once() -> None:
    assert shop_api.get_openapi_schema() is shop_api.get_openapi_schema()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/docs"])
@pytest.mark.parametrize(
    ("role", "status"), [("guest", 404), ("customer", 404), ("support", 200), ("admin", 200)]
)
def test_document_is_for_staff_where_the_shop_is_open(
    client: Client, settings: Settings, path: str, role: str, status: int
) -> None:
    settings.DEBUG = False
    headers = {} if role == "guest" else {"Authorization": f"Bearer {log_in(make_user(role=role))}"}

    assert client.get(path, headers=headers).status_code == status


@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/docs"])
def test_document_is_open_in_development(client: Client, settings: Settings, path: str) -> None:
    settings.DEBUG = True

    assert client.get(path).status_code == 200


def test_every_operation_declares_its_failures(operations: list[dict[str, Any]]) -> None:
    assert len(operations) > 100
    for operation in operations:
        assert operation["responses"]["default"] == {"$ref": "#/components/responses/Failure"}
        takes_input = bool(operation.get("parameters")) or "requestBody" in operation
        assert (422 in operation["responses"]) is takes_input, operation["operationId"]


@pytest.mark.django_db
def test_document_says_which_calls_need_a_token(operations: list[dict[str, Any]]) -> None:
    stranger = Api()

    for operation, method, path in _calls():
        needs_token = {"bearer": []} in operation.get("security", []) and {} not in operation["security"]
        answer = stranger.other(method, path)
        assert answer.refusal == (401, "UNAUTHENTICATED") if needs_token else answer.status != 401, path


@pytest.mark.django_db
def test_deprecated_operations_name_the_day_from_which_they_may_be_gone() -> None:
    deprecated = [call for call in _calls() if call[0].get("deprecated")]

    assert deprecated
    for _operation, method, path in deprecated:
        headers = Api().other(method, path).headers
        since = datetime.fromtimestamp(int(headers["Deprecation"].removeprefix("@")), UTC)
        sunset = parsedate_to_datetime(headers["Sunset"])
        assert sunset - since >= timedelta(days=365), path


def test_document_has_the_version_of_the_shop() -> None:
    assert shop_api.get_openapi_schema()["info"]["version"] == __version__


def _calls() -> list[tuple[dict[str, Any], str, str]]:
    """Return every operation with its method and a path that fits nothing.

    The provider's webhooks are left out: they prove themselves by a signature of the provider's own kind.
    """
    return [
        (operation, method.upper(), _filled(path.removeprefix("/api"), operation))
        for path, methods in shop_api.get_openapi_schema()["paths"].items()
        for method, operation in methods.items()
        if "/webhooks/" not in path
    ]


def _filled(path: str, operation: dict[str, Any]) -> str:
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            value = "1" if parameter["schema"].get("type") == "integer" else "none"
            path = path.replace(f"{{{parameter['name']}}}", value)
    return path
