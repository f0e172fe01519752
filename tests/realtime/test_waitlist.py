"""A line on the wire: each shopper is pushed their own place, and strangers nobody's."""

import httpx

from tests.realtime.action_process import ActionProcess
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess

FIRST, SECOND = "first-guest-of-the-line", "second-guest-of-the-line"


def join(web: ServerProcess, product_id: str, token: str) -> None:
    with httpx.Client(trust_env=False, timeout=30) as client:
        headers = {"X-Waitlist-Token": token, "Content-Type": "application/json"}
        client.post(f"{web.url}/api/waitlist/{product_id}", headers=headers).raise_for_status()


def test_lapsed_hold_is_pushed_as_an_offer_to_the_first_alone(
    web: ServerProcess, actions: ActionProcess
) -> None:
    product_id = actions.do("product", 1)["id"]
    order = actions.do("order", product_id)["order"]
    actions.do("pay", order)
    topic = f"waitlist:{product_id}"

    with Wire(web.url).open() as first, Wire(web.url).open() as second, Wire(web.url).open() as stranger:
        # Before there is a place, the key says nothing.
        assert first.subscribe(topic, key=FIRST)["data"]["place"] is None
        second.subscribe(topic, key=SECOND)
        assert stranger.subscribe(topic)["data"]["contention"]["paying"] == 1
        join(web, product_id, FIRST)
        first.until(topic, lambda data: data["place"] and data["place"]["position"] == 1)
        join(web, product_id, SECOND)
        second.until(topic, lambda data: data["place"] and data["place"]["position"] == 2)
        public = stranger.until(topic, lambda data: data["waiting"] == 2)
        assert public["place"] is None

        assert actions.do("end_hold", order)

        offer = first.until(topic, lambda data: data["place"]["status"] == "offered")
        next_one = second.until(topic, lambda data: data["place"]["position"] == 1)
        public = stranger.until(topic, lambda data: data["waiting"] == 1)

    assert offer["place"]["offeredUntil"] == offer["contention"]["knownBy"]
    assert (next_one["place"]["status"], next_one["place"]["offeredUntil"]) == ("waiting", None)
    assert public["place"] is None
