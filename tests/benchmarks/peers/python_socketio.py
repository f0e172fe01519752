"""Topics as rooms of python-socketio, served by uvicorn. Changes come from Redis."""

import json
import sys
from typing import Any

import redis.asyncio
import socketio
import uvicorn

PORT, REDIS_URL, CHANNEL = sys.argv[1:]

server = socketio.AsyncServer(async_mode="asgi", transports=["websocket"])
states: dict[str, Any] = {}
listening: Any = None


@server.on("subscribe")  # type: ignore[untyped-decorator]
async def subscribe(sid: str, request: dict[str, str]) -> dict[str, Any]:
    """Join the topic's room and return its state."""
    topic = request["topic"]
    await server.enter_room(sid, topic)
    return {"ok": True, **states.get(topic, {"topic": topic, "version": 0, "data": {}})}


async def listen() -> None:
    """Hand each change to its room."""
    changes = redis.asyncio.from_url(REDIS_URL).pubsub()
    await changes.subscribe(CHANNEL)
    async for message in changes.listen():
        if message["type"] == "message":
            state = json.loads(message["data"])
            states[state["topic"]] = state
            await server.emit("changed", state, room=state["topic"])


async def answer_ready(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer any other request, so that one sees that the server is there."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


@server.on("connect")  # type: ignore[untyped-decorator]
async def connect(sid: str, environment: dict[str, Any], auth: Any = None) -> None:
    """Listen to Redis from the first client on."""
    global listening
    listening = listening or server.start_background_task(listen)


if __name__ == "__main__":
    application = socketio.ASGIApp(server, answer_ready)
    uvicorn.run(
        application, host="127.0.0.1", port=int(PORT), backlog=2048, log_level="warning", lifespan="off"
    )
