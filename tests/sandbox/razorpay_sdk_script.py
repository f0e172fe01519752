"""Calls Razorpay's own SDK, as published, once for each line of JSON it is given, and prints its answers.

Runs in the SDK's own environment, never in ours.
"""

# mypy: disable-error-code="import-not-found,import-untyped"

import json
import sys
from typing import Any

import razorpay
from razorpay.errors import BadRequestError, GatewayError, ServerError, SignatureVerificationError


def call(order: dict[str, Any]) -> Any:
    client = razorpay.Client(auth=tuple(order["auth"]), base_url=order["url"])
    function = getattr(getattr(client, order["resource"]), order["function"])
    return function(*order["arguments"], **order["options"])


for line in sys.stdin:
    try:
        said = {"answer": call(json.loads(line))}
    except (BadRequestError, GatewayError, ServerError, SignatureVerificationError) as error:
        said = {"error": [type(error).__name__, str(error)]}
    print(json.dumps(said), flush=True)
