"""Do a named request once, however often it arrives."""

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from project.core.errors import DomainError, IdempotencyMismatch, Invalid
from project.core.models import IdempotencyKey
from project.core.origin import current_api_token

Result = dict[str, Any]
Prepared = TypeVar("Prepared")


def idempotency_key(request: HttpRequest) -> str | None:
    """Return the request's Idempotency-Key.

    Raises Invalid for one that could not be stored as it is, and for a program that sends none: pages may
    leave it out, as a person sees what the first call did.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None and current_api_token():
        raise Invalid(text=_("With an API token this call needs an Idempotency-Key"))
    if key is not None and not (0 < len(key) <= 255 and key.isprintable()):
        raise Invalid
    return key


def fingerprint(body: Mapping[str, Any]) -> str:
    """Return a digest of the request that does not depend on the order of its keys."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()


def stored_result(*, scope: str, key: str | None, body: Mapping[str, Any]) -> Result | None:
    """Return what the request of this key returned before, None when it has not been done.

    For actions that call somebody over the network, which no transaction may span: they must be safe to
    repeat by their own rows, and end with `run_once`, which stores their answer.

    Raises IdempotencyMismatch when the key was used for another body.
    """
    stored = IdempotencyKey.objects.filter(scope=scope, key=key).first() if key else None
    if stored is None or stored.result is None:
        return None
    if stored.fingerprint != fingerprint(body):
        raise IdempotencyMismatch(f"{scope}: key reused with another body")
    result: Result = stored.result
    return result


def run_once(*, scope: str, key: str | None, body: Mapping[str, Any], action: Callable[[], Result]) -> Result:
    """Run `action` in one transaction with the insertion of its key, or return what it returned before.

    The key goes in first: a twin that arrives at the same moment waits for this transaction on the unique
    index, then finds the stored result. When `action` raises, the key is rolled back with everything
    else, so the same key may try again.

    Raises IdempotencyMismatch when the key was used for another body.
    """
    if not key:
        with transaction.atomic():
            return action()
    try:
        with transaction.atomic():
            # Nobody sees the row before the transaction ends, with what `action` returned.
            row = IdempotencyKey.objects.create(
                scope=scope, key=key, fingerprint=fingerprint(body), result={}
            )
            if result := action():
                row.result = result
                row.save(update_fields=["result"])
            return result
    except IntegrityError:
        before = stored_result(scope=scope, key=key, body=body)
        if before is None:
            raise  # the violation came from `action`, not from the key
        return before


def prepare_and_run_once(
    *,
    scope: str,
    key: str | None,
    body: Mapping[str, Any],
    prepare: Callable[[], AbstractContextManager[Prepared]],
    action: Callable[[Prepared], Result],
) -> Result:
    """Run `action` once with what `prepare` makes outside of its transaction, such as stored photos.

    A twin that prepares at the same moment gets the stored result, and lets go of what it prepared.

    Raises IdempotencyMismatch when the key was used for another body.
    """
    before = stored_result(scope=scope, key=key, body=body)
    if before is not None:
        return before
    try:
        with prepare() as prepared:
            return run_once(scope=scope, key=key, body=body, action=partial(action, prepared))
    except DomainError:
        # Such as a piece that cannot be sent back again, because the twin has just asked for it.
        before = stored_result(scope=scope, key=key, body=body)
        if before is None:
            raise
        return before
