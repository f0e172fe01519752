"""Schemas of webhook endpoints and of the log of their messages, for admins."""

from datetime import datetime
from typing import Annotated, Literal

from django.db.models import Q, QuerySet
from pydantic import AfterValidator, Field

from project.accounts.staff_schemas import Name, PersonName
from project.core.schemas import ApiModel, Moment, Pagination, StaffIn, StaffPageQuery
from project.webhooks.catalogue import WebhookType
from project.webhooks.models import MAX_URL, Delivery, DeliveryStatus, Endpoint


class EndpointIn(StaffIn):
    """A new endpoint."""

    name: Name
    url: Annotated[str, Field(max_length=MAX_URL), AfterValidator(str.strip)]
    types: list[WebhookType] = Field(min_length=1, max_length=len(WebhookType))


class EndpointChangeIn(EndpointIn):
    """An endpoint as it shall be."""

    active: bool


class EndpointOut(ApiModel):
    """An endpoint as admins see it."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    name: str
    url: str
    types: list[WebhookType]
    made_by: PersonName
    created_at: datetime
    active_since: datetime | None
    failing_since: datetime | None
    # Until then the previous secret signs, too.
    previous_until: datetime | None


class EndpointData(ApiModel):
    """`data` of one endpoint."""

    endpoint: EndpointOut


class NewSecretData(EndpointData):
    """`data` of a new or rotated secret: the only answer with it."""

    secret: str


class EndpointList(ApiModel):
    """`data` of all endpoints, the newest first."""

    endpoints: list[EndpointOut]


class DeliveryQuery(StaffPageQuery):
    """Filter and page of an endpoint's messages."""

    status: DeliveryStatus | Literal["all"] = "all"
    type: WebhookType | Literal[""] = ""

    def found(self, endpoint: Endpoint) -> QuerySet[Delivery]:
        """Return the messages that match, the newest first."""
        status = {
            "all": Q(),
            "delivered": Q(delivered_at__isnull=False),
            "waiting": Q(next_try_at__isnull=False),
            "failed": Q(delivered_at=None, next_try_at=None),
        }[self.status]
        of_type = Q(type=self.type) if self.type else Q()
        return endpoint.deliveries.filter(status, of_type, created_at__lte=self.as_of).order_by("-pk")


class DeliveryOut(ApiModel):
    """A message: its body, its tries, and what the receiver answered to the last one."""

    id: str = Field(validation_alias="message_id", serialization_alias="_id")
    type: str
    status: DeliveryStatus
    body: str
    created_at: datetime
    attempts: int
    tried_at: datetime | None
    next_try_at: datetime | None
    status_code: int | None
    error: str
    answer: str


class DeliveryList(ApiModel):
    """`data` of an endpoint and a page of its messages."""

    endpoint: EndpointOut
    deliveries: list[DeliveryOut]
    pagination: Pagination


class WebhookReplayIn(StaffIn):
    """One message, or a time since when all that failed are sent again."""

    message_id: str = Field(default="", max_length=32)
    failed_since: Moment | None = None


class Replayed(ApiModel):
    """Number of messages that are sent again."""

    count: int
