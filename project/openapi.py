"""The API's OpenAPI document: what the framework derives from the routes, and what it cannot know."""

from collections.abc import Mapping, Sequence
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from project.core.schemas import Failure
from project.routers import TOKEN_RIGHTS

_FAILURE = {
    "description": "Refused; `code` says why.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
}
_REFUSED = {"$ref": "#/components/responses/Failure"}
_SCHEMES = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "An access token, good for the `expiresIn` seconds that it was given with.",
    },
    "apiToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API token with the right in brackets; one of several is enough.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Secure-session",
        "description": "The secret of a session, which a login sets as a cookie for /api/auth alone.",
    },
}
# The guards that let guests in, too, and the one that takes the session's cookie; all others need a token.
_OPTIONAL = frozenset({"Anyone", "OrderOpener"})
_COOKIE = "SessionCookie"


class ShopAPI(NinjaAPI):
    """The API; its document is built once a process.

    `more_schemas` are those that no route answers with, but the front end's types or `webhooks` need.
    """

    _document: OpenAPISchema | None = None

    def __init__(
        self, *, more_schemas: Sequence[type[BaseModel]], webhooks: Mapping[str, Any], **options: Any
    ) -> None:
        super().__init__(**options)
        self._webhooks = webhooks
        self._more_schemas: Sequence[type[BaseModel]] = [Failure, *more_schemas]

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """Return the document: routes, who needs a token, failures, live payloads, webhooks."""
        if self._document is None:
            document = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
            _complete(document, self._more_schemas)
            document["webhooks"] = self._webhooks
            self._document = document
        return self._document


def _complete(document: OpenAPISchema, more_schemas: Sequence[type[BaseModel]]) -> None:
    _, more = models_json_schema(
        [(model, "serialization") for model in more_schemas],
        by_alias=True,
        ref_template="#/components/schemas/{model}",
    )
    components = document["components"]
    components["schemas"].update(more["$defs"] | components["schemas"])
    components["responses"] = {"Failure": _FAILURE}
    components["securitySchemes"] = _SCHEMES
    for path in document["paths"].values():
        for operation in path.values():
            _complete_operation(operation)


def _complete_operation(operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    if guards := operation.get("security"):
        optional = any(_OPTIONAL & guard.keys() for guard in guards)
        scheme = "session" if any(_COOKIE in guard for guard in guards) else "bearer"
        tokens = [{"apiToken": [right]} for right in operation.pop(TOKEN_RIGHTS, [])]
        operation["security"] = [*([{}] if optional else []), {scheme: []}, *tokens]
        responses[401] = _REFUSED
        if not optional:
            responses[403] = _REFUSED
    if operation.get("parameters") or "requestBody" in operation:
        responses[422] = _REFUSED
    responses["default"] = _REFUSED
