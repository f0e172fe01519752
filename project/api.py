"""The one API: mounts the apps' routers and turns every failure into the one envelope."""

import itertools
import logging
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.utils.datastructures import MultiValueDict
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser
from ninja.renderers import JSONRenderer
from ninja.responses import NinjaJSONEncoder

from project import __version__
from project.accounts.auth import bearer_token
from project.accounts.tokens import authenticate_token, lacks_second_factor
from project.core.errors import DomainError, ErrorCode
from project.core.invisible_characters import cleaned
from project.core.limits import MAX_NAME
from project.core.messages import field_sentence, is_required, missing_message
from project.core.request_log import current_request_id, route_of
from project.core.throttle import TryLater
from project.core.uploads import UnknownFields
from project.live_topics import payload_schemas
from project.openapi import ShopAPI
from project.webhooks import catalogue as webhooks

logger = logging.getLogger(__name__)
# Apart, because it is said once a minute only (project/core/logs.py).
database_away = logging.getLogger("project.database_away")
# What a program should wait before it tries again when the database was too busy.
BUSY_SECONDS = 2
# As many faults of one request are named.
MOST_FAULTS = 100


class StrictJSON(Parser):
    """Takes a body only as JSON, leaves out what nobody sees in a text, and refuses what cannot be stored.

    Here rather than field by field: whatever a person writes comes this way. Postgres cannot store NUL.
    """

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Return the JSON body; a raw NUL is not JSON, so only the escaped one can be in it."""
        # Browsers send text/plain to other sites without asking first; this they ask for.
        if request.content_type != "application/json":
            raise HttpError(400, "not application/json")
        if b"\\u0000" in request.body:
            raise HttpError(400, "NUL character")
        body: dict[str, Any] = cleaned(super().parse_body(request))
        return body

    def parse_querydict(
        self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        """Return the query's parameters."""
        for name, values in data.lists():
            if any("\x00" in str(value) for value in values):
                raise ValidationError([{"loc": ("query", name), "type": "invalid"}])
        parameters: dict[str, Any] = cleaned(super().parse_querydict(data, list_fields, request))
        return parameters


class ExactTimes(NinjaJSONEncoder):
    """Writes times as the live link writes them; the framework's own cuts the microseconds off."""

    def default(self, o: Any) -> Any:
        """Return what JSON cannot say by itself."""
        if isinstance(o, datetime):
            return o.astimezone(UTC).isoformat().replace("+00:00", "Z")
        return super().default(o)


class ExactJSON(JSONRenderer):
    """The API's JSON."""

    encoder_class = ExactTimes


