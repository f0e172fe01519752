"""The API's OpenAPI document: what the framework derives from the routes, and what it cannot know."""

from typing import Any, get_args

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from pydantic import BaseModel, create_model
from pydantic.json_schema import models_json_schema
from typing_extensions import get_original_bases

from project.core.schemas import Failure
from project.events.topics import Topic
from project.live_topics import LIVE_TOPICS


def _schemas_of(topic: Topic) -> tuple[Any, ...]:
    """Return the schemas that the topic's class has in its bases; a list has one for its rows, too."""
    (schemas,) = {get_args(base) for base in get_original_bases(type(topic))}
    return schemas


_SCHEMAS: dict[str, Any] = {name: _schemas_of(topic) for name, (topic, _) in LIVE_TOPICS.items()}
# The answer of every refusal, the payloads of live topics by name (of lists the figures), the rows of lists:
# no route answers with them, the front end's types need them.
_BESIDE_THE_ROUTES: tuple[type[BaseModel], ...] = (
    Failure,
    create_model("LiveTopics", **{name: schemas[-1] for name, schemas in _SCHEMAS.items()}),
    create_model("LiveRows", **{name: schemas[0] for name, schemas in _SCHEMAS.items() if schemas[1:]}),
)
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
    """The API; its document is built once a process."""

    _document: OpenAPISchema | None = None

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """Return the document: routes, who needs a token, failures, live payloads."""
        if self._document is None:
            document = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
            _complete(document)
            self._document = document
        return self._document


def _complete(document: OpenAPISchema) -> None:
    _, more = models_json_schema(
        [(model, "serialization") for model in _BESIDE_THE_ROUTES],
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
        operation["security"] = [*([{}] if optional else []), {scheme: []}]
        responses[401] = _REFUSED
        if not optional:
            responses[403] = _REFUSED
    if operation.get("parameters") or "requestBody" in operation:
        responses[422] = _REFUSED
    responses["default"] = _REFUSED
