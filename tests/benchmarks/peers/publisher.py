"""Publishes changes of one topic at a steady pace, and prints each version with the time it left.

python -m tests.benchmarks.peers.publisher redis|groups URL TOPIC CHANGES PER_SECOND
"""

import asyncio
import json
import sys
import time
from typing import Any

import redis.asyncio
from channels_redis.pubsub import RedisPubSubChannelLayer

CHANNEL = "changes"
# As much as a product's topic says.
DATA = {
    "sellable": 10,
    "sellableIsMore": True,
    "maxQuantity": 10,
    "isAvailable": True,
    "heldUntil": None,
    "price": 500.0,
    "rating": {"average": 0.0, "count": 0},
    "isShown": True,
}


async def publish(way: str, url: str, topic: str, changes: int, per_second: float) -> list[tuple[int, float]]:
    """Publish the changes to Redis, or to the topic's group of Channels."""
    client = redis.asyncio.from_url(url)
    layer = RedisPubSubChannelLayer(hosts=[url])
    sent = []
    began = time.monotonic()
    for version in range(1, changes + 1):
        state: dict[str, Any] = {"topic": topic, "version": version, "data": {**DATA, "version": version}}
        sent.append((version, time.time()))
        if way == "groups":
            await layer.group_send(topic.replace(":", "."), {"type": "changed", "state": state})
        else:
            await client.publish(CHANNEL, json.dumps(state))
        await asyncio.sleep(max(0.0, began + version / per_second - time.monotonic()))
    return sent


if __name__ == "__main__":
    way, url, topic, changes, per_second = sys.argv[1:]
    print(json.dumps(asyncio.run(publish(way, url, topic, int(changes), float(per_second)))))
