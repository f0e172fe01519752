"""The base of every JSON shape: camelCase outside, snake_case inside."""

from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from project.core.errors import ErrorCode


class ApiModel(BaseModel):
    """A JSON object of the API or of the live link; both serialise it the same way."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="ignore"
    )

    def json_object(self) -> dict[str, Any]:
        """Return the object as the wire carries it."""
        return self.model_dump(mode="json", by_alias=True)


Data = TypeVar("Data")


class Success(ApiModel, Generic[Data]):
    """What every successful call answers."""

    success: Literal[True] = True
    message: str = ""
    data: Data


class Failure(ApiModel):
    """What every refused call answers."""

    success: Literal[False] = False
    message: str
    code: ErrorCode
    errors: dict[str, str] = {}
    data: dict[str, Any] | None = None
    retry_after: int | None = None
    reference: str | None = None


class Empty(ApiModel):
    """No data."""
