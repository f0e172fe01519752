"""Calls one function of PhonePe's own SDK and prints what it made of the answer, as JSON.

Runs in the SDK's own environment, never in ours. The SDK is as published except for the two constants that
hold its hosts, which it offers no other way to change.
"""

# mypy: disable-error-code="import-not-found"

import json
import sys
from typing import Any

import phonepe.sdk.pg.env as env
from phonepe.sdk.pg.common.exceptions import PhonePeException
from phonepe.sdk.pg.common.models.request.meta_info import MetaInfo
from phonepe.sdk.pg.common.models.request.refund_request import RefundRequest
from phonepe.sdk.pg.payments.v2.models.request.create_sdk_order_request import CreateSdkOrderRequest
from phonepe.sdk.pg.payments.v2.models.request.standard_checkout_pay_request import StandardCheckoutPayRequest
from phonepe.sdk.pg.payments.v2.standard_checkout_client import StandardCheckoutClient


def main(order: dict[str, Any]) -> Any:
    env.SANDBOX_PG_BASE_URL = env.SANDBOX_OAUTH_BASE_URL = order["api_url"]
    client = StandardCheckoutClient.get_instance(
        client_id=order["client_id"],
        client_secret=order["client_secret"],
        client_version=1,
        env=env.Env.SANDBOX,
        should_publish_events=False,
    )
    try:
        arguments = order["arguments"]
        match order["function"]:
            case "pay":
                meta = MetaInfo.build_meta_info(udf1="first", udf11="a b@c.d")
                return client.pay(StandardCheckoutPayRequest.build_request(meta_info=meta, **arguments))
            case "pay_plainly":
                return client.pay(StandardCheckoutPayRequest.build_request(**arguments))
            case "create_sdk_order":
                request = CreateSdkOrderRequest.build_standard_checkout_request(**arguments)
                return client.create_sdk_order(request)
            case "refund":
                return client.refund(RefundRequest.build_refund_request(**arguments))
            case name:
                return getattr(client, name)(**arguments)
    finally:
        client.close()


try:
    answer = main(json.load(sys.stdin))
    print(json.dumps({"answer": json.loads(answer.to_json())}))
except PhonePeException as error:
    print(json.dumps({"error": {"status": error.http_status_code, "code": error.code}}))