def _for_staff_or_development(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Show a view to staff, who send their token, and in development to everybody; others find nothing."""

    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        session = None if settings.DEBUG else authenticate_token(bearer_token(request))
        is_staff = session is not None and session.user.is_staff_member and not lacks_second_factor(session)
        if settings.DEBUG or is_staff:
            return view(request, *args, **kwargs)
        return not_found(request)

    return guarded


api = ShopAPI(
    more_schemas=[*payload_schemas(), *webhooks.payload_schemas()],
    webhooks=webhooks.openapi_webhooks(),
    title="Shop",
    version=__version__,
    description=(
        "The shop's REST API. Every answer is `{success, message, data}` or "
        "`{success, message, code, errors}`; money is rupees with at most two decimals, times are UTC. "
        "What changes on its own is also pushed over Socket.IO at `/socket.io/` with the same payloads.\n\n"
        "**Caching.** Answers that are equal for everybody (the catalogue, public reviews, signs, documents, "
        "the shop) carry an `ETag` and `Cache-Control: public, max-age=0, must-revalidate`: ask again with "
        "`If-None-Match`, and 304 says that nothing changed. All others are `no-store`.\n\n"
        "**Versions.** The version is the shop's, by [Semantic Versioning](https://semver.org): a minor one "
        "adds routes and fields, so ignore what you do not know, and a major one may remove some. What will "
        "be removed is marked `deprecated` at least a year before, and its answers name the days in "
        "`Deprecation` (RFC 9745) and `Sunset` (RFC 8594); the changelog says what replaces it.\n\n"
        "**Logging in.** A login answers an access token (`token`), which calls send as `Authorization: "
        "Bearer` and which expires after `expiresIn` seconds. It also sets the cookie "
        "`__Secure-session` (`session` in development without https), which outlasts it: HttpOnly, "
        "SameSite=Strict, for `/api/auth` alone, and ends the session of the cookie it replaces. `POST "
        "/api/auth/session` exchanges the cookie for another access token, before the last one expires or "
        "when a call answers 401 `TOKEN_REFUSED`; refused there, the session has ended. A program stays "
        "logged in the same way: it keeps the cookie and sends it to that path, with the shop's address as "
        "`Origin`, without which the exchange is refused.\n\n"
        "Staff who prove their second factor get another cookie and another token; those of before are "
        "refused from then on.\n\n"
        "A session ends at once, with its cookie and its access tokens, by logging out or by a changed "
        "password or e-mail address; when it has not been used for 30 days, by staff for 30 minutes; and "
        "for staff 12 hours after the login. The exchange is no use by staff, their calls are, "
        "except those that a page makes by itself and marks by the header `X-Unattended: 1`.\n\n"
        "**API tokens.** A program calls the routes that list `apiToken`, the right it needs in brackets, "
        "by a token that an admin creates under Users: `Authorization: Bearer shoptoken_…`, never in an "
        "address. It is refused with 401 `TOKEN_REFUSED` once it has expired, was revoked, or its maker is "
        "no admin any more; with 403 where it lacks the right, and on every other route; with 429 after 300 "
        "calls a minute. Where an `Idempotency-Key` counts, such as for money, a program without one is "
        "refused with 422. Live topics take no API token.\n\n"
        "**Webhooks.** The shop posts the messages under `webhooks` to the https addresses that an admin "
        "enters under Users, by [Standard Webhooks](https://www.standardwebhooks.com): verify each by one of "
        "its libraries, answer 2xx within 10 seconds, and handle a `webhook-id` once, as a message may come "
        "twice. What is not taken is sent again for three days, and messages about one thing in their order; "
        "410 ends it.\n\n"
        "**Proof of work.** Under load some calls answer 428 `WORK_REQUIRED` with `data.challenge`, a "
        "challenge of ALTCHA version 2. Solve it (the libraries `altcha` for Python and `altcha-lib` for "
        "JavaScript do, in about a second) and repeat the call with the header `X-Proof-Of-Work`: the "
        "base64 of the JSON `{challenge, solution}`. A challenge is good for five minutes, for that kind of "
        "call alone, and once."
    ),
    urls_namespace="api",
    parser=StrictJSON(),
    renderer=ExactJSON(),
    docs_decorator=_for_staff_or_development,
)
# The catalogue stands behind the home page: its /products/{slug} takes any other word.
for module in (
    "accounts.api.login",
    "accounts.api.profile",
    "accounts.second_factor.api",
    "accounts.staff_api",
    "backoffice.api.users",
    "backoffice.audit_log",
    "content.home.api",
    "catalog.api",
    "catalog.csv.api",
    "catalog.staff.product_api",
    "catalog.staff.category_api",
    "cart.api",
    "orders.api.checkout",
    "orders.api.customer",
    "orders.api.personal_data",
    "orders.past_orders.api",
    "orders.staff_api",
    "discounts.api",
    "returns.api",
    "payments.attempts.api",
    "payments.webhooks.api",
    "payments.webhooks.staff_api",
    "payments.transactions.staff_api",
    "payments.refunds.staff_api",
    "payments.cases.staff_api",
    "payments.settlement.staff_api",
    "payments.disputes.staff_api",
    "payments.provider_health.api",
    "cod.api",
    "cod.staff_api",
    "payments.settlement.bank.api",
    "returns.claims.api",
    "support.dispute_evidence.api",
    "invoices.api",
    "reviews.api",
    "guidance.api",
    "content.documents.api",
    "content.api",
    "content.staff_api",
    "content.old_addresses.staff_api",
    "support.contact.api",
    "shop.api",
    "shop.staff_api",
    "backoffice.api.dashboard",
    "backoffice.api.saved_views",
    "exports.api",
    "move_in.api",
    "support.api",
    "waitlist.api",
    "webhooks.staff_api",
):
    api.add_router("", f"project.{module}.router")

_STATUS_CODES = {
    401: ErrorCode.UNAUTHENTICATED,
    403: ErrorCode.FORBIDDEN,
    404: ErrorCode.NOT_FOUND,
    405: ErrorCode.METHOD_NOT_ALLOWED,
    413: ErrorCode.PAYLOAD_TOO_LARGE,
    429: ErrorCode.RATE_LIMITED,
}


def failure(
    request: HttpRequest, status: int, code: ErrorCode, *, text: str = "", **more: Any
) -> HttpResponse:
    """Return the failure envelope; `more` holds errors, data, retryAfter or reference."""
    body: dict[str, Any] = {
        "success": False,
        "message": text or str(code.label),
        "code": code,
        "errors": {},
    }
    return api.create_response(request, body | more, status=status)


@api.exception_handler(DomainError)
def _refused(request: HttpRequest, error: DomainError) -> HttpResponse:
    more: dict[str, Any] = {"errors": {field: str(code.label) for field, code in error.errors.items()}}
    if error.data is not None:
        more["data"] = error.data
    if isinstance(error, TryLater):
        more["retryAfter"] = error.retry_after
    response = failure(request, error.status, error.code, text=error.sentence, **more)
    if isinstance(error, TryLater):
        response["Retry-After"] = str(error.retry_after)
    return response


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors: dict[str, str] = {}
    missing: list[str] = []
    for item in error.errors[:MOST_FAULTS]:
        path = _field(item["loc"], is_unknown=item["type"] == "extra_forbidden")
        field = ".".join(path) or "body"
        if is_required(item) and field not in errors:
            missing.append(path[-1] if path else "Request")
        errors.setdefault(field, field_sentence(item, path or ["Request"]))
    text = missing_message(missing) or next(iter(errors.values()), "")
    return failure(request, 422, ErrorCode.VALIDATION, text=text, errors=errors)


@api.exception_handler(UnknownFields)
def _unknown(request: HttpRequest, error: UnknownFields) -> HttpResponse:
    faults = [{"loc": ("form", "payload", name), "type": "extra_forbidden"} for name in error.names]
    return _invalid(request, ValidationError(faults))


def _field(loc: Sequence[str | int], *, is_unknown: bool = False) -> list[str]:
    """Return where the fault is: ("body", "payload", "customerInfo", "email") → customerInfo, email.

    The first two name the part of the request and the handler's parameter (left out for a query's plain
    fields); what is no name, such as "literal['']", is the branch of a union. The name of an unknown field is
    whatever was typed.
    """
    path = [str(part) for part in loc[1:]]
    if loc[0] in ("body", "query", "form") and len(path) > 1:
        path = path[1:]
    typed = [path.pop()[:MAX_NAME]] if is_unknown else []
    return [*itertools.takewhile(lambda part: part.isidentifier() or part.isdigit(), path), *typed]


def _failed(request: HttpRequest, error: Exception, *, status: int) -> HttpResponse:
    return failure(request, status, _STATUS_CODES.get(status, ErrorCode.VALIDATION))


@api.exception_handler(HttpError)
def _http(request: HttpRequest, error: HttpError) -> HttpResponse:
    return _failed(request, error, status=error.status_code)


for kind, status in (
    (Http404, 404),
    (RequestDataTooBig, 413),
    (TooManyFilesSent, 413),
    (TooManyFieldsSent, 413),
    (MultiPartParserError, 400),
):
    api.add_exception_handler(kind, partial(_failed, status=status))


# A connection that broke is an InterfaceError; a server that fails over and only reads, an InternalError.
@api.exception_handler(OperationalError)
@api.exception_handler(InterfaceError)
@api.exception_handler(InternalError)
def _busy(request: HttpRequest, error: Exception) -> HttpResponse:
    """Refuse what the database could not do in time or at all; nothing is kept, so it may be repeated."""
    # SQLite has no other class for a faulty statement, such as one that names a missing column.
    if getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:
        return _unexpected(request, error)
    reference = _reference()
    database_away.error("[%s] %s %s: %s", reference, request.method, route_of(request), error)
    response = failure(request, 503, ErrorCode.BUSY, reference=reference, retryAfter=BUSY_SECONDS)
    response["Retry-After"] = str(BUSY_SECONDS)
    return response


@api.exception_handler(Exception)
def _unexpected(request: HttpRequest, error: Exception) -> HttpResponse:
    reference = _reference()
    logger.error("[%s] %s %s failed", reference, request.method, route_of(request), exc_info=error)
    more: dict[str, Any] = {"reference": reference}
    if settings.DEBUG:
        more["data"] = {"exception": repr(error)}
    return failure(request, 500, ErrorCode.INTERNAL, **more)


def _reference() -> str:
    """Return what a shopper can read out: the first characters of the request's id in the log."""
    return current_request_id()[:8].upper()


def not_found(request: HttpRequest) -> HttpResponse:
    """Answer an unknown path under /api with the envelope too."""
    return failure(request, 404, ErrorCode.NOT_FOUND)


def one_envelope(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give the envelope to what the framework refuses before any of our code runs."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.path.startswith("/api/"):
            refusal = failure(request, 405, ErrorCode.METHOD_NOT_ALLOWED)
            refusal["Allow"] = response["Allow"]
            return refusal
        return response

    return middleware
